//! Many states that are stepped together, on one thread or on several.

use spinney_game::host::{self, HAS_THREADS};
use spinney_game::{Actor, Encode, Game, RandomPlayout, Rng, Shape, Symmetry};

use super::steps::{encode, legal_move};
use super::{PlaneBuffer, State, StateError, Turn, rewards_of};
use crate::board::Board;
use crate::report::EngineError;

/// In place of an action: none is played. Where a game is over, there is no other.
const NONE: i64 = -1;
/// How often a number is tried before all actions are listed.
const TRIES: usize = 8;
/// Marks an action that turned out to be illegal.
const ILLEGAL: i64 = i64::MIN;

/// What may be done with a batch of a game whose type is not known; see [`StateBatch`], which
/// checks lengths. What is told of all states is told one after another.
pub(crate) trait Batched: Send + Sync {
    fn len(&self) -> usize;
    fn players(&self) -> usize;
    fn shape(&self) -> Shape;
    fn action_count(&self) -> usize;
    fn board(&self, index: usize) -> Board;
    fn set(&mut self, index: usize, board: &Board) -> Result<(), EngineError>;
    fn turn(&self, index: usize) -> Turn;
    fn is_done(&self, index: usize) -> bool;
    fn rewards_into(&self, out: &mut [f32]);
    fn reset(&mut self, which: Option<&[bool]>);

    /// Finds the moves of actions; those that are not legal are overwritten with [`ILLEGAL`].
    fn prepare(&mut self, actions: &mut [i64], threads: usize);
    /// Plays what was prepared, and draws for chance.
    fn advance(&mut self, threads: usize);
    fn sample_into(&mut self, out: &mut [i64], threads: usize);
    fn masks_into(&mut self, out: &mut [u8], threads: usize);
    fn planes_into(&mut self, out: PlaneBuffer<'_>, threads: usize);
}

/// States of one set-up that are stepped together.
///
/// Every state draws from a generator of its own, so what happens in one depends on the seed and on
/// what is played there, and not on the number of states or threads.
pub struct StateBatch {
    states: Box<dyn Batched>,
    threads: usize,
    /// The actions of a step, to be checked before one is played.
    checked: Vec<i64>,
}

impl StateBatch {
    pub(crate) fn new(states: Box<dyn Batched>, threads: usize) -> StateBatch {
        let threads = if HAS_THREADS { threads.max(1) } else { 1 };
        StateBatch { states, threads, checked: Vec::new() }
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.states.players()
    }

    /// The size of the planes of one state.
    pub fn shape(&self) -> Shape {
        self.states.shape()
    }

    /// All numbers of actions are below this one.
    pub fn action_count(&self) -> usize {
        self.states.action_count()
    }

    /// One of the states. What led to it is not kept.
    pub fn state(&self, index: usize) -> Result<State, StateError> {
        StateError::unless_below("position", index, self.len())?;
        Ok(State::of_board(&self.states.board(index))?)
    }

    /// Puts a state of the same set-up in the place of one.
    pub fn set(&mut self, index: usize, state: &State) -> Result<(), StateError> {
        StateError::unless_below("position", index, self.len())?;
        Ok(self.states.set(index, &state.board())?)
    }

    /// Plays an action in every state; −1 plays none there. If one of them is illegal, nothing is
    /// played anywhere.
    pub fn step(&mut self, actions: &[i64]) -> Result<(), StateError> {
        StateError::unless_long("actions", self.len(), actions.len())?;
        self.checked.clear();
        self.checked.extend_from_slice(actions);
        self.states.prepare(&mut self.checked, self.threads);
        if let Some(index) = self.checked.iter().position(|&action| action == ILLEGAL) {
            return Err(StateError::IllegalAt { index, action: actions[index] });
        }
        self.states.advance(self.threads);
        Ok(())
    }

    /// A legal action of every state, each as likely; −1 where there is none.
    pub fn sample_into(&mut self, out: &mut [i64]) -> Result<(), StateError> {
        StateError::unless_long("actions", self.len(), out.len())?;
        self.states.sample_into(out, self.threads);
        Ok(())
    }

    /// Writes 1 for every legal action of every state and 0 for the others.
    pub fn masks_into(&mut self, out: &mut [u8]) -> Result<(), StateError> {
        StateError::unless_long("actions", self.len() * self.action_count(), out.len())?;
        self.states.masks_into(out, self.threads);
        Ok(())
    }

    /// Writes the planes of every state.
    pub fn planes_into(&mut self, out: PlaneBuffer<'_>) -> Result<(), StateError> {
        StateError::unless_long("values of planes", self.len() * self.shape().values(), out.len())?;
        self.states.planes_into(out, self.threads);
        Ok(())
    }

    /// Whose turn it is in a state; chance has always acted.
    pub fn turn(&self, index: usize) -> Result<Turn, StateError> {
        StateError::unless_below("position", index, self.len())?;
        Ok(self.states.turn(index))
    }

    /// For every state, whether it cannot be stepped any more: its game is over or, which is rare
    /// and happens only where planes are a window on a table without bounds, none of its moves has
    /// a number.
    pub fn done_into(&self, out: &mut [bool]) -> Result<(), StateError> {
        StateError::unless_long("positions", self.len(), out.len())?;
        out.iter_mut().enumerate().for_each(|(index, done)| *done = self.states.is_done(index));
        Ok(())
    }

    /// Each player's reward in every state: 0 for a loss and 1 for a win where the game is over, and
    /// 0 for all before that.
    pub fn rewards_into(&self, out: &mut [f32]) -> Result<(), StateError> {
        StateError::unless_long("rewards", self.len() * self.players(), out.len())?;
        self.states.rewards_into(out);
        Ok(())
    }

    /// Puts the states that are marked, or all, back to where the batch started.
    pub fn reset(&mut self, which: Option<&[bool]>) -> Result<(), StateError> {
        if let Some(which) = which {
            StateError::unless_long("positions", self.len(), which.len())?;
        }
        self.states.reset(which);
        Ok(())
    }
}

/// One state of a batch.
struct Slot<G: Game> {
    position: G,
    rng: Rng,
    /// What is about to be played.
    next: Option<G::Move>,
}

/// Moves, and what else it takes to draw one.
struct Scratch<G: Game> {
    playout: RandomPlayout<G>,
    moves: Vec<G::Move>,
    actions: Vec<Option<usize>>,
}

impl<G: Game> Default for Scratch<G> {
    fn default() -> Scratch<G> {
        Scratch { playout: RandomPlayout::default(), moves: Vec::new(), actions: Vec::new() }
    }
}

impl<G: Encode> Slot<G> {
    /// Draws for chance until somebody is to move or the game is over.
    fn roll(&mut self, scratch: &mut Scratch<G>) {
        while self.position.actor() == Actor::Chance {
            let drawn = scratch.playout.pick(&self.position, &mut self.rng);
            let Some(m) = drawn else { break };
            self.position.play(m);
        }
    }

    /// Any of the actions, each as likely.
    fn sample(&mut self, scratch: &mut Scratch<G>) -> Option<usize> {
        if self.position.actor() == Actor::Nobody {
            return None;
        }
        // Where many numbers are legal, one of them is found sooner by trying than by listing them.
        let numbers = self.position.action_count() as u32;
        for _ in 0..TRIES {
            let action = self.rng.below(numbers) as usize;
            if legal_move(&self.position, action).is_some() {
                return Some(action);
            }
        }
        let count = self.actions(scratch).count();
        let chosen = (count > 0).then(|| self.rng.below(count as u32) as usize)?;
        scratch.actions.iter().copied().flatten().nth(chosen)
    }

    fn actions<'s>(&self, scratch: &'s mut Scratch<G>) -> impl Iterator<Item = usize> + use<'s, G> {
        scratch.moves.clear();
        scratch.actions.clear();
        self.position.moves(&mut scratch.moves);
        self.position.actions_of(&scratch.moves, &mut scratch.actions);
        scratch.actions.iter().copied().flatten()
    }
}

/// States of a game.
pub(crate) struct BatchOf<G: Game> {
    start: G,
    slots: Vec<Slot<G>>,
}

impl<G: Encode> BatchOf<G> {
    pub(super) fn new(start: G, states: usize, seed: u64) -> BatchOf<G> {
        let mut scratch = Scratch::default();
        let slot = |index: usize| {
            let rng = Rng::new(seed, index as u64);
            let mut slot = Slot { position: start.clone(), rng, next: None };
            slot.roll(&mut scratch);
            slot
        };
        let slots = (0..states).map(slot).collect();
        BatchOf { start, slots }
    }

    /// Does something with every state and its part of some memory, on threads if there are to be
    /// several.
    fn each<T: Send>(
        &mut self,
        out: &mut [T],
        width: usize,
        threads: usize,
        work: impl Fn(&mut Slot<G>, &mut [T], &mut Scratch<G>) + Sync,
    ) {
        let part = |slots: &mut [Slot<G>], out: &mut [T]| {
            let mut scratch = Scratch::default();
            for (slot, out) in slots.iter_mut().zip(out.chunks_exact_mut(width)) {
                work(slot, out, &mut scratch);
            }
        };
        if threads == 1 || self.slots.len() <= 1 {
            return part(&mut self.slots, out);
        }
        let states = self.slots.len().div_ceil(threads);
        let parts = self.slots.chunks_mut(states).zip(out.chunks_mut(states * width));
        host::scope(|scope| {
            for (slots, out) in parts {
                scope.spawn(|| part(slots, out));
            }
        });
    }
}

impl<G: Encode + Symmetry> Batched for BatchOf<G> {
    fn len(&self) -> usize {
        self.slots.len()
    }

    fn players(&self) -> usize {
        self.start.players()
    }

    fn shape(&self) -> Shape {
        self.start.shape()
    }

    fn action_count(&self) -> usize {
        self.start.action_count()
    }

    fn board(&self, index: usize) -> Board {
        Board::new(self.slots[index].position.clone())
    }

    fn set(&mut self, index: usize, board: &Board) -> Result<(), EngineError> {
        let (own, given) = (self.start.setup(), board.setup());
        if own != given {
            let problem = format!("is of {given}, and the batch is of {own}");
            return Err(spinney_game::TextError::at("position", problem).into());
        }
        let slot = &mut self.slots[index];
        slot.position = board.expect::<G>()?.clone();
        slot.roll(&mut Scratch::default());
        Ok(())
    }

    fn turn(&self, index: usize) -> Turn {
        self.slots[index].position.actor().into()
    }

    fn is_done(&self, index: usize) -> bool {
        let slot = &self.slots[index];
        let position = &slot.position;
        position.actor() == Actor::Nobody
            || !position.is_whole() && slot.actions(&mut Scratch::default()).next().is_none()
    }

    fn rewards_into(&self, out: &mut [f32]) {
        let players = self.players();
        for (slot, out) in self.slots.iter().zip(out.chunks_exact_mut(players)) {
            let rewards = slot.position.rewards().unwrap_or_default();
            rewards_of(&rewards, players).zip(out).for_each(|(reward, out)| *out = reward);
        }
    }

    fn reset(&mut self, which: Option<&[bool]>) {
        let mut scratch = Scratch::default();
        for (index, slot) in self.slots.iter_mut().enumerate() {
            if which.is_none_or(|which| which[index]) {
                slot.position.clone_from(&self.start);
                slot.roll(&mut scratch);
            }
        }
    }

    fn prepare(&mut self, actions: &mut [i64], threads: usize) {
        self.each(actions, 1, threads, |slot, action, _| {
            if action[0] == NONE {
                slot.next = None;
                return;
            }
            let number = usize::try_from(action[0]).ok();
            slot.next = number.and_then(|number| legal_move(&slot.position, number));
            if slot.next.is_none() {
                action[0] = ILLEGAL;
            }
        });
    }

    fn advance(&mut self, threads: usize) {
        let mut nothing = vec![(); self.len()];
        self.each(&mut nothing, 1, threads, |slot, _, scratch| {
            if let Some(m) = slot.next.take() {
                slot.position.play(m);
                slot.roll(scratch);
            }
        });
    }

    fn sample_into(&mut self, out: &mut [i64], threads: usize) {
        self.each(out, 1, threads, |slot, out, scratch| {
            out[0] = slot.sample(scratch).map_or(NONE, |action| action as i64);
        });
    }

    fn masks_into(&mut self, out: &mut [u8], threads: usize) {
        let width = self.action_count();
        self.each(out, width, threads, |slot, out, scratch| {
            out.fill(0);
            slot.actions(scratch).for_each(|action| out[action] = 1);
        });
    }

    fn planes_into(&mut self, out: PlaneBuffer<'_>, threads: usize) {
        let width = self.shape().values();
        match out {
            PlaneBuffer::Bytes(out) => self.each(out, width, threads, |slot, out, _| {
                encode(&slot.position, PlaneBuffer::Bytes(out));
            }),
            PlaneBuffer::Floats(out) => self.each(out, width, threads, |slot, out, _| {
                encode(&slot.position, PlaneBuffer::Floats(out));
            }),
        }
    }
}
