use std::{fs, io, path::Path};

use super::Finding;
use crate::checkout::Checkout;

/// The text files of the project.
pub(super) struct Tree {
    files: Vec<TextFile>,
}

/// A text file of the tree; images and compressed word lists are not text.
pub(super) struct TextFile {
    /// Path from the root, with `/` on every system.
    pub(super) path: String,
    pub(super) text: String,
}

/// Folders that a copy without Git has besides the sources.
const NOT_SOURCES: [&str; 9] = [
    ".git",
    "artifacts",
    "corpus",
    "dist",
    "dord-data",
    "node_modules",
    "playwright-report",
    "target",
    "test-results",
];

/// Inputs found by fuzzing: every byte matters, so no rule applies to them.
const FUZZ_SEEDS: &str = "fuzz/seeds/";

impl Tree {
    /// Reads the files that Git tracks or would track; in a copy without Git, all files except
    /// built ones.
    pub(super) fn read(checkout: &Checkout) -> io::Result<Tree> {
        let paths = match listed_by_git(checkout) {
            Some(paths) => paths,
            None => found_by_walking(checkout.root())?,
        };
        let mut files = Vec::new();
        for path in paths.into_iter().filter(|path| !path.starts_with(FUZZ_SEEDS)) {
            let bytes = match fs::read(checkout.root().join(&path)) {
                Ok(bytes) => bytes,
                // Removed, but still in Git's index.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(io::Error::new(error.kind(), format!("{path}: {error}"))),
            };
            if let Ok(text) = String::from_utf8(bytes)
                && !text.contains('\0')
            {
                files.push(TextFile { path, text });
            }
        }
        Ok(Tree { files })
    }

    #[cfg(test)]
    pub(super) fn of(files: &[(&str, &str)]) -> Tree {
        Tree { files: files.iter().map(|&(path, text)| TextFile::new(path, text)).collect() }
    }

    pub(super) fn files(&self) -> &[TextFile] {
        &self.files
    }

    pub(super) fn file(&self, path: &str) -> Option<&TextFile> {
        self.files.iter().find(|file| file.path == path)
    }
}

impl TextFile {
    #[cfg(test)]
    pub(super) fn new(path: &str, text: &str) -> TextFile {
        TextFile { path: path.to_owned(), text: text.to_owned() }
    }

    /// File name without folders.
    pub(super) fn name(&self) -> &str {
        self.path.rsplit_once('/').map_or(&self.path, |(_, name)| name)
    }

    /// File name extension.
    pub(super) fn extension(&self) -> &str {
        self.name().rsplit_once('.').map_or("", |(_, extension)| extension)
    }

    /// Lines with their numbers, from 1.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.text.split('\n'))
    }

    pub(super) fn finding(&self, line: usize, problem: impl Into<String>) -> Finding {
        Finding { path: self.path.clone(), line, problem: problem.into() }
    }
}

fn listed_by_git(checkout: &Checkout) -> Option<Vec<String>> {
    let mut git = checkout.command("git");
    git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    let output = git.output().ok().filter(|output| output.status.success())?;
    let listed = String::from_utf8(output.stdout).ok()?;
    let paths: Vec<String> = listed.split_terminator('\0').map(str::to_owned).collect();
    // An unpacked archive inside an unrelated repository has no tracked files.
    (!paths.is_empty()).then_some(paths)
}

fn found_by_walking(root: &Path) -> io::Result<Vec<String>> {
    let mut paths = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root.join(&folder))? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if NOT_SOURCES.contains(&name.as_str()) {
                continue;
            }
            let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
            let kind = entry.file_type()?;
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file() {
                paths.push(path);
            }
        }
    }
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walking_finds_sources_and_skips_built_files() {
        let paths = found_by_walking(Checkout::of_this_source().root()).unwrap();
        assert!(paths.iter().any(|path| path == "xtask/src/tidy/tree.rs"), "{paths:?}");
        assert!(!paths.iter().any(|path| path.starts_with("target/")));
    }

    #[test]
    fn name_and_extension_are_split_from_the_path() {
        let file = TextFile::new("crates/rules/Cargo.toml", "");
        assert_eq!((file.name(), file.extension()), ("Cargo.toml", "toml"));
        assert_eq!(TextFile::new("LICENSE-MIT", "").extension(), "");
    }
}
