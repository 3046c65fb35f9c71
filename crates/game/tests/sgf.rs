//! What is written reads back, what is read writes back, and nothing read does harm.

use proptest::prelude::*;
use spinney_game::conformance::mangle;
use spinney_game::record::{MAX_DEPTH, NodeId, Properties, Tree};
use spinney_game::{Rng, sgf};

fn only_tree(text: &str) -> Tree<Properties> {
    let mut games = sgf::read(text).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(games.len(), 1);
    games.remove(0).tree
}

fn error(text: &str) -> String {
    sgf::read(text).unwrap_err().to_string()
}

const GAMES: [&str; 6] = [
    "(;AP[HexGui:1.0]FF[4]GM[11]SZ[11];B[a2];W[swap-pieces];B[f6];W[resign])",
    "(;FF[4]EV[hex.ch.23.1.1]PB[One]PW[Two]SZ[13]RE[W];W[mf];B[swap];W[kj])",
    "(;FF[4]AB[e4][d5]AW[d7]PL[B]C[a \\] and a \\\\ and\na line](;B[a1];W[b1])(;B[b2](;W[c3])(;W[c4])))",
    "(;GM[11]SZ[5:7]XX[][ ]LB[a1:x\\:y];B[ab12]C[\\\n]N[(;)])",
    "junk (before) (;A[1]) between (;B[2]\n;C[3]) after",
    "( ; GaMe [1] \r\n ; Black [aa] ( ; W[bb] ) ( ; W[cc] ) )",
];

#[test]
fn reading_and_writing_keeps_every_game() {
    for text in GAMES {
        let games = sgf::read(text).unwrap();
        let written = sgf::write(games.iter().map(|g| &g.tree));
        let again = sgf::read(&written).unwrap_or_else(|e| panic!("{written}: {e}"));
        let trees = |games: &[sgf::Game]| games.iter().map(|g| g.tree.clone()).collect::<Vec<_>>();
        assert_eq!(trees(&again), trees(&games), "{written}");
        assert_eq!(sgf::write(again.iter().map(|g| &g.tree)), written);
    }
}

#[test]
fn variations_are_kept_in_their_order() {
    let tree = only_tree("(;N[r];B[a](;N[b];N[c])(;N[d](;N[e])(;N[f])))");
    let names: String = tree.preorder().filter_map(|id| tree[id].get("N")).collect();
    assert_eq!(names, "rbcdef");
    assert_eq!(sgf::write([&tree]), "(;N[r]\n;B[a]\n(;N[b];N[c])\n(;N[d]\n(;N[e])\n(;N[f])))\n");
}

#[test]
fn lower_case_letters_of_old_names_mean_nothing() {
    let tree = only_tree(GAMES[5]);
    assert_eq!(tree[NodeId::ROOT].get("GM"), Some("1"));
    let line: Vec<_> = tree.main_line().collect();
    assert_eq!(tree[line[1]].get("B"), Some("aa"));
}

#[test]
fn a_property_written_twice_has_the_values_of_both() {
    let tree = only_tree("(;AB[a1]AW[b1]AB[c1])");
    assert_eq!(tree[NodeId::ROOT].values("AB"), ["a1", "c1"]);
}

#[test]
fn errors_say_where_they_are() {
    assert_eq!(error(""), "the text: no game found: a game in SGF starts with \"(;\"");
    assert_eq!(
        error("(;B[a1]\n;W"),
        "line 2, column 2: \"W\": a property needs a value in brackets"
    );
    assert_eq!(error("(;B[a1"), "line 1, column 4: this bracket is never closed");
    assert_eq!(
        error("(;B[a1]\n\n;"),
        "line 3, column 2: the text ends inside a game: \")\" is missing"
    );
    assert_eq!(error("(;B[a1]((;W[b1])))"), "line 1, column 9: a variation starts with \";\"");
    assert_eq!(
        error("(;B[a1]\r\n  = 3)"),
        "line 2, column 3: \"=\": expected \";\", \"(\", \")\" or a property"
    );
    assert_eq!(error("(;b[a1])"), "line 1, column 3: a property's name has capital letters");
}

#[test]
fn a_million_parentheses_are_an_error_and_no_crash() {
    for text in ["(".repeat(1_000_000), "(;".repeat(1_000_000), ";".repeat(1_000_000)] {
        assert!(sgf::read(&text).is_err());
        assert!(sgf::read(&format!("(;{text}")).is_err());
    }
    assert!(error(&format!("(;{}", "(;".repeat(1_000_000))).contains("at most"));
}

#[test]
fn nodes_are_counted_before_a_tree_is_made_of_them() {
    for (text, nodes) in [
        ("", 0),
        ("(no game)", 0),
        ("before; (;A[;;(;\\];](;B[1];)(;)) (;;;)", 4),
        ("(;;;", 3),
        ("(;;A[;;;", 2),
    ] {
        assert_eq!(sgf::count_nodes(text), nodes, "{text}");
    }
    assert_eq!(sgf::count_nodes(&format!("(;{}", "(;".repeat(1_000_000))), 1_000_001);
}

#[test]
fn a_game_without_end_is_an_error() {
    let endless = format!("(;AB{}", "[a1]".repeat(sgf::MAX_BYTES / 4 + 1));
    assert!(error(&endless).ends_with("a game of more than 8 MiB"));
}

#[test]
fn the_deepest_tree_writes_and_reads() {
    let mut tree = Tree::new(Properties::default());
    let mut at = NodeId::ROOT;
    for _ in 0..MAX_DEPTH {
        let next = tree.add(at, Properties::default()).unwrap();
        if tree.len() < 100_000 {
            tree.add(at, Properties::default()).unwrap();
        }
        at = next;
    }
    assert_eq!(only_tree(&sgf::write([&tree])).len(), tree.len());
}

#[test]
fn three_hundred_thousand_mangled_records_do_no_harm() {
    let mut rng = Rng::new(7, 0);
    let mut refused = 0;
    for _ in 0..500_000 {
        let text = mangle(&GAMES, &mut rng);
        match sgf::read(&text) {
            Err(_) => refused += 1,
            Ok(games) => {
                assert_eq!(sgf::count_nodes(&text), games[0].tree.len(), "{text}");
                let written = sgf::write(games.iter().map(|g| &g.tree));
                let again = sgf::read(&written).unwrap_or_else(|e| panic!("{text}: {e}"));
                assert!(again.iter().zip(&games).all(|(a, b)| a.tree == b.tree), "{text}");
            }
        }
    }
    assert!(refused > 100_000, "{refused}");
}

fn any_properties() -> impl Strategy<Value = Properties> {
    let value = any::<String>().prop_map(|text| sgf::escape(&text));
    let pair = ("[A-Z]{1,3}", proptest::collection::vec(value, 1..3));
    proptest::collection::vec(pair, 0..4).prop_map(|pairs| {
        let mut properties = Properties::default();
        for (name, values) in pairs {
            for value in values {
                properties.add(&name, value);
            }
        }
        properties
    })
}

proptest! {
    #[test]
    fn any_tree_writes_and_reads(
        root in any_properties(),
        nodes in proptest::collection::vec((any::<prop::sample::Index>(), any_properties()), 0..30),
    ) {
        let mut tree = Tree::new(root);
        let mut ids = vec![NodeId::ROOT];
        for (parent, properties) in nodes {
            ids.push(tree.add(*parent.get(&ids), properties).unwrap());
        }
        let again = only_tree(&sgf::write([&tree]));
        // Nodes may be numbered differently: compare them in the order of reading.
        let shape = |tree: &Tree<Properties>| -> Vec<_> {
            tree.preorder().map(|id| (tree.depth(id), tree[id].clone())).collect()
        };
        prop_assert_eq!(shape(&again), shape(&tree));
    }

    #[test]
    fn any_text_survives_its_escape(text in "[^\r]*") {
        prop_assert_eq!(sgf::unescape(&sgf::escape(&text)), text);
    }
}
