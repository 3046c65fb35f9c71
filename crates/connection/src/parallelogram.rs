//! The boards of Hex: W columns, H rows, each row shifted half a cell to the right.

use crate::Stone;
use crate::lattice::{Lattice, Symmetry, column_name};

/// Steps to the six cells around a cell.
const STEPS: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// Edges in clockwise order, as [`crate::Goal::Hex`] numbers them.
const TOP: u8 = 0;
const RIGHT: u8 = 1;
const BOTTOM: u8 = 2;
const LEFT: u8 = 3;

pub(crate) fn lattice(width: usize, height: usize) -> Lattice {
    let (w, h) = (width as i32, height as i32);
    let on_board = |c: i32, r: i32| (0..w).contains(&c) && (0..h).contains(&r);
    let index = |c: i32, r: i32| (r * w + c) as usize;
    let point = |c: i32, r: i32| (f64::from(c) + f64::from(r) / 2.0, f64::from(r) * 0.75f64.sqrt());
    let places: Vec<(i32, i32)> = (0..h).flat_map(|r| (0..w).map(move |c| (c, r))).collect();

    let mut points: Vec<_> = places.iter().map(|&(c, r)| point(c, r)).collect();
    let mut ghosts = Vec::new();
    let mut ghost_places = Vec::new();
    for r in -1..=h {
        for c in -1..=w {
            let edges = match (c == -1, c == w, r == -1, r == h) {
                (false, true, true, false) => [TOP, RIGHT],
                (true, false, false, true) => [BOTTOM, LEFT],
                (_, _, true, _) => [TOP; 2],
                (_, _, _, true) => [BOTTOM; 2],
                (true, ..) => [LEFT; 2],
                (_, true, ..) => [RIGHT; 2],
                _ => continue,
            };
            ghosts.push(edges);
            ghost_places.push((c, r));
            points.push(point(c, r));
        }
    }
    let links = places
        .iter()
        .map(|&(c, r)| {
            let around = STEPS.iter().map(|(dc, dr)| (c + dc, r + dr));
            let find = |place: (i32, i32)| {
                if on_board(place.0, place.1) {
                    return index(place.0, place.1);
                }
                let ghost = ghost_places.iter().position(|&ghost| ghost == place);
                places.len() + ghost.expect("ghosts surround the board")
            };
            around.map(find).collect()
        })
        .collect();

    let symmetry = |exchanges_colours, image: &dyn Fn(i32, i32) -> (i32, i32)| {
        let to = |&(c, r): &(i32, i32)| image(c, r);
        let images = places.iter().map(to).map(|(c, r)| index(c, r) as u16).collect();
        Symmetry { images, exchanges_colours }
    };
    let mut symmetries = vec![symmetry(false, &|c, r| (c, r))];
    if places.len() > 1 {
        symmetries.push(symmetry(false, &|c, r| (w - 1 - c, h - 1 - r)));
    }
    if w == h {
        // The long diagonal runs between the two acute corners, a1 and its opposite.
        symmetries.push(symmetry(true, &|c, r| (r, c)));
    }
    if w == h && places.len() > 1 {
        symmetries.push(symmetry(true, &|c, r| (w - 1 - r, h - 1 - c)));
    }

    Lattice {
        names: places
            .iter()
            .map(|&(c, r)| column_name(c as usize) + &(r + 1).to_string())
            .collect(),
        rows: places.iter().map(|&(_, r)| r as usize).collect(),
        grid: places.iter().map(|&(c, r)| (r, 2 * c + r)).collect(),
        points,
        ghosts,
        links,
        edge_owners: [Stone::Black, Stone::White, Stone::Black, Stone::White].map(Some).to_vec(),
        corners: Vec::new(),
        symmetries,
    }
}
