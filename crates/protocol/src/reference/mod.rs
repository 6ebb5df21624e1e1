//! What is generated from the wire: the types of TypeScript clients, and the page that people read.

mod document;
mod layout;
mod page;
mod typescript;

pub use page::{reference_html, reference_markdown};
pub use typescript::typescript;

/// How to write the generated files anew.
pub(crate) const REGENERATE: &str = "cargo xtask generate";
