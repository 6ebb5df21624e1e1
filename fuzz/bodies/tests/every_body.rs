//! Every body is complete and passes on its seeds.

use std::{collections::BTreeSet, fs, path::Path};

use fuzz_bodies::BODIES;

fn fuzz_folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the bodies are a folder of fuzz")
}

/// The names of the entries of a folder, without their extensions.
fn stems(folder: &str) -> BTreeSet<String> {
    fs::read_dir(fuzz_folder().join(folder))
        .expect("the folder is part of the tree")
        .map(|entry| entry.expect("a readable folder").path())
        .map(|path| path.file_stem().expect("an entry has a name").to_string_lossy().into_owned())
        .collect()
}

#[test]
fn every_body_passes_on_its_seeds_and_on_empty_input() {
    for body in BODIES {
        let seeds = body.seeds().expect("fuzz/seeds has a folder for it");
        assert!(!seeds.is_empty(), "{} has no seeds", body.name);
        for seed in seeds {
            (body.run)(&seed);
        }
        (body.run)(&[]);
    }
}

#[test]
fn bodies_seeds_and_libfuzzer_targets_correspond() {
    let names: BTreeSet<String> = BODIES.iter().map(|body| body.name.to_owned()).collect();
    assert_eq!(names.len(), BODIES.len(), "two bodies have one name");
    assert_eq!(stems("seeds"), names);
    assert_eq!(stems("fuzz_targets"), names);

    let manifest = fs::read_to_string(fuzz_folder().join("Cargo.toml")).expect("it is part of the tree");
    for name in names {
        let line = format!("path = \"fuzz_targets/{name}.rs\"");
        assert!(manifest.contains(&line), "fuzz/Cargo.toml has no [[bin]] with {line}");
        let target =
            fs::read_to_string(fuzz_folder().join(format!("fuzz_targets/{name}.rs"))).expect("a target");
        assert!(
            target.contains(&format!("fuzz_bodies::{name}(input)")),
            "the target {name} runs another body"
        );
    }
}
