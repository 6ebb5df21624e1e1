//! The environment of the tables and all knowledge about them: one thread, one clock, one random
//! source.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::PlayerId;
use rules::{GameId, Seat, Timestamp};
use store::{Commit, MemoryStore, NewTable, Version};
use testkit::TestRng;
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::clock_faults::ClockDeviation;
use crate::hint_bus::HintBus;
use crate::link::LinkState;
use crate::node::Node;
use crate::oracle::Oracle;
use crate::run_plan::{FaultRates, Plan};
use crate::trace::{Listener, Trace};
use crate::{Bug, Invariant};

/// Time at which the simulation starts.
pub(crate) const MORNING: Timestamp = Timestamp(1_700_000_000_000);

/// Phase of the simulation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// Players sit down.
    Gathering,
    /// They play while faults occur.
    Storm,
    /// Faults and actions have stopped.
    Rest,
    /// They play the game to its end.
    Finish,
}

/// A broken promise.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The promise.
    pub invariant: Invariant,
    /// How it was broken.
    pub what: String,
    /// The last steps before it.
    pub steps: Vec<String>,
}

pub(crate) struct World {
    pub(crate) plan: Plan,
    pub(crate) bug: Option<Bug>,
    pub(crate) store: Arc<MemoryStore>,
    pub(crate) air: HintBus,
    pub(crate) nodes: Mutex<Vec<Arc<Node>>>,
    pub(crate) failed: Notify,
    /// How far all clocks were advanced together, beyond the clock of the simulation.
    pub(crate) skipped_ms: AtomicU64,
    random: Mutex<TestRng>,
    state: Mutex<State>,
    started: Instant,
}

/// State of the simulation.
pub(crate) struct State {
    pub(crate) trace: Trace,
    pub(crate) failure: Option<Failure>,
    pub(crate) mode: Mode,
    pub(crate) chronicles: BTreeMap<GameId, Oracle>,
    /// All room codes ever used.
    pub(crate) codes: BTreeMap<String, GameId>,
    /// The tables of the plan, once they are open.
    pub(crate) rooms: Vec<Option<Room>>,
    pub(crate) people: Vec<Person>,
    pub(crate) links: Vec<LinkState>,
    /// Chat messages sent while nothing failed.
    pub(crate) said: Vec<Said>,
    /// All tokens ever issued.
    pub(crate) tokens: BTreeSet<String>,
    /// When the last fault occurred from which any table may have to recover.
    pub(crate) broke_ms: u64,
    pub(crate) strayed: ClockDeviation,
    pub(crate) tally: BTreeMap<&'static str, u64>,
}

/// A table of the plan.
#[derive(Clone)]
pub(crate) struct Room {
    pub(crate) code: String,
    pub(crate) game: GameId,
}

/// A chat message that was acknowledged.
pub(crate) struct Said {
    pub(crate) table: usize,
    pub(crate) text: String,
    pub(crate) begun_ms: u64,
    pub(crate) done_ms: u64,
}

/// What a person wants at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// Opens the table.
    Host,
    /// Sits down at the table.
    Guest,
    /// Watches, without a seat.
    Watcher,
}

/// A player or spectator.
pub(crate) struct Person {
    /// Index of the table in the plan.
    pub(crate) table: usize,
    pub(crate) name: String,
    pub(crate) role: Role,
    /// Join requests that they have to answer.
    pub(crate) asked: Vec<String>,
    pub(crate) seat: Option<Holding>,
    /// The last version received.
    pub(crate) heard: u64,
    /// The connection in use, as far as they know.
    pub(crate) link: Option<usize>,
    /// When they left for good, if they did.
    pub(crate) vanished_ms: Option<u64>,
    /// They do not connect before this time.
    pub(crate) away_until_ms: u64,
    /// Whether they have to compare their state with the log.
    pub(crate) is_asked: bool,
    /// Whether they are still away during the rest phase.
    pub(crate) rests_elsewhere: bool,
}

/// The seat and token of a player.
#[derive(Clone, Debug)]
pub(crate) struct Holding {
    pub(crate) seat: Seat,
    pub(crate) player: PlayerId,
    pub(crate) token: String,
}

impl World {
    pub(crate) fn new(
        mut random: TestRng,
        plan: Plan,
        bug: Option<Bug>,
        listener: Option<Listener>,
    ) -> World {
        let mut people = Vec::new();
        for (table, planned) in plan.tables.iter().enumerate() {
            for number in 0..planned.seats + planned.watchers {
                let role = match number {
                    0 => Role::Host,
                    _ if number < planned.seats => Role::Guest,
                    _ => Role::Watcher,
                };
                let name = ["Ann", "Bob", "Cid", "Dora"].get(number).copied().unwrap_or_default();
                let name = if role == Role::Watcher { "Eve" } else { name };
                let name = format!("{name} {table}");
                people.push(Person {
                    table,
                    name,
                    role,
                    asked: Vec::new(),
                    seat: None,
                    heard: 0,
                    link: None,
                    vanished_ms: None,
                    away_until_ms: random.below(500) as u64,
                    is_asked: false,
                    rests_elsewhere: false,
                });
            }
        }
        let state = State {
            trace: Trace::new(listener),
            failure: None,
            mode: Mode::Gathering,
            chronicles: BTreeMap::new(),
            codes: BTreeMap::new(),
            rooms: plan.tables.iter().map(|_| None).collect(),
            people,
            links: Vec::new(),
            said: Vec::new(),
            tokens: BTreeSet::new(),
            broke_ms: 0,
            strayed: ClockDeviation::default(),
            tally: BTreeMap::new(),
        };
        let store = Arc::new(MemoryStore::new());
        store.set_clock(MORNING);
        World {
            plan,
            bug,
            store,
            air: HintBus::default(),
            nodes: Mutex::default(),
            failed: Notify::new(),
            skipped_ms: AtomicU64::new(0),
            random: Mutex::new(random),
            state: Mutex::new(state),
            started: Instant::now(),
        }
    }

    pub(crate) fn now_ms(&self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    /// Converts an instant to the clock of the simulation.
    pub(crate) fn ms_of(&self, moment: Instant) -> u64 {
        moment.saturating_duration_since(self.started).as_millis() as u64
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn nodes(&self) -> Vec<Arc<Node>> {
        self.nodes.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Draws random numbers.
    pub(crate) fn random<T>(&self, ask: impl FnOnce(&mut TestRng) -> T) -> T {
        ask(&mut self.random.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn below(&self, limit: usize) -> usize {
        self.random(|rng| rng.below(limit))
    }

    pub(crate) fn mode(&self) -> Mode {
        self.state().mode
    }

    /// Returns the fault rates; `None` while nothing may fail.
    pub(crate) fn fault_rates(&self) -> Option<&FaultRates> {
        let is_stormy = match self.mode() {
            Mode::Gathering => self.plan.storm_from_the_start,
            Mode::Storm => true,
            Mode::Rest | Mode::Finish => false,
        };
        is_stormy.then_some(&self.plan.fault_rates)
    }

    /// Records a step.
    pub(crate) fn step(&self, what: &str) {
        let now_ms = self.now_ms();
        self.state().trace.add(now_ms, what, b"");
    }

    /// Whether a person has to compare their state with the log.
    pub(crate) fn is_asked(&self, person: usize) -> bool {
        self.state().people[person].is_asked
    }

    /// Counts an occurrence.
    pub(crate) fn count(&self, what: &'static str) {
        *self.state().tally.entry(what).or_default() += 1;
    }

    /// Records a fault from which parts of the system may have to recover.
    pub(crate) fn broke(&self, what: &str) {
        let now_ms = self.now_ms();
        let mut state = self.state();
        state.broke_ms = now_ms;
        state.trace.add(now_ms, what, b"");
    }

    /// Records a broken promise. The first one counts.
    pub(crate) fn fail(&self, invariant: Invariant, what: String) {
        let mut state = self.state();
        if state.failure.is_none() {
            let steps = state.trace.last();
            state.failure = Some(Failure { invariant, what, steps });
            self.failed.notify_one();
        }
    }

    /// Records the result of a check.
    pub(crate) fn hold(&self, result: Result<(), (Invariant, String)>) {
        if let Err((invariant, what)) = result {
            self.fail(invariant, what);
        }
    }

    /// Records a new table of the store.
    pub(crate) fn opened(&self, table: &NewTable) {
        let now_ms = self.now_ms();
        let mut state = self.state();
        state.trace.add(now_ms, &format!("table {} is opened", table.code), b"");
        if let Some(oracle) = Oracle::open(table, now_ms) {
            state.chronicles.insert(table.id.clone(), oracle);
            state.codes.insert(table.code.to_string(), table.id.clone());
        }
    }

    /// Records and checks a commit of the store.
    pub(crate) fn kept(&self, commit: &Commit, version: Version) {
        let kinds: Vec<String> = commit.events.iter().map(|event| kind_of(event).to_owned()).collect();
        let by = commit.command.as_ref().map_or("", |done| done.id.as_str());
        self.step(&format!("the store keeps version {}: {} {by}", version.0, kinds.join(", ")));
        self.hold(self.check_commit(commit, version));
    }

    /// Returns a table other than the one found, if there are two.
    pub(crate) fn another_table(&self, found: Option<GameId>) -> Option<GameId> {
        let state = self.state();
        let other =
            state.rooms.iter().flatten().map(|room| &room.game).find(|game| Some(*game) != found.as_ref());
        other.cloned().or(found)
    }
}

/// Name of an event in the trace.
fn kind_of(event: &rules::Event) -> &'static str {
    use rules::EventKind as Kind;
    match &event.kind {
        Kind::TableOpened(_) => "opened",
        Kind::PlayerJoined { .. } => "joined",
        Kind::NonceGiven { .. } => "nonce",
        Kind::NonceCommitted { .. } => "committed",
        Kind::NoncesRequested { .. } => "nonces requested",
        Kind::NonceRevealed { .. } => "revealed",
        Kind::StartFailed { .. } => "start failed",
        Kind::PlayerLeft { .. } => "left",
        Kind::HostChanged { .. } => "host",
        Kind::RulesChanged { .. } => "rules changed",
        Kind::GameStarted { .. } => "started",
        Kind::TilesPlaced { .. } => "placed",
        Kind::PlayAccepted { .. } => "accepted",
        Kind::PlayStood { .. } => "stood",
        Kind::ChallengeStarted { .. } => "challenged",
        Kind::VoteCast { .. } => "vote",
        Kind::ChallengeResolved { .. } => "resolved",
        Kind::TurnLost { .. } => "turn lost",
        Kind::TurnPassed { .. } => "passed",
        Kind::TilesExchanged { .. } => "exchanged",
        Kind::PlayerOut { .. } => "out",
        Kind::EndRequested { .. } => "end requested",
        Kind::EndAgreed { .. } => "end agreed",
        Kind::EndRequestLapsed => "end lapsed",
        Kind::PauseProposed { .. } => "pause proposed",
        Kind::PauseAgreed { .. } => "pause agreed",
        Kind::PauseLapsed { .. } => "pause lapsed",
        Kind::GamePaused { .. } => "paused",
        Kind::GameResumed { .. } => "resumed",
        Kind::StandInStarted { .. } => "stand-in",
        Kind::StandInEnded { .. } => "returned",
        Kind::GameEnded(_) => "ended",
        Kind::TableClosed => "closed",
        Kind::RematchOpened { .. } => "rematch",
    }
}
