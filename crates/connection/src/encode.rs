//! Positions as planes of numbers, from the view of the colour to move.

use crate::{Action, Goal, PositionOf};
use spinney_board::{Stone, View};
use spinney_game::{
    Actions, Encode, Encoding, Planes, Player, Rearrangement, Shape, Sink, Symmetry as _,
};

const OWN: usize = 0;
const OTHER: usize = 1;
const EMPTY: usize = 2;
/// The edges of the colour to move, then those of the other one; where they serve both, all edges.
const EDGES: usize = 3;

const fn planes(name: &'static str, about: &'static str, most: u8, spatial: bool) -> Planes {
    Planes { name, about, count: 1, most, spatial }
}

const STONES: [Planes; 3] = [
    planes("own stones", "of the colour to move", 1, true),
    planes("other stones", "of the other colour", 1, true),
    planes("empty cells", "where a stone may be put", 1, true),
];

const OWNED_EDGES: [Planes; 2] = [
    planes("own edges", "how many edges of the colour to move a cell lies on", 2, true),
    planes("other edges", "how many edges of the other colour it lies on", 2, true),
];

const SHARED_EDGES: [Planes; 1] = [planes("edges", "how many edges a cell lies on", 3, true)];

const SWAP: [Planes; 1] =
    [planes("swap", "whether the swap may be played now or in answer to this move", 1, false)];

impl<G: Goal> PositionOf<G> {
    fn view(&self) -> &View {
        self.topology().layout().view(self.to_move())
    }

    /// The plane after those of the edges.
    fn swap_plane(&self) -> usize {
        let owned = self.topology().edges_are_owned();
        EDGES + if owned { OWNED_EDGES.len() } else { SHARED_EDGES.len() }
    }
}

impl<G: Goal> Encode for PositionOf<G> {
    fn encoding(&self) -> Encoding {
        let owned = self.topology().edges_are_owned();
        let edges = if owned { &OWNED_EDGES[..] } else { &SHARED_EDGES[..] };
        let Shape { height, width, .. } = self.shape();
        Encoding {
            height,
            width,
            planes: [&STONES[..], edges, &SWAP[..]].concat(),
            actions: vec![
                Actions { name: "stone", about: "on a cell", count: 1, spatial: true },
                Actions { name: "swap", about: "whatever its kind", count: 1, spatial: false },
            ],
        }
    }

    fn shape(&self) -> Shape {
        let layout = self.topology().layout();
        Shape { planes: self.swap_plane() + 1, height: layout.height, width: layout.width }
    }

    fn action_count(&self) -> usize {
        self.shape().places() + 1
    }

    fn viewer(&self) -> Player {
        self.seat_of(self.to_move())
    }

    fn encode(&self, sink: &mut impl Sink) {
        let (topology, view) = (self.topology(), self.view());
        let own = self.to_move();
        for (plane, cells) in [
            (OWN, *self.stones(own)),
            (OTHER, *self.stones(own.opponent())),
            (EMPTY, self.empties()),
        ] {
            cells.iter().for_each(|cell| sink.put(plane, view.place(cell), 1));
        }
        // Which edges belong to whom, one bit each.
        let owned = |stone: Stone| {
            let edges = (0..topology.edges()).filter(|&e| topology.edge_owner(e) == Some(stone));
            edges.fold(0, |mask, edge| mask | 1 << edge)
        };
        let edges = if topology.edges_are_owned() {
            &[owned(own), owned(own.opponent())][..]
        } else {
            &[u16::MAX][..]
        };
        for cell in &topology.all_cells() {
            let touched = topology.edge_mask(cell);
            for (plane, edges) in (EDGES..).zip(edges) {
                let count = (touched & edges).count_ones();
                if count > 0 {
                    sink.put(plane, view.place(cell), count as u8);
                }
            }
        }
        sink.fill(self.swap_plane(), self.swap_open().into());
    }

    fn action_of(&self, m: Action) -> Option<usize> {
        Some(self.cell_of(m).map_or(self.shape().places(), |cell| self.view().place(cell)))
    }

    fn move_of(&self, action: usize) -> Option<Action> {
        if action == self.shape().places() {
            return Some(self.swap_action());
        }
        self.view().cell(action).map(Action::from)
    }

    fn rearrangement(&self, symmetry: usize) -> Option<Rearrangement> {
        let image = self.image(symmetry);
        let (from, to) = (self.view(), image.view());
        // Beside the board nothing moves.
        let mut places: Vec<usize> = (0..self.shape().places()).collect();
        for cell in &self.topology().all_cells() {
            let moved = self.move_image(symmetry, cell.into());
            places[from.place(cell)] = to.place(image.cell_of(moved)?);
        }
        let planes = (0..self.shape().planes).collect();
        Some(Rearrangement::new(self, symmetry, planes, places))
    }
}
