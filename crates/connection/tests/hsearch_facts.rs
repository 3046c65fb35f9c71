//! H-search finds the connections that Hex players know by name.

use spinney_board::{Cell, CellSet, Stone};
use spinney_connection::{ConnectionSettings, Connections, Endpoint, Position, SemiConnection};
use spinney_game::Game;

/// Black's connections on a Hex board drawn row by row: `B`, `W`, and `*` for vacant cells that the
/// test is about. Black joins top and bottom.
struct Drawn {
    connections: Connections,
    width: usize,
    marked: CellSet,
    black: CellSet,
}

const TOP: Endpoint = Endpoint::Edge(0);
const BOTTOM: Endpoint = Endpoint::Edge(2);

fn drawn(board: &str) -> Drawn {
    let rows: Vec<&str> = board.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
    let cells: String = rows.concat().split_whitespace().collect();
    let width = cells.len() / rows.len();
    let all = |mark| {
        let places = cells.chars().enumerate().filter(move |&(_, c)| c == mark);
        places.map(|(i, _)| Cell(i as u16)).collect::<CellSet>()
    };
    let start = Position::from_text(&format!("hex {width}x{}", rows.len())).unwrap();
    let settings = ConnectionSettings::default();
    let mut connections = Connections::new(start.board(), Stone::Black, &settings);
    connections.build(&all('B'), &all('W'));
    Drawn { connections, width, marked: all('*'), black: all('B') }
}

impl Drawn {
    fn stones(&self) -> Vec<Endpoint> {
        self.black.iter().map(Endpoint::Cell).collect()
    }

    /// The only stone is connected to the bottom by just the marked cells.
    fn is_edge_template(&self) -> bool {
        self.connections.fulls(self.stones()[0], BOTTOM).contains(&self.marked)
    }

    fn name(&self, cell: Cell) -> String {
        let (column, row) = (cell.index() % self.width, cell.index() / self.width);
        format!("{}{}", char::from(b'a' + column as u8), row + 1)
    }
}

#[test]
fn neighbours_are_connected_by_nothing() {
    let board = drawn(
        "W B .
          . B W
           . . .",
    );
    let [a, b] = board.stones()[..] else { panic!() };
    assert!(board.connections.fulls(a, b).is_empty(), "they are one chain");
    assert_eq!(board.connections.fulls(TOP, Endpoint::Cell(Cell(7))), [CellSet::EMPTY]);
}

#[test]
fn a_bridge_is_a_full_connection_and_half_a_bridge_a_semi_connection() {
    let board = drawn(
        ". . . . .
          . . B . .
           . * * . .
            . B . . .
             . . . . .",
    );
    let [a, b] = board.stones()[..] else { panic!() };
    assert_eq!(board.connections.fulls(a, b), [board.marked]);

    let board = drawn(
        ". . . . .
          . . B . .
           . W * . .
            . B . . .
             . . . . .",
    );
    let [a, b] = board.stones()[..] else { panic!() };
    assert_eq!(board.connections.fulls(a, b), []);
    let semis = board.connections.semis(a, b);
    let half = semis.iter().find(|semi| semi.carrier == board.marked);
    assert_eq!(half.map(|semi| board.name(semi.key)), Some("c3".to_string()));
}

#[test]
fn edge_templates_follow_from_the_rules() {
    let second_row = drawn(
        ". . . . .
          . . B . .
           . * * . .",
    );
    assert!(second_row.is_edge_template());
    let ziggurat = drawn(
        ". . . . . .
          . . . B * .
           . . * * * .
            . * * * * .",
    );
    assert!(ziggurat.is_edge_template());
    let intruded = drawn(
        ". . . . . . .
          W W W B W W W
           . . . . . . .
            . . . W . . .",
    );
    let stone = intruded.stones()[0];
    assert_eq!(intruded.connections.fulls(stone, BOTTOM), [], "the ziggurat needs this cell");
    let fourth_row = drawn(
        ". . . . . . . . . . .
          . . . . . B . . . . .
           . . . . . . . . . . .
            . . . . . . . . . . .
             . . . . . . . . . . .",
    );
    assert!(!fourth_row.connections.fulls(fourth_row.stones()[0], BOTTOM).is_empty());
}

#[test]
fn a_ladder_is_no_connection() {
    let board = drawn(
        "W W B W W W W
          W W B W W W W
           W W B . . . .
            W W * . . . .",
    );
    let stone = board.stones()[0];
    assert_eq!(board.connections.fulls(stone, BOTTOM), [], "there is only one way down");
    let [semi] = board.connections.semis(stone, BOTTOM)[..] else { panic!() };
    assert_eq!((board.name(semi.key), semi.carrier), ("c4".to_string(), board.marked));
}

#[test]
fn the_mustplay_is_where_the_winning_semi_connections_meet() {
    let board = drawn(
        ". B .
          . . .
           . B .",
    );
    assert_eq!(board.connections.winning_full(), None);
    let keys: Vec<String> = board
        .connections
        .winning_semis()
        .iter()
        .map(|semi: &SemiConnection| board.name(semi.key))
        .collect();
    assert!(keys.contains(&"b2".to_string()), "{keys:?}");
    let mustplay = board.connections.mustplay();
    assert!(mustplay.contains(Cell(4)) && mustplay.len() < 7, "{mustplay:?}");
}

/// What H-search says of black's openings: `1` black wins, `0` white wins, `.` it does not know.
fn openings(text: &str) -> Vec<String> {
    let start = Position::from_text(text).unwrap();
    let settings = ConnectionSettings::default();
    let [mut black, mut white] =
        Stone::BOTH.map(|stone| Connections::new(start.board(), stone, &settings));
    let mut rows: Vec<String> = Vec::new();
    for cell in &start.empties() {
        let stone: CellSet = [cell].into_iter().collect();
        black.build(&stone, &CellSet::EMPTY);
        white.build(&CellSet::EMPTY, &stone);
        let verdict = match (black.winning_full(), white.winning_semis()) {
            (Some(_), _) => '1',
            (None, [_, ..]) => '0',
            (None, []) => '.',
        };
        if start.topology().cell_name(cell).starts_with('a') {
            rows.push(String::new());
        }
        rows.last_mut().unwrap().push(verdict);
    }
    rows
}

/// No verdict differs from the published one.
fn assert_agrees(openings: &[String], published: &str) {
    for (row, truth) in openings.iter().zip(published.split_whitespace()) {
        let same = |(said, truth): (char, char)| said == '.' || said == truth;
        assert!(row.chars().zip(truth.chars()).all(same), "{openings:?} {published}");
    }
}

#[test]
fn openings_are_judged_as_published_or_not_at_all() {
    assert_eq!(openings("hex 3x3"), ["001", "111", "100"]);
    assert_eq!(openings("hex 4x4"), ["000.", "001.", ".100", ".000"]);
    let five = openings("hex 5x5");
    assert_agrees(&five, "00001 01111 01110 11110 10000");
    assert_eq!(five[2], ".111.", "the middle row wins by connections alone");
    assert_agrees(&openings("hex 6x6"), "000001 011111 111111 111111 111110 100000");
    assert_agrees(&openings("y 4"), "0 11 111 0110");
    assert_eq!(openings("y 5")[2], ".1.");
    assert_agrees(&openings("y 5"), "0 00 010 0110 00000");
}
