//! A game as it is played: the moves so far, with undo.

use crate::{Actor, Game, Player, TextError};

/// What chance is called where players have names.
const CHANCE: &str = "chance";

/// A move that was played, as others need to hear of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Who played it (`None`: chance).
    pub player: Option<Player>,
    /// What that player was called then: `black`, or `chance`.
    pub side: &'static str,
    /// The move as people write it.
    pub text: String,
}

/// A starting position and the moves played from it. Undo returns to the very position before:
/// positions are small, so each is kept.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    position: G,
    past: Vec<Step<G>>,
}

#[derive(Clone, Debug)]
struct Step<G: Game> {
    before: G,
    played: G::Move,
    actor: Actor,
}

impl<G: Game> Line<G> {
    /// A game that starts from `position`.
    pub fn new(position: G) -> Line<G> {
        Line { position, past: Vec::new() }
    }

    /// Where the game started.
    pub fn start(&self) -> &G {
        self.past.first().map_or(&self.position, |step| &step.before)
    }

    /// Where the game stands.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// How many moves were played.
    pub fn len(&self) -> usize {
        self.past.len()
    }

    /// Whether no move was played yet.
    pub fn is_empty(&self) -> bool {
        self.past.is_empty()
    }

    /// The moves so far.
    pub fn moves(&self) -> impl Iterator<Item = G::Move> + '_ {
        self.past.iter().map(|step| step.played)
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: G::Move) {
        let actor = self.position.actor();
        let before = self.position.clone();
        self.position.play(m);
        self.past.push(Step { before, played: m, actor });
    }

    /// Plays a move for a given side (`chance` is one; `None`: whoever's turn it is), or says why it cannot be
    /// played and changes nothing. A side out of turn is allowed where the game can express it.
    pub fn play_text(&mut self, side: Option<&str>, text: &str) -> Result<G::Move, TextError> {
        let mut next = self.position.clone();
        let rolled = next.actor() == Actor::Chance && side == Some(CHANCE);
        if let Some(side) = side.filter(|_| !rolled) {
            let player = player_named(&next, side)?;
            if next.actor() != Actor::Player(player) && !next.hand_turn_to(player) {
                return Err(TextError::word(side, "is not to move"));
            }
        }
        let m = next.parse_move(text)?;
        let actor = next.actor();
        next.play(m);
        let before = std::mem::replace(&mut self.position, next);
        self.past.push(Step { before, played: m, actor });
        Ok(m)
    }

    /// Takes the last move back and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<G::Move> {
        let step = self.past.pop()?;
        self.position = step.before;
        Some(step.played)
    }

    /// The moves so far, as text.
    pub fn played(&self) -> Vec<Played> {
        self.past
            .iter()
            .map(|step| {
                let player = step.actor.player();
                Played {
                    player,
                    side: player.map_or(CHANCE, |p| step.before.side_name(p)),
                    text: step.before.move_text(step.played),
                }
            })
            .collect()
    }
}

/// The player whom the game calls `side` now.
pub fn player_named<G: Game>(position: &G, side: &str) -> Result<Player, TextError> {
    let players = || (0..position.players()).map(|i| Player(i as u8));
    players().find(|&p| position.side_name(p).eq_ignore_ascii_case(side)).ok_or_else(|| {
        let names: Vec<_> = players().map(|p| position.side_name(p)).collect();
        TextError::word(side, format!("no such side; the sides are {}", names.join(", ")))
    })
}
