//! The web client, built from `web/` and put into the program.
//!
//! It is a crate of its own so that a change of the client compiles nothing else anew, and a change of anything else does not
//! build the client.

use memory_serve::Asset;

static FILES: &[Asset] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Whether the client was built. Where npm is missing, a page says how to build it.
pub const IS_BUILT: bool = cfg!(client_is_built);

/// The files of the client with the paths that they are served at.
///
/// ```
/// assert!(client::files().iter().any(|file| file.route == "/index.html"));
/// ```
pub fn files() -> &'static [Asset] {
    FILES
}
