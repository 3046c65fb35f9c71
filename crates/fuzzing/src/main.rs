//! Runs damaged inputs through every reader and protocol, as many as one likes, without a fuzzer.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context as _, bail};
use clap::Parser;
use spinney_fuzzing::campaign::{Campaign, Failure, LONGEST, Outcome};
use spinney_fuzzing::seeds::Seeds;
use spinney_fuzzing::{TARGETS, target};

/// Run damaged inputs through every reader and protocol. Ends at the first one that panics, takes
/// more than a second or makes the program grow by more than 256 MB.
#[derive(Parser)]
struct Arguments {
    /// Inputs in all; every target gets the same time.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    inputs: u64,
    /// Only these targets; all of them if none is named.
    #[arg(long, value_name = "NAME")]
    target: Vec<String>,
    /// What inputs are mangled by: the same seed, the same inputs.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Inputs at a time.
    #[arg(long, value_name = "N", default_value_t = 2)]
    threads: usize,
}

fn main() -> anyhow::Result<ExitCode> {
    let arguments = Arguments::parse();
    let targets = if arguments.target.is_empty() {
        TARGETS.iter().collect()
    } else {
        let named = |name: &String| match target(name) {
            Some(target) => Ok(target),
            None => {
                let names: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
                bail!("there is no target {name}; there are {}", names.join(", "))
            }
        };
        arguments.target.iter().map(named).collect::<anyhow::Result<Vec<_>>>()?
    };
    let with_seeds = targets.into_iter().map(|target| {
        let seeds = Seeds::of(target).with_context(|| format!("the seeds of {}", target.name))?;
        Ok((target, seeds))
    });
    let campaign = Campaign {
        targets: with_seeds.collect::<anyhow::Result<_>>()?,
        inputs: arguments.inputs,
        dice: arguments.seed,
        threads: arguments.threads,
        longest: LONGEST,
    };
    let start = Instant::now();
    let outcome = campaign.run();
    tell(&outcome);
    println!("{:.0} s on {} threads", start.elapsed().as_secs_f64(), arguments.threads);
    let Some(failure) = &outcome.failure else { return Ok(ExitCode::SUCCESS) };
    let path = keep(failure).context("the input cannot be kept")?;
    let Failure { target, number, problem, .. } = failure;
    eprintln!("{target}: input {number}: {problem}\nit is kept as {}", path.display());
    Ok(ExitCode::FAILURE)
}

fn tell(outcome: &Outcome) {
    println!(
        "{:18} {:>10} {:>10} {:>8} {:>12}",
        "target", "inputs", "understood", "time", "slowest"
    );
    for tally in &outcome.tallies {
        println!(
            "{:18} {:>10} {:>10} {:>6.0} s {:>9.1} ms",
            tally.target,
            tally.inputs,
            tally.understood,
            tally.time.as_secs_f64(),
            tally.slowest.0.as_secs_f64() * 1e3,
        );
    }
    let inputs: u64 = outcome.tallies.iter().map(|tally| tally.inputs).sum();
    let understood: u64 = outcome.tallies.iter().map(|tally| tally.understood).sum();
    print!("{inputs} inputs, {understood} understood; ");
    if let Some(growth) = outcome.growth {
        print!("the program grew by {} MB at most; ", growth >> 20);
    }
}

/// Writes the input where it can be looked at, and from where it may become a seed.
fn keep(failure: &Failure) -> std::io::Result<PathBuf> {
    let path = std::env::temp_dir().join(format!("{}-{}", failure.target, failure.number));
    std::fs::write(&path, &failure.input)?;
    Ok(path)
}
