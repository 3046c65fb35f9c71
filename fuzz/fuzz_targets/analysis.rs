#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| spinney_fuzzing::run("analysis", input));
