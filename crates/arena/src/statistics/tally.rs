//! Who scored what against whom, and in which seat.

use super::score::{Outcome, Score};

/// The results of a tournament: a score for every ordered pair of players. Players are numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    players: usize,
    scores: Vec<Score>,
}

impl Tally {
    /// No games yet between so many players.
    pub fn new(players: usize) -> Tally {
        Tally { players, scores: vec![Score::default(); players * players] }
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Counts a game; the outcome is that of the player who began.
    pub fn add(&mut self, first: usize, second: usize, outcome: Outcome) {
        assert!(first < self.players && second < self.players, "no such player");
        self.scores[first * self.players + second].add(outcome);
    }

    /// The games that `first` began against `second`, from the view of `first`.
    pub fn began(&self, first: usize, second: usize) -> Score {
        self.scores[first * self.players + second]
    }

    /// A cell of the cross table: all games between two players, from the view of `player`.
    pub fn between(&self, player: usize, opponent: usize) -> Score {
        let began = self.began(player, opponent);
        if player == opponent {
            return began;
        }
        [began, self.began(opponent, player).reversed()].into_iter().sum()
    }

    /// A row's sum: all games of a player against others.
    pub fn total(&self, player: usize) -> Score {
        let opponents = (0..self.players).filter(|&opponent| opponent != player);
        opponents.map(|opponent| self.between(player, opponent)).sum()
    }

    /// All games, from the view of whoever began.
    pub fn first_player(&self) -> Score {
        self.scores.iter().copied().sum()
    }

    /// The players in order of their share of the points, best first.
    pub fn ranking(&self) -> Vec<usize> {
        let rate = |player: &usize| self.total(*player).rate(super::Draws::Half).unwrap_or(0.5);
        let mut ranking: Vec<usize> = (0..self.players).collect();
        ranking.sort_by(|a, b| rate(b).total_cmp(&rate(a)));
        ranking
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cross_table_adds_both_seats() {
        let mut tally = Tally::new(3);
        tally.add(0, 1, Outcome::Win);
        tally.add(1, 0, Outcome::Win);
        tally.add(1, 0, Outcome::Draw);
        tally.add(2, 1, Outcome::Loss);
        assert_eq!(tally.between(0, 1), Score { wins: 1, draws: 1, losses: 1 });
        assert_eq!(tally.between(1, 0), Score { wins: 1, draws: 1, losses: 1 });
        assert_eq!(tally.total(1), Score { wins: 2, draws: 1, losses: 1 });
        assert_eq!(tally.first_player(), Score { wins: 2, draws: 1, losses: 1 });
        assert_eq!(tally.between(0, 2), Score::default());
        assert_eq!(tally.ranking(), [1, 0, 2]);
        let points: f64 = (0..3).map(|player| tally.total(player).points()).sum();
        assert_eq!(points, 4.0);
    }
}
