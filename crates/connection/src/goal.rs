//! What the players want: winning conditions, and what proofs need of them.

use crate::sliced::unfold::{self, Triangle};
use crate::{Board, EdgeGoal};
use spinney_board::{Cell, CellSet, Joined, Shape, Stone, Topology};
use spinney_game::TextError;
use std::fmt::Debug;
use std::hash::Hash;

/// The winning condition of a game of stones on a board, and what the game is called.
///
/// A group of stones *touches* things, such as edges of the board. What it touches gives it
/// *prizes*, and a colour whose groups hold enough prizes has won. Stones stay where they are, so
/// prizes are never lost. The game is over when a colour has won or the board is full; a full board
/// that nobody has won is a draw. The symmetries of the board change nothing, nor does exchanging the
/// colours where edges belong to nobody.
pub trait Goal: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// Whether there are full boards that nobody has won.
    const DRAWS: bool;

    /// The board that people call so: `hex`, `11x11`.
    fn board(game: &str, size: &str) -> Result<Board<Self>, TextError>;

    /// The short name of the game: `hex`.
    fn game(self) -> &'static str;

    /// How the size of such a board is written, `11x11`; `None` if the game is not played on it.
    fn size(self, shape: Shape) -> Option<String>;

    /// The prizes (one bit each) that a group of that colour holds if it touches these edges (one
    /// bit each).
    fn prizes(self, stone: Stone, edges: u16) -> u16;

    /// For every prize that can be held by touching, the sets of edges (one bit each) that are enough,
    /// if one group of that colour touches them all, to hold it.
    fn ways(self, stone: Stone) -> Vec<Vec<u16>>;

    /// How many prizes win.
    fn needed(self) -> u32;

    /// Whether a colour that holds these prizes, over all its groups, has won: whether they are as
    /// many as are [needed](Goal::needed).
    #[inline]
    fn enough(self, prizes: u16) -> bool {
        prizes.count_ones() >= self.needed()
    }

    /// What prizes are called where people count them: `corners`.
    fn counted(self) -> Option<&'static str> {
        None
    }

    /// What a stone on a cell touches, one bit each, at most 15 of them: the edges that the cell
    /// lies on, unless the game sees more than edges, or less.
    #[inline]
    fn touched(self, topology: &Topology, cell: Cell) -> u16 {
        topology.edge_mask(cell)
    }

    /// The prizes that a colour gets with the last of its stones, on `cell`, which has joined groups
    /// to one that touches all that: those that [touching](Goal::prizes) gives, unless the shape of
    /// a group counts too. Asked for every stone, until the colour has won.
    #[inline]
    fn gained(
        self,
        _topology: &Topology,
        stone: Stone,
        _stones: &CellSet,
        _cell: Cell,
        joined: Joined,
    ) -> u16 {
        self.prizes(stone, joined.edges)
    }

    /// The stones that hold those of the prizes which are held by their shape, for drawings. What is
    /// held by [touching](Goal::ways) need not be told.
    fn by_shape(self, _topology: &Topology, _stones: &CellSet, _prizes: u16) -> CellSet {
        CellSet::EMPTY
    }
}

/// A promise about a goal, which everything that fills boards or proves things rests on:
///
/// * on every full board exactly one colour has won, so there are no draws;
/// * one more stone of its own never hurts a colour, nor one less of the opponent's;
/// * it does not matter in what order the stones came there;
/// * [`Goal::prizes`], [`Goal::ways`] and [`Goal::needed`] say the same, and edges are all that
///   counts: [`Goal::touched`] and [`Goal::gained`] are as they come;
/// * where edges belong to colours, each has two and wins by joining them.
///
/// A playout may then fill the board and look once who has won; a cell may be called dead, captured
/// or dominated; a carrier may be called a proof. With a goal that does not promise this, none of it
/// compiles. Here a group must touch all six edges of a hexagon, and mostly none does:
///
/// ```compile_fail,E0277
/// # mod all_six { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/goals/all_six.rs")); }
/// # use all_six::AllSix;
/// use spinney_board::Shape;
/// use spinney_connection::{Board, Fill, PlayoutSettings};
/// let board = Board::new(Shape::hexagon(4).unwrap(), AllSix::<true>).unwrap();
/// Fill::new(&board, &PlayoutSettings::default()); // AllSix is not Monotone.
/// ```
pub trait Monotone: Goal {
    /// The goal as games of Y on flat triangles, of which a colour wins most if and only if it wins
    /// the game; `None` if the board cannot be laid out so. It makes bit-sliced fills faster and
    /// micro-reduction possible.
    fn triangles(self, _shape: Shape) -> Option<Vec<Triangle>> {
        None
    }
}

impl Monotone for EdgeGoal {
    fn triangles(self, shape: Shape) -> Option<Vec<Triangle>> {
        unfold::triangles(shape)
    }
}

/// Everything that fills or proves refuses a goal that promises nothing, each by itself, and takes
/// one that promises: what is wrong with the examples is nothing else.
#[cfg(doctest)]
mod refused {
    macro_rules! refuses {
        ($($name:ident: $made:literal;)*) => {
            $(
                #[doc = concat!("```compile_fail,E0277\n", refuses!(@around "", $made), "```")]
                struct $name;
            )*
            #[doc = concat!(
                "```no_run\n",
                refuses!(@around "impl Monotone for AllSix<true> {}\n", $($made, ";\n",)* ""),
                "```"
            )]
            struct Promised;
        };
        (@around $promise:expr, $($made:expr),*) => {
            concat!(
                "mod all_six {\n",
                "include!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/tests/goals/all_six.rs\"));\n",
                "}\n",
                "use all_six::AllSix;\n",
                "use spinney_board::{Shape, Stone};\n",
                "use spinney_connection::*;\n",
                $promise,
                "let board = Board::new(Shape::hexagon(4).unwrap(), AllSix::<true>).unwrap();\n",
                $($made,)*
                "\n",
            )
        };
    }

    refuses! {
        Playouts: "Fill::new(&board, &PlayoutSettings::default())";
        SlicedPlayouts: "SlicedFill::new(&board, &SlicedSettings::default())";
        MicroReduction: "Reduction::new(&board)";
        Inferiority: "InferiorCells::new(&board)";
        HSearch: "Connections::new(&board, Stone::Black, &ConnectionSettings::default())";
        Proofs: "Deduction::new(&board)";
        AlphaBeta: "ResistanceGuide::new(&board)";
    }
}
