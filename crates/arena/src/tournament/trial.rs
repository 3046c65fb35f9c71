//! Whether a foreign program can play an event's game at all, before any game counts.

use spinney_engine::{Board, EngineError};

use crate::clock::Clocks;
use crate::entrant::{Entrant, Protocol};
use crate::event::Event;
use crate::player::{Choice, Fault, FaultKind, NewGame, Player, Turn};

/// Starts a program and shows it first moves from both ends of the board: one that plays another
/// game on a board of that size takes the set-up, and not all of these. A language in which a
/// program cannot refuse a move makes it answer one. The outer error is the event's own.
pub(super) fn of_program(
    event: &Event,
    entrant: &Entrant,
    protocol: Protocol,
    player: &mut dyn Player,
) -> Result<Result<(), Fault>, EngineError> {
    let start = Board::from_text(&event.position)?;
    let mut trial = Trial { event, entrant, start: &start, player };
    let moves = start.legal_moves();
    let (Some(side), [first, .., last]) = (start.to_move(), &moves[..]) else {
        return Ok(trial.begin(0));
    };
    Ok(match protocol {
        Protocol::Gtp => trial.tell(side, first).and_then(|()| trial.tell(side, last)),
        Protocol::CodeCup => trial.tell(side, last).and_then(|()| trial.ask(last)),
        // These speak of one game only, and refuse any other by themselves.
        Protocol::Aei | Protocol::GetMove => trial.begin(0),
    })
}

struct Trial<'a> {
    event: &'a Event,
    entrant: &'a Entrant,
    start: &'a Board,
    player: &'a mut dyn Player,
}

impl Trial<'_> {
    fn begin(&mut self, seat: usize) -> Result<(), Fault> {
        self.player.new_game(&NewGame {
            game: self.start.game().to_owned(),
            position: self.event.position.clone(),
            sides: self.start.sides().into_iter().map(str::to_owned).collect(),
            seat,
            control: self.entrant.control,
            threads: self.entrant.threads,
            seed: 0,
        })
    }

    /// A game in which the other side begins with a move.
    fn tell(&mut self, side: &str, text: &str) -> Result<(), Fault> {
        self.begin(1)?;
        self.player.played(side, text).map_err(|fault| self.another_game(fault))
    }

    /// The program's answer to that move.
    fn ask(&mut self, told: &str) -> Result<(), Fault> {
        let illegal = |error: EngineError| Fault::new(FaultKind::Illegal, error.to_string());
        let (_, board) = self.start.play(None, told).map_err(illegal)?;
        let Some(side) = board.to_move() else { return Ok(()) };
        let seats = self.start.sides().len();
        let clocks = Clocks::new(vec![self.entrant.control; seats], &self.event.bounds);
        let turn = Turn {
            side: side.to_owned(),
            seat: 1,
            ply: 1,
            control: self.entrant.control,
            remaining: clocks.remaining(),
            deadline: clocks.deadline(1),
        };
        let answered = self.player.choose(&turn).and_then(|answer| match answer.choice {
            Choice::Resign => Ok(()),
            Choice::Move(text) => board.play(None, &text).map(drop).map_err(illegal),
        });
        answered.map_err(|fault| self.another_game(fault))
    }

    /// What went wrong, with what it looks like.
    fn another_game(&self, fault: Fault) -> Fault {
        let Fault { kind, problem } = fault;
        let title = self.start.title();
        Fault::new(kind, format!("does it play {title}? At {}: {problem}", self.event.position))
    }
}
