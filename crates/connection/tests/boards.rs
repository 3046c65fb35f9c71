//! Boards as people write them.

use spinney_connection::Board;

#[test]
fn a_board_is_written_as_it_is_read() {
    for (text, cells) in [
        ("hex 1x1", 1),
        ("hex 9x14", 126),
        ("hex 384x1", 384),
        ("y 1", 1),
        ("y 25", 325),
        ("y bent-27", 27),
        ("y bent-93", 93),
        ("y bent-199", 199),
        ("polyy 3,2", 4),
        ("polyy 5,7", 106),
        ("polyy 15,7", 316),
    ] {
        let (game, size) = text.split_once(' ').unwrap();
        let board = Board::parse(game, size).unwrap();
        assert_eq!((board.to_string().as_str(), board.topology().cells()), (text, cells));
    }
}

#[test]
fn what_is_no_board_is_refused() {
    for (game, size) in
        [("hex", "20x20"), ("hex", "0x5"), ("y", "0"), ("y", "26"), ("y", "bent-28"), ("go", "9")]
    {
        assert!(Board::parse(game, size).is_err(), "{game} {size}");
    }
    for size in ["4,5", "17,3", "5,13", "5,1", "5", "5,99999999999999999999"] {
        assert!(Board::parse("polyy", size).is_err(), "polyy {size}");
    }
}
