//! Compiles the word list of every folder in `data/`: adding a folder adds a language.

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
        let mut vocabularies = String::new();
        for (tier, graph) in vocabularies_of(code, &folder).into_iter().enumerate() {
            let file = out.join(format!("{code}-{}.dwg", tier + 1));
            fs::write(&file, graph).expect("OUT_DIR is writable");
            write!(vocabularies, "include_bytes!({:?}).as_slice(), ", file.display().to_string())
                .expect("a string takes everything");
        }
        let common = match common_words_of(code, &folder) {
            Some(graph) => {
                let file = out.join(format!("{code}-common.dwg"));
                fs::write(&file, graph).expect("OUT_DIR is writable");
                format!("Some(include_bytes!({:?}).as_slice())", file.display().to_string())
            }
            None => "None".to_owned(),
        };
        let starting = match fs::read_to_string(folder.join("starting.txt")) {
            Ok(text) => format!("Some({text:?})"),
            Err(_) => "None".to_owned(),
        };
        let lexicons = fs::read_to_string(folder.join("lexicons.txt")).unwrap_or_default();
        let lexicons: Vec<&str> =
            lexicons.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
        writeln!(
            listed,
            "    Graphs {{ code: {code:?}, list: include_bytes!({:?}).as_slice(), vocabularies: &[{vocabularies}], \
             common: {common}, starting: {starting}, lexicons: &{lexicons:?} }},",
            file.display().to_string()
        )
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

/// Compiles the common words of a language, without hurtful ones. A language may have none.
fn common_words_of(code: &str, folder: &Path) -> Option<Vec<u8>> {
    let packed = fs::read(folder.join("common.txt.gz")).ok()?;
    let hurtful = fs::read_to_string(folder.join("hurtful.txt"))
        .unwrap_or_else(|error| panic!("data/{code}/hurtful.txt, which common.txt.gz asks for: {error}"));
    let hurtful = hurtful.lines().filter(|line| !line.starts_with('#'));
    let language = Language::by_code(code).expect("it was asked for before");
    let origin = Origin::new("common words", "1", "2026-11-16");
    let list = Importer::new(&language)
        .excluding(hurtful)
        .read(packed.as_slice())
        .unwrap_or_else(|error| panic!("data/{code}/common.txt.gz: {error}"));
    Some(list.compile(&origin).unwrap_or_else(|error| panic!("data/{code}/common.txt.gz: {error}")))
}

/// Compiles the vocabulary of each tier, smallest first. A language may have none.
///
/// Each tier includes the words of the tiers below.
fn vocabularies_of(code: &str, folder: &Path) -> Vec<Vec<u8>> {
    let Ok(packed) = fs::read(folder.join("vocabulary.txt.gz")) else { return Vec::new() };
    let problem = |what: &str| format!("data/{code}/vocabulary.txt.gz: {what}");
    let mut text = String::new();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(packed.as_slice()), &mut text)
        .unwrap_or_else(|error| panic!("{}", problem(&error.to_string())));
    let entries: Vec<(u8, &str)> = text
        .lines()
        .map(|line| {
            let entry = line.split_once(' ').and_then(|(tier, word)| Some((tier.parse().ok()?, word)));
            entry.unwrap_or_else(|| panic!("{}", problem(&format!("expected TIER WORD, found {line:?}"))))
        })
        .collect();
    let language = Language::by_code(code).expect("it was asked for before");
    let origin = Origin::new("vocabulary", "1", "2026-11-16");
    let tiers = entries.iter().map(|&(tier, _)| tier).max().unwrap_or(0);
    (1..=tiers)
        .map(|tier| {
            let known: Vec<&str> = entries
                .iter()
                .filter(|&&(known_from, _)| known_from <= tier)
                .map(|&(_, word)| word)
                .collect();
            Importer::new(&language)
                .read(known.join("\n").as_bytes())
                .unwrap_or_else(|error| panic!("{}", problem(&error.to_string())))
                .compile(&origin)
                .unwrap_or_else(|error| panic!("{}", problem(&error.to_string())))
        })
        .collect()
}
