//! The only task that writes, many commits at a time (group commit).
//!
//! The cost of a commit is waiting for the disk, which takes no longer for many. So all commits
//! that arrive while the disk is busy go into the next transaction: most appends as the rows of one
//! statement (`appends.rs`), everything else with its own savepoint, so that a failure does not
//! affect the others. If the rows fail, each is tried alone. Callers are answered only when the
//! transaction is on disk.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use async_trait::async_trait;
use sqlx::SqliteConnection;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::appends::{self, NotAppended};
use super::connection::{self, Files, SqliteSettings, WritingConnection};
use super::file::DatabaseFile;
use super::writes::Append;
use crate::StoreError;
use crate::outage_log::OutageLog;

/// Maximum number of writes in one transaction.
pub(super) const GROUP_MAX: usize = 256;

/// A write. It may be repeated after its transaction was lost.
#[async_trait]
pub(super) trait Write: Send + Sync + 'static {
    /// The answer once it is on disk. A refusal is an answer, too.
    type Answer: Send + 'static;

    /// Performs the write inside the transaction.
    async fn write(&self, connection: &mut SqliteConnection) -> Result<Self::Answer, sqlx::Error>;

    /// Returns the append and its answer once it is written, if the write is one.
    fn as_append(&self) -> Option<(&Append, Self::Answer)> {
        None
    }
}

/// A write together with the caller that waits for it.
#[async_trait]
trait Job: Send {
    async fn run(&mut self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error>;
    fn as_append(&self) -> Option<&Append>;
    /// Records that it was written together with others.
    fn appended(&mut self);
    /// Sends the answer of `run`.
    fn answer(self: Box<Self>);
    fn fail(self: Box<Self>, error: StoreError);
}

struct Waiting<W: Write> {
    write: W,
    answer: Option<W::Answer>,
    reply: oneshot::Sender<Result<W::Answer, StoreError>>,
}

#[async_trait]
impl<W: Write> Job for Waiting<W> {
    async fn run(&mut self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        self.answer = Some(self.write.write(connection).await?);
        Ok(())
    }

    fn as_append(&self) -> Option<&Append> {
        self.write.as_append().map(|(append, _)| append)
    }

    fn appended(&mut self) {
        self.answer = self.write.as_append().map(|(_, answer)| answer);
    }

    fn answer(self: Box<Self>) {
        let answer = self.answer.ok_or_else(|| StoreError::unavailable("it was not written"));
        // The caller may have stopped waiting.
        let _ = self.reply.send(answer);
    }

    fn fail(self: Box<Self>, error: StoreError) {
        let _ = self.reply.send(Err(error));
    }
}

enum Message {
    Job(Box<dyn Job>),
    Close,
}

/// The queue to the task.
pub(super) struct Writer {
    queue: mpsc::Sender<Message>,
    task: tokio::sync::Mutex<Option<JoinHandle<()>>>,
    outages: Arc<OutageLog>,
    /// Number of times the task had to reconnect.
    reconnections: Arc<AtomicU64>,
}

impl Writer {
    pub(super) fn start(file: DatabaseFile, settings: SqliteSettings, first: WritingConnection) -> Writer {
        let (queue, messages) = mpsc::channel(settings.waiting_max.max(1));
        let outages = Arc::new(OutageLog::of("SQLite, writing"));
        let reconnections = Arc::default();
        let task = WriterTask {
            file,
            settings,
            connection: Some(first),
            outages: outages.clone(),
            reconnections: Arc::clone(&reconnections),
        };
        let task = tokio::spawn(task.run(messages));
        Writer { queue, task: tokio::sync::Mutex::new(Some(task)), outages, reconnections }
    }

    /// Returns how often the task had to reconnect.
    pub(super) fn reconnections(&self) -> u64 {
        self.reconnections.load(Ordering::Relaxed)
    }

    /// Performs a write, and waits until it is on disk.
    pub(super) async fn write<W: Write>(&self, write: W) -> Result<W::Answer, StoreError> {
        let (reply, answer) = oneshot::channel();
        let job = Message::Job(Box::new(Waiting { write, answer: None, reply }));
        match self.queue.try_send(job) {
            Ok(()) => answer.await.unwrap_or_else(|_| Err(StoreError::unavailable("the store is closed"))),
            Err(mpsc::error::TrySendError::Full(_)) => {
                Err(self.outages.failed("too many commits are waiting"))
            }
            Err(mpsc::error::TrySendError::Closed(_)) => Err(StoreError::unavailable("the store is closed")),
        }
    }

    /// Completes queued writes and ends the task.
    pub(super) async fn close(&self) {
        let mut task = self.task.lock().await;
        if let Some(task) = task.take() {
            // If the task has ended, there is nothing to do.
            let _ = self.queue.send(Message::Close).await;
            let _ = task.await;
        }
    }
}

struct WriterTask {
    file: DatabaseFile,
    settings: SqliteSettings,
    /// `None` after a fault: the next group reconnects. The files may have been removed.
    connection: Option<WritingConnection>,
    outages: Arc<OutageLog>,
    reconnections: Arc<AtomicU64>,
}

/// Why a group was not written.
pub(super) enum Lost {
    /// One write broke the transaction. None of the group is written.
    Within(String),
    /// There was no transaction, or its outcome is unknown.
    Altogether(String),
}

impl WriterTask {
    async fn run(mut self, mut messages: mpsc::Receiver<Message>) {
        let mut is_open = true;
        while is_open {
            let Some(first) = messages.recv().await else { break };
            let mut group = Vec::new();
            let mut next = Some(first);
            while let Some(message) = next {
                match message {
                    Message::Job(job) => group.push(job),
                    Message::Close => {
                        is_open = false;
                        messages.close();
                    }
                }
                next = if group.len() < GROUP_MAX { messages.try_recv().ok() } else { None };
            }
            self.write_group(group).await;
        }
        // Writes queued before the store was closed are still performed.
        while let Some(message) = messages.recv().await {
            if let Message::Job(job) = message {
                self.write_group(vec![job]).await;
            }
        }
        if let Some(connection) = self.connection.take() {
            self.part_with(connection).await;
        }
    }

    async fn write_group(&mut self, mut group: Vec<Box<dyn Job>>) {
        if group.is_empty() {
            return;
        }
        match self.try_group(&mut group).await {
            Ok(failures) => self.answer(group, failures),
            Err(Lost::Within(_)) if group.len() > 1 => {
                // One of them is at fault. Alone, each gets its own result.
                for job in group {
                    let mut alone = vec![job];
                    match self.try_group(&mut alone).await {
                        Ok(failures) => self.answer(alone, failures),
                        Err(Lost::Within(cause) | Lost::Altogether(cause)) => self.fail(alone, &cause),
                    }
                }
            }
            Err(Lost::Within(cause) | Lost::Altogether(cause)) => self.fail(group, &cause),
        }
    }

    /// Runs one transaction. Returns which writes of the group failed nevertheless, and why.
    async fn try_group(&mut self, group: &mut [Box<dyn Job>]) -> Result<Vec<Option<String>>, Lost> {
        let mut writing = self.writing().await.map_err(Lost::Altogether)?;
        let failures = match write_all(&mut writing, group).await {
            Ok(failures) => failures,
            Err(lost) => {
                self.part_with(writing).await;
                return Err(lost);
            }
        };
        // If the files were moved away in the meantime, the data was written to files that may
        // never be found again. If they are put back, it is there after all. Until then the outcome
        // is unknown.
        match writing.files(&self.file) {
            Files::InPlace if failures.iter().all(Option::is_none) => self.connection = Some(writing),
            Files::InPlace => writing.close(&self.file).await,
            Files::Replaced => {
                self.connection = Some(writing);
                return Err(Lost::Altogether("the database's files were replaced".to_owned()));
            }
            Files::Missing(cause) => {
                self.connection = Some(writing);
                return Err(Lost::Altogether(cause));
            }
        }
        Ok(failures)
    }

    /// Returns a connection to the files that are in place.
    ///
    /// A connection to files that were moved away is held until they are back. It is never closed
    /// before that: SQLite would remove the log next to the database by name, and that may be
    /// another database's log by then.
    async fn writing(&mut self) -> Result<WritingConnection, String> {
        let before = match self.connection.take() {
            None => None,
            Some(mut writing) => match writing.files(&self.file) {
                Files::InPlace => return Ok(writing),
                Files::Replaced => Some(writing),
                Files::Missing(cause) => {
                    self.connection = Some(writing);
                    return Err(cause);
                }
            },
        };
        match connection::reconnect(&self.file, &self.settings).await {
            Ok(writing) => {
                self.reconnections.fetch_add(1, Ordering::Relaxed);
                std::mem::forget(before);
                Ok(writing)
            }
            Err(error) => {
                self.connection = before;
                Err(error.to_string())
            }
        }
    }

    /// Closes a failed connection, if its files are still in place.
    async fn part_with(&mut self, mut writing: WritingConnection) {
        match writing.files(&self.file) {
            Files::InPlace => writing.close(&self.file).await,
            Files::Replaced | Files::Missing(_) => std::mem::forget(writing),
        }
    }

    fn answer(&self, group: Vec<Box<dyn Job>>, failures: Vec<Option<String>>) {
        if failures.iter().all(Option::is_none) {
            self.outages.worked();
        }
        for (job, failure) in group.into_iter().zip(failures) {
            match failure {
                None => job.answer(),
                Some(cause) => job.fail(self.outages.failed(cause)),
            }
        }
    }

    fn fail(&self, group: Vec<Box<dyn Job>>, cause: &str) {
        for job in group {
            job.fail(self.outages.failed(cause));
        }
    }
}

/// Writes a group in one transaction. Returns which writes failed nevertheless, and why.
async fn write_all(
    writing: &mut WritingConnection,
    group: &mut [Box<dyn Job>],
) -> Result<Vec<Option<String>>, Lost> {
    let altogether = |error: sqlx::Error| Lost::Altogether(error.to_string());
    let mut failures = vec![None; group.len()];
    let is_known = |&place: &usize| {
        group[place].as_append().is_some_and(|append| writing.known.has_state_before(append))
    };
    let (mut together, mut alone): (Vec<usize>, Vec<usize>) = (0..group.len()).partition(is_known);
    if alone.is_empty() {
        // The statement is its own transaction.
        match append_all(writing, group, &together).await? {
            Appended::All => return Ok(failures),
            Appended::Nothing => alone = std::mem::take(&mut together),
        }
    }
    let begin = sqlx::query("BEGIN IMMEDIATE; SAVEPOINT job");
    begin.execute(&mut writing.connection).await.map_err(altogether)?;
    for &place in &alone {
        let is_last = together.is_empty() && alone.last() == Some(&place);
        let and_then = if is_last { AndThen::Commit } else { AndThen::Another };
        failures[place] = write_alone(writing, &mut group[place], and_then).await?;
    }
    if !together.is_empty() && append_all(writing, group, &together).await? == Appended::Nothing {
        for place in together {
            failures[place] = write_alone(writing, &mut group[place], AndThen::Another).await?;
        }
    }
    sqlx::query("COMMIT").execute(&mut writing.connection).await.map_err(altogether)?;
    Ok(failures)
}

#[derive(PartialEq, Eq)]
enum Appended {
    All,
    /// One table was not in the expected state: each append must be answered separately.
    Nothing,
}

/// Writes appends to known tables as one statement.
async fn append_all(
    writing: &mut WritingConnection,
    group: &mut [Box<dyn Job>],
    places: &[usize],
) -> Result<Appended, Lost> {
    let appends: Vec<&Append> = places.iter().filter_map(|&place| group[place].as_append()).collect();
    match appends::write_known(&mut writing.connection, &appends).await {
        Ok(()) => {
            for append in &appends {
                writing.known.advance(append);
            }
            for &place in places {
                group[place].appended();
            }
            Ok(Appended::All)
        }
        Err(NotAppended::Missed) => Ok(Appended::Nothing),
        Err(NotAppended::OfARow(error)) => Err(Lost::Within(error.to_string())),
        Err(NotAppended::Altogether(error)) => Err(Lost::Altogether(error.to_string())),
    }
}

/// What follows a write in its transaction.
#[derive(Clone, Copy)]
enum AndThen {
    Another,
    Commit,
}

/// Performs one write in the open savepoint, and opens another if one follows. Returns why it
/// failed.
async fn write_alone(
    writing: &mut WritingConnection,
    job: &mut Box<dyn Job>,
    and_then: AndThen,
) -> Result<Option<String>, Lost> {
    if let Some(append) = job.as_append() {
        append.set_row(writing.known.row_before(append));
    }
    let failure = job.run(&mut writing.connection).await.err().map(|error| error.to_string());
    if let Some(append) = job.as_append() {
        match failure {
            None => writing.known.record(append),
            Some(_) => writing.known.forget(append),
        }
    }
    let then = match (&failure, and_then) {
        // The commit releases the savepoint.
        (None, AndThen::Commit) => return Ok(None),
        (None, AndThen::Another) => "RELEASE job; SAVEPOINT job",
        (Some(_), _) => "ROLLBACK TO job",
    };
    match sqlx::query(then).execute(&mut writing.connection).await {
        Ok(_) => Ok(failure),
        // Some faults end the transaction, and the savepoint with it.
        Err(error) => Err(Lost::Within(failure.unwrap_or_else(|| error.to_string()))),
    }
}
