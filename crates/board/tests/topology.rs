//! Boards are what the literature says they are.

use spinney_board::{Around, Cell, CellSet, Shape, Stone, Topology};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Boards of every kind, small ones and the ones that people play on.
fn boards() -> Vec<Arc<Topology>> {
    let kinds = ["parallelogram", "triangle", "polygon", "hexagon"];
    kinds.into_iter().flat_map(boards_of).collect()
}

fn boards_of(kind: &str) -> Vec<Arc<Topology>> {
    let most = [(3, 16), (5, 12), (7, 10), (9, 9), (11, 8), (13, 8), (15, 7)];
    let all = |texts: &str| texts.split(", ").map(topology).collect();
    match kind {
        "parallelogram" => {
            all("parallelogram 1 1, parallelogram 1 5, parallelogram 4 1, parallelogram 2 2, \
             parallelogram 3 2, parallelogram 5 5, parallelogram 11 11, parallelogram 9 14, \
             parallelogram 19 19, parallelogram 384 1")
        }
        "triangle" => all(
            "triangle 1, triangle 2, triangle 3, triangle 10, triangle 25, bent 1, bent 2, bent 3",
        ),
        "hexagon" => (2..=11).map(|side| topology(&format!("hexagon {side}"))).collect(),
        _ => {
            let of = |(sides, most)| (2..=most).map(move |side| Shape::polygon(sides, side));
            most.into_iter().flat_map(of).map(|shape| Topology::of(shape.unwrap())).collect()
        }
    }
}

/// The board of that shape: `parallelogram 11 11`, `polygon 5 7`, `bent 2`.
fn topology(text: &str) -> Arc<Topology> {
    let mut words = text.split(' ');
    let kind = words.next().unwrap();
    let numbers: Vec<usize> = words.map(|word| word.parse().unwrap()).collect();
    let shape = match (kind, numbers.as_slice()) {
        ("parallelogram", &[columns, rows]) => Shape::parallelogram(columns, rows),
        ("triangle", &[side]) => Shape::triangle(side),
        ("bent", &[m]) => Shape::bent_triangle(m),
        ("polygon", &[sides, per_side]) => Shape::polygon(sides, per_side),
        ("hexagon", &[side]) => Shape::hexagon(side),
        _ => panic!("{text}"),
    };
    Topology::of(shape.unwrap())
}

fn cells(board: &Topology) -> impl Iterator<Item = Cell> + use<> {
    (0..board.cells() as u16).map(Cell)
}

fn links(board: &Topology) -> usize {
    cells(board).map(|cell| board.neighbours(cell).len()).sum::<usize>() / 2
}

#[test]
fn the_codecup_board_is_numbered_as_in_the_codecup() {
    let board = topology("polygon 5 7");
    let number = |cell: Cell| board.cell_name(cell).parse::<usize>().unwrap();
    let mut symmetries = BTreeSet::new();
    for line in include_str!("fixtures/pentagon_7.txt").lines().filter(|l| !l.starts_with('#')) {
        let (key, rest) = line.split_once(": ").unwrap();
        let numbers = |text: &str| -> Vec<usize> {
            text.split_whitespace().filter_map(|word| word.parse().ok()).collect()
        };
        match key {
            "corners" => {
                let corners: Vec<_> = board.corners().iter().map(|&c| number(c)).collect();
                assert_eq!(corners, numbers(rest));
            }
            "symmetry" => drop(symmetries.insert(numbers(rest))),
            _ => {
                let cell = board.find_cell(key).unwrap();
                assert_eq!(number(cell), cell.index() + 1);
                let parts: Vec<_> = rest.split("; ").map(numbers).collect();
                let ours: Vec<_> = board.neighbours(cell).iter().map(|&c| number(c)).collect();
                assert!(same_cycle(&ours, &parts[0]), "around {key}: {ours:?}, not {:?}", parts[0]);
                let edges: Vec<_> =
                    (0..5).filter(|&e| board.edge_cells(e).contains(cell)).collect();
                assert_eq!(edges, parts[1], "edges of {key}");
                assert_eq!(board.edge_distance(cell) as usize, parts[2][0], "distance of {key}");
            }
        }
    }
    let image = |&i: &u16| i as usize + 1;
    let ours: BTreeSet<Vec<usize>> =
        board.symmetries().iter().map(|s| s.images.iter().map(image).collect()).collect();
    assert_eq!(ours, symmetries);
}

/// Whether two lists are the same cycle, wherever they start and whichever way they run.
fn same_cycle(a: &[usize], b: &[usize]) -> bool {
    let turned = |list: &[usize]| {
        let mut list = list.to_vec();
        let least = (0..list.len()).min_by_key(|&i| list[i]).unwrap();
        list.rotate_left(least);
        list
    };
    let backwards: Vec<_> = b.iter().rev().copied().collect();
    turned(a) == turned(b) || turned(a) == turned(&backwards)
}

#[test]
fn boards_have_the_published_sizes() {
    for (text, count) in [
        ("polygon 5 7", 106),
        ("polygon 5 5", 51),
        ("polygon 5 6", 76),
        ("polygon 5 8", 141),
        ("polygon 7 5", 71),
        ("polygon 9 5", 91),
        ("polygon 9 6", 136),
        ("bent 1", 27),
        ("bent 2", 93),
        ("bent 3", 199),
        ("triangle 10", 55),
        ("triangle 25", 325),
        ("parallelogram 11 11", 121),
        ("hexagon 4", 37),
        ("hexagon 5", 61),
        ("hexagon 8", 169),
        ("hexagon 10", 271),
    ] {
        assert_eq!(topology(text).cells(), count, "{text}");
    }
    assert_eq!(links(&topology("polygon 5 7")), 285);
    for m in 1..=3 {
        let board = topology(&format!("bent {m}"));
        for edge in 0..3 {
            assert_eq!(board.edge_cells(edge).len(), 4 * m + 1);
        }
    }
}

#[test]
fn there_are_as_many_symmetries_and_openings_as_published() {
    let openings = |text: &str| {
        let board = topology(text);
        let orbit = |cell: Cell| board.symmetries().iter().map(|s| s.image(cell)).min().unwrap();
        cells(&board).map(orbit).collect::<BTreeSet<_>>().len()
    };
    assert_eq!(topology("polygon 5 7").symmetries().len(), 10);
    assert_eq!(openings("polygon 5 7"), 16);
    assert_eq!(topology("bent 2").symmetries().len(), 6);
    assert_eq!(topology("triangle 3").symmetries().len(), 6);
    assert_eq!(openings("triangle 3"), 2);
    assert_eq!(topology("parallelogram 5 5").symmetries().len(), 4);
    assert_eq!(topology("hexagon 5").symmetries().len(), 12);
    assert_eq!(openings("hexagon 4"), 6);
    assert_eq!(topology("parallelogram 5 4").symmetries().len(), 2);
}

#[test]
fn inner_cells_have_six_neighbours_except_where_the_board_bends() {
    for board in boards() {
        let name = format!("{:?}", board.shape());
        let inner = || cells(&board).filter(|&c| board.edge_mask(c) == 0);
        let odd: Vec<usize> =
            inner().map(|c| board.neighbours(c).len()).filter(|&degree| degree != 6).collect();
        match board.shape().as_rings() {
            Some(rings) if rings.core() == 0 && rings.outer() > 0 => {
                let middle = [rings.sides()];
                assert_eq!(odd, middle, "{name}");
            }
            Some(rings) if rings.outer() > rings.core() => assert_eq!(odd, [5, 5, 5], "{name}"),
            _ => assert_eq!(odd, [], "{name}"),
        }
    }
}

#[test]
fn the_plane_around_every_cell_closes() {
    for board in boards() {
        let name = format!("{:?}", board.shape());
        for cell in cells(&board) {
            let around = board.around(cell);
            let near: Vec<Cell> = around
                .iter()
                .filter_map(|a| if let Around::Cell(c) = a { Some(*c) } else { None })
                .collect();
            assert_eq!(near, board.neighbours(cell), "{name}");
            assert_eq!(&near.iter().copied().collect::<CellSet>(), board.adjacency(cell));
            assert!(near.iter().all(|&n| board.adjacency(n).contains(cell)), "{name}: two ways");
            let mask = around.iter().fold(0, |mask, a| match a {
                Around::Edge(e) => mask | 1 << e,
                Around::Cell(_) => mask,
            });
            assert_eq!(mask, board.edge_mask(cell), "{name}");
            // What is next to each other around a cell is next to each other on the board.
            for (i, &a) in around.iter().enumerate().filter(|_| around.len() > 2) {
                let b = around[(i + 1) % around.len()];
                let touching = match (a, b) {
                    (Around::Cell(a), Around::Cell(b)) => board.adjacency(a).contains(b),
                    (Around::Cell(c), Around::Edge(e)) | (Around::Edge(e), Around::Cell(c)) => {
                        board.edge_cells(e as usize).contains(c)
                    }
                    (Around::Edge(a), Around::Edge(b)) => {
                        let apart = (a as usize).abs_diff(b as usize);
                        apart == 1 || apart == board.edges() - 1
                    }
                };
                assert!(touching, "{name}: {a:?} and {b:?} around {}", board.cell_name(cell));
            }
        }
    }
}

#[test]
fn symmetries_keep_links_and_edges() {
    for board in boards() {
        let name = format!("{:?}", board.shape());
        assert!(cells(&board).all(|c| board.symmetries()[0].image(c) == c), "identity first");
        let distinct: BTreeSet<_> = board.symmetries().iter().map(|s| &s.images).collect();
        let is_line = board.shape().as_parallelogram().is_some_and(|(w, h)| w == 1 || h == 1);
        if board.cells() > 3 && !is_line {
            assert_eq!(distinct.len(), board.symmetries().len(), "{name}");
        }
        for symmetry in board.symmetries() {
            let image = |set: &CellSet| set.iter().map(|c| symmetry.image(c)).collect::<CellSet>();
            assert_eq!(image(&board.all_cells()), board.all_cells());
            for cell in cells(&board) {
                assert_eq!(&image(board.adjacency(cell)), board.adjacency(symmetry.image(cell)));
            }
            for edge in 0..board.edges() {
                let to = image(board.edge_cells(edge));
                let owner = board
                    .edge_owner(edge)
                    .map(|owner| if symmetry.exchanges_colours { owner.opponent() } else { owner });
                let matches = |e: usize| board.edge_cells(e) == &to && board.edge_owner(e) == owner;
                assert!((0..board.edges()).any(matches), "{name}: edge {edge}");
            }
        }
    }
}

#[test]
fn names_find_their_cells() {
    for board in boards() {
        for cell in cells(&board) {
            assert_eq!(board.find_cell(board.cell_name(cell)), Ok(cell));
        }
        for name in ["", "z99", "0", "a0", "-1", "385", "a1a1", "é"] {
            assert!(board.find_cell(name).is_err());
        }
    }
    let hex = topology("parallelogram 19 19");
    assert_eq!(hex.find_cell("A1"), Ok(Cell(0)));
    assert_eq!(hex.cell_name(Cell(19 + 8)), "i2");
    assert_eq!(topology("parallelogram 30 2").cell_name(Cell(27)), "ab1");
    assert_eq!(topology("triangle 3").cell_name(Cell(5)), "c3");
}

#[test]
fn edges_of_parallelograms_belong_to_colours_and_others_to_nobody() {
    let hex = topology("parallelogram 3 2");
    let owners: Vec<_> = (0..4).map(|e| hex.edge_owner(e)).collect();
    use Stone::{Black, White};
    assert_eq!(owners, [Some(Black), Some(White), Some(Black), Some(White)]);
    let names =
        |e| hex.edge_cells(e).iter().map(|c| hex.cell_name(c).to_string()).collect::<Vec<_>>();
    assert_eq!(names(0), ["a1", "b1", "c1"]);
    assert_eq!(names(1), ["c1", "c2"]);
    assert_eq!(names(3), ["a1", "a2"]);
    assert_eq!(topology("polygon 5 7").edge_owner(4), None);
}

#[test]
fn equal_boards_share_one_topology() {
    assert!(Arc::ptr_eq(&topology("hexagon 7"), &topology("hexagon 7")));
}

/// Searches look at neighbours in their order, so play depends on it.
#[test]
fn neighbours_come_in_the_same_order_on_every_machine() {
    let hash = |kind: &str| {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut add = |n: u16| hash = (hash ^ u64::from(n)).wrapping_mul(0x0000_0100_0000_01b3);
        for board in &boards_of(kind) {
            for cell in cells(board) {
                board.around(cell).iter().for_each(|around| match *around {
                    Around::Cell(cell) => add(cell.0),
                    Around::Edge(edge) => add(1000 + u16::from(edge)),
                });
            }
        }
        format!("{hash:016x}")
    };
    assert_eq!(hash("parallelogram"), "7ded4a321b8f6e54");
    assert_eq!(hash("triangle"), "053aeb4125ade86b");
    assert_eq!(hash("polygon"), "7776d018b58cf41e");
}

#[test]
fn a_hexagon_has_six_edges_and_a_corner_between_each_two() {
    for side in 2..=11 {
        let board = topology(&format!("hexagon {side}"));
        assert_eq!((board.edges(), board.corners().len()), (6, 6));
        for (corner, &cell) in board.corners().iter().enumerate() {
            let meeting = 1 << corner | 1 << ((corner + 5) % 6);
            assert_eq!(board.edge_mask(cell), meeting, "corner {corner} of {side}");
            assert_eq!(board.edge_cells(corner).len(), side);
        }
        let on_two_edges = |&cell: &Cell| board.edge_mask(cell).count_ones() == 2;
        assert_eq!(cells(&board).filter(on_two_edges).count(), 6);
    }
}

#[test]
fn a_hexagon_is_drawn_with_its_coordinates() {
    let board = topology("hexagon 3");
    let stone = |name: &str| {
        let cell = board.find_cell(name).unwrap();
        move |other: Cell| other == cell
    };
    let (black, white) = (stone("c3"), stone("c1"));
    let stones = |cell| match cell {
        _ if black(cell) => Some(Stone::Black),
        _ if white(cell) => Some(Stone::White),
        _ => None,
    };
    let drawn = board.picture(stones, |_| None).to_text(false);
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(
        lines,
        ["     a b c", "  1 · · ○ d", " 2 · · · · e", "3 · · ● · ·", " 4 · · · ·", "  5 · · ·"]
    );
}
