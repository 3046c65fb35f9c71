//! What is true of small games, by looking at everything.

use std::collections::HashMap;

use spinney_game::{Actor, Game, MAX_PLAYERS, Player};

/// What a player can expect, whichever of moves that are all the same to them players choose. In
/// games of two players there is only one such number.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub low: f64,
    pub high: f64,
}

impl Bounds {
    pub fn is_near(self, value: f64, tolerance: f64) -> bool {
        (self.low - tolerance..=self.high + tolerance).contains(&value)
    }
}

type PerPlayer = [Bounds; MAX_PLAYERS];

/// A memory of positions that were looked at.
#[derive(Default)]
pub struct Reference {
    bounds: HashMap<u64, PerPlayer>,
    winners: HashMap<u64, Option<Player>>,
}

pub fn legal_moves<G: Game>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

pub fn after<G: Game>(position: &G, m: G::Move) -> G {
    let mut next = position.clone();
    next.play(m);
    next
}

impl Reference {
    /// Every player maximises their own reward; where chance acts, the expectation counts.
    pub fn bounds<G: Game>(&mut self, position: &G) -> PerPlayer {
        if let Some(&known) = self.bounds.get(&position.hash()) {
            return known;
        }
        let children: Vec<PerPlayer> =
            legal_moves(position).iter().map(|&m| self.bounds(&after(position, m))).collect();
        let bounds = match position.actor() {
            Actor::Nobody => {
                let rewards = position.rewards().expect("the game is over");
                std::array::from_fn(|i| {
                    let reward = rewards[Player(i as u8)].into();
                    Bounds { low: reward, high: reward }
                })
            }
            Actor::Chance => {
                let mut odds = Vec::new();
                position.chances(&mut odds);
                let mean = |of: &dyn Fn(&PerPlayer) -> f64| {
                    children.iter().zip(&odds).map(|(c, &p)| of(c) * f64::from(p)).sum()
                };
                std::array::from_fn(|i| Bounds {
                    low: mean(&|c| c[i].low),
                    high: mean(&|c| c[i].high),
                })
            }
            Actor::Player(player) => {
                let own = |c: &PerPlayer| c[player.index()];
                let sure = children.iter().map(|c| own(c).low).fold(0.0, f64::max);
                let plausible = || children.iter().filter(|c| own(c).high >= sure - 1e-9);
                std::array::from_fn(|i| Bounds {
                    low: plausible().map(|c| c[i].low).fold(1.0, f64::min),
                    high: plausible().map(|c| c[i].high).fold(0.0, f64::max),
                })
            }
        };
        self.bounds.insert(position.hash(), bounds);
        bounds
    }

    /// Who wins however players choose among moves that are all the same to them, and whatever
    /// chance does.
    pub fn sure_winner<G: Game>(&mut self, position: &G) -> Option<Player> {
        if let Some(&known) = self.winners.get(&position.hash()) {
            return known;
        }
        let children: Vec<_> =
            legal_moves(position).iter().map(|&m| self.sure_winner(&after(position, m))).collect();
        let agreed = || children[0].filter(|_| children.iter().all(|c| *c == children[0]));
        let winner = match position.actor() {
            Actor::Nobody => position.rewards().and_then(|rewards| rewards.winner()),
            Actor::Player(player) if children.contains(&Some(player)) => Some(player),
            Actor::Player(_) | Actor::Chance => agreed(),
        };
        self.winners.insert(position.hash(), winner);
        winner
    }
}
