//! The search itself.

use std::time::Duration;

use spinney_game::{Actor, Game, Guide, Move, Player, TextError};

use super::settings::{MOST_DEPTH, Settings};
use super::table::{Bound, Table};
use super::watch::Watch;
use crate::{Budget, Candidate, Report, Stop};

/// The value of a game that is won now; a win in so many moves is worth so much less.
const WIN: i32 = 10_000_000;
/// Values from here on are wins.
const WON: i32 = WIN - 10_000;
/// Values down to here are losses.
const LOST: i32 = -WON;
/// What a position is worth where all moves lose that were looked at, but not all were.
const UNCERTAIN: i32 = -1_000_000;
/// Histories are halved when one has grown so large.
const MOST_HISTORY: i32 = 1 << 20;
/// The longest line of best play.
const LONGEST_LINE: usize = 32;
/// Beyond any depth: pushes under way and the like may extend a line.
const MOST_PLIES: usize = 2 * MOST_DEPTH as usize + 8;

/// An alpha-beta search of a game.
pub struct Search<G: Game, E> {
    guide: E,
    settings: Settings,
    table: Table,
    /// How often a move has refuted others, by player and code.
    history: Vec<i32>,
    codes: usize,
    /// The moves of each position on the way, with their places in the order.
    moves: Vec<Ordered<G::Move>>,
    nodes: u64,
    /// The depth of the last iteration that was finished.
    finished: u32,
}

/// Who is told, from time to time, what is known of the moves at the root.
type Tell<'a, S, M> = dyn FnMut(&S, &[Root<M>], &Watch) + 'a;

/// Moves in the order in which they are looked at.
struct Ordered<M> {
    moves: Vec<M>,
    scores: Vec<i32>,
}

impl<M> Default for Ordered<M> {
    fn default() -> Self {
        Ordered { moves: Vec::new(), scores: Vec::new() }
    }
}

impl<M: Copy> Ordered<M> {
    /// Brings the best of the moves from `i` on to place `i`.
    fn next(&mut self, i: usize) -> M {
        let rest = self.scores[i..].iter().enumerate();
        // Of equal ones the first.
        let best = rest.rev().max_by_key(|&(_, score)| score).map_or(i, |(at, _)| i + at);
        bring_forward(&mut self.scores[i..=best]);
        bring_forward(&mut self.moves[i..=best]);
        self.moves[i]
    }
}

/// Puts the last of some things first. (`rotate_right` is a call for any distance, with loops of its
/// own, where it is not inlined by chance.)
#[inline]
fn bring_forward<T: Copy>(things: &mut [T]) {
    if let Some((&last, others)) = things.split_last() {
        let count = others.len();
        things.copy_within(..count, 1);
        things[0] = last;
    }
}

/// A move at the root.
struct Root<M> {
    played: M,
    value: i32,
    /// Whether it is worth exactly that; if not, no more than that.
    is_exact: bool,
    nodes: u64,
}

/// The limits were reached in the middle of an iteration.
struct Over;

impl<G: Game, E: Guide<G>> Search<G, E> {
    /// A search that is guided by `guide`.
    pub fn new(guide: E, settings: Settings) -> Result<Search<G, E>, TextError> {
        settings.check()?;
        let table = Table::new(settings.memory);
        let moves = std::iter::repeat_with(Ordered::default).take(MOST_PLIES).collect();
        let history = Vec::new();
        Ok(Search { guide, settings, table, history, codes: 0, moves, nodes: 0, finished: 0 })
    }

    /// Forgets everything learned.
    pub fn clear(&mut self) {
        self.table.clear();
        self.history.clear();
    }

    /// Thinks about a position where one of two players is to move, until a limit is reached,
    /// `stop` is thrown, or the depth of the settings is done. A limit of playouts is one of
    /// nodes. The answer has the moves that are looked at as candidates, the best first; only the
    /// values of the first [few](Settings::exact_moves) are exact, the others are worth at most
    /// what is reported.
    pub fn think(
        &mut self,
        position: &G,
        budget: impl Into<Budget>,
        stop: &Stop,
        listener: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let mut watch = Watch::new(&budget.into(), stop);
        (self.nodes, self.finished) = (0, 0);
        self.codes = position.move_codes();
        self.history.resize(2 * self.codes, 0);
        self.table.begin();
        let player = position.actor().player().unwrap_or(Player::FIRST);
        let mut roots = self.roots(position, player);
        // Where the same player goes on after the only move, there is something to find out.
        let is_forced = roots.len() == 1 && {
            let mut after = position.clone();
            after.play(roots[0].played);
            after.actor() != position.actor()
        };
        let interval = Duration::from_millis(self.settings.report_interval.into());
        let mut told = Duration::ZERO;
        let mut tell = |search: &Self, roots: &[Root<G::Move>], watch: &Watch| {
            let elapsed = watch.timer.elapsed();
            if !interval.is_zero() && elapsed >= told + interval {
                told = elapsed;
                listener(&search.report(position, player, roots, watch));
            }
        };
        let mut last: Option<(G::Move, i32)> = None;
        // The line of the last iteration that did not find everything lost.
        let mut hope = None;
        for depth in 1..=self.settings.depth as i32 {
            let done = self.deepen(position, player, &mut roots, depth, &mut watch, &mut tell);
            if done.is_ok() {
                self.finished = depth as u32;
            }
            // The best move of this iteration comes first, also where it was not finished.
            if done.is_err() {
                // A move that was found lost is worse than those that were not looked at again.
                if let Some(at) = roots.iter().position(|root| root.value > LOST) {
                    roots[..=at].rotate_right(1);
                }
                break;
            }
            if is_forced {
                break;
            }
            hope = match roots.first() {
                Some(root) if root.value > LOST => Some(self.line(position, root.played)),
                _ => hope,
            };
            let best = roots.first().map_or(0, |root| root.value);
            let choice = roots.first().map(|root| (root.played, root.value));
            let is_clear = last.zip(choice).is_some_and(|((before, was), (now, value))| {
                // Neither another move nor the same one for worse.
                before == now && value >= was
            });
            last = choice;
            if best.abs() >= WON || watch.is_nearly_over(is_clear) {
                break;
            }
            tell(self, &roots, &watch);
        }
        let mut report = self.report(position, player, &roots, &watch);
        // Whoever is lost plays what looked best before that was seen: the opponent may not see it.
        let is_lost = roots.first().is_some_and(|root| root.value <= LOST);
        if let Some(line) = hope.filter(|_| is_lost)
            && let Some(at) = report.candidates.iter().position(|c| c.played == line[0])
        {
            report.candidates[at].line = line;
            report.candidates[..=at].rotate_right(1);
        }
        report
    }

    /// The moves in their first order.
    fn roots(&mut self, position: &G, player: Player) -> Vec<Root<G::Move>> {
        let known = self.table.get(position.hash()).and_then(|entry| entry.best());
        self.generate(position, player, MOST_DEPTH as i32, 0, known);
        let mut list = std::mem::take(&mut self.moves[0]);
        let count = list.moves.len();
        let width = self.settings.width(0).min(count);
        let roots =
            (0..width).map(|i| Root { played: list.next(i), value: 0, is_exact: i == 0, nodes: 0 });
        let roots = roots.collect();
        self.moves[0] = list;
        roots
    }

    /// Looks at every move to some depth. On return the best one is first, followed by those that
    /// are known exactly by their values and the others by the nodes that they took.
    fn deepen(
        &mut self,
        position: &G,
        player: Player,
        roots: &mut [Root<G::Move>],
        depth: i32,
        watch: &mut Watch,
        tell: &mut Tell<Self, G::Move>,
    ) -> Result<(), Over> {
        let mut best = -WIN - 1;
        // The values that are exact, the highest first: what is worth less than all of them need
        // not be known better.
        let mut exact = Vec::new();
        let wanted = self.settings.exact_moves as usize;
        for i in 0..roots.len() {
            let m = roots[i].played;
            let before = self.nodes;
            let alpha = exact.get(wanted - 1).copied().unwrap_or(-WIN - 1);
            let value =
                self.search_move(position, player, m, depth, 0, (alpha, WIN + 1), i, watch)?;
            roots[i].nodes = self.nodes - before;
            if i == 0 && depth > 1 && value < roots[0].value {
                watch.doubt();
            }
            roots[i].value = value;
            roots[i].is_exact = value > alpha;
            if value > alpha {
                let at = exact.partition_point(|&known| known >= value);
                exact.insert(at, value);
                exact.truncate(wanted);
            }
            if value > best {
                best = value;
                roots[..=i].rotate_right(1);
            }
            // A deep iteration takes long, and the best move so far is known all the time.
            tell(self, roots, watch);
        }
        self.table.put(
            position.hash(),
            best,
            roots.first().map(|root| root.played.code()),
            depth,
            Bound::Exact,
        );
        if let Some((_, rest)) = roots.split_first_mut() {
            let least = exact.last().copied().filter(|_| wanted > 1);
            for root in rest.iter_mut() {
                root.is_exact &= least.is_some_and(|least| root.value >= least);
            }
            rest.sort_by_key(|root| {
                std::cmp::Reverse((root.is_exact.then_some(root.value), root.nodes))
            });
        }
        Ok(())
    }

    /// The value of a move for the player who makes it. `index` is its place in the order.
    #[expect(clippy::too_many_arguments, reason = "they are the state of one line")]
    fn search_move(
        &mut self,
        position: &G,
        player: Player,
        m: G::Move,
        depth: i32,
        ply: usize,
        (alpha, beta): (i32, i32),
        index: usize,
        watch: &mut Watch,
    ) -> Result<i32, Over> {
        let cost = self.guide.cost(position, m).max(1) as i32;
        let mut child = position.clone();
        child.play(m);
        let depth = depth - cost;
        if index == 0 {
            return self.value_after(&child, player, depth, ply + 1, (alpha, beta), watch);
        }
        let late = self.settings.reduce_from > 0 && index >= self.settings.reduce_from as usize;
        if late && depth > 0 {
            let null_window = (alpha, alpha + 1);
            let value = self.value_after(&child, player, depth - 1, ply + 1, null_window, watch)?;
            if value <= alpha {
                return Ok(value);
            }
        }
        let value = self.value_after(&child, player, depth, ply + 1, (alpha, alpha + 1), watch)?;
        if value <= alpha || value >= beta {
            return Ok(value);
        }
        self.value_after(&child, player, depth, ply + 1, (alpha, beta), watch)
    }

    /// What a position is worth to `player`, who may or may not be to move in it.
    fn value_after(
        &mut self,
        position: &G,
        player: Player,
        depth: i32,
        ply: usize,
        (alpha, beta): (i32, i32),
        watch: &mut Watch,
    ) -> Result<i32, Over> {
        match position.actor() {
            Actor::Player(other) if other != player => {
                Ok(-self.value(position, other, depth, ply, (-beta, -alpha), watch)?)
            }
            _ => self.value(position, player, depth, ply, (alpha, beta), watch),
        }
    }

    /// What a position is worth to `player`, who is to move in it unless the game is over.
    fn value(
        &mut self,
        position: &G,
        player: Player,
        depth: i32,
        ply: usize,
        (mut alpha, beta): (i32, i32),
        watch: &mut Watch,
    ) -> Result<i32, Over> {
        self.nodes += 1;
        if watch.is_over(self.nodes) {
            return Err(Over);
        }
        if let Some(rewards) = position.rewards() {
            return Ok(match rewards.winner() {
                Some(winner) if winner == player => WIN - ply as i32,
                Some(_) => ply as i32 - WIN,
                None => 0,
            });
        }
        let key = position.hash();
        let known = self.table.get(key);
        if let Some(entry) = known.filter(|entry| i32::from(entry.depth) >= depth) {
            let value = from_table(entry.value, ply);
            let settles = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if settles {
                return Ok(value);
            }
        }
        if known.is_none() && self.guide.sees_win(position) {
            let value = WIN - ply as i32 - 1;
            self.table.put(key, to_table(value, ply), None, i32::from(i16::MAX), Bound::Exact);
            return Ok(value);
        }
        let loss_depth = self.guide.loss_depth();
        let is_new = known.is_none_or(|entry| i32::from(entry.depth) < loss_depth);
        if is_new && depth >= loss_depth && self.guide.sees_loss(position) {
            let value = ply as i32 + 2 - WIN;
            self.table.put(key, to_table(value, ply), None, i32::from(i16::MAX), Bound::Exact);
            return Ok(value);
        }
        if (depth <= 0 && self.guide.is_quiet(position)) || ply + 1 >= MOST_PLIES {
            let value = self.guide.evaluate(position, player);
            self.table.put(key, value, None, 0, Bound::Exact);
            return Ok(value);
        }
        self.generate(position, player, depth, ply, known.and_then(|entry| entry.best()));
        let (first_alpha, mut best, mut best_code) = (alpha, -WIN - 1, None);
        let count = self.moves[ply].moves.len();
        let width = self.settings.width(ply).min(count);
        for i in 0..width {
            let m = self.moves[ply].next(i);
            let value =
                self.search_move(position, player, m, depth, ply, (alpha, beta), i, watch)?;
            if value > best {
                best = value;
                best_code = Some(m.code());
            }
            alpha = alpha.max(value);
            if value >= beta {
                self.reward(player, m, depth);
                break;
            }
        }
        if width < count {
            // What was not looked at may be better than a loss.
            best = best.max(UNCERTAIN);
        }
        let bound = if best >= beta {
            Bound::AtLeast
        } else if best > first_alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        let best_code = best_code.filter(|_| bound != Bound::AtMost);
        self.table.put(key, to_table(best, ply), best_code, depth.max(0), bound);
        Ok(best)
    }

    /// Writes the moves of a position with their order, as far as so much depth can tell them apart.
    fn generate(
        &mut self,
        position: &G,
        player: Player,
        depth: i32,
        ply: usize,
        first: Option<u32>,
    ) {
        const FIRST: i32 = i32::MAX;
        let Ordered { moves, scores } = &mut self.moves[ply];
        moves.clear();
        self.guide.moves(position, moves);
        self.guide.prune(position, depth, moves);
        scores.clear();
        scores.resize(moves.len(), 0);
        self.guide.order(position, moves, scores);
        for (m, score) in moves.iter().zip(scores) {
            if Some(m.code()) == first {
                *score = FIRST;
            } else if self.settings.history {
                let history = self.history[player.index() % 2 * self.codes + m.code() as usize];
                *score = score.saturating_add(history);
            }
        }
    }

    /// A move has refuted what was played before.
    fn reward(&mut self, player: Player, m: G::Move, depth: i32) {
        if !self.settings.history {
            return;
        }
        let place = &mut self.history[player.index() % 2 * self.codes + m.code() as usize];
        *place += depth * depth;
        if *place > MOST_HISTORY {
            self.history.iter_mut().for_each(|history| *history /= 2);
        }
    }

    /// The line of best play from a move on, as far as the table knows it.
    fn line(&self, position: &G, first: G::Move) -> Vec<G::Move> {
        let mut at = position.clone();
        let mut line = vec![first];
        at.play(first);
        while line.len() < LONGEST_LINE && at.actor() != Actor::Nobody {
            let Some(code) = self.table.get(at.hash()).and_then(|entry| entry.best()) else {
                break;
            };
            let m = G::Move::from_code(code);
            if !at.is_legal(m) {
                break;
            }
            line.push(m);
            at.play(m);
        }
        line
    }

    fn report(
        &self,
        position: &G,
        player: Player,
        roots: &[Root<G::Move>],
        watch: &Watch,
    ) -> Report<G::Move> {
        let chance = |value: i32| match value {
            WON.. => 1.0,
            ..=LOST => 0.0,
            value => self.guide.chance(value),
        };
        let best = roots.first().map_or(0, |root| root.value);
        let candidates = roots.iter().enumerate().map(|(i, root)| Candidate {
            visits: root.nodes,
            // What was not looked at closely is worth no more than the best.
            win_rate: chance(root.value.min(best)),
            line: if i == 0 || root.is_exact {
                self.line(position, root.played)
            } else {
                vec![root.played]
            },
            ..Candidate::untried(root.played)
        });
        Report {
            actor: position.actor(),
            view: player,
            candidates: candidates.collect(),
            win_rate: chance(best),
            proof: None,
            playouts: self.nodes,
            simulations: self.nodes,
            nodes: self.nodes,
            memory: self.table.bytes_used(),
            memory_cap: self.table.bytes(),
            depth: Some(self.finished),
            elapsed: watch.timer.elapsed(),
        }
    }
}

/// Wins are stored by their distance from the position, not from the root.
fn to_table(value: i32, ply: usize) -> i32 {
    match value {
        WON.. => value + ply as i32,
        ..=LOST => value - ply as i32,
        value => value,
    }
}

fn from_table(value: i32, ply: usize) -> i32 {
    match value {
        WON.. => value - ply as i32,
        ..=LOST => value + ply as i32,
        value => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use spinney_game::demo::Countdown;

    /// Sees nothing but how many counters are left.
    #[derive(Clone)]
    struct Counting;

    impl Guide<Countdown> for Counting {
        fn evaluate(&mut self, position: &Countdown, _: Player) -> i32 {
            (position.hash() % 1_000) as i32
        }

        fn chance(&self, value: i32) -> f32 {
            0.5 + value as f32 / 3_000.0
        }
    }

    /// Every move's value and the number of moves in its line.
    fn values(exact_moves: u32, depth: u32) -> Vec<(String, f32, usize)> {
        let position = Countdown::from_text("countdown 40").unwrap();
        let settings = Settings { exact_moves, depth, reduce_from: 0, ..Settings::default() };
        let mut search = Search::new(Counting, settings).unwrap();
        let limits = Limits::playouts(1_000_000);
        let report = search.think(&position, &limits, &Stop::new(), &mut |_| {});
        let told = report
            .candidates
            .iter()
            .map(|c| (position.move_text(c.played), c.win_rate, c.line.len()));
        told.collect()
    }

    #[test]
    fn as_many_moves_as_wanted_have_exact_values_and_lines() {
        for depth in 2..7 {
            // Alone at the root, each move's value is exact.
            let all = values(3, depth);
            assert!(all.is_sorted_by(|a, b| a.1 >= b.1), "{all:?}");
            assert!(all.iter().all(|(_, _, length)| *length > 1), "{all:?}");
            let two = values(2, depth);
            assert_eq!(two[..2].iter().map(|m| m.1).collect::<Vec<_>>(), [all[0].1, all[1].1]);
            let one = values(1, depth);
            assert_eq!(one[0].1, all[0].1);
            assert!(one[1..].iter().all(|(_, value, length)| *value <= all[0].1 && *length == 1));
        }
    }
}
