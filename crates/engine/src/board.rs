//! A position with its rules, as front doors see it.
//!
//! A [`Board`] is a value: it stands at one position for good, playing a move gives another board,
//! and a copy costs a pointer. So a tree of variations keeps a board at every node, and nobody
//! leads anything to and fro.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use spinney_game::{
    Actor, Fact, Game, Picture, Played, Player, RandomPlayout, Rng, Setup, TextError, player_named,
};

use crate::book::Canonical;
use crate::capabilities::Capabilities;
use crate::registry::{self, GameEntry};
use crate::report::{EngineError, Outcome};

/// What chance is called where players have names.
const CHANCE: &str = "chance";

/// One position of one game. Copies are cheap.
#[derive(Clone)]
pub struct Board(Arc<dyn Position>);

/// What may be done in a position whose type is not known.
trait Rules {
    fn game(&self) -> &'static str;
    fn sides(&self) -> Vec<&'static str>;
    fn actor(&self) -> Actor;
    fn legal_moves(&self) -> Vec<String>;
    fn play(&self, side: Option<&str>, text: &str) -> Result<(Played, Board), TextError>;
    fn roll(&self, rng: &mut Rng) -> Option<(Played, Board)>;
    fn outcome(&self) -> Option<Outcome>;
    fn handed_to(&self, side: &str) -> Result<Board, EngineError>;
}

/// What it looks like.
trait Depiction {
    fn text(&self) -> String;
    fn hash(&self) -> u64;
    fn setup(&self) -> Setup;
    fn facts(&self) -> Vec<Fact>;
    fn picture(&self) -> Picture;
    /// Another position of the same game, from its text.
    fn read(&self, text: &str) -> Result<Board, TextError>;
}

trait Position: Rules + Depiction + Any + Send + Sync {}

impl<G: Game> Position for G {}

impl Board {
    /// The board of a game's own position.
    pub(crate) fn new(position: impl Game) -> Board {
        Board(Arc::new(position))
    }

    /// The same where others have the position, too.
    pub(crate) fn shared(position: Arc<impl Game>) -> Board {
        Board(position)
    }

    /// The board that a text describes, the game's name first: `hex 11x11`.
    pub fn from_text(text: &str) -> Result<Board, EngineError> {
        registry::game_of_position(text)?.board(text)
    }

    /// The board of another text of the same game. What is wrong with a text of another game is
    /// that it is one.
    pub fn another(&self, text: &str) -> Result<Board, EngineError> {
        let board = self.0.read(text)?;
        if board.game() == self.game() {
            return Ok(board);
        }
        let problem = format!("is a position of {}, not of {}", board.game(), self.game());
        Err(TextError::word(text, problem).into())
    }

    /// The position, where its type is known.
    pub(crate) fn position<G: Game>(&self) -> Option<&G> {
        (&*self.0 as &dyn Any).downcast_ref()
    }

    /// The position for what a game's own crate knows of it. A board of another game is refused.
    pub(crate) fn expect<G: Game>(&self) -> Result<&G, EngineError> {
        let problem = || TextError::at("position", format!("{} is another game", self.title()));
        self.position().ok_or_else(|| problem().into())
    }

    /// Bytes that a position of its kind takes, for those who keep many.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }

    /// The game's name, as users type it: `hex`.
    pub fn game(&self) -> &'static str {
        self.0.game()
    }

    /// The game, as a front door presents it.
    pub fn entry(&self) -> Result<&'static GameEntry, EngineError> {
        registry::game(self.game())
    }

    /// The game's name, as a heading has it: `Hex`.
    pub fn title(&self) -> &'static str {
        self.entry().map_or(self.game(), |entry| entry.title)
    }

    /// What the game has besides rules, players and records.
    pub fn capabilities(&self) -> &'static Capabilities {
        self.entry().map_or(&Capabilities::NONE, |entry| &entry.capabilities)
    }

    /// The position as one line of text, rules included.
    pub fn text(&self) -> String {
        self.0.text()
    }

    /// Equal positions (same future play) have equal hashes; different ones almost never do.
    pub fn hash(&self) -> u64 {
        self.0.hash()
    }

    /// Where the position and its moves are in opening books.
    pub fn canonical(&self) -> Result<Canonical, EngineError> {
        self.entry()?.erased.canonical(self)
    }

    /// The key of the position there, which it shares with its images.
    pub fn canonical_key(&self) -> Result<u64, EngineError> {
        self.entry()?.erased.canonical_key(self)
    }

    /// What the game was set up with: rules, board, players.
    pub fn setup(&self) -> Setup {
        self.0.setup()
    }

    /// The board that a game of these rules starts from, where it is the same game.
    pub fn start_of(&self, setup: &Setup) -> Result<Board, EngineError> {
        self.another(&setup.to_string())
    }

    /// Whether it is the board that a game of its rules starts from.
    pub fn is_start(&self) -> bool {
        self.start_of(&self.setup()).is_ok_and(|start| start == *self)
    }

    /// The players' names in order of their first turn: `black`, `white`.
    pub fn sides(&self) -> Vec<&'static str> {
        self.0.sides()
    }

    /// Whose turn it is, by the place in the order of first turns; `None` when chance acts or the
    /// game is over.
    pub fn seat_to_move(&self) -> Option<usize> {
        self.0.actor().player().map(Player::index)
    }

    /// The same by name.
    pub fn to_move(&self) -> Option<&'static str> {
        self.seat_to_move().map(|seat| self.0.sides()[seat])
    }

    /// Whether chance is to act.
    pub fn is_chance(&self) -> bool {
        self.0.actor() == Actor::Chance
    }

    /// Every legal move.
    pub fn legal_moves(&self) -> Vec<String> {
        self.0.legal_moves()
    }

    /// The board after a move of a side, or of whoever's turn it is, and the move as the game
    /// writes it. A side out of turn is allowed where the game can express that.
    pub fn play(&self, side: Option<&str>, text: &str) -> Result<(Played, Board), EngineError> {
        Ok(self.0.play(side, text)?)
    }

    /// Where chance acts: the board after one of its moves, drawn by their odds.
    pub fn roll(&self, rng: &mut Rng) -> Result<(Played, Board), EngineError> {
        let rolled = self.0.roll(rng);
        rolled.ok_or_else(|| TextError::at("position", "chance is not to act").into())
    }

    /// How the game ended; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    /// The board as it would be if it were that side's turn, where the game lets the side move now.
    pub fn handed_to(&self, side: &str) -> Result<Board, EngineError> {
        self.0.handed_to(side)
    }

    /// What there is to know of the position besides its moves, in games that have hands and the
    /// like.
    pub fn facts(&self) -> Vec<Fact> {
        self.0.facts()
    }

    /// A drawing of the position.
    pub fn picture(&self) -> Picture {
        self.0.picture()
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl PartialEq for Board {
    /// Whether it is the same position, rules and history that matters included.
    fn eq(&self, other: &Board) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || self.game() == other.game()
                && self.hash() == other.hash()
                && self.text() == other.text()
    }
}

impl<G: Game> Rules for G {
    fn game(&self) -> &'static str {
        self.name()
    }

    fn sides(&self) -> Vec<&'static str> {
        (0..self.players()).map(|i| self.side_name(Player(i as u8))).collect()
    }

    fn actor(&self) -> Actor {
        Game::actor(self)
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.into_iter().map(|m| self.move_text(m)).collect()
    }

    fn play(&self, side: Option<&str>, text: &str) -> Result<(Played, Board), TextError> {
        let mut next = self.clone();
        let rolled = Game::actor(&next) == Actor::Chance && side == Some(CHANCE);
        if let Some(side) = side.filter(|_| !rolled) {
            let player = player_named(&next, side)?;
            if Game::actor(&next) != Actor::Player(player) && !next.hand_turn_to(player) {
                return Err(TextError::word(side, "is not to move"));
            }
        }
        let m = next.parse_move(text)?;
        Ok(after(next, m))
    }

    fn roll(&self, rng: &mut Rng) -> Option<(Played, Board)> {
        let is_chance = Game::actor(self) == Actor::Chance;
        let m = is_chance.then(|| RandomPlayout::default().pick(self, rng)).flatten()?;
        Some(after(self.clone(), m))
    }

    fn outcome(&self) -> Option<Outcome> {
        let rewards = self.rewards()?;
        Some(Outcome {
            winner: rewards.winner().map(|player| self.side_name(player)),
            rewards: (0..self.players()).map(|i| rewards[Player(i as u8)]).collect(),
        })
    }

    fn handed_to(&self, side: &str) -> Result<Board, EngineError> {
        let mut next = self.clone();
        let player = player_named(&next, side)?;
        if Game::actor(&next) == Actor::Nobody {
            return Err(EngineError::GameOver);
        }
        if Game::actor(&next) != Actor::Player(player) && !next.hand_turn_to(player) {
            return Err(TextError::word(side, "is not to move").into());
        }
        Ok(Board::new(next))
    }
}

/// A legal move as others hear of it.
pub(crate) fn played<G: Game>(position: &G, m: G::Move) -> Played {
    let player = position.actor().player();
    Played {
        player,
        side: player.map_or(CHANCE, |p| position.side_name(p)),
        text: position.move_text(m),
    }
}

/// The same, and the board after it.
fn after<G: Game>(mut position: G, m: G::Move) -> (Played, Board) {
    let played = played(&position, m);
    Game::play(&mut position, m);
    (played, Board::new(position))
}

impl<G: Game> Depiction for G {
    fn text(&self) -> String {
        Game::text(self)
    }

    fn hash(&self) -> u64 {
        Game::hash(self)
    }

    fn setup(&self) -> Setup {
        Game::setup(self)
    }

    fn facts(&self) -> Vec<Fact> {
        Game::facts(self)
    }

    fn picture(&self) -> Picture {
        Game::picture(self)
    }

    fn read(&self, text: &str) -> Result<Board, TextError> {
        G::from_text(text).map(Board::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_stays_where_it_is_and_a_move_leads_to_another() {
        let empty = Board::from_text("hex 5x5").unwrap();
        let (played, next) = empty.play(None, "C3").unwrap();
        assert_eq!((played.side, played.text.as_str()), ("black", "c3"));
        assert_eq!((empty.to_move(), next.to_move()), (Some("black"), Some("white")));
        assert_eq!((empty.legal_moves().len(), next.legal_moves().len()), (25, 24));
        assert!(next.play(None, "c3").is_err());
        assert_eq!(next, Board::from_text(&next.text()).unwrap());
        assert_ne!(next, empty);
    }

    #[test]
    fn a_turn_is_handed_over_on_a_copy() {
        let board = Board::from_text("hex 3x3").unwrap();
        assert_eq!(board.handed_to("white").unwrap().to_move(), Some("white"));
        assert_eq!(board.to_move(), Some("black"));
        assert!(board.handed_to("red").is_err());
        let over = Board::from_text("countdown 0 first").unwrap();
        assert_eq!(over.handed_to("second"), Err(EngineError::GameOver));
    }

    #[test]
    fn chance_is_rolled_for_and_never_a_player() {
        let board = Board::from_text("countdown 21 dice").unwrap();
        let mut rng = Rng::new(1, 0);
        assert!(board.roll(&mut rng).is_err(), "a player is to move");
        let (_, dice) = board.play(None, "1").unwrap();
        assert!(dice.is_chance() && dice.to_move().is_none());
        let (played, next) = dice.roll(&mut rng).unwrap();
        assert_eq!((played.side, played.player), ("chance", None));
        assert_eq!(dice.play(Some("chance"), &played.text).unwrap(), (played, next));
    }

    #[test]
    fn a_text_of_another_game_is_refused() {
        let board = Board::from_text("hex 3x3").unwrap();
        assert_eq!(board.another("hex 4x4").unwrap().legal_moves().len(), 16);
        assert!(board.another("y 4").is_err());
        assert!(board.another("tantrix red blue").is_err());
        assert!(Board::from_text("chess").is_err());
    }

    #[test]
    fn a_setup_is_told_by_the_game_however_it_was_typed() {
        for (typed, setup) in [
            ("hex 13", "hex 13x13"),
            ("hex 9 7 swap-sides", "hex 9x7 swap-sides"),
            ("y 13 13", "y 13"),
            ("y bent 93", "y bent-93"),
            ("polyy 5 8", "polyy 5,8"),
            ("tantrix", "tantrix red blue"),
            ("arimaa", "arimaa"),
        ] {
            let board = Board::from_text(typed).unwrap();
            assert_eq!(board.setup().to_string(), setup);
            assert!(board.is_start(), "{typed}");
            let (_, next) = match board.is_chance() {
                true => board.roll(&mut Rng::new(1, 0)).unwrap(),
                false => board.play(None, &board.legal_moves()[0]).unwrap(),
            };
            assert_eq!(next.setup(), board.setup());
            assert!(!next.is_start(), "{typed}");
        }
        assert!(Board::from_text("y 13 12").is_err());
        assert!(Board::from_text("hex 9 7 5").is_err());
    }
}
