//! Records read, written, loaded into sessions and analysed.

use spinney_engine::{
    Board, Candidate, EngineError, Limits, Line, Parameter, Player, Report, Rng, Stop, analysis,
    open, read_record, read_record_within, replay, write_record,
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

/// Every move.
const ALL: std::ops::RangeInclusive<usize> = 1..=usize::MAX;

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
    let refused =
        analysis::game(&mut *other.player, &record, &ALL, &limits, &Stop::new(), &mut |_| {});
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
        &ALL,
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
        analysis::game(&mut *session.player, &record, &ALL, &limits, &Stop::new(), &mut |_| {})
            .unwrap();
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
        analysis::game(&mut *session.player, &record, &ALL, &Limits::default(), &stop, &mut |_| {})
            .unwrap();
    assert!(moves.is_empty());
}

/// Is sure of the first legal move of every position, and has hardly looked at the others.
struct Sure;

/// What it has seen of those.
const GLANCE: f32 = 0.472;

impl Player for Sure {
    fn preset(&self) -> &str {
        "sure"
    }

    fn think(
        &mut self,
        line: &Line,
        _: &Limits,
        _: &Stop,
        _: &mut dyn FnMut(&Report),
    ) -> Result<Report, EngineError> {
        let candidate = |(i, text): (usize, String)| Candidate {
            visits: if i == 0 { 1_000 } else { 1 },
            win_rate: if i == 0 { 0.9 } else { GLANCE },
            line: vec![text.clone()],
            text,
            ..Candidate::default()
        };
        let legal = line.board().legal_moves();
        Ok(Report {
            side: line.board().to_move().ok_or(EngineError::GameOver)?,
            candidates: legal.into_iter().enumerate().map(candidate).collect(),
            win_rate: 0.9,
            ..Report::default()
        })
    }

    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    fn set_parameter(&mut self, _: &str, _: &str) -> Result<(), EngineError> {
        Ok(())
    }

    fn clear(&mut self) {}
}

/// The record of a game in which the last legal move is always played.
fn last_moves(start: &str, moves: usize) -> spinney_engine::record::Record {
    let mut line = Line::new(Board::from_text(start).unwrap());
    let mut rng = Rng::new(5, 0);
    while line.played().len() < moves && line.board().outcome().is_none() {
        match line.board().legal_moves().pop().filter(|_| !line.board().is_chance()) {
            Some(text) => line.play(None, &text).unwrap(),
            None => drop(line.roll(&mut rng).unwrap()),
        }
    }
    line.record().unwrap()
}

#[test]
fn a_move_that_a_search_has_hardly_looked_at_is_not_called_a_blunder_for_it() {
    for (start, players) in [("tantrix red blue", 2), ("tantrix red yellow blue", 3)] {
        let record = last_moves(start, 40);
        let limits = Limits::playouts(1);
        let moves =
            analysis::game(&mut Sure, &record, &ALL, &limits, &Stop::new(), &mut |_| {}).unwrap();
        assert_eq!(moves.len(), analysis::count(&record, &ALL).unwrap());
        assert!(moves.iter().any(|m| m.played != m.best));
        for m in &moves {
            assert_ne!(m.win_rate_played, GLANCE, "{m:?}");
            // Whoever is to move next has nine chances in ten, after any move.
            assert!(m.loss < 1e-6, "{m:?}");
            assert_eq!(m.players, players);
        }
        let turns: Vec<_> = moves.iter().map(|m| m.turn).collect();
        assert_eq!(turns, (1..=moves.len()).collect::<Vec<_>>(), "draws are nobody's turns");
    }
}

#[test]
fn the_steps_of_a_turn_are_judged_together_and_noted_at_its_end() {
    let start = "arimaa 2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]";
    let mut record =
        read_record(&format!("{start}\n2g Ee2n Ee3n\n2s ed7s ed6s ed5s ed4n\n3g Ee4n\n"), None)
            .unwrap();
    let limits = Limits::playouts(1);
    let moves =
        analysis::game(&mut Sure, &record, &ALL, &limits, &Stop::new(), &mut |_| {}).unwrap();
    let told: Vec<_> = moves.iter().map(|m| (m.label.as_str(), m.played.as_str())).collect();
    assert_eq!(told, [("2g", "Ee2n Ee3n"), ("2s", "ed7s ed6s ed5s ed4n"), ("3g", "Ee4n")]);
    assert_eq!(
        moves.iter().map(|m| (m.first_move, m.moves)).collect::<Vec<_>>(),
        [(1, 3), (4, 4), (8, 2)]
    );
    analysis::annotate(&mut record, &moves).unwrap();
    let text = write_record(&record, "arimaa").unwrap();
    assert!(text.contains("2g Ee2n Ee3n\n# gold "), "{text}");
    assert_eq!(read_record(&text, None).unwrap().moves().count(), 9);
}
