use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tokio::task::JoinSet;

use crate::patience::at_most;
use crate::program::Program;
use crate::table::Table;

const TABLES: u64 = 4;
/// Within this time of the port being open everybody is back.
const BACK_MAX: Duration = Duration::from_secs(3);

/// How many kills `cargo xtask prove` asks for.
const KILLS: &str = "DORD_KILLS";

/// Ten in a check.
fn kills() -> u64 {
    std::env::var(KILLS).ok().and_then(|text| text.parse().ok()).unwrap_or(10)
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_or_done_twice_however_often_the_server_is_killed() {
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
        // Under load, at a moment that nobody chose.
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
