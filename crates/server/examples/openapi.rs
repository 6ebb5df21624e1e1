//! Writes the OpenAPI description of the HTTP API; `cargo xtask generate` runs this.

use std::{fs, io, path::Path};

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::write(root.join("docs/openapi.json"), server::openapi())
}
