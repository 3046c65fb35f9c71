//! Commands that prove who wins, as HexGui's menu has them for other Hex programs.

use std::time::Instant;

use spinney_engine::proof::{self, ProofSettings, Prover, Proving};
use spinney_engine::{Board, Limits, Setup};

use super::command::{Answer, Command, Failure};
use super::think::Pulse;
use super::{Output, Server};
use crate::lines::Until;

/// A proof search, and the board and settings that it is for.
pub(super) struct Solver {
    prover: Box<dyn Prover>,
    setup: Setup,
    settings: ProofSettings,
}

impl Server<'_> {
    /// `dfpn-solve-state [COLOUR]`: who wins with that colour to move, `draw` if nobody does, or
    /// `empty` if the search was ended before it was proven. HexGui's button for solving asks for it.
    pub(super) fn dfpn_solve_state(&mut self, command: &Command) -> Answer {
        let position = self.position_for(command)?;
        let known = self.solve(&position, &self.limits())?;
        let open = if known.is_drawn { "draw" } else { "empty" };
        Ok(known.winner.unwrap_or(open).to_owned())
    }

    /// `dfpn-solver-find-winning COLOUR`: every move that wins, as far as that is known when the
    /// command's time is up.
    pub(super) fn dfpn_find_winning(&mut self, command: &Command) -> Answer {
        let position = self.position_for(command)?;
        let side = self.side_or_to_move(command.words().first())?;
        let openings = self.solver(&position)?.prover.openings(&position)?;
        // The time is for the command. What there is none left for may still be known.
        let begun = Instant::now();
        let limits = self.limits();
        let mut winning = Vec::new();
        for opening in openings {
            let left = limits.move_time.map(|time| time.saturating_sub(begun.elapsed()));
            let limits = Limits { move_time: left, ..limits };
            if self.winner_after(&opening.after, &limits)? == Some(side) {
                winning.extend(opening.moves);
            }
        }
        let moves = self.session.board().legal_moves();
        winning.sort_by_key(|m| moves.iter().position(|legal| legal == m));
        Ok(winning.join(" "))
    }

    /// `dfpn-get-bounds COLOUR`: what is known of each move so far: `W`, `L`, `D` for a draw, or
    /// proof and disproof number.
    pub(super) fn dfpn_get_bounds(&mut self, command: &Command) -> Answer {
        let position = self.position_for(command)?;
        let side = self.side_or_to_move(command.words().first())?;
        let openings = self.solver(&position)?.prover.openings(&position)?;
        // On a large board even one look at every move takes a while.
        let stop = self.lines.begin_search(Until::Interrupted);
        let solver = self.solver.as_mut().expect("it was just made");
        let mut bounds = Vec::new();
        for opening in openings {
            // Next to no work: what was found before is looked up.
            let limits = Limits { nodes: Some(1), ..Limits::default() };
            let Ok(known) = solver.prover.solve(&opening.after, &limits, &stop, &mut |_| {}) else {
                continue;
            };
            let bound = match known.winner {
                Some(winner) if winner == side => "W".to_owned(),
                Some(_) => "L".to_owned(),
                None if known.is_drawn => "D".to_owned(),
                // Seen by the other side, to move there.
                None => format!("{}:{}", known.disproof_number, known.proof_number),
            };
            bounds.extend(opening.moves.iter().map(|cell| format!("{cell} {bound}")));
        }
        self.lines.end_search();
        Ok(bounds.join(" "))
    }

    /// `dfpn-clear-tt`: forgets what the proof search has found.
    pub(super) fn dfpn_clear(&mut self, _: &Command) -> Answer {
        self.solver = None;
        Ok(String::new())
    }

    /// The position with the turn of the colour that the command names.
    fn position_for(&self, command: &Command) -> Result<String, Failure> {
        let side = self.side_or_to_move(command.words().first())?;
        Ok(self.session.board().handed_to(side)?.text())
    }

    /// The proof search for the board, with what it has found there.
    fn solver(&mut self, position: &str) -> Result<&mut Solver, Failure> {
        let setup = self.session.board().setup();
        let settings = self.settings.proof();
        let fits = |solver: &Solver| solver.setup == setup && solver.settings == settings;
        if !self.solver.as_ref().is_some_and(fits) {
            // The old one's memory first: two may be more than there is.
            self.solver = None;
            let prover = proof::prover(position, &settings)?;
            self.solver = Some(Solver { prover, setup, settings });
        }
        Ok(self.solver.as_mut().expect("it was just made"))
    }

    fn limits(&self) -> Limits {
        Limits { playouts: None, ..self.settings.limits() }
    }

    fn winner_after(
        &mut self,
        position: &str,
        limits: &Limits,
    ) -> Result<Option<&'static str>, Failure> {
        match Board::from_text(position)?.outcome() {
            Some(outcome) => Ok(outcome.winner),
            None => Ok(self.solve(position, limits)?.winner),
        }
    }

    /// Works on a position until it is proven or somebody interrupts, with live graphics if they
    /// are on.
    fn solve(&mut self, position: &str, limits: &Limits) -> Result<Proving, Failure> {
        self.solver(position)?;
        let mut pulse = Pulse::new(self.settings.live_interval);
        let draws = self.settings.solver_gfx;
        let stop = self.lines.begin_search(Until::Interrupted);
        let (output, solver) = (&mut self.output, self.solver.as_mut().expect("it was just made"));
        let mut tell = |known: &Proving, output: &mut Output| {
            if draws && pulse.is_due() {
                output.write(&block(known));
            }
            if output.broken.is_some() {
                stop.stop();
            }
        };
        let result = solver.prover.solve(position, limits, &stop, &mut |known| tell(known, output));
        self.lines.end_search();
        Ok(result?)
    }
}

/// A block that HexGui draws while the search is under way.
fn block(known: &Proving) -> String {
    let Proving { nodes, proof_number, disproof_number, .. } = known;
    format!(
        "gogui-gfx:\ndfpn\nVAR\nLABEL\nTEXT {nodes} positions; to prove a win {proof_number}, a loss {disproof_number}\n\n"
    )
}
