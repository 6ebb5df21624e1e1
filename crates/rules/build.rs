//! Lists the tile sets under `languages/`, so that a language is added by adding its file.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

fn main() {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("languages");
    println!("cargo::rerun-if-changed={}", folder.display());

    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("crates/rules/languages is part of the tree")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        .collect();
    files.sort();

    // Written as a string literal, so that the backslashes of a Windows path are escaped.
    let literal = |path: &PathBuf| format!("    include_str!({:?})", path.to_str().expect("a path in UTF-8"));
    let listed = files.iter().map(literal).collect::<Vec<_>>().join(",\n");
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("languages.rs");
    fs::write(out, format!("&[\n{listed}\n]\n")).expect("OUT_DIR is writable");
}
