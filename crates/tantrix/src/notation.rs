//! Positions and moves as text.
//!
//! ```text
//! tantrix red blue
//! tantrix teams red yellow blue green
//! tantrix red blue hands 1,2,3,4,5,6 7,8,9,10,11,12 table 17.0@0,0 23.1@1,1 turn blue moved
//! ```
//!
//! Hands stand in order of seats, `-` for an empty one; tiles on the table in the order in which
//! they were laid, as tile.orientation@x,y; `moved` after the turn says that its free move has
//! been made. What is neither in a hand nor on the table is in the bag.

use std::fmt::Write;

use spinney_game::{Actor, Fact, Game, Player, Setup, TextError};

use crate::cell::{Action, Cell, Placement};
use crate::position::Position;
use crate::rules::Rules;
use crate::table::{HAND, Table};
use crate::tile::{Colour, EVERY_TILE, Tile, Tiles, tiles_of};

/// Who plays, as a game is set up.
pub(crate) fn setup(rules: &Rules) -> Setup {
    let teams = rules.teams().then_some("teams");
    let colours = rules.colours().iter().map(|colour| colour.name());
    let players: Vec<_> = teams.into_iter().chain(colours).collect();
    Setup { players: players.join(" "), ..Setup::plain("tantrix") }
}

pub(crate) fn write(position: &Position) -> String {
    let (rules, table) = (position.rules(), position.table());
    let mut text = setup(rules).to_string();
    let hands = &table.hands[..rules.colours().len()];
    if position.laid().is_empty() && hands.iter().all(|&hand| hand == 0) {
        return text;
    }
    text += " hands";
    for &hand in hands {
        text += " ";
        text += &hand_text(hand);
    }
    if !position.laid().is_empty() {
        text += " table";
        for laid in position.laid() {
            // Writing to a string cannot fail.
            let _ = write!(text, " {laid}");
        }
    }
    if table.has_starter() {
        text += " turn ";
        text += rules.colour(Player(table.turn)).name();
        if table.moved {
            text += " moved";
        }
    }
    text
}

/// What a program needs that lays tiles without knowing the rules.
pub(crate) fn facts(position: &Position) -> Vec<Fact> {
    let name = |player: Player| position.side_name(player);
    let stage = match position.actor() {
        Actor::Chance => "draw",
        Actor::Player(_) if position.must_fill() => "fill",
        Actor::Player(_) => "free",
        Actor::Nobody if position.is_deadlock() => "deadlock",
        Actor::Nobody => "over",
    };
    let mut facts = vec![
        Fact::new("stage", [stage]),
        Fact::new("turn", position.turn().map(name)),
        Fact::new("draws", position.drawing().map(name)),
        Fact::new("bag", position.bag()),
        Fact::new("forced", position.forced_spaces()),
    ];
    for player in (0..position.players()).map(|seat| Player(seat as u8)) {
        let side = name(player);
        let (line, is_loop) = position.best_line(player);
        facts.push(Fact::new(format_args!("hand {side}"), position.hand(player)));
        facts.push(Fact::new(format_args!("fills {side}"), position.fillable_spaces(player)));
        facts.push(Fact::new(format_args!("score {side}"), [position.score(player)]));
        let best = if is_loop { "loop" } else { "line" };
        facts.push(Fact::new(format_args!("{best} {side}"), line));
    }
    facts
}

fn hand_text(hand: Tiles) -> String {
    let numbers: Vec<_> = tiles_of(hand).map(|tile| tile.to_string()).collect();
    if numbers.is_empty() { "-".to_owned() } else { numbers.join(",") }
}

pub(crate) fn read(text: &str) -> Result<Position, TextError> {
    let mut words = text.split_whitespace().peekable();
    if !words.next().is_some_and(|word| word.eq_ignore_ascii_case("tantrix")) {
        return Err(TextError::at("start", "the text of this game starts with \"tantrix\""));
    }
    let teams = words.next_if(|word| word.eq_ignore_ascii_case("teams")).is_some();
    let mut colours = Vec::new();
    while let Some(colour) = words.peek().and_then(|word| Colour::named(word)) {
        words.next();
        colours.push(colour);
    }
    let rules = match (&colours[..], teams) {
        ([], false) => Rules::default(),
        ([], true) => Rules::new(&Colour::ALL, true)?,
        (colours, teams) => Rules::new(colours, teams)?,
    };
    let players = rules.colours().len();
    let mut table = Table::new(players as u8);

    if words.next_if_eq(&"hands").is_some() {
        for hand in &mut table.hands[..players] {
            let word = words.next().ok_or_else(|| {
                TextError::at("hands", "every player has one; an empty one is written as -")
            })?;
            *hand = read_hand(word, &mut table.bag)?;
        }
    }
    let mut laid = Vec::new();
    if words.next_if_eq(&"table").is_some() {
        while let Some(word) = words.next_if(|&word| word != "turn") {
            let placement = Placement::from_text(word)?;
            take(placement.tile, &mut table.bag)?;
            laid.push(placement);
        }
    }
    let turn = match words.next() {
        Some("turn") => Some(read_turn(&rules, words.next().unwrap_or(""))?),
        Some(word) => {
            let problem = "expected colours, hands, table or turn, in this order";
            return Err(TextError::word(word, problem));
        }
        None => None,
    };
    table.moved = words.next_if_eq(&"moved").is_some();
    if let Some(word) = words.next() {
        return Err(TextError::word(word, "nothing follows the turn"));
    }

    if table.bag == 0 {
        table.board.lift_restrictions();
    }
    for placement in laid {
        // A table may be looked at from any side, so the first tile may lie any way round.
        let is_first = table.board.laid().is_empty() && placement.cell == Cell::ORIGIN;
        if !is_first && !table.board.matches(placement) {
            let problem = "does not touch or match the tiles before it (the first lies at 0,0)";
            return Err(TextError::word(&placement.to_string(), problem));
        }
        if !is_first && !table.board.allows(placement) {
            let problem = "breaks a restriction, which holds while tiles are left in the bag";
            return Err(TextError::word(&placement.to_string(), problem));
        }
        table.board.lay(placement);
    }
    match (turn, table.has_starter()) {
        (Some(turn), true) => table.turn = turn,
        (None, true) => return Err(TextError::at("turn", "is missing: turn red")),
        (Some(_), false) => {
            return Err(TextError::at("turn", "nobody's yet: everybody draws a tile first"));
        }
        (None, false) => {}
    }
    check_hands(&rules, &table)?;
    Ok(Position::of_table(rules, table))
}

fn read_hand(word: &str, bag: &mut Tiles) -> Result<Tiles, TextError> {
    let mut hand = 0;
    if word == "-" {
        return Ok(hand);
    }
    for number in word.split(',') {
        let tile = read_tile(number)?;
        take(tile, bag)?;
        hand |= 1 << tile.index();
    }
    if hand.count_ones() > HAND {
        return Err(TextError::word(word, "a hand has at most six tiles"));
    }
    Ok(hand)
}

fn read_tile(number: &str) -> Result<Tile, TextError> {
    let tile = number.parse().ok().and_then(Tile::numbered);
    tile.ok_or_else(|| TextError::word(number, "is not the number of a tile, 1 to 56"))
}

/// A tile is in one place only.
fn take(tile: Tile, bag: &mut Tiles) -> Result<(), TextError> {
    if *bag >> tile.index() & 1 == 0 {
        return Err(TextError::at(format_args!("tile {tile}"), "is there twice"));
    }
    *bag &= !(1 << tile.index());
    Ok(())
}

fn read_turn(rules: &Rules, word: &str) -> Result<u8, TextError> {
    let colour = Colour::named(word);
    let seat = rules.colours().iter().position(|&c| Some(c) == colour);
    seat.map(|seat| seat as u8).ok_or_else(|| TextError::word(word, "is nobody's colour"))
}

/// While tiles are left in the bag, hands are full but for the tile that is drawn next, and in the
/// deal but for those not dealt yet.
fn check_hands(rules: &Rules, table: &Table) -> Result<(), TextError> {
    debug_assert_eq!(table.bag & !EVERY_TILE, 0);
    let hands = &table.hands[..rules.colours().len()];
    if table.board.laid().is_empty() {
        let dealt = hands.iter().map(|hand| hand.count_ones());
        // One each in the first round, then six to each in turn.
        let begun = hands.iter().all(|&hand| hand != 0);
        let first_round =
            || dealt.clone().is_sorted_by(|a, b| a >= b) && dealt.clone().all(|n| n <= 1);
        let later = || dealt.clone().skip_while(|&n| n == HAND).skip(1).all(|n| n == 1);
        if table.moved || !if begun { later() } else { first_round() } {
            return Err(TextError::at(
                "hands",
                "are not dealt so: one each, then six to each in turn",
            ));
        }
        return Ok(());
    }
    let full = |(seat, hand): (usize, &Tiles)| {
        let size = hand.count_ones();
        size == HAND || size == HAND - 1 && seat == usize::from(table.turn)
    };
    if table.bag != 0 && !hands.iter().enumerate().all(full) {
        let problem = "hold six tiles while there are tiles in the bag, or five for the player who draws next";
        return Err(TextError::at("hands", problem));
    }
    Ok(())
}

pub(crate) fn parse_move(position: &Position, text: &str) -> Result<Action, TextError> {
    let text = text.trim();
    match position.actor() {
        Actor::Nobody => Err(TextError::word(text, "the game is over")),
        Actor::Chance => {
            let tile = read_tile(text)?;
            let draw = Action::Draw(tile);
            if position.is_legal(draw) {
                Ok(draw)
            } else {
                Err(TextError::word(text, "is not in the bag any more"))
            }
        }
        Actor::Player(player) => {
            let placement = Placement::from_text(text)?;
            let action = Action::Place(placement);
            if position.is_legal(action) {
                return Ok(action);
            }
            Err(TextError::word(text, why_not(position, player, placement)))
        }
    }
}

/// Why a placement is not legal.
fn why_not(position: &Position, player: Player, placement: Placement) -> &'static str {
    let table = position.table();
    if table.hands[player.index()] >> placement.tile.index() & 1 == 0 {
        "that tile is not in the hand of the player to move"
    } else if position.laid().is_empty() {
        "the first tile is laid as n.0@0,0"
    } else if position.tile(placement.cell).is_some() {
        "there is a tile already"
    } else if table.board.space(placement.cell).is_none() {
        "touches no tile"
    } else if !table.board.matches(placement) {
        "does not match the tiles beside it"
    } else if position.must_fill() && !position.forced_spaces().contains(&placement.cell) {
        "a forced space must be filled first"
    } else {
        "breaks a restriction: three of a colour, a four-sided space or a controlled side"
    }
}
