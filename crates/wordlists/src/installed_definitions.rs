use std::{path::PathBuf, sync::Arc};

use definitions::Definitions;
use rules::Language;

use crate::{WordListError, WordLists, installed::open_file};

/// Definitions are in the folder of the lists.
impl WordLists {
    /// The path of the definitions of a language, whether or not they exist.
    pub fn definitions_path(&self, language: &Language) -> PathBuf {
        self.file(language, "ddf")
    }

    /// Opens the definitions of a language; `None` if none are installed.
    pub fn open_definitions(&self, language: &Arc<Language>) -> Result<Option<Definitions>, WordListError> {
        let path = self.definitions_path(language);
        let Some(file) = open_file(&path)? else { return Ok(None) };
        match Definitions::open(file, language.clone()) {
            Ok(definitions) => Ok(Some(definitions)),
            Err(fault) => {
                Err(WordListError::BrokenDefinitions { path, code: language.code().to_owned(), fault })
            }
        }
    }

    /// Installs definitions in their stored form, replacing earlier ones, and returns their path.
    pub fn install_definitions(&self, language: &Language, stored: &[u8]) -> Result<PathBuf, WordListError> {
        self.replace(self.definitions_path(language), stored)
    }

    /// Removes the definitions of a language, and returns whether there were any.
    pub fn remove_definitions(&self, language: &Language) -> Result<bool, WordListError> {
        self.remove_file(self.definitions_path(language))
    }
}
