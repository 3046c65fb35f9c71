//! What may be expected of a position: points, and the odds of the tiles that are needed.

use serde::Serialize;
use spinney_game::{Game, Player};

use crate::outlook::Outlook;
use crate::position::Position;
use crate::tile::Tile;

/// What may be expected of a position, from what everybody can see.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Forecast {
    /// Every side's points, in order of first turns.
    pub points: Vec<Points>,
    /// The spaces that matter.
    pub needs: Vec<ForecastNeed>,
    /// Tiles left in the bag.
    pub bag: usize,
}

/// A side's points.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Points {
    /// The side.
    pub side: &'static str,
    /// What it has.
    pub now: u32,
    /// What it is expected to have at the end.
    pub expected: f32,
}

/// A space that is forced, or that a side's best line opens to, and the tiles that would fill it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ForecastNeed {
    /// The space, as moves name it.
    pub cell: String,
    /// Whether whoever can fill it must.
    pub forced: bool,
    /// Whose best lines open to it.
    pub lines_of: Vec<&'static str>,
    /// The tiles that fit in each side's hand, in order of first turns.
    pub in_hands: Vec<Vec<String>>,
    /// Those in the bag.
    pub in_bag: Vec<String>,
    /// The chance that the next tile drawn is one of these.
    pub next_draw: f32,
}

impl Forecast {
    /// The forecast of a position, by an outlook on its lines.
    pub fn new(position: &Position, outlook: &Outlook) -> Forecast {
        let players = || (0..position.players()).map(|seat| Player(seat as u8));
        let points = players().map(|player| Points {
            side: position.side_name(player),
            now: position.score(player),
            expected: outlook.points(position, player),
        });
        let bag = position.bag().len();
        let names = |tiles: &[Tile]| tiles.iter().map(Tile::to_string).collect::<Vec<_>>();
        let needs = position.needs().into_iter().map(|need| ForecastNeed {
            cell: need.cell.to_string(),
            forced: need.is_forced,
            lines_of: need.lines_of.iter().map(|&player| position.side_name(player)).collect(),
            in_hands: need.in_hands.iter().map(|tiles| names(tiles)).collect(),
            in_bag: names(&need.in_bag),
            next_draw: need.in_bag.len() as f32 / bag.max(1) as f32,
        });
        Forecast { points: points.collect(), needs: needs.collect(), bag }
    }
}
