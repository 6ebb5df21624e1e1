//! Writes the files generated from the protocol types; `cargo xtask generate` runs this.

use std::{fs, io, path::Path};

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (path, text) in [
        ("web/src/protocol.ts", protocol::typescript()),
        ("docs/protocol.md", protocol::reference_markdown()),
        ("crates/server/assets/docs.html", protocol::reference_html()),
    ] {
        let path = root.join(path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, text)?;
    }
    Ok(())
}
