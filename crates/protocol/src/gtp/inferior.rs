//! Commands that show inferior cells and fill-in, as HexGui draws them.
//!
//! An answer is a list of cells with a code each: `fdb` is a dead cell taken for Black, `fcw` one
//! that White has captured, `iv[b2]` a move that is vulnerable to b2, `ir[b2]` one that b2 captures,
//! `id[b2]` one that b2 dominates, and `x` a move that loses for another reason.

use spinney_engine::explanation::{
    Explanation, FillIn, FillInCause, InferiorMove, Inferiority, explain,
};

use super::Server;
use super::board::initial;
use super::command::{Answer, Command, Failure};

impl Server<'_> {
    /// `vc-build COLOUR`: all that is known of the colour's moves. HexGui's button for a hint asks
    /// for it.
    pub(super) fn vc_build(&mut self, command: &Command) -> Answer {
        let told = self.explanation(command)?;
        let mut codes: Vec<_> = told.fill_in.iter().map(fill_in).collect();
        codes.extend(told.inferior.iter().map(inferior));
        if let Some(mustplay) = &told.mustplay {
            let is_told = |cell: &String| {
                mustplay.contains(cell)
                    || told.fill_in.iter().any(|known| known.cell == *cell)
                    || told.inferior.iter().any(|known| known.cell == *cell)
            };
            let loses =
                self.session.board().legal_moves().into_iter().filter(|cell| !is_told(cell));
            codes.extend(loses.map(|cell| format!("{cell} x")));
        }
        Ok(codes.join(" "))
    }

    /// `compute-fillin COLOUR`: the cells that may be taken for stones.
    pub(super) fn compute_fillin(&mut self, command: &Command) -> Answer {
        let told = self.explanation(command)?;
        Ok(told.fill_in.iter().map(fill_in).collect::<Vec<_>>().join(" "))
    }

    /// `compute-inferior COLOUR`: these, and the moves that need not be considered.
    pub(super) fn compute_inferior(&mut self, command: &Command) -> Answer {
        let told = self.explanation(command)?;
        let codes = told.fill_in.iter().map(fill_in).chain(told.inferior.iter().map(inferior));
        Ok(codes.collect::<Vec<_>>().join(" "))
    }

    /// `compute-vulnerable COLOUR` and the like: the moves that are inferior in one way.
    pub(super) fn compute_kind(&mut self, command: &Command, kind: char) -> Answer {
        let told = self.explanation(command)?;
        let of_kind = told.inferior.iter().filter(|known| letter(known.reason) == kind);
        Ok(of_kind.map(inferior).collect::<Vec<_>>().join(" "))
    }

    /// `find-split-decomp COLOUR`: the cells of each part of the board that the colour must win.
    pub(super) fn find_split_decomp(&mut self, command: &Command) -> Answer {
        let side = self.side_or_to_move(command.words().first())?;
        let told = self.explanation(command)?;
        let known = told.sides.iter().find(|known| known.side == side);
        let parts = known.map(|known| &known.parts[..]).unwrap_or_default();
        Ok(parts.iter().map(|part| part.join(" ")).collect::<Vec<_>>().join("\n"))
    }

    /// `explain [COLOUR]`: everything, as JSON.
    pub(super) fn explain(&mut self, command: &Command) -> Answer {
        let told = self.explanation(command)?;
        serde_json::to_string(&told).map_err(|error| Failure::new("cannot explain", error))
    }

    /// What is known with the colour to move that the command names.
    fn explanation(&self, command: &Command) -> Result<Explanation, Failure> {
        let board = self.session.board();
        Ok(match command.words().first() {
            Some(colour) => explain(&board.handed_to(self.side(colour)?)?)?,
            None => explain(board)?,
        })
    }
}

fn fill_in(known: &FillIn) -> String {
    let cause = match known.cause {
        FillInCause::Dead => 'd',
        FillInCause::Captured => 'c',
    };
    format!("{} f{cause}{}", known.cell, initial(known.side).to_ascii_lowercase())
}

fn inferior(known: &InferiorMove) -> String {
    format!("{} i{}[{}]", known.cell, letter(known.reason), known.by)
}

fn letter(reason: Inferiority) -> char {
    match reason {
        Inferiority::Vulnerable => 'v',
        Inferiority::CapturedReversible => 'r',
        Inferiority::FillInDominated | Inferiority::PathDominated => 'd',
    }
}
