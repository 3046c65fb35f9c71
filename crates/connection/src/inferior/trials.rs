//! What one stone does to the cells around it: tried out for every cell and both colours.

use super::field::Field;
use super::fill::captured_with;
use crate::Monotone;
use spinney_board::{Cell, CellSet, Stone};

/// What comes of a stone.
#[derive(Clone, Copy, Default)]
struct Effect {
    /// The cells that it makes dead.
    killed: CellSet,
    /// These, the cells that it captures, and those that are dead or captured then, and so on.
    taken: CellSet,
    /// The cells that could join nothing which it does not join.
    covered: CellSet,
}

/// What comes of every stone that could be laid.
#[derive(Clone)]
pub(super) struct Trials {
    effects: [Vec<Effect>; 2],
    /// For each colour and cell: the opponent's reply that captures a stone on the cell, and all
    /// that it captures.
    reversers: [Vec<Option<(Cell, CellSet)>>; 2],
    /// The cells that were tried last.
    tried: CellSet,
}

impl Trials {
    pub(super) fn new(cells: usize) -> Trials {
        Trials {
            effects: Stone::BOTH.map(|_| vec![Effect::default(); cells]),
            reversers: Stone::BOTH.map(|_| vec![None; cells]),
            tried: CellSet::EMPTY,
        }
    }

    /// The cells where stones were tried out last.
    pub(super) fn tried(&self) -> &CellSet {
        &self.tried
    }

    /// The cells that a stone makes dead.
    pub(super) fn killed(&self, stone: Stone, cell: Cell) -> &CellSet {
        &self.effects[stone.index()][cell.index()].killed
    }

    /// The cells that are as good as a colour's own once it has this one.
    pub(super) fn taken(&self, stone: Stone, cell: Cell) -> &CellSet {
        &self.effects[stone.index()][cell.index()].taken
    }

    /// The cells that are no better than this one for either colour, by what they could join.
    pub(super) fn covered(&self, cell: Cell) -> CellSet {
        let [black, white] = [0, 1].map(|colour: usize| self.effects[colour][cell.index()].covered);
        black.or(&white)
    }

    /// The opponent's reply that captures a stone on a cell, if it does not simply kill it.
    pub(super) fn reverser(&self, stone: Stone, cell: Cell) -> Option<(Cell, CellSet)> {
        self.reversers[stone.index()][cell.index()]
    }

    /// Tries every stone out.
    pub(super) fn try_stones<G: Monotone>(&mut self, field: &mut Field<G>) {
        self.try_around(field, &Stone::BOTH, &field.empties().clone());
    }

    /// Tries the stones out that may have to do with some cells, as far as it matters to one
    /// colour's moves there: of the other colour's stones, which cells they kill.
    pub(super) fn try_stones_around<G: Monotone>(
        &mut self,
        field: &mut Field<G>,
        cells: &CellSet,
        to_move: Stone,
    ) {
        let around = cells.iter().fold(CellSet::EMPTY, |all, cell| all.or(&field.vicinity(cell)));
        self.try_around(field, &[to_move], &around);
    }

    /// Tries stones of both colours out on these cells; only some colours capture with them.
    fn try_around<G: Monotone>(
        &mut self,
        field: &mut Field<G>,
        capturing: &[Stone],
        cells: &CellSet,
    ) {
        self.tried = *cells;
        for stone in Stone::BOTH {
            let captures = capturing.contains(&stone);
            for cell in cells {
                let watched = field.vicinity(cell);
                self.effects[stone.index()][cell.index()] =
                    field.try_out(|field| follow(field, stone, cell, &watched, captures));
            }
            self.reversers[stone.index()].fill(None);
        }
    }

    /// Tries every reply out, after the [stones](Trials::try_stones). Stops and tells if it comes
    /// upon a set of cells that a colour has captured; all trials are then to be made again when
    /// the set has been filled in.
    pub(super) fn try_replies<G: Monotone>(
        &mut self,
        field: &mut Field<G>,
    ) -> Option<(Stone, CellSet)> {
        let empties = *field.empties();
        for captor in Stone::BOTH {
            for reply in &empties {
                if let Some(set) = self.replies(field, captor, reply) {
                    return Some((captor, set));
                }
            }
        }
        None
    }

    /// Notes which of the opponent's stones a reply captures. Returns a set of cells around it
    /// that the colour has captured even without it.
    fn replies<G: Monotone>(
        &mut self,
        field: &mut Field<G>,
        captor: Stone,
        reply: Cell,
    ) -> Option<CellSet> {
        let Effect { killed, taken, .. } = self.effects[captor.index()][reply.index()];
        for cell in &killed {
            if self.killed(captor, cell).contains(reply) {
                return Some([cell, reply].into_iter().collect());
            }
        }
        for cell in &taken.andnot(&killed) {
            let all = field.vicinity(reply);
            let Some(set) = capture(field, captor, cell, reply, &all) else { continue };
            self.reversers[captor.opponent().index()][cell.index()] = Some((reply, set));
            let answered = |intrusion: Cell| {
                let mut replies = set.iter().filter(|&reply| reply != intrusion);
                replies.any(|reply| capture(field, captor, intrusion, reply, &set) == Some(set))
            };
            if set.iter().all(answered) {
                return Some(set);
            }
        }
        None
    }
}

/// What a colour gets, among the cells that are watched, if the opponent plays on `intrusion` and
/// it replies; `None` if the intruding stone is not dead then.
fn capture<G: Monotone>(
    field: &mut Field<G>,
    captor: Stone,
    intrusion: Cell,
    reply: Cell,
    watched: &CellSet,
) -> Option<CellSet> {
    let mut watched = *watched;
    watched.remove(intrusion);
    field.try_out(|field| {
        field.place_watching(captor.opponent(), intrusion, &watched);
        watched.insert(intrusion);
        let mut set = follow(field, captor, reply, &watched, true).taken;
        set.insert(intrusion);
        set.insert(reply);
        field.is_dead(intrusion).then_some(set)
    })
}

/// Lays a stone and fills in, among the cells that are watched, what is then dead or, if asked for,
/// captured by the same colour.
fn follow<G: Monotone>(
    field: &mut Field<G>,
    stone: Stone,
    cell: Cell,
    watched: &CellSet,
    captures: bool,
) -> Effect {
    let mut effect = Effect::default();
    let mut nothing_captured = true;
    let change = field.place_watching(stone, cell, watched);
    effect.covered = change.covered;
    let mut open = change.changed.and(field.empties());
    // Cells that are not dead may be captured; but the dead ones come first.
    let mut alive = CellSet::EMPTY;
    loop {
        while let Some(cell) = open.iter().next() {
            open.remove(cell);
            alive.insert(cell);
            if field.is_dead(cell) {
                effect.taken.insert(cell);
                let change = field.place_watching(stone, cell, watched);
                open = open.or(&change.changed).and(field.empties());
            }
        }
        if nothing_captured {
            effect.killed = effect.taken;
        }
        if !captures {
            return effect;
        }
        alive = alive.and(field.empties());
        let among = watched.and(field.empties());
        let mut untried = alive.iter();
        let pair = untried.find_map(|cell| {
            alive.remove(cell);
            Some([cell, captured_with(field, stone, cell, &among)?])
        });
        let Some(pair) = pair else { return effect };
        nothing_captured = false;
        for cell in pair {
            effect.taken.insert(cell);
            let change = field.place_watching(stone, cell, watched);
            open = open.or(&change.changed).and(field.empties());
        }
    }
}
