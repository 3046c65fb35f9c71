//! How a host and the module speak: a plain C interface, so that no tool but the compiler is needed.
//!
//! The host asks for [`spinney_input`] of so many bytes, writes a request there in UTF-8, calls
//! [`spinney_call`], which says how long the answer is, and reads it at [`spinney_output`]. It provides
//! two functions in the module `host`: `now_ms() -> f64`, the time in milliseconds since 1970, and
//! `log(pointer, length)`, which is told why a module is about to end itself.
#![allow(unsafe_code, reason = "functions are exported and imported by name")]

use std::cell::RefCell;

use crate::Engine;

#[derive(Default)]
struct Module {
    engine: Engine,
    input: Vec<u8>,
    output: String,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::default();
}

/// Where a request of so many bytes is to be written. It is there until the next call of this
/// function.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn spinney_input(length: usize) -> *mut u8 {
    MODULE.with_borrow_mut(|module| {
        module.input.clear();
        module.input.resize(length, 0);
        module.input.as_mut_ptr()
    })
}

/// Answers the request that was written, and says how many bytes the answer has.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn spinney_call() -> usize {
    #[cfg(target_family = "wasm")]
    host::prepare();
    MODULE.with_borrow_mut(|module| {
        let request = String::from_utf8_lossy(&module.input).into_owned();
        module.output = module.engine.answer(&request);
        module.output.len()
    })
}

/// Where the answer is. It is there until the next call of [`spinney_call`].
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
pub extern "C" fn spinney_output() -> *const u8 {
    MODULE.with_borrow(|module| module.output.as_ptr())
}

/// What the host provides.
#[cfg(target_family = "wasm")]
mod host {
    use std::sync::Once;

    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        // SAFETY: it takes nothing and gives a number.
        safe fn now_ms() -> f64;
        fn log(text: *const u8, length: usize);
    }

    fn milliseconds() -> f64 {
        now_ms()
    }

    /// Hands the clock in, and has the host told of panics, once.
    pub(super) fn prepare() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            spinney_engine::host::set_clock(milliseconds);
            std::panic::set_hook(Box::new(|panic| {
                let text = panic.to_string();
                // SAFETY: the host reads these bytes before it returns, and writes nothing.
                unsafe { log(text.as_ptr(), text.len()) };
            }));
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_written_called_and_read() {
        // What a host does with addresses, the test does with the vectors behind them.
        let request = br#"{"ask": "version"}"#;
        spinney_input(request.len());
        MODULE.with_borrow_mut(|module| module.input.copy_from_slice(request));
        let length = spinney_call();
        MODULE.with_borrow(|module| {
            assert_eq!(module.output.len(), length);
            assert_eq!(module.output.as_ptr(), spinney_output());
            assert!(module.output.starts_with("{\"ok\":{"), "{}", module.output);
        });
        spinney_input(3);
        MODULE.with_borrow_mut(|module| module.input.copy_from_slice(b"\xff{\0"));
        spinney_call();
        MODULE.with_borrow(|module| assert!(module.output.starts_with("{\"error\":")));
    }
}
