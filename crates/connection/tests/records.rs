//! Records as people exchange them, read, replayed and written.

use spinney_board::Stone;
use spinney_connection::record::{
    Format, read_record, read_record_as, read_records, replay, replay_line, write_record,
};
use spinney_connection::{Board, Position, Swap};
use spinney_game::conformance::mangle;
use spinney_game::record::{NodeId, Record, Setup};
use spinney_game::{Game, Line, RandomPlayout, Rng};

fn read(text: &str) -> Record {
    read_record(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn error(text: &str) -> String {
    read_record(text).expect_err(text).to_string()
}

/// The last position of the main line.
fn end(record: &Record) -> String {
    replay(record).unwrap().pop().unwrap().text()
}

/// The main line, `b:a2 w:swap-pieces`.
fn moves(record: &Record) -> String {
    let words: Vec<_> = record.moves().map(|m| format!("{}:{}", &m.side[..1], m.text)).collect();
    words.join(" ")
}

fn sgf(record: &Record) -> String {
    write_record(record, Format::Sgf).unwrap()
}

fn link(record: &Record) -> String {
    write_record(record, Format::HexWorld).unwrap()
}

#[test]
fn hexgui_writes_swap_pieces_and_means_it() {
    let record = read("(;AP[HexGui:1.0]FF[4]GM[11]SZ[11];B[a2];W[swap-pieces];B[f6];W[resign])");
    assert_eq!(record.start, "hex 11x11 swap-pieces; black to move");
    assert_eq!(moves(&record), "b:a2 w:swap-pieces b:f6 w:resign");
    assert_eq!(end(&record), "hex 11x11 swap-pieces; black f6; white b1; white to move");
}

#[test]
fn old_programs_write_swap_pieces_and_mean_sides() {
    // The side that swapped moves again: nobody's pieces were swapped.
    let by_turn = read("(;FF[4]GM[11]SZ[11];B[a2];W[swap-pieces];W[f6])");
    assert_eq!(moves(&by_turn), "b:a2 w:swap-sides w:f6");
    assert_eq!(
        end(&by_turn),
        "hex 11x11 swap-sides; black a2; white f6; black to move; sides exchanged"
    );
    // Nobody has moved since, but the program is known.
    let by_program = read("(;AP[HexGui:0.9]FF[4]GM[11]SZ[11];B[a2];W[swap-pieces])");
    assert_eq!(moves(&by_program), "b:a2 w:swap-sides");
    let new_program = read("(;AP[HexGui:1.0]FF[4]GM[11]SZ[11];B[a2];W[swap-pieces])");
    assert_eq!(moves(&new_program), "b:a2 w:swap-pieces");
    // Whoever knows better says so.
    let text = "(;FF[4]GM[11]SZ[11];B[a2];W[swap-pieces])";
    assert_eq!(moves(&read_record_as(text, Swap::Sides).unwrap()), "b:a2 w:swap-sides");
    assert_eq!(moves(&read_record_as(text, Swap::Pieces).unwrap()), "b:a2 w:swap-pieces");
}

#[test]
fn swap_sides_is_always_swap_sides() {
    let record = read("(;GM[11]SZ[5];B[a2];W[swap-sides];W[c3])");
    assert_eq!(
        end(&record),
        "hex 5x5 swap-sides; black a2; white c3; black to move; sides exchanged"
    );
    let both = "(;GM[11]SZ[5];B[a2](;W[swap-sides];W[c3])(;W[swap-pieces];B[c3]))";
    assert_eq!(
        error(both),
        "line 1, column 43: \"swap-pieces\": \
         pieces are swapped in one variation and sides in another"
    );
}

#[test]
fn stones_are_set_up_added_and_taken_off() {
    let record = read("(;GM[11]SZ[11]AB[e4][d5]AW[d7]PL[B];B[c6];AE[e4]AW[e5]PL[W];W[k11])");
    let positions = replay(&record).unwrap();
    assert_eq!(positions[0].text(), "hex 11x11 swap-pieces; black e4 d5; white d7; black to move");
    assert_eq!(
        positions[3].text(),
        "hex 11x11 swap-pieces; black d5 c6; white e5 d7 k11; black to move"
    );
    assert_eq!(read(&sgf(&record)), record);
}

#[test]
fn boards_are_as_wide_and_high_as_they_say() {
    assert_eq!(read("(;GM[11];B[k11])").start, "hex 11x11 swap-pieces; black to move");
    let wide = read("(;GM[11]SZ[28:2];B[AB2];W[aa1];B[z2])");
    assert_eq!(end(&wide), "hex 28x2; black z2 ab2; white aa1; white to move");
    assert!(sgf(&wide).contains("SZ[28:2]"));
    assert_eq!(link(&wide), "https://hexworld.org/board/#28x2c1,ab2aa1z2");
    assert_eq!(read(&link(&wide)).tree, wide.tree);
}

#[test]
fn variations_comments_and_unknown_properties_are_kept() {
    let text = "(;FF[4]GM[11]SZ[7]PB[Ann \\] A]PW[Bob]EV[Cup]DT[2024-05-01]RE[B+]RU[odd]GC[x\\:y]\
                C[hello];B[a2]BL[12.5](;W[swap-pieces]C[of course]TE[1];B[d4])\
                (;W[d4]C[why\nnot](;B[e3])(;B[c5]LB[c5:A][d4:B])))";
    let record = read(text);
    assert_eq!(record.players, ["Ann ] A", "Bob"]);
    assert_eq!((record.event.as_str(), record.date.as_str()), ("Cup", "2024-05-01"));
    assert_eq!(record.result, "B+");
    assert_eq!(record.properties.get("RU"), Some("odd"));
    assert_eq!(record.properties.get("GC"), Some("x\\:y"));
    assert_eq!(record.tree[NodeId::ROOT].comment, "hello");
    let second = record.tree.preorder().find(|&id| record.tree[id].comment == "why\nnot").unwrap();
    assert_eq!(record.tree.children(second).len(), 2);
    let last = record.tree.preorder().last().unwrap();
    assert_eq!(record.tree[last].properties.values("LB"), ["c5:A", "d4:B"]);
    let positions = replay_line(&record, &record.tree.line_to(last)).unwrap();
    assert_eq!(positions.len(), 4);

    let written = sgf(&record);
    assert_eq!(read(&written), record);
    assert_eq!(sgf(&read(&written)), written);
}

#[test]
fn a_start_with_stones_is_written_as_setup() {
    let mut record =
        Record::new("hex", "hex 5x5 swap-pieces; black a1 c3; white b2; white to move");
    record.tree[NodeId::ROOT].setup.push(Setup::Empty { cell: "a1".into() });
    record.play(NodeId::ROOT, "white", "d4").unwrap();
    let again = read(&sgf(&record));
    assert_eq!(end(&again), end(&record));
    assert_eq!(end(&again), "hex 5x5 swap-pieces; black c3; white b2 d4; black to move");
}

#[test]
fn little_golem_moves_white_first_and_counts_rows_by_letters() {
    let record = read(
        "(;FF[4]EV[hex.ch.23.1.1]PB[First]PW[Second]SZ[13]RE[W]GC[ game #1]\
         SO[http://www.littlegolem.com];W[mf];B[swap];W[kj];B[ie];W[resign])",
    );
    assert_eq!(moves(&record), "b:m6 w:swap-pieces b:k10 w:i5 b:resign");
    assert_eq!(record.players, ["First", "Second"]);
    assert_eq!(record.result, "W+");
    assert_eq!(end(&record), "hex 13x13 swap-pieces; black k10; white i5 f13; black to move");
    assert!(sgf(&record).contains(";B[m6];W[swap-pieces];B[k10];W[i5];B[resign]"));
}

#[test]
fn a_hexworld_link_reads_and_writes() {
    let text = "https://hexworld.org/board/#11r9c1,b4:sh4g8,i8:rb";
    let record = read(text);
    assert_eq!(moves(&record), "b:b4 w:swap-pieces b:h4 w:g8 b:i8 b:resign");
    assert_eq!(record.result, "W+Resign");
    assert_eq!(link(&record), text);
    // The link's own words survive a stay in SGF.
    assert_eq!(link(&read(&sgf(&record))), text);
    for same in ["#11r9c1,b4:sh4g8,i8:rb", "11r9c1,b4:sh4g8,i8:rb", "  11c1r9,b4:sh4g8,i8:rb\n"] {
        assert_eq!(read(same), record, "{same}");
    }
}

#[test]
fn links_pass_swap_sides_and_forfeit() {
    let record = read("11c1,a1:pb1:pc1c2:fw");
    assert_eq!(moves(&record), "b:a1 w:pass b:b1 w:pass b:c1 w:c2 w:forfeit");
    assert_eq!(record.result, "B+Forfeit");
    assert_eq!(link(&record), "https://hexworld.org/board/#11c1,a1:pb1:pc1c2:fw");
    let sides = read("5c1,a2:Sc3");
    assert_eq!(moves(&sides), "b:a2 w:swap-sides w:c3");
    assert_eq!(link(&sides), "https://hexworld.org/board/#5c1,a2:Sc3");
    // SGF can say that a colour moves twice; a link says it with a pass.
    assert_eq!(
        link(&read("(;GM[11]SZ[5];B[a1];B[b1];W[c3];W[d3])")),
        "https://hexworld.org/board/#5c1,a1:pb1c3:pd3"
    );
}

/// Every short line of moves, swaps and passes by either side.
#[test]
fn what_is_written_as_a_link_is_read_as_the_same_game() {
    let starts = ["hex 3x3", "hex 3x3 swap-pieces", "hex 3x3 swap-sides", "hex 3x4 swap-sides"];
    let starts =
        starts.map(|start| [format!("{start}; black to move"), format!("{start}; white to move")]);
    let words = ["a2", "b2", "c1", "pass", "swap-pieces", "swap-sides", "resign"];
    let (mut written, mut refused) = (0, 0);
    for start in starts.iter().flatten() {
        let mut lines = vec![Vec::new()];
        while let Some(line) = lines.pop() {
            let mut record = Record::new("hex", start.clone());
            let mut at = NodeId::ROOT;
            for &(side, word) in &line {
                at = record.play(at, side, word).unwrap();
            }
            let Ok(positions) = replay(&record) else { continue };
            match write_record(&record, Format::HexWorld) {
                Ok(link) => {
                    let again = read_record(&link)
                        .unwrap_or_else(|e| panic!("{start} {line:?} {link}: {e}"));
                    let last = positions.last().unwrap();
                    let read = replay(&again).unwrap().pop().unwrap();
                    let stones = |p: &Position| Stone::BOTH.map(|stone| *p.stones(stone));
                    assert_eq!(stones(&read), stones(last), "{start} {line:?} {link}");
                    written += 1;
                }
                Err(error) => {
                    assert!(error.to_string().contains("cannot swap after a pass"), "{error}");
                    refused += 1;
                }
            }
            if line.len() < 4 {
                for side in ["black", "white"] {
                    lines.extend(words.map(|word| [&line[..], &[(side, word)]].concat()));
                }
            }
        }
    }
    assert!(written > 1_000 && refused > 0, "{written} written, {refused} refused");
}

#[test]
fn links_without_moves_are_empty_boards() {
    for text in ["https://hexworld.org/board/#13c1", "#13,", "13c1,", "13x13n,"] {
        assert_eq!(end(&read(text)), "hex 13x13 swap-pieces; black to move");
    }
}

#[test]
fn a_trmph_link_reads() {
    let text = "http://www.trmph.com/hex/board#13,a1b2c13";
    assert_eq!(moves(&read(text)), "b:a1 w:b2 b:c13");
}

#[test]
fn y_and_polyy_name_themselves_in_sgf() {
    for start in [
        "y 10; black to move",
        "y bent-93 swap-sides; black to move",
        "y 13 swap-pieces; black to move",
        "polyy 5,7 swap-sides; black to move",
        "polyy 9,5; black to move",
        "hex 14x14; black to move",
    ] {
        let position = Position::from_text(start).unwrap();
        let mut line = Line::new(position.clone());
        let mut playout = RandomPlayout::default();
        let mut rng = Rng::new(3, 0);
        while let Some(m) = playout.pick(line.position(), &mut rng) {
            line.play(m);
        }
        let record = Record::of_line(&line).unwrap();
        let written = sgf(&record);
        let again = read(&written);
        assert_eq!(again, record, "{written}");
        assert_eq!(end(&again), line.position().text());
    }
    let written = sgf(&Record::new("y", "y bent-93 swap-sides"));
    assert!(written.contains("GM[Y]SZ[bent-93]RU[swap-sides]"), "{written}");
    let written = sgf(&Record::new("polyy", "polyy 5,7"));
    assert!(written.contains("GM[Poly-Y]SZ[5:7]RU[no-swap]"), "{written}");
}

#[test]
fn a_codecup_list_swaps_with_minus_one() {
    let record = read("43\n-1\n55\n");
    assert_eq!(moves(&record), "b:43 w:swap-sides w:55");
    assert_eq!(
        end(&record),
        "polyy 5,7 swap-sides; black 43; white 55; black to move; sides exchanged"
    );
    assert_eq!(write_record(&record, Format::CodeCup).unwrap(), "43 -1 55\n");
    assert_eq!(moves(&read("Start 1, 2, 3 Quit")), "b:1 w:2 b:3");
    assert_eq!(error("43 43"), "move 2: \"43\": has a stone already");
    assert_eq!(error("43 107"), "move 2: \"107\": no such cell; cells are named 1 to 106");
    let hex = Record::new("hex", "hex 11x11");
    assert!(write_record(&hex, Format::CodeCup).is_err());
    // An empty list would not be read again.
    let unplayed = read("(;GM[Poly-Y]RU[swap-sides]SZ[5:7])");
    let list = write_record(&unplayed, Format::CodeCup).unwrap();
    assert_eq!(end(&read(&list)), end(&unplayed));
}

#[test]
fn errors_name_the_place_the_move_and_the_text() {
    assert_eq!(
        error("(;GM[11]SZ[5]\n;B[a1];W[z9])"),
        "line 2, column 7: move 2: \"z9\": no such cell; cells are named a1 to e5"
    );
    assert_eq!(
        error("(;GM[11]SZ[5];B[a1](;W[b1])(;W[b2];B[b2]))"),
        "line 1, column 35: move 3: \"b2\": has a stone already"
    );
    assert_eq!(error("11c1,a2b2a2"), "move 3: \"a2\": has a stone already");
    assert_eq!(error("11c1,a2é3"), "move 2: \"é\": no such cell; cells are named a1 to k11");
    assert_eq!(error("11q,a2"), "\"q\": not a flag of a link: r, m, n or c");
    assert_eq!(
        error("(;GM[11]SZ[5];B[a1]W[b1])"),
        "line 1, column 14: \"b1\": a second move in one node"
    );
    assert_eq!(
        error("(;GM[1]SZ[19])"),
        "line 1, column 2: GM: \"1\": not a game that is known here: 11 is Hex; \
         there are also Y, Poly-Y and Havannah"
    );
    assert_eq!(
        error("hello"),
        "\"hello\": not SGF, a HexWorld or trmph link, or a list of CodeCup moves"
    );
    assert!(error("(;GM[11]SZ[2];B[a1];W[b1];B[a2];W[b2])").ends_with("the game is over"));
    assert!(error("(;GM[11]SZ[99])").contains("SZ"));
}

#[test]
fn collections_have_several_games() {
    let records = read_records("(;GM[11]SZ[3];B[a1]) and (;GM[Y]SZ[3];B[a1])");
    let games: Vec<_> = records.iter().map(|r| r.as_ref().unwrap().game.as_str()).collect();
    assert_eq!(games, ["hex", "y"]);
    assert_eq!(read_records("11c1,a2").len(), 1);
    assert_eq!(read_records("11c1,a2\n\nhttps://hexworld.org/board/#3c1,b1a1\n").len(), 2);
    let lists = read_records("43 -1\n55\n\nQuit\n\n43\n");
    let moves: Vec<_> = lists.iter().map(|r| r.as_ref().unwrap().moves().count()).collect();
    assert_eq!(moves, [3, 0, 1]);
}

const SEEDS: [&str; 7] = [
    "(;AP[HexGui:0.9]FF[4]GM[11]SZ[11]RU[swap-sides];B[a2];W[swap-pieces];B[f6];W[resign])",
    "(;FF[4]PB[One]PW[Two]SZ[13]RE[W];W[mf];B[swap];W[kj];B[ie];W[resign])",
    "(;GM[11]SZ[4:6]AB[a4][b5]AW[c6]PL[B](;B[c2];AE[a4]PL[W];W[d1])(;W[a1]C[x]))",
    "(;GM[Y]SZ[bent-93]RU[swap-sides];B[12];W[swap-sides];W[13])",
    "(;GM[Poly-Y]SZ[5:7];B[43];W[55];B[pass];W[1])",
    "https://hexworld.org/board/#11r9c1,b4:sh4g8,i8:pa1:rb",
    "43 -1 55 106 1 2 3 4",
];

#[test]
fn three_hundred_thousand_mangled_records_do_no_harm() {
    // Boards in use are kept, which is much faster than making them anew.
    let _boards = SEEDS.map(|text| replay(&self::read(text)).unwrap());
    let mut rng = Rng::new(11, 0);
    let mut read = 0;
    for i in 0..500_000 {
        let text = mangle(&SEEDS, &mut rng);
        let Ok(record) = read_record(&text) else {
            continue;
        };
        read += 1;
        // What can be read can be written, and means the same when it is read again.
        if i % 10 == 0 {
            let written = sgf(&record);
            let again = read_record(&written).unwrap_or_else(|e| panic!("{text} {written}: {e}"));
            assert_eq!(end(&again), end(&record), "{text} {written}");
            if let Ok(link) = write_record(&record, Format::HexWorld) {
                let again = read_record(&link).unwrap_or_else(|e| panic!("{text} {link}: {e}"));
                assert_eq!(stones(&again), stones(&record), "{text} {link}");
            }
        }
    }
    assert!(read > 30_000, "{read}");
}

/// The stones at the end. (A link does not say which swap is allowed where none is played.)
fn stones(record: &Record) -> String {
    let text = end(record);
    text.split_once(';').unwrap().1.replace("; swap past", "")
}

#[test]
fn setup_in_little_golems_colours_is_written_the_same_every_time() {
    let written = sgf(&read("(;SZ[5];W[aa];AB[b1]AW[c1]PL[B])"));
    assert!(written.contains("AB[c1]AW[b1]PL[W]"), "{written}");
    assert_eq!(sgf(&read(&written)), written);
}

#[test]
fn a_swap_after_a_pass_is_not_written_as_a_link_that_is_refused() {
    let record = read("(;GM[11]SZ[5]RU[swap-pieces];W[pass];B[a2];W[swap-pieces];B[c3])");
    let error = write_record(&record, Format::HexWorld).unwrap_err().to_string();
    assert!(error.contains("cannot swap after a pass"), "{error}");
    assert_eq!(end(&read(&sgf(&record))), end(&record));
}

#[test]
fn random_games_survive_their_links() {
    let start = Position::start(Board::hex(6, 6).unwrap(), Swap::Pieces).unwrap();
    let mut playout = RandomPlayout::default();
    for seed in 0..200 {
        let mut rng = Rng::new(seed, 0);
        let mut line = Line::new(start.clone());
        while let Some(m) = playout.pick(line.position(), &mut rng) {
            line.play(m);
        }
        let record = Record::of_line(&line).unwrap();
        assert_eq!(read(&link(&record)), record);
    }
}
