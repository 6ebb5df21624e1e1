//! Installs the Debian package in a clean root, starts it, plays, upgrades, removes and purges it.
//!
//! systemd does not run in the root. The process is started as the unit specifies: its command,
//! user, folder and environment.

use std::{net::SocketAddr, path::Path};

use super::{
    VERSION,
    clean_root::CleanRoot,
    commands::{copy, ensure, is_installed, output_of, read, write},
    deb::{self, Compression, SETTINGS, UNITS},
    game::{self, Server},
    program::{Linkage, Program},
    unit::Unit,
    work_folder,
};
use crate::{
    checkout::{Checkout, run},
    step::Failure,
};

/// Maximum exposure level of the unit by `systemd-analyze`: 0 is none, 100 is full.
const EXPOSURE_MAX: &str = "15";

/// The link that systemd creates for an enabled unit.
const ENABLED: &str = "/etc/systemd/system/multi-user.target.wants/dord.service";
const BACKUP_ENABLED: &str = "/etc/systemd/system/timers.target.wants/dord-backup.timer";

/// A root with the package installed.
struct Installation<'t> {
    checkout: &'t Checkout,
    root: CleanRoot,
    address: SocketAddr,
}

pub(super) fn run_all(checkout: &Checkout, program: &Program) -> Result<(), Failure> {
    let folder = work_folder(checkout, "deb-test")?;
    let versions = [VERSION.to_owned(), format!("{VERSION}+upgraded")];
    let build = |version: &String| deb::build(checkout, program, version, Compression::None, &folder);
    let (first, second) = (build(&versions[0])?, build(&versions[1])?);

    let root = CleanRoot::unpack(checkout)?;
    let address = game::free_address()?;
    let test = Installation { checkout, root, address };
    write(&test.root.at("/etc/hosts"), "127.0.0.1 localhost\n")?;
    if program.linkage == Linkage::Static {
        test.add_broken_module()?;
    }
    test.install(&first, &versions[0])?;
    test.look_at_installed()?;
    let settings = format!("DORD_LISTEN={address}\nDORD_METRICS_LISTEN={}\n", game::free_address()?);
    write(&test.root.at(SETTINGS), &settings)?;
    test.play()?;
    let kept = test.commits()?;

    test.install(&second, &versions[1])?;
    ensure(read(&test.root.at(SETTINGS))? == settings, "the upgrade to keep the settings")?;
    ensure(test.commits()? == kept, "the upgrade to keep the games")?;
    test.play()?;
    let (before, kept) = (kept, test.commits()?);
    ensure(kept > before, "more commits after another game")?;

    test.dpkg(&["--remove", "dord"])?;
    ensure(!test.root.has("/usr/bin/dord"), "the program to be gone after removal")?;
    ensure(test.root.has("/var/lib/dord"), "the games to be kept after removal")?;
    ensure(read(&test.root.at(SETTINGS))? == settings, "the settings to be kept after removal")?;
    test.install(&second, &versions[1])?;
    ensure(test.commits()? == kept, "the games to be found again")?;

    test.dpkg(&["--purge", "dord"])?;
    for path in
        ["/var/lib/dord", "/var/lib/dord-backups", "/etc/dord", ENABLED, BACKUP_ENABLED, "/usr/bin/dord"]
    {
        ensure(!test.root.has(path), format!("nothing at {path} after purging"))?;
    }
    ensure(!test.has_user()?, "no user `dord` after purging")?;
    println!("the Debian package was installed, played with, upgraded, removed and purged");
    Ok(())
}

impl Installation<'_> {
    fn dpkg(&self, arguments: &[&str]) -> Result<(), Failure> {
        // The root is temporary, so dpkg need not sync.
        run(self.root.command(self.checkout, &[&["dpkg", "--force-unsafe-io"], arguments].concat()))
    }

    fn install(&self, package: &Path, version: &str) -> Result<(), Failure> {
        copy(package, &self.root.at("/tmp/dord.deb"))?;
        self.dpkg(&["--install", "/tmp/dord.deb"])?;
        let query = ["dpkg-query", "--show", "--showformat=${Version} ${db:Status-Abbrev}", "dord"];
        let found = output_of(self.root.command(self.checkout, &query))?;
        ensure(found.trim() == format!("{version} ii"), format!("version {version}, found {found}"))
    }

    /// Checks the user, the folders and the units.
    fn look_at_installed(&self) -> Result<(), Failure> {
        ensure(self.has_user()?, "a user `dord`")?;
        let stat = ["stat", "--format=%U:%G %a", "/var/lib/dord", "/var/lib/dord-backups", SETTINGS];
        let found = output_of(self.root.command(self.checkout, &stat))?;
        ensure(
            found == "dord:dord 700\ndord:dord 700\nroot:root 600\n",
            format!("private folders, found {found}"),
        )?;
        for path in [ENABLED, BACKUP_ENABLED] {
            ensure(self.root.has(path), format!("an enabled unit at {path}"))?;
        }
        let version = output_of(self.root.command(self.checkout, &["dord", "--version"]))?;
        ensure(version.starts_with(&format!("dord {VERSION}\n")), format!("the version, found {version}"))?;
        self.look_at_units()
    }

    /// Verifies the units with systemd, and checks their exposure.
    fn look_at_units(&self) -> Result<(), Failure> {
        if !is_installed("systemd-analyze") {
            println!("SKIPPED: systemd-analyze is not on this machine, so the units are not verified");
            return Ok(());
        }
        // The units refer to targets of systemd, which the root does not have.
        let mut targets = self.checkout.command("sh");
        targets.args(["-euc", "cp --no-clobber \"$1\"/*.target \"$0$1\""]).arg(self.root.path()).arg(UNITS);
        run(targets)?;
        let mut verify = self.checkout.command("systemd-analyze");
        verify.arg("verify").arg("--root").arg(self.root.path()).args(["dord.service", "dord-backup.timer"]);
        let output = verify.output().map_err(|error| Failure(format!("systemd-analyze: {error}")))?;
        // systemd only warns about an unknown setting.
        let remarks = String::from_utf8_lossy(&output.stderr);
        let is_clean = output.status.success() && !remarks.contains("dord");
        ensure(is_clean, format!("units without a remark of systemd, found:\n{remarks}"))?;
        for unit in ["dord.service", "dord-backup.service"] {
            let mut security = self.checkout.command("systemd-analyze");
            security.args(["security", "--no-pager", "--offline=true", "--threshold", EXPOSURE_MAX]);
            security.arg("--root").arg(self.root.path()).arg(unit);
            let report = output_of(security)?;
            println!("{}", report.lines().last().unwrap_or_default());
        }
        Ok(())
    }

    /// Configures an NSS module that crashes every program that loads it, as one for another C
    /// library can.
    fn add_broken_module(&self) -> Result<(), Failure> {
        let source = self.root.at("/tmp/broken.c");
        write(
            &source,
            "#include <stdlib.h>\n__attribute__((constructor)) static void end(void) { abort(); }\n",
        )?;
        let mut compiler = self.checkout.command("cc");
        compiler
            .args(["-shared", "-fPIC", "-o"])
            .arg(self.root.at("/usr/lib/libnss_broken.so.2"))
            .arg(source);
        run(compiler)?;
        write(&self.root.at("/etc/nsswitch.conf"), "hosts: broken files dns\n")
    }

    fn has_user(&self) -> Result<bool, Failure> {
        Ok(read(&self.root.at("/etc/passwd"))?.lines().any(|line| line.starts_with("dord:")))
    }

    /// Starts the server as its unit specifies, plays, and stops it.
    fn play(&self) -> Result<(), Failure> {
        let unit = Unit::read(self.root.path(), &format!("{UNITS}/dord.service"))?;
        let environment = unit.environment.iter().map(String::as_str);
        let command = unit.command.iter().map(String::as_str);
        let words: Vec<&str> =
            ["env", "-C", &unit.folder].into_iter().chain(environment).chain(command).collect();
        let server = Server::start(self.root.command_as(self.checkout, &unit.user, &words), self.address)?;
        game::play(self.root.command(self.checkout, &["dord"]), server.address())?;
        server.stop(self.checkout)
    }

    /// Number of commits according to the installed program.
    fn commits(&self) -> Result<u64, Failure> {
        let stats = ["dord", "admin", "stats", "--json", "--data-dir", "/var/lib/dord"];
        game::commits(&output_of(self.root.command_as(self.checkout, "dord", &stats))?)
    }
}
