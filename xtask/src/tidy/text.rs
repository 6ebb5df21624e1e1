use super::{Finding, markdown, tree::TextFile};

/// Paths that are specific to one machine. Split, so that this file does not break its own rule.
const MACHINE_PATHS: [&str; 5] = [
    concat!("/", "home/"),
    concat!("/", "work/"),
    concat!("/", "root/"),
    concat!("/", "Users/"),
    concat!(r"\", r"Users\"),
];

/// Addresses of package registries. They differ between machines, so none belongs in the tree.
const REGISTRY_ADDRESSES: [&str; 7] = [
    concat!("index.", "crates.io"),
    concat!("static.", "crates.io"),
    concat!("sparse+", "http"),
    concat!("registry.", "npmjs.org"),
    concat!("\"resolved\": \"", "http"),
    concat!("files.", "pythonhosted.org"),
    concat!("replace", "-with ="),
];

/// Name of the public registry in lock files, whichever mirror a machine uses.
const LOCKED_SOURCE: &str = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";

/// Rules for all text files.
pub(super) fn check(file: &TextFile) -> Vec<Finding> {
    let mut findings = markdown::check(file);
    if !is_verbatim(file) {
        findings.extend(shape(file));
    }
    for (number, line) in file.lines() {
        if let Some(path) = MACHINE_PATHS.iter().find(|path| stands_at_a_root(line, path)) {
            findings.push(file.finding(number, format!("expected no path of one machine, found `{path}`")));
        }
        if let Some(address) = REGISTRY_ADDRESSES.iter().find(|address| line.contains(*address)) {
            findings.push(file.finding(number, format!("expected no registry's address, found `{address}`")));
        }
        if file.name() == "Cargo.lock" && line.starts_with("source = ") && line != LOCKED_SOURCE {
            findings.push(file.finding(number, format!("expected `{LOCKED_SOURCE}`, found `{line}`")));
        }
    }
    findings
}

/// Third-party licence texts are not changed.
fn is_verbatim(file: &TextFile) -> bool {
    file.path.starts_with("data/") && file.name().starts_with("LICENSE")
}

/// Line endings, trailing whitespace and the end of the file.
fn shape(file: &TextFile) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (number, line) in file.lines() {
        if line.ends_with('\r') {
            findings.push(file.finding(number, "expected the line to end with LF, found CRLF"));
        } else if line.ends_with([' ', '\t']) {
            findings.push(file.finding(number, "expected no whitespace at the end of the line"));
        }
    }
    let last = file.text.split_terminator('\n').count();
    if !file.text.is_empty() && !file.text.ends_with('\n') {
        findings.push(file.finding(last, "expected a newline at the end of the file"));
    } else if file.text.ends_with("\n\n") {
        findings.push(file.finding(last, "expected no empty line at the end of the file"));
    }
    findings
}

/// Whether a line contains a path as an absolute one, not as the middle of a longer one.
fn stands_at_a_root(line: &str, path: &str) -> bool {
    line.match_indices(path).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|before| before.is_alphanumeric() || "._-~}".contains(before))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of the lines that break a rule.
    fn lines(path: &str, text: &str) -> Vec<usize> {
        check(&TextFile::new(path, text)).into_iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn a_text_file_has_unix_lines_without_trailing_whitespace_and_one_newline_at_its_end() {
        for (text, expected) in [
            ("", vec![]),
            ("one\n\ntwo\n", vec![]),
            ("one\ntwo", vec![2]),
            ("one\n\n", vec![2]),
            ("one \ntwo\t\n", vec![1, 2]),
            ("one\r\ntwo\n", vec![1]),
        ] {
            assert_eq!(lines("notes.md", text), expected, "{text:?}");
        }
    }

    #[test]
    fn the_licence_of_a_word_list_is_not_checked() {
        assert_eq!(lines("data/nl/LICENSE", "as published \r\n"), Vec::<usize>::new());
        assert_eq!(lines("data/nl/PROVENANCE.md", "ours \n"), [1]);
    }

    #[test]
    fn a_machine_path_is_found_but_not_inside_another_path() {
        for (line, found) in [
            (concat!("see /", "home/ada/dord"), true),
            (concat!("(file:///", "home/ada)"), true),
            (concat!(r"C:\", r"Users\ada"), true),
            (concat!("target/", "work/x"), false),
            (concat!("../", "work/x"), false),
            (concat!("https://dord.example/", "home/"), false),
        ] {
            assert_eq!(!lines("notes.md", &format!("{line}\n")).is_empty(), found, "{line}");
        }
    }

    #[test]
    fn lock_files_name_the_public_registry_only() {
        let mirror = concat!("source = \"sparse+", "https://mirror.example/index/\"\n");
        assert!(!lines("Cargo.lock", mirror).is_empty());
        assert_eq!(lines("Cargo.lock", &format!("{LOCKED_SOURCE}\n")), Vec::<usize>::new());
        assert_eq!(
            lines("package-lock.json", concat!("\"resolved\": \"", "https://a.example/b.tgz\"\n")),
            [1]
        );
    }
}
