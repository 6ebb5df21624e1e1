use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::cluster::Cluster;
use crate::deadlines::at_most;
use crate::fault_plan::{self, MOMENT};
use crate::moves::random;
use crate::player::{Player, agree, check_histories};
use crate::recording_socket::Socket;

/// Variable with the number of faults, set by `cargo xtask prove`.
pub(crate) const FAULTS_WANTED: &str = "DORD_NODES_FAULTS";
/// Number of faults from which a run is a proof rather than a check: then times are asserted too.
const PROOF: u64 = 30;
/// Time that clients may need after a fault until service is normal again.
const AFTERMATH: Duration = Duration::from_secs(4);

/// The value of a variable that `cargo xtask prove` sets, or `usual`.
fn wanted(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The given percentile of some times.
fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort();
    times.get(times.len().saturating_sub(1) * percent / 100).copied().unwrap_or_default()
}

/// Tables whose players play until they are stopped.
struct Load {
    stop: watch::Sender<bool>,
    /// Number of moves at each table.
    moves: Vec<watch::Receiver<u64>>,
    playing: JoinSet<Vec<[Player; 2]>>,
}

impl Load {
    async fn begin(cluster: &Arc<Cluster>, tables: u64, pause: Duration) -> Load {
        let stop = watch::Sender::new(false);
        let mut moves = Vec::new();
        let mut playing = JoinSet::new();
        for number in 0..tables {
            let first = Player::two(cluster, number).await;
            let counting = watch::Sender::new(0);
            moves.push(counting.subscribe());
            playing.spawn(game_after_game(cluster.clone(), number, first, stop.subscribe(), pause, counting));
        }
        Load { stop, moves, playing }
    }

    fn moves(&self) -> Vec<u64> {
        self.moves.iter().map(|moves| *moves.borrow()).collect()
    }

    /// Waits until every table has had a move since `counted`.
    async fn goes_on_after(&mut self, counted: &[u64]) {
        for (moves, &before) in self.moves.iter_mut().zip(counted) {
            let going_on = moves.wait_for(|&moves| moves > before);
            let is_stuck = timeout(at_most(AFTERMATH, FAULTS_WANTED), going_on).await.is_err();
            assert!(!is_stuck, "a table is stuck since the last fault");
        }
    }

    /// Stops the load and returns all players, by table, in the order in which they played.
    async fn end(self) -> Vec<Vec<[Player; 2]>> {
        self.stop.send_replace(true);
        self.playing.join_all().await
    }
}

/// Plays games of realistic length. After each, both players and the log must agree.
async fn game_after_game(
    cluster: Arc<Cluster>,
    number: u64,
    first: [Player; 2],
    stop: watch::Receiver<bool>,
    pause: Duration,
    moves: watch::Sender<u64>,
) -> Vec<[Player; 2]> {
    let mut played = Vec::new();
    let [mut one, mut other] = first;
    loop {
        let (ended, also_ended) =
            tokio::join!(one.play(stop.clone(), pause, &moves), other.play(stop.clone(), pause, &moves));
        let mut both = [ended, also_ended];
        let game = agree(&mut both).await;
        check_histories(&mut both, &game).await;
        played.push(both);
        if *stop.borrow() {
            return played;
        }
        [one, other] = Player::two(&cluster, number + played.len() as u64).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn faults_at_three_nodes_lose_and_repeat_no_acknowledged_command() {
    let folder = tempfile::tempdir().unwrap();
    let Some(cluster) = Cluster::start_apart(folder.path(), 3).await else { return };
    let cluster = Arc::new(cluster);
    let seed = wanted("DORD_NODES_SEED", 1);
    let faults = wanted(FAULTS_WANTED, 0);
    assert!(
        faults < PROOF || cluster.is_apart(),
        "a proof needs network namespaces: run it as root, with `ip`"
    );
    let between = Duration::from_millis(wanted("DORD_NODES_MS_BETWEEN", 700));
    let pause = Duration::from_millis(wanted("DORD_NODES_PAUSE_MS", 20));
    let mut load = Load::begin(&cluster, wanted("DORD_NODES_TABLES", 6), pause).await;
    let mut chance = seed;
    // First a calm period as a baseline.
    let calm_from = Instant::now();
    tokio::time::sleep(between * 3).await;
    let mut troubles = vec![(calm_from, calm_from)];
    let mut counted = load.moves();
    let form = if faults == 0 { fault_plan::short_form() } else { fault_plan::long_form(faults as usize) };
    for (number, (fault, span)) in form.into_iter().enumerate() {
        let node = random(&mut chance, cluster.count() as u64) as usize;
        let begun = Instant::now();
        fault.happen(&cluster, node, span).await;
        println!("fault {number}: {fault:?} at node {node}, {:?}", begun.elapsed());
        troubles.push((begun, Instant::now()));
        counted = load.moves();
        // Faults start at equal intervals, but each has time for its aftermath.
        let rest = between.saturating_sub(begun.elapsed().saturating_sub(MOMENT));
        tokio::time::sleep(rest.max(between.min(AFTERMATH * 2))).await;
    }
    load.goes_on_after(&counted).await;
    let tables = load.end().await;
    let all = || tables.iter().flatten().flatten().flat_map(|player| player.done.values());
    let first_trouble = troubles.get(1).map_or_else(Instant::now, |(begun, _)| *begun);
    // After the loss of a node, its clients first wait for it and then connect to another.
    let is_trouble = |at: Instant| {
        troubles[1..]
            .iter()
            .any(|&(begun, over)| at + Duration::from_secs(1) > begun && at < over + AFTERMATH)
    };
    let mut calm: Vec<_> = all().filter(|done| done.began < first_trouble).map(|done| done.took).collect();
    let mut outside: Vec<_> = all()
        .filter(|done| done.began >= first_trouble && !is_trouble(done.began))
        .map(|done| done.took)
        .collect();
    let mut returns: Vec<_> =
        tables.iter().flatten().flatten().flat_map(|player| player.returns.clone()).collect();
    let (calm_p99, outside_p99) = (percentile(&mut calm, 99), percentile(&mut outside, 99));
    println!(
        "{} moves in {} games, {} lost connections; p99 of a move {calm_p99:?} in the calm ({}), {outside_p99:?} outside the \
         faults ({}); p99 of coming back {:?}",
        all().count(),
        tables.iter().map(Vec::len).sum::<usize>(),
        returns.len(),
        calm.len(),
        outside.len(),
        percentile(&mut returns, 99),
    );
    let checked = tables.iter().flatten().map(|[one, _]| one.checked);
    let (moves, events) =
        checked.fold((0, 0), |(moves, events), game| (moves + game.moves, events + game.events));
    println!("{moves} moves and {events} events that were heard are what the logs say");
    assert_eq!(moves, all().count(), "not every history was held against its log");
    if faults >= PROOF {
        assert!(outside_p99 <= calm_p99 * 2, "p99 outside the faults is more than twice the calm one");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rolling_restart_loses_nothing_and_all_players_reconnect_quickly() {
    const BACK_MAX: Duration = Duration::from_secs(5);
    let folder = tempfile::tempdir().unwrap();
    let Some(cluster) = Cluster::start(folder.path(), 3).await else { return };
    let cluster = Arc::new(cluster);
    let tables = wanted("DORD_ROLLING_SOCKETS", 40) / 2;
    let pause = Duration::from_millis(wanted("DORD_ROLLING_PAUSE_MS", 500));
    let load = Load::begin(&cluster, tables, pause).await;
    for node in 0..cluster.count() {
        let restarting = cluster.clone();
        tokio::task::spawn_blocking(move || restarting.restart_node(node)).await.unwrap();
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    let tables = load.end().await;
    let players = || tables.iter().flatten().flatten();
    let mut returns: Vec<_> = players().flat_map(|player| player.returns.clone()).collect();
    let (count, moves) = (returns.len(), players().map(|player| player.done.len()).sum::<usize>());
    let p99 = percentile(&mut returns, 99);
    println!("{count} connections were lost, {moves} moves made; everybody was back within {p99:?} (p99)");
    assert!(count >= tables.len(), "only {count} connections were lost");
    assert!(p99 < at_most(BACK_MAX, FAULTS_WANTED), "p99 of coming back is {p99:?}");
}

/// Asserts the exact limit only in a proof. `tables/tests/live/neighbours.rs` tests it with
/// simulated time.
#[tokio::test(flavor = "multi_thread")]
async fn without_hints_commits_of_another_node_arrive_within_two_seconds() {
    const LATE: Duration = Duration::from_secs(2);
    let folder = tempfile::tempdir().unwrap();
    let Some(cluster) = Cluster::start(folder.path(), 2).await else { return };
    cluster.kill_nats();
    let mut host = Socket::connect(cluster.address(0), &Value::Null).await.unwrap();
    let wish = json!({"playerName": "Ann", "preset": "social"});
    let opened = host.ask("createGame", &wish).await.unwrap();
    let mut guest = Socket::connect(cluster.address(1), &Value::Null).await.unwrap();
    guest.ask("joinGame", &json!({"playerName": "Bob", "roomCode": opened["roomCode"]})).await.unwrap();
    host.ask("startGame", &json!({})).await.unwrap();
    guest.next("turnChange").await.unwrap();
    let mut latest = Duration::ZERO;
    let mut sockets = [host, guest];
    let mut mover = 0;
    for _ in 0..6 {
        if sockets[mover].ask("passTurn", &json!({})).await.unwrap()["ok"] != true {
            mover = 1 - mover;
            sockets[mover].events.clear();
            continue;
        }
        let committed = Instant::now();
        mover = 1 - mover;
        sockets[mover].next("turnChange").await.unwrap();
        latest = latest.max(committed.elapsed());
    }
    println!("without hints the latest news took {latest:?}");
    assert!(latest < at_most(LATE, FAULTS_WANTED), "{latest:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unresponsive_database_is_reported_and_the_move_can_be_retried() {
    let folder = tempfile::tempdir().unwrap();
    let Some(cluster) = Cluster::start(folder.path(), 1).await else { return };
    let mut host = Socket::connect(cluster.address(0), &Value::Null).await.unwrap();
    let opened = host.ask("createGame", &json!({"playerName": "Ann", "preset": "social"})).await.unwrap();
    let mut guest = Socket::connect(cluster.address(0), &Value::Null).await.unwrap();
    guest.ask("joinGame", &json!({"playerName": "Bob", "roomCode": opened["roomCode"]})).await.unwrap();
    host.ask("startGame", &json!({})).await.unwrap();
    let first = host.next("turnChange").await.unwrap();
    let mover = if first["currentPlayerId"] == opened["playerId"] { &mut host } else { &mut guest };
    let pass = json!({"commandId": "pass"});
    cluster.cable(0).cut();
    let answer = mover.ask("passTurn", &pass).await.unwrap();
    assert_eq!(answer["error"]["code"], "UNAVAILABLE", "{answer}");
    cluster.cable(0).mend();
    // Whether the move was done is found out by repeating it; in both cases it is done once.
    let again = loop {
        let answer = mover.ask("passTurn", &pass).await.unwrap();
        if answer["error"]["code"] != "UNAVAILABLE" {
            break answer;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    assert_eq!(again["ok"], true, "{again}");
    mover.events.clear();
    mover.ask("resync", &json!({})).await.unwrap();
    let state = mover.next("tableState").await.unwrap();
    assert_eq!(state["game"]["log"].as_array().unwrap().len(), 1);
}
