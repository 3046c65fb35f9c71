//! The objects that are read and written, as a JSON schema.

use serde_json::{Value, json};
use utoipa::OpenApi;

use super::{Action, Answer, Query};

#[derive(OpenApi)]
#[openapi(components(schemas(Query, Action, Answer<'static>)))]
struct Derived;

/// Every field with its meaning: `$defs/Query` and `$defs/Action` are what may be sent, and
/// `$defs/Answer` is what is heard.
pub fn schema() -> Value {
    let all = serde_json::to_string(&Derived::openapi()).unwrap_or_default();
    // OpenAPI keeps its schemas elsewhere than a schema of its own does.
    let all = all.replace("#/components/schemas/", "#/$defs/");
    let mut all: Value = serde_json::from_str(&all).unwrap_or_default();
    let mut definitions = all["components"]["schemas"].take();
    // The id stands beside whatever else an action has.
    let action = definitions["Action"].take();
    definitions["Action"] = json!({
        "allOf": [
            { "type": "object", "required": ["id"], "properties": { "id": { "type": "string" } } },
            action
        ]
    });
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "spinney analysis",
        "description": "A line that is sent is a Query or an Action; a line that is heard is an Answer.",
        "anyOf": [
            { "$ref": "#/$defs/Query" }, { "$ref": "#/$defs/Action" }, { "$ref": "#/$defs/Answer" }
        ],
        "$defs": definitions
    })
}
