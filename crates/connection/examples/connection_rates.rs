//! How fast connections of both colours are worked out in the middle of games, with and without
//! fill-in, and what they say.
//!
//!     cargo run --release -p spinney-connection --example connection_rates

use cpu_time::ProcessTime;
use spinney_board::{CellSet, Stone};
use spinney_connection::{ConnectionSettings, Connections, InferiorCells, Position};
use spinney_game::Game;
use std::error::Error;

const GAMES: &str = include_str!("../tests/fixtures/hex_11_games.txt");

type Stones = [CellSet; 2];

fn main() -> Result<(), Box<dyn Error>> {
    let start = Position::from_text("hex 11x11")?;
    let mut positions: Vec<Position> = Vec::new();
    for game in GAMES.lines() {
        let mut position = start.clone();
        for (i, text) in game.split_whitespace().enumerate() {
            position.play(position.parse_move(text)?);
            if (6..=40).contains(&(i + 1)) && position.winner().is_none() {
                positions.push(position.clone());
            }
        }
    }
    let settings = ConnectionSettings::default();
    let new = |stone| Connections::new(start.board(), stone, &settings);
    let mut both = Stone::BOTH.map(new);
    let mut cells = InferiorCells::new(start.board());
    let rate = |name: &str, analyse: &mut dyn FnMut(&Position) -> bool| {
        let begun = ProcessTime::now();
        let decided = positions.iter().filter(|position| analyse(position)).count();
        let rate = positions.len() as f64 / begun.elapsed().as_secs_f64();
        println!("{name:32}{rate:8.0} positions per CPU-second, {decided} decided");
    };
    let stones = |position: &Position| Stone::BOTH.map(|stone| *position.stones(stone));
    rate("connections", &mut |position| build(&mut both, &stones(position), position.to_move()));
    rate("connections, move by move", &mut |position| {
        update(&mut both, &stones(position), position.to_move())
    });
    rate("inferior cells, connections", &mut |position| {
        let found = cells.analyse(position, position.to_move());
        let filled = Stone::BOTH.map(|stone| *found.stones(stone));
        found.winner().is_some() || build(&mut both, &filled, position.to_move())
    });
    let mut filled = [CellSet::EMPTY; 2];
    rate("the same, move by move", &mut |position| {
        // The fill-in of the position before stays, unless this is another game or the move was
        // played where the fill-in had a stone.
        let now = stones(position);
        let kept = [filled[0].or(&now[0]), filled[1].or(&now[1])];
        let goes_on = position.stones(Stone::Black).len() > 3 && kept[0].and(&kept[1]).is_empty();
        let found = cells.analyse_stones(if goes_on { &kept } else { &now }, position.to_move());
        filled = Stone::BOTH.map(|stone| *found.stones(stone));
        found.winner().is_some() || update(&mut both, &filled, position.to_move())
    });
    Ok(())
}

fn build(both: &mut [Connections; 2], stones: &Stones, to_move: Stone) -> bool {
    for connections in both.iter_mut() {
        let stone = connections.stone();
        connections.build(&stones[stone.index()], &stones[stone.opponent().index()]);
    }
    is_decided(both, to_move)
}

fn update(both: &mut [Connections; 2], stones: &Stones, to_move: Stone) -> bool {
    for connections in both.iter_mut() {
        let stone = connections.stone();
        connections.update(&stones[stone.index()], &stones[stone.opponent().index()]);
    }
    is_decided(both, to_move)
}

fn is_decided(both: &[Connections; 2], to_move: Stone) -> bool {
    let wins_first = !both[to_move.index()].winning_semis().is_empty();
    wins_first || both.iter().any(|connections| connections.winning_full().is_some())
}
