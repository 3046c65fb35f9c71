//! What is said between the server and others is what its description says: the page's types are
//! written from it, and what is heard is compared with it.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::{Host, Page, engine, person};

const TYPES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/page/types.js");
const HEAD: &str = "\
// The types of what is sent and heard, written from the server's description of itself
// (/api/openapi.json, which also says what everything means) by
//
//     SPINNEY_TYPES=write cargo test -p spinney-web --test server types
//
// Comments only: they are checked, not run.
";

/// The named types of a description.
struct Schemas(Map<String, Value>);

impl Schemas {
    fn of(host: &Host) -> Schemas {
        let mut all: Value = serde_json::from_str(&host.get("/api/openapi.json").1).unwrap();
        match all["components"]["schemas"].take() {
            Value::Object(schemas) => Schemas(schemas),
            other => panic!("{other}"),
        }
    }

    /// The name that a schema refers to, if it only does that.
    fn reference(schema: &Value) -> Option<&str> {
        schema["$ref"].as_str()?.strip_prefix("#/components/schemas/")
    }

    /// All of them as JSDoc.
    fn javascript(&self) -> String {
        let mut text = HEAD.to_owned();
        for (name, schema) in &self.0 {
            // Plain numbers have names only where the description needs some.
            if schema["type"] == "integer" {
                continue;
            }
            text += "\n/**\n";
            match schema["properties"].as_object() {
                Some(properties) => {
                    text += &format!(" * @typedef {{object}} {name}\n");
                    for (field, of) in properties {
                        let field_text = if is_required(schema, field) {
                            field.clone()
                        } else {
                            format!("[{field}]")
                        };
                        text += &format!(" * @property {{{}}} {field_text}\n", self.written(of));
                    }
                }
                None => text += &format!(" * @typedef {{{}}} {name}\n", self.whole(schema)),
            }
            text += " */\n";
        }
        text + "\nexport {};\n"
    }

    /// A named type that is no plain object.
    fn whole(&self, schema: &Value) -> String {
        // A type that is a list of words has them all for good.
        match schema["enum"].as_array() {
            Some(words) => words.iter().map(Value::to_string).collect::<Vec<_>>().join("|"),
            None => self.written(schema),
        }
    }

    /// A type as TypeScript writes it.
    fn written(&self, schema: &Value) -> String {
        let all = |key: &str, between: &str| {
            let parts = schema[key].as_array()?;
            let parts: Vec<_> = parts.iter().map(|part| self.written(part)).collect();
            Some(parts.join(between))
        };
        if let Some(name) = Schemas::reference(schema) {
            let is_number = self.0[name]["type"] == "integer";
            return if is_number { "number".to_owned() } else { name.to_owned() };
        }
        if let Some(union) = all("oneOf", " | ") {
            return union;
        }
        if let Some(intersection) = all("allOf", " & ") {
            return intersection;
        }
        // One word is a tag. Of more, as of games and presets, there are others tomorrow.
        if let Some([word]) = schema["enum"].as_array().map(Vec::as_slice) {
            return word.to_string();
        }
        if let Some(kinds) = schema["type"].as_array() {
            let of_kind = |kind: &Value| {
                let mut schema = schema.clone();
                schema["type"] = kind.clone();
                self.written(&schema)
            };
            return kinds.iter().map(of_kind).collect::<Vec<_>>().join("|");
        }
        match schema["type"].as_str() {
            Some("integer" | "number") => "number".to_owned(),
            Some("array") => match all("prefixItems", ", ") {
                Some(items) => format!("[{items}]"),
                None => format!("Array<{}>", self.written(&schema["items"])),
            },
            Some("object") => self.object(schema),
            Some(kind) => kind.to_owned(),
            None => panic!("no type: {schema}"),
        }
    }

    fn object(&self, schema: &Value) -> String {
        let Some(properties) = schema["properties"].as_object() else {
            let values = &schema["additionalProperties"];
            let of = if values.is_object() { self.written(values) } else { "any".to_owned() };
            return format!("Record<string, {of}>");
        };
        let field = |(name, of): (&String, &Value)| {
            let mark = if is_required(schema, name) { "" } else { "?" };
            format!("{name}{mark}: {}", self.written(of))
        };
        format!("{{{}}}", properties.iter().map(field).collect::<Vec<_>>().join(", "))
    }

    /// What is wrong with a value of a type: nothing, or where and what.
    fn check(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let fields = self.fields(schema, value, at)?;
        match (fields, value.as_object()) {
            (Some(known), Some(object)) => {
                let unknown = object.keys().find(|key| !known.contains(*key));
                unknown.map_or(Ok(()), |key| Err(format!("{at}.{key} is not described")))
            }
            _ => Ok(()),
        }
    }

    /// The same, but for fields that the type has not; those that it has, where it says which.
    fn fields(
        &self,
        schema: &Value,
        value: &Value,
        at: &str,
    ) -> Result<Option<BTreeSet<String>>, String> {
        if let Some(name) = Schemas::reference(schema) {
            return self.fields(&self.0[name], value, at);
        }
        if let Some(choices) = schema["oneOf"].as_array() {
            let fits: Vec<_> =
                choices.iter().map(|choice| self.fields(choice, value, at)).collect();
            let told: Vec<_> = fits.iter().filter_map(|fit| fit.clone().err()).collect();
            let fit = fits.into_iter().find_map(Result::ok);
            return fit.ok_or_else(|| told.join("; or "));
        }
        if let Some(parts) = schema["allOf"].as_array() {
            let mut all = BTreeSet::new();
            for part in parts {
                all.extend(self.fields(part, value, at)?.unwrap_or_default());
            }
            return Ok(Some(all));
        }
        if let Some(words) = schema["enum"].as_array()
            && !words.contains(value)
        {
            return Err(format!("{at} is {value}, none of {words:?}"));
        }
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(_) => "number",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        let is = |wanted: &Value| {
            wanted == kind || kind == "number" && *wanted == "integer" && !value.is_f64()
        };
        if !(is(&schema["type"]) || schema["type"].as_array().is_some_and(|all| all.iter().any(is)))
        {
            return Err(format!("{at} is {value}, not {}", schema["type"]));
        }
        match value {
            Value::Array(items) => {
                for (i, item) in items.iter().enumerate() {
                    let of = schema["prefixItems"].get(i).unwrap_or(&schema["items"]);
                    self.check(of, item, &format!("{at}[{i}]"))?;
                }
                Ok(None)
            }
            Value::Object(object) => {
                let Some(properties) = schema["properties"].as_object() else {
                    let of = &schema["additionalProperties"];
                    let mut entries = object.iter().filter(|_| of.is_object());
                    entries.try_for_each(|(k, v)| self.check(of, v, &format!("{at}.{k}")))?;
                    return Ok(None);
                };
                for (name, of) in properties {
                    match object.get(name) {
                        Some(value) => self.check(of, value, &format!("{at}.{name}"))?,
                        None if is_required(schema, name) => {
                            return Err(format!("{at}.{name} is missing"));
                        }
                        None => {}
                    }
                }
                Ok(Some(properties.keys().cloned().collect()))
            }
            _ => Ok(None),
        }
    }
}

fn is_required(schema: &Value, field: &str) -> bool {
    schema["required"].as_array().is_some_and(|all| all.iter().any(|name| name == field))
}

#[test]
fn the_pages_types_are_those_of_the_description() {
    let written = Schemas::of(&Host::start()).javascript();
    if std::env::var("SPINNEY_TYPES").is_ok_and(|wish| wish == "write") {
        std::fs::write(TYPES, &written).unwrap();
    }
    let there = std::fs::read_to_string(TYPES).unwrap();
    let first = there.lines().zip(written.lines()).find(|(there, written)| there != written);
    assert!(
        there == written,
        "page/types.js is not what the server's description says (first: {first:?}); run \
         SPINNEY_TYPES=write cargo test -p spinney-web --test server types to write it again"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_pages_hear_is_what_the_description_says() {
    let host = Host::start();
    let schemas = Schemas::of(&host);
    let check = |name: &str, value: &Value| {
        schemas.check(&schemas.0[name], value, name).unwrap_or_else(|problem| panic!("{problem}"));
    };
    let get = |path: &str| serde_json::from_str::<Value>(&host.get(path).1).unwrap();
    check("Rules", &get("/api/rules"));
    for game in get("/api/rules")["games"].as_array().unwrap() {
        let best = game["presets"][0].as_str().unwrap();
        let seats = json!([person(), engine(best, 1)]);
        let position = &game["defaultPosition"];
        let time = json!({"seconds": 600, "increment": 0});
        let id = host.begin(json!({"position": position, "seats": seats, "time": time}));
        check("Snapshot", &host.game(&id));
        let (mut page, snapshot) = Page::open(&host, &id).await;
        check("Message", &snapshot);
        let node = &snapshot["state"]["live"];
        let first = &snapshot["view"]["legal"][0];
        for wish in [
            json!({"do": "explain", "node": node}),
            json!({"do": "analyze", "node": node}),
            json!({"do": "end-analysis"}),
            json!({"do": "hint", "node": node}),
            json!({"do": "shape", "node": node}),
            json!({"do": "comment", "node": node, "text": "So?"}),
            json!({"do": "comment", "node": 99_999, "text": "Where?"}),
            json!({"do": "play", "node": node, "move": first}),
        ] {
            check("Message", &page.ask(wish).await);
        }
        page.ask(json!({"do": "resign"})).await;
        let heard = std::mem::take(&mut page.aside);
        heard.iter().for_each(|message| check("Message", message));
        let kinds: BTreeSet<_> =
            heard.iter().filter_map(|message| message["type"].as_str()).collect();
        assert!(kinds.contains("patch"), "{kinds:?}");
    }
    let games = get("/api/games");
    games.as_array().unwrap().iter().for_each(|listed| check("Listed", listed));
    assert!(
        schemas.check(&schemas.0["Seat"], &json!({"kind": "person", "level": 1}), "it").is_err()
    );
    assert!(schemas.check(&schemas.0["Ending"], &json!({"by": "time"}), "it").is_err());
}
