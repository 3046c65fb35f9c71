//! The local patterns, derived from nothing but the rules: every colouring of the places around
//! one cell or around two neighbours is judged by trying everything.
//!
//! A verdict must hold however the empty places around are filled and whatever lies beyond. What
//! lies beyond sees only which places of a colour hang together and which edges they reach. So one
//! way to fill the cells is at least as good for Black as another if it joins at least as much of
//! Black's, or leaves White no more joined: each of the two alone decides who wins.
//!
//! The patterns are written to `fixtures/inferior_patterns.txt`, the most general ones and one of
//! each kind that symmetry makes alike. Run the tests with `SPINNEY_WRITE_PATTERNS=1` to write the
//! file anew. The analysis must find each of them on a board.

use spinney_board::{Around, Cell, CellSet, Stone};
use spinney_connection::{Board, InferiorCells, Position, Reason};
use spinney_game::Game;
use std::collections::BTreeSet;
use std::fmt::Write;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/inferior_patterns.txt");

/// One or two cells and all that is around them.
struct Shape {
    name: &'static str,
    board: Board,
    inside: Vec<Cell>,
    /// The places around, in a circle; each touches the next.
    ring: Vec<Around>,
}

/// Colours of the places around: `.` empty, `B`, `W`, and `E` for an edge, which has none.
type Colouring = Vec<u8>;

impl Shape {
    fn new(name: &'static str, board: &str, cells: &[&str]) -> Shape {
        let board = Position::from_text(board).unwrap().board().clone();
        let topology = board.topology();
        let inside: Vec<Cell> =
            cells.iter().map(|name| topology.find_cell(name).unwrap()).collect();
        let ring = match *inside.as_slice() {
            [cell] => topology.around(cell).to_vec(),
            [a, b] => {
                // From the first common neighbour around one cell to the second, and back around
                // the other cell.
                let from = |cell: Cell, other: Cell| {
                    let mut around = topology.around(cell).to_vec();
                    let at = around.iter().position(|&p| p == Around::Cell(other)).unwrap();
                    around.rotate_left(at);
                    around.split_off(1)
                };
                let (mut ring, back) = (from(b, a), from(a, b));
                assert_eq!((ring.first(), ring.last()), (back.last(), back.first()), "{name}");
                ring.extend(&back[1..back.len() - 1]);
                ring
            }
            _ => panic!("{name}: one or two cells"),
        };
        Shape { name, board, inside, ring }
    }

    /// Whether two places touch: cells that are neighbours, a cell and an edge it lies on.
    fn touch(&self, a: Around, b: Around) -> bool {
        match (a, b) {
            (Around::Cell(a), Around::Cell(b)) => self.board.topology().adjacency(a).contains(b),
            (Around::Cell(cell), Around::Edge(edge)) | (Around::Edge(edge), Around::Cell(cell)) => {
                self.board.topology().edge_mask(cell) >> edge & 1 == 1
            }
            (Around::Edge(_), Around::Edge(_)) => false,
        }
    }

    fn colourings(&self) -> Vec<Colouring> {
        let mut all: Vec<Colouring> = vec![Vec::new()];
        for place in &self.ring {
            let colours: &[u8] = match place {
                Around::Cell(_) => b".BW",
                Around::Edge(_) => b"E",
            };
            let longer = |c: &Colouring| colours.iter().map(|&x| [&c[..], &[x]].concat()).collect();
            all = all.iter().flat_map(|c| -> Vec<Colouring> { longer(c) }).collect();
        }
        all
    }

    /// What a colour has joined, the ring and the cells inside being filled: for every place of
    /// the ring the places that its stones hang together with and the edges they reach, as bits.
    fn joined(&self, ring: &[u8], inside: &[u8], colour: u8) -> Vec<u32> {
        let places: Vec<Around> =
            self.ring.iter().copied().chain(self.inside.iter().map(|&c| Around::Cell(c))).collect();
        let colours: Vec<u8> = ring.iter().chain(inside).copied().collect();
        let own = |i: usize| colours[i] == colour;
        let mut joined: Vec<u32> =
            (0..places.len()).map(|i| if own(i) { 1 << i } else { 0 }).collect();
        loop {
            let before = joined.clone();
            for i in (0..places.len()).filter(|&i| own(i)) {
                for k in (0..places.len()).filter(|&k| self.touch(places[i], places[k])) {
                    if own(k) {
                        joined[i] |= joined[k];
                    } else if colours[k] == b'E' {
                        // An edge is reached, and leads nowhere.
                        joined[i] |= 1 << k;
                    }
                }
            }
            if joined == before {
                // Only what the ring sees counts.
                joined.truncate(self.ring.len());
                let seen = (1 << self.ring.len()) - 1;
                return joined.into_iter().map(|bits| bits & seen).collect();
            }
        }
    }

    /// Whether `more` is, for Black, at least as good a filling of the cells inside as `less`,
    /// however the empty places are filled.
    fn at_least(&self, colouring: &[u8], more: &[u8], less: &[u8]) -> bool {
        let covers = |a: &[u32], b: &[u32]| a.iter().zip(b).all(|(a, b)| b & !a == 0);
        self.completions(colouring).iter().all(|ring| {
            let joined = |inside, colour| self.joined(ring, inside, colour);
            covers(&joined(more, b'B'), &joined(less, b'B'))
                || covers(&joined(less, b'W'), &joined(more, b'W'))
        })
    }

    fn completions(&self, colouring: &[u8]) -> Vec<Colouring> {
        let mut all = vec![colouring.to_vec()];
        while let Some(at) = all[0].iter().position(|&c| c == b'.') {
            let fill = |c: &Colouring, colour| {
                let mut filled = c.clone();
                filled[at] = colour;
                filled
            };
            all = all.iter().flat_map(|c| [fill(c, b'B'), fill(c, b'W')]).collect();
        }
        all
    }

    /// Whether the verdict is proven.
    fn holds(&self, verdict: Verdict, colouring: &[u8]) -> bool {
        match verdict {
            Verdict::Dead => self.at_least(colouring, b"W", b"B"),
            Verdict::Captured => {
                self.at_least(colouring, b"BW", b"BB") && self.at_least(colouring, b"WB", b"BB")
            }
            Verdict::Dominated => self.at_least(colouring, b"WB", b"BW"),
        }
    }

    /// The ways to go around the ring that show the same shape.
    fn symmetries(&self) -> Vec<Vec<usize>> {
        let n = self.ring.len();
        let turned = |start: usize| (0..n).map(move |i| (start + i) % n).collect::<Vec<_>>();
        let mirrored = |start: usize| (0..n).map(move |i| (start + n - i) % n).collect::<Vec<_>>();
        let kind = |place: Around| {
            let sides = self.inside.iter().map(|&c| self.touch(Around::Cell(c), place));
            (matches!(place, Around::Edge(_)), sides.collect::<Vec<_>>())
        };
        let same =
            |image: &Vec<usize>| (0..n).all(|i| kind(self.ring[i]) == kind(self.ring[image[i]]));
        (0..n).flat_map(|start| [turned(start), mirrored(start)]).filter(same).collect()
    }

    /// The patterns of one verdict, the most general ones, each once.
    fn patterns(&self, verdict: Verdict) -> BTreeSet<String> {
        let proven: BTreeSet<Colouring> =
            self.colourings().into_iter().filter(|c| self.holds(verdict, c)).collect();
        let symmetries = self.symmetries();
        let general = |c: &&Colouring| {
            (0..c.len()).filter(|&i| matches!(c[i], b'B' | b'W')).all(|i| {
                let mut wider = (*c).clone();
                wider[i] = b'.';
                !proven.contains(&wider)
            })
        };
        let text = |c: &Colouring| {
            let images = symmetries.iter().map(|s| s.iter().map(|&i| c[i]).collect::<Colouring>());
            let swapped = |c: &Colouring| -> Colouring {
                let swap = |&x: &u8| {
                    if x == b'B' {
                        b'W'
                    } else if x == b'W' {
                        b'B'
                    } else {
                        x
                    }
                };
                c.iter().map(swap).collect()
            };
            let images = images.flat_map(|image| match verdict {
                // It is Black who captures; the other verdicts are both colours'.
                Verdict::Captured => vec![image],
                _ => vec![swapped(&image), image],
            });
            String::from_utf8(images.min().unwrap()).unwrap()
        };
        proven.iter().filter(general).map(text).collect()
    }

    /// The stones of a pattern on the board.
    fn laid(&self, pattern: &str) -> [CellSet; 2] {
        let mut stones = [CellSet::EMPTY; 2];
        for (place, colour) in self.ring.iter().zip(pattern.bytes()) {
            match (place, colour) {
                (Around::Cell(cell), b'B') => stones[0].insert(*cell),
                (Around::Cell(cell), b'W') => stones[1].insert(*cell),
                _ => {}
            }
        }
        stones
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Verdict {
    /// The cell is dead.
    Dead,
    /// Black has captured both cells.
    Captured,
    /// The second cell is at least as good as the first, for both colours.
    Dominated,
}

fn shapes() -> Vec<(Shape, Vec<(Verdict, &'static str)>)> {
    let one = || vec![(Verdict::Dead, "dead")];
    let two = || vec![(Verdict::Captured, "captured"), (Verdict::Dominated, "dominated")];
    // An edge of Hex is a stone of its owner; what holds beside stones holds there.
    vec![
        (Shape::new("a cell", "hex 9x9", &["e5"]), one()),
        (Shape::new("a cell with five neighbours", "polyy 5,6", &["31"]), one()),
        (Shape::new("a cell on an edge", "y 9", &["e9"]), one()),
        (Shape::new("a corner of Y", "y 9", &["a1"]), one()),
        (Shape::new("a corner of Poly-Y", "polyy 5,6", &["1"]), one()),
        (Shape::new("two cells", "hex 9x9", &["e5", "f5"]), two()),
        (Shape::new("two cells on an edge", "y 9", &["d9", "e9"]), two()),
        (Shape::new("a cell on an edge and one behind it", "y 9", &["e9", "e8"]), two()),
        (Shape::new("a cell behind an edge and one on it", "y 9", &["e8", "e9"]), two()),
    ]
}

fn derived() -> String {
    let mut text = String::from(
        "# Local patterns, written by the test `inferior_patterns`.\n\
         # Each line: the places around, in a circle; . empty, B and W stones, E an edge that is\n\
         # nobody's. Around two cells, the circle starts at a common neighbour and goes around the\n\
         # second cell first. Dead: the cell. Captured: both cells, by Black. Dominated: the first\n\
         # cell, by the second. Turned, mirrored and (but for captured) with colours exchanged, they\n\
         # hold as well, and with more stones.\n",
    );
    for (shape, verdicts) in shapes() {
        for (verdict, name) in verdicts {
            let patterns = shape.patterns(verdict);
            writeln!(text, "\n{name}: {} ({})", shape.name, patterns.len()).unwrap();
            for pattern in patterns {
                writeln!(text, "  {pattern}").unwrap();
            }
        }
    }
    text
}

#[test]
fn the_patterns_are_those_that_follow_from_the_rules() {
    let derived = derived();
    if std::env::var_os("SPINNEY_WRITE_PATTERNS").is_some() {
        std::fs::write(FILE, &derived).unwrap();
    }
    let written = std::fs::read_to_string(FILE).unwrap();
    assert_eq!(written, derived, "run with SPINNEY_WRITE_PATTERNS=1 and look at the difference");
}

#[test]
fn the_analysis_finds_every_pattern() {
    for (shape, verdicts) in shapes() {
        let mut cells = InferiorCells::new(&shape.board);
        for (verdict, name) in verdicts {
            for pattern in shape.patterns(verdict) {
                let stones = shape.laid(&pattern);
                for to_move in Stone::BOTH {
                    let found = cells.analyse_stones(&stones, to_move);
                    let filled = |cell: &Cell| {
                        matches!(found.reason(*cell), Some(Reason::Dead | Reason::Captured(_)))
                    };
                    let is_found = match verdict {
                        Verdict::Dead | Verdict::Captured => shape.inside.iter().all(filled),
                        // What dominates may be left out itself.
                        Verdict::Dominated => {
                            shape.inside.iter().any(|&cell| found.reason(cell).is_some())
                        }
                    };
                    assert!(is_found, "{name}: {}: {pattern}, {to_move:?}", shape.name);
                }
            }
        }
    }
}
