//! Attack by an operator who plays: search for a nonce that deals them both blanks.
//!
//! The operator reads the seed from the database. With open nonces that works, and the verifier
//! reports that nothing is proven. With commitments it does not: the operator's nonce is fixed
//! before the others are known. The tests run on SQLite, on PostgreSQL, and with the players at two
//! nodes. They use real databases and real time, but do not depend on their speed.

mod database;
mod player;

use std::collections::BTreeMap;

use database::{Nodes, TestDatabase};
use player::Player;
use protocol::{GameRecord, PlayerIds, RecordError, verify_record};
use rules::{Bag, Event, EventKind, FairnessError, Game, Key, Nonce, Rack, Seat, Tile};
use serde_json::{Value, json};
use store::StoredTable;

/// Number of nonces that the operator tries. One in 236 deals both blanks, so the search never
/// fails.
const TRIES: usize = 60_000;

/// Seat of the honest player, who opens the table.
fn honest() -> Seat {
    Seat::at(0).unwrap()
}

/// Seat of the operator, who joins the table.
fn operator() -> Seat {
    Seat::at(1).unwrap()
}

/// Whether the second of two players is dealt both blanks.
fn deals_both_blanks(stored: &StoredTable, nonces: &[Nonce]) -> bool {
    let EventKind::TableOpened(opening) = &stored.events().next().unwrap().kind else { panic!("no opening") };
    let key = Key::new(&stored.seed, &stored.id, nonces);
    let dealt = Bag::full(&opening.rules.language).peek(2 * Rack::SIZE, &key);
    has_both_blanks(&dealt.tiles[Rack::SIZE..])
}

fn has_both_blanks(tiles: &[Tile]) -> bool {
    tiles.iter().filter(|&&tile| tile == Tile::Blank).count() == 2
}

/// The operator's search: finds a nonce that deals both blanks together with the honest nonce.
fn grind(stored: &StoredTable, honest: &Nonce) -> Nonce {
    let tries = (0..TRIES).map(|number| Nonce(format!("ground {number}").into_bytes()));
    let mut good = tries.filter(|own| deals_both_blanks(stored, &[honest.clone(), own.clone()]));
    good.next().expect("one of so many nonces deals both blanks")
}

/// Nonce of the honest player, if the database has it yet.
fn nonce_in_the_log(stored: &StoredTable) -> Option<Nonce> {
    stored.events().find_map(|event| match &event.kind {
        EventKind::NonceGiven { seat, nonce } | EventKind::NonceRevealed { seat, nonce }
            if *seat == honest() =>
        {
            Some(nonce.clone())
        }
        _ => None,
    })
}

fn text(nonce: &Nonce) -> String {
    String::from_utf8(nonce.0.clone()).unwrap()
}

fn commitment(nonce: &str) -> String {
    Nonce(nonce.as_bytes().to_vec()).commitment().to_string()
}

fn record_of(stored: &StoredTable, log: &[Event]) -> GameRecord {
    let ids = stored.seats.iter().map(|(seat, sits)| (seat, sits.player.clone()));
    GameRecord::of(log, &stored.seed, &ids.collect::<PlayerIds>()).expect("the game is over")
}

/// Seats two players at a table whose turns go in join order.
async fn sit(nodes: &Nodes, honest: Value, operator: Value) -> (Player, Player) {
    let mut ann = Player::new(&nodes.first);
    ann.create(honest).await;
    let mut mallory = Player::new(&nodes.second);
    mallory.join(&ann.room, operator).await;
    (ann, mallory)
}

async fn with_nonces_in_the_open_the_operator_chooses_the_deal(nodes: &Nodes) {
    let (ann, mallory) = sit(nodes, json!({"nonce": "a honest die: 4"}), json!({})).await;
    let stored = nodes.read(&ann.room).await;
    let known = nonce_in_the_log(&stored).expect("an old client sends its nonce in the open");
    let ground = grind(&stored, &known);
    mallory.does("setNonce", json!({"nonce": text(&ground)})).await;
    ann.does("startGame", json!({})).await;
    let stored = nodes.read(&ann.room).await;
    let game = Game::replay(stored.events()).unwrap();
    assert!(has_both_blanks(game.rack(operator()).unwrap().tiles()), "the attack works against the old way");

    ann.does("resign", json!({})).await;
    let stored = nodes.read(&ann.room).await;
    let log: Vec<Event> = stored.events().cloned().collect();
    let verified = verify_record(&record_of(&stored, &log)).expect("every draw is what the seed gives");
    assert!(verified.fair_for.is_empty(), "the verifier must not call this bag fair for anybody");
}

async fn with_commitments_the_operator_cannot_choose_the_deal(nodes: &Nodes) {
    let secret = "a honest die: 4";
    let (ann, mallory) =
        sit(nodes, json!({"commitment": commitment(secret)}), json!({"commitment": commitment("mine")}))
            .await;

    // Before the start the database has a hash and no nonce: whatever the operator commits to, the
    // deal is random.
    let stored = nodes.read(&ann.room).await;
    assert_eq!(nonce_in_the_log(&stored), None);
    // Only players who are there contribute, and another node learns of the operator a moment later.
    ann.sees_everyone().await;
    ann.does("startGame", json!({})).await;
    let published = ann.heard("nonceRequested").await;
    assert_eq!(mallory.heard("nonceRequested").await, published);

    // The operator waits for the honest nonce and finds their own nonce that would deal both
    // blanks.
    ann.does("revealNonce", json!({"nonce": secret})).await;
    let stored = nodes.read(&ann.room).await;
    let ground = grind(&stored, &nonce_in_the_log(&stored).expect("it is revealed"));
    let error = mallory.refused("revealNonce", json!({"nonce": text(&ground)})).await;
    assert_eq!((&error["code"], &error["rule"]), (&json!("NOT_ALLOWED"), &json!("wrongNonce")));
    for another in [json!({"nonce": text(&ground)}), json!({"commitment": commitment(&text(&ground))})] {
        assert_eq!(mallory.refused("setNonce", another).await["code"], "GAME_ALREADY_STARTED");
    }
    mallory.does("revealNonce", json!({"nonce": "mine"})).await;
    ann.heard("gameStarted").await;

    ann.does("resign", json!({})).await;
    let stored = nodes.read(&ann.room).await;
    let log: Vec<Event> = stored.events().cloned().collect();
    let record = record_of(&stored, &log);
    assert_eq!(verify_record(&record).unwrap().fair_for, [0, 1]);
    assert_eq!(commitments(&record), contributors(&published), "the record has what was published");

    forgeries_are_found(&stored, &log, &record, &ground, &published);
}

/// Forgeries that the operator could write to the database afterwards are detected.
fn forgeries_are_found(
    stored: &StoredTable,
    log: &[Event],
    record: &GameRecord,
    ground: &Nonce,
    published: &Value,
) {
    // Every verifier detects another nonce under the same commitment.
    let mut forged = record.clone();
    forged.players[1].nonce = text(ground);
    assert_eq!(verify_record(&forged), Err(RecordError::NonceCommitment { seat: 1 }));
    let mut tampered = log.to_vec();
    for event in &mut tampered {
        if let EventKind::NonceRevealed { seat, nonce } = &mut event.kind
            && *seat == operator()
        {
            *nonce = ground.clone();
        }
    }
    let found = rules::verify(&tampered, &stored.seed);
    assert!(matches!(found, Err(FairnessError::Nonce { seat, .. }) if seat == operator()), "{found:?}");
    // Another commitment differs from the one sent to the honest client before it revealed its
    // nonce.
    forged.players[1].nonce_commitment = Some(ground.commitment().to_string());
    assert_ne!(commitments(&forged), contributors(published));
}

fn commitments(record: &GameRecord) -> BTreeMap<String, String> {
    let players = record.players.iter();
    players.filter_map(|one| Some((one.id.as_str().to_owned(), one.nonce_commitment.clone()?))).collect()
}

fn contributors(published: &Value) -> BTreeMap<String, String> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let all = published["contributors"].as_array().unwrap().iter();
    all.map(|one| (text(&one["playerId"]), text(&one["commitment"]))).collect()
}

async fn both(nodes: Nodes) {
    with_nonces_in_the_open_the_operator_chooses_the_deal(&nodes).await;
    with_commitments_the_operator_cannot_choose_the_deal(&nodes).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commitments_prevent_grinding_on_sqlite() {
    let database = TestDatabase::sqlite();
    both(database.one_node().await).await;
    database.leave().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commitments_prevent_grinding_on_postgres() {
    let Some(database) = TestDatabase::postgres("grinding_one").await else { return };
    both(database.one_node().await).await;
    database.leave().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commitments_prevent_grinding_with_the_operator_at_another_node() {
    let Some(database) = TestDatabase::postgres("grinding_two").await else { return };
    both(database.two_nodes().await).await;
    database.leave().await;
}
