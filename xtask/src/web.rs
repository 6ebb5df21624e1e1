//! The web client: its own checks, and browser tests.

use std::{env, path::PathBuf, process::Command};

use crate::{
    checkout::{Checkout, run},
    debian,
    npm::NodePackage,
    services::Services,
    step::Failure,
};

/// Folder of the client, from the root.
const CLIENT: &str = "web";

/// Variable with the browser for the tests.
const CHROMIUM: &str = "CHROMIUM";

/// Names of the browser, most likely first. The headless shell is faster, but shows no notifications.
const CHROMIUM_NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Reverse proxies for the browser tests, each named like its package.
const PROXIES: [&str; 2] = ["caddy", "nginx"];

/// Extent of the browser tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// The tests for every change.
    Usual,
    /// Including the slow variants.
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

/// Runs the browser tests against the development build.
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

/// Updates the screenshots in `docs/screenshots/`.
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

/// The browser named by the variable, or the machine's, or Debian's after installation.
fn browser(checkout: &Checkout) -> Result<PathBuf, Failure> {
    if let Some(named) = env::var_os(CHROMIUM) {
        return Ok(named.into());
    }
    if let Some(found) = find_browser() {
        return Ok(found);
    }
    let missing = format!("Chromium is missing: install it, or name a browser of its kind in {CHROMIUM}");
    debian::install(checkout, "chromium", &missing)?;
    find_browser().ok_or(Failure(missing))
}

/// Installs missing proxies. If that is not possible, their tests report that they are skipped.
fn install_proxies(checkout: &Checkout) {
    for name in PROXIES.into_iter().filter(|name| find_program(&[name]).is_none()) {
        let missing = format!("{name} is missing: the tests behind it are skipped");
        if let Err(failure) = debian::install(checkout, name, &missing) {
            println!("{}", failure.0);
        }
    }
}

fn find_browser() -> Option<PathBuf> {
    find_program(&CHROMIUM_NAMES)
}

/// The first of these programs that the machine has.
fn find_program(names: &[&str]) -> Option<PathBuf> {
    let search = env::var_os("PATH").unwrap_or_default();
    // Debian installs servers in a folder that is not in every search path.
    let folders: Vec<PathBuf> = env::split_paths(&search).chain([PathBuf::from("/usr/sbin")]).collect();
    let candidates = names.iter().flat_map(|name| {
        let file = format!("{name}{}", env::consts::EXE_SUFFIX);
        folders.iter().map(move |folder| folder.join(&file))
    });
    candidates.into_iter().find(|candidate| candidate.is_file())
}
