//! The web client, built from `web/` and embedded in the program.
//!
//! It is a separate crate, so that changing the client recompiles no other code, and changing other
//! code does not rebuild the client.

use static_files::StaticFile;

static FILES: &[StaticFile] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Whether the client was built. If npm is missing, a page says how to build it.
pub const IS_BUILT: bool = cfg!(client_is_built);

/// The files of the client and the paths they are served at.
///
/// ```
/// assert!(client::files().iter().any(|file| file.route == "/index.html"));
/// ```
pub fn files() -> &'static [StaticFile] {
    FILES
}
