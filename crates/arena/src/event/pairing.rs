//! Who meets whom, as numbers.

use super::Format;

/// So many further pairs of games decide an even pairing of a knockout at most.
pub(super) const EXTRA_PAIRS: u32 = 10;

/// The pairings of a tournament: for each, who sits at the table.
pub(super) fn tables(format: Format, players: usize, seats: usize) -> Vec<Vec<usize>> {
    if players < seats {
        // Too few for a table: everybody sits down more than once.
        return vec![(0..seats).map(|seat| seat % players).collect()];
    }
    let tables = choices(players, seats);
    match format {
        Format::RoundRobin | Format::Knockout => tables,
        Format::Gauntlet => tables.into_iter().filter(|table| table[0] == 0).collect(),
    }
}

/// Every way to choose `seats` of `players`, in order.
fn choices(players: usize, seats: usize) -> Vec<Vec<usize>> {
    let mut choices = vec![Vec::new()];
    for _ in 0..seats {
        choices = choices
            .into_iter()
            .flat_map(|chosen: Vec<usize>| {
                let next = chosen.last().map_or(0, |last| last + 1);
                (next..players).map(move |player| {
                    let mut more = chosen.clone();
                    more.push(player);
                    more
                })
            })
            .collect();
    }
    choices
}

/// The ways to sit around a table, everybody moving on by one seat each time, as long as that
/// makes a difference.
pub(super) fn rotations(table: &[usize]) -> Vec<Vec<usize>> {
    let mut rotations: Vec<Vec<usize>> = Vec::new();
    for shift in 0..table.len() {
        let mut seats = table.to_vec();
        seats.rotate_left(shift);
        if !rotations.contains(&seats) {
            rotations.push(seats);
        }
    }
    rotations
}

/// The first round of a knockout, two places for each pairing: the best meet as late as possible,
/// and where the number of players is no power of two, they have no opponent in this round.
pub(super) fn bracket(players: usize) -> Vec<Option<usize>> {
    let mut places = vec![0];
    while places.len() < players {
        let last = 2 * places.len() - 1;
        places = places.iter().flat_map(|&place| [place, last - place]).collect();
    }
    places.into_iter().map(|place| (place < players).then_some(place)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_once() {
        assert_eq!(tables(Format::RoundRobin, 3, 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(tables(Format::RoundRobin, 4, 3).len(), 4);
        assert_eq!(tables(Format::RoundRobin, 2, 2), [[0, 1]]);
    }

    #[test]
    fn in_a_gauntlet_the_first_one_plays_every_time() {
        assert_eq!(tables(Format::Gauntlet, 4, 2), [[0, 1], [0, 2], [0, 3]]);
    }

    #[test]
    fn two_players_can_fill_a_table_for_four() {
        assert_eq!(tables(Format::RoundRobin, 2, 4), [[0, 1, 0, 1]]);
        assert_eq!(rotations(&[0, 1, 0, 1]), [[0, 1, 0, 1], [1, 0, 1, 0]]);
        assert_eq!(rotations(&[0, 1, 2]).len(), 3);
    }

    #[test]
    fn the_best_meet_in_the_final() {
        let bracket = |players| -> Vec<i32> {
            super::bracket(players).iter().map(|place| place.map_or(-1, |p| p as i32)).collect()
        };
        assert_eq!(bracket(4), [0, 3, 1, 2]);
        assert_eq!(bracket(8), [0, 7, 3, 4, 1, 6, 2, 5]);
        assert_eq!(bracket(3), [0, -1, 1, 2]);
        assert_eq!(bracket(5), [0, -1, 3, 4, 1, -1, 2, -1]);
    }
}
