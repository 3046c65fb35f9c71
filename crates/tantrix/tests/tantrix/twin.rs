//! The rules a second time, as the rule book tells them and as slowly as that is.
//!
//! Nothing is remembered but what lies where. The rules against four-sided spaces and controlled
//! sides are one thought here: if all forced spaces that follow were filled, would a space with
//! four sides come up?

use std::collections::{BTreeMap, BTreeSet};

use spinney_tantrix::{Colour, Tile};

/// The paper's steps to the neighbours, clockwise from the north-eastern one.
const STEPS: [(i32, i32); 6] = [(1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)];

type At = (i32, i32);

fn beside((x, y): At, side: usize) -> At {
    (x + STEPS[side].0, y + STEPS[side].1)
}

/// Tile number, x, y, orientation.
pub type Lay = (u32, i32, i32, u8);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    Draw { player: usize },
    Fill,
    Free,
    End { deadlock: bool },
}

pub struct Twin {
    pub tiles: BTreeMap<At, (u32, [Colour; 6])>,
    pub hands: Vec<BTreeSet<u32>>,
    pub bag: BTreeSet<u32>,
    pub turn: usize,
    pub next: Next,
    /// The free move of this turn has been made.
    was_free: bool,
}

impl Twin {
    pub fn new(players: usize) -> Twin {
        Twin {
            tiles: BTreeMap::new(),
            hands: vec![BTreeSet::new(); players],
            bag: (1..=56).collect(),
            turn: 0,
            next: Next::Draw { player: 0 },
            was_free: false,
        }
    }

    pub fn draw(&mut self, tile: u32) {
        let Next::Draw { player } = self.next else { panic!("nobody draws") };
        assert!(self.bag.remove(&tile));
        self.hands[player].insert(tile);
        if !self.tiles.is_empty() {
            self.next = self.after_tile();
            return;
        }
        let players = self.hands.len();
        let dealt: usize = self.hands.iter().map(BTreeSet::len).sum();
        if dealt == players {
            let first_tile = |player: &usize| self.hands[*player].first().copied();
            self.turn = (0..players).max_by_key(first_tile).unwrap();
        }
        self.next = if dealt < players {
            Next::Draw { player: dealt }
        } else if let Some(player) = (0..players).find(|&player| self.hands[player].len() < 6) {
            Next::Draw { player }
        } else {
            Next::Free
        };
    }

    pub fn lay(&mut self, (tile, x, y, orientation): Lay) {
        assert!(self.hands[self.turn].remove(&tile));
        self.tiles.insert((x, y), (tile, Tile::numbered(tile).unwrap().edges(orientation)));
        self.was_free |= self.next == Next::Free;
        self.next =
            if self.bag.is_empty() { self.after_tile() } else { Next::Draw { player: self.turn } };
    }

    /// What comes after a tile was laid and its replacement drawn.
    fn after_tile(&mut self) -> Next {
        if !self.lays(true).is_empty() {
            return Next::Fill;
        }
        if self.was_free || self.hands[self.turn].is_empty() {
            self.was_free = false;
            if self.hands.iter().all(BTreeSet::is_empty) {
                return Next::End { deadlock: false };
            }
            self.turn = (self.turn + 1) % self.hands.len();
            while self.hands[self.turn].is_empty() {
                self.turn = (self.turn + 1) % self.hands.len();
            }
            return self.after_tile();
        }
        if self.lays(false).is_empty() { Next::End { deadlock: true } } else { Next::Free }
    }

    /// Everything that the player may lay now.
    pub fn legal(&self) -> BTreeSet<Lay> {
        self.lays(self.next == Next::Fill)
    }

    fn lays(&self, only_forced: bool) -> BTreeSet<Lay> {
        let hand = &self.hands[self.turn];
        if self.tiles.is_empty() {
            return hand.iter().map(|&tile| (tile, 0, 0, 0)).collect();
        }
        let spaces = self.spaces();
        let forced: Vec<At> =
            spaces.iter().copied().filter(|&space| self.neighbours(space) >= 3).collect();
        let mut lays = BTreeSet::new();
        for &at in if only_forced { &forced } else { &spaces } {
            if !self.bag.is_empty() && !self.leads_to_no_four_sides(at, &forced) {
                continue;
            }
            for &tile in hand {
                for orientation in 0..6 {
                    let edges = Tile::numbered(tile).unwrap().edges(orientation);
                    if self.matches(at, edges)
                        && (self.bag.is_empty() || self.leaves_no_three_of_a_colour(at, edges))
                    {
                        lays.insert((tile, at.0, at.1, orientation));
                    }
                }
            }
        }
        lays
    }

    /// Empty cells beside tiles.
    fn spaces(&self) -> Vec<At> {
        let around = self.tiles.keys().flat_map(|&at| (0..6).map(move |side| beside(at, side)));
        let spaces: BTreeSet<At> = around.filter(|at| !self.tiles.contains_key(at)).collect();
        spaces.into_iter().collect()
    }

    fn neighbours(&self, at: At) -> usize {
        (0..6).filter(|&side| self.tiles.contains_key(&beside(at, side))).count()
    }

    fn matches(&self, at: At, edges: [Colour; 6]) -> bool {
        (0..6).all(|side| match self.tiles.get(&beside(at, side)) {
            Some((_, other)) => other[(side + 3) % 6] == edges[side],
            None => true,
        })
    }

    fn leaves_no_three_of_a_colour(&self, at: At, edges: [Colour; 6]) -> bool {
        (0..6).map(|side| (side, beside(at, side))).all(|(side, space)| {
            if self.tiles.contains_key(&space) {
                return true;
            }
            let mut colours: Vec<Colour> = vec![edges[side]];
            for around in 0..6 {
                if let Some((_, other)) = self.tiles.get(&beside(space, around)) {
                    colours.push(other[(around + 3) % 6]);
                }
            }
            Colour::ALL.iter().all(|c| colours.iter().filter(|&other| other == c).count() < 3)
        })
    }

    fn leads_to_no_four_sides(&self, at: At, forced: &[At]) -> bool {
        let mut filled: BTreeSet<At> = self.tiles.keys().copied().collect();
        let sides = |filled: &BTreeSet<At>, at: At| {
            (0..6).filter(|&side| filled.contains(&beside(at, side))).count()
        };
        // The spaces that were forced before wait to be filled as well.
        let mut to_fill = forced.to_vec();
        to_fill.push(at);
        while let Some(at) = to_fill.pop() {
            if !filled.insert(at) {
                continue;
            }
            for side in 0..6 {
                let space = beside(at, side);
                if filled.contains(&space) {
                    continue;
                }
                match sides(&filled, space) {
                    0..=2 => {}
                    3 => to_fill.push(space),
                    _ => return false,
                }
            }
        }
        true
    }

    /// The points of the best line of a colour.
    pub fn score(&self, colour: Colour) -> usize {
        let mut best = 0;
        let with_colour = self.tiles.iter().filter(|(_, (_, edges))| edges.contains(&colour));
        for (&start, _) in with_colour {
            let mut line = BTreeSet::new();
            let mut joints = 0;
            let mut open = vec![start];
            while let Some(at) = open.pop() {
                if !line.insert(at) {
                    continue;
                }
                let edges = self.tiles[&at].1;
                for side in (0..6).filter(|&side| edges[side] == colour) {
                    if self.tiles.contains_key(&beside(at, side)) {
                        joints += 1;
                        open.push(beside(at, side));
                    }
                }
            }
            // Every tile of a loop is joined on both sides.
            let is_loop = joints == 2 * line.len();
            best = best.max(line.len() * if is_loop { 2 } else { 1 });
        }
        best
    }
}
