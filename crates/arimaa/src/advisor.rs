//! A move advisor: captures that a closer look has found in the tree, kept to be played in
//! playouts.
//!
//! A look that finds captures is far too slow for every turn of a playout. But a capture that is
//! there in one position is mostly there in others, too, as long as the squares around it are the
//! same. So each plan is kept together with these squares, and played where they look the same; how
//! the playouts went that used it says how often it is chosen (Kozelek's thesis, 4.7.3).

use spinney_game::Rewards;

use crate::area::context;
use crate::board::Board;
use crate::capture::capture_in_turn;
use crate::goal::Steps;
use crate::piece::Side;
use crate::squares::Squares;
use crate::turn::Turn;

/// As many plans are kept; a new one takes the place of the least successful.
const MOST_PLANS: usize = 48;
/// Of the exploration among plans.
const EXPLORATION: f32 = 0.2;

/// Plans of both sides.
#[derive(Clone, Debug, Default)]
pub(crate) struct Advisor {
    plans: Vec<Plan>,
    /// How often any plan was used.
    uses: f32,
}

#[derive(Clone, Debug)]
struct Plan {
    side: Side,
    steps: Steps,
    /// The squares that matter.
    context: Squares,
    board: Board,
    uses: f32,
    rewards: f32,
}

impl Plan {
    fn mean(&self) -> f32 {
        // One use of value one half to begin with.
        (self.rewards + 0.5) / (self.uses + 1.0)
    }
}

impl Advisor {
    /// Looks what either side can capture on a board, in a whole turn.
    pub(crate) fn look(&mut self, board: &Board) {
        for side in Side::BOTH {
            let turn = Turn::new(*board, side);
            if let Some((_, steps)) = capture_in_turn(&turn) {
                self.keep(&turn, steps);
            }
        }
    }

    fn keep(&mut self, turn: &Turn, steps: Steps) {
        let context = context(steps);
        let same = |plan: &Plan| {
            plan.side == turn.side && plan.steps == steps && plan.board.agrees(&turn.board, context)
        };
        if self.plans.iter().any(same) {
            return;
        }
        let plan =
            Plan { side: turn.side, steps, context, board: turn.board, uses: 0.0, rewards: 0.0 };
        if self.plans.len() < MOST_PLANS {
            self.plans.push(plan);
            return;
        }
        let worst = self.plans.iter_mut().min_by(|a, b| a.mean().total_cmp(&b.mean()));
        if let Some(worst) = worst {
            *worst = plan;
        }
    }

    /// The plan to play at the start of a turn, if one fits.
    pub(crate) fn advise(&self, turn: &Turn) -> Option<(usize, Steps)> {
        let log = libm::logf(self.uses.max(1.0));
        let fits =
            |plan: &Plan| plan.side == turn.side && plan.board.agrees(&turn.board, plan.context);
        let urgency = |plan: &Plan| plan.mean() + EXPLORATION * (log / (plan.uses + 1.0)).sqrt();
        let fitting = self.plans.iter().enumerate().filter(|(_, plan)| fits(plan));
        let best = fitting.max_by(|(_, a), (_, b)| urgency(a).total_cmp(&urgency(b)));
        best.map(|(index, plan)| (index, plan.steps))
    }

    /// How a playout went in which a plan was used.
    pub(crate) fn learn(&mut self, index: usize, rewards: &Rewards) {
        let plan = &mut self.plans[index];
        plan.uses += 1.0;
        plan.rewards += rewards[plan.side.player()];
        self.uses += 1.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use spinney_game::Player;

    const CAPTURE: &str = "20g
 +-----------------+
8| r . . . . . . . |
7| . . . . . . . . |
6| . . x . . x . . |
5| . . . . . . . . |
4| . . d E . . . . |
3| . . x . . x . . |
2| . . . . . . . . |
1| R . . . . . . . |
 +-----------------+";

    fn turn(diagram: &str) -> Turn {
        *Position::from_diagram(diagram).unwrap().turn()
    }

    #[test]
    fn a_capture_is_advised_wherever_its_squares_look_the_same() {
        let mut advisor = Advisor::default();
        let found = turn(CAPTURE);
        assert!(advisor.advise(&found).is_none());
        advisor.look(&found.board);
        let far_away = turn(&CAPTURE.replace("8| r . . . . . . .", "8| . . . . . . m r"));
        let (index, steps) = advisor.advise(&far_away).unwrap();
        let mut played = far_away;
        let lost: Squares = steps.as_slice().iter().fold(0, |lost, &step| {
            assert!(played.steps().contains(step));
            lost | played.play(step)
        });
        assert_ne!(lost, 0);
        // A guard of the trap is in the way of it.
        let guarded = turn(&CAPTURE.replace("3| . . x .", "3| . r x ."));
        assert!(advisor.advise(&guarded).is_none());
        let silver = Turn::new(found.board, Side::Silver);
        assert!(advisor.advise(&silver).is_none(), "a plan of Gold's");
        advisor.learn(index, &Rewards::win(Player::FIRST));
        assert_eq!(advisor.plans[index].mean(), 0.75);
    }

    #[test]
    fn a_plan_is_kept_once_and_no_more_than_so_many_are() {
        let mut advisor = Advisor::default();
        for _ in 0..100 {
            advisor.look(&turn(CAPTURE).board);
        }
        assert_eq!(advisor.plans.len(), 1);
        for file in 0..8 {
            for row in 0..8 {
                let mut board = turn(CAPTURE).board;
                let square = crate::squares::Square::new(row * 8 + file);
                if board.piece_at(square).is_none() {
                    board.put(
                        crate::piece::Piece { side: Side::Gold, kind: crate::Kind::Cat },
                        square,
                    );
                    advisor.look(&board);
                }
            }
        }
        assert!(advisor.plans.len() <= MOST_PLANS);
    }
}
