//! One game after another between a person and the engine.

use std::io::{IsTerminal, stdin};
use std::path::{Path, PathBuf};

use anyhow::bail;
use spinney_engine::record::Record;
use spinney_engine::{CellMark, Line, Picture, Played, Report, Rng, Session, Swap};

use super::command::{self, Command, Words};
use super::input::Input;
use super::setup::Setup;
use super::side::Side;
use super::thinking::{self, percent};
use crate::output;
use crate::source::{self, Source};

/// Candidates that a hint names.
const HINTS: usize = 3;

/// A game in the terminal.
pub(super) struct TerminalGame<'a> {
    setup: Setup,
    input: &'a Input,
    session: Session,
    /// What chance rolls and draws with.
    dice: Rng,
    /// The side that has given up.
    resigned: Option<&'static str>,
    /// Where the game is saved after every move.
    autosave: Option<PathBuf>,
    /// Files that this program has written since it started, which it may replace.
    own_files: Vec<PathBuf>,
    /// Whether there is something that no file has.
    unsaved: bool,
}

/// Whose turn it is.
enum Turn {
    Person,
    Engine,
    /// A die is rolled or a tile drawn.
    Chance,
    /// Nobody's: the game is over.
    Over,
}

impl<'a> TerminalGame<'a> {
    pub(super) fn new(
        setup: Setup,
        input: &'a Input,
        autosave: Option<PathBuf>,
    ) -> anyhow::Result<TerminalGame<'a>> {
        let session = setup.open()?;
        let own_files = autosave.iter().cloned().collect();
        Ok(TerminalGame {
            setup,
            input,
            session,
            dice: Rng::by_clock(),
            resigned: None,
            autosave,
            own_files,
            unsaved: false,
        })
    }

    /// Plays until the person leaves.
    pub(super) fn play(mut self) -> anyhow::Result<()> {
        self.show_board()?;
        while !self.input.stop().is_stopped() {
            let prompt = match self.turn() {
                Turn::Engine => {
                    self.engine_moves()?;
                    continue;
                }
                Turn::Chance => {
                    self.roll()?;
                    continue;
                }
                Turn::Over => "game over> ".to_owned(),
                Turn::Person => format!("{}> ", self.session.board().to_move().unwrap_or("you")),
            };
            let Some(line) = self.input.ask(&prompt)? else { break };
            let done = match Command::parse(&line) {
                Ok(Command::Quit) => {
                    self.offer_to_save()?;
                    break;
                }
                Ok(command) => self.carry_out(command),
                Err(problem) => Err(anyhow::Error::msg(problem)),
            };
            match done {
                // Nobody can read what we would say.
                Err(error) if output::is_closed(&error) => return Err(error),
                Err(error) => output::print(&format!("{error:#} (help lists the commands)\n"))?,
                Ok(()) => {}
            }
        }
        Ok(())
    }

    fn turn(&self) -> Turn {
        let to_move = self.session.board().to_move().filter(|_| self.resigned.is_none());
        if to_move.is_none() && self.resigned.is_none() && self.session.board().outcome().is_none()
        {
            return Turn::Chance;
        }
        match to_move.and_then(|side| self.seat(side)) {
            None => Turn::Over,
            Some(seat) if self.setup.side.has(seat) => Turn::Person,
            Some(_) => Turn::Engine,
        }
    }

    /// A side's place in the order of first turns. A swap of sides gives it to the other player.
    fn seat(&self, side: &str) -> Option<usize> {
        self.session.board().sides().iter().position(|&name| name == side)
    }

    fn carry_out(&mut self, command: Command) -> anyhow::Result<()> {
        match command {
            Command::Nothing | Command::Quit => Ok(()),
            Command::Move(text) => self.person_moves(&text),
            Command::Undo => self.undo(),
            Command::Hint => self.hint(),
            Command::Go => self.engine_moves(),
            Command::Resign => self.resign(),
            Command::Save { path, replace } => self.save_as(Path::new(&path), replace),
            Command::Load(path) => self.load(&path),
            Command::New(words) => self.start_again(&words),
            Command::Level(level) => {
                self.setup.level = level.parse()?;
                self.setup.limits = None;
                Ok(())
            }
            Command::Board => self.show_board(),
            Command::Moves => Ok(output::print(&self.moves())?),
            Command::Legal(beginning) => Ok(output::print(&self.legal_moves(&beginning))?),
            Command::Help => {
                let notation = self.setup.game.notation;
                let words = Words {
                    swaps: self.session.board().setup().swap != Swap::Off,
                    formats: self.setup.game.record_formats,
                    example: self.setup.example(),
                };
                Ok(output::print(&format!("Moves: {notation}.\n{}", command::help(&words)))?)
            }
        }
    }

    fn person_moves(&mut self, text: &str) -> anyhow::Result<()> {
        if let Turn::Over = self.turn() {
            bail!("the game is over: new starts another one, undo takes the last move back");
        }
        let sides = self.session.board().sides();
        spinney_engine::play_moves(&mut self.session.line, text)?;
        self.after_move(&sides)
    }

    fn engine_moves(&mut self) -> anyhow::Result<()> {
        if let Turn::Over = self.turn() {
            bail!("the game is over: new starts another one");
        }
        let sides = self.session.board().sides();
        let from = self.session.line.played().len();
        let report = self.think_and_play(true)?;
        if self.input.stop().is_stopped() {
            return Ok(());
        }
        if report.resign {
            return self.resign();
        }
        // Where a turn is several moves, it is one to people.
        let seat = self.seat(report.side);
        while self.session.board().capabilities().turns.is_some()
            && self.session.board().seat_to_move() == seat
        {
            self.think_and_play(false)?;
            if self.input.stop().is_stopped() {
                self.session.line.truncate(from);
                return Ok(());
            }
        }
        let played = spinney_engine::turn_text(&self.session.line, from);
        let verdict = thinking::verdict(&report);
        output::print(&format!("\n{} plays {played} ({verdict})\n", report.side))?;
        self.after_move(&sides)
    }

    /// Lets the engine make a move, unless it may and would rather resign, or is told to stop.
    fn think_and_play(&mut self, may_resign: bool) -> anyhow::Result<Report> {
        let limits = self.session.move_limits(&self.setup.limits());
        let mut report = thinking::think(&mut self.session, &limits, self.input.stop())?;
        if self.setup.limits.is_none() {
            report.blunder(self.setup.level.blunder_rate(), &mut self.dice);
        }
        if self.input.stop().is_stopped() || may_resign && report.resign {
            return Ok(report);
        }
        let Some(best) = report.best() else { bail!("the engine has found no move") };
        self.session.line.play(None, &best.text)?;
        Ok(report)
    }

    /// Lets chance act until somebody is to move.
    fn roll(&mut self) -> anyhow::Result<()> {
        let mut drawn = Vec::new();
        while matches!(self.turn(), Turn::Chance) {
            drawn.push(self.session.line.roll(&mut self.dice)?.text.clone());
        }
        output::print(&format!("chance: {}\n", drawn.join(" ")))?;
        let sides = self.session.board().sides();
        self.after_move(&sides)
    }

    /// Shows what a move has changed. `sides` are the players' names before it.
    fn after_move(&mut self, sides: &[&str]) -> anyhow::Result<()> {
        self.unsaved = true;
        // Where the engine is about to reply, one drawing of both moves is enough.
        let turn = self.turn();
        let more_to_come = matches!(turn, Turn::Engine) && self.setup.side != Side::Nobody
            || matches!(turn, Turn::Chance);
        if !more_to_come {
            self.show_board()?;
        }
        if self.session.board().sides() != sides {
            let new = self.session.board().sides();
            let news = sides.iter().zip(new).map(|(old, new)| format!("who had {old} has {new}"));
            output::print(&format!("{}\n", news.collect::<Vec<_>>().join(", ")))?;
        }
        self.announce_end()?;
        self.save_to_autosave()
    }

    fn announce_end(&self) -> anyhow::Result<()> {
        let Turn::Over = self.turn() else { return Ok(()) };
        let winner = match self.resigned {
            Some(loser) => self.opponent(loser),
            None => self.session.board().outcome().and_then(|outcome| outcome.winner),
        };
        let is_person = |side| self.seat(side).is_some_and(|seat| self.setup.side.has(seat));
        let several = (0..self.session.board().sides().len()).all(|seat| self.setup.side.has(seat));
        let news = match winner {
            None if self.resigned.is_some() => "The game is broken off.".to_owned(),
            None => "The game is drawn.".to_owned(),
            Some(side) if is_person(side) && !several => format!("You win with {side}!"),
            Some(side) => format!("The winner is {side}."),
        };
        output::print(&format!(
            "{news} Now: save FILE, new for another game, undo to go back, or quit.\n"
        ))?;
        Ok(())
    }

    /// Who wins where a side gives up; nobody in particular among more than two.
    fn opponent(&self, loser: &str) -> Option<&'static str> {
        let sides = self.session.board().sides();
        sides.iter().copied().find(|&side| side != loser).filter(|_| sides.len() == 2)
    }

    fn resign(&mut self) -> anyhow::Result<()> {
        let Some(side) = self.session.board().to_move().filter(|_| self.resigned.is_none()) else {
            bail!("the game is over already");
        };
        self.resigned = Some(side);
        self.unsaved = true;
        output::print(&format!("{side} resigns.\n"))?;
        self.announce_end()?;
        self.save_to_autosave()
    }

    /// Back to the person's turn before, or by one move where a person plays both sides.
    fn undo(&mut self) -> anyhow::Result<()> {
        if self.resigned.take().is_none() {
            let is_persons = |m: &Played| m.player.is_some_and(|p| self.setup.side.has(p.0.into()));
            let last = self.session.line.played().rposition(is_persons);
            let Some(last) = last else { bail!("there is no move of yours to take back") };
            self.session.line.truncate(last);
        }
        self.unsaved = true;
        self.show_board()?;
        self.save_to_autosave()
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        if let Turn::Over = self.turn() {
            bail!("the game is over");
        }
        // A weak engine gives bad advice: the level is the opponent's.
        let limits = self.setup.limits.unwrap_or(self.session.player.default_limits());
        let report = thinking::think(&mut self.session, &limits, self.input.stop())?;
        let mut picture = self.session.board().picture();
        let mut hints = Vec::new();
        for (i, candidate) in report.candidates.iter().take(HINTS).enumerate() {
            if let Some(cell) = picture.cell_mut(&candidate.text).filter(|_| i == 0) {
                cell.mark = Some(CellMark::Hint);
            }
            let worth = match candidate.proven {
                Some(true) => "wins".to_owned(),
                Some(false) => "loses".to_owned(),
                None => percent(candidate.win_rate),
            };
            hints.push(format!("{} ({worth})", candidate.text));
        }
        output::print(&drawn(&picture))?;
        Ok(output::print(&format!("hint: {}\n", hints.join(", or ")))?)
    }

    fn start_again(&mut self, words: &str) -> anyhow::Result<()> {
        let setup = self.setup.changed(words)?;
        self.session = setup.open()?;
        self.setup = setup;
        self.resigned = None;
        self.unsaved = false;
        self.show_board()
    }

    fn load(&mut self, path: &str) -> anyhow::Result<()> {
        let Source::Record(record) = source::read(path)? else {
            bail!("{path} is a position without moves; start with --position to play it");
        };
        let mut setup = self.setup.clone();
        if record.game != setup.game.name {
            setup = setup.changed(&record.game)?;
        }
        let mut session = setup.open()?;
        session.go_on_from(Line::of_record(&record, None)?);
        (self.setup, self.session) = (setup, session);
        self.resigned = self.loser(&record.result);
        self.unsaved = false;
        self.show_board()?;
        self.announce_end()
    }

    fn save_as(&mut self, path: &Path, replace: bool) -> anyhow::Result<()> {
        let is_own = self.own_files.iter().any(|own| own == path);
        if path.exists() && !replace && !is_own {
            bail!("{0} is there already; save! {0} replaces it", path.display());
        }
        self.write(path)?;
        if !is_own {
            self.own_files.push(path.to_owned());
        }
        self.unsaved = false;
        Ok(output::print(&format!("saved to {}\n", path.display()))?)
    }

    fn save_to_autosave(&mut self) -> anyhow::Result<()> {
        let Some(path) = &self.autosave else { return Ok(()) };
        match self.write(path) {
            Ok(()) => self.unsaved = false,
            // The game matters more than its record.
            Err(error) => {
                self.autosave = None;
                output::print(&format!("{error:#}; the game is not saved any more\n"))?;
            }
        }
        Ok(())
    }

    /// A game that no file has would be lost.
    fn offer_to_save(&mut self) -> anyhow::Result<()> {
        if !self.unsaved || !stdin().is_terminal() {
            return Ok(());
        }
        while let Some(name) = self.input.ask("save the game as (Enter: do not save)> ")? {
            if name.is_empty() {
                break;
            }
            match self.save_as(Path::new(&name), false) {
                Ok(()) => break,
                Err(error) => output::print(&format!("{error:#}\n"))?,
            }
        }
        Ok(())
    }

    fn write(&self, path: &Path) -> anyhow::Result<()> {
        source::write(
            path,
            &spinney_engine::write_record(
                &self.record()?,
                source::format_of(path, self.setup.game),
            )?,
        )
    }

    fn record(&self) -> anyhow::Result<Record> {
        let session = &self.session;
        let mut record = session.line.record()?;
        let engine = format!("Spinney {} {}", env!("CARGO_PKG_VERSION"), session.player.preset());
        record.players = (0..session.board().sides().len())
            .map(|seat| if self.setup.side.has(seat) { "Person".into() } else { engine.clone() })
            .collect();
        let initial = |side: &str| side[..1].to_ascii_uppercase();
        if let Some(loser) = self.resigned {
            let winner = self.opponent(loser);
            record.result = winner.map_or("Void".to_owned(), |side| initial(side) + "+Resign");
        } else if let Some(outcome) = session.board().outcome() {
            record.result = outcome.winner.map_or("0".to_owned(), |side| initial(side) + "+");
        }
        Ok(record)
    }

    /// Who has resigned by what a record says, where the game is not over anyway.
    fn loser(&self, result: &str) -> Option<&'static str> {
        let board = self.session.board();
        let winner = result.strip_suffix("+Resign")?;
        let sides = board.sides();
        let has_won = |side: &str| side.get(..1).is_some_and(|s| s.eq_ignore_ascii_case(winner));
        let loser = sides.iter().copied().find(|side| !has_won(side))?;
        (sides.len() == 2 && sides.iter().any(|side| has_won(side)) && board.outcome().is_none())
            .then_some(loser)
    }

    fn show_board(&self) -> anyhow::Result<()> {
        Ok(output::print(&format!("\n{}", drawn(&self.session.board().picture())))?)
    }

    fn legal_moves(&self, beginning: &str) -> String {
        let legal = self.session.board().legal_moves();
        let legal: Vec<_> =
            legal.iter().filter(|text| text.starts_with(beginning)).map(String::as_str).collect();
        match legal.len() {
            0 => "no legal move\n".to_owned(),
            count => output::hanging(&format!("{count} legal: "), &legal.join(" "), " "),
        }
    }

    fn moves(&self) -> String {
        let played = self.session.line.played();
        if played.len() == 0 {
            return "no move yet\n".to_owned();
        }
        let listed: Vec<_> =
            played.enumerate().map(|(i, m)| format!("{}. {}", i + 1, m.text)).collect();
        listed.chunks(10).map(|line| line.join("  ") + "\n").collect()
    }
}

/// A board as people need it to name moves.
fn drawn(picture: &Picture) -> String {
    if picture.is_numbered() {
        picture.to_text_with_names(output::colour())
    } else {
        picture.to_text(output::colour())
    }
}
