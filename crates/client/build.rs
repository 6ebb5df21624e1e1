//! Builds the web client and lists its files for the crate. Without npm there is a page that says so; an npm that fails is a
//! build that fails.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, exit};

/// What the client is made from, in `web/`. Nothing else there makes a new build, least of all what npm installs.
const SOURCES: [&str; 10] = [
    "src",
    // The page verifies a game with the tile sets.
    "../crates/rules/languages",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    ".npmrc",
    "vite.config.ts",
    "svelte.config.js",
    "tsconfig.json",
];

/// What npm leaves behind when it has installed what the lock names.
const INSTALLED: &str = "node_modules/.package-lock.json";

/// Windows finds a script only by its whole name.
const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

fn main() {
    println!("cargo::rustc-check-cfg=cfg(client_is_built)");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=missing.html");
    let folder = |name: &str| PathBuf::from(env::var_os(name).expect("cargo names the folders of a build"));
    let (here, out) = (folder("CARGO_MANIFEST_DIR"), folder("OUT_DIR"));
    let web = here.join("../../web");
    for source in SOURCES {
        // A file that is not there would make every build a new one.
        let source = web.join(source);
        if source.exists() {
            println!("cargo::rerun-if-changed={}", source.display());
        }
    }
    let (site, packed) = (out.join("site"), out.join("packed"));
    let prepared = emptied(&site).and_then(|()| emptied(&packed));
    or_fail("no folder for the client", prepared);
    if has_npm(&web) {
        build(&web, &site);
        println!("cargo::rustc-cfg=client_is_built");
    } else {
        println!(
            "cargo::warning=npm is not on this machine: the program gets a page that says how to build the client"
        );
        println!("cargo::rerun-if-env-changed=PATH");
        or_fail("no page", fs::copy(here.join("missing.html"), site.join("index.html")));
    }
    let files = memory_serve::assets_to_code("the web client", &site, &packed, true, |_| {});
    or_fail("no list of files", fs::write(out.join("files.rs"), files));
}

fn emptied(folder: &Path) -> io::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)
}

fn has_npm(web: &Path) -> bool {
    npm(web, ["--version"]).output().is_ok_and(|output| output.status.success())
}

fn npm(web: &Path, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
    let mut npm = Command::new(NPM);
    npm.current_dir(web).args(arguments);
    // Cargo says by this whether it builds for debugging; to many programs of Node it means that they shall talk.
    npm.env_remove("DEBUG");
    npm
}

fn build(web: &Path, site: &Path) {
    if is_stale(web) {
        // Whatever the machine's own settings are, the tools of the build are among those for development.
        run(npm(web, ["ci", "--include=dev", "--no-fund", "--no-audit"]));
    }
    let mut vite = npm(web, ["run", "build", "--silent"]);
    vite.env("DORD_WEB_OUT", site).env("NODE_ENV", "production");
    run(vite);
}

/// Whether what is installed is older than the lock, or nothing is.
fn is_stale(web: &Path) -> bool {
    let changed = |file: &str| fs::metadata(web.join(file)).and_then(|it| it.modified()).ok();
    changed(INSTALLED) < changed("package-lock.json")
}

/// Runs a command whose output matters only if it fails.
fn run(mut command: Command) {
    let words: Vec<_> = command.get_args().map(|word| word.to_string_lossy().into_owned()).collect();
    let what = format!("`npm {}`", words.join(" "));
    let output = or_fail(&what, command.output());
    if !output.status.success() {
        let said = [output.stdout, output.stderr].concat();
        eprintln!("{what} in web/ ended with {}:\n{}", output.status, String::from_utf8_lossy(&said));
        exit(1);
    }
}

fn or_fail<T>(what: &str, result: io::Result<T>) -> T {
    result.unwrap_or_else(|error| {
        eprintln!("{what}: {error}");
        exit(1)
    })
}
