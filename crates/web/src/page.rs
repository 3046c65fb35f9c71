//! The page, as it is built into the program.

use std::collections::HashMap;
use std::io::Write;
use std::sync::LazyLock;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "page"]
struct Files;

/// Where every page begins, and what in it stands for the style sheet.
const START: &str = "index.html";
const SHEET: &str = "style.css";
const SHEET_LINK: &str = "<link rel=\"stylesheet\" href=\"/page/style.css\">";

/// A file as it is sent.
struct Sent {
    kind: String,
    tag: String,
    plain: Vec<u8>,
    /// For browsers that can unpack it, a third as large.
    packed: Vec<u8>,
}

static SENT: LazyLock<HashMap<String, Sent>> = LazyLock::new(|| {
    let files = Files::iter().filter_map(|name| {
        let file = Files::get(&name)?;
        let kind = match file.metadata.mimetype() {
            text if text.starts_with("text/") => format!("{text}; charset=utf-8"),
            other => other.to_owned(),
        };
        let mut tag = file.metadata.sha256_hash()[..8].to_vec();
        let mut plain = file.data.into_owned();
        if name == START {
            plain = with_sheet(plain);
            tag.extend_from_slice(&Files::get(SHEET)?.metadata.sha256_hash()[..8]);
        }
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&plain).ok()?;
        let packed = encoder.finish().ok()?;
        let tag = format!("\"{}\"", tag.iter().map(|b| format!("{b:02x}")).collect::<String>());
        Some((name.into_owned(), Sent { kind, tag, plain, packed }))
    });
    files.collect()
});

/// The start with the style sheet in it: a browser paints nothing before it has the style, and
/// asking for it takes longer than all the rest.
fn with_sheet(start: Vec<u8>) -> Vec<u8> {
    let text = String::from_utf8_lossy(&start);
    match Files::get(SHEET) {
        Some(sheet) => {
            let style = format!("<style>{}</style>", String::from_utf8_lossy(&sheet.data));
            text.replacen(SHEET_LINK, &style, 1).into_bytes()
        }
        None => start,
    }
}

/// What the page may load: what the server has, and the one style that was put into it.
static POLICY: LazyLock<Option<HeaderValue>> = LazyLock::new(|| {
    let sheet = BASE64_STANDARD.encode(Files::get(SHEET)?.metadata.sha256_hash());
    let policy = format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'sha256-{sheet}'; \
         img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'"
    );
    HeaderValue::from_str(&policy).ok()
});

/// One file of the page. What is not built in is not there, whatever the path says.
pub(crate) fn file(path: &str, headers: &HeaderMap) -> Response {
    let Some(sent) = SENT.get(path) else {
        return (StatusCode::NOT_FOUND, "there is no such page here\n").into_response();
    };
    // Browsers keep the page and ask whether it is still the same.
    let cache = [(header::CACHE_CONTROL, "no-cache"), (header::ETAG, sent.tag.as_str())];
    let known = headers.get(header::IF_NONE_MATCH);
    let mut response = if known.is_some_and(|known| known.as_bytes() == sent.tag.as_bytes()) {
        (StatusCode::NOT_MODIFIED, cache).into_response()
    } else {
        let kind = [(header::CONTENT_TYPE, sent.kind.as_str()), (header::VARY, "accept-encoding")];
        let unpacks = headers.get_all(header::ACCEPT_ENCODING).iter().any(|accepted| {
            accepted.to_str().is_ok_and(|list| list.split(',').any(|way| way.trim() == "gzip"))
        });
        if unpacks {
            let packed = sent.packed.as_slice();
            (cache, kind, [(header::CONTENT_ENCODING, "gzip")], packed).into_response()
        } else {
            (cache, kind, sent.plain.as_slice()).into_response()
        }
    };
    if let (START, Some(policy)) = (path, &*POLICY) {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy.clone());
    }
    response
}

/// The start as it is sent, with its style.
pub(crate) fn start_text() -> String {
    SENT.get(START)
        .map_or_else(String::new, |sent| String::from_utf8_lossy(&sent.plain).into_owned())
}

/// All other files that the page loads, with their names.
pub(crate) fn others() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    let others = SENT.iter().filter(|(name, _)| ![START, SHEET].contains(&name.as_str()));
    others.map(|(name, sent)| (name.as_str(), sent.plain.as_slice()))
}

/// The start of the page.
pub(crate) fn start(headers: &HeaderMap) -> Response {
    file(START, headers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_page_is_small() {
        let bytes: usize = SENT.values().map(|sent| sent.packed.len()).sum();
        assert!(bytes < 100_000, "{bytes}");
    }

    #[test]
    fn files_are_packed_for_those_who_unpack_them() {
        let accepting = |ways: &'static str| {
            HeaderMap::from_iter([(header::ACCEPT_ENCODING, ways.parse().unwrap())])
        };
        for (ways, packed) in [("gzip, deflate, br", true), ("br", false), ("", false)] {
            let answer = file("main.js", &accepting(ways));
            assert_eq!(answer.headers().contains_key(header::CONTENT_ENCODING), packed, "{ways}");
        }
    }

    #[test]
    fn the_start_has_its_style_in_it() {
        let text = String::from_utf8(SENT[START].plain.clone()).unwrap();
        assert!(!text.contains(SHEET_LINK));
        assert!(text.contains("<style>") && text.contains("</style>\n<script"));
        // Nothing in the sheet ends it early.
        assert_eq!(text.matches("</style").count(), 1);
    }

    #[test]
    fn the_page_asks_nobody_else_for_anything() {
        for name in Files::iter() {
            let file = Files::get(&name).unwrap();
            let text = String::from_utf8(file.data.into_owned()).unwrap();
            for line in text.lines().filter(|line| line.contains("://")) {
                let known = ["http://www.w3.org/", "://${location.host}/"];
                assert!(known.iter().any(|known| line.contains(known)), "{name}: {line}");
            }
        }
    }

    #[test]
    fn only_what_is_built_in_is_there() {
        for path in ["../Cargo.toml", "..", "", "/etc/passwd", "main.js/../../Cargo.toml"] {
            assert_eq!(file(path, &HeaderMap::new()).status(), StatusCode::NOT_FOUND, "{path}");
        }
    }
}
