//! What may be expected where luck has a part.

use spinney_game::TextError;

use crate::board::Board;
use crate::report::EngineError;

/// What may be expected of a position, in the game's own words: an object of JSON, which the game's
/// crate documents as a type.
pub type Forecast = serde_json::Value;

/// The forecast of a position, in games with luck.
pub fn forecast(board: &Board) -> Result<Forecast, EngineError> {
    match board.capabilities().forecasts {
        Some(game) => game.forecast(board),
        None => Err(TextError::at("game", format!("there is no luck in {}", board.title())).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn points_and_odds_are_told_by_name() {
        let position = "tantrix red blue hands 4,9,28,33,35,47 5,20,23,32,49,51 \
                        table 19.0@0,0 55.5@-2,0 12.3@-3,-1 11.5@-1,-1 turn red";
        let told = forecast(&Board::from_text(position).unwrap()).unwrap();
        let points = told["points"].as_array().unwrap();
        let now: Vec<_> = points.iter().map(|p| (&p["side"], &p["now"])).collect();
        assert_eq!(now, [(&json!("red"), &json!(1)), (&json!("blue"), &json!(3))]);
        assert!(points.iter().all(|p| p["expected"].as_f64() > p["now"].as_f64()));
        assert_eq!(told["bag"], 40);
        let needs = told["needs"].as_array().unwrap();
        for need in needs {
            let odds = need["inBag"].as_array().unwrap().len() as f32 / 40.0;
            assert_eq!(need["nextDraw"].as_f64().unwrap() as f32, odds, "{need}");
        }
        assert!(needs.iter().any(|need| need["linesOf"] == json!(["blue"])));
        assert!(forecast(&Board::from_text("hex 5x5").unwrap()).is_err());
    }
}
