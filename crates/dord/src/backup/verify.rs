//! Verification of a backup: complete, in order, and every log replays to its table's state.

use std::collections::{BTreeSet, HashSet};
use std::io;
use std::path::Path;

use rules::{Event, Game, GameId, Timestamp};
use store::{CommitRow, DailyPlayer, PlayerId, RoomCode, Row, SeatRow, TableRow, TicketRow, Version, codec};

use super::format::{Counts, Header, RowSum};
use super::progress::Progress;
use super::reading::{Reader, damaged};
use super::value_bounds::{Bounds, COMMITS_MAX, EVENT_BYTES_MAX};
use crate::bounded_reader::Size;

/// A backup that passed all checks.
pub(crate) struct Checked {
    pub(crate) header: Header,
    pub(crate) counts: Counts,
    /// Digest of the rows alone, without header and footer.
    pub(crate) row_digest: String,
    /// The tables in the backup.
    pub(crate) tables: Vec<(GameId, Version)>,
}

/// Reads a whole backup and checks it. An error says what is wrong with it.
pub(crate) fn check(path: &Path) -> io::Result<Checked> {
    let mut reader = Reader::open(path)?;
    let now = Timestamp(jiff::Timestamp::now().as_millisecond());
    let bounds = Bounds::of(&reader.header, now).map_err(|problem| damaged(format!("line 1: {problem}")))?;
    let (mut checker, mut sum) = (Checker::new(bounds), RowSum::default());
    let progress = Progress::of_rows("checked");
    while let Some(row) = reader.next() {
        let row = row?;
        checker.row(reader.line(), &row).map_err(damaged)?;
        sum.add(&row)?;
        progress.row();
    }
    checker.finish_table().map_err(damaged)?;
    progress.done();
    let counts = sum.counts.clone();
    Ok(Checked { header: reader.header, counts, row_digest: sum.digest(), tables: checker.tables })
}

/// Position of a row in the required order of rows.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum RowPosition {
    OfTable(GameId, TableRowPosition),
    Puzzle(String, String),
    Player(DailyPlayer),
    Device([u8; 32]),
    Transfer([u8; 32]),
    Attempt(DailyPlayer, String, String),
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum TableRowPosition {
    Head,
    Seat(usize),
    Ticket([u8; 32]),
    Commit(Version),
    Chat(i64),
}

impl RowPosition {
    fn of(row: &Row) -> RowPosition {
        match row {
            Row::Table(row) => RowPosition::OfTable(row.id.clone(), TableRowPosition::Head),
            Row::Seat(row) => {
                RowPosition::OfTable(row.table.clone(), TableRowPosition::Seat(row.seat.index()))
            }
            Row::Ticket(row) => {
                RowPosition::OfTable(row.table.clone(), TableRowPosition::Ticket(row.ticket.0))
            }
            Row::Commit(row) => {
                RowPosition::OfTable(row.table.clone(), TableRowPosition::Commit(row.version))
            }
            Row::Chat(row) => RowPosition::OfTable(row.table.clone(), TableRowPosition::Chat(row.number)),
            Row::DailyPuzzle(row) => RowPosition::Puzzle(row.language.clone(), row.day.clone()),
            Row::DailyPlayer(row) => RowPosition::Player(row.player),
            Row::DailyDevice(row) => RowPosition::Device(row.token.0),
            Row::DailyTransfer(row) => RowPosition::Transfer(row.code.0),
            Row::DailyAttempt(row) => RowPosition::Attempt(row.player, row.language.clone(), row.day.clone()),
        }
    }
}

/// The table whose rows are being read.
struct OpenTable {
    row: TableRow,
    /// Line number of its first row.
    line: u64,
    /// Its commits so far.
    commits: Vec<CommitRow>,
    event_bytes: usize,
    commands: HashSet<(PlayerId, String)>,
}

struct Checker {
    bounds: Bounds,
    last: Option<RowPosition>,
    table: Option<OpenTable>,
    tables: Vec<(GameId, Version)>,
    codes: HashSet<RoomCode>,
    tickets: HashSet<[u8; 32]>,
    players: BTreeSet<DailyPlayer>,
}

impl Checker {
    fn new(bounds: Bounds) -> Checker {
        Checker {
            bounds,
            last: None,
            table: None,
            tables: Vec::new(),
            codes: HashSet::new(),
            tickets: HashSet::new(),
            players: BTreeSet::new(),
        }
    }

    /// Checks the row of a line. An error names the offending line, which can be the start of the
    /// previous table.
    fn row(&mut self, line: u64, row: &Row) -> Result<(), String> {
        if matches!(row, Row::Table(_) | Row::DailyPuzzle(_) | Row::DailyPlayer(_)) {
            self.finish_table()?;
        }
        let checked = self.bounds.check(row).and_then(|()| self.row_in_place(line, row));
        checked.map_err(|problem| format!("line {line}: {problem}"))
    }

    fn row_in_place(&mut self, line: u64, row: &Row) -> Result<(), String> {
        let place = RowPosition::of(row);
        if self.last.as_ref().is_some_and(|last| *last >= place) {
            return Err("it stands in the wrong place, or twice".to_owned());
        }
        self.last = Some(place);
        match row {
            Row::Table(row) => {
                if let Some(code) = &row.code
                    && !self.codes.insert(code.letters.clone())
                {
                    return Err(format!("two tables have the code {}", code.letters));
                }
                self.table = Some(OpenTable {
                    row: row.clone(),
                    line,
                    commits: Vec::new(),
                    event_bytes: 0,
                    commands: HashSet::new(),
                });
            }
            Row::Seat(SeatRow { table, .. }) => {
                self.table_of(table)?;
            }
            Row::Ticket(TicketRow { table, ticket, .. }) => {
                self.table_of(table)?;
                if !self.tickets.insert(ticket.0) {
                    return Err("expected a ticket of its own, found one that another seat has".to_owned());
                }
            }
            Row::Commit(row) => self.table_of(&row.table)?.commit(row)?,
            Row::Chat(row) => {
                self.table_of(&row.table)?;
            }
            Row::DailyPuzzle(_) => {}
            Row::DailyPlayer(row) => {
                self.players.insert(row.player);
            }
            Row::DailyDevice(row) => self.player(row.player)?,
            Row::DailyTransfer(row) => self.player(row.player)?,
            Row::DailyAttempt(row) => self.player(row.player)?,
        }
        Ok(())
    }

    fn table_of(&mut self, id: &GameId) -> Result<&mut OpenTable, String> {
        match &mut self.table {
            Some(table) if table.row.id == *id => Ok(table),
            _ => Err(format!("there is no table {id}")),
        }
    }

    fn player(&self, player: DailyPlayer) -> Result<(), String> {
        if self.players.contains(&player) { Ok(()) } else { Err(format!("there is no player {}", player.0)) }
    }

    /// Checks a table whose rows are complete.
    fn finish_table(&mut self) -> Result<(), String> {
        let Some(OpenTable { row, line, commits, .. }) = self.table.take() else { return Ok(()) };
        let told = tells_a_game(&row, &commits, &self.bounds);
        told.map_err(|problem| format!("line {line}, table {}: {problem}", row.id))?;
        self.tables.push((row.id, row.version));
        Ok(())
    }
}

impl OpenTable {
    fn commit(&mut self, row: &CommitRow) -> Result<(), String> {
        let expected = self.commits.len() as u64 + 1;
        if row.version.0 != expected {
            return Err(format!("expected version {expected} of table {}", row.table));
        }
        self.event_bytes += row.events.len();
        if expected > COMMITS_MAX || self.event_bytes > EVENT_BYTES_MAX {
            return Err(format!(
                "expected at most {COMMITS_MAX} commits and {} of events at a table, found more",
                Size(EVENT_BYTES_MAX as u64)
            ));
        }
        if let Some(command) = &row.command
            && !self.commands.insert((command.player.clone(), command.id.clone()))
        {
            return Err(format!("expected each command once, found {:?} twice", command.id));
        }
        self.commits.push(row.clone());
        Ok(())
    }
}

/// Checks that a table's log can be decoded and leads to the table's stored state.
fn tells_a_game(table: &TableRow, commits: &[CommitRow], bounds: &Bounds) -> Result<(), String> {
    let Some(last) = commits.last() else { return Err("nothing has happened there".to_owned()) };
    if (last.version, last.at) != (table.version, table.changed_at) {
        return Err(format!("expected {} commits, found {}", table.version.0, last.version.0));
    }
    let mut log: Vec<Event> = Vec::new();
    for commit in commits {
        let wrong = |problem: String| format!("version {}: {problem}", commit.version.0);
        let events = codec::decode(&commit.events).map_err(|error| wrong(error.to_string()))?;
        events.iter().try_for_each(|event| bounds.check_event(event)).map_err(wrong)?;
        log.extend(events);
    }
    let game = Game::replay(&log).map_err(|broken| broken.to_string())?;
    if game.id() != &table.id {
        return Err(format!("its log is that of table {}", game.id()));
    }
    if game.progress() != table.status {
        return Err("its log does not lead to where it is".to_owned());
    }
    if game.opening().commitment != table.seed.commitment(&table.id) {
        return Err("its seed is not the one that it is committed to".to_owned());
    }
    Ok(())
}
