//! Where the cells of rings are drawn.

use super::{Place, Rings};
use crate::lattice::Point;
use std::f64::consts::TAU;

impl Rings {
    /// Where a place is drawn. The core is flat; the sides of the rings around it bulge, so that
    /// the middle of a side moves out by about as much from ring to ring as its corners.
    pub(super) fn point(self, place: Place) -> Point {
        let polar = |turn: f64, radius: f64| {
            let (sin, cos) = libm::sincos(TAU * turn);
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
                let [top, left, right] = [0, 1, 2].map(|side| corner(self.core, side));
                let down = part(row, self.core);
                mix(mix(top, left, down), mix(top, right, down), part(column, row))
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
        let flat = libm::cos(TAU / (2 * self.sides) as f64);
        let step = f64::max(0.88, (1.0 + flat) / 2.0);
        let to_middle = self.core as f64 / 12f64.sqrt() + (ring - self.core) as f64 * step;
        ((to_middle / to_corner - flat) / (1.0 - flat)).clamp(0.0, 0.9)
    }
}

/// `n` of `all` as a fraction; none of nothing is 0.
fn part(n: usize, all: usize) -> f64 {
    if all == 0 { 0.0 } else { n as f64 / all as f64 }
}

fn mix(a: Point, b: Point, part: f64) -> Point {
    (a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part)
}

/// Rows centred above one another, given the row of each cell in reading order.
pub(super) fn centred_rows(rows: &[usize]) -> Vec<(i32, i32)> {
    let length = |row| rows.iter().filter(|&&r| r == row).count() as i32;
    let widest = rows.iter().map(|&row| length(row)).max().unwrap_or(0);
    let mut column = 0;
    rows.iter()
        .enumerate()
        .map(|(i, &row)| {
            column = if i == 0 || rows[i - 1] != row { widest - length(row) } else { column + 2 };
            (row as i32, column)
        })
        .collect()
}

/// Rows and columns that imitate the points, as small as keeps the characters apart.
pub(super) fn imitated(points: &[Point]) -> Vec<(i32, i32)> {
    let at_scale = |scale: f64| -> Vec<(i32, i32)> {
        let place =
            |&(x, y): &Point| ((y * scale).round() as i32, (2.0 * x * scale).round() as i32);
        points.iter().map(place).collect()
    };
    let apart = |grid: &Vec<(i32, i32)>| {
        let mut sorted = grid.clone();
        sorted.sort_unstable();
        sorted.windows(2).all(|pair| pair[0].0 != pair[1].0 || pair[0].1 + 2 <= pair[1].1)
    };
    let scales = (20..).map(|twentieths| f64::from(twentieths) / 20.0);
    scales.map(at_scale).find(apart).unwrap_or_default()
}
