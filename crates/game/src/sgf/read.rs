//! Text to trees.

use std::fmt;

use crate::TextError;
use crate::record::{MAX_DEPTH, MAX_NODES, NodeId, Properties, TooLarge, Tree};

/// No game's text is longer. (A collection's may be: its games are read one by one.)
pub const MAX_BYTES: usize = 8 << 20;
/// No node has properties of more names: FF[4] itself knows about seventy.
const MAX_NAMES: usize = 200;

/// One game of a collection.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its nodes with their properties.
    pub tree: Tree<Properties>,
    places: Vec<Place>,
}

impl Game {
    /// Where in the text a node begins.
    pub fn place(&self, id: NodeId) -> Place {
        self.places[id.index()]
    }
}

/// A place in a text, counted from 1 and displayed as `line 3, column 14`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The character of the line.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Reads a whole collection. There is at least one game in it, or it is an error.
pub fn read(text: &str) -> Result<Vec<Game>, TextError> {
    let mut all = Vec::new();
    let mut nodes = 0;
    for game in games(text) {
        let game = game?;
        nodes += game.tree.len();
        if nodes > MAX_NODES {
            return Err(TextError::at(game.place(NodeId::ROOT), TooLarge::Nodes));
        }
        all.push(game);
    }
    if all.is_empty() { Err(no_game()) } else { Ok(all) }
}

/// Reads the first game of a collection.
pub fn read_first(text: &str) -> Result<Game, TextError> {
    games(text).next().unwrap_or_else(|| Err(no_game()))
}

/// How many nodes the first game of a collection has, without reading what they say: to be asked
/// about text from outside before a tree is made of it. A mistake in the text ends the count.
pub fn count_nodes(text: &str) -> usize {
    let mut reader = Reader::new(text);
    if !reader.skip_to_game() {
        return 0;
    }
    let (mut nodes, mut open) = (0, 1);
    while open > 0 {
        match reader.peek() {
            Some('[') => {
                if reader.value().is_err() {
                    break;
                }
                continue;
            }
            Some(';') => nodes += 1,
            Some('(') => open += 1,
            Some(')') => open -= 1,
            Some(_) => {}
            None => break,
        }
        reader.next();
    }
    nodes
}

fn no_game() -> TextError {
    TextError::at("the text", "no game found: a game in SGF starts with \"(;\"")
}

/// Reads a collection game by game. Text before, between and after the games is skipped. Ends
/// after the first error.
pub fn games(text: &str) -> impl Iterator<Item = Result<Game, TextError>> + '_ {
    let mut reader = Some(Reader::new(text));
    std::iter::from_fn(move || {
        let result = reader.as_mut()?.next_game();
        if !matches!(result, Ok(Some(_))) {
            reader = None;
        }
        result.transpose()
    })
}

struct Reader<'a> {
    rest: &'a str,
    place: Place,
    /// How much text was left where the present game began.
    game_start: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Reader { rest: text, place: Place { line: 1, column: 1 }, game_start: text.len() }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        // A carriage return ends a line only where no newline follows to do so.
        if c == '\n' || (c == '\r' && !self.rest.starts_with('\n')) {
            self.place.line += 1;
            self.place.column = 1;
        } else {
            self.place.column += 1;
        }
        Some(c)
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.next();
        }
    }

    /// The next game; `None` where there is no more.
    fn next_game(&mut self) -> Result<Option<Game>, TextError> {
        if self.skip_to_game() { self.game().map(Some) } else { Ok(None) }
    }

    /// Reads on to the first node of a game, whose parenthesis was read then.
    fn skip_to_game(&mut self) -> bool {
        // Letters and web pages have parentheses of their own: a game begins with "(;".
        while let Some(c) = self.next() {
            if c == '(' {
                self.skip_space();
                if self.peek() == Some(';') {
                    return true;
                }
            }
        }
        false
    }

    /// A game whose first parenthesis was read and whose first node follows.
    fn game(&mut self) -> Result<Game, TextError> {
        let start = self.place;
        self.game_start = self.rest.len();
        self.next();
        let root = self.properties()?;
        let mut game = Game { tree: Tree::new(root), places: vec![start] };
        let mut at = NodeId::ROOT;
        // Where each open variation branches off, the innermost last. The game itself is open
        // as long as this loop runs.
        let mut branches = Vec::new();
        loop {
            self.skip_space();
            let place = self.place;
            match self.next() {
                Some(';') => {
                    let properties = self.properties()?;
                    at = game.tree.add(at, properties).map_err(|e| TextError::at(place, e))?;
                    game.places.push(place);
                }
                Some('(') => {
                    self.skip_space();
                    if self.peek() != Some(';') {
                        return Err(TextError::at(self.place, "a variation starts with \";\""));
                    }
                    if branches.len() >= MAX_DEPTH {
                        return Err(TextError::at(place, TooLarge::Depth));
                    }
                    branches.push(at);
                }
                Some(')') => match branches.pop() {
                    Some(branch) => at = branch,
                    None => return Ok(game),
                },
                Some(c) => {
                    let problem = "expected \";\", \"(\", \")\" or a property";
                    return Err(TextError::word(&c.to_string(), problem).within(place));
                }
                None => {
                    let problem = "the text ends inside a game: \")\" is missing";
                    return Err(TextError::at(place, problem));
                }
            }
        }
    }

    /// The properties up to the end of a node.
    fn properties(&mut self) -> Result<Properties, TextError> {
        let mut properties = Properties::default();
        loop {
            self.skip_space();
            let place = self.place;
            if !self.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
                return Ok(properties);
            }
            let name = self.name();
            if name.is_empty() {
                return Err(TextError::at(place, "a property's name has capital letters"));
            }
            self.skip_space();
            if self.peek() != Some('[') {
                let problem = "a property needs a value in brackets";
                return Err(TextError::word(&name, problem).within(place));
            }
            while self.peek() == Some('[') {
                // Twice the same name in a node is wrong but common; what is meant is clear.
                properties.add(&name, self.value()?);
                self.skip_space();
                if self.game_start - self.rest.len() > MAX_BYTES {
                    let problem = format!("a game of more than {} MiB", MAX_BYTES >> 20);
                    return Err(TextError::at(place, problem));
                }
            }
            if properties.len() > MAX_NAMES {
                return Err(TextError::at(place, format!("more than {MAX_NAMES} properties here")));
            }
        }
    }

    /// The name of a property. Older formats write lower-case letters in it, which mean nothing.
    fn name(&mut self) -> String {
        let mut name = String::new();
        while let Some(c) = self.peek().filter(char::is_ascii_alphabetic) {
            if !c.is_ascii_lowercase() {
                name.push(c);
            }
            self.next();
        }
        name
    }

    /// A value with its brackets, as it is written between them.
    fn value(&mut self) -> Result<&'a str, TextError> {
        let place = self.place;
        self.next();
        let text = self.rest;
        loop {
            let before = self.rest.len();
            match self.next() {
                Some(']') => return Ok(&text[..text.len() - before]),
                Some('\\') => drop(self.next()),
                Some(_) => {}
                None => return Err(TextError::at(place, "this bracket is never closed")),
            }
        }
    }
}
