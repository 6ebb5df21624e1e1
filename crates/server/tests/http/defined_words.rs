//! The built-in word lists, with definitions of some English words.

use std::io::Write;
use std::sync::Arc;

use definitions::{Definitions, import::Importer};
use lexicon::{Lexicon, Origin};
use rules::Language;
use tables::Lexicons;

pub(crate) struct DefinedWords {
    definitions: Arc<Definitions>,
}

impl DefinedWords {
    /// Words with the definitions in a tab-separated text.
    pub(crate) fn new(text: &str) -> Arc<DefinedWords> {
        DefinedWords::changed(text, |_| {})
    }

    /// As `new`, after a change of the stored form.
    pub(crate) fn changed(text: &str, change: impl FnOnce(&mut Vec<u8>)) -> Arc<DefinedWords> {
        let english = Language::by_code("en").unwrap();
        let mut importer = Importer::new(&english);
        importer.read(text.as_bytes()).unwrap();
        let mut stored = importer.finish().compile(&Origin::new("mine", "1", "2026-11-15"));
        change(&mut stored);
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&stored).unwrap();
        Arc::new(DefinedWords { definitions: Arc::new(Definitions::open(file, english).unwrap()) })
    }
}

impl Lexicons for DefinedWords {
    fn lexicon(&self, code: &str) -> Option<Arc<Lexicon>> {
        wordlists::embedded(code).cloned()
    }

    fn definitions(&self, code: &str) -> Option<Arc<Definitions>> {
        (code == "en").then(|| Arc::clone(&self.definitions))
    }
}
