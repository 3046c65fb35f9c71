//! The boards of Y and Poly-Y: rings of cells around a core.
//!
//! Ring L has L steps on each of its sides and so `sides`·L cells. The core is a flat triangle
//! (a single cell if it has no steps), whose rim is the innermost ring. A straight Y board is a
//! core without rings around it; a bent one has a core and as many rings again as the core has
//! steps, which makes the core's corners the three points with five neighbours; a Poly-Y board
//! has a single cell as its core.
//!
//! Cells are numbered in reading order. A row is formed by the cells at one distance from the top
//! corner and runs from left to right: inwards through the rings of the left half, along the
//! innermost ring that it reaches, outwards through the rings of the right half. On the (5,7)
//! board of Poly-Y this is the numbering of the CodeCup.

use crate::Cell;
use crate::lattice::{Lattice, Point, Symmetry, column_name};
use std::collections::VecDeque;
use std::f64::consts::TAU;

/// Rings around a core.
#[derive(Clone, Copy)]
pub(crate) struct Rings {
    /// Sides of every ring.
    pub sides: usize,
    /// Steps on a side of the core's rim; not 0 only where there are three sides.
    pub core: usize,
    /// Steps on a side of the outermost ring.
    pub outer: usize,
}

/// How cells are called.
#[derive(Clone, Copy, PartialEq)]
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
        let step = if ring == 0 {
            0
        } else {
            step % (self.sides * ring)
        };
        if ring > self.core {
            return Place::Ring { ring, step };
        }
        match (
            step.checked_div(ring).unwrap_or(0),
            step.checked_rem(ring).unwrap_or(0),
        ) {
            (0, i) => Place::Core { row: i, column: 0 },
            (1, i) => Place::Core {
                row: ring,
                column: i,
            },
            (_, i) => Place::Core {
                row: ring - i,
                column: ring - i,
            },
        }
    }

    /// Every pair of linked places, once, out to ring `last`.
    fn links(self, last: usize) -> Vec<(Place, Place)> {
        let mut links = Vec::new();
        for place in self.places(last) {
            let Place::Core { row, column } = place else {
                continue;
            };
            if row < self.core {
                links.push((
                    place,
                    Place::Core {
                        row: row + 1,
                        column,
                    },
                ));
                links.push((
                    place,
                    Place::Core {
                        row: row + 1,
                        column: column + 1,
                    },
                ));
            }
            if column < row {
                links.push((
                    place,
                    Place::Core {
                        row,
                        column: column + 1,
                    },
                ));
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

    /// Where a place is drawn. The core is flat; the sides of the rings around it bulge, so that
    /// the middle of a side moves out by about as much from ring to ring as its corners.
    fn point(self, place: Place) -> Point {
        let polar = |turn: f64, radius: f64| {
            let (sin, cos) = (TAU * turn).sin_cos();
            (-radius * sin, -radius * cos)
        };
        let to_corner = |ring: usize| {
            let step = if self.sides == 3 { 0.85 } else { 1.0 };
            self.core as f64 / 3f64.sqrt() + (ring - self.core) as f64 * step
        };
        let corner =
            |ring: usize, side: usize| polar(side as f64 / self.sides as f64, to_corner(ring));
        match place {
            Place::Core { .. } if self.core == 0 => (0.0, 0.0),
            Place::Core { row, column } => {
                let down_left = mix(
                    corner(self.core, 0),
                    corner(self.core, 1),
                    part(row, self.core),
                );
                let down_right = mix(
                    corner(self.core, 0),
                    corner(self.core, 2),
                    part(row, self.core),
                );
                mix(down_left, down_right, part(column, row))
            }
            Place::Ring { ring, step } if self.core == self.outer => {
                // A straight board has no rings but the ghosts, which lie flat around it.
                let (side, along) = (step / ring, step % ring);
                let direction = side as f64 + if along == 0 { 0.0 } else { 0.5 };
                let out = polar(direction / 3.0, 0.75f64.sqrt());
                let along = (along as f64 - 0.5).max(0.0) / (self.core as f64).max(1.0);
                let rim = mix(corner(self.core, side), corner(self.core, side + 1), along);
                (rim.0 + out.0, rim.1 + out.1)
            }
            Place::Ring { ring, step } => {
                let (side, along) = (step / ring, part(step % ring, ring));
                let chord = mix(corner(ring, side), corner(ring, side + 1), along);
                let arc = polar((side as f64 + along) / self.sides as f64, to_corner(ring));
                mix(chord, arc, self.bulge(ring, to_corner(ring)))
            }
        }
    }

    /// Where between a chord (0) and an arc (1) the sides of a ring run, whose corners are that
    /// far from the centre.
    fn bulge(self, ring: usize, to_corner: f64) -> f64 {
        let flat = (TAU / (2 * self.sides) as f64).cos();
        let step = f64::max(0.88, (1.0 + flat) / 2.0);
        let to_middle = self.core as f64 / 12f64.sqrt() + (ring - self.core) as f64 * step;
        ((to_middle / to_corner - flat) / (1.0 - flat)).clamp(0.0, 0.9)
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
            Place::Core { row, column } => {
                // Weights (top, left, right) move on to (left, right, top).
                let (top, left, right) = (self.core - row, row - column, column);
                if self.core == 0 {
                    place
                } else {
                    self.weighted(right, top, left)
                }
            }
            Place::Ring { ring, step } => self.on_ring(ring, step + ring),
        }
    }

    /// The place mirrored left to right.
    fn mirrored(self, place: Place) -> Place {
        match place {
            Place::Core { row, column } => Place::Core {
                row,
                column: row - column,
            },
            Place::Ring { ring, step } => self.on_ring(ring, self.sides * ring - step),
        }
    }

    /// The core's cell with these weights on its corners.
    fn weighted(self, top: usize, left: usize, right: usize) -> Place {
        debug_assert_eq!(top + left + right, self.core);
        Place::Core {
            row: self.core - top,
            column: right,
        }
    }

    pub(crate) fn lattice(self, naming: Naming) -> Lattice {
        let places = self.places(self.outer);
        let count = places.len();
        let ghost_ring = self.outer + 1;

        let mut linked = vec![Vec::new(); self.places(ghost_ring).len()];
        for (a, b) in self.links(ghost_ring) {
            let (a, b) = (self.number(a), self.number(b));
            // A ring of one step would link its only three cells twice.
            if !linked[a].contains(&b) {
                linked[a].push(b);
                linked[b].push(a);
            }
        }

        // Reading order: by row, and from left to right within each.
        let top = self.number(self.on_ring(self.outer, 0));
        let from_top = distances(&linked[..count], top);
        let mut reading: Vec<usize> = (0..count).collect();
        reading.sort_by_key(|&i| (from_top[i], self.order_in_row(places[i])));
        // From a place's number to its index; ghosts follow the cells in the order they have.
        let mut index: Vec<usize> = (0..linked.len()).collect();
        for (i, &number) in reading.iter().enumerate() {
            index[number] = i;
        }

        let in_order = || reading.iter().map(|&number| places[number]);
        let ghosts = || 0..self.sides * ghost_ring;
        let ghost_point = |step| {
            self.point(Place::Ring {
                ring: ghost_ring,
                step,
            })
        };
        let points: Vec<Point> = in_order()
            .map(|place| self.point(place))
            .chain(ghosts().map(ghost_point))
            .collect();
        let rows: Vec<usize> = reading.iter().map(|&number| from_top[number]).collect();
        let edge_before = |side: usize| ((side + self.sides - 1) % self.sides) as u8;
        let names = in_order()
            .enumerate()
            .map(|(i, place)| match (naming, place) {
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
            edge_owners: vec![None; self.sides],
            corners: corners.collect(),
            symmetries: self.symmetries(&in_order().collect::<Vec<_>>(), &index),
        }
    }

    fn symmetries(self, in_order: &[Place], index: &[usize]) -> Vec<Symmetry> {
        let mut symmetries = Vec::new();
        if in_order.len() == 1 {
            return vec![Symmetry {
                images: vec![0],
                exchanges_colours: false,
            }];
        }
        for mirror in [false, true] {
            let start = |&place: &Place| if mirror { self.mirrored(place) } else { place };
            let mut images: Vec<Place> = in_order.iter().map(start).collect();
            for _ in 0..self.sides {
                symmetries.push(Symmetry {
                    images: images
                        .iter()
                        .map(|&p| index[self.number(p)] as u16)
                        .collect(),
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

/// `n` of `all` as a fraction; none of nothing is 0.
fn part(n: usize, all: usize) -> f64 {
    if all == 0 { 0.0 } else { n as f64 / all as f64 }
}

fn mix(a: Point, b: Point, part: f64) -> Point {
    (a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part)
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

/// Rows centred above one another, given the row of each cell in reading order.
fn centred_rows(rows: &[usize]) -> Vec<(i32, i32)> {
    let length = |row| rows.iter().filter(|&&r| r == row).count() as i32;
    let widest = rows.iter().map(|&row| length(row)).max().unwrap_or(0);
    let mut column = 0;
    rows.iter()
        .enumerate()
        .map(|(i, &row)| {
            column = if i == 0 || rows[i - 1] != row {
                widest - length(row)
            } else {
                column + 2
            };
            (row as i32, column)
        })
        .collect()
}

/// Rows and columns that imitate the points, as small as keeps the characters apart.
fn imitated(points: &[Point]) -> Vec<(i32, i32)> {
    let at_scale = |scale: f64| -> Vec<(i32, i32)> {
        let place =
            |&(x, y): &Point| ((y * scale).round() as i32, (2.0 * x * scale).round() as i32);
        points.iter().map(place).collect()
    };
    let apart = |grid: &Vec<(i32, i32)>| {
        let mut sorted = grid.clone();
        sorted.sort_unstable();
        sorted
            .windows(2)
            .all(|pair| pair[0].0 != pair[1].0 || pair[0].1 + 2 <= pair[1].1)
    };
    let scales = (20..).map(|twentieths| f64::from(twentieths) / 20.0);
    scales.map(at_scale).find(apart).unwrap_or_default()
}
