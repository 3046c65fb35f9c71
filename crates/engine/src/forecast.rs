//! What may be expected where luck has a part: points, and the odds of what is needed.

use serde::Serialize;
use spinney_game::TextError;

use crate::registry;
use crate::report::EngineError;

/// What may be expected of a position, from what everybody can see.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Forecast {
    /// Every side's points, in order of first turns.
    pub points: Vec<Points>,
    /// The spaces that matter.
    pub needs: Vec<Need>,
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
pub struct Need {
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

/// The forecast of a position, in games with luck.
pub fn forecast(position: &str) -> Result<Forecast, EngineError> {
    let game = registry::game_of_position(position)?;
    let forecast = game.room.forecast(game, position)?;
    forecast
        .ok_or_else(|| TextError::at("game", format!("there is no luck in {}", game.title)).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_odds_are_told_by_name() {
        let position = "tantrix red blue hands 4,9,28,33,35,47 5,20,23,32,49,51 \
                        table 19.0@0,0 55.5@-2,0 12.3@-3,-1 11.5@-1,-1 turn red";
        let told = forecast(position).unwrap();
        assert_eq!(
            told.points.iter().map(|p| (p.side, p.now)).collect::<Vec<_>>(),
            [("red", 1), ("blue", 3)]
        );
        assert!(told.points.iter().all(|points| points.expected > points.now as f32));
        assert_eq!(told.bag, 40);
        for need in &told.needs {
            assert_eq!(need.next_draw, need.in_bag.len() as f32 / 40.0, "{need:?}");
        }
        assert!(told.needs.iter().any(|need| need.lines_of == ["blue"]));
        assert!(forecast("hex 5x5").is_err());
    }
}
