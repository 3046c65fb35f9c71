//! What H-search says of a position, in the words of the waist.

use spinney_board::{Cell, CellSet, Stone, Topology};
use spinney_connection::{ConnectionSettings, Endpoint, Position};
use spinney_game::TextError;
use std::sync::Arc;

use crate::connections::{Connection, Connections, Strength};

/// The connections of both colours, as one of them asks for them.
pub(super) struct Links {
    topology: Arc<Topology>,
    own: spinney_connection::Connections,
    opponents: spinney_connection::Connections,
}

impl Links {
    pub(super) fn new(position: &Position, stone: Stone) -> Links {
        let topology = position.topology().clone();
        let build = |stone: Stone| {
            let settings = ConnectionSettings::default();
            let mut links =
                spinney_connection::Connections::new(position.board(), stone, &settings);
            links.build(position.stones(stone), position.stones(stone.opponent()));
            links
        };
        let (own, opponents) = (build(stone), build(stone.opponent()));
        Links { own, opponents, topology }
    }

    fn names(&self, cells: &CellSet) -> Vec<String> {
        cells.iter().map(|cell| self.topology.cell_name(cell).to_string()).collect()
    }

    fn links(&self, strength: Strength, a: Endpoint, b: Endpoint) -> Vec<(Option<Cell>, CellSet)> {
        match strength {
            Strength::Full => self.own.fulls(a, b).into_iter().map(|full| (None, full)).collect(),
            Strength::Semi => {
                let semis = self.own.semis(a, b).into_iter();
                semis.map(|semi| (Some(semi.key), semi.carrier)).collect()
            }
        }
    }
}

impl Connections for Links {
    fn between(&self, strength: Strength, a: &str, b: &str) -> Result<Vec<Connection>, TextError> {
        let [a, b] = [Endpoint::parse(&self.topology, a)?, Endpoint::parse(&self.topology, b)?];
        let links = self.links(strength, a, b).into_iter();
        Ok(links
            .map(|(key, carrier)| Connection {
                strength,
                carrier: self.names(&carrier),
                key: key.map(|cell| self.topology.cell_name(cell).to_string()),
            })
            .collect())
    }

    fn connected_to(&self, strength: Strength, end: &str) -> Result<Vec<String>, TextError> {
        let from = Endpoint::parse(&self.topology, end)?;
        let cells = self.topology.all_cells();
        let ends = cells.iter().map(Endpoint::Cell);
        let edges = (0..self.topology.edges() as u8).map(Endpoint::Edge);
        let connected = ends.chain(edges).filter(|&to| !self.links(strength, from, to).is_empty());
        Ok(connected.map(|to| to.name(&self.topology)).collect())
    }

    fn mustplay(&self) -> Vec<String> {
        self.names(self.opponents.mustplay())
    }

    fn wins(&self) -> Option<Strength> {
        match (self.own.winning_full(), self.own.winning_semis()) {
            (Some(_), _) => Some(Strength::Full),
            (None, [_, ..]) => Some(Strength::Semi),
            (None, []) => None,
        }
    }
}
