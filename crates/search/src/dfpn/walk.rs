//! One thread's way through the positions: down to the most proving one, and up again.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use spinney_game::{Game, Insight};

use super::Shared;
use super::bounds::{Bounds, NEVER, sum};
use super::notes::{Note, Seen};

pub(super) struct Walker<'a, G: Game, I> {
    pub(super) shared: &'a Shared<G>,
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
        let note = match self.shared.notes.get(key) {
            Some(note) => note,
            None => {
                work = 1;
                self.shared.nodes.fetch_add(1, Relaxed);
                self.stopped |= !(self.go_on)();
                match Note::take(&mut self.insight, position) {
                    Seen::Decided(bounds, _) => {
                        self.shared.table.store(key, bounds, work);
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
            let Some(choice) = choice else { return work };
            if bounds.reaches(limit) || self.stopped {
                return work;
            }
            let child = &note.children[choice.child];
            work += self.walk(&note.after(child), child.key, choice.limit);
        }
    }

    fn remember(&self, key: u64, note: &Arc<Note<G>>, bounds: Bounds, work: u64) {
        self.shared.table.store(key, bounds, work);
        if note.key != key {
            self.shared.table.store(note.key, bounds, work);
        }
    }

    /// The numbers of a position from those of its children, of which the most promising ones
    /// that are not lost count. One way to win is enough for a win; a loss takes them all.
    fn survey(&self, note: &Note<G>, limit: Bounds) -> Survey {
        let Shared { table, settings, .. } = self.shared;
        let proven = |bounds| Survey { bounds, choice: None };
        // The simplified position may have been reached, and solved, another way.
        if let Some(known) = table.bounds(note.key).filter(|known| known.is_proven()) {
            return proven(known);
        }
        let bounds_of = |index: usize| {
            let child = &note.children[index];
            child.over.unwrap_or_else(|| {
                let bounds = table.bounds(child.key).unwrap_or(Bounds::OPEN);
                if child.same_player { bounds } else { bounds.reversed() }
            })
        };
        let lost = |index: usize| bounds_of(index).delta == 0;
        let live = (0..note.children.len()).filter(|&index| !lost(index)).count();
        let width =
            settings.widening_base + (live as f32 * settings.widening_share).ceil() as usize;

        let mut total = 0;
        let mut best: Option<(u32, usize, Bounds)> = None;
        let (mut least, mut second) = (NEVER, NEVER);
        for (index, bounds) in (0..note.children.len())
            .map(|index| (index, bounds_of(index)))
            .filter(|(_, bounds)| bounds.delta != 0)
            .take(width)
        {
            if bounds.phi == 0 {
                return proven(Bounds::WIN);
            }
            total = sum(total, bounds.delta);
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
        let bounds = Bounds { phi: least, delta: total };
        // Going on somewhat beyond the second best saves walking to and fro between two that are
        // about equal. Going at all means going beyond where the child stands.
        let beyond = second.saturating_add(second / 4).saturating_add(1);
        let phi = limit.phi.min(beyond).max(sum(chosen.phi, 1));
        let delta = limit.delta.saturating_sub(total - chosen.delta).max(sum(chosen.delta, 1));
        let limit = Bounds { phi, delta };
        let same_player = note.children[child].same_player;
        let limit = if same_player { limit } else { limit.reversed() };
        Survey { bounds, choice: Some(Choice { child, limit }) }
    }
}
