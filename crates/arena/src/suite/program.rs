//! Foreign programs before a test.

use std::time::{Duration, Instant};

use spinney_engine::{Board, EngineError, Line, TextError, turn_text};

use super::{Answer, Test};
use crate::clock::Clocks;
use crate::entrant::External;
use crate::external;
use crate::job::Bounds;
use crate::player::{
    Choice, Evaluation, Fault, FaultKind, NewGame, Player, TimeControl, Turn as Decision,
};

/// What keeps a program from answering a test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProgramError {
    /// The test is none.
    #[error(transparent)]
    Test(#[from] EngineError),
    /// Nobody knows how to start the program.
    #[error(transparent)]
    Description(#[from] TextError),
    /// The program has done something wrong.
    #[error(transparent)]
    Program(#[from] Fault),
}

impl Test {
    /// Starts a foreign program at the test's position, lets it move within its time, and judges
    /// the move. The program is gone afterwards.
    pub fn ask_program(
        &self,
        external: &External,
        control: TimeControl,
        seed: u64,
    ) -> Result<Answer, ProgramError> {
        let board = Board::from_text(&self.position)?;
        let (Some(side), Some(seat)) = (board.to_move(), board.seat_to_move()) else {
            return Err(EngineError::GameOver.into());
        };
        let sides: Vec<_> = board.sides().into_iter().map(str::to_owned).collect();
        let mut player = external::open(external)?;
        let game = NewGame {
            game: board.game().to_owned(),
            position: self.position.clone(),
            sides,
            seat,
            control,
            threads: 1,
            seed,
        };
        let found = player.new_game(&game).and_then(|()| choose_turn(&mut *player, &game, &board));
        player.end_game();
        let Found { turn, evaluation, elapsed } = found?;
        let score = match &turn {
            Some(turn) => self.judge(&mut Line::new(board), turn)?,
            None => 0.0,
        };
        let turn = turn.unwrap_or_else(|| format!("{side} resigns"));
        Ok(Answer { turn, score, evaluation, elapsed })
    }
}

/// What a program has chosen.
struct Found {
    /// Its turn; none where it gives up.
    turn: Option<String>,
    /// What it thought of its first move.
    evaluation: Evaluation,
    elapsed: Duration,
}

/// Asks for decisions until the turn is over, as a referee does.
fn choose_turn(player: &mut dyn Player, game: &NewGame, board: &Board) -> Result<Found, Fault> {
    let clocks = Clocks::new(vec![game.control; game.sides.len()], &Bounds::default());
    let mut line = Line::new(board.clone());
    let mut found =
        Found { turn: None, evaluation: Evaluation::default(), elapsed: Duration::ZERO };
    while line.board().seat_to_move() == Some(game.seat) {
        let side = line.board().to_move().unwrap_or_default().to_owned();
        let decision = Decision {
            side: side.clone(),
            seat: game.seat,
            ply: line.played().len(),
            control: game.control,
            remaining: clocks.remaining(),
            deadline: clocks.deadline(game.seat),
        };
        let begun = Instant::now();
        let answer = player.choose(&decision)?;
        found.elapsed += begun.elapsed();
        if line.played().len() == 0 {
            found.evaluation = answer.evaluation;
        }
        let Choice::Move(text) = answer.choice else { return Ok(found) };
        line.play(None, &text)
            .map_err(|error| Fault::new(FaultKind::Illegal, format!("\"{text}\": {error}")))?;
        // Where the turn goes on, the program has to know how far it is; its end is nothing to it.
        if line.board().seat_to_move() == Some(game.seat) {
            player.played(&side, &text)?;
        }
    }
    found.turn = Some(turn_text(&line, 0));
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::entrant::Protocol;
    use crate::suite::read;

    /// A rabbit one step before its goal.
    const GOAL: &str = "\
[settings]
position = 9g [........R..............r........................................]
[criteria]
condition = score goal
";

    /// A program that answers every `go` in one way.
    fn says(answer: &str) -> External {
        let script = format!(
            "while read -r word rest; do case $word in aei) echo aeiok ;; isready) echo readyok ;; \
             go) {answer} ;; quit) exit ;; esac; done"
        );
        External {
            protocol: Protocol::Aei,
            command: format!("sh -c '{script}'"),
            init: Vec::new(),
            dialect: None,
            dir: None,
            env: BTreeMap::new(),
        }
    }

    fn ask(answer: &str) -> Result<Answer, ProgramError> {
        let test = read(GOAL).unwrap().remove(0);
        test.ask_program(&says(answer), TimeControl::default(), 1)
    }

    #[test]
    fn the_turn_of_a_program_is_judged_as_ours_is() {
        let goal = ask("echo info winratio 0.75; echo bestmove Ra7n").unwrap();
        assert_eq!((goal.turn.as_str(), goal.score), ("Ra7n", 1.0));
        assert_eq!(goal.evaluation.win_rate, Some(0.75));
        let aside = ask("echo bestmove Ra7e Rb7w Ra7e").unwrap();
        assert_eq!((aside.turn.as_str(), aside.score), ("Ra7e Rb7w Ra7e", 0.0));
        assert_eq!(ask("echo bestmove resign").unwrap().score, 0.0);
    }

    #[test]
    fn what_a_program_does_wrong_is_a_fault_and_no_answer() {
        for (answer, kind) in [
            ("echo bestmove Ra7s", FaultKind::Illegal),
            ("echo bestmove", FaultKind::Illegal),
            ("exit", FaultKind::Crash),
        ] {
            match ask(answer) {
                Err(ProgramError::Program(fault)) => assert_eq!(fault.kind, kind, "{fault}"),
                other => panic!("{answer}: {other:?}"),
            }
        }
    }
}
