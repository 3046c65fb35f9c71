//! Records of games, as the game's own server writes them.
//!
//! One line a turn: the number of the move with the side's letter, then the steps. `takeback`
//! undoes the turn before; what was undone is kept as a variation. A game that does not start
//! with setting up has the text of its position as first line, or a position file in front of its
//! turns: the number of the move with the side's letter, then a diagram. So a position file is the
//! record of a game without turns.
//!
//! The server's format has no place for names and comments, so they are lines that begin with `#`,
//! which it and others leave out. Those before the first turn are headings, `# Gold: Ann`, up to
//! one that is none, and then a comment on the game. Those after a turn are a comment on it, or on
//! its second step where they begin with `#2`. A turn that ends in `...` is not over. A file may
//! hold many games: a game begins where a line begins with `arimaa`, or with another first turn.
//!
//! ```
//! use spinney_arimaa::record;
//! let record = record::read_record(
//!     "arimaa 2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]\n\
//!      2g Ee2n Ee3n Ee4n Ee5n\n2s takeback\n2g Ee2n Ee3n Ee4n\n2s ed7s ed6s\n3g\n",
//! )?;
//! let main_line: Vec<_> = record.moves().map(|m| m.text.as_str()).collect();
//! assert_eq!(main_line, ["Ee2n", "Ee3n", "Ee4n", "end", "ed7s", "ed6s", "end"]);
//! # Ok::<(), spinney_game::TextError>(())
//! ```

use std::ops::Range;

use spinney_game::record::{NodeId, Record, RecordedMove};
use spinney_game::{Actor, Game, TextError};

use crate::action::Action;
use crate::notation;
use crate::piece::Side;
use crate::position::Position;

/// No record has more turns: longer ones are not games.
const MOST_TURNS: usize = 2_000;
/// Nobody has the patience for more.
const MOST_TAKEBACKS: usize = 50;
/// The word that a game may begin with, and a position does.
const NAME: &str = "arimaa";
/// What stands under a diagram.
const FILES: &str = "a b c d e f g h";
/// What a turn ends in that is not over.
const UNFINISHED: &str = "...";

/// A line of a text and its number, from 1.
type NumberedLine<'a> = (usize, &'a str);

/// Reads a record, of several the first. The last line may name the side to move without a turn.
pub fn read_record(text: &str) -> Result<Record, TextError> {
    read_lines(games(text).first().map_or(&[], Vec::as_slice))
}

/// Reads every record of a text, at least one, each for itself: a mistake in one leaves the others.
pub fn read_records(text: &str) -> Vec<Result<Record, TextError>> {
    let games = games(text);
    if games.is_empty() {
        return vec![read_lines(&[])];
    }
    games.iter().map(|lines| read_lines(lines)).collect()
}

/// Whether a text looks like a record, right or wrong: its first line that is no comment begins
/// with a turn or the name of the game, or a diagram follows it.
pub fn looks_like_record(text: &str) -> bool {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut lines = lines.skip_while(|line| line.starts_with('#'));
    lines.next().is_some_and(|line| {
        let label = label_and_rest(line).0;
        label == NAME || turn_label(label).is_ok() || lines.next().is_some_and(is_edge)
    })
}

/// Whether a text looks like one position file, right or wrong, without turns after it.
pub fn is_position_file(text: &str) -> bool {
    let lines = numbered(text);
    diagram(&lines)
        .is_some_and(|range| lines[range.end..].iter().all(|(_, line)| line.starts_with('#')))
}

/// The lines of a text that are not empty.
fn numbered(text: &str) -> Vec<NumberedLine<'_>> {
    let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty()).collect()
}

/// Whether a line is the upper or lower edge of a diagram.
fn is_edge(line: &str) -> bool {
    line.starts_with("+-")
}

/// The lines of the position file that a game begins with: who moves, a diagram between two edges,
/// and the letters of the files.
fn diagram(lines: &[NumberedLine]) -> Option<Range<usize>> {
    let first = lines.iter().position(|(_, line)| !line.starts_with('#'))?;
    lines.get(first + 1).filter(|(_, line)| is_edge(line))?;
    let rows = lines[first + 2..].iter().position(|(_, line)| is_edge(line));
    let mut end = rows.map_or(lines.len(), |rows| first + rows + 3);
    let letters = |line: &str| line.split_whitespace().eq(FILES.split(' '));
    end += usize::from(lines.get(end).is_some_and(|(_, line)| letters(line)));
    Some(first..end)
}

fn label_and_rest(content: &str) -> (&str, &str) {
    let (label, rest) = content.split_once(char::is_whitespace).unwrap_or((content, ""));
    (label, rest.trim())
}

/// What records call it when a side gives up by those words.
fn gives_up(words: &str) -> Option<&'static str> {
    match words {
        "resigns" | "resign" => Some("resign"),
        "lost" | "forfeit" => Some("forfeit"),
        _ => None,
    }
}

/// The lines of each game of a text, without empty ones.
fn games(text: &str) -> Vec<Vec<NumberedLine<'_>>> {
    let mut games = Vec::<Vec<NumberedLine>>::new();
    let mut turns = 0_usize;
    // Whether somebody has resigned, or the side to move was named without a turn.
    let mut is_closed = false;
    let lines = numbered(text);
    // Up to which line a diagram goes that is no turns.
    let mut diagram_end = 0;
    for (i, &(number, content)) in lines.iter().enumerate() {
        let (label, rest) = label_and_rest(content);
        let is_comment = content.starts_with('#');
        let is_outside = !is_comment && i >= diagram_end;
        let begins_diagram = is_outside && lines.get(i + 1).is_some_and(|l| is_edge(l.1));
        if begins_diagram {
            diagram_end = i + diagram(&lines[i..]).map_or(0, |range| range.end);
        }
        // Whoever set up first may give up before the other has.
        let earliest = match rest {
            rest if gives_up(rest).is_some() => 2,
            _ => 1,
        };
        let is_first_turn = ["1g", "1w"].contains(&label) && rest != "takeback";
        let begins =
            label == NAME || begins_diagram || is_first_turn && (turns >= earliest || is_closed);
        let has_begun = |lines: &Vec<NumberedLine>| lines.iter().any(|l| !l.1.starts_with('#'));
        if games.is_empty() || begins && games.last().is_some_and(has_begun) {
            games.push(Vec::new());
            (turns, is_closed) = (0, false);
        }
        match rest {
            _ if is_comment || label == NAME || i < diagram_end => {}
            "takeback" => turns = turns.saturating_sub(1),
            rest if rest.is_empty() || gives_up(rest).is_some() => is_closed = true,
            _ => turns += 1,
        }
        games.last_mut().expect("a game has begun").push((number, content));
    }
    games
}

/// A turn that was played, and the position before it.
#[derive(Clone)]
struct Turn {
    before: Position,
    actions: Vec<Action>,
    /// What was said of it after each action.
    comments: Vec<String>,
}

/// The lines of one game, read so far.
struct Reader {
    position: Position,
    /// What headings and comments before the first turn say.
    about: Record,
    line: Vec<Turn>,
    undone: Vec<Vec<Turn>>,
    given_up: Option<(Side, &'static str)>,
    /// What was said after somebody gave up.
    last_words: String,
    turns: usize,
    /// Whether a line that is no comment was read.
    has_begun: bool,
    in_headings: bool,
}

fn read_lines(lines: &[NumberedLine]) -> Result<Record, TextError> {
    let position = Position::start();
    let mut reader = Reader {
        about: Record::new(NAME, position.text()),
        position,
        line: Vec::new(),
        undone: Vec::new(),
        given_up: None,
        last_words: String::new(),
        turns: 0,
        has_begun: false,
        in_headings: true,
    };
    let diagram = diagram(lines).unwrap_or(0..0);
    if !diagram.is_empty() {
        reader.diagram(&lines[diagram.clone()])?;
    }
    for (i, &(number, content)) in lines.iter().enumerate() {
        if diagram.contains(&i) {
            continue;
        }
        let read = match content.strip_prefix('#') {
            Some(comment) => {
                reader.comment(comment);
                Ok(())
            }
            None => reader.turn(content),
        };
        read.map_err(|error| error.within(format_args!("line {number}")))?;
    }
    reader.finish()
}

impl Reader {
    /// The position that the game starts from, as position files have it.
    fn diagram(&mut self, lines: &[NumberedLine]) -> Result<(), TextError> {
        let (number, _) = lines[0];
        let rows: Vec<_> = lines.iter().map(|(_, line)| *line).collect();
        self.position = notation::position(&rows.join("\n"))
            .map_err(|error| error.within(format_args!("line {number}")))?;
        self.has_begun = true;
        Ok(())
    }

    fn turn(&mut self, content: &str) -> Result<(), TextError> {
        let (label, rest) = label_and_rest(content);
        if label == NAME && !self.has_begun {
            self.position = Position::from_text(content)?;
            self.has_begun = true;
            return Ok(());
        }
        let side = turn_label(label)?;
        self.has_begun = true;
        self.turns += 1;
        if self.turns > MOST_TURNS || self.undone.len() > MOST_TAKEBACKS {
            return Err(TextError::at("record", "is too long"));
        }
        match rest {
            "" => {}
            "takeback" => {
                let taken = self.line.last().cloned();
                let taken = taken.ok_or_else(|| TextError::at("takeback", "nothing is left"))?;
                self.position = taken.before;
                self.undone.push(self.line.clone());
                self.line.pop();
            }
            words if gives_up(words).is_some() => {
                self.given_up = gives_up(words).map(|how| (side, how));
            }
            turn => {
                if self.position.actor() != Actor::Player(side.player()) {
                    return Err(TextError::word(label, "is not to move"));
                }
                let actions = match turn.strip_suffix(UNFINISHED) {
                    Some(begun) => self.position.parse_steps(begun)?,
                    None => self.position.parse_turn(turn)?,
                };
                let before = self.position.clone();
                actions.iter().for_each(|&action| self.position.play(action));
                let comments = vec![String::new(); actions.len()];
                self.line.push(Turn { before, actions, comments });
            }
        }
        Ok(())
    }

    /// A line after its `#`.
    fn comment(&mut self, text: &str) {
        let plain = text.strip_prefix(' ').unwrap_or(text);
        if self.given_up.is_some() {
            add_line(&mut self.last_words, plain);
        } else if let Some(Turn { comments, .. }) = self.line.last_mut() {
            let (step, said) = text.split_once(' ').unwrap_or((text, ""));
            let step = step.parse().ok().filter(|step| (1..=comments.len()).contains(step));
            match (step, comments.last_mut()) {
                (Some(step), _) => add_line(&mut comments[step - 1], said),
                (None, Some(last)) => add_line(last, plain),
                (None, None) => {}
            }
        } else {
            let is_heading = self.in_headings && self.heading(plain);
            // An empty line after the headings says that a comment follows, whatever it looks like.
            let is_separator = self.in_headings && plain.is_empty();
            self.in_headings &= is_heading;
            if !is_heading && !is_separator {
                add_line(&mut self.about.tree[NodeId::ROOT].comment, plain);
            }
        }
    }

    /// Takes `Gold: Ann` for what it is. `false`: it is nothing of the kind.
    fn heading(&mut self, line: &str) -> bool {
        let Some((key, value)) = line.split_once(": ").filter(|(key, _)| is_key(key)) else {
            return false;
        };
        let (about, value) = (&mut self.about, value.trim().to_owned());
        let seat = |name: &str| usize::from(name == "silver");
        match key.to_ascii_lowercase().as_str() {
            name @ ("gold" | "silver") => {
                about.players.resize(2, String::new());
                about.players[seat(name)] = value;
            }
            "event" => about.event = value,
            "date" => about.date = value,
            "result" => about.result = value,
            _ => about.properties.set(key, value),
        }
        true
    }

    fn finish(self) -> Result<Record, TextError> {
        if !self.has_begun {
            return Err(TextError::at("record", "has no turns"));
        }
        let turns = self.line.first().or(self.undone.iter().flatten().next());
        let start = turns.map_or(&self.position, |turn| &turn.before);
        let mut record = self.about;
        record.start = start.text();
        let too_large = |error| TextError::at("record", error);
        let mut last = add(&mut record, &self.line)?;
        if let Some((side, how)) = self.given_up {
            last = record.play(last, side.name(), how).map_err(too_large)?;
            record.tree[last].comment = self.last_words;
        }
        if record.result.is_empty() {
            record.result = result(self.given_up.map(|(side, _)| side), &self.position);
        }
        // The game as it went on is the main line, so it comes first.
        for line in self.undone {
            add(&mut record, &line)?;
        }
        for id in record.tree.ids() {
            let comment = &mut record.tree[id].comment;
            *comment = comment.trim().to_owned();
        }
        Ok(record)
    }
}

fn add_line(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}

/// Whether a word may stand before a heading's colon.
fn is_key(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}

/// Whether a heading of that name says something that every record has.
fn is_taken(key: &str) -> bool {
    ["gold", "silver", "event", "date", "result"].iter().any(|name| name.eq_ignore_ascii_case(key))
}

/// How a game ended, as far as its turns say so.
fn result(given_up: Option<Side>, position: &Position) -> String {
    let won = |side: Side| format!("{}+", side.letter().to_ascii_uppercase());
    match (given_up, position.winner()) {
        (Some(side), _) => won(side.opponent()) + "Resign",
        (None, winner) => winner.map_or_else(String::new, won),
    }
}

/// Adds a line to the record, as far as it is not there yet.
fn add(record: &mut Record, line: &[Turn]) -> Result<NodeId, TextError> {
    let mut at = NodeId::ROOT;
    for turn in line {
        let mut position = turn.before.clone();
        for (&action, comment) in turn.actions.iter().zip(&turn.comments) {
            let text = position.move_text(action);
            at = record
                .play(at, position.side().name(), text)
                .map_err(|error| TextError::at("record", error))?;
            if !comment.is_empty() {
                record.tree[at].comment.clone_from(comment);
            }
            position.play(action);
        }
    }
    Ok(at)
}

/// `12g`: who moves.
fn turn_label(label: &str) -> Result<Side, TextError> {
    let letters = label.trim_start_matches(|c: char| c.is_ascii_digit());
    let mut chars = letters.chars();
    let side = chars.next().and_then(Side::of_letter);
    match side {
        Some(side) if letters.len() < label.len() && chars.next().is_none() => Ok(side),
        _ => Err(TextError::word(label, "a turn starts with its number and side, such as 12g")),
    }
}

/// Writes the main line of a record, with what it says of the game and of its turns. Variations are
/// left out. Without anything to say it is what the server writes.
pub fn write_record(record: &Record) -> Result<String, TextError> {
    let positions = replay(record)?;
    let headings = headings(record, positions.last());
    let is_usual_start = record.start.trim() == NAME || record.start == Position::start().text();
    let mut text = String::new();
    if !is_usual_start {
        text = positions[0].text() + "\n";
    } else if !headings.is_empty() || record.moves().next().is_some_and(is_end) {
        // Without a turn, what follows might be the end of the game before it in a file.
        text = format!("{NAME}\n");
    }
    text += &headings;
    let mut turn = Vec::new();
    let mut comments = Vec::new();
    for (id, position) in record.tree.main_line().zip(&positions) {
        let node = &record.tree[id];
        let Some(played) = &node.played else { continue };
        if is_end(played) {
            unfinished(&mut text, position, &mut turn, &mut comments);
            let word = if played.text == "resign" { "resigns" } else { "lost" };
            let letter = if played.side == Side::Gold.name() { 'g' } else { 's' };
            text += &format!("{}{letter} {word}\n", position.number());
            comment_lines(&mut text, "", &node.comment);
            return Ok(text);
        }
        comments.push(node.comment.as_str());
        if played.text != "end" {
            turn.push(played.text.as_str());
        }
        if position.side().name() != played.side {
            let side = position.side().opponent();
            let number = position.number() - u32::from(side == Side::Silver);
            text += &format!("{number}{} {}\n", side.letter(), turn.join(" "));
            all_comments(&mut text, &mut comments);
            turn.clear();
        }
    }
    if let Some(last) = positions.last() {
        unfinished(&mut text, last, &mut turn, &mut comments);
    }
    if text.is_empty() {
        // Nothing at all is no record: say at least who begins.
        text = format!("1{}\n", Position::start().side().letter());
    }
    Ok(text)
}

/// The steps of a turn that nobody has ended: of a game that is won, or not over.
fn unfinished(text: &mut String, at: &Position, turn: &mut Vec<&str>, comments: &mut Vec<&str>) {
    if turn.is_empty() {
        return;
    }
    let end = if at.winner().is_some() { "" } else { " ..." };
    let (number, letter) = (at.number(), at.side().letter());
    *text += &format!("{number}{letter} {}{end}\n", turn.join(" "));
    all_comments(text, comments);
    turn.clear();
}

/// What is said of the whole game, and a comment on it.
fn headings(record: &Record, last: Option<&Position>) -> String {
    let mut text = String::new();
    let mut heading = |key: &str, value: &str| {
        let value = one_line(value);
        if !value.is_empty() && is_key(key) {
            text += &format!("# {key}: {value}\n");
        }
    };
    for (key, name) in ["Gold", "Silver"].iter().zip(&record.players) {
        heading(key, name);
    }
    heading("Event", &record.event);
    heading("Date", &record.date);
    let given_up = record.moves().last().filter(|m| is_end(m));
    let loser =
        given_up.map(|m| if m.side == Side::Gold.name() { Side::Gold } else { Side::Silver });
    if last.is_none_or(|last| one_line(&record.result) != result(loser, last)) {
        heading("Result", &record.result);
    }
    for (key, values) in record.properties.iter().filter(|(key, _)| !is_taken(key)) {
        heading(key, &values.join(" "));
    }
    let comment = &record.tree[NodeId::ROOT].comment;
    if !comment.trim().is_empty() {
        text += "#\n";
        comment_lines(&mut text, "", comment);
    }
    text
}

/// What is said of the steps of a turn.
fn all_comments(text: &mut String, comments: &mut Vec<&str>) {
    let last = comments.len();
    for (i, comment) in comments.iter().enumerate().map(|(i, comment)| (i + 1, comment)) {
        let step = if i == last { String::new() } else { i.to_string() };
        comment_lines(text, &step, comment);
    }
    comments.clear();
}

/// A comment, each line with its mark.
fn comment_lines(text: &mut String, step: &str, comment: &str) {
    let comment = comment.trim();
    if comment.is_empty() {
        return;
    }
    for line in comment.split('\n').map(|line| plain(line).trim_end().to_owned()) {
        let blank = if line.is_empty() { "" } else { " " };
        *text += &format!("#{step}{blank}{line}\n");
    }
}

/// A text as it will be read again: on one line, without blanks around it.
fn one_line(text: &str) -> String {
    plain(text).trim().to_owned()
}

fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Whether a move is none of the game, but ends it.
fn is_end(played: &RecordedMove) -> bool {
    ["resign", "forfeit"].contains(&played.text.as_str())
}

/// The positions of a record's main line, one for every node.
pub fn replay(record: &Record) -> Result<Vec<Position>, TextError> {
    let mut position = Position::from_text(&record.start)
        .map_err(|error| error.within("the start of the record"))?;
    let mut positions = Vec::new();
    let mut number = 0;
    for id in record.tree.main_line() {
        let node = &record.tree[id];
        if !node.setup.is_empty() {
            return Err(TextError::at("record", "sets pieces up in the middle of a game"));
        }
        if let Some(played) = &node.played {
            number += 1;
            if !is_end(played) {
                let place = |error: TextError| error.within(format_args!("step {number}"));
                if !position.side().name().eq_ignore_ascii_case(&played.side) {
                    return Err(place(TextError::word(&played.side, "is not to move")));
                }
                let action = position.parse_move(&played.text).map_err(place)?;
                position.play(action);
            }
        }
        positions.push(position.clone());
    }
    Ok(positions)
}
