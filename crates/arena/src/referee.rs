//! The referee: plays one game by our own rules and trusts nobody.

mod adjudication;

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use spinney_engine::{Board, EngineError, Line, Rng, TextError};

use crate::clock::Clocks;
use crate::job::Job;
use crate::machine::Origin;
use crate::player::{Choice, Evaluation, Fault, FaultKind, NewGame, Player, Turn};
use crate::result::{Ending, FaultMade, GameResult, MoveMade};

/// Chance's stream of the game's seed; the seats take those before it.
const CHANCE: u64 = 1000;

/// Plays the game of a job. The players are asked in the order of the job's seats. An error means
/// that the job itself cannot be played; whatever the players do is part of the result.
pub fn play(
    job: &Job,
    players: &mut [Box<dyn Player>],
    origin: &Origin,
) -> Result<GameResult, EngineError> {
    let (started, clock) = (SystemTime::now(), Instant::now());
    let mut table = Table::set(job, players)?;
    let end = table.play_on();
    for player in table.players.iter_mut() {
        player.end_game();
    }
    let Table { moves, players, .. } = table;
    let (rewards, ending, fault) = match end {
        End::Rules(rewards) => (rewards, Ending::Rules, None),
        End::MoveCap => (shared(job.seats.len(), None), Ending::MoveCap, None),
        End::Adjudicated(winner) => {
            let reward = |seat: usize| f64::from(u8::from(seat == winner));
            ((0..job.seats.len()).map(reward).collect(), Ending::Adjudication, None)
        }
        End::Resigned(seat) => (shared(job.seats.len(), Some(seat)), Ending::Resignation, None),
        End::Fault(fault) => {
            (shared(job.seats.len(), Some(fault.seat)), Ending::Fault, Some(fault))
        }
    };
    Ok(GameResult {
        job: job.clone(),
        moves,
        rewards,
        ending,
        fault,
        versions: players.iter().map(|player| player.version()).collect(),
        machine: origin.machine.clone(),
        build: origin.build.clone(),
        started: started.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64),
        wall: Duration::from_micros(clock.elapsed().as_micros() as u64),
    })
}

/// How a game came to its end.
enum End {
    Rules(Vec<f64>),
    MoveCap,
    Resigned(usize),
    Adjudicated(usize),
    Fault(FaultMade),
}

/// The prize shared by all seats but the one that has lost.
fn shared(seats: usize, loser: Option<usize>) -> Vec<f64> {
    let winners = seats - usize::from(loser.is_some());
    let share = 1.0 / winners.max(1) as f64;
    (0..seats).map(|seat| if Some(seat) == loser { 0.0 } else { share }).collect()
}

/// A game in progress.
struct Table<'a> {
    job: &'a Job,
    line: Line,
    /// What the seats were called at the start.
    sides: Vec<String>,
    players: &'a mut [Box<dyn Player>],
    clocks: Clocks,
    chance: Rng,
    moves: Vec<MoveMade>,
}

impl<'a> Table<'a> {
    fn set(job: &'a Job, players: &'a mut [Box<dyn Player>]) -> Result<Table<'a>, EngineError> {
        let line = Line::new(Board::from_text(&job.position)?);
        let sides: Vec<String> = line.board().sides().into_iter().map(str::to_owned).collect();
        let seats = sides.len();
        if job.seats.len() != seats || players.len() != seats {
            let problem = format!("{} is played by {seats} players", line.board().title());
            return Err(TextError::at("seats", problem).into());
        }
        let clocks = Clocks::new(job.seats.iter().map(|seat| seat.control), &job.bounds);
        let chance = Rng::new(job.seed, CHANCE);
        let mut table = Table { job, line, sides, players, clocks, chance, moves: Vec::new() };
        for (number, text) in job.opening.iter().enumerate() {
            let place = format!("opening, move {}", number + 1);
            table.line.play(None, text).map_err(|error| TextError::at(place, error))?;
            table.note(None, Duration::ZERO, Evaluation::default());
        }
        Ok(table)
    }

    /// Plays from the opening to the end.
    fn play_on(&mut self) -> End {
        match self.go_on() {
            Ok(end) => end,
            Err((seat, fault)) => End::Fault(FaultMade {
                seat,
                kind: fault.kind,
                problem: fault.problem,
                transcript: self.players[seat].transcript(),
            }),
        }
    }

    fn go_on(&mut self) -> Result<End, (usize, Fault)> {
        self.announce()?;
        loop {
            if let Some(outcome) = self.line.board().outcome() {
                return Ok(End::Rules(outcome.rewards.into_iter().map(f64::from).collect()));
            }
            let cap = self.job.bounds.move_cap as usize;
            if cap > 0 && self.moves.len() >= cap {
                return Ok(End::MoveCap);
            }
            if let Some(winner) = adjudication::winner(self.job, &self.moves) {
                return Ok(End::Adjudicated(winner));
            }
            match self.line.board().seat_to_move() {
                None => {
                    // Chance is the only one whom the rules cannot refuse.
                    self.line.roll(&mut self.chance).expect("the game goes on and nobody moves");
                    self.note(None, Duration::ZERO, Evaluation::default());
                }
                Some(seat) => {
                    let side = self.line.board().sides()[seat];
                    if let Some(end) = self.decide(seat, side).map_err(|fault| (seat, fault))? {
                        return Ok(end);
                    }
                }
            }
            // Programs disagree on what to do with the move that ends a game.
            if self.line.board().outcome().is_none() {
                self.tell_last()?;
            }
        }
    }

    /// Seats the players and shows them the opening.
    fn announce(&mut self) -> Result<(), (usize, Fault)> {
        for (seat, (player, entrant)) in self.players.iter_mut().zip(&self.job.seats).enumerate() {
            let game = NewGame {
                game: self.job.game.clone(),
                position: self.job.position.clone(),
                sides: self.sides.clone(),
                seat,
                control: entrant.control,
                threads: entrant.threads,
                seed: self.job.seat_seed(seat),
            };
            player.new_game(&game).map_err(|fault| (seat, fault))?;
            for made in &self.moves {
                player.played(&made.side, &made.text).map_err(|fault| (seat, fault))?;
            }
        }
        Ok(())
    }

    /// Asks a seat for one decision and plays it.
    fn decide(&mut self, seat: usize, side: &str) -> Result<Option<End>, Fault> {
        let turn = Turn {
            side: side.to_owned(),
            seat,
            ply: self.moves.len(),
            control: self.job.seats[seat].control,
            remaining: self.clocks.remaining(),
            deadline: self.clocks.deadline(seat),
        };
        let asked = Instant::now();
        let answer = self.players[seat].choose(&turn);
        let taken = asked.elapsed();
        let answer = answer?;
        self.clocks.spend(seat, taken)?;
        match answer.choice {
            Choice::Resign => Ok(Some(End::Resigned(seat))),
            Choice::Move(text) => {
                self.line
                    .play(Some(side), &text)
                    .map_err(|error| Fault::new(FaultKind::Illegal, error.to_string()))?;
                self.note(Some(seat), taken, answer.evaluation);
                Ok(None)
            }
        }
    }

    /// Writes down the last move, as the rules write it.
    fn note(&mut self, seat: Option<usize>, taken: Duration, evaluation: Evaluation) {
        let last = self.line.last().expect("a move was just played");
        self.moves.push(MoveMade {
            side: last.side.to_owned(),
            text: last.text.clone(),
            seat,
            micros: taken.as_micros() as u64,
            evaluation,
        });
    }

    /// Tells everybody the last move.
    fn tell_last(&mut self) -> Result<(), (usize, Fault)> {
        let made = self.moves.last().expect("a move was just played");
        for (seat, player) in self.players.iter_mut().enumerate() {
            player.played(&made.side, &made.text).map_err(|fault| (seat, fault))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::tests::job;
    use crate::own::Own;
    use crate::player::Answer;

    /// A player that says what it was told to say, one line a decision, and hears everything.
    struct Script {
        lines: Vec<Result<Answer, Fault>>,
        heard: Vec<String>,
        pause: Duration,
    }

    impl Script {
        fn boxed(lines: &[&str]) -> Box<Script> {
            let lines = lines.iter().rev().map(|line| match *line {
                "resign" => Ok(Answer::resign()),
                "crash" => Err(Fault::new(FaultKind::Crash, "gone")),
                text => Ok(Answer::play(text)),
            });
            Box::new(Script { lines: lines.collect(), heard: Vec::new(), pause: Duration::ZERO })
        }
    }

    impl Player for Script {
        fn new_game(&mut self, game: &NewGame) -> Result<(), Fault> {
            self.heard.push(game.position.clone());
            Ok(())
        }

        fn played(&mut self, side: &str, text: &str) -> Result<(), Fault> {
            self.heard.push(format!("{side} {text}"));
            if text == "c3" { Err(Fault::new(FaultKind::Refused, "never")) } else { Ok(()) }
        }

        fn choose(&mut self, _: &Turn) -> Result<Answer, Fault> {
            std::thread::sleep(self.pause);
            self.lines.pop().expect("the script goes on")
        }

        fn end_game(&mut self) {}

        fn version(&self) -> String {
            "script 1".to_owned()
        }

        fn transcript(&self) -> String {
            self.heard.join(", ")
        }
    }

    fn played(job: &Job, black: &[&str], white: &[&str]) -> GameResult {
        let mut players: Vec<Box<dyn Player>> = vec![Script::boxed(black), Script::boxed(white)];
        play(job, &mut players, &Origin::default()).unwrap()
    }

    fn line(result: &GameResult) -> String {
        let moves = result.moves.iter().map(|made| format!("{} {}", made.side, made.text));
        moves.collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn the_rules_end_the_game_and_name_the_winner() {
        let result = played(&job("hex 2x2", &[]), &["a1", "a2"], &["B1"]);
        assert_eq!(line(&result), "black a1, white b1, black a2");
        assert_eq!((result.ending, result.winner()), (Ending::Rules, Some(0)));
        assert_eq!(result.rewards, [1.0, 0.0]);
        assert_eq!(result.versions, ["script 1", "script 1"]);
    }

    #[test]
    fn an_opening_is_played_for_the_players() {
        let result = played(&job("hex 2x2", &["b1"]), &["b2"], &["a1"]);
        assert_eq!(line(&result), "black b1, white a1, black b2");
        let seats: Vec<_> = result.moves.iter().map(|made| made.seat).collect();
        assert_eq!(seats, [None, Some(1), Some(0)]);
        let error = play(&job("hex 2x2", &["b1", "z9"]), &mut [], &Origin::default()).unwrap_err();
        assert!(error.to_string().contains("2 players"), "{error}");
        let mut players: Vec<Box<dyn Player>> = vec![Script::boxed(&[]), Script::boxed(&[])];
        let error =
            play(&job("hex 2x2", &["b1", "z9"]), &mut players, &Origin::default()).unwrap_err();
        assert!(error.to_string().contains("opening, move 2"), "{error}");
    }

    #[test]
    fn an_illegal_move_loses_and_is_noted() {
        let result = played(&job("hex 3x3", &[]), &["a1"], &["a1"]);
        assert_eq!((result.ending, result.winner()), (Ending::Fault, Some(0)));
        let fault = result.fault.unwrap();
        assert_eq!((fault.seat, fault.kind), (1, FaultKind::Illegal));
        assert_eq!(fault.transcript, "hex 3x3, black a1");
        assert_eq!(result.moves.len(), 1);
    }

    #[test]
    fn a_crash_costs_the_game() {
        let result = played(&job("hex 3x3", &[]), &["a1", "crash"], &["b2"]);
        assert_eq!((result.ending, result.winner()), (Ending::Fault, Some(1)));
        assert_eq!(result.fault.unwrap().kind, FaultKind::Crash);
    }

    #[test]
    fn whoever_refuses_a_legal_move_has_lost() {
        // Both hear of it; the first one who objects is at fault.
        let result = played(&job("hex 3x3", &[]), &["c3"], &[]);
        assert_eq!(result.fault.unwrap().kind, FaultKind::Refused);
    }

    #[test]
    fn resigning_gives_the_game_to_the_other() {
        let result = played(&job("hex 3x3", &[]), &["resign"], &[]);
        assert_eq!((result.ending, result.winner()), (Ending::Resignation, Some(1)));
        assert_eq!(result.fault, None);
    }

    #[test]
    fn a_game_that_grows_too_long_is_drawn() {
        let mut job = job("hex 3x3", &[]);
        job.bounds.move_cap = 2;
        let result = played(&job, &["a1"], &["b2"]);
        assert_eq!((result.ending, result.winner()), (Ending::MoveCap, None));
        assert_eq!(result.rewards, [0.5, 0.5]);
    }

    #[test]
    fn whoever_is_late_has_lost_even_with_a_winning_move() {
        let mut job = job("hex 1x1", &[]);
        job.bounds.grace = 0.001;
        job.seats[0].control.per_move = Some(Duration::from_millis(1));
        let mut late = Script::boxed(&["a1"]);
        late.pause = Duration::from_millis(20);
        let mut players: Vec<Box<dyn Player>> = vec![late, Script::boxed(&[])];
        let result = play(&job, &mut players, &Origin::default()).unwrap();
        assert_eq!(result.fault.unwrap().kind, FaultKind::Time);
    }

    #[test]
    fn after_swapping_sides_each_seat_answers_for_its_new_colour() {
        let result =
            played(&job("hex 2x2 swap-sides", &[]), &["b1", "a1", "a2"], &["swap-sides", "b2"]);
        assert_eq!(line(&result), "black b1, white swap-sides, white a1, black b2");
        assert_eq!(result.winner(), Some(1));
    }

    #[test]
    fn our_own_players_play_the_same_game_twice() {
        let job = job("hex 4x4", &["a2"]);
        let game = || {
            let own = || -> Box<dyn Player> {
                Box::new(Own::new("hex/uct", None, &Default::default()).unwrap())
            };
            let result = play(&job, &mut [own(), own()], &Origin::default()).unwrap();
            assert_eq!(result.ending, Ending::Rules);
            assert_eq!(result.moves[1].evaluation.playouts, Some(20));
            line(&result)
        };
        assert_eq!(game(), game());
    }
}
