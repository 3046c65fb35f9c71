//! The page, as it is built into the program.

use std::collections::HashMap;
use std::io::Write;
use std::sync::LazyLock;

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "page"]
struct Files;

/// The files as they are sent to browsers that can unpack them, a third as large.
static PACKED: LazyLock<HashMap<String, Vec<u8>>> = LazyLock::new(|| {
    let packed = Files::iter().filter_map(|name| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&Files::get(&name)?.data).ok()?;
        Some((name.into_owned(), encoder.finish().ok()?))
    });
    packed.collect()
});

/// One file of the page. What is not built in is not there, whatever the path says.
pub(crate) fn file(path: &str, headers: &HeaderMap) -> Response {
    let Some(file) = Files::get(path) else {
        return (StatusCode::NOT_FOUND, "there is no such page here\n").into_response();
    };
    let tag: String = file.metadata.sha256_hash()[..8].iter().map(|b| format!("{b:02x}")).collect();
    let tag = format!("\"{tag}\"");
    // Browsers keep the page and ask whether it is still the same.
    let cache = [(header::CACHE_CONTROL, "no-cache".to_owned()), (header::ETAG, tag.clone())];
    let known = headers.get(header::IF_NONE_MATCH);
    if known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, cache).into_response();
    }
    let kind = match file.metadata.mimetype() {
        text if text.starts_with("text/") => format!("{text}; charset=utf-8"),
        other => other.to_owned(),
    };
    let kind = [(header::CONTENT_TYPE, kind), (header::VARY, "accept-encoding".to_owned())];
    let unpacks = headers.get_all(header::ACCEPT_ENCODING).iter().any(|accepted| {
        accepted.to_str().is_ok_and(|list| list.split(',').any(|way| way.trim() == "gzip"))
    });
    match PACKED.get(path).filter(|_| unpacks) {
        Some(packed) => {
            (cache, kind, [(header::CONTENT_ENCODING, "gzip")], packed.as_slice()).into_response()
        }
        None => (cache, kind, file.data).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_page_is_small() {
        let bytes: usize = PACKED.values().map(Vec::len).sum();
        assert!(bytes < 100_000, "{bytes}");
    }

    #[test]
    fn files_are_packed_for_those_who_unpack_them() {
        let accepting = |ways: &'static str| {
            HeaderMap::from_iter([(header::ACCEPT_ENCODING, ways.parse().unwrap())])
        };
        for (ways, packed) in [("gzip, deflate, br", true), ("br", false), ("", false)] {
            let answer = file("style.css", &accepting(ways));
            assert_eq!(answer.headers().contains_key(header::CONTENT_ENCODING), packed, "{ways}");
        }
    }

    #[test]
    fn the_page_asks_nobody_else_for_anything() {
        for name in Files::iter() {
            let file = Files::get(&name).unwrap();
            let text = String::from_utf8(file.data.into_owned()).unwrap();
            for line in text.lines().filter(|line| line.contains("://")) {
                let known = ["http://www.w3.org/", "https://hexworld.org/", "://${location.host}/"];
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
