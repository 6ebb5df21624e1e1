//! The web client: its own checks, and the browser that plays with it.

use std::{env, path::PathBuf, process::Command};

use crate::{
    checkout::{Checkout, run},
    debian,
    node::NodePackage,
    services::Services,
    step::Failure,
};

/// Where the client is, from the root.
const CLIENT: &str = "web";

/// The variable by which the tests find the browser.
const CHROMIUM: &str = "CHROMIUM";

/// What the browser is called, the likeliest first.
const CHROMIUM_NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Reverse proxies that the browser plays behind, each named like its package.
const PROXIES: [&str; 2] = ["caddy", "nginx"];

/// How much the browser plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// What every change has to pass.
    Usual,
    /// The long variants too.
    All,
}

/// Format, lints, types and unit tests.
pub(crate) fn check(checkout: &Checkout) -> Result<(), Failure> {
    let client = NodePackage::ready(checkout, CLIENT)?;
    for script in ["format", "lint", "test"] {
        run(client.script(script))?;
    }
    Ok(())
}

/// Plays in a real browser against the program as it is built.
pub(crate) fn play_in_browser(checkout: &Checkout, extent: Extent) -> Result<(), Failure> {
    let services = Services::start(checkout)?;
    install_proxies(checkout);
    let mut tests = in_browser(checkout, "e2e")?;
    services.tell(&mut tests);
    if extent == Extent::All {
        tests.env("DORD_E2E", "all");
    }
    run(tests)
}

/// Takes the pictures of `docs/screenshots/` anew.
pub(crate) fn take_screenshots(checkout: &Checkout) -> Result<(), Failure> {
    run(in_browser(checkout, "screenshots")?)
}

fn in_browser(checkout: &Checkout, script: &str) -> Result<Command, Failure> {
    let client = NodePackage::ready(checkout, CLIENT)?;
    let browser = browser(checkout)?;
    let program = checkout.built_program()?;
    let mut script = client.script(script);
    script.env("DORD_BINARY", program).env(CHROMIUM, browser);
    Ok(script)
}

/// The browser that the variable names, or the one of the machine, or Debian's once it is installed.
fn browser(checkout: &Checkout) -> Result<PathBuf, Failure> {
    if let Some(named) = env::var_os(CHROMIUM) {
        return Ok(named.into());
    }
    if let Some(found) = found_browser() {
        return Ok(found);
    }
    let missing = format!("Chromium is missing: install it, or name a browser of its kind in {CHROMIUM}");
    debian::install(checkout, "chromium", &missing)?;
    found_browser().ok_or(Failure(missing))
}

/// Installs the proxies that are missing. Where that cannot be done, the tests behind them say that they are skipped.
fn install_proxies(checkout: &Checkout) {
    for name in PROXIES.into_iter().filter(|name| found(&[name]).is_none()) {
        let missing = format!("{name} is missing: the tests behind it are skipped");
        if let Err(failure) = debian::install(checkout, name, &missing) {
            println!("{}", failure.0);
        }
    }
}

fn found_browser() -> Option<PathBuf> {
    found(&CHROMIUM_NAMES)
}

/// The first of these programs that the machine has.
fn found(names: &[&str]) -> Option<PathBuf> {
    let search = env::var_os("PATH").unwrap_or_default();
    // Debian puts servers where not everybody looks for them.
    let folders: Vec<PathBuf> = env::split_paths(&search).chain([PathBuf::from("/usr/sbin")]).collect();
    let candidates = names.iter().flat_map(|name| {
        let file = format!("{name}{}", env::consts::EXE_SUFFIX);
        folders.iter().map(move |folder| folder.join(&file))
    });
    candidates.into_iter().find(|candidate| candidate.is_file())
}
