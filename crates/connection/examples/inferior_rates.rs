//! How fast inferior cells are found in the middle of games, and how many of them.
//!
//!     cargo run --release -p spinney-connection --example inferior_rates

use cpu_time::ProcessTime;
use spinney_board::Stone;
use spinney_connection::{InferiorCells, Position, Reason};
use spinney_game::Game;
use std::error::Error;

const GAMES: &str = include_str!("../tests/fixtures/hex_11_games.txt");

fn main() -> Result<(), Box<dyn Error>> {
    let start = Position::from_text("hex 11x11")?;
    let mut positions = Vec::new();
    for game in GAMES.lines() {
        let mut position = start.clone();
        for (i, text) in game.split_whitespace().enumerate() {
            position.play(position.parse_move(text)?);
            if (6..=40).contains(&(i + 1)) && position.winner().is_none() {
                positions.push(position.clone());
            }
        }
    }
    let mut cells = InferiorCells::new(start.board());
    let mut counts = [0usize; 8];
    for position in &positions {
        let found = cells.analyse(position, position.to_move());
        counts[0] += position.empties().len();
        counts[7] += usize::from(found.winner().is_some());
        for cell in &position.empties() {
            let kind = match found.reason(cell) {
                None => 1,
                Some(Reason::Dead) => 2,
                Some(Reason::Captured(_)) => 3,
                Some(Reason::Vulnerable { .. }) => 4,
                Some(Reason::Reversible { .. }) => 5,
                Some(Reason::Dominated { .. }) => 6,
            };
            counts[kind] += 1;
        }
    }
    let names =
        ["empty", "candidates", "dead", "captured", "vulnerable", "reversible", "dominated", "won"];
    for (name, count) in names.iter().zip(counts) {
        println!("{name:12}{:8.2}", count as f64 / positions.len() as f64);
    }
    let rounds = 3;
    let mut rate = |name: &str, analyse: &mut dyn FnMut(&mut InferiorCells, &Position)| {
        let begun = ProcessTime::now();
        for _ in 0..rounds {
            positions.iter().for_each(|position| analyse(&mut cells, position));
        }
        let count = (rounds * positions.len()) as f64;
        println!("{name:12}{:8.0} positions per CPU-second", count / begun.elapsed().as_secs_f64());
    };
    rate("fill-in", &mut |cells, position| {
        cells.fill_in(&Stone::BOTH.map(|stone| *position.stones(stone)));
    });
    rate("one colour", &mut |cells, position| {
        cells.analyse(position, position.to_move());
    });
    Ok(())
}
