//! How the empty board is drawn.

use crate::lattice::Lattice;

/// Where everything is, in units of about one cell, y downwards.
#[derive(Debug)]
pub(crate) struct Drawing {
    pub centres: Vec<(f32, f32)>,
    pub outlines: Vec<Vec<(f32, f32)>>,
    /// The row that each cell is read in.
    pub rows: Vec<usize>,
    /// Rows and columns in a drawing made of characters.
    pub grid: Vec<(i32, i32)>,
    /// For every edge, the line along it, clockwise.
    pub edges: Vec<Vec<(f32, f32)>>,
}

impl Drawing {
    /// Draws a lattice whose links are in clockwise order.
    pub(crate) fn of(lattice: &Lattice) -> Drawing {
        let small = |(x, y): (f64, f64)| (x as f32, y as f32);
        let cells = lattice.names.len();
        let mut outlines = Vec::with_capacity(cells);
        let mut sides: Vec<Vec<[(f32, f32); 2]>> = vec![Vec::new(); lattice.edge_owners.len()];
        for (cell, links) in lattice.links.iter().enumerate() {
            // The corners of a cell are the centres of the triangles that it forms with its
            // neighbours; the side towards a neighbour runs between two of them.
            let point = |link: usize| lattice.points[link];
            let corner = |i: usize| {
                let (p, q, r) = (point(cell), point(links[i]), point(links[(i + 1) % links.len()]));
                small(((p.0 + q.0 + r.0) / 3.0, (p.1 + q.1 + r.1) / 3.0))
            };
            let outline: Vec<_> = (0..links.len()).map(corner).collect();
            for (i, &link) in links.iter().enumerate().filter(|&(_, &link)| link >= cells) {
                let (start, end) = (outline[(i + links.len() - 1) % links.len()], outline[i]);
                let [first, second] = lattice.ghosts[link - cells].map(usize::from);
                if first == second {
                    sides[first].push([start, end]);
                } else {
                    let middle = ((start.0 + end.0) / 2.0, (start.1 + end.1) / 2.0);
                    sides[first].push([start, middle]);
                    sides[second].push([middle, end]);
                }
            }
            outlines.push(outline);
        }
        Drawing {
            centres: lattice.points[..cells].iter().map(|&p| small(p)).collect(),
            outlines,
            rows: lattice.rows.clone(),
            grid: lattice.grid.clone(),
            edges: sides.into_iter().map(joined).collect(),
        }
    }
}

/// Joins the sides along an edge, each with its start and end, into one line.
fn joined(mut sides: Vec<[(f32, f32); 2]>) -> Vec<(f32, f32)> {
    let near = |a: (f32, f32), b: (f32, f32)| (a.0 - b.0).abs() + (a.1 - b.1).abs() < 1e-3;
    let is_first = |side: &[(f32, f32); 2]| !sides.iter().any(|other| near(other[1], side[0]));
    let mut next = sides.iter().position(is_first);
    let mut line = Vec::new();
    while let Some(i) = next {
        let [start, end] = sides.swap_remove(i);
        if line.is_empty() {
            line.push(start);
        }
        line.push(end);
        next = sides.iter().position(|side| near(side[0], end));
    }
    line
}
