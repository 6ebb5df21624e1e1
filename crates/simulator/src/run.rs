//! One simulated game: players gather, faults occur, everything rests, and the game is finished.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use rules::Progress;
use testkit::TestRng;
use tokio::time::sleep;

use crate::node::REUNION;
use crate::oracle::Oracle;
use crate::player_actor::PlayerActor;
use crate::run_plan::Plan;
use crate::trace::Listener;
use crate::world::{Failure, Mode, World};
use crate::{Bug, Invariant, panics};

/// Result of a simulated game.
#[derive(Clone, Debug)]
pub struct Report {
    /// Its seed.
    pub seed: u64,
    /// Hash of everything that happened.
    pub digest: u64,
    /// Number of steps.
    pub steps: u64,
    /// The broken promise, if any.
    pub failure: Option<Failure>,
    /// Number of occurrences of each kind of event.
    pub tally: BTreeMap<&'static str, u64>,
}

/// Simulates the game of a seed, with or without a planted bug.
pub fn simulate(seed: u64, bug: Option<Bug>) -> Report {
    run(seed, bug, None)
}

/// Simulates the game of a seed, and reports every step.
pub fn narrate(seed: u64, tell: impl FnMut(&str) + Send + 'static) -> Report {
    run(seed, None, Some(Box::new(tell)))
}

fn run(seed: u64, bug: Option<Bug>, listener: Option<Listener>) -> Report {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime without input and output can be made");
    panics::listen();
    let report = runtime.block_on(async {
        let mut rng = TestRng::new(seed);
        let plan = Plan::new(&mut rng);
        let world = Arc::new(World::new(rng, plan, bug, listener));
        tokio::select! {
            biased;
            () = world.failed.notified() => {}
            () = story(&world) => {}
        }
        if let Some(what) = panics::taken() {
            world.fail(Invariant::NothingPanics, what);
        }
        let report = world.report(seed);
        world.forget();
        report
    });
    drop(runtime);
    panics::stop_listening();
    report
}

async fn story(world: &Arc<World>) {
    for _ in 0..world.plan.nodes {
        world.start_node();
    }
    let people = world.state().people.len();
    for me in 0..people {
        tokio::spawn(PlayerActor::new(world, me).live());
    }
    let watching = Arc::clone(world);
    tokio::spawn(async move { watching.watch().await });
    let breaking = Arc::clone(world);
    tokio::spawn(async move { breaking.break_things().await });

    gather(world).await;
    world.begin(Mode::Storm);
    sleep(Duration::from_millis(world.plan.storm_ms / 2)).await;
    if world.plan.deserted {
        world.desert().await;
    }
    sleep(Duration::from_millis(world.plan.storm_ms / 2)).await;
    quiesce(world).await;
    compare(world).await;
    finish(world).await;
}

/// Waits until all games have started, but not for ever.
async fn gather(world: &Arc<World>) {
    for _ in 0..100 {
        sleep(Duration::from_millis(300)).await;
        let state = world.state();
        let is_on = state.rooms.iter().all(|room| {
            let oracle = room.as_ref().and_then(|room| state.chronicles.get(&room.game));
            oracle.is_some_and(|oracle| oracle.latest().game.progress() != Progress::Waiting)
        });
        if is_on {
            return;
        }
    }
}

/// Ends all faults. Players who are not away for long reconnect, and nodes recover.
async fn quiesce(world: &Arc<World>) {
    let now_ms = world.now_ms();
    for person in &mut world.state().people {
        person.rests_elsewhere = now_ms < person.away_until_ms;
    }
    world.begin(Mode::Rest);
    for node in world.nodes() {
        node.condition.thaw();
        node.condition.find_store(now_ms, REUNION);
    }
    if world.open_nodes().is_empty() {
        world.start_node();
    }
    sleep(Duration::from_secs(14)).await;
}

/// Makes all connected players compare their state with the log.
async fn compare(world: &Arc<World>) {
    {
        let state = &mut *world.state();
        for link in state.links.iter().filter(|link| link.is_up && link.settled_ms.is_some()) {
            state.people[link.person].is_asked = true;
        }
    }
    sleep(Duration::from_secs(5)).await;
    let silent = world.state().people.iter().find(|person| person.is_asked).map(|person| person.name.clone());
    if let Some(name) = silent {
        world.fail(Invariant::AllAgree, format!("{name} is not answered"));
    }
}

async fn finish(world: &Arc<World>) {
    const LONGEST_S: u64 = 300;
    const QUIET_MS: u64 = 12_000;
    world.begin(Mode::Finish);
    if world.plan.somebody_vanishes {
        world.vanish();
    }
    let begun_ms = world.now_ms();
    let mut passed_ms = begun_ms;
    while !world.is_all_over() {
        sleep(Duration::from_millis(250)).await;
        // In a game over days, players whose client never received the seat hold it for days.
        if world.has_days() && world.quiet_since_ms().max(passed_ms) + QUIET_MS < world.now_ms() {
            world.pass_days(3);
            passed_ms = world.now_ms();
        }
        if world.now_ms() > begun_ms + LONGEST_S * 1000 {
            world.fail(Invariant::NobodyIsStuck, "a game does not come to its end".to_owned());
            return;
        }
    }
    sleep(Duration::from_secs(6)).await;
    compare(world).await;
    let held = world.check_logs().await;
    world.hold(held);
}

impl World {
    fn begin(&self, mode: Mode) {
        self.step(&format!("{mode:?} begins"));
        self.state().mode = mode;
    }

    fn report(&self, seed: u64) -> Report {
        let mut state = self.state();
        let reasons: Vec<&'static str> = state
            .rooms
            .iter()
            .flatten()
            .filter_map(|room| state.chronicles.get(&room.game))
            .map(|oracle| match oracle.latest().game.outcome() {
                Some(outcome) => reason(outcome.reason),
                None => "game without an end",
            })
            .collect();
        for reason in reasons {
            *state.tally.entry(reason).or_default() += 1;
        }
        let versions: u64 = state.chronicles.values().map(Oracle::version).sum();
        *state.tally.entry("commit").or_default() += versions;
        Report {
            seed,
            digest: state.trace.digest(),
            steps: state.trace.count(),
            failure: state.failure.clone(),
            tally: state.tally.clone(),
        }
    }

    /// Breaks the reference cycles between the world and its nodes, so that they can be dropped.
    fn forget(&self) {
        self.nodes.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.air.clear();
        self.state().links.clear();
    }
}

const fn reason(reason: rules::EndReason) -> &'static str {
    use rules::EndReason as End;
    match reason {
        End::AllTilesPlayed => "game ended: all tiles played",
        End::ConsecutivePasses => "game ended: passes",
        End::HostEnded => "game ended: by the host",
        End::Abandoned => "game ended: abandoned",
        End::TurnsPlayed => "game ended: turns played",
        End::Resigned => "game ended: resigned",
        End::TimeExpired => "game ended: time",
    }
}
