//! `spinney site`: the page without a server.

use std::fs;

use crate::{path, prints, spinney, text};

#[test]
fn a_site_is_written_with_the_engine_that_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (engine, site) = (folder.path().join("engine.wasm"), folder.path().join("a/site"));
    fs::write(&engine, b"\0asm\x01\0\0\0").unwrap();
    let said = prints(["site", path(&site), "--engine", path(&engine)]);
    assert!(said.contains("files"), "{said}");
    assert_eq!(fs::read(site.join("page/spinney.wasm")).unwrap(), fs::read(&engine).unwrap());
    for file in ["index.html", "manifest.webmanifest", "service-worker.js", "page/main.js"] {
        assert!(site.join(file).is_file(), "{file}");
    }
    // Whoever writes it again has the same site.
    let worker = fs::read(site.join("service-worker.js")).unwrap();
    prints(["site", path(&site), "--engine", path(&engine)]);
    assert_eq!(fs::read(site.join("service-worker.js")).unwrap(), worker);
}

#[test]
fn what_is_no_engine_is_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let (other, site) = (folder.path().join("engine.txt"), folder.path().join("site"));
    fs::write(&other, "no module").unwrap();
    for engine in [path(&other), "/nowhere/engine.wasm"] {
        let output = spinney(["site", path(&site), "--engine", engine], "");
        assert!(!output.status.success() && text(&output.stderr).contains(engine));
        assert!(!site.exists());
    }
}
