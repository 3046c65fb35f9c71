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
//! `17.0@0,0` laid tile 17 unturned on the cell 0,0, `2.5s` took that long, `resign` gave up. What
//! follows `#` is a comment on the line, and a line of its own goes on with it; before the first
//! move it is a comment on the game. Another `Game:` begins another game. `Numbering: client` says that tiles are numbered and turned as in the
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
/// Seconds that a move took, in a node's properties.
const SECONDS: &str = "seconds";
/// Lines that no game needs.
const MOST_LINES: usize = 10_000;

/// Words that are no moves and end a game.
const ENDS: [&str; 2] = ["resign", "forfeit"];
/// The heading that a game begins with.
const GAME: &str = "game";

/// Reads a record, of several the first. An error names the line and what is wrong there.
pub fn read_record(text: &str) -> Result<Record, TextError> {
    read_lines(games(text).first().map_or(&[], Vec::as_slice))
}

/// Reads every record of a text, at least one, each for itself: a mistake in one leaves the others.
pub fn read_records(text: &str) -> Vec<Result<Record, TextError>> {
    games(text).iter().map(|lines| read_lines(lines)).collect()
}

/// Whether a text looks like a record, right or wrong: its first line that is no comment says which
/// game it is.
pub fn looks_like_record(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !without_comment(line).is_empty());
    lines.next().is_some_and(begins_game)
}

fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or("").trim()
}

fn begins_game(line: &str) -> bool {
    let heading = without_comment(line).split_once(':');
    heading.is_some_and(|(key, _)| key.trim().eq_ignore_ascii_case(GAME))
}

/// The lines of each game of a text with their numbers, from 1.
fn games(text: &str) -> Vec<Vec<(usize, &str)>> {
    let mut games = vec![Vec::new()];
    let mut has_begun = false;
    for (i, line) in text.lines().enumerate() {
        if begins_game(line) && std::mem::replace(&mut has_begun, true) {
            games.push(Vec::new());
        }
        games.last_mut().expect("there is one").push((i + 1, line));
    }
    games
}

fn read_lines(lines: &[(usize, &str)]) -> Result<Record, TextError> {
    let mut reader = Reader::default();
    for (i, &(number, line)) in lines.iter().enumerate() {
        let read = if i < MOST_LINES {
            reader.read(line)
        } else {
            Err(TextError::at("the record", "no game is as long"))
        };
        read.map_err(|e| e.within(format_args!("line {number}")))?;
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
    /// What was said before.
    comment: String,
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
            self.say(comment);
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

    /// Adds a comment to what was said of the last move, or of the game.
    fn say(&mut self, comment: &str) {
        let said = match (&mut self.record, self.at) {
            (Some(record), Some(at)) => &mut record.tree[at].comment,
            _ => &mut self.comment,
        };
        if !said.is_empty() && !comment.is_empty() {
            said.push('\n');
        }
        said.push_str(comment);
    }

    fn read_heading(&mut self, key: &str, value: &str) -> Result<(), TextError> {
        if key.eq_ignore_ascii_case(GAME) {
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
        self.say(comment);
        Ok(())
    }

    fn read_move(&mut self, player: Player, word: &str) -> Result<(), TextError> {
        let (Some(record), Some(position)) = (&mut self.record, &mut self.position) else {
            return Err(TextError::word(word, "no game has begun"));
        };
        if let Some(seconds) = word.strip_suffix('s') {
            let Some(at) = self.at.filter(|_| is_time(seconds)) else {
                return Err(TextError::word(word, "a time is written after a move: 2.5s"));
            };
            record.tree[at].properties.set(SECONDS, seconds);
            return Ok(());
        }
        if ENDS.contains(&word) {
            let at = self.at.unwrap_or(NodeId::ROOT);
            let end = record.play(at, position.side_name(player), word);
            self.at = Some(end.map_err(|e| TextError::word(word, e))?);
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
        let mut record = self.record.ok_or_else(|| TextError::at("the record", problem))?;
        record.tree[NodeId::ROOT].comment = self.comment;
        Ok(record)
    }
}

/// Whether a text is a number of seconds.
fn is_time(text: &str) -> bool {
    text.parse().is_ok_and(|seconds: f64| seconds.is_finite() && seconds >= 0.0)
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
    for (key, values) in record.properties.iter().filter(|(key, _)| is_free(key, &positions[0])) {
        heading(key, &values.join(" "));
    }
    for line in comment_lines(&record.tree[NodeId::ROOT].comment) {
        let _ = writeln!(text, "# {line}");
    }
    text.push('\n');
    write_moves(record, &positions, &mut text);
    Ok(text)
}

/// Whether a heading of that name can be told from all others when it is read again.
fn is_free(key: &str, position: &Position) -> bool {
    let is_word = key.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ' '));
    let taken = [GAME, "event", "date", "result", "numbering"];
    is_word
        && !key.trim().is_empty()
        && !taken.contains(&key.trim().to_ascii_lowercase().as_str())
        && player_named(position, key.trim()).is_err()
}

/// A comment as it will be read again: lines that say something, without blanks around them.
fn comment_lines(comment: &str) -> impl Iterator<Item = String> {
    comment.split('\n').map(one_line).filter(|line| !line.is_empty())
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
        let actor = before.drawing().or(before.actor().player());
        let is_end = ENDS.contains(&played.text.as_str());
        let loser = || player_named(before, &played.side).ok();
        let Some(player) = (if is_end { loser() } else { actor }) else { continue };
        let draws = !is_end && before.drawing().is_some();
        if line_of != Some(player) || !draws {
            if line_of.is_some() {
                text.push('\n');
            }
            text.push_str(before.side_name(player));
            line_of = Some(player);
        }
        text.push_str(if draws { " +" } else { " " });
        text.push_str(&played.text);
        if let Some(seconds) = properties.get(SECONDS).filter(|text| is_time(text)) {
            // Writing to a string cannot fail.
            let _ = write!(text, " {seconds}s");
        }
        let mut lines = comment_lines(comment).peekable();
        if lines.peek().is_some() {
            text.push(' ');
            line_of = None;
        }
        for line in lines {
            let _ = writeln!(text, "# {line}");
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
            let ends = ENDS.contains(&text.as_str());
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
