//! `setoption`: the time control, and what is known about the game.

use std::time::Duration;

use spinney_engine::TextError;

/// Kept back of every turn, for the way of the move to its receiver, beside what the player keeps
/// back of any time.
const MARGIN: Duration = Duration::from_millis(100);
/// Of a short turn no more than one part in so many is kept back.
const MARGIN_PARTS: u32 = 20;
/// However little there is, a turn takes this long.
const LEAST: Duration = Duration::from_millis(20);
/// The part of a reserve that a turn may take.
const RESERVE_PARTS: u32 = 20;
/// The part of it that a turn may take on top where the choice is unclear.
const UNCLEAR_PARTS: u32 = 10;
/// No time is longer: a year.
const LONGEST: f64 = 366.0 * 86_400.0;

/// What the controller has said about time.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Game {
    /// Time for each turn.
    turn: Option<Duration>,
    /// Each side's reserve at the start of a game, and what is left of it.
    reserve: Option<Duration>,
    left: [Option<Duration>; 2],
    /// A turn takes at most this long.
    longest: Option<Duration>,
    /// What has passed of this turn already.
    used: Duration,
}

impl Game {
    /// A new game has the time control of the last one and full reserves.
    pub(super) fn start_again(&mut self) {
        self.left = [None; 2];
        self.used = Duration::ZERO;
    }

    /// `name X [value Y]`. `Some`: a warning.
    pub(super) fn set_option(&mut self, text: &str) -> Result<Option<String>, TextError> {
        let Some(rest) = text.strip_prefix("name ") else {
            return Err(TextError::word(text, "write it as setoption name X value Y"));
        };
        let (name, value) = rest.split_once(" value ").unwrap_or((rest, ""));
        let (name, value) = (name.trim(), value.trim());
        let seconds = || match value.parse::<f64>() {
            // 0 is unlimited.
            Ok(0.0) => Ok(None),
            Ok(seconds) if seconds > 0.0 && seconds <= LONGEST => {
                Ok(Some(Duration::from_secs_f64(seconds)))
            }
            _ => Err(TextError::word(value, "is no time in seconds").within(name)),
        };
        match name {
            "tcmove" => self.turn = seconds()?,
            "tcreserve" => self.reserve = seconds()?,
            "tcturntime" => self.longest = seconds()?,
            // What is left is what it is: 0 is nothing.
            "greserve" => self.left[0] = Some(seconds()?.unwrap_or_default()),
            "sreserve" => self.left[1] = Some(seconds()?.unwrap_or_default()),
            "moveused" => self.used = seconds()?.unwrap_or_default(),
            "tcpercent" | "tcmax" | "tctotal" | "tcturns" | "gused" | "sused" | "lastmoveused"
            | "opponent" | "opponent_rating" | "rating" | "rated" | "event" | "hash" | "depth" => {}
            other => {
                let shown: String = other.chars().take(40).collect();
                return Ok(Some(format!("there is no option {shown}")));
            }
        }
        Ok(None)
    }

    /// What a turn of a side may take; `None` without a time control.
    pub(super) fn time_for_move(&self, side: usize) -> Option<Duration> {
        let turn = self.turn?;
        let reserve = self.left[side & 1].or(self.reserve).unwrap_or_default();
        let mut time = turn + reserve / RESERVE_PARTS;
        if let Some(longest) = self.longest {
            time = time.min(longest);
        }
        // Short turns cannot spare as much.
        let margin = MARGIN.min(time / MARGIN_PARTS);
        Some(time.saturating_sub(self.used).saturating_sub(margin).max(LEAST))
    }

    /// What a turn of a side may take on top of that where the choice is unclear.
    pub(super) fn extra_time(&self, side: usize) -> Option<Duration> {
        // Nobody may go beyond what the control says a turn takes at most.
        if self.longest.is_some() {
            return None;
        }
        let reserve = self.left[side & 1].or(self.reserve)?;
        Some(reserve / UNCLEAR_PARTS).filter(|time| !time.is_zero() && self.turn.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_keeps_within_its_time() {
        let mut game = Game::default();
        assert_eq!(game.time_for_move(0), None);
        game.set_option("name tcmove value 5").unwrap();
        assert_eq!(game.time_for_move(0), Some(Duration::from_millis(4900)));
        game.set_option("name tcreserve value 60").unwrap();
        assert_eq!(game.time_for_move(0), Some(Duration::from_millis(7900)));
        game.set_option("name greserve value 0").unwrap();
        assert_eq!(game.time_for_move(0), Some(Duration::from_millis(4900)));
        assert_eq!(game.time_for_move(1), Some(Duration::from_millis(7900)));
        game.set_option("name moveused value 4").unwrap();
        assert_eq!(game.time_for_move(0), Some(Duration::from_millis(900)));
        game.set_option("name tcmove value 0").unwrap();
        assert_eq!(game.time_for_move(0), None, "0 is unlimited");
    }

    #[test]
    fn an_unknown_option_is_a_warning_and_a_bad_value_an_error() {
        let mut game = Game::default();
        assert!(game.set_option("name colour value red").unwrap().is_some());
        assert!(game.set_option("name rated value 1").unwrap().is_none());
        assert!(game.set_option("name tcmove value soon").is_err());
        assert!(game.set_option("name tcmove value nan").is_err());
        assert!(game.set_option("tcmove 5").is_err());
        assert_eq!(game, Game::default());
    }
}
