//! A state of a game whose type is not known, and one whose type is.

use std::sync::Arc;

use spinney_game::{
    Actor, Encode, Encoding, Game, Played, Player, Rearrangement, Rewards, Shape, Symmetry,
    TextError,
};

use super::{BatchOf, Batched, PlaneBuffer};
use crate::board::{Board, played};
use crate::line::Line;
use crate::report::EngineError;

/// What may be done with a state; see [`State`](super::State), which checks lengths and numbers.
pub(crate) trait Steps: Send + Sync {
    fn boxed_clone(&self) -> Box<dyn Steps>;
    fn board(&self) -> Board;
    fn line(&self) -> Line;
    fn moves(&self) -> usize;

    fn encoding(&self) -> Encoding;
    fn shape(&self) -> Shape;
    fn action_count(&self) -> usize;
    fn is_whole(&self) -> bool;
    fn viewer(&self) -> Player;
    fn mask_into(&self, out: &mut [u8]);
    fn planes_into(&self, out: PlaneBuffer<'_>);
    fn action_text(&self, action: usize) -> Option<String>;
    fn action_of(&self, text: &str) -> Result<Option<usize>, TextError>;

    fn players(&self) -> usize;
    fn actor(&self) -> Actor;
    fn legal_actions(&self, out: &mut Vec<usize>);
    fn chances(&self) -> Vec<(usize, f32)>;
    /// Whether it was legal; if not, nothing changed.
    fn play(&mut self, action: usize) -> bool;
    fn play_text(&mut self, text: &str) -> Result<(), TextError>;
    fn undo(&mut self) -> Option<Played>;
    fn rewards(&self) -> Option<Rewards>;

    fn symmetries(&self) -> usize;
    fn image(&self, symmetry: usize) -> Box<dyn Steps>;
    fn rearrangement(&self, symmetry: usize) -> Option<Rearrangement>;
    fn canonical_hash(&self) -> u64;

    fn batch(&self, states: usize, seed: u64) -> Box<dyn Batched>;
}

/// A position and those before it, which copies share.
#[derive(Clone)]
pub(crate) struct Stepped<G: Game> {
    position: Arc<G>,
    past: Vec<(Arc<G>, G::Move)>,
}

impl<G: Game> Stepped<G> {
    fn new(position: G) -> Stepped<G> {
        Stepped { position: Arc::new(position), past: Vec::new() }
    }

    /// The state where a game stands. Where a side moved out of turn, the position before that move
    /// is the one in which it was this side's turn.
    pub(crate) fn of_line(line: &Line) -> Result<Stepped<G>, EngineError> {
        let mut past = Vec::new();
        for (before, played) in line.steps() {
            let is_in_turn = played.player.is_none_or(|p| before.seat_to_move() == Some(p.index()));
            let before = if is_in_turn { before } else { &before.handed_to(played.side)? };
            let before: &G = before.expect()?;
            past.push((Arc::new(before.clone()), before.parse_move(&played.text)?));
        }
        let position: &G = line.board().expect()?;
        Ok(Stepped { position: Arc::new(position.clone()), past })
    }

    fn go_on(&mut self, m: G::Move) {
        let mut next = (*self.position).clone();
        next.play(m);
        let before = std::mem::replace(&mut self.position, Arc::new(next));
        self.past.push((before, m));
    }
}

/// The legal move that an action stands for.
pub(super) fn legal_move<G: Encode>(position: &G, action: usize) -> Option<G::Move> {
    let is_one = action < position.action_count();
    let m = is_one.then(|| position.move_of(action)).flatten()?;
    position.is_legal(m).then_some(m)
}

/// Writes planes for which there is as much room as they take.
pub(super) fn encode<G: Encode>(position: &G, out: PlaneBuffer<'_>) {
    match out {
        PlaneBuffer::Bytes(values) => position.encode_into(values),
        PlaneBuffer::Floats(values) => position.encode_into(values),
    }
}

impl<G: Encode + Symmetry> Steps for Stepped<G> {
    fn boxed_clone(&self) -> Box<dyn Steps> {
        Box::new(self.clone())
    }

    fn board(&self) -> Board {
        Board::shared(self.position.clone())
    }

    fn line(&self) -> Line {
        let first = self.past.first().map_or(&self.position, |(before, _)| before);
        let mut line = Line::new(Board::shared(first.clone()));
        let after = self.past.iter().skip(1).map(|(before, _)| before).chain([&self.position]);
        for ((before, m), after) in self.past.iter().zip(after) {
            line.go_on(played(&**before, *m), Board::shared(after.clone()));
        }
        line
    }

    fn moves(&self) -> usize {
        self.past.len()
    }

    fn encoding(&self) -> Encoding {
        self.position.encoding()
    }

    fn shape(&self) -> Shape {
        self.position.shape()
    }

    fn action_count(&self) -> usize {
        self.position.action_count()
    }

    fn is_whole(&self) -> bool {
        self.position.is_whole()
    }

    fn viewer(&self) -> Player {
        self.position.viewer()
    }

    fn mask_into(&self, out: &mut [u8]) {
        self.position.mask_into(out);
    }

    fn planes_into(&self, out: PlaneBuffer<'_>) {
        encode(&*self.position, out);
    }

    fn action_text(&self, action: usize) -> Option<String> {
        let is_one = action < self.position.action_count();
        let m = is_one.then(|| self.position.move_of(action)).flatten()?;
        Some(self.position.move_text(m))
    }

    fn action_of(&self, text: &str) -> Result<Option<usize>, TextError> {
        self.position.parse_move(text).map(|m| self.position.action_of(m))
    }

    fn players(&self) -> usize {
        self.position.players()
    }

    fn actor(&self) -> Actor {
        self.position.actor()
    }

    fn legal_actions(&self, out: &mut Vec<usize>) {
        let (mut moves, mut actions) = (Vec::new(), Vec::new());
        self.position.moves(&mut moves);
        self.position.actions_of(&moves, &mut actions);
        out.extend(actions.into_iter().flatten());
    }

    fn chances(&self) -> Vec<(usize, f32)> {
        let (mut moves, mut actions, mut odds) = (Vec::new(), Vec::new(), Vec::new());
        if self.position.actor() == Actor::Chance {
            self.position.moves(&mut moves);
            self.position.actions_of(&moves, &mut actions);
            self.position.chances(&mut odds);
        }
        let numbered = actions.into_iter().zip(odds);
        numbered.filter_map(|(action, odds)| Some((action?, odds))).collect()
    }

    fn play(&mut self, action: usize) -> bool {
        let m = legal_move(&*self.position, action);
        m.map(|m| self.go_on(m)).is_some()
    }

    fn play_text(&mut self, text: &str) -> Result<(), TextError> {
        let m = self.position.parse_move(text)?;
        self.go_on(m);
        Ok(())
    }

    fn undo(&mut self) -> Option<Played> {
        let (before, m) = self.past.pop()?;
        self.position = before;
        Some(played(&*self.position, m))
    }

    fn rewards(&self) -> Option<Rewards> {
        self.position.rewards()
    }

    fn symmetries(&self) -> usize {
        self.position.symmetries()
    }

    fn image(&self, symmetry: usize) -> Box<dyn Steps> {
        Box::new(Stepped::new(self.position.image(symmetry)))
    }

    fn rearrangement(&self, symmetry: usize) -> Option<Rearrangement> {
        self.position.rearrangement(symmetry)
    }

    fn canonical_hash(&self) -> u64 {
        self.position.canonical_hash()
    }

    fn batch(&self, states: usize, seed: u64) -> Box<dyn Batched> {
        Box::new(BatchOf::new((*self.position).clone(), states, seed))
    }
}
