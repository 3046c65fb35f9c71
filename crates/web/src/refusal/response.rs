//! A refusal as an answer over HTTP.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::Refusal;

impl Refusal {
    fn status(&self) -> StatusCode {
        match self {
            Refusal::Wrong(_) | Refusal::Engine(_) | Refusal::Full(_) => StatusCode::BAD_REQUEST,
            Refusal::NoSuchGame | Refusal::NoSuchNode => StatusCode::NOT_FOUND,
            Refusal::NotYourTurn | Refusal::Over => StatusCode::CONFLICT,
            Refusal::TooLong(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Refusal::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Refusal::TooMuch(_) => StatusCode::TOO_MANY_REQUESTS,
            Refusal::Busy(_)
            | Refusal::Closing
            | Refusal::CalledOff
            | Refusal::EngineLost
            | Refusal::NoEngine => StatusCode::SERVICE_UNAVAILABLE,
            Refusal::Foreign => StatusCode::FORBIDDEN,
            Refusal::Disk(_) | Refusal::Fault => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl From<QueryRejection> for Refusal {
    fn from(rejection: QueryRejection) -> Refusal {
        Refusal::wrong(rejection.body_text())
    }
}

impl From<WebSocketUpgradeRejection> for Refusal {
    fn from(rejection: WebSocketUpgradeRejection) -> Refusal {
        Refusal::wrong(rejection.body_text())
    }
}

/// What went wrong, for people to read.
#[derive(Serialize, ToSchema)]
pub(crate) struct ErrorBody {
    error: String,
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status(), Json(ErrorBody { error: self.to_string() })).into_response()
    }
}
