//! What a search knows at some moment.

use std::time::Duration;

use spinney_game::{Actor, Player, Rewards};

/// What is certain about a position, with right play of everybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// That player wins.
    Won(Player),
    /// All players get the same.
    Drawn,
}

impl Proof {
    /// Whether it is a win (`true`) or a loss (`false`) for `player`; `None` for a draw.
    pub fn wins_for(self, player: Player) -> Option<bool> {
        match self {
            Proof::Won(winner) => Some(winner == player),
            Proof::Drawn => None,
        }
    }

    /// What a finished game proves, if its rewards are a plain win or a plain draw.
    pub(crate) fn of(rewards: &Rewards, players: usize) -> Option<Proof> {
        if let Some(winner) = rewards.winner() {
            let others = (0..players).map(|i| Player(i as u8)).filter(|&p| p != winner);
            return others.map(|p| rewards[p]).all(|r| r == 0.0).then_some(Proof::Won(winner));
        }
        (*rewards == Rewards::draw(players)).then_some(Proof::Drawn)
    }

    /// What the players get.
    pub(crate) fn rewards(self, players: usize) -> Rewards {
        match self {
            Proof::Won(winner) => Rewards::win(winner),
            Proof::Drawn => Rewards::draw(players),
        }
    }
}

/// What a search knows about a position at some moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// Who acts in the position.
    pub actor: Actor,
    /// Whose view all win rates are: the actor's or, where chance or nobody acts, the first
    /// player's.
    pub view: Player,
    /// The candidates, the one to be played first, then by visits; empty when the game is over.
    pub candidates: Vec<Candidate<M>>,
    /// The value of the position, 0 to 1: proven, or the mean of all playouts.
    pub win_rate: f32,
    /// What is proven about the position.
    pub proof: Option<Proof>,
    /// Playouts made in this search.
    pub playouts: u64,
    /// Walks down the tree made in this search.
    pub simulations: u64,
    /// Nodes in the tree, those included that wait to be reclaimed.
    pub nodes: u64,
    /// Bytes that the tree takes, of `memory_cap`.
    pub memory: u64,
    /// Bytes that the tree may take.
    pub memory_cap: u64,
    /// How many moves ahead the last finished iteration looked, where a search deepens step by step.
    pub depth: Option<u32>,
    /// Wall time of this search.
    pub elapsed: Duration,
}

impl<M> Report<M> {
    /// The move that the search would play.
    pub fn best(&self) -> Option<&Candidate<M>> {
        self.candidates.first()
    }

    /// The player who is proven to win.
    pub fn proven_winner(&self) -> Option<Player> {
        match self.proof {
            Some(Proof::Won(player)) => Some(player),
            _ => None,
        }
    }
}

/// What a search knows about one move.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate<M> {
    /// The move.
    pub played: M,
    /// How many playouts started with it.
    pub visits: u64,
    /// Their mean result, 0 to 1, or the proven one; one half if there were none.
    pub win_rate: f32,
    /// The mean result when it was played at any later time, where that is kept and happened.
    pub amaf: Option<f32>,
    /// How promising it looked at first sight, where the search has asked.
    pub prior: Option<f32>,
    /// What is proven about the position after it.
    pub proof: Option<Proof>,
    /// The best line as the search sees it, this move first.
    pub line: Vec<M>,
}

impl<M: Copy> Candidate<M> {
    /// A move of which nothing is known.
    pub fn untried(m: M) -> Candidate<M> {
        Candidate {
            played: m,
            visits: 0,
            win_rate: 0.5,
            amaf: None,
            prior: None,
            proof: None,
            line: vec![m],
        }
    }
}
