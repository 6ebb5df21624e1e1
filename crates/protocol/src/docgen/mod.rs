//! Generators for the TypeScript types and the reference pages.

mod document;
mod layout;
mod page;
mod typescript;

pub use page::{reference_html, reference_markdown};
pub use typescript::typescript;

/// The command that regenerates the files.
pub(crate) const REGENERATE: &str = "cargo xtask generate";
