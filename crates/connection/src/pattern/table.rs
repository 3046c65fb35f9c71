//! Weights compiled for a board: sums over whole patterns, by what the places are.
//!
//! Cells that see edges in the same places share their sums; so do those whose surroundings are
//! images of each other. A pattern's index has one digit for each place that is a cell.

use std::collections::HashMap;

use super::feature::{Feature, states};
use super::surroundings::{BESIDE, IMAGES, PLACES, Place, State, Surroundings, surroundings};
use super::weights::Weights;
use spinney_board::{Cell, Stone, Topology};

/// Sums are kept in whole numbers of this part.
const PARTS: f32 = 512.0;
/// A cell is empty, one's own or the opponent's.
const DIGITS: u32 = 3;
const CELL_STATES: [State; 3] = [State::Empty, State::Own, State::Other];

/// What the places around a cell are that are not cells.
type Fixed = [Option<State>; PLACES];

/// The summed weights of all patterns on a board.
pub struct Table {
    sums: Vec<i16>,
    /// By who is to move.
    views: [View; 2],
}

struct View {
    /// Where the sums of each cell start.
    starts: Vec<u32>,
    /// In whose patterns a cell lies, and what its digit is worth there.
    seen_from: Vec<Vec<(Cell, u32)>>,
}

impl Table {
    pub fn compile(topology: &Topology, weights: &Weights) -> Table {
        let mut known: HashMap<Fixed, u32> = HashMap::new();
        let mut sums = Vec::new();
        let wholes = whole_patterns(weights);
        let views = Stone::BOTH.map(|own| {
            let mut view =
                View { starts: Vec::new(), seen_from: vec![Vec::new(); topology.cells()] };
            for cell in topology.all_cells().iter() {
                let places = in_standard_order(topology, own, surroundings(topology, cell));
                let fixed = places.map(|place| State::fixed(place, topology, own));
                let start = *known.entry(fixed).or_insert_with(|| {
                    let start = sums.len() as u32;
                    sums.extend(sum_patterns(&fixed, weights, &wholes).into_iter().map(rounded));
                    start
                });
                view.starts.push(start);
                for (place, worth) in places.into_iter().zip(worths(&fixed)) {
                    if let Place::Cell(other) = place {
                        view.seen_from[other.index()].push((cell, worth));
                    }
                }
            }
            view
        });
        Table { sums, views }
    }

    /// Notes a stone in the patterns of all cells that see it. `indices` has an index for each
    /// cell, 0 where there are no stones.
    #[inline]
    pub fn see(&self, own: Stone, stone: Stone, at: Cell, indices: &mut [u32]) {
        let digit = if stone == own { State::Own } else { State::Other } as u32;
        for &(cell, worth) in &self.views[own.index()].seen_from[at.index()] {
            indices[cell.index()] += digit * worth;
        }
    }

    /// The sum of the weights of a cell's pattern and its parts.
    #[inline]
    pub fn sum(&self, own: Stone, cell: Cell, indices: &[u32]) -> f32 {
        let start = self.views[own.index()].starts[cell.index()];
        f32::from(self.sums[(start + indices[cell.index()]) as usize]) / PARTS
    }
}

fn rounded(sum: f32) -> i16 {
    (sum * PARTS).round() as i16
}

/// The image of the surroundings whose edges come first in some order.
fn in_standard_order(topology: &Topology, own: Stone, places: Surroundings) -> Surroundings {
    let images = IMAGES.iter().map(|image| image.map(|i| places[usize::from(i)]));
    let fixed = |places: &Surroundings| places.map(|place| State::fixed(place, topology, own));
    images.min_by_key(fixed).unwrap_or(places)
}

/// What the digit of each place is worth in an index: first those across, then those beside.
fn worths(fixed: &Fixed) -> [u32; PLACES] {
    let mut worths = [0; PLACES];
    let mut next = 1;
    for i in (BESIDE..PLACES).chain(0..BESIDE) {
        if fixed[i].is_none() {
            worths[i] = next;
            next *= DIGITS;
        }
    }
    worths
}

/// The sums of all patterns with these edges, by index.
fn sum_patterns(fixed: &Fixed, weights: &Weights, wholes: &[Whole]) -> Vec<f32> {
    let free = |places: std::ops::Range<usize>| -> Vec<usize> {
        places.filter(|&i| fixed[i].is_none()).collect()
    };
    let (beside, across) = (free(0..BESIDE), free(BESIDE..PLACES));
    let row_length = CELL_STATES.len().pow(across.len() as u32);
    let mut sums = Vec::new();
    for row in 0..CELL_STATES.len().pow(beside.len() as u32) {
        let mut ring: [State; BESIDE] = std::array::from_fn(|i| fixed[i].unwrap_or(State::Empty));
        let mut digits = row;
        for &i in &beside {
            ring[i] = CELL_STATES[digits % CELL_STATES.len()];
            digits /= CELL_STATES.len();
        }
        sums.extend(sum_row(fixed, &ring, &across, weights));
        debug_assert_eq!(sums.len(), (row + 1) * row_length);
    }
    add_wholes(fixed, wholes, &mut sums);
    sums
}

/// The sums with these states beside the cell and all that there may be across from it.
fn sum_row(fixed: &Fixed, ring: &[State; BESIDE], across: &[usize], weights: &Weights) -> Vec<f32> {
    let weight_across = |i: usize, far: State| {
        let k = i - BESIDE;
        weights.of(Feature::across([ring[k], ring[(k + 1) % BESIDE]], far))
    };
    let edges = (BESIDE..PLACES).filter_map(|i| Some(weight_across(i, fixed[i]?)));
    let mut row = vec![weights.of(Feature::ring(*ring)) + edges.sum::<f32>()];
    for &i in across {
        let more = CELL_STATES.map(|far| weight_across(i, far));
        row = more.iter().flat_map(|more| row.iter().map(move |sum| sum + more)).collect();
    }
    row
}

/// A whole pattern as it lies, with its weight.
type Whole = ([State; PLACES], f32);

/// All images of the patterns that have a weight.
fn whole_patterns(weights: &Weights) -> Vec<Whole> {
    let mut wholes = Vec::new();
    for (feature, weight) in weights.iter() {
        let Feature::Whole(pattern) = feature else { continue };
        let pattern: Vec<State> = states(pattern, PLACES).collect();
        let mut images = IMAGES.map(|image| image.map(|i| pattern[usize::from(i)]));
        images.sort_unstable();
        let mut last = None;
        for image in images {
            if last.replace(image) != Some(image) {
                wholes.push((image, weight));
            }
        }
    }
    wholes
}

/// Adds the weights of whole patterns, which few have.
fn add_wholes(fixed: &Fixed, wholes: &[Whole], sums: &mut [f32]) {
    let worths = worths(fixed);
    for (states, weight) in wholes {
        let fits = |(state, fixed): (&State, &Option<State>)| match fixed {
            Some(fixed) => state == fixed,
            None => *state != State::Edge,
        };
        if states.iter().zip(fixed).all(fits) {
            let digits = states.iter().zip(worths).map(|(&state, worth)| state as u32 * worth);
            sums[digits.sum::<u32>() as usize] += weight;
        }
    }
}
