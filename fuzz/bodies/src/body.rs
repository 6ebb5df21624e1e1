use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Something that is fuzzed.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// Names its seeds, its target and its failures.
    pub name: &'static str,
    /// Takes any bytes; panics if a promise is broken.
    pub run: fn(&[u8]),
    /// Pieces that inputs of this kind are made of: chance alone would seldom spell them.
    pub dictionary: &'static [&'static [u8]],
}

impl Body {
    /// Where its seeds are kept.
    pub fn seeds_folder(&self) -> PathBuf {
        fuzz_folder().join("seeds").join(self.name)
    }

    /// Its seeds, in the order of their names.
    pub fn seeds(&self) -> io::Result<Vec<Vec<u8>>> {
        let entries: Result<Vec<_>, _> = fs::read_dir(self.seeds_folder())?.collect();
        let mut paths: Vec<PathBuf> = entries?.into_iter().map(|entry| entry.path()).collect();
        paths.sort();
        paths.iter().map(fs::read).collect()
    }

    /// Where inputs that broke something are written.
    pub fn artifacts_folder(&self) -> PathBuf {
        fuzz_folder().join("artifacts").join(self.name)
    }
}

/// The folder `fuzz` of the tree that this was built from.
fn fuzz_folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the bodies are a folder of fuzz")
}
