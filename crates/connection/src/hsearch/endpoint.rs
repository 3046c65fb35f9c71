//! What connections end at, and how that is written.

use spinney_board::{Cell, CellSet, Stone, Topology};
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
        match self {
            Endpoint::Cell(cell) => topology.cell_name(cell).to_string(),
            Endpoint::Edge(edge) => topology.edge_name(edge.into()).to_string(),
        }
    }

    /// What a colour with these stones can connect: its chains, each by one of its cells (one of
    /// `named`, if there is such), then the edges that it can use. A chain on an edge of the
    /// colour's own is part of the edge.
    pub fn all(
        topology: &Topology,
        stone: Stone,
        stones: &CellSet,
        named: &CellSet,
    ) -> Vec<Endpoint> {
        let is_own = |edge: &usize| topology.edge_owner(*edge) == Some(stone);
        let is_usable =
            |edge: &usize| topology.edge_owner(*edge).is_none_or(|owner| owner == stone);
        let own = (0..topology.edges()).filter(is_own).map(|edge| topology.edge_cells(edge));
        let at_home = own.fold(CellSet::EMPTY, |all, cells| all.or(cells));
        let chains = topology.chains(stones).into_iter().filter(|c| c.and(&at_home).is_empty());
        let cell = |chain: CellSet| chain.and(named).iter().chain(&chain).next();
        let edges = (0..topology.edges()).filter(is_usable);
        chains
            .filter_map(cell)
            .map(Endpoint::Cell)
            .chain(edges.map(|edge| Endpoint::Edge(edge as u8)))
            .collect()
    }
}
