//! Every target over damaged seeds: what a fuzzer does, for a few seconds. It is a program of its own
//! because panics of any thread count.

use std::time::Duration;

use spinney_fuzzing::TARGETS;
use spinney_fuzzing::campaign::{Campaign, Failure};
use spinney_fuzzing::seeds::Seeds;
use spinney_game::conformance::thorough;

/// Inputs of all targets together, unless more are asked for.
const INPUTS: usize = 50_000;

#[test]
fn damaged_seeds_break_no_promise() {
    let targets = TARGETS.iter().map(|target| (target, Seeds::of(target).unwrap()));
    let inputs = (INPUTS * thorough()) as u64;
    // The machine may be busy.
    let longest = Duration::from_secs(60);
    let campaign = Campaign { targets: targets.collect(), inputs, dice: 1, threads: 2, longest };
    let outcome = campaign.run();
    if let Some(Failure { target, number, input, problem }) = outcome.failure {
        let input = String::from_utf8_lossy(&input);
        panic!("{target}: input {number}: {problem}\n{input}");
    }
    for tally in &outcome.tallies {
        assert!(tally.inputs > 0, "{tally:?}");
    }
}
