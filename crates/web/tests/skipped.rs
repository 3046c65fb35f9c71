//! Not a test: tells what was skipped. Cargo runs packages by name and the test targets of each by
//! name, so that this one is the last before the examples in doc comments, of which none is ever
//! skipped.

#[path = "../../cli/tests/skipped/mod.rs"]
mod skipped;

fn main() {
    // Whoever asks which tests there are hears of none.
    if std::env::args().any(|argument| argument == "--list") {
        return;
    }
    match &skipped::take()[..] {
        [] => println!("no test was skipped in this run"),
        tests => {
            println!("\n{} skipped in this run, and what would let them run:", tests.len());
            tests.iter().for_each(|test| println!("  {test}"));
            println!("  With CI=true in the environment they fail instead.\n");
        }
    }
}
