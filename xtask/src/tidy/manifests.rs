use super::{
    Finding,
    tree::{TextFile, Tree},
};

const ARCHITECTURE: &str = "ARCHITECTURE.md";

/// What every crate inherits from the workspace: section, line.
const INHERITED: [(&str, &str, &str); 3] = [
    ("package", "edition.workspace", "true"),
    ("package", "license.workspace", "true"),
    ("lints", "workspace", "true"),
];

/// Checks the manifests, and that ARCHITECTURE.md names each crate and each dependency.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let architecture = tree.file(ARCHITECTURE).map_or("", |file| file.text.as_str());
    let named = |name: &str| architecture.contains(&format!("`{name}`"));
    let mut findings = Vec::new();
    for file in tree.files().iter().filter(|file| file.name() == "Cargo.toml") {
        let entries = entries(file);
        findings.extend(inheritance(file, &entries));
        let folder = file.path.strip_suffix("/Cargo.toml");
        if let Some(folder) = folder.filter(|folder| !named(folder)) {
            findings.push(file.finding(1, format!("expected `{folder}` in the code map of {ARCHITECTURE}")));
        }
        for entry in entries.iter().filter(|entry| entry.is_external_dependency() && !named(entry.name())) {
            let problem = format!("expected `{}` with its reason in {ARCHITECTURE}", entry.name());
            findings.push(file.finding(entry.line, problem));
        }
    }
    for file in tree.files().iter().filter(|file| file.name() == "package.json") {
        for (line, name) in npm_dependencies(file).into_iter().filter(|(_, name)| !named(name)) {
            findings.push(file.finding(line, format!("expected `{name}` with its reason in {ARCHITECTURE}")));
        }
    }
    findings
}

/// Dependencies in a `package.json` with their line numbers. npm writes each on its own line.
fn npm_dependencies(file: &TextFile) -> Vec<(usize, &str)> {
    let mut is_inside = false;
    let mut dependencies = Vec::new();
    for (number, line) in file.lines() {
        let Some((key, value)) = line.trim().split_once(':') else {
            is_inside &= !line.trim().starts_with('}');
            continue;
        };
        let key = key.trim_matches('"');
        if value.trim() == "{" {
            is_inside = matches!(key, "dependencies" | "devDependencies");
        } else if is_inside {
            dependencies.push((number, key));
        }
    }
    dependencies
}

fn inheritance(file: &TextFile, entries: &[Entry]) -> Vec<Finding> {
    // Only members of our workspace inherit from it.
    let is_a_root = file.lines().any(|(_, line)| line.starts_with("[workspace"));
    if is_a_root {
        return Vec::new();
    }
    let missing = INHERITED.iter().filter(|&&inherited| {
        !entries.iter().any(|entry| (entry.section, entry.key, entry.value) == inherited)
    });
    missing
        .map(|(section, key, value)| file.finding(1, format!("expected `{key} = {value}` in [{section}]")))
        .collect()
}

/// A line `key = value` of a manifest. Our manifests have one line per dependency, so a full TOML
/// parser is not needed.
struct Entry<'t> {
    /// Line number, from 1.
    line: usize,
    section: &'t str,
    key: &'t str,
    value: &'t str,
}

impl Entry<'_> {
    /// Whether the line adds an external crate; a line that refers to the workspace adds nothing
    /// new.
    fn is_external_dependency(&self) -> bool {
        let ours = self.value.contains("path =") || self.value.contains("workspace = true");
        self.section.ends_with("dependencies") && !self.key.ends_with(".workspace") && !ours
    }

    fn name(&self) -> &str {
        self.key.trim_matches('"')
    }
}

fn entries(file: &TextFile) -> Vec<Entry<'_>> {
    let mut section = "";
    let mut entries = Vec::new();
    for (number, line) in file.lines() {
        if let Some(header) = line.strip_prefix('[').and_then(|rest| rest.trim_end().strip_suffix(']')) {
            section = header.trim_matches(['[', ']']);
        } else if line.starts_with(['#', ' ', '\t']) {
            // Otherwise a comment, or an item of a multi-line list.
        } else if let Some((key, value)) = line.split_once('=') {
            entries.push(Entry { line: number, section, key: key.trim(), value: value.trim() });
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEMBER: &str = "\
[package]
name = \"rules\"
edition.workspace = true
license.workspace = true

[dependencies]
sha2.workspace = true
lexicon = { path = \"../lexicon\" }

[lints]
workspace = true
";

    fn problems(architecture: &str, path: &str, manifest: &str) -> Vec<String> {
        let tree = Tree::of(&[(ARCHITECTURE, architecture), (path, manifest)]);
        check(&tree).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_crate_inherits_edition_licence_and_lints_from_the_workspace() {
        let path = "crates/rules/Cargo.toml";
        assert_eq!(problems("- `crates/rules`", path, MEMBER), Vec::<String>::new());
        for (section, key, value) in INHERITED {
            let own = MEMBER.replace(&format!("\n{key} = {value}"), "");
            let expected = format!("{path}:1: expected `{key} = {value}` in [{section}]");
            assert_eq!(problems("- `crates/rules`", path, &own), [expected]);
        }
    }

    #[test]
    fn a_crate_is_named_in_the_code_map() {
        let expected =
            "crates/rules/Cargo.toml:1: expected `crates/rules` in the code map of ARCHITECTURE.md";
        assert_eq!(problems("- `crates/rules-of-thumb`", "crates/rules/Cargo.toml", MEMBER), [expected]);
    }

    #[test]
    fn a_dependency_is_named_with_its_reason() {
        let root = "[workspace.dependencies]\nrules = { path = \"crates/rules\" }\nsha2 = \"0.11\"\nserde = { version = \"1\" }\n";
        let expected = "Cargo.toml:4: expected `serde` with its reason in ARCHITECTURE.md";
        assert_eq!(problems("`sha2`: hashes", "Cargo.toml", root), [expected]);
    }

    #[test]
    fn a_separate_workspace_inherits_nothing_but_its_dependencies_are_named() {
        let own =
            "[package]\nname = \"dord-fuzz\"\n\n[dependencies]\nlibfuzzer-sys = \"0.4\"\n\n[workspace]\n";
        let expected = "fuzz/Cargo.toml:5: expected `libfuzzer-sys` with its reason in ARCHITECTURE.md";
        assert_eq!(problems("`fuzz`", "fuzz/Cargo.toml", own), [expected]);
    }

    #[test]
    fn an_npm_package_is_named_with_its_reason() {
        let package = "{\n  \"name\": \"dord-web\",\n  \"dependencies\": {\n    \"svelte\": \"^5\"\n  },\n  \"devDependencies\": {\n    \"@types/node\": \"^20\",\n    \"vite\": \"^8\"\n  },\n  \"overrides\": {\n    \"rolldown\": \"1\"\n  }\n}\n";
        let expected = [
            "web/package.json:4: expected `svelte` with its reason in ARCHITECTURE.md",
            "web/package.json:8: expected `vite` with its reason in ARCHITECTURE.md",
        ];
        assert_eq!(problems("`@types/node`", "web/package.json", package), expected);
    }
}
