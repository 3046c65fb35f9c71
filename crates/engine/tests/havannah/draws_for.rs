//! A game without draws, of one that has them: they count as wins of one player.

use spinney_game::{Actor, Game, Picture, Player, Rewards, StaticProof, StaticProver, TextError};

/// A position of a two-player game in which a draw is as good as a win for one of them. So a search
/// that knows of no draws answers whether the other one can win.
///
/// Its text is that of the position, a bar, and the number of the player: `… | draws for 1`.
#[derive(Clone)]
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
        self.position.hash() ^ key(self.player == Player::FIRST)
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

/// What tells apart whom draws count for.
fn key(is_first: bool) -> u64 {
    if is_first { 0x9e37_79b9_7f4a_7c15 } else { 0 }
}

/// What a prover of wins in a game with draws proves where draws are wins. It must claim nothing of
/// positions that it does not prove won, and leave out only moves that lose.
#[derive(Clone)]
pub struct ProverOfWins<P>(pub P);

impl<G: Game, P: StaticProver<G, Carrier = ()>> StaticProver<DrawsFor<G>> for ProverOfWins<P> {
    /// A proof may rest on anything.
    type Carrier = ();
    type Context = ();

    fn prove(
        &mut self,
        position: &mut DrawsFor<G>,
        moves: &mut Vec<G::Move>,
    ) -> StaticProof<(), ()> {
        if let Some(winner) = position.rewards().and_then(|rewards| rewards.winner()) {
            return StaticProof::Decided { winner, carrier: () };
        }
        match self.0.prove(&mut position.position, moves) {
            StaticProof::Decided { winner, carrier } => StaticProof::Decided { winner, carrier },
            StaticProof::Open(_) => StaticProof::Open(()),
            StaticProof::BrokenOff => StaticProof::BrokenOff,
        }
    }

    /// Positions share one in which the player to move fares the same, so it also matters to whom of
    /// the two draws are worth something.
    fn key(&self, position: &DrawsFor<G>) -> u64 {
        let is_movers = position.actor() == Actor::Player(position.player);
        self.0.key(&position.position) ^ key(is_movers)
    }
}
