//! Clocks as GTP tells of them.

use std::time::Duration;

use spinney_engine::Clock;

use super::command::Failure;
use super::settings::seconds;

/// Main time, then periods of so much time for so many moves each.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Control {
    main: Duration,
    period: Duration,
    /// Moves to be made in a period; 0 without periods.
    moves: u32,
    /// Japanese periods: the server counts periods left where others count moves.
    japanese: bool,
}

/// What one side has left: main time while `moves` is 0, else of a period with so many moves.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Left {
    time: Duration,
    moves: u32,
}

/// The clocks of both (or all) sides.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Clocks {
    control: Option<Control>,
    left: Vec<(&'static str, Left)>,
}

impl Clocks {
    /// `time_settings MAIN PERIOD MOVES`: seconds, seconds, moves to be made in a period.
    pub(crate) fn set_canadian(&mut self, words: &[&str]) -> Result<(), Failure> {
        let [main, period, moves] = words else {
            return Err(Failure::syntax(
                "time_settings wants main time, period and moves: time_settings 300 25 5",
            ));
        };
        let (main, period, moves) = (time(main)?, time(period)?, count(moves)?);
        // GTP: a period without moves means that there is no limit at all.
        let unlimited = moves == 0 && (!period.is_zero() || main.is_zero());
        let moves = if period.is_zero() { 0 } else { moves };
        self.set((!unlimited).then_some(Control { main, period, moves, japanese: false }));
        Ok(())
    }

    /// `kgs-time_settings none | absolute … | canadian … | byoyomi …`.
    pub(crate) fn set_kgs(&mut self, words: &[&str]) -> Result<(), Failure> {
        let control = match *words {
            ["none"] => None,
            ["absolute", main] => {
                let main = time(main)?;
                Some(Control { main, period: Duration::ZERO, moves: 0, japanese: false })
            }
            ["canadian", ref rest @ ..] => return self.set_canadian(rest),
            ["byoyomi", main, period, periods] => {
                let moves = u32::from(count(periods)? > 0);
                let (main, period) = (time(main)?, time(period)?);
                Some(Control { main, period, moves, japanese: true })
            }
            _ => {
                return Err(Failure::syntax(
                    "kgs-time_settings wants none, absolute MAIN, canadian MAIN PERIOD MOVES or \
                     byoyomi MAIN PERIOD PERIODS",
                ));
            }
        };
        self.set(control);
        Ok(())
    }

    fn set(&mut self, control: Option<Control>) {
        *self = Clocks { control, left: Vec::new() };
    }

    /// `time_left COLOUR TIME MOVES`.
    pub(crate) fn set_left(&mut self, side: &'static str, words: &[&str]) -> Result<(), Failure> {
        let (time_word, moves) = match *words {
            [time] => (time, 0),
            [time, moves] => (time, count(moves)?),
            _ => {
                return Err(Failure::syntax("time_left wants a colour, seconds and moves"));
            }
        };
        let left = Left { time: time(time_word)?, moves };
        self.put(side, left);
        Ok(())
    }

    /// A new game: everybody has all of their time again.
    pub(crate) fn restart(&mut self) {
        self.left.clear();
    }

    /// What that side's clock shows; `None` if it has none.
    pub(crate) fn clock(&self, side: &str) -> Option<Clock> {
        let left = self.left(side)?;
        let japanese = self.control.is_some_and(|control| control.japanese);
        let moves_to_go = match left.moves {
            0 => None,
            _ if japanese => Some(1),
            moves => Some(moves),
        };
        Some(Clock { remaining: left.time, increment: Duration::ZERO, moves_to_go })
    }

    /// That side has taken so long for a move. Whoever keeps the time may say otherwise later.
    pub(crate) fn spend(&mut self, side: &'static str, spent: Duration) {
        let Some(mut left) = self.left(side) else {
            return;
        };
        let periods = self.control.filter(|control| control.moves > 0);
        let over = spent.saturating_sub(left.time);
        left.time = left.time.saturating_sub(spent);
        left = match periods {
            Some(control) if left.moves == 0 && left.time.is_zero() => {
                Left { time: control.period.saturating_sub(over), moves: control.moves }
            }
            Some(control) if left.moves == 1 || control.japanese && left.moves > 0 => {
                Left { time: control.period, moves: control.moves }
            }
            _ => Left { moves: left.moves.saturating_sub(1), ..left },
        };
        self.put(side, left);
    }

    fn left(&self, side: &str) -> Option<Left> {
        let told = self.left.iter().find(|(name, _)| *name == side).map(|(_, left)| *left);
        told.or_else(|| {
            self.control.map(|control| match control.main {
                Duration::ZERO => Left { time: control.period, moves: control.moves },
                main => Left { time: main, moves: 0 },
            })
        })
    }

    fn put(&mut self, side: &'static str, left: Left) {
        self.left.retain(|(name, _)| *name != side);
        self.left.push((side, left));
    }
}

fn time(word: &str) -> Result<Duration, Failure> {
    seconds(word).ok_or_else(|| Failure::word(word, "not a number of seconds"))
}

fn count(word: &str) -> Result<u32, Failure> {
    word.parse().map_err(|_| Failure::word(word, "not a number of moves"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remaining(clocks: &Clocks, side: &str) -> Option<(u64, Option<u32>)> {
        clocks.clock(side).map(|clock| (clock.remaining.as_secs(), clock.moves_to_go))
    }

    const fn secs(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn main_time_runs_down_and_then_periods_begin() {
        let mut clocks = Clocks::default();
        assert_eq!(remaining(&clocks, "black"), None);
        clocks.set_canadian(&["60", "25", "2"]).unwrap();
        assert_eq!(remaining(&clocks, "black"), Some((60, None)));
        clocks.spend("black", secs(50));
        assert_eq!(remaining(&clocks, "black"), Some((10, None)));
        assert_eq!(remaining(&clocks, "white"), Some((60, None)));
        clocks.spend("black", secs(15));
        assert_eq!(remaining(&clocks, "black"), Some((20, Some(2))));
        clocks.spend("black", secs(12));
        assert_eq!(remaining(&clocks, "black"), Some((8, Some(1))));
        clocks.spend("black", secs(1));
        assert_eq!(remaining(&clocks, "black"), Some((25, Some(2))));
        clocks.restart();
        assert_eq!(remaining(&clocks, "black"), Some((60, None)));
    }

    #[test]
    fn absolute_time_ends_at_zero() {
        let mut clocks = Clocks::default();
        clocks.set_canadian(&["60", "0", "0"]).unwrap();
        clocks.spend("white", secs(70));
        assert_eq!(remaining(&clocks, "white"), Some((0, None)));
    }

    #[test]
    fn whoever_keeps_the_time_is_believed() {
        let mut clocks = Clocks::default();
        clocks.set_left("black", &["100", "0"]).unwrap();
        assert_eq!(remaining(&clocks, "black"), Some((100, None)));
        assert_eq!(remaining(&clocks, "white"), None);
        clocks.set_left("black", &["20", "5"]).unwrap();
        assert_eq!(remaining(&clocks, "black"), Some((20, Some(5))));
    }

    #[test]
    fn a_japanese_period_is_for_one_move() {
        let mut clocks = Clocks::default();
        clocks.set_kgs(&["byoyomi", "10", "30", "3"]).unwrap();
        clocks.set_left("black", &["30", "3"]).unwrap();
        assert_eq!(remaining(&clocks, "black"), Some((30, Some(1))));
        clocks.spend("black", secs(20));
        assert_eq!(remaining(&clocks, "black"), Some((30, Some(1))));
        clocks.set_kgs(&["none"]).unwrap();
        assert_eq!(remaining(&clocks, "black"), None);
    }

    #[test]
    fn no_limit_can_be_said_in_two_ways_and_nonsense_in_none() {
        let mut clocks = Clocks::default();
        clocks.set_canadian(&["0", "1", "0"]).unwrap();
        assert_eq!(remaining(&clocks, "black"), None);
        clocks.set_canadian(&["0", "0", "0"]).unwrap();
        assert_eq!(remaining(&clocks, "black"), None);
        for words in [&["1"][..], &["a", "b", "c"], &["-1", "0", "0"], &["1", "1", "-1"]] {
            assert!(clocks.set_canadian(words).is_err(), "{words:?}");
        }
        assert_eq!(clocks, Clocks::default());
    }
}
