//! A game without draws, of one that has them: they count as wins of one player.

use crate::{Actor, Game, Picture, Player, Rewards, TextError};

/// A position of a two-player game in which a draw is as good as a win for one of them. So a search
/// that knows of no draws answers whether the other one can win.
///
/// Its text is that of the position, a bar, and the number of the player: `… | draws for 1`.
#[derive(Clone, Debug)]
pub struct DrawsFor<G> {
    /// The position of the game with draws.
    pub position: G,
    /// Whom a draw counts for.
    pub player: Player,
}

const MARK: &str = " | draws for ";

impl<G: Game> Game for DrawsFor<G> {
    type Move = G::Move;

    fn name(&self) -> &'static str {
        self.position.name()
    }

    fn players(&self) -> usize {
        self.position.players()
    }

    fn actor(&self) -> Actor {
        self.position.actor()
    }

    fn moves(&self, out: &mut Vec<G::Move>) {
        self.position.moves(out);
    }

    fn is_legal(&self, m: G::Move) -> bool {
        self.position.is_legal(m)
    }

    fn play(&mut self, m: G::Move) {
        self.position.play(m);
    }

    fn rewards(&self) -> Option<Rewards> {
        let rewards = self.position.rewards()?;
        Some(Rewards::win(rewards.winner().unwrap_or(self.player)))
    }

    fn hash(&self) -> u64 {
        self.position.hash() ^ Self::mark(self.player == Player::FIRST)
    }

    fn move_codes(&self) -> usize {
        self.position.move_codes()
    }

    fn move_text(&self, m: G::Move) -> String {
        self.position.move_text(m)
    }

    fn parse_move(&self, text: &str) -> Result<G::Move, TextError> {
        self.position.parse_move(text)
    }

    fn text(&self) -> String {
        format!("{}{MARK}{}", self.position.text(), self.player.0)
    }

    fn from_text(text: &str) -> Result<Self, TextError> {
        let (position, player) = text
            .split_once(MARK)
            .ok_or_else(|| TextError::word(text, "does not say whom draws count for"))?;
        let player = match player {
            "0" => Player::FIRST,
            "1" => Player::SECOND,
            other => return Err(TextError::word(other, "not player 0 or 1")),
        };
        Ok(DrawsFor { position: G::from_text(position)?, player })
    }

    fn side_name(&self, player: Player) -> &'static str {
        self.position.side_name(player)
    }

    fn picture(&self) -> Picture {
        self.position.picture()
    }
}

impl<G> DrawsFor<G> {
    /// What a key of a position is mixed with to tell apart whom draws count for: one of two, such as
    /// the first player and the other, or the one to move and the other.
    pub fn mark(is_one: bool) -> u64 {
        if is_one { 0x9e37_79b9_7f4a_7c15 } else { 0 }
    }
}
