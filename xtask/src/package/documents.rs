//! Licences and documents that are part of every package.

use std::path::Path;

use super::commands::{copy, entries};
use crate::{checkout::Checkout, step::Failure};

/// Copies the licences of the program and of its typeface, and licence and origin of every embedded
/// word list.
pub(super) fn copy_licences(checkout: &Checkout, folder: &Path) -> Result<(), Failure> {
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&checkout.root().join(name), &folder.join(name))?;
    }
    let typeface = "LICENSE-nunito.txt";
    copy(&checkout.root().join("web/src/ui/fonts").join(typeface), &folder.join(typeface))?;
    let lists = checkout.root().join("data");
    for language in entries(&lists)? {
        let list = lists.join(&language);
        if !list.is_dir() {
            continue;
        }
        for name in ["LICENSE", "PROVENANCE.md"] {
            copy(&list.join(name), &folder.join("data").join(&language).join(name))?;
        }
    }
    Ok(())
}

/// Copies the licences and the documents for users.
pub(super) fn copy_all(checkout: &Checkout, folder: &Path) -> Result<(), Failure> {
    copy_licences(checkout, folder)?;
    for name in ["README.md", "CHANGELOG.md"] {
        copy(&checkout.root().join(name), &folder.join(name))?;
    }
    Ok(())
}
