//! What is provable at a glance: wins in one move, and in two.
//!
//! None of it fills the board or leaves stones out: whoever threatens to win on a cell wins there
//! unless the opponent takes it or wins first. So draws and the order of stones do not matter.

use std::sync::Arc;

use super::stones::{BLACK, Links, Reach, Stones, WHITE};
use super::{Havannah, Position};
use crate::{Action, Board};
use spinney_board::{Cell, CellSet, Stone};
use spinney_game::{Actor, Game, StaticProof, StaticProver, Symmetry};

/// Proves wins by threats.
///
/// * Who can win with a stone has won.
/// * Against two such cells of the opponent's there is no defence; one of them must be taken.
/// * Who makes two such cells with a stone, while the opponent has none, wins.
#[derive(Clone)]
pub struct Threats {
    links: Arc<Links>,
    stones: Stones,
    after: Stones,
}

impl Threats {
    /// On that board.
    pub fn new(board: &Board<Havannah>) -> Threats {
        let links = Arc::new(Links::new(board));
        Threats { links, stones: Stones::default(), after: Stones::default() }
    }

    /// The cells on which each colour would win with its next stone, black's first.
    pub fn winning_cells(&mut self, position: &Position) -> [CellSet; 2] {
        let empties = position.empties();
        self.stones.set_up(&self.links, position);
        Stone::BOTH.map(|stone| self.stones.winning(&self.links, stone, &empties))
    }

    /// How many edges and corners the group of a stone on that empty cell would have; the stones must
    /// be set up.
    pub(super) fn touched_with(&self, own: Stone, cell: Cell) -> u32 {
        match own {
            Stone::Black => self.stones.touched_with::<BLACK>(&self.links, cell.0),
            Stone::White => self.stones.touched_with::<WHITE>(&self.links, cell.0),
        }
    }

    /// A cell on which a stone of the colour makes two threats at once. Neither colour may have any
    /// threat yet, and the stones must be set up.
    fn double_threat(&mut self, own: Stone, empties: &CellSet) -> Option<Cell> {
        empties.iter().find(|&cell| {
            let within = match own {
                Stone::Black => self.stones.reach::<BLACK>(&self.links, cell.0),
                Stone::White => self.stones.reach::<WHITE>(&self.links, cell.0),
            };
            let mut left = match within {
                Reach::Nothing => return false,
                Reach::Beside => empties.and(self.links.topology().adjacency(cell)),
                Reach::Anything => *empties,
            };
            left.remove(cell);
            self.after.copy(&self.stones, &self.links);
            match own {
                Stone::Black => self.after.place::<BLACK>(&self.links, cell.0),
                Stone::White => self.after.place::<WHITE>(&self.links, cell.0),
            };
            self.after.winning(&self.links, own, &left).len() >= 2
        })
    }
}

impl StaticProver<Position> for Threats {
    /// A proof may rest on anything.
    type Carrier = ();
    type Context = ();

    fn prove(&mut self, position: &mut Position, moves: &mut Vec<Action>) -> StaticProof<(), ()> {
        let Actor::Player(player) = position.actor() else {
            return match position.rewards().and_then(|rewards| rewards.winner()) {
                Some(winner) => StaticProof::Decided { winner, carrier: () },
                None => StaticProof::Open(()),
            };
        };
        let own = position.to_move();
        let threats = self.winning_cells(position);
        let (wins, dangers) = (threats[own.index()], threats[own.opponent().index()]);
        if let Some(cell) = wins.iter().next() {
            moves.push(cell.into());
            return StaticProof::Decided { winner: player, carrier: () };
        }
        if position.can_swap() {
            // The swap turns everything round, so nothing else can be said.
            position.moves(moves);
            return StaticProof::Open(());
        }
        match dangers.len() {
            0 => {}
            1 => {
                moves.extend(dangers.iter().map(Action::from));
                return StaticProof::Open(());
            }
            _ => return StaticProof::Decided { winner: player.opponent(), carrier: () },
        }
        if let Some(cell) = self.double_threat(own, &position.empties()) {
            moves.push(cell.into());
            return StaticProof::Decided { winner: player, carrier: () };
        }
        position.moves(moves);
        StaticProof::Open(())
    }

    /// Turned and mirrored positions share one.
    fn key(&self, position: &Position) -> u64 {
        position.canonical_hash()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinney_game::{RandomPlayout, Rng};

    fn proven(text: &str) -> (Option<Stone>, Vec<String>) {
        let mut position = Position::from_text(text).unwrap();
        let mut moves = Vec::new();
        let winner = Threats::new(position.board()).prove(&mut position, &mut moves).winner();
        let names = moves.iter().map(|&m| position.move_text(m)).collect();
        (winner.map(|player| position.stone_of(player)), names)
    }

    #[test]
    fn a_win_in_one_is_seen() {
        let (winner, moves) = proven("havannah 4; black a1 b1 c1; white d7 e7 f7; black to move");
        assert_eq!((winner, moves), (Some(Stone::Black), vec!["d1".to_owned()]));
    }

    #[test]
    fn one_danger_must_be_met_and_two_cannot() {
        let (winner, moves) = proven("havannah 4; black a1 b1 c1; white d4 e4; white to move");
        assert_eq!((winner, moves), (None, vec!["d1".to_owned()]));
        let two = "havannah 4; black a1 b1 c1 a2 a3; white d4 e4 g5 f6; white to move";
        assert_eq!(proven(two).0, Some(Stone::Black));
    }

    #[test]
    fn two_threats_at_once_are_seen() {
        // a1 joins b1 and c1 with a2 and a3: then both d1 and a4 win.
        let text = "havannah 4; black b1 c1 a2 a3; white d4 e4 g5 f6; black to move";
        let (winner, moves) = proven(text);
        assert_eq!((winner, moves), (Some(Stone::Black), vec!["a1".to_owned()]));
    }

    /// Winning cells are those on which a stone wins by the rules, whoever's turn it is.
    #[test]
    fn winning_cells_are_as_the_rules_say() {
        let mut rng = Rng::new(4, 0);
        let mut random = RandomPlayout::default();
        let mut seen = 0;
        for game in 0..400 {
            let side = 3 + game % 6;
            let mut position = Position::from_text(&format!("havannah {side}")).unwrap();
            let mut threats = Threats::new(position.board());
            while let Some(m) = random.pick(&position, &mut rng) {
                position.play(m);
                if position.actor() == Actor::Nobody || rng.below(4) > 0 {
                    continue;
                }
                let found = threats.winning_cells(&position);
                for stone in Stone::BOTH {
                    let wins = |cell: &Cell| {
                        let mut after = position.clone();
                        after.place(stone, *cell);
                        after.winner() == Some(stone)
                    };
                    let expected: CellSet = position.empties().iter().filter(wins).collect();
                    assert_eq!(found[stone.index()], expected, "{position:?}");
                    seen += expected.len();
                }
            }
        }
        assert!(seen > 1_000, "{seen}");
    }
}
