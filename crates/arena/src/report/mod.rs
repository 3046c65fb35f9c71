//! A tournament's results as one HTML page that needs nothing else.
//!
//! Names, versions and transcripts are the words of others, so every text is escaped; pictures are
//! SVG within the page; nothing is loaded from anywhere. The page takes the reader's light or dark
//! colours. The same games give the same page.

mod chart;
mod figures;
mod markup;
mod tables;

use self::markup::{Page, escape};
use crate::result::GameResult;
use crate::standing::Standing;
use crate::statistics::{Fit, Ratings};

/// The page about some games, in the order in which they were kept.
pub fn html(title: &str, games: &[GameResult]) -> String {
    let summary = Summary::of(games);
    let mut page = Page::new(title);
    page.paragraph(&tables::overview(&summary));
    page.section("Players", &tables::players(&summary));
    if summary.has_ratings() {
        page.section("Ratings", &figures::ratings(&summary));
        page.paragraph(&tables::advantage(&summary));
        page.section("Cross table", &tables::cross_table(&summary));
    }
    page.section("Win rate, game by game", &figures::win_rates(&summary));
    page.section("Game lengths", &figures::lengths(&summary));
    page.section("Time use", &figures::time_use(&summary));
    page.section("Endings", &tables::endings(&summary));
    page.finish()
}

/// What the page speaks of.
struct Summary<'a> {
    games: &'a [GameResult],
    standing: Standing,
    ratings: Ratings,
    /// The players, the best first.
    ranking: Vec<usize>,
}

impl Summary<'_> {
    fn of(games: &[GameResult]) -> Summary<'_> {
        let standing = Standing::of(games);
        let ratings = Fit::default().ratings(&standing.tally);
        let mut ranking: Vec<usize> = (0..standing.names.len()).collect();
        let elo = |player: usize| ratings.players()[player].elo.elo;
        ranking.sort_by(|&a, &b| elo(b).total_cmp(&elo(a)));
        Summary { games, standing, ratings, ranking }
    }

    fn name(&self, player: usize) -> String {
        escape(&self.standing.names[player])
    }

    /// The player at a seat of a game.
    fn player_at(&self, game: &GameResult, seat: usize) -> Option<usize> {
        let name = &game.job.seats.get(seat)?.name;
        self.standing.names.iter().position(|known| known == name)
    }

    fn has_ratings(&self) -> bool {
        self.standing.names.len() > 1
    }
}

#[cfg(test)]
mod tests;
