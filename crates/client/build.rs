//! Builds the web client and generates the list of its files.
//!
//! Without npm, the client is a page that says so. If npm fails, the build fails.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, exit};

/// The inputs of the client, relative to `web/`.
///
/// Other files, such as those in `node_modules`, do not cause a rebuild.
const SOURCES: [&str; 11] = [
    "src",
    // The client verifies games with the tile sets.
    "../crates/rules/languages",
    "public",
    "index.html",
    "compress.js",
    "package.json",
    "package-lock.json",
    ".npmrc",
    "vite.config.ts",
    "svelte.config.js",
    "tsconfig.json",
];

/// The file that npm writes after installing the packages of the lock file.
const INSTALLED: &str = "node_modules/.package-lock.json";

/// Windows finds a script only with its extension.
const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

fn main() {
    println!("cargo::rustc-check-cfg=cfg(client_is_built)");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=missing.html");
    let folder = |name: &str| PathBuf::from(env::var_os(name).expect("cargo names the folders of a build"));
    let (here, out) = (folder("CARGO_MANIFEST_DIR"), folder("OUT_DIR"));
    let web = here.join("../../web");
    for source in SOURCES {
        // Cargo would rebuild every time for a file that does not exist.
        let source = web.join(source);
        if source.exists() {
            println!("cargo::rerun-if-changed={}", source.display());
        }
    }
    let site = out.join("site");
    or_fail("no folder for the client", emptied(&site));
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
    let mut files = Vec::new();
    or_fail("no list of files", find_files(&site, &mut files));
    files.sort();
    let list: String = files.iter().map(|file| or_fail("no list of files", described(&site, file))).collect();
    or_fail("no list of files", fs::write(out.join("files.rs"), format!("&[{list}]")));
}

/// Collects the files of a folder, without their compressed forms.
fn find_files(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find_files(&path, files)?;
        } else if !path.extension().is_some_and(|extension| extension == "gz" || extension == "br") {
            files.push(path);
        }
    }
    Ok(())
}

/// A file as an expression of type `StaticFile`.
fn described(site: &Path, file: &Path) -> io::Result<String> {
    let plain = fs::read(file)?;
    let below = file.strip_prefix(site).map_err(io::Error::other)?;
    let route = below.iter().fold(String::new(), |route, part| route + "/" + &part.to_string_lossy());
    let content_type = content_type(&route)?;
    let mut hasher = DefaultHasher::new();
    plain.hash(&mut hasher);
    let etag = format!("{:016x}", hasher.finish());
    let packed = |extension: &str| {
        let packed = format!("{}.{extension}", file.display());
        let exists = Path::new(&packed).exists();
        if exists { format!("Some(include_bytes!({packed:?}))") } else { "None".to_owned() }
    };
    let (gzip, brotli, file) = (packed("gz"), packed("br"), file.display().to_string());
    Ok(format!(
        "StaticFile {{ route: {route:?}, content_type: {content_type:?}, etag: {etag:?}, \
         plain: include_bytes!({file:?}), gzip: {gzip}, brotli: {brotli} }},\n"
    ))
}

/// The media type of a file. A file of an unknown type fails the build.
fn content_type(route: &str) -> io::Result<&'static str> {
    Ok(match route.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript",
        "css" => "text/css",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "txt" => "text/plain",
        _ => return Err(io::Error::other(format!("{route}: no media type is known for this file"))),
    })
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
    // Cargo sets this to the debug level; many Node programs take it as a request for debug output.
    npm.env_remove("DEBUG");
    npm
}

fn build(web: &Path, site: &Path) {
    if is_stale(web) {
        // Build tools are dev dependencies; install them regardless of the machine's npm settings.
        run(npm(web, ["ci", "--include=dev", "--no-fund", "--no-audit"]));
    }
    let mut vite = npm(web, ["run", "build", "--silent"]);
    vite.env("DORD_WEB_OUT", site).env("NODE_ENV", "production");
    run(vite);
}

/// Whether the installed packages are missing or older than the lock file.
fn is_stale(web: &Path) -> bool {
    let changed = |file: &str| fs::metadata(web.join(file)).and_then(|it| it.modified()).ok();
    changed(INSTALLED) < changed("package-lock.json")
}

/// Runs a command and shows its output only if it fails.
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
