//! Rings of cells around a core.
//!
//! Ring L has L steps on each of its sides and so `sides`·L cells. The core is a flat triangle
//! (a single cell if it has no steps), whose rim is the innermost ring. A flat triangle is a core
//! without rings around it; a bent one has a core and as many rings again as the core has steps,
//! which makes the core's corners the three points with five neighbours; a polygon has a single
//! cell as its core.
//!
//! Cells are numbered in reading order. A row is formed by the cells at one distance from the top
//! corner and runs from left to right: inwards through the rings of the left half, along the
//! innermost ring that it reaches, outwards through the rings of the right half. On the pentagon
//! with seven cells on a side this is the numbering of the CodeCup.

mod drawing;
mod plane;

use self::drawing::{centred_rows, imitated};
use crate::Cell;
use crate::lattice::{BoardSymmetry, Lattice, Point, column_name};
use std::collections::VecDeque;

/// Rings around a core, see [`crate::Shape::as_rings`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rings {
    pub(crate) sides: usize,
    pub(crate) core: usize,
    pub(crate) outer: usize,
}

/// How cells are called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Naming {
    /// By column and row, `a1` at the top.
    Algebraic,
    /// 1, 2, 3, … in reading order.
    Numbers,
}

/// A place on the board: in the core by row and column, or on a ring outside the core by the
/// number of steps from the ring's top corner, counter-clockwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Core { row: usize, column: usize },
    Ring { ring: usize, step: usize },
}

impl Rings {
    /// Sides of every ring.
    pub fn sides(self) -> usize {
        self.sides
    }

    /// Steps on a side of the core's rim; not 0 only where there are three sides.
    pub fn core(self) -> usize {
        self.core
    }

    /// Steps on a side of the outermost ring.
    pub fn outer(self) -> usize {
        self.outer
    }

    /// How many cells there are.
    pub(crate) fn cells(self) -> usize {
        let triangle = |n: usize| n * (n + 1) / 2;
        triangle(self.core + 1) + self.sides * (triangle(self.outer) - triangle(self.core))
    }

    /// All places out to ring `last`, the core first, then ring by ring.
    fn places(self, last: usize) -> Vec<Place> {
        let core = (0..=self.core)
            .flat_map(|row| (0..=row).map(move |column| Place::Core { row, column }));
        let rings = (self.core + 1..=last)
            .flat_map(|ring| (0..self.sides * ring).map(move |step| Place::Ring { ring, step }));
        core.chain(rings).collect()
    }

    /// The number of a place in [`Rings::places`].
    fn number(self, place: Place) -> usize {
        match place {
            Place::Core { row, column } => row * (row + 1) / 2 + column,
            Place::Ring { ring, step } => {
                let triangle = |n: usize| n * (n + 1) / 2;
                let inside = triangle(ring - 1) - triangle(self.core);
                triangle(self.core + 1) + self.sides * inside + step
            }
        }
    }

    /// The place `step` steps from the top corner of a ring or of the core's rim.
    fn on_ring(self, ring: usize, step: usize) -> Place {
        if ring == 0 {
            return Place::Core { row: 0, column: 0 };
        }
        let step = step % (self.sides * ring);
        match (step / ring, step % ring) {
            _ if ring > self.core => Place::Ring { ring, step },
            (0, i) => Place::Core { row: i, column: 0 },
            (1, i) => Place::Core { row: ring, column: i },
            (_, i) => Place::Core { row: ring - i, column: ring - i },
        }
    }

    /// Every pair of linked places, once, out to ring `last`.
    fn links(self, last: usize) -> Vec<(Place, Place)> {
        let mut links = Vec::new();
        for place in self.places(self.core) {
            let Place::Core { row, column } = place else { continue };
            if row < self.core {
                let below = |column| Place::Core { row: row + 1, column };
                links.extend([(place, below(column)), (place, below(column + 1))]);
            }
            if column < row {
                links.push((place, Place::Core { row, column: column + 1 }));
            }
        }
        for ring in self.core + 1..=last {
            let inner = ring - 1;
            for step in 0..self.sides * ring {
                let place = Place::Ring { ring, step };
                links.push((place, self.on_ring(ring, step + 1)));
                // Below a corner lies the inner ring's corner, below any other place two cells.
                let (side, along) = (step / ring, step % ring);
                links.push((place, self.on_ring(inner, side * inner + along)));
                if along > 0 {
                    links.push((place, self.on_ring(inner, side * inner + along - 1)));
                }
            }
        }
        links
    }

    /// Where a place comes in its row: the half of the board, then the order within that half.
    fn order_in_row(self, place: Place) -> (i32, i32, i32) {
        match place {
            Place::Core { column, .. } => (1, column as i32, 0),
            Place::Ring { ring, step } => {
                let (depth, around) = (ring as i32, self.sides * ring);
                if step == 0 || 2 * step == around {
                    (1, 0, 0)
                } else if 2 * step < around {
                    (0, -depth, step as i32)
                } else {
                    (2, depth, step as i32)
                }
            }
        }
    }

    /// The place one side further counter-clockwise.
    fn turned(self, place: Place) -> Place {
        match place {
            // The left side becomes the bottom, the right side becomes the left.
            Place::Core { row, column } => {
                Place::Core { row: self.core - column, column: row - column }
            }
            Place::Ring { ring, step } => self.on_ring(ring, step + ring),
        }
    }

    /// The place mirrored left to right.
    fn mirrored(self, place: Place) -> Place {
        match place {
            Place::Core { row, column } => Place::Core { row, column: row - column },
            Place::Ring { ring, step } => self.on_ring(ring, self.sides * ring - step),
        }
    }

    /// Who is linked to whom, by the numbers of the places out to ring `last`.
    fn linked(self, last: usize) -> Vec<Vec<usize>> {
        let mut linked = vec![Vec::new(); self.places(last).len()];
        for (a, b) in self.links(last) {
            let (a, b) = (self.number(a), self.number(b));
            linked[a].push(b);
            linked[b].push(a);
        }
        linked
    }

    /// The numbers of the places in reading order, by row and from left to right within each, and
    /// the row of every place.
    fn reading(self) -> (Vec<usize>, Vec<usize>) {
        let places = self.places(self.outer);
        let top = self.number(self.on_ring(self.outer, 0));
        let from_top = distances(&self.linked(self.outer), top);
        let mut reading: Vec<usize> = (0..places.len()).collect();
        reading.sort_by_key(|&i| (from_top[i], self.order_in_row(places[i])));
        (reading, from_top)
    }

    /// Which cell is where.
    pub fn numbering(self) -> Numbering {
        Numbering { rings: self, cells: inverse(&self.reading().0) }
    }

    /// The board, with its cells in reading order.
    pub(crate) fn lattice(self, naming: Naming) -> Lattice {
        let places = self.places(self.outer);
        let count = places.len();
        let ghost_ring = self.outer + 1;
        let linked = self.linked(ghost_ring);
        let (reading, from_top) = self.reading();
        // From a place's number to its index; ghosts follow the cells in the order they have.
        let mut index = inverse(&reading);
        index.extend(count..linked.len());

        let in_order = || reading.iter().map(|&number| places[number]);
        let ghosts = || 0..self.sides * ghost_ring;
        let ghost_point = |step| self.point(Place::Ring { ring: ghost_ring, step });
        let points: Vec<Point> =
            in_order().map(|place| self.point(place)).chain(ghosts().map(ghost_point)).collect();
        let rows: Vec<usize> = reading.iter().map(|&number| from_top[number]).collect();
        let edge_before = |side: usize| ((side + self.sides - 1) % self.sides) as u8;
        let names = in_order().enumerate().map(|(i, place)| match (naming, place) {
            (Naming::Algebraic, Place::Core { row, column }) => {
                column_name(column) + &(row + 1).to_string()
            }
            _ => (i + 1).to_string(),
        });
        let corners = (0..self.sides).map(|side| {
            Cell(index[self.number(self.on_ring(self.outer, side * self.outer))] as u16)
        });
        Lattice {
            names: names.collect(),
            // Rows are straight on a flat board and on a pentagon.
            grid: if self.core == self.outer || self.sides == 5 {
                centred_rows(&rows)
            } else {
                imitated(&points[..count])
            },
            rows,
            plane: self.plane(),
            points,
            ghosts: ghosts()
                .map(|step| match (step / ghost_ring, step % ghost_ring) {
                    (side, 0) => [side as u8, edge_before(side)],
                    (side, _) => [side as u8; 2],
                })
                .collect(),
            links: reading
                .iter()
                .map(|&number| linked[number].iter().map(|&other| index[other]).collect())
                .collect(),
            edge_names: (1..=self.sides).map(|number| format!("edge{number}")).collect(),
            edge_owners: vec![None; self.sides],
            corners: corners.collect(),
            symmetries: self.symmetries(&in_order().collect::<Vec<_>>(), &index),
        }
    }

    fn symmetries(self, in_order: &[Place], index: &[usize]) -> Vec<BoardSymmetry> {
        let mut symmetries = Vec::new();
        if in_order.len() == 1 {
            return vec![BoardSymmetry { images: vec![0], exchanges_colours: false }];
        }
        for mirror in [false, true] {
            let start = |&place: &Place| if mirror { self.mirrored(place) } else { place };
            let mut images: Vec<Place> = in_order.iter().map(start).collect();
            for _ in 0..self.sides {
                symmetries.push(BoardSymmetry {
                    images: images.iter().map(|&p| index[self.number(p)] as u16).collect(),
                    exchanges_colours: false,
                });
                for place in &mut images {
                    *place = self.turned(*place);
                }
            }
        }
        symmetries
    }
}

/// Which cell is where on the rings.
pub struct Numbering {
    rings: Rings,
    /// By the number of the place.
    cells: Vec<usize>,
}

impl Numbering {
    /// The cell so many steps counter-clockwise from the top corner of a ring outside of the core
    /// or of the core's rim.
    pub fn on_ring(&self, ring: usize, step: usize) -> Cell {
        self.cell(self.rings.on_ring(ring, step))
    }

    /// The cell of the core in a row and column.
    pub fn in_core(&self, row: usize, column: usize) -> Cell {
        self.cell(Place::Core { row, column })
    }

    fn cell(&self, place: Place) -> Cell {
        Cell(self.cells[self.rings.number(place)] as u16)
    }
}

/// The place of each number in an order.
fn inverse(order: &[usize]) -> Vec<usize> {
    let mut places = vec![0; order.len()];
    for (place, &number) in order.iter().enumerate() {
        places[number] = place;
    }
    places
}

/// Steps from `start` to every cell; links to points beyond the cells are ignored.
fn distances(links: &[Vec<usize>], start: usize) -> Vec<usize> {
    let mut distance = vec![usize::MAX; links.len()];
    distance[start] = 0;
    let mut queue = VecDeque::from([start]);
    while let Some(cell) = queue.pop_front() {
        for &next in &links[cell] {
            if next < links.len() && distance[next] == usize::MAX {
                distance[next] = distance[cell] + 1;
                queue.push_back(next);
            }
        }
    }
    distance
}
