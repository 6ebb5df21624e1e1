//! Whether a backup could be brought back: all of it is there, in its order, and every log tells a game.

use std::collections::{BTreeSet, HashSet};
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

use rules::{Event, Game, GameId};
use store::{CommitRow, DailyPlayer, RoomCode, Row, SeatRow, TableRow, TicketRow, Version, codec};

use super::format::{Counts, Header, RowSum};
use super::progress::Progress;
use super::reading::{Reader, damaged};

/// A backup that is whole.
pub(crate) struct Checked {
    pub(crate) header: Header,
    pub(crate) counts: Counts,
    /// What its rows hash to, whatever stands around them.
    pub(crate) row_digest: String,
    /// Its tables.
    pub(crate) tables: Vec<(GameId, Version)>,
}

/// Reads a backup to its end. An error says what is wrong with it.
pub(crate) fn check(path: &Path) -> io::Result<Checked> {
    let mut reader = Reader::open(path)?;
    let (mut checker, mut sum) = (Checker::default(), RowSum::default());
    let progress = Progress::of_rows("checked");
    for row in &mut reader {
        let row = row?;
        checker.row(&row).map_err(|problem| damaged(format!("row {}: {problem}", sum.rows() + 1)))?;
        sum.add(&row)?;
        progress.row();
    }
    checker.finish_table().map_err(damaged)?;
    progress.done();
    let counts = sum.counts.clone();
    Ok(Checked { header: reader.header, counts, row_digest: sum.digest(), tables: checker.tables })
}

/// Where a row stands among all others.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    OfTable(GameId, PlaceAtTable),
    Puzzle(String, String),
    Player(DailyPlayer),
    Device([u8; 32]),
    Transfer([u8; 32]),
    Attempt(DailyPlayer, String, String),
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum PlaceAtTable {
    Head,
    Seat(usize),
    Ticket([u8; 32]),
    Commit(Version),
}

impl Place {
    fn of(row: &Row) -> Place {
        match row {
            Row::Table(row) => Place::OfTable(row.id.clone(), PlaceAtTable::Head),
            Row::Seat(row) => Place::OfTable(row.table.clone(), PlaceAtTable::Seat(row.seat.index())),
            Row::Ticket(row) => Place::OfTable(row.table.clone(), PlaceAtTable::Ticket(row.ticket.0)),
            Row::Commit(row) => Place::OfTable(row.table.clone(), PlaceAtTable::Commit(row.version)),
            Row::DailyPuzzle(row) => Place::Puzzle(row.language.clone(), row.day.clone()),
            Row::DailyPlayer(row) => Place::Player(row.player),
            Row::DailyDevice(row) => Place::Device(row.token.0),
            Row::DailyTransfer(row) => Place::Transfer(row.code.0),
            Row::DailyAttempt(row) => Place::Attempt(row.player, row.language.clone(), row.day.clone()),
        }
    }
}

#[derive(Default)]
struct Checker {
    last: Option<Place>,
    /// The table whose rows are coming, and what has happened there so far.
    table: Option<(TableRow, Vec<CommitRow>)>,
    tables: Vec<(GameId, Version)>,
    codes: HashSet<RoomCode>,
    players: BTreeSet<DailyPlayer>,
}

impl Checker {
    fn row(&mut self, row: &Row) -> Result<(), String> {
        let place = Place::of(row);
        if self.last.as_ref().is_some_and(|last| *last >= place) {
            return Err("it stands in the wrong place, or twice".to_owned());
        }
        self.last = Some(place);
        match row {
            Row::Table(row) => {
                self.finish_table()?;
                if let Some(code) = &row.code
                    && !self.codes.insert(code.letters.clone())
                {
                    return Err(format!("two tables have the code {}", code.letters));
                }
                self.table = Some((row.clone(), Vec::new()));
            }
            Row::Seat(SeatRow { table, .. }) | Row::Ticket(TicketRow { table, .. }) => {
                self.commits_of(table)?;
            }
            Row::Commit(row) => {
                let commits = self.commits_of(&row.table)?;
                let expected = commits.len() as u64 + 1;
                if row.version.0 != expected {
                    return Err(format!("expected version {expected} of table {}", row.table));
                }
                commits.push(row.clone());
            }
            Row::DailyPuzzle(_) => self.finish_table()?,
            Row::DailyPlayer(row) => {
                self.finish_table()?;
                self.players.insert(row.player);
            }
            Row::DailyDevice(row) => self.player(row.player)?,
            Row::DailyTransfer(row) => self.player(row.player)?,
            Row::DailyAttempt(row) => self.player(row.player)?,
        }
        Ok(())
    }

    fn commits_of(&mut self, id: &GameId) -> Result<&mut Vec<CommitRow>, String> {
        match &mut self.table {
            Some((table, commits)) if table.id == *id => Ok(commits),
            _ => Err(format!("there is no table {id}")),
        }
    }

    fn player(&self, player: DailyPlayer) -> Result<(), String> {
        if self.players.contains(&player) { Ok(()) } else { Err(format!("there is no player {}", player.0)) }
    }

    /// All of a table has come.
    fn finish_table(&mut self) -> Result<(), String> {
        let Some((table, commits)) = self.table.take() else { return Ok(()) };
        tells_a_game(&table, &commits).map_err(|problem| format!("table {}: {problem}", table.id))?;
        self.tables.push((table.id, table.version));
        Ok(())
    }
}

/// Whether the log of a table can be read, and leads to where the table is.
fn tells_a_game(table: &TableRow, commits: &[CommitRow]) -> Result<(), String> {
    let Some(last) = commits.last() else { return Err("nothing has happened there".to_owned()) };
    if (last.version, last.at) != (table.version, table.changed_at) {
        return Err(format!("expected {} commits, found {}", table.version.0, last.version.0));
    }
    let mut log: Vec<Event> = Vec::new();
    for commit in commits {
        let events = codec::decode(&commit.events);
        log.extend(events.map_err(|error| format!("version {}: {error}", commit.version.0))?);
    }
    let Some(game) = replayed(&log) else { return Err("its log tells no game".to_owned()) };
    if game.id() != &table.id {
        return Err(format!("its log is that of table {}", game.id()));
    }
    if game.progress() != table.standing {
        return Err("its log does not lead to where it is".to_owned());
    }
    if game.opening().commitment != table.seed.commitment(&table.id) {
        return Err("its seed is not the one that it is committed to".to_owned());
    }
    Ok(())
}

/// The game that a log tells. The rules take a log for one that they wrote, and panic if it could not be; a file may hold
/// anything.
fn replayed(log: &[Event]) -> Option<Game> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let game = panic::catch_unwind(AssertUnwindSafe(|| Game::replay(log)));
    panic::set_hook(hook);
    game.ok().flatten()
}
