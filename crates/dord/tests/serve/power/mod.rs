//! Power cuts: unsynced writes may be lost, in part or out of order.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::moves::random;
use crate::program::Program;
use crate::table::Table;

/// An operation of a program on a file.
enum DiskOperation {
    Wrote {
        offset: usize,
        data: Vec<u8>,
    },
    Cut {
        size: usize,
    },
    /// Sync: everything before it is on the disk. For a folder: its entries.
    Synced,
    Removed,
}

/// A program's file operations, in order.
struct Journal(Vec<(PathBuf, DiskOperation)>);

impl Journal {
    fn read(path: &Path) -> Journal {
        let bytes = fs::read(path).unwrap();
        let mut rest = bytes.as_slice();
        let mut take = |count: usize| rest.split_off(..count);
        let mut deeds = Vec::new();
        // An incomplete last record is an operation that was not finished.
        while let Some(kind) = take(1).map(|kind| kind[0]) {
            let mut record = || {
                let mut number = || Some(u64::from_ne_bytes(take(8)?.try_into().unwrap()) as usize);
                let length = number()?;
                let path = String::from_utf8(take(length)?.to_vec()).unwrap();
                let mut number = || Some(u64::from_ne_bytes(take(8)?.try_into().unwrap()) as usize);
                let (offset, size) = (number()?, number()?);
                let deed = match kind {
                    b'w' => DiskOperation::Wrote { offset, data: take(size)?.to_vec() },
                    b't' => DiskOperation::Cut { size: offset },
                    b'u' => DiskOperation::Removed,
                    _ => DiskOperation::Synced,
                };
                Some((PathBuf::from(path), deed))
            };
            let Some(record) = record() else { break };
            deeds.push(record);
        }
        Journal(deeds)
    }

    /// Writes the files that a power cut leaves: synced data, and some of the rest.
    fn after_a_power_cut(&self, folder: &Path, survives: &mut impl FnMut() -> Survival) {
        let mut files: BTreeMap<&Path, Vec<(usize, &DiskOperation)>> = BTreeMap::new();
        for (number, (path, deed)) in self.0.iter().enumerate() {
            files.entry(path).or_default().push((number, deed));
        }
        fs::create_dir(folder).unwrap();
        for (path, deeds) in &files {
            let last_sync = |path: &Path| {
                let synced = files.get(path).into_iter().flatten().rev();
                synced
                    .clone()
                    .find(|(_, deed)| matches!(deed, DiskOperation::Synced))
                    .map_or(0, |(number, _)| *number)
            };
            let (file_synced, folder_synced) = (last_sync(path), last_sync(path.parent().unwrap()));
            let mut content = None;
            for (number, deed) in deeds {
                let is_synced = match deed {
                    DiskOperation::Removed => *number < folder_synced,
                    _ => *number < file_synced,
                };
                let survival = if is_synced { Survival::Whole } else { survives() };
                apply(&mut content, deed, survival);
            }
            if let (Some(content), true) = (content, path.parent() != Some(folder.parent().unwrap())) {
                fs::write(folder.join(path.file_name().unwrap()), content).unwrap();
            }
        }
    }
}

/// What is left of an unsynced write.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Survival {
    Whole,
    /// The first of its sectors.
    Torn,
    Gone,
}

const SECTOR: usize = 512;

fn apply(file: &mut Option<Vec<u8>>, deed: &DiskOperation, survival: Survival) {
    match (deed, survival) {
        (DiskOperation::Synced, _) | (_, Survival::Gone) => {}
        (DiskOperation::Removed, _) => *file = None,
        (DiskOperation::Cut { size }, _) => file.get_or_insert_default().resize(*size, 0),
        (DiskOperation::Wrote { offset, data }, survival) => {
            let content = file.get_or_insert_default();
            let kept = if survival == Survival::Torn { data.len().min(SECTOR) } else { data.len() };
            let end = offset + kept;
            if content.len() < end {
                content.resize(end, 0);
            }
            content[*offset..end].copy_from_slice(&data[..kept]);
        }
    }
}

/// The preload library that writes the journal; `None` without a C compiler.
fn journalling(folder: &Path) -> Option<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/serve/power/journal.c");
    let library = folder.join("journal.so");
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    let mut compile = Command::new(compiler);
    compile.args(["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o"]).arg(&library).arg(source).arg("-ldl");
    match compile.status() {
        Ok(status) => {
            assert!(status.success(), "journal.c does not compile");
            Some(library)
        }
        Err(error) => {
            eprintln!("skipped: there is no C compiler ({error})");
            None
        }
    }
}

/// A server whose writes are recorded.
struct Watched {
    folder: tempfile::TempDir,
    program: Program,
}

impl Watched {
    fn start() -> Option<Watched> {
        let folder = tempfile::tempdir().unwrap();
        let library = journalling(folder.path())?;
        let data = folder.path().join("data");
        let program = Program::with_environment(
            &data,
            &[
                ("LD_PRELOAD", library.as_os_str()),
                ("DORD_POWER_FOLDER", data.as_os_str()),
                ("DORD_POWER_JOURNAL", folder.path().join("journal").as_os_str()),
                ("DORD_POWER_LIE", folder.path().join("lie").as_os_str()),
            ],
        );
        Some(Watched { folder, program })
    }

    /// From now on, syncs report success without effect.
    fn disk_lies(&self) {
        fs::write(self.folder.path().join("lie"), "").unwrap();
    }

    /// Cuts the power.
    fn cut(self) -> (tempfile::TempDir, Journal) {
        drop(self.program);
        let journal = Journal::read(&self.folder.path().join("journal"));
        (self.folder, journal)
    }
}

async fn play(program: &Program, moves: usize) -> Vec<Table> {
    let mut tables = Vec::new();
    for number in 0..3 {
        let mut table = Table::open(program.address, 40 + number).await;
        for _ in 0..moves {
            table.turn().await.unwrap();
        }
        tables.push(table);
    }
    tables
}

#[tokio::test(flavor = "multi_thread")]
async fn a_power_cut_takes_nothing_that_was_acknowledged() {
    const CUTS: u64 = 6;
    let Some(watched) = Watched::start() else { return };
    // After some hundred commits, the write-ahead log is checkpointed to the database file.
    let moves = std::env::var("DORD_POWER_MOVES").ok().and_then(|text| text.parse().ok()).unwrap_or(12);
    let mut tables = play(&watched.program, moves).await;
    let (folder, journal) = watched.cut();
    let synced = journal.0.iter().filter(|(_, deed)| matches!(deed, DiskOperation::Synced)).count();
    assert!(synced > 3 * moves, "only {synced} syncs: a move was acknowledged without one");
    for cut in 0..CUTS {
        let mut chance = cut + 1;
        let data = folder.path().join(format!("after{cut}"));
        journal.after_a_power_cut(&data, &mut || match (cut, random(&mut chance, 3)) {
            // In the first run no unsynced write survives, in the second run all do.
            (0, _) | (2.., 0) => Survival::Gone,
            (1, _) | (2.., 1) => Survival::Whole,
            _ => Survival::Torn,
        });
        let program = Program::start(&data);
        for table in &mut tables {
            table.come_back(program.address).await;
            table.send_again().await;
        }
    }
}

/// Control: proves that the test detects what a lying disk has lost.
#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_lies_loses_moves_and_the_test_sees_it() {
    let Some(watched) = Watched::start() else { return };
    let mut tables = play(&watched.program, 4).await;
    watched.disk_lies();
    for table in &mut tables {
        for _ in 0..3 {
            table.turn().await.unwrap();
        }
    }
    let (folder, journal) = watched.cut();
    let data = folder.path().join("after");
    journal.after_a_power_cut(&data, &mut || Survival::Gone);
    let program = Program::start(&data);
    for mut table in tables {
        let address = program.address;
        let checked = tokio::spawn(async move { table.come_back(address).await }).await;
        assert!(checked.is_err(), "moves that the disk has lost were not missed");
    }
}
