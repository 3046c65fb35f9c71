//! The rules a second time, as plainly as they can be said, with nothing of ours but names of cells.

/// A cell by its letter and its number, from 0.
pub type Place = (i32, i32);

/// A board with stones, of the players `true` and `false`.
#[derive(Clone)]
pub struct Referee {
    side: i32,
    /// By letter and number, in a square that the board fits in.
    stones: Vec<Option<bool>>,
}

impl Referee {
    pub fn new(side: i32) -> Referee {
        Referee { side, stones: vec![None; ((2 * side - 1) * (2 * side - 1)) as usize] }
    }

    /// The place of a name such as `c4`.
    pub fn place(name: &str) -> Place {
        let letter = i32::from(name.as_bytes()[0] - b'a');
        (letter, name[1..].parse::<i32>().unwrap() - 1)
    }

    pub fn put(&mut self, place: Place, player: bool) {
        assert!(self.is_on_board(place) && self.stone(place).is_none());
        let index = self.index(place);
        self.stones[index] = Some(player);
    }

    fn index(&self, (a, b): Place) -> usize {
        (a * (2 * self.side - 1) + b) as usize
    }

    fn stone(&self, place: Place) -> Option<bool> {
        self.stones[self.index(place)]
    }

    /// Letter and number differ by less than the side.
    fn is_on_board(&self, (a, b): Place) -> bool {
        let numbers = 0..2 * self.side - 1;
        numbers.contains(&a) && numbers.contains(&b) && (a - b).abs() < self.side
    }

    pub fn cells(&self) -> Vec<Place> {
        let numbers = 0..2 * self.side - 1;
        let all = numbers.clone().flat_map(|a| numbers.clone().map(move |b| (a, b)));
        all.filter(|&place| self.is_on_board(place)).collect()
    }

    pub fn is_full(&self) -> bool {
        self.empties().is_empty()
    }

    pub fn empties(&self) -> Vec<Place> {
        self.cells().into_iter().filter(|&place| self.stone(place).is_none()).collect()
    }

    fn around((a, b): Place) -> [Place; 6] {
        [(a + 1, b), (a + 1, b + 1), (a, b + 1), (a - 1, b), (a - 1, b - 1), (a, b - 1)]
    }

    /// All that can be reached from a cell over cells that `may` be stepped on, the cell included;
    /// or as much of it as it takes to come to one that is `enough`.
    fn reach(
        &self,
        start: Place,
        may: impl Fn(Place) -> bool,
        enough: impl Fn(Place) -> bool,
    ) -> Vec<Place> {
        let mut seen = vec![false; self.stones.len()];
        seen[self.index(start)] = true;
        let mut reached = vec![start];
        let mut next = 0;
        while next < reached.len() && !reached.last().is_some_and(|&place| enough(place)) {
            for place in Referee::around(reached[next]) {
                let is_new = self.is_on_board(place) && !seen[self.index(place)];
                if is_new && may(place) {
                    seen[self.index(place)] = true;
                    reached.push(place);
                }
            }
            next += 1;
        }
        reached
    }

    /// The sides of the board that a cell is on.
    fn sides(&self, (a, b): Place) -> [bool; 6] {
        let last = 2 * self.side - 2;
        [b == 0, a - b == self.side - 1, a == last, b == last, b - a == self.side - 1, a == 0]
    }

    fn count_sides(&self, place: Place) -> usize {
        self.sides(place).into_iter().filter(|&side| side).count()
    }

    pub fn has_bridge_or_fork(&self, player: bool) -> bool {
        let own = |place: Place| self.stone(place) == Some(player);
        let rim = self.cells().into_iter().filter(|&place| self.count_sides(place) > 0);
        rim.filter(|&place| own(place)).any(|stone| {
            let group = self.reach(stone, own, |_| false);
            let (corners, others): (Vec<_>, Vec<_>) =
                group.into_iter().partition(|&place| self.count_sides(place) == 2);
            let touches = |side: &usize| others.iter().any(|&place| self.sides(place)[*side]);
            corners.len() >= 2 || (0..6).filter(touches).count() >= 3
        })
    }

    /// Whether some cell, whatever is on it, is cut off from the world outside by stones of the
    /// player on other cells.
    pub fn has_ring(&self, player: bool) -> bool {
        self.cells().into_iter().any(|cell| {
            // Who stands at the rim steps off the board.
            let at_rim = |place| self.count_sides(place) > 0;
            let area = self.reach(cell, |place| self.stone(place) != Some(player), at_rim);
            !area.into_iter().any(at_rim)
        })
    }

    pub fn has_won(&self, player: bool) -> bool {
        self.has_bridge_or_fork(player) || self.has_ring(player)
    }
}
