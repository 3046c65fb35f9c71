//! Counting turns, by which programs compare their rules.

use std::collections::HashSet;

use crate::notation::board_text;
use crate::position::Position;
use crate::squares::{Squares, each};
use crate::turn::{Step, Turn};

/// How many whole turns there are from a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TurnCounts {
    /// The side to move, as the game abbreviates it: `g`.
    pub side: String,
    /// The board at the start of the turn, as the game's reference counts write it.
    pub board: String,
    /// First steps that the pieces allow, those that start something to be completed included.
    pub steps: u64,
    /// Different positions that a legal turn leads to, earlier repetition ignored.
    pub distinct_turns: u64,
    /// Sequences of 1, 2, … steps, whether the turn may end there or not.
    pub step_paths_by_len: Vec<u64>,
    /// Those of them after which the turn is complete.
    pub complete_turn_paths_by_len: Vec<u64>,
    /// Different positions that a turn wins with at once by reaching the goal.
    pub goal_turns: u64,
    /// The fewest steps that lead to such a position.
    pub min_goal_steps: Option<u8>,
    /// What a turn can capture, as the game writes it, each once.
    pub captures: Vec<String>,
}

/// How many turns there are from the start of the turn at `position`, by brute force. Earlier
/// repetition is ignored, and so is whether the game is over already.
pub fn count_turns(position: &Position) -> TurnCounts {
    let start = Turn::new(*position.turn_start(), position.side());
    let mut count = Count {
        start,
        turns: HashSet::new(),
        goals: HashSet::new(),
        counts: TurnCounts {
            side: start.side.letter().to_string(),
            board: board_text(&start.board).replace('.', " "),
            ..TurnCounts::default()
        },
    };
    count.counts.steps = start.steps().len().into();
    count.counts.step_paths_by_len = vec![0; 4];
    count.counts.complete_turn_paths_by_len = vec![0; 4];
    count.follow(&start);
    let Count { turns, goals, mut counts, .. } = count;
    counts.distinct_turns = turns.len() as u64;
    counts.goal_turns = goals.len() as u64;
    counts
}

struct Count {
    start: Turn,
    turns: HashSet<u64>,
    goals: HashSet<u64>,
    counts: TurnCounts,
}

impl Count {
    fn follow(&mut self, turn: &Turn) {
        for step in turn.steps().iter() {
            let mut next = *turn;
            let lost = next.play(step);
            self.note_captures(turn, step, lost);
            let at = usize::from(turn.used);
            self.counts.step_paths_by_len[at] += 1;
            if !next.is_pushing() {
                self.counts.complete_turn_paths_by_len[at] += 1;
                let key = next.board.key();
                if key != self.start.board.key() {
                    self.turns.insert(key);
                    if next.board.has_goal(next.side) {
                        self.goals.insert(key);
                        let least =
                            self.counts.min_goal_steps.map_or(4, |least| least.min(next.used));
                        self.counts.min_goal_steps = Some(least.min(next.used));
                    }
                }
            }
            self.follow(&next);
        }
    }

    /// Remembers what the opponent loses by a step.
    fn note_captures(&mut self, turn: &Turn, step: Step, lost: Squares) {
        for square in each(lost) {
            let from = if step.squares() & square.bit() != 0 { step.from() } else { square };
            let piece = turn.board.piece_at(from).filter(|piece| piece.side != turn.side);
            if let Some(piece) = piece {
                let text = format!("{}{}x", piece.letter(), square.name());
                if !self.counts.captures.contains(&text) {
                    self.counts.captures.push(text);
                }
            }
        }
    }
}
