use tokio::task::JoinSet;

use crate::database::Postgres;
use crate::program::Program;
use crate::table::Table;

#[tokio::test(flavor = "multi_thread")]
async fn a_postgresql_killed_under_load_has_everything_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let Some(mut postgres) = Postgres::start(folder.path()) else { return };
    let program = Program::start_on(&folder.path().join("data"), &postgres.url());
    assert!(program.is_ready());
    let mut playing = JoinSet::new();
    for number in 0..3 {
        let mut table = Table::open(program.address, 80 + number).await;
        playing.spawn(async move {
            table.insist(60).await;
            table
        });
    }
    let killing = tokio::task::spawn_blocking(move || {
        postgres.kill();
        program.becomes_ready(false);
        postgres.begin();
        (postgres, program)
    });
    let mut tables = playing.join_all().await;
    let (postgres, program) = killing.await.unwrap();
    program.becomes_ready(true);
    let program = program.kill_and_restart();
    for table in &mut tables {
        table.come_back(program.address).await;
        table.send_again().await;
    }
    drop((program, postgres));
}
