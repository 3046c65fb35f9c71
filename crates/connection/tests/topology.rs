//! Boards are what the literature says they are.

use spinney_connection::{Around, Board, Cell, CellSet, Goal, Stone, Topology};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Boards of every kind, small ones and the ones that people play on.
fn boards() -> Vec<Arc<Topology>> {
    let texts = "hex 1x1, hex 1x5, hex 4x1, hex 2x2, hex 3x2, hex 5x5, hex 11x11, hex 9x14, \
        hex 19x19, hex 384x1, y 1, y 2, y 3, y 10, y 25, y bent-27, y bent-93, y bent-199";
    let mut boards: Vec<_> = texts.split(", ").map(topology).collect();
    for (sides, most) in [(3, 16), (5, 12), (7, 10), (9, 9), (11, 8), (13, 8), (15, 7)] {
        boards.extend((2..=most).map(|r| Topology::of(Board::polyy(sides, r).unwrap())));
    }
    boards
}

fn topology(text: &str) -> Arc<Topology> {
    let (game, size) = text.split_once(' ').unwrap();
    Topology::of(Board::parse(game, size).unwrap())
}

fn cells(board: &Topology) -> impl Iterator<Item = Cell> + use<> {
    (0..board.cells() as u16).map(Cell)
}

fn links(board: &Topology) -> usize {
    cells(board).map(|cell| board.neighbours(cell).len()).sum::<usize>() / 2
}

#[test]
fn the_codecup_board_is_numbered_as_in_the_codecup() {
    let board = topology("polyy 5,7");
    let number = |cell: Cell| board.cell_name(cell).parse::<usize>().unwrap();
    let mut symmetries = BTreeSet::new();
    for line in include_str!("fixtures/polyy_5_7.txt").lines().filter(|l| !l.starts_with('#')) {
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
        ("polyy 5,7", 106),
        ("polyy 5,5", 51),
        ("polyy 5,6", 76),
        ("polyy 5,8", 141),
        ("polyy 7,5", 71),
        ("polyy 9,5", 91),
        ("polyy 9,6", 136),
        ("y bent-27", 27),
        ("y bent-93", 93),
        ("y bent-199", 199),
        ("y 10", 55),
        ("y 25", 325),
        ("hex 11x11", 121),
    ] {
        assert_eq!(topology(text).cells(), count, "{text}");
    }
    assert_eq!(links(&topology("polyy 5,7")), 285);
    for (m, cells) in [(1, 27), (2, 93), (3, 199)] {
        let board = topology(&format!("y bent-{cells}"));
        for edge in 0..3 {
            assert_eq!(board.edge_cells(edge).len(), 4 * m + 1);
        }
    }
    for (game, size) in [("hex", "20x20"), ("hex", "0x5"), ("y", "26"), ("y", "bent-28")] {
        assert!(Board::parse(game, size).is_err(), "{game} {size}");
    }
    for size in ["4,5", "17,3", "5,13", "5,1", "5", "5,99999999999999999999"] {
        assert!(Board::parse("polyy", size).is_err(), "polyy {size}");
    }
}

#[test]
fn there_are_as_many_symmetries_and_openings_as_published() {
    let openings = |text: &str| {
        let board = topology(text);
        let orbit = |cell: Cell| board.symmetries().iter().map(|s| s.image(cell)).min().unwrap();
        cells(&board).map(orbit).collect::<BTreeSet<_>>().len()
    };
    assert_eq!(topology("polyy 5,7").symmetries().len(), 10);
    assert_eq!(openings("polyy 5,7"), 16);
    assert_eq!(topology("y bent-93").symmetries().len(), 6);
    assert_eq!(topology("y 3").symmetries().len(), 6);
    assert_eq!(openings("y 3"), 2);
    assert_eq!(topology("hex 5x5").symmetries().len(), 4);
    assert_eq!(topology("hex 5x4").symmetries().len(), 2);
}

#[test]
fn inner_cells_have_six_neighbours_except_where_the_board_bends() {
    for board in boards() {
        let name = board.board().to_string();
        let inner = || cells(&board).filter(|&c| board.edge_mask(c) == 0);
        let odd: Vec<usize> =
            inner().map(|c| board.neighbours(c).len()).filter(|&degree| degree != 6).collect();
        match board.goal() {
            Goal::Hex => assert_eq!(odd, [], "{name}"),
            Goal::Y if name.contains("bent") => assert_eq!(odd, [5, 5, 5], "{name}"),
            Goal::Y => assert_eq!(odd, [], "{name}"),
            Goal::Corners { sides } => assert_eq!(odd, [sides as usize], "{name}"),
        }
    }
}

#[test]
fn the_plane_around_every_cell_closes() {
    for board in boards() {
        let name = board.board().to_string();
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
        let name = board.board().to_string();
        assert!(cells(&board).all(|c| board.symmetries()[0].image(c) == c), "identity first");
        let distinct: BTreeSet<_> = board.symmetries().iter().map(|s| &s.images).collect();
        if board.cells() > 3 && !name.starts_with("hex 1x") && !name.ends_with("x1") {
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
    let hex = topology("hex 19x19");
    assert_eq!(hex.find_cell("A1"), Ok(Cell(0)));
    assert_eq!(hex.cell_name(Cell(19 + 8)), "i2");
    assert_eq!(topology("hex 30x2").cell_name(Cell(27)), "ab1");
    assert_eq!(topology("y 3").cell_name(Cell(5)), "c3");
}

#[test]
fn edges_of_hex_belong_to_colours_and_others_to_nobody() {
    let hex = topology("hex 3x2");
    let owners: Vec<_> = (0..4).map(|e| hex.edge_owner(e)).collect();
    use Stone::{Black, White};
    assert_eq!(owners, [Some(Black), Some(White), Some(Black), Some(White)]);
    let names =
        |e| hex.edge_cells(e).iter().map(|c| hex.cell_name(c).to_string()).collect::<Vec<_>>();
    assert_eq!(names(0), ["a1", "b1", "c1"]);
    assert_eq!(names(1), ["c1", "c2"]);
    assert_eq!(names(3), ["a1", "a2"]);
    assert_eq!(topology("polyy 5,7").edge_owner(4), None);
}

#[test]
fn equal_boards_share_one_topology() {
    assert!(Arc::ptr_eq(&topology("hex 7x7"), &topology("hex 7x7")));
}

/// Searches look at neighbours in their order, so play depends on it.
#[test]
fn neighbours_come_in_the_same_order_on_every_machine() {
    let hash = |game: &str| {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut add = |n: u16| hash = (hash ^ u64::from(n)).wrapping_mul(0x0000_0100_0000_01b3);
        for board in boards().iter().filter(|board| board.board().game() == game) {
            for cell in cells(board) {
                board.around(cell).iter().for_each(|around| match *around {
                    Around::Cell(cell) => add(cell.0),
                    Around::Edge(edge) => add(1000 + u16::from(edge)),
                });
            }
        }
        format!("{hash:016x}")
    };
    assert_eq!(hash("hex"), "7ded4a321b8f6e54");
    assert_eq!(hash("y"), "053aeb4125ade86b");
    assert_eq!(hash("polyy"), "7776d018b58cf41e");
}
