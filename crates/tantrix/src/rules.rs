//! Who plays: colours in order of seats, alone or two against two.

use spinney_game::{MAX_PLAYERS, Player, Rewards, TextError};

use crate::tile::Colour;

/// The players' colours, and whether seats one and three play against two and four.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    colours: [Colour; MAX_PLAYERS],
    players: u8,
    teams: bool,
}

impl Rules {
    /// Two to four players of different colours. With `teams` there are four, and those who face
    /// each other play together: their scores are added up.
    pub fn new(colours: &[Colour], teams: bool) -> Result<Rules, TextError> {
        if !(2..=MAX_PLAYERS).contains(&colours.len()) {
            return Err(TextError::at("players", "two to four colours play"));
        }
        if let Some(twice) = colours.iter().enumerate().find(|(i, c)| colours[..*i].contains(c)) {
            return Err(TextError::word(twice.1.name(), "is there twice"));
        }
        if teams && colours.len() != MAX_PLAYERS {
            return Err(TextError::word("teams", "needs four players"));
        }
        let mut seats = [Colour::Red; MAX_PLAYERS];
        seats[..colours.len()].copy_from_slice(colours);
        Ok(Rules { colours: seats, players: colours.len() as u8, teams })
    }

    /// The colours in order of seats.
    pub fn colours(&self) -> &[Colour] {
        &self.colours[..usize::from(self.players)]
    }

    /// The colour of one player.
    pub fn colour(&self, player: Player) -> Colour {
        self.colours[player.index()]
    }

    /// Whether two play against two.
    pub fn teams(&self) -> bool {
        self.teams
    }

    /// Whether two players play together (everybody does with themselves).
    pub fn together(&self, a: Player, b: Player) -> bool {
        a == b || self.teams && a.0 % 2 == b.0 % 2
    }

    /// What the players have made of their own and their partner's lines.
    pub(crate) fn standing(&self, scores: [u32; MAX_PLAYERS]) -> [u32; MAX_PLAYERS] {
        if !self.teams {
            return scores;
        }
        std::array::from_fn(|seat| scores[seat] + scores[(seat + 2) % MAX_PLAYERS])
    }

    /// What the players get for their scores: the best one has won, equal ones share it.
    pub(crate) fn rewards(&self, scores: [u32; MAX_PLAYERS]) -> Rewards {
        let standing = &self.standing(scores)[..usize::from(self.players)];
        let best = standing.iter().copied().max().unwrap_or(0);
        let mut shares = standing.iter().filter(|&&score| score == best).count() as f32;
        if self.teams {
            shares /= 2.0;
        }
        let mut rewards = Rewards::default();
        for (seat, &score) in standing.iter().enumerate() {
            if score == best {
                rewards[Player(seat as u8)] = 1.0 / shares;
            }
        }
        rewards
    }

    /// What the players get for a deadlock.
    pub(crate) fn draw(&self) -> Rewards {
        self.rewards([0; MAX_PLAYERS])
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            colours: [Colour::Red, Colour::Blue, Colour::Yellow, Colour::Green],
            players: 2,
            teams: false,
        }
    }
}
