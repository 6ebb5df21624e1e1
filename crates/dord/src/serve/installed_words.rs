use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use definitions::Definitions;
use lexicon::Lexicon;
use rules::Language;
use tables::Lexicons;
use wordlists::WordLists;

/// Word lists and definitions of a server, by language code, as they were at its start.
pub(super) struct InstalledWords {
    lexicons: HashMap<String, Arc<Lexicon>>,
    definitions: HashMap<String, Arc<Definitions>>,
}

impl InstalledWords {
    /// Opens the operator's list of each language, or the built-in one, and installed definitions.
    pub(super) fn open(data_dir: &Path) -> anyhow::Result<InstalledWords> {
        let lists = WordLists::new(data_dir);
        let mut words = InstalledWords { lexicons: HashMap::new(), definitions: HashMap::new() };
        for language in Language::all() {
            let code = language.code();
            words.lexicons.insert(code.to_owned(), lists.open(language)?.lexicon);
            match lists.open_definitions(language) {
                Ok(Some(definitions)) => {
                    words.definitions.insert(code.to_owned(), Arc::new(definitions));
                }
                Ok(None) => {}
                // No game depends on them, so a damaged file does not stop the server.
                Err(error) => tracing::warn!(language = code, "{error}"),
            }
        }
        Ok(words)
    }
}

impl Lexicons for InstalledWords {
    fn lexicon(&self, code: &str) -> Option<Arc<Lexicon>> {
        self.lexicons.get(code).cloned()
    }

    fn definitions(&self, code: &str) -> Option<Arc<Definitions>> {
        self.definitions.get(code).cloned()
    }
}
