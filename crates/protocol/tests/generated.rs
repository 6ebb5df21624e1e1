//! The files generated from the protocol types are up to date.

use std::{fs, path::Path};

#[test]
fn the_generated_files_are_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (path, expected) in [
        ("web/src/protocol.ts", protocol::typescript()),
        ("docs/protocol.md", protocol::reference_markdown()),
        ("crates/server/assets/docs.html", protocol::reference_html()),
    ] {
        let found = fs::read_to_string(root.join(path)).unwrap_or_default().replace("\r\n", "\n");
        assert!(found == expected, "{path} is stale: run `cargo xtask generate` and commit it");
    }
}

#[test]
fn the_html_reference_has_every_event_and_no_scripts() {
    let page = protocol::reference_html();
    for name in protocol::ClientEvent::NAMES {
        assert!(page.contains(&format!("<code>{name}</code></h3>")), "{name}");
    }
    for forbidden in ["<script", "style=", "onclick"] {
        assert!(!page.contains(forbidden), "{forbidden}");
    }
}
