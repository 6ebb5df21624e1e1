use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// A fuzz body: a function that checks a property for arbitrary bytes.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// The name of the body, its seeds, its target and its artifacts.
    pub name: &'static str,
    /// Takes arbitrary bytes and panics if the property does not hold.
    pub run: fn(&[u8]),
    /// Tokens of the input format, which random mutation would seldom produce.
    pub dictionary: &'static [&'static [u8]],
}

impl Body {
    /// The folder of its seeds.
    pub fn seeds_folder(&self) -> PathBuf {
        fuzz_folder().join("seeds").join(self.name)
    }

    /// Its seeds, sorted by file name.
    pub fn seeds(&self) -> io::Result<Vec<Vec<u8>>> {
        let entries: Result<Vec<_>, _> = fs::read_dir(self.seeds_folder())?.collect();
        let mut paths: Vec<PathBuf> = entries?.into_iter().map(|entry| entry.path()).collect();
        paths.sort();
        paths.iter().map(fs::read).collect()
    }

    /// The folder for inputs that made it panic.
    pub fn artifacts_folder(&self) -> PathBuf {
        fuzz_folder().join("artifacts").join(self.name)
    }
}

/// The `fuzz` folder of the source tree.
fn fuzz_folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the bodies are a folder of fuzz")
}
