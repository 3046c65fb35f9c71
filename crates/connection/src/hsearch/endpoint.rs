//! What connections end at, and how that is written.

use crate::{Cell, Goal, Topology};
use spinney_game::TextError;

/// What a connection can end at.
///
/// Written as the cell's name, or as the edge: `north`, `east`, `south`, `west` in Hex, and
/// `edge1`, `edge2`, … counter-clockwise from the top corner in Y and Poly-Y.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Endpoint {
    /// A cell: vacant, or part of a chain of the colour.
    Cell(Cell),
    /// An edge of the board, by its number; in Hex, of the colour's own two.
    Edge(u8),
}

/// The edges of Hex in the order of their numbers.
const COMPASS: [&str; 4] = ["north", "east", "south", "west"];

impl Endpoint {
    /// The end of that name.
    pub fn parse(topology: &Topology, text: &str) -> Result<Endpoint, TextError> {
        let mut edges = (0..topology.edges() as u8).map(Endpoint::Edge);
        match edges.find(|edge| edge.name(topology).eq_ignore_ascii_case(text)) {
            Some(edge) => Ok(edge),
            None => topology.find_cell(text).map(Endpoint::Cell),
        }
    }

    /// The name of the end.
    pub fn name(self, topology: &Topology) -> String {
        match (self, topology.goal()) {
            (Endpoint::Cell(cell), _) => topology.cell_name(cell).to_string(),
            (Endpoint::Edge(edge), Goal::Hex) => COMPASS[usize::from(edge)].to_string(),
            (Endpoint::Edge(edge), _) => format!("edge{}", edge + 1),
        }
    }
}
