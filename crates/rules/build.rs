//! Generates the list of tile sets in `languages/`, so that adding a file adds a language.

use std::{env, fs, path::Path};

fn main() {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("languages");
    println!("cargo::rerun-if-changed={}", folder.display());

    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("crates/rules/languages is part of the tree")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        .collect();
    files.sort();

    let listed: Vec<String> =
        files.iter().map(|path| format!("include_str!(r\"{}\")", path.display())).collect();
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("languages.rs");
    fs::write(out, format!("&[{}]\n", listed.join(", "))).expect("OUT_DIR is writable");
}
