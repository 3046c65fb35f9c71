//! What is known of a position without search, as far as its game knows of such things.

use serde::Serialize;
use spinney_engine::Board;
use spinney_engine::explanation::{Explanation, explain};
use spinney_engine::forecast::{Forecast, forecast};
use utoipa::ToSchema;

/// What is known without search.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub(crate) struct StaticKnowledge {
    /// Fill-in, inferior moves, connections, where a side must play, who wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    explanation: Option<Explanation>,
    /// Expected points and the odds of what is needed, where luck has a part.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    forecast: Option<Forecast>,
}

impl StaticKnowledge {
    /// Everything that the game knows of a position; it may take a while.
    pub(crate) fn of(board: &Board) -> StaticKnowledge {
        StaticKnowledge { explanation: explain(board).ok(), forecast: forecast(board).ok() }
    }
}
