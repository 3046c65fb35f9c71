//! The description of the server for programs, in OpenAPI's words.
//!
//! Most of it is derived from the types that are read and written. What depends on the games that
//! there are, and what is true of every request, is added here.

use std::sync::LazyLock;

use axum::http::StatusCode;
use serde_json::{Value, json};
use spinney_engine::games;
use utoipa::OpenApi;

/// The description as it is sent.
pub(super) static TEXT: LazyLock<String> = LazyLock::new(|| description().to_string());

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Spinney",
        description = "Play, explore and analyse games. The page itself uses nothing else. Live \
                       analysis comes over the WebSocket at `/api/games/{id}/socket`: the page \
                       sends `Request` objects, and hears `Message` objects, told apart by \
                       `type`."
    ),
    paths(
        super::rules,
        super::list,
        super::begin,
        super::show,
        super::command,
        super::throw_away,
        super::record,
        super::picture,
        super::position_file,
        super::socket,
        super::convert,
        super::healthz,
        super::metrics
    ),
    components(schemas(
        crate::message::Request,
        crate::message::Message<'static>,
        crate::refusal::ErrorBody
    ))
)]
struct Derived;

/// What any request may be answered with.
const REFUSALS: [(StatusCode, &str); 8] = [
    (StatusCode::BAD_REQUEST, "It makes no sense"),
    (StatusCode::FORBIDDEN, "A page of another site asks, or for a name that is not ours"),
    (StatusCode::REQUEST_TIMEOUT, "It did not come to its end"),
    (StatusCode::CONFLICT, "Not now: it is not your turn, or the game is over"),
    (StatusCode::PAYLOAD_TOO_LARGE, "It is too long"),
    (StatusCode::TOO_MANY_REQUESTS, "You ask for too much"),
    (StatusCode::INTERNAL_SERVER_ERROR, "Something went wrong here"),
    (StatusCode::SERVICE_UNAVAILABLE, "Too much is going on here"),
];

fn description() -> Value {
    let mut all = serde_json::to_value(Derived::openapi()).unwrap_or_default();
    let schemas = &mut all["components"]["schemas"];
    // Nodes are numbered as far as 32 bits go, which `int32` is not the name of.
    schemas["u32"] = json!({"type": "integer", "minimum": 0, "maximum": u32::MAX});

    let names: Vec<_> = games().iter().map(|game| game.name).collect();
    let presets: Vec<_> =
        games().iter().flat_map(|game| game.presets).map(|preset| preset.name).collect();
    let mut formats: Vec<_> = games().iter().flat_map(|game| game.record_formats).collect();
    formats.sort_unstable();
    formats.dedup();
    let or_none = |words: &[&str]| {
        words.iter().copied().map(Value::from).chain([Value::Null]).collect::<Vec<_>>()
    };
    for schema in ["NewGame", "Conversion"] {
        schemas[schema]["properties"]["game"]["enum"] = or_none(&names).into();
    }
    schemas["Conversion"]["properties"]["format"]["enum"] = json!(formats);
    if let Some(engine) = schemas["Seat"].pointer_mut("/oneOf/1/properties/preset") {
        engine["enum"] = json!(presets);
    }
    // A game starts somewhere, and in one place.
    let has = |field: &str| json!({"required": [field], "properties": {field: {"type": "string"}}});
    schemas["NewGame"]["anyOf"] = ["game", "position", "record"].map(has).to_vec().into();
    schemas["NewGame"]["not"] = json!({"allOf": [has("position"), has("record")]});

    let body = json!({"application/json": {"schema": {"$ref": "#/components/schemas/ErrorBody"}}});
    for (path, methods) in all["paths"].as_object_mut().into_iter().flatten() {
        for operation in methods.as_object_mut().into_iter().flat_map(|all| all.values_mut()) {
            let mut refusals = REFUSALS.to_vec();
            if path.contains("{id}") {
                refusals.push((StatusCode::NOT_FOUND, "There is no such game, or no such node"));
            }
            for (status, about) in refusals {
                operation["responses"][status.as_str()] =
                    json!({"description": about, "content": body});
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_in_the_description_stands_for_something() {
        let all = description();
        let text = all.to_string();
        for part in text.split("\"$ref\":\"#").skip(1) {
            let pointer = part.split('"').next().unwrap();
            assert!(all.pointer(pointer).is_some_and(|schema| !schema.is_null()), "{pointer}");
        }
        let presets = all.pointer("/components/schemas/Seat/oneOf/1/properties/preset/enum");
        assert!(presets.unwrap().as_array().unwrap().contains(&json!("hex/best")));
    }
}
