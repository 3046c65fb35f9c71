//! A look a few turns ahead with an evaluation at its end, draws sampled.
//!
//! Every move of the position is tried again and again. Each trial goes on for some turns: chance
//! is drawn by its odds, and whoever is to move takes the best of the few moves that look best
//! right away, of half as many at every further decision. The moves with the best mean stay in the
//! race; the others are dropped by and by. All moves of a round are tried with the same random
//! numbers, so that none of them is just lucky.

use documented::DocumentedFields;
use serde::{Deserialize, Serialize};
use spinney_game::{
    Actor, Game, MAX_PLAYERS, Player, RandomPlayout, Rng, StaticEvaluation, TextError,
};

use crate::{Budget, Candidate, Report, Searcher, Stop, Timer};

/// How far to look.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[documented_fields(rename_all = "kebab-case")]
pub struct Settings {
    /// How many turns are looked ahead, the rest of the mover's own turn being the first; 0 judges the
    /// position right after the move.
    pub turns: u32,
    /// How many moves, those that look best right away, are searched further; at each decision below half
    /// as many, down to one.
    pub width: u32,
    /// How many rounds of trials every move gets before the worse ones are dropped.
    pub full_rounds: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { turns: 2, width: 2, full_rounds: 2 }
    }
}

impl Settings {
    /// Finds the first field with a value that makes no sense.
    pub fn check(&self) -> Result<(), TextError> {
        if self.turns > 100 {
            return Err(TextError::at("turns", "must be from 0 to 100"));
        }
        if !(1..=1000).contains(&self.width) {
            return Err(TextError::at("width", "must be from 1 to 1000"));
        }
        Ok(())
    }
}

/// A search of this kind; it keeps the race of one position, and nothing for the next.
pub struct Expectimax<G: Game, E> {
    settings: Settings,
    evaluation: E,
    seed: u64,
    draw: RandomPlayout<G>,
    race: Option<Race<G>>,
}

/// The moves of a position, and how far they have come.
struct Race<G: Game> {
    of: u64,
    runners: Vec<Runner<G>>,
    /// So many from the first on are still tried.
    in_race: usize,
    round: u64,
}

/// A move in the race.
struct Runner<G: Game> {
    played: G::Move,
    after: G,
    sum: f64,
    trials: u64,
}

impl<G: Game> Runner<G> {
    /// Who has not been tried yet comes last.
    fn mean(&self) -> f64 {
        if self.trials == 0 { f64::NEG_INFINITY } else { self.sum / self.trials as f64 }
    }
}

impl<G: Game, E: StaticEvaluation<G>> Expectimax<G, E> {
    /// A search that has not thought yet.
    pub fn new(settings: Settings, evaluation: E, seed: u64) -> Expectimax<G, E> {
        Expectimax { settings, evaluation, seed, draw: RandomPlayout::default(), race: None }
    }

    /// Thinks about a position where a player is to move. A trial counts as a playout. Asked again about
    /// the same position, it carries on.
    pub fn think(
        &mut self,
        position: &G,
        budget: impl Into<Budget>,
        stop: &Stop,
    ) -> Report<G::Move> {
        let budget = budget.into();
        let timer = Timer::start(&budget);
        let player = position.actor().player().unwrap_or(Player::FIRST);
        let known = self.race.take().filter(|race| race.of == position.hash());
        let mut race = known.unwrap_or_else(|| {
            let runners = self.runners(position, player);
            Race { of: position.hash(), in_race: runners.len(), runners, round: 0 }
        });
        let mut trials = 0;
        let over = |trials: u64| {
            stop.is_stopped()
                || budget.playouts.is_some_and(|most| trials >= most)
                || timer.is_over(true)
        };
        // Without chance and without turns to look at, more trials would tell nothing new.
        let rounds = if self.settings.turns == 0 { 1 } else { u64::MAX };
        while race.in_race > 1 && race.round < rounds && !over(trials) {
            let Race { runners, in_race, round, .. } = &mut race;
            for runner in &mut runners[..*in_race] {
                // Without a single trial, what looks best right away is the answer.
                if over(trials) {
                    break;
                }
                let mut rng = Rng::new(self.seed, *round);
                let Settings { turns, width, .. } = self.settings;
                let value = self.value(runner.after.clone(), player, turns, width, &mut rng);
                runner.sum += f64::from(value[player.index()]);
                runner.trials += 1;
                trials += 1;
            }
            *round += 1;
            runners[..*in_race].sort_by(|a, b| b.mean().total_cmp(&a.mean()));
            if *round > u64::from(self.settings.full_rounds) {
                *in_race = (*in_race * 4 / 5).max(2.min(*in_race));
            }
        }
        let report = self.report(position, player, &race.runners, trials, &timer);
        self.race = Some(race);
        report
    }

    /// The moves, those that look best right away first, and equal ones in random order.
    fn runners(&mut self, position: &G, player: Player) -> Vec<Runner<G>> {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let mut rng = Rng::new(self.seed ^ position.hash(), player.0.into());
        for i in (1..moves.len()).rev() {
            moves.swap(i, rng.below(i as u32 + 1) as usize);
        }
        let mut runners: Vec<_> = moves
            .into_iter()
            .map(|played| {
                let mut after = position.clone();
                after.play(played);
                let looks = self.evaluation.values(&after)[player.index()];
                (looks, Runner { played, after, sum: 0.0, trials: 0 })
            })
            .collect();
        runners.sort_by(|a, b| b.0.total_cmp(&a.0));
        runners.into_iter().map(|(_, runner)| runner).collect()
    }

    /// What everybody has after some more turns. `mover` is whose turn it was before.
    fn value(
        &mut self,
        mut position: G,
        mover: Player,
        turns: u32,
        width: u32,
        rng: &mut Rng,
    ) -> [f32; MAX_PLAYERS] {
        if turns == 0 {
            return self.evaluation.values(&position);
        }
        while position.actor() == Actor::Chance {
            let m = self.draw.pick(&position, rng).expect("chance has a move");
            position.play(m);
        }
        let Actor::Player(player) = position.actor() else {
            return self.evaluation.values(&position);
        };
        let turns = turns - u32::from(mover != player);
        if turns == 0 {
            return self.evaluation.values(&position);
        }
        self.best(&position, player, turns, width, rng)
    }

    /// What everybody has if `player` makes the best of the few moves that look best right away.
    fn best(
        &mut self,
        position: &G,
        player: Player,
        turns: u32,
        width: u32,
        rng: &mut Rng,
    ) -> [f32; MAX_PLAYERS] {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let mut after = position.clone();
        if moves.len() > 1 {
            let mut judged = Vec::with_capacity(moves.len());
            for &m in &moves {
                after.clone_from(position);
                after.play(m);
                judged.push((self.evaluation.values(&after)[player.index()], m));
            }
            judged.sort_by(|a, b| b.0.total_cmp(&a.0));
            judged.truncate(width as usize);
            moves.clear();
            moves.extend(judged.into_iter().map(|(_, m)| m));
        }
        let mut best = [f32::NEG_INFINITY; MAX_PLAYERS];
        // The same draws after each move.
        let draws = rng.clone();
        for m in moves {
            *rng = draws.clone();
            after.clone_from(position);
            after.play(m);
            let values = self.value(after.clone(), player, turns, (width / 2).max(1), rng);
            if values[player.index()] > best[player.index()] {
                best = values;
            }
        }
        best
    }

    /// What is known when the race is over.
    fn report(
        &self,
        position: &G,
        player: Player,
        runners: &[Runner<G>],
        trials: u64,
        timer: &Timer,
    ) -> Report<G::Move> {
        let chance = |runner: &Runner<G>| match runner.trials {
            0 => 0.5,
            _ => self.evaluation.chance(runner.mean() as f32),
        };
        let candidate = |runner: &Runner<G>| Candidate {
            visits: runner.trials,
            win_rate: chance(runner),
            ..Candidate::untried(runner.played)
        };
        let candidates: Vec<_> = runners.iter().map(candidate).collect();
        Report {
            actor: position.actor(),
            view: player,
            win_rate: candidates.first().map_or(0.5, |best| best.win_rate),
            candidates,
            proof: None,
            playouts: trials,
            simulations: trials,
            nodes: 0,
            memory: 0,
            memory_cap: 0,
            depth: None,
            elapsed: timer.elapsed(),
        }
    }
}

impl<G: Game, E: StaticEvaluation<G>> Searcher<G> for Expectimax<G, E> {
    fn think(
        &mut self,
        position: &G,
        budget: &Budget,
        stop: &Stop,
        _: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        Expectimax::think(self, position, budget, stop)
    }

    fn forget(&mut self) {
        self.race = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use spinney_game::demo::{Countdown, Take};
    use std::time::Duration;

    /// Knows nothing before the end.
    #[derive(Clone)]
    struct Winner;

    impl StaticEvaluation<Countdown> for Winner {
        fn values(&mut self, position: &Countdown) -> [f32; MAX_PLAYERS] {
            let rewards = position.rewards().unwrap_or(spinney_game::Rewards::draw(2));
            std::array::from_fn(|seat| rewards[Player(seat as u8)])
        }

        fn chance(&self, value: f32) -> f32 {
            value
        }
    }

    fn choice(text: &str, turns: u32, trials: u64) -> Take {
        let settings = Settings { turns, width: 81, ..Settings::default() };
        let mut search = Expectimax::new(settings, Winner, 1);
        let position = Countdown::from_text(text).unwrap();
        let report = search.think(&position, &Limits::playouts(trials), &Stop::new());
        report.best().unwrap().played
    }

    #[test]
    fn the_last_counters_are_taken_right_if_it_looks_far_enough() {
        // Leaving a multiple of four wins.
        for (position, best) in [("countdown 3", 3), ("countdown 6", 2), ("countdown 7", 3)] {
            assert_eq!(choice(position, 8, 30), Take(best), "{position}");
        }
    }

    #[test]
    fn dice_are_averaged() {
        // With two left: taking both wins at once.
        assert_eq!(choice("countdown 2 dice", 6, 200), Take(2));
        // With three left taking all wins; everything else may lose.
        assert_eq!(choice("countdown 3 dice", 6, 200), Take(3));
    }

    #[test]
    fn it_keeps_to_its_time_and_always_has_a_move() {
        let settings = Settings { turns: 8, width: 81, ..Settings::default() };
        let mut search = Expectimax::new(settings, Winner, 1);
        let position = Countdown::from_text("countdown 81 dice").unwrap();
        // There is none: the move that looks best right away is the answer.
        let limits = Limits::move_time(Duration::ZERO);
        let report = search.think(&position, &limits, &Stop::new());
        assert_eq!((report.playouts, report.best().unwrap().visits), (0, 0));
        assert!(report.candidates.iter().all(|c| (0.0..=1.0).contains(&c.win_rate)));
    }
}
