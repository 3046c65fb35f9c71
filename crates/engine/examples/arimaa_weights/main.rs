//! Learns the weights by which `arimaa/best` judges positions, from self-play.
//!
//! ```text
//! cargo run --release -p spinney-engine --example arimaa_weights -- play weights.txt 0 1000 > games.txt
//! cargo run --release -p spinney-engine --example arimaa_weights -- fit games.txt more.txt*2 > weights.txt
//! ```
//!
//! The first plays the games 0 to 999 with those weights and writes a line for each turn; the second
//! fits weights to the turns of some files, of which one may count more often. Of the two losses that
//! it tells, the second is that of every tenth game, which the fit has not seen.

// What is learned or measured is kept as numbers; no search computes it anew.
#![allow(clippy::disallowed_methods)]

mod fit;
mod play;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["play", weights, first, count] => {
            let weights = std::fs::read_to_string(weights)?;
            let first: u64 = first.parse()?;
            play::games(&weights, first..first + count.parse::<u64>()?, &mut std::io::stdout())
        }
        ["fit", files @ ..] if !files.is_empty() => {
            print!("{}", fit::weights(files)?);
            Ok(())
        }
        _ => Err("play WEIGHTS FIRST COUNT, or fit FILE[*TIMES] ...".into()),
    }
}
