//! One thread's way through the positions: down to the most proving one, and up again.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use spinney_game::{Game, Insight};

use super::Shared;
use super::bounds::{Bounds, NEVER, sum};
use super::notes::{Child, Note, Seen};

pub(super) struct Walker<'a, G: Game, I: Insight<G>> {
    pub(super) shared: &'a Shared<G, I>,
    pub(super) insight: I,
    /// Called now and then; `false` ends the walk.
    pub(super) go_on: &'a mut dyn FnMut() -> bool,
    pub(super) stopped: bool,
}

/// The numbers of a position, and the child to work on.
struct Survey {
    bounds: Bounds,
    choice: Option<Choice>,
}

struct Choice {
    child: usize,
    /// How far to go with it, seen by the player who moves there.
    limit: Bounds,
}

impl<G: Game, I: Insight<G>> Walker<'_, G, I> {
    /// Works on a position until it is proven or one of its numbers reaches its limit. Says how
    /// many positions were looked at.
    pub(super) fn walk(&mut self, position: &G, key: u64, limit: Bounds) -> u64 {
        let mut work = 0;
        let mut note = match self.shared.notes.get(key) {
            Some(note) => note,
            None => {
                work = 1;
                self.shared.nodes.fetch_add(1, Relaxed);
                self.stopped |= !(self.go_on)();
                match Note::take(&mut self.insight, position) {
                    Seen::Decided(bounds, grounds, _) => {
                        self.shared.table.store(key, bounds, work);
                        if let Some(grounds) = grounds {
                            self.shared.grounds.keep(position.hash(), grounds);
                        }
                        return work;
                    }
                    Seen::Open(note) => {
                        self.shared.notes.keep(key, &note);
                        note
                    }
                }
            }
        };
        let _working = self.shared.working_on(key);
        loop {
            let Survey { bounds, choice } = self.survey(&note, limit);
            self.remember(key, &note, bounds, work);
            let Some(choice) = choice else {
                self.keep_grounds(&note, bounds);
                return work;
            };
            if bounds.reaches(limit) || self.stopped {
                return work;
            }
            if !note.is_close && note.children.iter().any(Child::is_refuted) {
                match note.look_closer(&mut self.insight) {
                    Some(Seen::Open(closer)) => {
                        self.shared.notes.keep(key, &closer);
                        note = closer;
                        continue;
                    }
                    Some(Seen::Decided(bounds, grounds, _)) => {
                        self.remember(key, &note, bounds, work);
                        if let Some(grounds) = grounds {
                            self.shared.grounds.keep(note.hash, grounds);
                        }
                        return work;
                    }
                    None => {}
                }
            }
            let child = &note.children[choice.child];
            work += self.walk(&note.after(child), child.key, choice.limit);
        }
    }

    fn remember(&self, key: u64, note: &Arc<Note<G, I::Account>>, bounds: Bounds, work: u64) {
        self.shared.table.store(key, bounds, work);
        if note.key != key {
            self.shared.table.store(note.key, bounds, work);
        }
    }

    /// The numbers of a child, seen by the player who chooses it.
    fn bounds_of(&self, child: &Child<G::Move>) -> Bounds {
        child.over.unwrap_or_else(|| {
            let bounds = self.shared.table.bounds(child.key).unwrap_or(Bounds::OPEN);
            if child.same_player { bounds } else { bounds.reversed() }
        })
    }

    /// Notes that a child is refuted, and leaves out the others that are refuted the same way.
    fn leave_out_likewise(&self, note: &Note<G, I::Account>, refuted: &Child<G::Move>) {
        refuted.set_refuted();
        let Some(grounds) = self.shared.grounds.get(note.after(refuted).hash()) else { return };
        for child in &note.children {
            if !self.insight.disturbs(&grounds, child.played) {
                child.leave_out();
            }
        }
    }

    /// Carries what the proof of a position rests on back to it, if that is known.
    fn keep_grounds(&self, note: &Note<G, I::Account>, bounds: Bounds) {
        let kept = &self.shared.grounds;
        let of = |child: &Child<G::Move>| kept.get(note.after(child).hash());
        let won = bounds.phi == 0;
        let found = if won {
            let winning = note.children.iter().filter(|child| self.bounds_of(child).phi == 0);
            let mut found = winning.filter_map(|child| Some((child.played, of(child)?)));
            found.next().and_then(|(m, after)| self.insight.won_by(&note.account, m, &after))
        } else if note.children.iter().all(|child| child.is_refuted() || child.is_needless()) {
            let (refuted, needless): (Vec<_>, Vec<_>) =
                note.children.iter().partition(|child| child.is_refuted());
            let tried: Option<Vec<_>> =
                refuted.into_iter().map(|child| Some((child.played, of(child)?))).collect();
            let untried: Vec<_> = needless.into_iter().map(|child| child.played).collect();
            tried.and_then(|tried| self.insight.lost_by(&note.account, &tried, &untried))
        } else {
            // The simplified position was solved another way.
            kept.get(note.position.hash())
        };
        if let Some(found) = found {
            let whole = self.insight.unsimplified(&note.account, won, &found);
            kept.keep(note.position.hash(), found);
            kept.keep(note.hash, whole);
        }
    }

    /// The numbers of a position from those of its children, of which the most promising ones
    /// that are not lost count. One way to win is enough for a win; a loss takes them all.
    fn survey(&self, note: &Note<G, I::Account>, limit: Bounds) -> Survey {
        let Shared { table, settings, .. } = self.shared;
        let proven = |bounds| Survey { bounds, choice: None };
        // The simplified position may have been reached, and solved, another way.
        if let Some(known) = table.bounds(note.key).filter(|known| known.is_proven()) {
            return proven(known);
        }
        let bounds_of = |index: usize| {
            let child = &note.children[index];
            if child.is_needless() { Bounds::LOSS } else { self.bounds_of(child) }
        };
        for (index, child) in note.children.iter().enumerate() {
            if !child.is_refuted() && bounds_of(index).delta == 0 && !child.is_needless() {
                self.leave_out_likewise(note, child);
            }
        }
        let live = (0..note.children.len()).filter(|&index| bounds_of(index).delta != 0).count();
        let width =
            settings.widening_base + (live as f32 * settings.widening_share).ceil() as usize;

        // All moves must be refuted for a loss; only the most promising ones may be worked on. What
        // refutes one mostly refutes others, too, so of their numbers only the largest counts in
        // full, and each other move as one.
        let mut largest = 0;
        let mut best: Option<(u32, usize, Bounds)> = None;
        let (mut least, mut second) = (NEVER, NEVER);
        let open = (0..note.children.len()).map(|index| (index, bounds_of(index)));
        for (place, (index, bounds)) in open.filter(|(_, bounds)| bounds.delta != 0).enumerate() {
            if bounds.phi == 0 {
                return proven(Bounds::WIN);
            }
            largest = largest.max(bounds.delta);
            if place >= width {
                continue;
            }
            if bounds.phi < least {
                (least, second) = (bounds.phi, least);
            } else {
                second = second.min(bounds.phi);
            }
            // Where another thread is at work already, there is less for this one to do.
            let others = self.shared.workers_on(note.children[index].key);
            let worth = bounds.phi.saturating_mul(1 + others);
            if best.is_none_or(|(least, ..)| worth < least) {
                best = Some((worth, index, bounds));
            }
        }
        let Some((_, child, chosen)) = best else {
            return proven(Bounds::LOSS);
        };
        let others = live.saturating_sub(1) as u32;
        let bounds = Bounds { phi: least, delta: sum(largest, others) };
        // Going on somewhat beyond the second best saves walking to and fro between two that are
        // about equal. Going at all means going beyond where the child stands.
        let beyond = second.saturating_add(second / 4).saturating_add(1);
        let phi = limit.phi.min(beyond).max(sum(chosen.phi, 1));
        let delta = limit.delta.saturating_sub(others).max(sum(chosen.delta, 1));
        let limit = Bounds { phi, delta };
        let same_player = note.children[child].same_player;
        let limit = if same_player { limit } else { limit.reversed() };
        Survey { bounds, choice: Some(Choice { child, limit }) }
    }
}
