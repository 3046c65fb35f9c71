//! An independent referee agrees on the winner and on captured corners.
//!
//! It shares nothing with the crate: cells are coordinates, neighbours are found from these, and
//! every question is answered by flooding the board. Only the names of cells connect the two.

use Colour::{Black, White};
use spinney_board::{Cell, Stone};
use spinney_connection::{Action, Position};
use spinney_game::{Game, Rng};
use std::collections::{BTreeSet, VecDeque};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Colour {
    Black,
    White,
}

const COLOURS: [(Stone, Colour); 2] = [(Stone::Black, Black), (Stone::White, White)];

enum Rules {
    Hex,
    Y,
    PolyY,
}

/// A board as the referee sees it.
struct Arena {
    rules: Rules,
    text: String,
    names: Vec<String>,
    neighbours: Vec<Vec<usize>>,
    /// For every cell the edges that it lies on. Hex: top, right, bottom, left.
    edges: Vec<Vec<usize>>,
    edge_count: usize,
}

/// What a colour has achieved.
#[derive(PartialEq, Eq, Debug)]
struct Verdict {
    won: bool,
    corners: [bool; MAX_EDGES],
}

const MAX_EDGES: usize = 16;

impl Arena {
    fn verdict(&self, stones: &[Option<Colour>], colour: Colour) -> Verdict {
        let mut seen = vec![false; stones.len()];
        let mut corners = [false; MAX_EDGES];
        let mut won = false;
        let mut stack = Vec::new();
        for start in 0..stones.len() {
            if stones[start] != Some(colour) || seen[start] {
                continue;
            }
            let mut touched = [false; MAX_EDGES];
            stack.push(start);
            seen[start] = true;
            while let Some(cell) = stack.pop() {
                for &edge in &self.edges[cell] {
                    touched[edge] = true;
                }
                for &next in &self.neighbours[cell] {
                    if stones[next] == Some(colour) && !seen[next] {
                        seen[next] = true;
                        stack.push(next);
                    }
                }
            }
            match self.rules {
                Rules::Hex if colour == Black => won |= touched[0] && touched[2],
                Rules::Hex => won |= touched[1] && touched[3],
                Rules::Y => won |= touched[0] && touched[1] && touched[2],
                Rules::PolyY => {
                    for edge in 0..self.edge_count {
                        let next = (edge + 1) % self.edge_count;
                        let third =
                            (0..self.edge_count).any(|e| e != edge && e != next && touched[e]);
                        if touched[edge] && touched[next] && third {
                            corners[next] = true;
                        }
                    }
                }
            }
        }
        let captured = corners.iter().filter(|&&captured| captured).count();
        Verdict { won: won || captured * 2 > self.edge_count, corners }
    }
}

/// Columns and rows; `a1` is the top left cell.
fn hex(width: i32, height: i32) -> Arena {
    let places: Vec<(i32, i32)> =
        (0..height).flat_map(|r| (0..width).map(move |c| (c, r))).collect();
    let adjacent = |a: (i32, i32), b: (i32, i32)| {
        matches!((a.0 - b.0, a.1 - b.1), (1, 0) | (-1, 0) | (0, 1) | (0, -1) | (1, -1) | (-1, 1))
    };
    let edges = |&(c, r): &(i32, i32)| {
        let on = [r == 0, c == width - 1, r == height - 1, c == 0];
        (0..4).filter(|&e| on[e]).collect()
    };
    Arena {
        rules: Rules::Hex,
        text: format!("hex {width}x{height}"),
        names: places
            .iter()
            .map(|&(c, r)| format!("{}{}", (b'a' + c as u8) as char, r + 1))
            .collect(),
        neighbours: neighbours(&places, adjacent),
        edges: places.iter().map(edges).collect(),
        edge_count: 4,
    }
}

/// Rows from the apex; each cell lies between two of the next row.
fn straight_y(side: i32) -> Arena {
    let places: Vec<(i32, i32)> = (0..side).flat_map(|r| (0..=r).map(move |c| (c, r))).collect();
    let adjacent = |a: (i32, i32), b: (i32, i32)| {
        matches!((a.0 - b.0, a.1 - b.1), (1, 0) | (-1, 0) | (0, 1) | (0, -1) | (1, 1) | (-1, -1))
    };
    let edges = |&(c, r): &(i32, i32)| {
        let on = [c == 0, r == side - 1, c == r];
        (0..3).filter(|&e| on[e]).collect()
    };
    Arena {
        rules: Rules::Y,
        text: format!("y {side}"),
        names: places
            .iter()
            .map(|&(c, r)| format!("{}{}", (b'a' + c as u8) as char, r + 1))
            .collect(),
        neighbours: neighbours(&places, adjacent),
        edges: places.iter().map(edges).collect(),
        edge_count: 3,
    }
}

/// The CodeCup's board by its rows: 1, 3, … 13, 12, … 7 cells, and who lies below whom.
fn codecup() -> Arena {
    let lengths: [usize; 13] = [1, 3, 5, 7, 9, 11, 13, 12, 11, 10, 9, 8, 7];
    let number = |row: usize, j: usize| lengths[..row].iter().sum::<usize>() + j;
    let mut neighbours = vec![Vec::new(); 106];
    let mut edges = vec![Vec::new(); 106];
    for (row, &length) in lengths.iter().enumerate() {
        for j in 0..length {
            let cell = number(row, j);
            let mut linked = Vec::new();
            if j + 1 < length {
                linked.push(number(row, j + 1));
            }
            if row < 6 {
                let below = if j < row {
                    j..=j + 1
                } else if j == row {
                    j..=j + 2
                } else {
                    j + 1..=j + 2
                };
                linked.extend(below.map(|j| number(row + 1, j)));
            } else if row < 12 {
                let below = j.saturating_sub(1)..=j.min(lengths[row + 1] - 1);
                linked.extend(below.map(|j| number(row + 1, j)));
            }
            for other in linked {
                neighbours[cell].push(other);
                neighbours[other].push(cell);
            }
            let on = [
                j == 0 && row <= 6,
                j == 0 && row >= 6,
                row == 12,
                j == length - 1 && row >= 6,
                j == length - 1 && row <= 6,
            ];
            edges[cell] = (0..5).filter(|&e| on[e]).collect();
        }
    }
    let names = (1..=106).map(|n: usize| n.to_string()).collect();
    Arena { rules: Rules::PolyY, text: "polyy 5,7".into(), names, neighbours, edges, edge_count: 5 }
}

/// Rings around a core, as angles: a cell of a ring with L cells a side lies at p/L sides from the
/// top, counter-clockwise, and touches those cells of the next ring that are at most one cell's
/// breadth of that ring away. The core is a single cell or, for three sides, a flat triangle.
fn rings(rules: Rules, text: String, sides: i64, core: i64, outer: i64) -> Arena {
    #[derive(Clone, Copy)]
    struct Place {
        ring: i64,
        /// Steps from the top; meaningless inside the core.
        step: i64,
        inside_core: bool,
        at: (f64, f64),
    }
    let polar = |turn: f64, radius: f64| {
        let angle = std::f64::consts::TAU * turn / sides as f64;
        (-libm::sin(angle) * radius, -libm::cos(angle) * radius)
    };
    let radius = |ring: i64| core as f64 / 3f64.sqrt() + (ring - core) as f64;
    let mut places = Vec::new();
    if core == 0 {
        places.push(Place { ring: 0, step: 0, inside_core: true, at: (0.0, 0.0) });
    }
    for ring in core.max(1)..=outer {
        for step in 0..sides * ring {
            let (side, along) = (step / ring, (step % ring) as f64 / ring as f64);
            let (a, b) = (polar(side as f64, radius(ring)), polar((side + 1) as f64, radius(ring)));
            let at = (a.0 + (b.0 - a.0) * along, a.1 + (b.1 - a.1) * along);
            places.push(Place { ring, step, inside_core: false, at });
        }
    }
    let near = |a: (f64, f64), b: (f64, f64)| libm::hypot(a.0 - b.0, a.1 - b.1) < 1.01;
    // The flat core's rim was laid above; fill the rest of it at distances of one.
    for row in 1..core {
        for column in 1..row {
            let x = column as f64 - row as f64 / 2.0;
            let y = row as f64 * 0.75f64.sqrt() - core as f64 / 3f64.sqrt();
            places.push(Place { ring: core - 1, step: 0, inside_core: true, at: (x, y) });
        }
    }
    let adjacent = |a: &Place, b: &Place| {
        let (a, b) = if a.ring <= b.ring { (a, b) } else { (b, a) };
        if b.ring <= core && core > 0 {
            return near(a.at, b.at);
        }
        if a.ring == b.ring {
            let apart = (a.step - b.step).rem_euclid(sides * a.ring.max(1));
            return apart == 1 || apart == sides * a.ring - 1;
        }
        if b.ring != a.ring + 1 || (a.inside_core && core > 0) {
            return false;
        }
        if a.ring == 0 {
            return true;
        }
        // |a.step / a.ring - b.step / b.ring| <= 1 / b.ring, around the circle
        let apart = (a.step * b.ring - b.step * a.ring).rem_euclid(sides * a.ring * b.ring);
        apart.min(sides * a.ring * b.ring - apart) <= a.ring
    };
    let indices: Vec<usize> = (0..places.len()).collect();
    let linked = neighbours(&indices, |a, b| a != b && adjacent(&places[a], &places[b]));

    // Names are numbers in reading order: by distance from the top corner, then left to right.
    let top =
        places.iter().position(|p| p.ring == outer && p.step == 0 && !p.inside_core).unwrap_or(0);
    let mut rows = vec![usize::MAX; places.len()];
    rows[top] = 0;
    let mut queue = VecDeque::from([top]);
    while let Some(cell) = queue.pop_front() {
        for &next in &linked[cell] {
            if rows[next] == usize::MAX {
                rows[next] = rows[cell] + 1;
                queue.push_back(next);
            }
        }
    }
    let mut reading = indices.clone();
    reading.sort_by(|&a, &b| rows[a].cmp(&rows[b]).then(places[a].at.0.total_cmp(&places[b].at.0)));
    let mut names = vec![String::new(); places.len()];
    for (i, &cell) in reading.iter().enumerate() {
        names[cell] = (i + 1).to_string();
    }
    let edges = |place: &Place| {
        let on = |e: &i64| {
            (e * outer..=(e + 1) * outer).contains(&place.step)
                || (place.step == 0 && *e == sides - 1)
        };
        let rim = place.ring == outer && !place.inside_core;
        (0..sides).filter(|e| rim && on(e)).map(|e| e as usize).collect()
    };
    let edges = places.iter().map(edges).collect();
    Arena { rules, text, names, neighbours: linked, edges, edge_count: sides as usize }
}

fn bent_y(m: i64) -> Arena {
    rings(Rules::Y, format!("y bent-{}", 20 * m * m + 6 * m + 1), 3, 2 * m, 4 * m)
}

fn polyy(sides: i64, per_side: i64) -> Arena {
    rings(Rules::PolyY, format!("polyy {sides},{per_side}"), sides, 0, per_side - 1)
}

fn neighbours<T: Copy>(places: &[T], adjacent: impl Fn(T, T) -> bool) -> Vec<Vec<usize>> {
    let near = |a: T| (0..places.len()).filter(|&b| adjacent(a, places[b])).collect();
    places.iter().map(|&a| near(a)).collect()
}

/// Fills boards in random order to random depths, `count` times over all arenas, and compares.
fn agree(arenas: &[Arena], count: usize) {
    let mut rng = Rng::new(2024, 0);
    let starts: Vec<Position> =
        arenas.iter().map(|arena| Position::from_text(&arena.text).unwrap()).collect();
    let cells: Vec<Vec<Cell>> = arenas
        .iter()
        .zip(&starts)
        .map(|(arena, start)| {
            assert_eq!(arena.names.len(), start.topology().cells(), "{}", arena.text);
            arena.names.iter().map(|name| start.topology().find_cell(name).unwrap()).collect()
        })
        .collect();
    for ((arena, cells), start) in arenas.iter().zip(&cells).zip(&starts) {
        for (near, &cell) in arena.neighbours.iter().zip(cells) {
            let theirs: BTreeSet<Cell> = near.iter().map(|&other| cells[other]).collect();
            let ours: BTreeSet<Cell> = start.topology().adjacency(cell).iter().collect();
            let name = start.topology().cell_name(cell);
            assert_eq!(ours, theirs, "neighbours of {name} in {}", arena.text);
        }
    }
    for game in 0..count {
        let i = game % arenas.len();
        let (arena, cells) = (&arenas[i], &cells[i]);
        let mut order: Vec<usize> = (0..cells.len()).collect();
        for k in (1..order.len()).rev() {
            order.swap(k, rng.below(k as u32 + 1) as usize);
        }
        let depth = rng.below(order.len() as u32 + 1) as usize;
        let every_move = game < count / 100;

        let mut position = starts[i].clone();
        let mut stones = vec![None; cells.len()];
        let mut won_by = None;
        for (k, &cell) in order.iter().enumerate() {
            let colour = if k % 2 == 0 { Black } else { White };
            stones[cell] = Some(colour);
            if won_by.is_some() {
                continue;
            }
            position.play(Action::from(cells[cell]));
            let over = position.winner().is_some();
            if every_move || k + 1 == depth || over {
                compare(arena, &position, &stones);
                if every_move {
                    compare_display(arena, cells, &position, &stones);
                }
            }
            if over {
                won_by = Some(colour);
            }
        }
        // The order's full board has exactly one winner: whoever won on the way.
        for colour in [Black, White] {
            let verdict = arena.verdict(&stones, colour);
            assert_eq!(verdict.won, won_by == Some(colour), "{}", position.text());
        }
    }
}

fn compare(arena: &Arena, position: &Position, stones: &[Option<Colour>]) {
    for (stone, colour) in COLOURS {
        let verdict = arena.verdict(stones, colour);
        assert_eq!(position.winner() == Some(stone), verdict.won, "{}", position.text());
        if let Rules::PolyY = arena.rules {
            let captured: [bool; MAX_EDGES] =
                std::array::from_fn(|corner| position.prizes(stone) >> corner & 1 != 0);
            assert_eq!(captured, verdict.corners, "{}", position.text());
        }
    }
}

/// What the position shows of a win, if there is one, is what the referee sees.
fn compare_display(arena: &Arena, cells: &[Cell], position: &Position, stones: &[Option<Colour>]) {
    for (stone, colour) in COLOURS {
        if position.winner() == Some(stone) {
            let winning = position.winning_cells();
            let chain: Vec<_> =
                cells.iter().map(|&cell| winning.contains(cell).then_some(colour)).collect();
            assert!(arena.verdict(&chain, colour).won, "the chain alone wins: {}", position.text());
        }
        if let Rules::PolyY = arena.rules {
            // A corner's cell lies on the two edges that meet there.
            let corners = arena.verdict(stones, colour).corners;
            let last = arena.edge_count - 1;
            let is_captured = |edges: &[usize]| match *edges {
                [0, e] if e == last => corners[0],
                [_, e] => corners[e],
                _ => false,
            };
            let wanted: BTreeSet<Cell> = (0..cells.len())
                .filter(|&cell| is_captured(&arena.edges[cell]))
                .map(|cell| cells[cell])
                .collect();
            let shown: BTreeSet<Cell> = position.captured_corners(stone).collect();
            assert_eq!(shown, wanted, "{}", position.text());
        }
    }
}

#[test]
fn the_referee_agrees_on_a_million_boards_of_hex() {
    let sizes = [(1, 1), (1, 4), (5, 1), (2, 2), (3, 3), (4, 6), (5, 5), (7, 4), (9, 9), (11, 11)];
    let mut arenas: Vec<_> = sizes.iter().map(|&(w, h)| hex(w, h)).collect();
    agree(&arenas, 950_000);
    arenas = vec![hex(13, 13), hex(19, 19), hex(16, 24)];
    agree(&arenas, 50_000);
}

#[test]
fn the_referee_agrees_on_a_million_boards_of_y() {
    let mut arenas: Vec<_> = (1..=10).map(straight_y).collect();
    arenas.extend([bent_y(1), bent_y(2)]);
    agree(&arenas, 950_000);
    agree(&[straight_y(14), straight_y(19), straight_y(25), bent_y(3)], 50_000);
}

#[test]
fn the_referee_agrees_on_a_million_boards_of_polyy() {
    agree(&[codecup()], 300_000);
    let sizes = [(3, 2), (3, 5), (5, 2), (5, 3), (5, 5), (5, 6), (7, 3), (7, 5), (9, 4), (9, 5)];
    let arenas: Vec<_> = sizes.iter().map(|&(n, r)| polyy(n, r)).collect();
    agree(&arenas, 650_000);
    let arenas: Vec<_> =
        [(3, 16), (5, 7), (5, 12), (7, 10), (9, 9)].iter().map(|&(n, r)| polyy(n, r)).collect();
    agree(&arenas, 50_000);
}
