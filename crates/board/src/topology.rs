//! What there is to know of a board without stones.

use crate::drawing::Drawing;
use crate::in_use::InUse;
use crate::lattice::{BoardSymmetry, Lattice, Point};
use crate::{Cell, CellSet, Layout, Shape, Stone};
use spinney_game::TextError;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

/// A board without stones: cells, who is next to whom, edges, corners, symmetries, names, and
/// where everything is drawn.
#[derive(Debug)]
pub struct Topology {
    shape: Shape,
    neighbours: Ragged<Cell>,
    around: Ragged<Around>,
    adjacency: Vec<CellSet>,
    edge_masks: Vec<u16>,
    edge_cells: Vec<CellSet>,
    edge_owners: Vec<Option<Stone>>,
    edge_distances: Vec<u8>,
    distances_to: Vec<Vec<u8>>,
    corners: Vec<Cell>,
    symmetries: Vec<BoardSymmetry>,
    edge_names: Vec<String>,
    names: Vec<String>,
    cells_by_name: HashMap<String, Cell>,
    pub(crate) drawing: Drawing,
    layout: Layout,
}

/// What lies next to a cell in one direction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Around {
    /// Another cell.
    Cell(Cell),
    /// An edge of the board, by its number.
    Edge(u8),
}

impl Topology {
    /// The topology of a board. Boards in use are kept, so equal boards share one.
    pub fn of(shape: Shape) -> Arc<Topology> {
        static KNOWN: InUse<Shape, Topology> = InUse::new();
        KNOWN.get(shape, || Topology::build(shape))
    }

    fn build(shape: Shape) -> Topology {
        let mut lattice = shape.lattice();
        let count = lattice.names.len();
        let edges = lattice.edge_owners.len();
        let cells = || (0..count as u16).map(Cell);
        sort_clockwise(&mut lattice);

        let around: Vec<Vec<Around>> =
            lattice.links.iter().map(|links| around(links, count, &lattice.ghosts)).collect();
        let neighbours: Vec<Vec<Cell>> = around
            .iter()
            .map(|around| {
                let cell = |&a: &Around| {
                    if let Around::Cell(c) = a { Some(c) } else { None }
                };
                around.iter().filter_map(cell).collect()
            })
            .collect();
        let adjacency: Vec<CellSet> =
            neighbours.iter().map(|cells| cells.iter().copied().collect()).collect();

        let on_edge = |cell: Cell, e: usize| around[cell.index()].contains(&Around::Edge(e as u8));
        let mask = |cell: Cell| (0..edges).filter(|&e| on_edge(cell, e)).fold(0, |m, e| m | 1 << e);
        let edge_cells: Vec<CellSet> =
            (0..edges).map(|e| cells().filter(|&cell| on_edge(cell, e)).collect()).collect();
        let distances_to: Vec<Vec<u8>> =
            edge_cells.iter().map(|from| rows_from(from, &adjacency)).collect();
        let nearest = |cell: Cell| distances_to.iter().map(|d| d[cell.index()]).min().unwrap_or(0);

        Topology {
            shape,
            edge_masks: cells().map(mask).collect(),
            edge_distances: cells().map(nearest).collect(),
            edge_cells,
            distances_to,
            adjacency,
            neighbours: Ragged::new(neighbours),
            around: Ragged::new(around),
            cells_by_name: lattice.names.iter().cloned().zip(cells()).collect(),
            drawing: Drawing::of(&lattice),
            layout: Layout::of(&lattice),
            edge_names: lattice.edge_names,
            edge_owners: lattice.edge_owners,
            corners: lattice.corners,
            symmetries: lattice.symmetries,
            names: lattice.names,
        }
    }

    /// The shape of the board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// How many cells there are.
    #[inline]
    pub fn cells(&self) -> usize {
        self.names.len()
    }

    /// All cells.
    pub fn all_cells(&self) -> CellSet {
        CellSet::first(self.cells())
    }

    /// The cells next to a cell, clockwise. Those of a cell on the board's rim start after the
    /// gap that the edges leave.
    #[inline]
    pub fn neighbours(&self, cell: Cell) -> &[Cell] {
        self.neighbours.get(cell)
    }

    /// Cells and edges around a cell, clockwise, the edges in their gap at the end. (Cells of a
    /// board one cell wide have two gaps; then one of them is at the end.)
    #[inline]
    pub fn around(&self, cell: Cell) -> &[Around] {
        self.around.get(cell)
    }

    /// The cells next to a cell, as a set.
    #[inline]
    pub fn adjacency(&self, cell: Cell) -> &CellSet {
        &self.adjacency[cell.index()]
    }

    /// The cells across from a cell between two of its neighbours: next to both of them, but not to
    /// the cell.
    pub fn across(&self, cell: Cell, [a, b]: [Cell; 2]) -> CellSet {
        let mut far = self.adjacency(a).and(self.adjacency(b)).andnot(self.adjacency(cell));
        far.remove(cell);
        far
    }

    /// How many edges the board has. They are numbered clockwise from the top on what is cut out of
    /// the hex lattice, and counter-clockwise from the top corner on rings.
    #[inline]
    pub fn edges(&self) -> usize {
        self.edge_owners.len()
    }

    /// The edges that a cell lies on, one bit each.
    #[inline]
    pub fn edge_mask(&self, cell: Cell) -> u16 {
        self.edge_masks[cell.index()]
    }

    /// The cells on an edge.
    pub fn edge_cells(&self, edge: usize) -> &CellSet {
        &self.edge_cells[edge]
    }

    /// Whose edge it is; `None`: it serves both.
    pub fn edge_owner(&self, edge: usize) -> Option<Stone> {
        self.edge_owners[edge]
    }

    /// Whether edges belong to colours. If not, they serve both.
    #[inline]
    pub fn edges_are_owned(&self) -> bool {
        self.edge_owner(0).is_some()
    }

    /// The edge's name: `north`, `east`, `south`, `west` on a parallelogram, otherwise `edge1`,
    /// `edge2` and so on.
    pub fn edge_name(&self, edge: usize) -> &str {
        &self.edge_names[edge]
    }

    /// How far a cell is from the nearest edge; 0 on it.
    #[inline]
    pub fn edge_distance(&self, cell: Cell) -> u8 {
        self.edge_distances[cell.index()]
    }

    /// How far a cell is from an edge; 0 on it, and 255 if it is further than that.
    #[inline]
    pub fn distance_to(&self, edge: usize, cell: Cell) -> u8 {
        self.distances_to[edge][cell.index()]
    }

    /// The chains that stones of one colour form.
    pub fn chains(&self, stones: &CellSet) -> Vec<CellSet> {
        let mut chains = Vec::new();
        let mut left = *stones;
        while let Some(first) = left.iter().next() {
            let mut chain = CellSet::EMPTY;
            let mut rim: CellSet = [first].into_iter().collect();
            while !rim.is_empty() {
                chain = chain.or(&rim);
                let beside = |all: CellSet, cell| all.or(self.adjacency(cell));
                rim = rim.iter().fold(CellSet::EMPTY, beside).and(stones).andnot(&chain);
            }
            left = left.andnot(&chain);
            chains.push(chain);
        }
        chains
    }

    /// The corner cells of a board whose edges are nobody's, in the order of the edges; corner `c`
    /// lies between edges `c - 1` and `c`.
    pub fn corners(&self) -> &[Cell] {
        &self.corners
    }

    /// The ways to turn and mirror the board onto itself, the identity first.
    pub fn symmetries(&self) -> &[BoardSymmetry] {
        &self.symmetries
    }

    /// The reflection that takes the edges of each colour to those of the other, if there is one.
    pub fn exchanging_symmetry(&self) -> Option<&BoardSymmetry> {
        self.symmetries.iter().find(|symmetry| symmetry.exchanges_colours)
    }

    /// Where the cells lie in a plane of numbers.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The cell's name, as moves write it.
    pub fn cell_name(&self, cell: Cell) -> &str {
        &self.names[cell.index()]
    }

    /// The cell of that name, in small or capital letters.
    pub fn find_cell(&self, name: &str) -> Result<Cell, TextError> {
        let found = self.cells_by_name.get(name).or_else(|| {
            // No name is longer; a long text is not worth a copy.
            let short = name.len() <= 8;
            short.then(|| self.cells_by_name.get(&name.to_ascii_lowercase())).flatten()
        });
        found.copied().ok_or_else(|| {
            let last = &self.names[self.cells() - 1];
            let first = &self.names[0];
            TextError::word(name, format!("no such cell; cells are named {first} to {last}"))
        })
    }
}

/// Puts the links of every cell into clockwise order.
fn sort_clockwise(lattice: &mut Lattice) {
    let Lattice { points, links, .. } = lattice;
    for (cell, around) in links.iter_mut().enumerate() {
        let centre = points[cell];
        let towards = |p: usize| (points[p].0 - centre.0, points[p].1 - centre.1);
        around.sort_by(|&a, &b| clockwise(towards(a), towards(b)));
    }
}

/// Which of two directions comes first clockwise, y pointing down, after the one straight to the
/// left, which itself comes last. Play depends on where the order starts, so no angle is computed:
/// its last digit would differ from machine to machine.
fn clockwise(a: Point, b: Point) -> Ordering {
    let sector = |(x, y): Point| match (y < 0.0, y > 0.0, x < 0.0) {
        (true, ..) => 0,
        (_, true, _) => 2,
        (.., is_left) => 1 + 2 * i32::from(is_left),
    };
    // Within half a turn, b follows a if their cross product is positive.
    let cross = || (a.1 * b.0).total_cmp(&(a.0 * b.1));
    sector(a).cmp(&sector(b)).then_with(cross)
}

/// What a cell has around it, given its links in clockwise order.
fn around(links: &[usize], cells: usize, ghosts: &[[u8; 2]]) -> Vec<Around> {
    let mut around = Vec::new();
    for &link in links {
        if link < cells {
            around.push(Around::Cell(Cell(link as u16)));
        } else {
            around.extend(ghosts[link - cells].map(Around::Edge));
        }
    }
    around.dedup();
    if around.len() > 1 && around.first() == around.last() {
        around.pop();
    }
    // Start with a cell that follows an edge, if there is one.
    let is_cell = |a: &Around| matches!(a, Around::Cell(_));
    let len = around.len();
    let start = (0..len).find(|&i| is_cell(&around[i]) && !is_cell(&around[(i + len - 1) % len]));
    around.rotate_left(start.unwrap_or(0));
    around
}

/// The number of steps from a set of cells to every cell.
fn rows_from(from: &CellSet, adjacency: &[CellSet]) -> Vec<u8> {
    let mut distances = vec![u8::MAX; adjacency.len()];
    let (mut reached, mut rim) = (*from, *from);
    let mut distance = 0u8;
    while !rim.is_empty() {
        for cell in &rim {
            distances[cell.index()] = distance;
        }
        let next = rim.iter().fold(CellSet::EMPTY, |set, cell| set.or(&adjacency[cell.index()]));
        rim = next.andnot(&reached);
        reached = reached.or(&rim);
        distance = distance.saturating_add(1);
    }
    distances
}

/// A short list for every cell, all in one piece of memory.
#[derive(Debug)]
struct Ragged<T> {
    starts: Vec<u16>,
    items: Vec<T>,
}

impl<T> Ragged<T> {
    fn new(lists: Vec<Vec<T>>) -> Ragged<T> {
        let mut ragged = Ragged { starts: vec![0], items: Vec::new() };
        for list in lists {
            ragged.items.extend(list);
            ragged.starts.push(ragged.items.len() as u16);
        }
        ragged
    }

    #[inline]
    fn get(&self, cell: Cell) -> &[T] {
        let i = cell.index();
        &self.items[self.starts[i] as usize..self.starts[i + 1] as usize]
    }
}
