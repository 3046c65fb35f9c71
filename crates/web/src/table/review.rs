//! A look at a whole game: one position after another gets the same time.

use serde::Serialize;
use spinney_engine::Stop;
use utoipa::ToSchema;

use super::Table;
use crate::engines::Way;
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

/// The next position to look at.
pub(crate) struct ReviewStep {
    pub(crate) node: NodeId,
    pub(crate) way: Way,
    pub(crate) stop: Stop,
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

    /// The next position of the review that `stop` belongs to. Finished games and removed moves
    /// need no look.
    pub(crate) fn next_step(&mut self, stop: &Stop) -> Option<ReviewStep> {
        if stop.is_stopped() {
            return None;
        }
        loop {
            let review = self.review.as_ref()?;
            let Some(&node) = review.nodes.get(review.done) else {
                self.end_review();
                return None;
            };
            if self.go_to(node).is_ok() {
                match self.rules.board().outcome() {
                    Some(outcome) => {
                        if let Some(evaluation) =
                            Evaluation::of_outcome(&outcome, &self.rules.board().sides())
                        {
                            self.evaluate(node, evaluation);
                        }
                    }
                    None if self.rules.board().to_move().is_some() => {
                        return Some(ReviewStep { node, way: self.way(node), stop: stop.clone() });
                    }
                    None => {}
                }
            }
            self.count_step();
        }
    }

    /// A position has been looked at.
    pub(crate) fn reviewed(&mut self, step: &ReviewStep, evaluation: Evaluation) {
        if !step.stop.is_stopped() {
            self.evaluate(step.node, evaluation);
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
