//! One thread's way through the positions: down to the most proving one, and up again.
//!
//! # Why every walk ends
//!
//! The table has a fixed size and may forget anything at any time, and so may the notes. So no walk
//! relies on finding again what it has stored. It returns the numbers that it has come to, and the
//! walk that started it keeps them in its [`Frame`], for each child the largest so far. Limits of the
//! next walk to that child lie above them. A walk that ends has reached one of its limits or has
//! decided the child. So every round of a walk's loop either decides a child for good or raises a
//! number in its frame; there are finitely many children, and numbers end at [`NEVER`], which is a
//! proof. Hence the loop ends if the walks to the children do, and these are of positions nearer to
//! the end of the game. What the table remembers saves work, and nothing rests on it.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use spinney_game::{Game, StaticProver};

use super::Shared;
use super::bounds::{Bounds, NEVER, sum};
use super::notes::{Child, Note, Seen};

pub(super) struct Walker<'a, G: Game, I: StaticProver<G>> {
    shared: &'a Shared<G, I>,
    prover: I,
    /// Asked before every look and in every round of a walk, until it says no.
    go_on: &'a mut dyn FnMut() -> bool,
    stopped: bool,
    /// The numbers of the children of the position that is being surveyed.
    numbers: Vec<Bounds>,
}

/// What a walk has come to.
pub(super) struct Walked<M> {
    /// The numbers of the position. Unless they are proven or the walk was stopped, one of them has
    /// reached its limit.
    pub(super) bounds: Bounds,
    /// A move that wins, if the walk has shown one and the position is the one that was looked at
    /// and not an image of it.
    pub(super) winning: Option<M>,
    /// What it cost: positions looked at or come by. At least one.
    work: u64,
}

/// A position that a walk is working on.
struct Frame<G: Game, A> {
    note: Arc<Note<G, A>>,
    /// For each child the largest numbers that walks from here have come back with, seen by the
    /// player who chooses it.
    reached: Vec<Bounds>,
    /// Whether the static prover has been asked to try harder.
    is_close: bool,
}

impl<G: Game, A> Frame<G, A> {
    fn new(note: Arc<Note<G, A>>) -> Frame<G, A> {
        let reached = vec![Bounds::OPEN; note.children.len()];
        Frame { is_close: note.is_close, note, reached }
    }

    /// The same position after a closer look, which may have left other moves.
    fn closer(&self, note: Arc<Note<G, A>>) -> Frame<G, A> {
        let mut frame = Frame::new(note);
        for (child, reached) in frame.note.children.iter().zip(&mut frame.reached) {
            let before = self.note.children.iter().position(|old| old.played == child.played);
            *reached = before.map_or(Bounds::OPEN, |index| self.reached[index]);
        }
        frame
    }
}

/// The numbers of a position, and what to do about it.
struct Survey {
    bounds: Bounds,
    next: Next,
}

enum Next {
    /// It is proven; by the move to a child, if that wins.
    Done { winning: Option<usize> },
    /// To work on a child, as far as that limit, seen by the player who moves there.
    Walk { child: usize, limit: Bounds },
}

impl<'a, G: Game, I: StaticProver<G>> Walker<'a, G, I> {
    pub(super) fn new(
        shared: &'a Shared<G, I>,
        prover: I,
        go_on: &'a mut dyn FnMut() -> bool,
    ) -> Self {
        Walker { shared, prover, go_on, stopped: false, numbers: Vec::new() }
    }

    /// Works on a position until it is proven, one of its numbers reaches its limit, or the search is
    /// over.
    pub(super) fn walk(&mut self, position: &G, key: u64, limit: Bounds) -> Walked<G::Move> {
        let mut work = 1;
        let note = match self.prove(position, key) {
            Some(Seen::Open(note)) => note,
            Some(Seen::Decided(bounds, carrier, winning)) => {
                self.shared.table.store(key, bounds, work);
                if let Some(carrier) = carrier {
                    self.shared.carrier.keep(position.hash(), carrier);
                }
                return Walked { bounds, winning, work };
            }
            None => return Walked { bounds: Bounds::OPEN, winning: None, work },
        };
        let _working = self.shared.working_on(key);
        let mut frame = Frame::new(note);
        // What the table has not been told of yet.
        let mut news = work;
        loop {
            let Survey { bounds, next } = self.survey(&frame, limit);
            self.remember(key, &frame.note, bounds, news);
            news = 0;
            let (child, child_limit) = match next {
                Next::Walk { child, limit } => (child, limit),
                Next::Done { winning } => {
                    self.keep_grounds(&frame.note, bounds, winning);
                    let winning = winning.filter(|_| frame.note.hash == position.hash());
                    let winning = winning.map(|child| frame.note.children[child].played);
                    return Walked { bounds, winning, work };
                }
            };
            if bounds.reaches(limit) || !self.goes_on() {
                return Walked { bounds, winning: None, work };
            }
            if !frame.is_close && frame.note.children.iter().any(Child::is_refuted) {
                frame.is_close = true;
                match frame.note.prove_deeper(&mut self.prover) {
                    Some(Seen::Open(closer)) => {
                        self.shared.notes.keep(key, closer.clone());
                        frame = frame.closer(closer);
                        continue;
                    }
                    Some(Seen::Decided(bounds, carrier, _)) => {
                        self.remember(key, &frame.note, bounds, news);
                        if let Some(carrier) = carrier {
                            self.shared.carrier.keep(frame.note.hash, carrier);
                        }
                        return Walked { bounds, winning: None, work };
                    }
                    None => {}
                }
            }
            let chosen = &frame.note.children[child];
            let walked = self.walk(&frame.note.after(chosen), chosen.key, child_limit);
            let found = if chosen.same_player { walked.bounds } else { walked.bounds.reversed() };
            frame.reached[child] = frame.reached[child].raised_to(found);
            news += walked.work;
            work += walked.work;
        }
    }

    /// What the static prover has said or says of a position; `None` if the search is over, which may break
    /// off a look.
    fn prove(&mut self, position: &G, key: u64) -> Option<Seen<G, I>> {
        if let Some(note) = self.shared.notes.get(key) {
            return Some(Seen::Open(note));
        }
        if !self.goes_on() {
            return None;
        }
        self.shared.nodes.fetch_add(1, Relaxed);
        let seen = Note::take(&mut self.prover, position)?;
        if let Seen::Open(note) = &seen {
            self.shared.notes.keep(key, note.clone());
        }
        Some(seen)
    }

    fn goes_on(&mut self) -> bool {
        self.stopped = self.stopped || !(self.go_on)();
        !self.stopped
    }

    fn remember(&self, key: u64, note: &Arc<Note<G, I::Context>>, bounds: Bounds, work: u64) {
        self.shared.table.store(key, bounds, work);
        if note.key != key {
            self.shared.table.store(note.key, bounds, work);
        }
    }

    /// What the rules or the table know of a child, seen by the player who chooses it.
    fn bounds_of(&self, child: &Child<G::Move>) -> Option<Bounds> {
        child.over.or_else(|| {
            let bounds = self.shared.table.bounds(child.key)?;
            Some(if child.same_player { bounds } else { bounds.reversed() })
        })
    }

    /// Notes that a child is refuted, and leaves out the others that are refuted the same way.
    fn leave_out_likewise(&self, note: &Note<G, I::Context>, refuted: &Child<G::Move>) {
        refuted.set_refuted();
        let Some(carrier) = self.shared.carrier.get(note.after(refuted).hash()) else { return };
        for child in &note.children {
            if !self.prover.disturbs(&carrier, child.played) {
                child.leave_out();
            }
        }
    }

    /// Carries what the proof of a position rests on back to it, if that is known.
    fn keep_grounds(&self, note: &Note<G, I::Context>, bounds: Bounds, winning: Option<usize>) {
        let kept = &self.shared.carrier;
        let of = |child: &Child<G::Move>| kept.get(note.after(child).hash());
        let won = bounds.phi == 0;
        let found = if won {
            let wins = |(index, child): &(usize, &Child<_>)| {
                winning == Some(*index) || self.bounds_of(child).is_some_and(|known| known.phi == 0)
            };
            let winning = note.children.iter().enumerate().filter(wins);
            let mut found = winning.filter_map(|(_, child)| Some((child.played, of(child)?)));
            found.next().and_then(|(m, after)| self.prover.won_by(&note.context, m, &after))
        } else if note.children.iter().all(|child| child.is_refuted() || child.is_needless()) {
            let (refuted, needless): (Vec<_>, Vec<_>) =
                note.children.iter().partition(|child| child.is_refuted());
            let tried: Option<Vec<_>> =
                refuted.into_iter().map(|child| Some((child.played, of(child)?))).collect();
            let untried: Vec<_> = needless.into_iter().map(|child| child.played).collect();
            tried.and_then(|tried| self.prover.lost_by(&note.context, &tried, &untried))
        } else {
            // The simplified position was solved another way.
            kept.get(note.position.hash())
        };
        if let Some(found) = found {
            let whole = self.prover.unsimplified(&note.context, won, &found);
            kept.keep(note.position.hash(), found);
            kept.keep(note.hash, whole);
        }
    }

    /// The numbers of a position from those of its children, of which the most promising ones
    /// that are not lost count. One way to win is enough for a win; a loss takes them all.
    fn survey(&mut self, frame: &Frame<G, I::Context>, limit: Bounds) -> Survey {
        let note = &*frame.note;
        let proven = |bounds, winning| Survey { bounds, next: Next::Done { winning } };
        // The simplified position may have been reached, and solved, another way.
        let known = self.shared.table.bounds(note.key);
        if let Some(known) = known.filter(|known| known.is_proven()) {
            return proven(known, None);
        }
        let mut numbers = std::mem::take(&mut self.numbers);
        numbers.clear();
        for (child, reached) in note.children.iter().zip(&frame.reached) {
            let is_lost = child.is_refuted() || child.is_needless();
            let bounds = match reached {
                _ if is_lost => Bounds::LOSS,
                reached if reached.is_proven() => *reached,
                // Another way there may have found out more.
                reached => self.bounds_of(child).unwrap_or(*reached),
            };
            if bounds.delta == 0 && !is_lost {
                self.leave_out_likewise(note, child);
            }
            numbers.push(bounds);
        }
        // A child may have been left out after its numbers were read.
        for (bounds, child) in numbers.iter_mut().zip(&note.children) {
            if child.is_needless() {
                *bounds = Bounds::LOSS;
            }
        }
        let survey = self.weigh(frame, &numbers, limit);
        self.numbers = numbers;
        survey
    }

    /// The numbers of a position from these of its children.
    fn weigh(&self, frame: &Frame<G, I::Context>, numbers: &[Bounds], limit: Bounds) -> Survey {
        let settings = &self.shared.settings;
        let live = numbers.iter().filter(|bounds| bounds.delta != 0).count();
        let width =
            settings.widening_base + (live as f32 * settings.widening_share).ceil() as usize;

        // All moves must be refuted for a loss; only the most promising ones may be worked on. What
        // refutes one mostly refutes others, too, so of their numbers only the largest counts in
        // full, and each other move as one.
        let mut largest = 0;
        let mut best: Option<(u32, usize, Bounds)> = None;
        let (mut least, mut second) = (NEVER, NEVER);
        let open = numbers.iter().enumerate().filter(|(_, bounds)| bounds.delta != 0);
        for (place, (index, &bounds)) in open.enumerate() {
            if bounds.phi == 0 {
                return Survey { bounds: Bounds::WIN, next: Next::Done { winning: Some(index) } };
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
            let others = self.shared.workers_on(frame.note.children[index].key);
            let worth = bounds.phi.saturating_mul(1 + others);
            if best.is_none_or(|(least, ..)| worth < least) {
                best = Some((worth, index, bounds));
            }
        }
        let Some((_, child, chosen)) = best else {
            return Survey { bounds: Bounds::LOSS, next: Next::Done { winning: None } };
        };
        let others = live.saturating_sub(1) as u32;
        let bounds = Bounds { phi: least, delta: sum(largest, others) };
        // Going on somewhat beyond the second best saves walking to and fro between two that are
        // about equal. Going at all means going beyond where the child stands and has stood.
        let beyond = second.saturating_add(second / 4).saturating_add(1);
        let stands = chosen.raised_to(frame.reached[child]);
        let phi = limit.phi.min(beyond).max(stands.phi.saturating_add(1));
        let delta = limit.delta.saturating_sub(others).max(stands.delta.saturating_add(1));
        let limit = Bounds { phi, delta };
        let same_player = frame.note.children[child].same_player;
        let limit = if same_player { limit } else { limit.reversed() };
        Survey { bounds, next: Next::Walk { child, limit } }
    }
}
