//! A very small game for examples and tests, with two to four players, with or without dice.
//!
//! Players in turn take one, two or three counters from a heap. Whoever takes the last one wins.
//! With dice, chance takes one more counter after every move with probability one half; if that
//! was the last one, the player who moved before has won. Its text is `countdown 21 first`,
//! `countdown 21 players 3 first`, `countdown 21 dice first`; the rules alone
//! (`countdown 12 players 3`) are the start.

use crate::{
    Actions, Actor, Encode, Encoding, Game, Move, Picture, Planes, Player, Rearrangement, Rewards,
    Setup, Sink, Symmetry, TextError,
};

/// How many counters are taken (chance may take 0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Take(pub u8);

impl Move for Take {
    fn code(self) -> u32 {
        u32::from(self.0)
    }
    fn from_code(code: u32) -> Take {
        Take(code as u8)
    }
}

/// A position of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Countdown {
    left: u8,
    players: u8,
    dice: bool,
    /// Who moves now or, when chance acts or the game is over, who moved last.
    turn: Player,
    rolling: bool,
}

const NAMES: [&str; 4] = ["first", "second", "third", "fourth"];

impl Countdown {
    /// The usual game: 21 counters, two players, no dice.
    pub fn start() -> Countdown {
        Countdown { left: 21, players: 2, dice: false, turn: Player::FIRST, rolling: false }
    }

    fn pass_turn(&mut self) {
        self.turn = Player((self.turn.0 + 1) % self.players);
    }
}

impl Game for Countdown {
    type Move = Take;

    fn name(&self) -> &'static str {
        "countdown"
    }

    fn players(&self) -> usize {
        self.players.into()
    }

    fn actor(&self) -> Actor {
        match (self.left, self.rolling) {
            (0, _) => Actor::Nobody,
            (_, true) => Actor::Chance,
            (_, false) => Actor::Player(self.turn),
        }
    }

    fn moves(&self, out: &mut Vec<Take>) {
        match self.actor() {
            Actor::Nobody => {}
            Actor::Chance => out.extend([Take(0), Take(1)]),
            Actor::Player(_) => out.extend((1..=self.left.min(3)).map(Take)),
        }
    }

    fn chances(&self, out: &mut Vec<f32>) {
        if self.rolling {
            out.extend([0.5, 0.5]);
        }
    }

    fn play(&mut self, m: Take) {
        self.left -= m.0;
        if self.left == 0 {
            return;
        }
        let roll = self.dice && !self.rolling;
        if !roll {
            self.pass_turn();
        }
        self.rolling = roll;
    }

    fn rewards(&self) -> Option<Rewards> {
        (self.left == 0).then(|| Rewards::win(self.turn))
    }

    fn hash(&self) -> u64 {
        let bytes = [self.left, self.players, self.dice.into(), self.turn.0, self.rolling.into()];
        bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &b| {
            (hash ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    }

    fn move_codes(&self) -> usize {
        4
    }

    fn move_text(&self, m: Take) -> String {
        m.0.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Take, TextError> {
        let m = text.trim().parse().map(Take).map_err(|_| TextError::word(text, "not a number"))?;
        if self.is_legal(m) { Ok(m) } else { Err(TextError::word(text, "cannot be taken now")) }
    }

    fn text(&self) -> String {
        let mut text = format!("countdown {}", self.left);
        if self.players != 2 {
            text += &format!(" players {}", self.players);
        }
        if self.dice {
            text += " dice";
        }
        if self.rolling {
            text += " rolling";
        }
        text + " " + NAMES[self.turn.index()]
    }

    /// How many counters there were is not known any more, so the usual number counts.
    fn setup(&self) -> Setup {
        let mut players = String::new();
        if self.players != 2 {
            players = format!("players {}", self.players);
        }
        if self.dice {
            players = format!("{players} dice").trim_start().to_owned();
        }
        Setup { players, ..Setup::plain("countdown") }
    }

    fn from_text(text: &str) -> Result<Countdown, TextError> {
        let mut position = Countdown::start();
        let mut words = text.split_whitespace();
        if words.next() != Some("countdown") {
            return Err(TextError::at("start", "the text of this game starts with \"countdown\""));
        }
        while let Some(word) = words.next() {
            if let Ok(left) = word.parse() {
                position.left = left;
            } else if let Some(i) = NAMES.iter().position(|&name| name == word) {
                position.turn = Player(i as u8);
            } else if word == "dice" {
                position.dice = true;
            } else if word == "rolling" {
                position.rolling = true;
            } else if word == "players" {
                let number = words.next().unwrap_or("");
                position.players = match number.parse() {
                    Ok(n @ 2..=4) => n,
                    _ => return Err(TextError::word(number, "players can be 2, 3 or 4")),
                };
            } else {
                return Err(TextError::word(word, "not a word of this game"));
            }
        }
        if position.turn.0 >= position.players {
            return Err(TextError::word(NAMES[position.turn.index()], "no such player"));
        }
        if position.rolling && !position.dice {
            return Err(TextError::word("rolling", "there are no dice"));
        }
        Ok(position)
    }

    fn side_name(&self, player: Player) -> &'static str {
        NAMES[player.index()]
    }

    fn hand_turn_to(&mut self, player: Player) -> bool {
        let can = self.left > 0 && !self.rolling && player.0 < self.players;
        if can {
            self.turn = player;
        }
        can
    }

    fn picture(&self) -> Picture {
        Picture { caption: self.text(), ..Picture::default() }
    }
}

impl Encode for Countdown {
    fn encoding(&self) -> Encoding {
        let planes = |name, about, most| Planes { name, about, count: 1, most, spatial: false };
        Encoding {
            height: 1,
            width: 1,
            planes: vec![
                planes("counters", "those left in the heap", u8::MAX),
                planes("dice", "whether chance takes counters, too", 1),
                planes("rolling", "whether it is to do so now", 1),
            ],
            actions: vec![Actions {
                name: "take",
                about: "so many counters; none is for chance alone",
                count: self.move_codes(),
                spatial: false,
            }],
        }
    }

    fn viewer(&self) -> Player {
        self.turn
    }

    fn encode(&self, sink: &mut impl Sink) {
        sink.fill(0, self.left);
        sink.fill(1, self.dice.into());
        sink.fill(2, self.rolling.into());
    }

    fn action_of(&self, m: Take) -> Option<usize> {
        Some(m.0.into())
    }

    fn move_of(&self, action: usize) -> Option<Take> {
        (action < self.move_codes()).then_some(Take(action as u8))
    }

    fn rearrangement(&self, symmetry: usize) -> Option<Rearrangement> {
        Some(Rearrangement::none(self, symmetry))
    }
}

/// The players may change their seats, as long as they sit in the same order around the table.
impl Symmetry for Countdown {
    fn symmetries(&self) -> usize {
        self.players.into()
    }

    fn image(&self, symmetry: usize) -> Countdown {
        Countdown { turn: self.player_image(symmetry, self.turn), ..*self }
    }

    fn player_image(&self, symmetry: usize, player: Player) -> Player {
        Player(((player.index() + symmetry) % self.symmetries()) as u8)
    }

    fn compose(&self, first: usize, then: usize) -> usize {
        (first + then) % self.symmetries()
    }
}
