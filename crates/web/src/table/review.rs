//! A look at a whole game: one position after another gets the same time.

use serde::Serialize;
use spinney_engine::{Line, Stop};
use utoipa::ToSchema;

use super::Table;
use crate::evaluation::Evaluation;
use crate::refusal::Refusal;
use crate::tree::NodeId;

/// How far a review has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Progress {
    /// Positions that were looked at.
    pub(crate) done: usize,
    /// Positions in all.
    pub(crate) of: usize,
}

/// A review under way.
pub(super) struct Review {
    nodes: Vec<NodeId>,
    done: usize,
    stop: Stop,
}

impl Review {
    pub(super) fn progress(&self) -> Progress {
        Progress { done: self.done, of: self.nodes.len() }
    }
}

impl Table {
    /// Starts to look at the line through a node, in place of any other look.
    pub(super) fn start_review(&mut self, node: NodeId, seconds: f64) -> Result<(), Refusal> {
        if !self.game.tree.contains(node) {
            return Err(Refusal::NoSuchNode);
        }
        if !(0.05..=60.0).contains(&seconds) {
            return Err(Refusal::wrong("a position gets 0.05 to 60 seconds"));
        }
        self.end_review();
        let nodes = self.game.tree.line_through(node);
        self.review = Some(Review { nodes, done: 0, stop: Stop::new() });
        self.news.state = true;
        Ok(())
    }

    /// Tells whether the review that is under way now is still wanted.
    pub(crate) fn review_stop(&self) -> Option<Stop> {
        self.review.as_ref().map(|review| review.stop.clone())
    }

    pub(crate) fn end_review(&mut self) {
        if let Some(review) = self.review.take() {
            review.stop.stop();
            self.news.state = true;
        }
    }

    /// The review cannot go on, and people are told why.
    pub(crate) fn break_review_off(&mut self, refusal: &Refusal) {
        if self.review.is_some() {
            self.end_review();
            self.notice = Some(format!("The look at the whole game was broken off: {refusal}"));
        }
    }

    /// The next node of the review that `stop` belongs to, and the game up to there. Finished games
    /// and removed moves need no look.
    pub(crate) fn next_step(&mut self, stop: &Stop) -> Option<(NodeId, Line)> {
        if stop.is_stopped() {
            return None;
        }
        loop {
            let review = self.review.as_ref()?;
            let Some(&node) = review.nodes.get(review.done) else {
                self.end_review();
                return None;
            };
            if let Ok(line) = self.line(node) {
                let board = line.board();
                if let Some(outcome) = board.outcome() {
                    let evaluation = Evaluation::of_outcome(&outcome, &board.sides());
                    evaluation.into_iter().for_each(|known| self.evaluate(node, known));
                } else if board.to_move().is_some() {
                    return Some((node, line));
                }
            }
            self.count_step();
        }
    }

    /// A node of the review that `stop` belongs to has been looked at.
    pub(crate) fn reviewed(&mut self, node: NodeId, stop: &Stop, evaluation: Evaluation) {
        if !stop.is_stopped() {
            self.evaluate(node, evaluation);
            self.count_step();
        }
    }

    fn count_step(&mut self) {
        if let Some(review) = &mut self.review {
            review.done += 1;
            self.news.state = true;
        }
    }
}
