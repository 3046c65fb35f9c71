//! Records of games as plain text: every draw, every tile laid, the clock.
//!
//! ```text
//! Game: tantrix red blue
//! Red: Ann
//! Blue: Bob
//! Clock: 900
//!
//! red +17
//! blue +5
//! red +1 +2 +3 +4 +6
//! blue +7 +8 +9 +10 +11
//! red 17.0@0,0 +33 2.5s
//! ```
//!
//! After the heading, a line is a player with what they did: `+33` drew tile 33 from the bag,
//! `17.0@0,0` laid tile 17 unturned on the cell 0,0, `2.5s` took that long. What follows `#` is a
//! comment on the line. `Numbering: client` says that tiles are numbered and turned as in the
//! first online client. A tile may also be written by its colours, clockwise from the north-east:
//! `+BGRGRB`, and as it lies `BGRGRB@4,-2`. The first tile may lie anywhere and anyhow: the table has no north, so the
//! game is moved and turned until that tile lies unturned at the origin.

use std::fmt::Write;

use spinney_game::record::{Node, NodeId, Record, RecordedMove};
use spinney_game::{Actor, Game, Player, TextError, player_named};

use crate::cell::{Cell, Placement, SIDES, tile_string};
use crate::position::Position;
use crate::tile::Tile;

/// The name of chance in records.
const CHANCE: &str = "chance";
/// How a player may end a game without a move.
const GIVING_UP: [&str; 2] = ["resign", "forfeit"];
/// Seconds that a move took, in a node's properties.
const SECONDS: &str = "seconds";
/// Lines that no game needs.
const MOST_LINES: usize = 10_000;

/// Reads a record. An error names the line and what is wrong there.
pub fn read_record(text: &str) -> Result<Record, TextError> {
    let mut reader = Reader::default();
    for (number, line) in text.lines().enumerate() {
        let number = number + 1;
        if number > MOST_LINES {
            return Err(TextError::at(format_args!("line {number}"), "no game is as long"));
        }
        reader.read(line).map_err(|e| e.within(format_args!("line {number}")))?;
    }
    reader.finish()
}

#[derive(Default)]
struct Reader {
    record: Option<Record>,
    position: Option<Position>,
    at: Option<NodeId>,
    numbering: Numbering,
    view: Option<View>,
    /// Whether moves have begun.
    playing: bool,
}

#[derive(Clone, Copy, PartialEq, Default)]
enum Numbering {
    #[default]
    Back,
    Client,
}

impl Reader {
    fn read(&mut self, line: &str) -> Result<(), TextError> {
        let (line, comment) = match line.split_once('#') {
            Some((line, comment)) => (line.trim(), comment.trim()),
            None => (line.trim(), ""),
        };
        if line.is_empty() {
            return Ok(());
        }
        match line.split_once(':') {
            Some((key, value)) if !self.playing => self.read_heading(key.trim(), value.trim()),
            _ => {
                self.playing = true;
                self.read_moves(line, comment)
            }
        }
    }

    fn read_heading(&mut self, key: &str, value: &str) -> Result<(), TextError> {
        if key.eq_ignore_ascii_case("game") {
            if self.record.is_some() {
                return Err(TextError::word(key, "is there twice"));
            }
            let position = Position::from_text(value)?;
            let mut record = Record::new("tantrix", position.text());
            record.players = vec![String::new(); position.players()];
            self.record = Some(record);
            self.position = Some(position);
            return Ok(());
        }
        let (Some(record), Some(position)) = (&mut self.record, &self.position) else {
            return Err(TextError::word(key, "a record of Tantrix starts with \"Game: tantrix\""));
        };
        let value = value.to_owned();
        match key.to_ascii_lowercase().as_str() {
            "event" => record.event = value,
            "date" => record.date = value,
            "result" => record.result = value,
            "numbering" => {
                self.numbering = match value.as_str() {
                    "back" => Numbering::Back,
                    "client" => Numbering::Client,
                    _ => return Err(TextError::word(&value, "numberings are back and client")),
                }
            }
            key => match player_named(position, key) {
                Ok(player) => record.players[player.index()] = value,
                Err(_) => record.properties.set(key, value),
            },
        }
        Ok(())
    }

    fn read_moves(&mut self, line: &str, comment: &str) -> Result<(), TextError> {
        let mut words = line.split_whitespace();
        let side = words.next().unwrap_or("");
        let Some(position) = &self.position else {
            return Err(TextError::word(side, "a record of Tantrix starts with \"Game: tantrix\""));
        };
        let player = player_named(position, side)?;
        for word in words {
            self.read_move(player, word)?;
        }
        if let (Some(record), Some(at), false) = (&mut self.record, self.at, comment.is_empty()) {
            record.tree[at].comment = comment.to_owned();
        }
        Ok(())
    }

    fn read_move(&mut self, player: Player, word: &str) -> Result<(), TextError> {
        let (Some(record), Some(position)) = (&mut self.record, &mut self.position) else {
            return Err(TextError::word(word, "no game has begun"));
        };
        if let Some(seconds) = word.strip_suffix('s') {
            let good = seconds.parse().is_ok_and(|s: f64| s.is_finite() && s >= 0.0);
            let Some(at) = self.at.filter(|_| good) else {
                return Err(TextError::word(word, "a time is written after a move: 2.5s"));
            };
            record.tree[at].properties.set(SECONDS, seconds);
            return Ok(());
        }
        if GIVING_UP.contains(&word) {
            let (at, side) = (self.at.unwrap_or(NodeId::ROOT), position.side_name(player));
            let next = record.play(at, side, word).map_err(|e| TextError::word(word, e))?;
            self.at = Some(next);
            return Ok(());
        }
        let (side, text) = if let Some(tile) = word.strip_prefix('+') {
            if position.drawing() != Some(player) {
                return Err(TextError::word(word, "that player draws no tile now"));
            }
            let tile = match (Tile::from_string(tile), self.numbering) {
                (Ok((tile, _)), _) => tile.to_string(),
                (_, Numbering::Back) => tile.to_owned(),
                (_, Numbering::Client) => {
                    let known = tile.parse().ok().and_then(Tile::of_client);
                    let known = known.ok_or_else(|| {
                        TextError::word(word, "is not the number of a tile, 1 to 56")
                    })?;
                    known.0.to_string()
                }
            };
            (CHANCE, tile)
        } else {
            if position.actor() != Actor::Player(player) {
                return Err(TextError::word(word, "it is not that player's move"));
            }
            let mut seen = Seen::from_text(word)?;
            if self.numbering == Numbering::Client && tile_string(word).is_none() {
                seen.number_by_back(word)?;
            }
            let view = self.view.get_or_insert_with(|| View::of_first(&seen));
            let placement = view.turn(&seen).ok_or_else(|| {
                TextError::word(word, "touches no tile: it is too far from the first one")
            })?;
            (position.side_name(player), placement.to_string())
        };
        let action = position.parse_move(&text)?;
        position.play(action);
        let at = self.at.unwrap_or(NodeId::ROOT);
        let next = record.play(at, side, text).map_err(|e| TextError::word(word, e))?;
        self.at = Some(next);
        Ok(())
    }

    fn finish(self) -> Result<Record, TextError> {
        let problem = "a record of Tantrix starts with \"Game: tantrix\"";
        self.record.ok_or_else(|| TextError::at("the record", problem))
    }
}

/// A placement as the record sees it, wherever its table has the origin.
struct Seen {
    number: u32,
    orientation: u8,
    x: i32,
    y: i32,
}

impl Seen {
    fn from_text(word: &str) -> Result<Seen, TextError> {
        if let Some(((tile, orientation), cell)) = tile_string(word) {
            return Seen::from_text(&format!("{tile}.{orientation}@{cell}"))
                .map_err(|e| TextError::word(word, e.problem));
        }
        let numbers: Option<Vec<i32>> =
            word.split(['.', '@', ',']).map(|number| number.parse().ok()).collect();
        let wrong = || TextError::word(word, "a placement is tile.orientation@x,y: 17.3@4,-2");
        let [tile, orientation, x, y] = numbers.ok_or_else(wrong)?[..] else { return Err(wrong()) };
        let near = -10_000..=10_000;
        let is_cell = near.contains(&x) && near.contains(&y) && (x - y) % 2 == 0;
        if !(0..SIDES as i32).contains(&orientation) || !word.contains('@') || tile < 0 || !is_cell
        {
            return Err(wrong());
        }
        Ok(Seen { number: tile as u32, orientation: orientation as u8, x, y })
    }

    /// From the client's number and orientation to ours.
    fn number_by_back(&mut self, word: &str) -> Result<(), TextError> {
        let (tile, turned) = Tile::of_client(self.number)
            .ok_or_else(|| TextError::word(word, "tiles are numbered from 1 to 56"))?;
        self.number = tile.number();
        self.orientation = (self.orientation + turned) % SIDES as u8;
        Ok(())
    }
}

/// Where the record's first tile lies and how it is turned.
struct View {
    x: i32,
    y: i32,
    orientation: u8,
}

impl View {
    fn of_first(seen: &Seen) -> View {
        View { x: seen.x, y: seen.y, orientation: seen.orientation }
    }

    /// The placement as seen from the first tile; `None` too far from it.
    fn turn(&self, seen: &Seen) -> Option<Placement> {
        let back = (SIDES as u8 - self.orientation) % SIDES as u8;
        Some(Placement {
            cell: Cell::at(seen.x - self.x, seen.y - self.y)?.turned(back)?,
            tile: Tile::numbered(seen.number)?,
            orientation: (seen.orientation + back) % SIDES as u8,
        })
    }
}

/// Writes the main line of a record.
pub fn write_record(record: &Record) -> Result<String, TextError> {
    let positions = replay(record)?;
    let mut text = format!("Game: {}\n", record.start);
    let mut heading = |key: &str, value: &str| {
        // What follows # would be read as a comment.
        let value = one_line(&value.replace('#', ""));
        if !value.is_empty() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{key}: {value}");
        }
    };
    for (seat, name) in record.players.iter().enumerate().take(positions[0].players()) {
        let mut side = positions[0].side_name(Player(seat as u8)).to_owned();
        side[..1].make_ascii_uppercase();
        heading(&side, name);
    }
    heading("Event", &record.event);
    heading("Date", &record.date);
    heading("Result", &record.result);
    for (key, values) in record.properties.iter() {
        heading(key, &values.join(" "));
    }
    text.push('\n');
    write_moves(record, &positions, &mut text);
    Ok(text)
}

/// A text as it will be read again: on one line, without blanks around it.
fn one_line(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    text.trim().to_owned()
}

/// A line for every tile laid, and one for every player's share of the deal.
fn write_moves(record: &Record, positions: &[Position], text: &mut String) {
    let mut line_of: Option<Player> = None;
    let nodes = record.tree.main_line().map(|id| &record.tree[id]);
    for (node, before) in nodes.skip(1).zip(positions) {
        let Node { played: Some(played), comment, properties, .. } = node else { continue };
        let gives_up = GIVING_UP.contains(&played.text.as_str());
        let actor = match gives_up {
            true => player_named(before, &played.side).ok(),
            false => before.drawing().or(before.actor().player()),
        };
        let Some(player) = actor else { continue };
        let draws = !gives_up && before.drawing().is_some();
        if line_of != Some(player) || !draws {
            if line_of.is_some() {
                text.push('\n');
            }
            text.push_str(before.side_name(player));
            line_of = Some(player);
        }
        text.push_str(if draws { " +" } else { " " });
        text.push_str(&played.text);
        if let Some(seconds) = properties.get(SECONDS) {
            // Writing to a string cannot fail.
            let _ = write!(text, " {seconds}s");
        }
        let comment = one_line(comment);
        if !comment.is_empty() {
            let _ = write!(text, " # {comment}");
            text.push('\n');
            line_of = None;
        }
    }
    if line_of.is_some() {
        text.push('\n');
    }
}

/// The positions of a record's main line, one for every node.
pub fn replay(record: &Record) -> Result<Vec<Position>, TextError> {
    let mut position =
        Position::from_text(&record.start).map_err(|e| e.within("the start of the record"))?;
    let mut positions = Vec::new();
    let mut moves = 0;
    for id in record.tree.main_line() {
        if let Some(RecordedMove { side, text }) = &record.tree[id].played {
            moves += 1;
            let place = format_args!("move {moves}");
            let ends = GIVING_UP.contains(&text.as_str());
            if side != CHANCE {
                let player = player_named(&position, side).map_err(|e| e.within(place))?;
                if !ends && position.actor() != Actor::Player(player) {
                    return Err(TextError::word(side, "is not to move").within(place));
                }
            }
            if !ends {
                let action = position.parse_move(text).map_err(|e| e.within(place))?;
                position.play(action);
            }
        }
        positions.push(position.clone());
    }
    Ok(positions)
}
