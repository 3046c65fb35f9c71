//! Wins that take several groups: in Poly-Y a majority of the corners, each group holding some.

use super::bits::Bits;
use super::points::{NONE, Points};
use super::web::{State, Web};

/// How many ways of winning are collected.
const MOST_WAYS: usize = 64;
/// How many combinations are tried, so that boards with many corners do not take for ever.
const MOST_TRIED: usize = 20_000;

/// Something that a colour can hold: prizes, at the price of a carrier.
#[derive(Clone, Copy)]
struct Hold<const W: usize> {
    prizes: u16,
    key: u16,
    carrier: Bits<W>,
}

/// The ways to hold enough prizes: full connections and at most one semi-connection, with nothing
/// in common. Each comes with the semi-connection's key, if there is one.
pub(super) fn winning<const W: usize>(web: &Web<W>) -> Vec<(u16, Bits<W>)> {
    let points = &web.points;
    let goals = (points.cells..points.anywhere()).filter(|&goal| points.prizes(goal) != 0);
    let mut holds: Vec<Hold<W>> = goals
        .flat_map(|goal| {
            let fulls = web.fulls(goal, points.anywhere());
            fulls.chain(web.semis(goal, points.anywhere())).map(move |(_, link)| (goal, *link))
        })
        .filter(|(_, link)| link.state == State::Settled)
        .map(|(goal, link)| Hold {
            prizes: points.prizes(goal),
            key: link.key,
            carrier: link.carrier,
        })
        .collect();
    holds.sort_by_key(|hold| (hold.key != NONE, hold.carrier.len()));
    let mut ways = Ways { points, found: Vec::new(), tried: 0 };
    ways.extend(&holds, Hold { prizes: 0, key: NONE, carrier: Bits::EMPTY });
    ways.found
}

struct Ways<'a, const W: usize> {
    points: &'a Points,
    found: Vec<(u16, Bits<W>)>,
    tried: usize,
}

impl<const W: usize> Ways<'_, W> {
    /// Adds one more of the holds, and others after it, to what is held so far.
    fn extend(&mut self, holds: &[Hold<W>], so_far: Hold<W>) {
        for (i, hold) in holds.iter().enumerate() {
            self.tried += 1;
            if self.found.len() >= MOST_WAYS || self.tried > MOST_TRIED {
                return;
            }
            let prizes = so_far.prizes | hold.prizes;
            let two_keys = so_far.key != NONE && hold.key != NONE;
            if prizes == so_far.prizes || two_keys || so_far.carrier.meets(&hold.carrier) {
                continue;
            }
            let together = Hold {
                prizes,
                key: if hold.key != NONE { hold.key } else { so_far.key },
                carrier: so_far.carrier.or(&hold.carrier),
            };
            if self.points.enough(prizes) {
                self.found.push((together.key, together.carrier));
            } else {
                self.extend(&holds[i + 1..], together);
            }
        }
    }
}
