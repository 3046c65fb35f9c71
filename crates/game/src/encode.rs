//! Positions as planes of numbers, and moves as numbers of actions: what networks read and write.

use std::fmt::Write;

use crate::{Game, Player, Symmetry};

/// Input planes of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Planes {
    /// What they show: `own stones`.
    pub name: &'static str,
    /// How they are to be read.
    pub about: &'static str,
    /// How many there are, one after another.
    pub count: usize,
    /// No value is larger; 1 where a plane says yes or no.
    pub most: u8,
    /// Whether there is a value for every place. If not, one value holds for the whole position
    /// and stands at every place.
    pub spatial: bool,
}

/// Actions of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Actions {
    /// What is done: `step`.
    pub name: &'static str,
    /// How they are to be read.
    pub about: &'static str,
    /// How many planes of actions there are or, if they belong to no place, how many actions.
    pub count: usize,
    /// Whether there is an action for every place.
    pub spatial: bool,
}

/// How the positions of a game are encoded: the same for all positions of one set-up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Encoding {
    /// Rows of a plane.
    pub height: usize,
    /// Columns of a plane.
    pub width: usize,
    /// The planes, in the order in which they are written.
    pub planes: Vec<Planes>,
    /// The actions, in the order of their numbers. Those with places come first, plane by plane,
    /// so that they are what a convolution makes.
    pub actions: Vec<Actions>,
}

/// The size of an encoding: all planes one after another, each row by row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Planes, also called channels.
    pub planes: usize,
    /// Rows of each.
    pub height: usize,
    /// Columns of each.
    pub width: usize,
}

impl Shape {
    /// Places in a plane.
    pub fn places(self) -> usize {
        self.height * self.width
    }

    /// Values in all planes.
    pub fn values(self) -> usize {
        self.planes * self.places()
    }
}

impl Encoding {
    /// Its size.
    pub fn shape(&self) -> Shape {
        let planes = self.planes.iter().map(|planes| planes.count).sum();
        Shape { planes, height: self.height, width: self.width }
    }

    /// How many actions there are.
    pub fn action_count(&self) -> usize {
        let places = self.shape().places();
        let count = |kind: &Actions| kind.count * if kind.spatial { places } else { 1 };
        self.actions.iter().map(count).sum()
    }

    /// For every plane the kind that it belongs to, and which of them it is.
    pub fn each_plane(&self) -> impl Iterator<Item = (&Planes, usize)> {
        self.planes.iter().flat_map(|kind| (0..kind.count).map(move |i| (kind, i)))
    }

    /// The planes and actions as tables in Markdown, for manuals.
    pub fn tables(&self) -> String {
        let Shape { planes, height, width } = self.shape();
        let actions = self.action_count();
        let mut text = format!("{planes} planes of {height} × {width}, {actions} actions.\n\n");
        text += "| planes | shows | values | |\n| --- | --- | --- | --- |\n";
        let numbers = |first: usize, count: usize| match count {
            1 => first.to_string(),
            _ => format!("{first}–{}", first + count - 1),
        };
        let mut first = 0;
        // Writing to a string cannot fail.
        for Planes { name, about, count, most, spatial } in &self.planes {
            let at = numbers(first, *count);
            let extent = if *spatial { "by place" } else { "one value" };
            let _ = writeln!(text, "| {at} | {name} | 0–{most}, {extent} | {about} |");
            first += count;
        }
        text += "\n| actions | does | number | |\n| --- | --- | --- | --- |\n";
        first = 0;
        for Actions { name, about, count, spatial } in &self.actions {
            let (all, number) = if *spatial {
                (count * height * width, format!("{count} × {height} × {width}"))
            } else {
                (*count, count.to_string())
            };
            let at = numbers(first, all);
            let _ = writeln!(text, "| {at} | {name} | {number} | {about} |");
            first += all;
        }
        text
    }
}

/// Takes the values of an encoding as a game tells them; what is not told is 0.
pub trait Sink {
    /// The value at one place of a spatial plane.
    fn put(&mut self, plane: usize, place: usize, value: u8);

    /// The value of a plane that has one for the whole position.
    fn fill(&mut self, plane: usize, value: u8);
}

/// Writes an encoding into memory: all planes one after another, each row by row.
#[derive(Debug)]
pub struct Dense<'a, T> {
    values: &'a mut [T],
    places: usize,
}

impl<'a, T: From<u8> + Copy> Dense<'a, T> {
    /// Into a slice, which is cleared.
    ///
    /// # Panics
    /// If the slice is not as long as the shape has values.
    pub fn new(shape: Shape, values: &'a mut [T]) -> Dense<'a, T> {
        assert_eq!(values.len(), shape.values(), "room for the values of {shape:?}");
        values.fill(T::from(0));
        Dense { values, places: shape.places() }
    }
}

impl<T: From<u8> + Copy> Sink for Dense<'_, T> {
    #[inline]
    fn put(&mut self, plane: usize, place: usize, value: u8) {
        self.values[plane * self.places + place] = T::from(value);
    }

    #[inline]
    fn fill(&mut self, plane: usize, value: u8) {
        self.values[plane * self.places..][..self.places].fill(T::from(value));
    }
}

/// What a [symmetry](crate::Symmetry) does to an encoding that it only moves about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rearrangement {
    /// Where each plane goes.
    pub planes: Vec<usize>,
    /// Where each place goes, the same in all planes.
    pub places: Vec<usize>,
    /// Where each action goes.
    pub actions: Vec<usize>,
}

impl Rearrangement {
    /// What a symmetry does that takes planes and places there. Where actions go is seen by the
    /// moves that they stand for.
    pub fn new<G: Encode + Symmetry>(
        position: &G,
        symmetry: usize,
        planes: Vec<usize>,
        places: Vec<usize>,
    ) -> Rearrangement {
        let image = position.image(symmetry);
        let to = |action: usize| {
            let m = position.move_image(symmetry, position.move_of(action)?);
            image.action_of(m)
        };
        let actions =
            (0..position.action_count()).map(|action| to(action).unwrap_or(action)).collect();
        Rearrangement { planes, places, actions }
    }

    /// A symmetry that changes nothing in what the player to move sees.
    pub fn none<G: Encode + Symmetry>(position: &G, symmetry: usize) -> Rearrangement {
        let shape = position.shape();
        let (planes, places) = ((0..shape.planes).collect(), (0..shape.places()).collect());
        Rearrangement::new(position, symmetry, planes, places)
    }
}

/// A game whose positions can be written as planes of numbers and whose moves have numbers for a
/// policy.
///
/// Values are whole numbers from 0 to 255, mostly 0 and 1, so that arithmetic on them is the same
/// on every machine; who wants fractions divides by [`Planes::most`]. An encoding is from the view
/// of one player, the [viewer](Encode::viewer): whatever is the same to the one who is to move
/// looks the same, whichever colour or seat they have.
///
/// Positions with equal hashes have equal encodings. Positions with equal encodings are the same
/// but for who is called what, as far as they are [whole](Encode::is_whole).
pub trait Encode: Game {
    /// What the planes and actions are.
    fn encoding(&self) -> Encoding;

    /// The size of the encoding.
    fn shape(&self) -> Shape {
        self.encoding().shape()
    }

    /// All numbers of actions are below this one.
    fn action_count(&self) -> usize {
        self.encoding().action_count()
    }

    /// The player from whose view the position is encoded: the one who is to move or, where chance
    /// acts or the game is over, whoever's turn it is or would be.
    fn viewer(&self) -> Player;

    /// Tells the values of the encoding.
    fn encode(&self, sink: &mut impl Sink);

    /// The number of a move that is legal here, from the viewer's view. `None` if the actions leave
    /// it out, which may be only where the position is not [whole](Encode::is_whole).
    fn action_of(&self, m: Self::Move) -> Option<usize>;

    /// Appends the numbers of moves that are legal here, as [`Encode::action_of`] tells them; for
    /// games where many are told for little more than the price of one.
    fn actions_of(&self, moves: &[Self::Move], out: &mut Vec<Option<usize>>) {
        out.extend(moves.iter().map(|&m| self.action_of(m)));
    }

    /// The move with that number here, if it stands for one, legal or not.
    fn move_of(&self, action: usize) -> Option<Self::Move>;

    /// Whether nothing of the position and none of its moves is left out. Always so but where
    /// planes are a window on a game without bounds.
    fn is_whole(&self) -> bool {
        true
    }

    /// What a symmetry of this position does to its encoding, if it only moves values about, for
    /// learning from a position in all its images. `None`: encode the image instead.
    fn rearrangement(&self, _symmetry: usize) -> Option<Rearrangement> {
        None
    }

    /// Writes the encoding into a slice, see [`Dense`].
    ///
    /// # Panics
    /// If the slice is not as long as the [shape](Encode::shape) has values.
    fn encode_into<T: From<u8> + Copy>(&self, out: &mut [T]) {
        self.encode(&mut Dense::new(self.shape(), out));
    }

    /// Writes 1 for every action that is legal and 0 for all others.
    ///
    /// # Panics
    /// If the slice is not as long as there are [actions](Encode::action_count).
    fn mask_into<T: From<u8> + Copy>(&self, out: &mut [T]) {
        assert_eq!(out.len(), self.action_count(), "room for all actions");
        out.fill(T::from(0));
        let (mut moves, mut actions) = (Vec::new(), Vec::new());
        self.moves(&mut moves);
        self.actions_of(&moves, &mut actions);
        for action in actions.into_iter().flatten() {
            out[action] = T::from(1);
        }
    }
}
