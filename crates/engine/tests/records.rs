//! Records read, written, loaded into sessions and analysed.

use spinney_engine::{
    EngineError, Limits, Line, Stop, analysis, open, read_record, read_record_within, replay,
    write_record,
};

/// Black has joined b1 and b2 to the top and has a bridge to the bottom: a3 or b3. White cuts at
/// b3, and Black plays c1 where a3 would win at once.
///
/// ```text
/// W B B
///  . B .
///   . W .
/// ```
const BLUNDER: &str = "(;FF[4]GM[11]SZ[3];B[b1];W[a1];B[b2];W[b3];B[c1];W[a3];B[c2];W[c3])";

#[test]
fn a_record_is_read_written_and_replayed() {
    let record = read_record(BLUNDER, None).unwrap();
    assert_eq!(record.game, "hex");
    assert_eq!(replay(&record).unwrap().len(), 9);
    let sgf = write_record(&record, "sgf").unwrap();
    assert_eq!(read_record(&sgf, Some("hex")).unwrap(), record);
    let link = write_record(&record, "hexworld").unwrap();
    assert_eq!(read_record(&link, None).unwrap().moves().count(), 8);

    let unknown = write_record(&record, "papyrus").unwrap_err().to_string();
    assert!(unknown.contains("sgf, hexworld"), "{unknown}");
    let other = read_record(BLUNDER, Some("y")).unwrap_err().to_string();
    assert!(other.contains("is of hex, not of y"), "{other}");
    assert!(read_record("no game at all", None).is_err());
    assert!(matches!(read_record(BLUNDER, Some("chess")), Err(EngineError::Unknown { .. })));
}

#[test]
fn a_record_that_is_too_large_for_its_reader_is_refused_in_any_format() {
    let link = "https://hexworld.org/board/#3c1,b1a1b2b3c1a3c2c3";
    for text in [BLUNDER, link] {
        assert_eq!(read_record_within(text, None, 9).unwrap().tree.len(), 9);
        let error = read_record_within(text, None, 8).unwrap_err().to_string();
        assert_eq!(error, "the record: has 9 nodes; at most 8 are read here");
    }
}

#[test]
fn a_line_leads_to_any_move_of_a_record() {
    let record = read_record(BLUNDER, None).unwrap();
    let line = Line::of_record(&record, Some(4)).unwrap();
    assert_eq!(line.played().len(), 4);
    assert_eq!(line.board().to_move(), Some("black"));
    let line = Line::of_record(&record, None).unwrap();
    assert_eq!(line.board().outcome().unwrap().winner, Some("white"));

    let mut other = open("y/random", Some("y 4"), &[]).unwrap();
    let limits = Limits::playouts(1);
    let refused = analysis::game(&mut *other.player, &record, &limits, &Stop::new(), &mut |_| {});
    assert!(refused.unwrap_err().to_string().contains("is of hex"));
}

#[test]
fn analysis_finds_the_blunder() {
    let record = read_record(BLUNDER, None).unwrap();
    let mut session = open("hex/best", Some("hex 3x3"), &[]).unwrap();
    let mut told = 0;
    let moves = analysis::game(
        &mut *session.player,
        &record,
        &Limits::playouts(2_000),
        &Stop::new(),
        &mut |_| told += 1,
    )
    .unwrap();
    assert_eq!((moves.len(), told), (8, 8));
    let blunder = &moves[4];
    assert_eq!((blunder.number, blunder.side, blunder.seat), (5, "black", 0));
    assert_eq!((blunder.played.as_str(), blunder.best.as_str()), ("c1", "a3"));
    assert!(blunder.loss > 0.9, "{blunder:?}");
    let worst = moves.iter().map(|m| m.loss).fold(0.0, f32::max);
    assert_eq!(worst, blunder.loss);
    assert_eq!(moves[7].win_rate_played, 1.0);
    for m in &moves {
        assert!(m.loss >= 0.0 && (m.played != m.best || m.loss == 0.0), "{m:?}");
        assert_eq!(m.best_line.first(), Some(&m.best));
    }
}

#[test]
fn a_swap_changes_names_but_not_seats() {
    let record = read_record("(;FF[4]GM[11]SZ[4];B[b2];W[swap-sides];W[c3];B[b3])", None).unwrap();
    assert!(record.start.contains("swap-sides"), "{}", record.start);
    let mut session = open("hex/best", None, &[]).unwrap();
    let limits = Limits::playouts(500);
    let moves =
        analysis::game(&mut *session.player, &record, &limits, &Stop::new(), &mut |_| {}).unwrap();
    let seats: Vec<_> = moves.iter().map(|m| (m.seat, m.side)).collect();
    assert_eq!(seats, [(0, "black"), (1, "white"), (0, "white"), (1, "black")]);
}

#[test]
fn a_thrown_switch_ends_the_analysis() {
    let record = read_record(BLUNDER, None).unwrap();
    let mut session = open("hex/best", Some("hex 3x3"), &[]).unwrap();
    let stop = Stop::new();
    stop.stop();
    let moves =
        analysis::game(&mut *session.player, &record, &Limits::default(), &stop, &mut |_| {})
            .unwrap();
    assert!(moves.is_empty());
}
