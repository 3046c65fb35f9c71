//! What a book knows of a move.

/// A move and what is known of it, as whoever is to move sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BookMove {
    /// The move's code in the image of the position that the key is of; below 2²⁴.
    pub code: u32,
    /// Playouts of searches that judged it.
    pub visits: u32,
    /// Games that were played after it.
    pub games: u32,
    /// What share of them whoever moves here has won, or what a search gives it: 0 to 1.
    pub win_rate: f32,
    /// The standard error of the win rate; 0 where it is exact.
    pub error: f32,
    /// What is proven of it, which no win rate overrules.
    pub proof: Option<Proof>,
}

/// What is proven of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// Whoever plays it wins.
    Wins,
    /// Whoever plays it loses.
    Loses,
}

impl BookMove {
    /// A move that is proven.
    pub fn proven(code: u32, proof: Proof) -> BookMove {
        let win_rate = f32::from(proof == Proof::Wins);
        BookMove { code, visits: 0, games: 0, win_rate, error: 0.0, proof: Some(proof) }
    }

    /// What two books know of the same move together, or nothing if they have proven the contrary.
    ///
    /// A proof is exact and overrules. Else the estimates are independent, so each counts by the
    /// inverse of its variance.
    pub(crate) fn together(self, other: BookMove) -> Option<BookMove> {
        let proof = match (self.proof, other.proof) {
            (Some(one), Some(two)) if one != two => return None,
            (one, two) => one.or(two),
        };
        let (win_rate, error) = match proof {
            Some(proof) => (f32::from(proof == Proof::Wins), 0.0),
            None => mean(self, other),
        };
        Some(BookMove {
            code: self.code,
            visits: self.visits.saturating_add(other.visits),
            games: self.games.saturating_add(other.games),
            win_rate,
            error,
            proof,
        })
    }
}

fn mean(one: BookMove, two: BookMove) -> (f32, f32) {
    // What is exact leaves nothing to the other.
    match (one.error == 0.0, two.error == 0.0) {
        (true, true) => return ((one.win_rate + two.win_rate) / 2.0, 0.0),
        (true, false) => return (one.win_rate, 0.0),
        (false, true) => return (two.win_rate, 0.0),
        (false, false) => {}
    }
    let (error_1, error_2) = (f64::from(one.error), f64::from(two.error));
    let (weight_1, weight_2) = (1.0 / (error_1 * error_1), 1.0 / (error_2 * error_2));
    let sum = weight_1 + weight_2;
    let rate = (f64::from(one.win_rate) * weight_1 + f64::from(two.win_rate) * weight_2) / sum;
    (rate as f32, (1.0 / sum).sqrt() as f32)
}
