//! Output of `dord --version`.

use std::env::consts;
use std::sync::LazyLock;

use rules::Language;

/// Commit that the program was built from.
///
/// Only builds that set the variable have one: those of `cargo xtask package` and releases. A
/// development build does not ask Git, so that a new commit triggers no recompilation.
const COMMIT: Option<&str> = option_env!("DORD_COMMIT");

/// Version, commit and compiled-in features, one per line.
static LONG: LazyLock<String> = LazyLock::new(|| {
    let page = if client::IS_BUILT { "page" } else { "no page (built without npm)" };
    let languages: Vec<&str> = Language::all().iter().map(|language| language.code()).collect();
    format!(
        "{}\ncommit: {}\nfeatures: {page}, sqlite, postgresql, nats\nlanguages: {}\nsystem: {} {}",
        env!("CARGO_PKG_VERSION"),
        COMMIT.unwrap_or("unknown (a development build)"),
        languages.join(", "),
        consts::OS,
        consts::ARCH,
    )
});

/// Text after the program's name for `--version`. `-V` prints the version alone.
pub(crate) fn long() -> &'static str {
    &LONG
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_names_the_commit_and_what_was_compiled_in() {
        let lines: Vec<&str> = long().lines().collect();
        assert_eq!(lines[0], env!("CARGO_PKG_VERSION"));
        assert!(lines[1].starts_with("commit: ") && lines[1].len() > "commit: ".len(), "{}", lines[1]);
        assert!(lines[2].starts_with("features: ") && lines[2].contains("sqlite"), "{}", lines[2]);
        assert!(lines[3].starts_with("languages: ") && lines[3].contains("en"), "{}", lines[3]);
    }
}
