//! Compiles the list of every folder under `data/` into a word graph, so that a language is added by adding its folder.

use std::{
    env,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

use lexicon::{Origin, import::Importer};
use rules::Language;

fn main() {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../data");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    println!("cargo::rerun-if-changed={}", folder.display());

    let mut folders: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("data is part of the tree")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();

    let mut listed = String::new();
    for folder in folders {
        let code = folder
            .file_name()
            .and_then(|name| name.to_str())
            .expect("a folder is named by a language's code");
        let graph = compile(code, &folder);
        let file = out.join(format!("{code}.dwg"));
        fs::write(&file, graph).expect("OUT_DIR is writable");
        writeln!(listed, "    ({code:?}, include_bytes!({:?}).as_slice()),", file.display().to_string())
            .expect("a string takes everything");
    }
    fs::write(out.join("lists.rs"), format!("&[\n{listed}]\n")).expect("OUT_DIR is writable");
}

fn compile(code: &str, folder: &Path) -> Vec<u8> {
    let language = Language::by_code(code)
        .unwrap_or_else(|| panic!("data/{code}: there is no tile set crates/rules/languages/{code}.txt"));
    let read = |name: &str| {
        fs::read(folder.join(name)).unwrap_or_else(|error| panic!("data/{code}/{name}: {error}"))
    };
    let excluded = match fs::read_to_string(folder.join("excluded.txt")) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => panic!("data/{code}/excluded.txt: {error}"),
    };
    let excluded = excluded.lines().filter(|line| !line.starts_with('#'));
    let origin: Origin = serde_json::from_slice(&read("list.json"))
        .unwrap_or_else(|error| panic!("data/{code}/list.json: {error}"));
    Importer::new(&language)
        .excluding(excluded)
        .read(read("words.txt.gz").as_slice())
        .unwrap_or_else(|error| panic!("data/{code}/words.txt.gz: {error}"))
        .compile(&origin)
        .unwrap_or_else(|error| panic!("data/{code}/words.txt.gz: {error}"))
}
