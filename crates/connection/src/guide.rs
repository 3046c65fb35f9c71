//! Positions judged by resistance, for a search that looks ahead by depth.

use crate::{Action, Board, Deduction, EdgeGoal, Monotone, PositionOf};
use spinney_board::Stone;
use spinney_game::{Game, Guide, Player, StaticProver};

/// What a resistance of the opponent e times one's own is worth.
const SCALE: f64 = 1000.0;
/// More memory of positions does not help: the connections of a few dozen serve all others.
const BYTES: usize = 8 << 20;
/// No position that is not decided is worth more.
const MOST: f64 = 900_000.0;

/// Proves what it can, leaves out inferior moves and those outside the mustplay, and judges what
/// remains as electrical networks.
#[derive(Clone)]
pub struct ResistanceGuide<G: Monotone = EdgeGoal> {
    board: Board<G>,
    /// Made when it is first needed: the connections of an empty board take a moment.
    deduction: Option<Deduction<G>>,
    /// What it may remember of positions.
    bytes: usize,
    /// What was proven of the last position: a search asks several things about the same one.
    proven: Option<Proven<G>>,
}

#[derive(Clone)]
struct Proven<G: Monotone> {
    hash: u64,
    winner: Option<Player>,
    moves: Vec<Action>,
    /// The position with its fill-in.
    filled: PositionOf<G>,
}

impl<G: Monotone> ResistanceGuide<G> {
    /// For positions on that board.
    pub fn new(board: &Board<G>) -> Self {
        ResistanceGuide { board: board.clone(), deduction: None, bytes: BYTES, proven: None }
    }

    fn deduction(&mut self) -> &mut Deduction<G> {
        self.deduction.get_or_insert_with(|| {
            let mut deduction = Deduction::new(&self.board);
            deduction.keep_within(self.bytes);
            deduction
        })
    }

    fn prove(&mut self, position: &PositionOf<G>) -> &Proven<G> {
        let hash = position.hash();
        if self.proven.as_ref().is_none_or(|proven| proven.hash != hash) {
            let mut filled = position.clone();
            let mut moves = Vec::new();
            let winner = self.deduction().prove_fully(&mut filled, &mut moves);
            self.proven = Some(Proven { hash, winner, moves, filled });
        }
        self.proven.as_ref().expect("it was just proven")
    }

    /// How much better one colour conducts than the other, as a logarithm.
    fn advantage(&mut self, position: &PositionOf<G>, stone: Stone) -> f64 {
        let filled = &self.prove(position).filled;
        let stones = Stone::BOTH.map(|stone| *filled.stones(stone));
        let [own, other] =
            [stone, stone.opponent()].map(|stone| self.deduction().resistance(&stones, stone));
        libm::log(other / own)
    }
}

impl<G: Monotone> Guide<PositionOf<G>> for ResistanceGuide<G> {
    fn keep_within(&mut self, bytes: usize) {
        self.bytes = bytes.min(BYTES);
    }

    fn evaluate(&mut self, position: &PositionOf<G>, player: Player) -> i32 {
        let advantage = SCALE * self.advantage(position, position.stone_of(player));
        advantage.clamp(-MOST, MOST) as i32
    }

    fn sees_win(&mut self, position: &PositionOf<G>) -> bool {
        let winner = self.prove(position).winner;
        winner.is_some() && winner == position.actor().player()
    }

    fn sees_loss(&mut self, position: &PositionOf<G>) -> bool {
        let winner = self.prove(position).winner;
        winner.is_some() && winner != position.actor().player()
    }

    fn moves(&mut self, position: &PositionOf<G>, out: &mut Vec<Action>) {
        let moves = &self.prove(position).moves;
        if moves.is_empty() {
            // All is lost, and something must be played.
            position.moves(out);
        } else {
            out.extend_from_slice(moves);
        }
    }

    /// The order of [`Deduction`], through which the most current flows first.
    fn order(&mut self, _: &PositionOf<G>, moves: &[Action], out: &mut [i32]) {
        for (place, score) in (0..moves.len() as i32).rev().zip(out) {
            *score = place;
        }
    }

    fn chance(&self, value: i32) -> f32 {
        (1.0 / (1.0 + libm::exp(-f64::from(value) / SCALE))) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    fn guide(text: &str) -> (ResistanceGuide, Position) {
        let position = Position::from_text(text).unwrap();
        (ResistanceGuide::new(position.board()), position)
    }

    #[test]
    fn a_stone_in_the_centre_is_worth_more_than_one_in_a_corner() {
        let value = |text: &str| {
            let (mut guide, position) = guide(text);
            guide.evaluate(&position, position.seat_of(Stone::Black))
        };
        let centre = value("hex 9x9; black e5; white to move");
        let corner = value("hex 9x9; black a1; white to move");
        assert!(centre > corner && corner.abs() < 500, "{centre} {corner}");
        // Both sides see the same from their own places.
        let (mut guide, position) = guide("hex 9x9; black e5; white to move");
        let [black, white] =
            Stone::BOTH.map(|stone| guide.evaluate(&position, position.seat_of(stone)));
        assert_eq!(black, -white);
        assert!(guide.chance(black) > 0.5);
    }

    #[test]
    fn a_bridge_is_worth_most_of_what_stones_in_its_place_are() {
        let value = |text: &str| {
            let (mut guide, position) = guide(text);
            guide.evaluate(&position, position.seat_of(Stone::Black))
        };
        let [apart, bridge, solid] = ["a1", "d7", "d7 d6 e6"]
            .map(|more| value(&format!("hex 9x9; black e5 {more}; white g4 h4 b6; white to move")));
        assert!(solid > bridge && bridge - apart > solid - bridge, "{apart} {bridge} {solid}");
    }

    #[test]
    fn what_is_proven_is_seen_and_losing_moves_are_not_tried() {
        let (mut guide, won) = guide("y 6; black c4; white b3 d5; black to move");
        assert!(guide.sees_win(&won) && !guide.sees_loss(&won));
        let mut moves = Vec::new();
        guide.moves(&won, &mut moves);
        assert_eq!(moves.iter().map(|&m| won.move_text(m)).collect::<Vec<_>>(), ["b5"]);
        let mut lost = won.clone();
        lost.play(moves[0]);
        assert!(guide.sees_loss(&lost) && !guide.sees_win(&lost));
        moves.clear();
        guide.moves(&lost, &mut moves);
        assert_eq!(moves.len(), 17, "whoever has lost may play anywhere");
    }
}
