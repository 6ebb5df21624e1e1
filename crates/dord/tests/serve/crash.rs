use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tokio::task::JoinSet;

use crate::deadlines::at_most;
use crate::program::Program;
use crate::table::Table;

const TABLES: u64 = 4;
/// Maximum time from the port being open until all clients have reconnected.
const BACK_MAX: Duration = Duration::from_secs(3);

/// Variable with the number of kills, set by `cargo xtask prove`.
const KILLS: &str = "DORD_KILLS";

/// Number of kills: ten unless the variable is set.
fn kills() -> u64 {
    std::env::var(KILLS).ok().and_then(|text| text.parse().ok()).unwrap_or(10)
}

#[tokio::test(flavor = "multi_thread")]
async fn repeated_kills_lose_and_repeat_no_acknowledged_command() {
    let seed = std::env::var("DORD_KILL_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or_else(|| {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_nanos() as u64)
    });
    println!("DORD_KILL_SEED={seed}");
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::start(&folder.path().join("data"));
    let mut tables = Vec::new();
    for number in 0..TABLES {
        tables.push(Table::open(program.address, seed ^ number).await);
    }
    let mut chance = seed;
    let mut slowest = Duration::ZERO;
    for kill in 0..kills() {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
        let moment = Duration::from_millis(20 + (chance >> 33) % 400);
        let mut playing = JoinSet::new();
        for mut table in tables.drain(..) {
            playing.spawn(async move {
                table.play().await;
                table
            });
        }
        // Kill under load, at a random moment.
        tokio::time::sleep(moment).await;
        program = tokio::task::spawn_blocking(move || program.kill_and_restart()).await.unwrap();
        let opened = Instant::now();
        tables = playing.join_all().await;
        let mut returning = JoinSet::new();
        for mut table in tables.drain(..) {
            let address = program.address;
            returning.spawn(async move {
                table.come_back(address).await;
                table
            });
        }
        tables = returning.join_all().await;
        let back = opened.elapsed();
        slowest = slowest.max(back);
        assert!(back < at_most(BACK_MAX, KILLS), "kill {kill}: everybody was back after {back:?} only");
        for table in &mut tables {
            table.send_again().await;
        }
    }
    let done: usize = tables.iter().map(Table::done_count).sum();
    println!("{} kills, {done} moves; everybody was back after {slowest:?} at most", kills());
    assert!(done as u64 > kills(), "only {done} moves were made: there was no load");
}
