use serde_json::{Value, json};

use crate::test_client::TestClient;
use crate::test_server::{TestServer, nonsense, wait};

/// Lays two tiles of the rack that spell no word, and returns the player.
async fn lay_nonsense<'g>(house: &TestServer, guests: &'g [TestClient]) -> &'g TestClient {
    let guest = house.to_move(guests).await;
    let game = house.replay(&guest.room).await;
    let seat = game.to_move().unwrap();
    let words = wordlists::embedded("en").unwrap();
    let rack = game.rack(seat).unwrap().tiles();
    let letter = |place: usize| match rack[place] {
        rules::Tile::Letter(letter) => Some(letter),
        rules::Tile::Blank => None,
    };
    let pairs = (0..7).flat_map(|one| (0..7).map(move |two| [one, two])).filter(|[one, two]| one != two);
    let is_no_word = |&[one, two]: &[usize; 2]| match (letter(one), letter(two)) {
        (Some(one), Some(two)) => !rules::Words::contains(words.as_ref(), &[one, two]),
        _ => false,
    };
    let places = pairs.into_iter().find(is_no_word).expect("not every pair of letters is a word");
    guest.does("submitWord", nonsense(&game, seat, &places)).await;
    guest
}

fn others<'g>(guests: &'g [TestClient], player: &TestClient) -> Vec<&'g TestClient> {
    guests.iter().filter(|guest| guest.name != player.name).collect()
}

fn score(guest: &TestClient, of: &TestClient) -> i64 {
    let scores = guest.last("scoreUpdate").unwrap();
    let line = scores["scores"].as_array().unwrap().iter().find(|line| line["playerId"] == of.id.as_str());
    line.unwrap()["score"].as_i64().unwrap()
}

fn resolved(guest: &TestClient) -> Value {
    guest.last("challengeResolved").expect("the challenge was decided")
}

#[tokio::test(start_paused = true)]
async fn a_challenge_that_is_won_takes_the_play_back() {
    let house = TestServer::open(1);
    let guests = house.game("classic", json!({}), 3).await;
    let rack = house.to_move(&guests).await.last("yourTiles").unwrap()["tiles"].clone();
    let player = lay_nonsense(&house, &guests).await;
    others(&guests, player)[1].does("challenge", json!({})).await;
    for guest in &guests {
        let resolved = resolved(guest);
        assert_eq!((&resolved["valid"], &resolved["judge"]["kind"]), (&json!(false), &json!("dictionary")));
        assert_eq!(score(guest, player), 0);
        let board = guest.last("boardUpdate").unwrap();
        assert!(
            board["board"]
                .as_array()
                .unwrap()
                .iter()
                .flat_map(|row| row.as_array().unwrap())
                .all(Value::is_null)
        );
    }
    let mut back: Vec<String> = tiles(&player.last("yourTiles").unwrap()["tiles"]);
    let mut before = tiles(&rack);
    back.sort();
    before.sort();
    assert_eq!(back, before);
    assert_ne!(house.to_move(&guests).await.name, player.name);
    house.everybody_knows(&guests).await;
}

fn tiles(rack: &Value) -> Vec<String> {
    rack.as_array().unwrap().iter().map(Value::to_string).collect()
}

#[tokio::test(start_paused = true)]
async fn a_challenge_that_is_lost_costs_the_challenger_a_turn() {
    let house = TestServer::open(1);
    let guests = house.game("classic", json!({}), 2).await;
    let player = house.turn(&guests).await;
    let challenger = others(&guests, player)[0];
    challenger.does("challenge", json!({})).await;
    assert_eq!(resolved(player)["valid"], true);
    assert_eq!(resolved(player)["challengerLosesTurn"], true);
    assert_eq!(player.last("turnLost").unwrap()["playerId"], challenger.id.as_str());
    assert_eq!(house.to_move(&guests).await.name, player.name);
    assert_eq!(challenger.is_refused("passTurn", json!({})).await, "NOT_YOUR_TURN");
    house.turn(&guests).await;
    house.everybody_knows(&guests).await;
}

#[tokio::test(start_paused = true)]
async fn anyone_at_the_table_can_give_the_verdict() {
    for valid in [true, false] {
        let house = TestServer::open(4);
        let guests = house.game("social", json!({}), 3).await;
        let player = lay_nonsense(&house, &guests).await;
        others(&guests, player)[0].does("challenge", json!({})).await;
        assert_eq!(others(&guests, player)[0].is_refused("passTurn", json!({})).await, "CHALLENGE_PENDING");
        // There is no time limit: an hour later the challenge is still pending.
        wait(3600).await;
        assert_eq!(player.count("challengeResolved"), 0);
        player.does("resolveChallenge", json!({"valid": valid})).await;
        assert_eq!(resolved(&guests[2])["valid"], valid);
        assert_eq!(resolved(&guests[2])["judge"]["playerId"], player.id.as_str());
        assert_eq!(
            player.is_refused("resolveChallenge", json!({"valid": valid})).await,
            "NO_CHALLENGE_PENDING"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_majority_of_voters_decides_and_votes_are_secret() {
    let house = TestServer::open(5);
    let guests = house.game("social", json!({"verdict": "vote"}), 4).await;
    let player = lay_nonsense(&house, &guests).await;
    let voters = others(&guests, player);
    voters[0].does("challenge", json!({})).await;
    assert_eq!(player.is_refused("resolveChallenge", json!({"valid": true})).await, "NOT_ALLOWED");
    voters[0].does("resolveChallenge", json!({"valid": false})).await;
    assert!(player.last("voteCast").unwrap().get("valid").is_none());
    assert_eq!(player.count("challengeResolved"), 0);
    voters[2].does("resolveChallenge", json!({"valid": false})).await;
    assert_eq!(resolved(player)["valid"], false);
    assert_eq!(resolved(player)["judge"]["invalid"].as_array().unwrap().len(), 2);
    house.everybody_knows(&guests).await;
}

#[tokio::test(start_paused = true)]
async fn without_a_majority_the_play_stands_after_a_minute() {
    let house = TestServer::open(6);
    let guests = house.game("social", json!({"verdict": "vote"}), 3).await;
    let player = lay_nonsense(&house, &guests).await;
    let voters = others(&guests, player);
    voters[1].does("challenge", json!({})).await;
    voters[0].does("resolveChallenge", json!({"valid": false})).await;
    wait(59).await;
    assert_eq!(player.count("challengeResolved"), 0);
    wait(1).await;
    assert_eq!(resolved(player)["valid"], true);
    house.everybody_knows(&guests).await;
}

#[tokio::test(start_paused = true)]
async fn a_play_stands_when_its_window_has_passed() {
    let house = TestServer::open(7);
    let guests = house.game("classic", json!({}), 2).await;
    let player = lay_nonsense(&house, &guests).await;
    let version = house.version(&player.room).await;
    wait(59).await;
    assert_eq!(house.version(&player.room).await, version);
    wait(1).await;
    let stood = others(&guests, player)[0].last("playStood").unwrap();
    assert_eq!((&stood["reason"], &stood["drawn"]), (&json!("windowPassed"), &json!(2)));
    assert_eq!(player.last("yourTiles").unwrap()["tiles"].as_array().unwrap().len(), 7);
    assert_eq!(others(&guests, player)[0].is_refused("challenge", json!({})).await, "NOTHING_TO_CHALLENGE");
    house.everybody_knows(&guests).await;
}

#[tokio::test(start_paused = true)]
async fn a_play_stands_when_all_other_players_accept_it() {
    let house = TestServer::open(8);
    let guests = house.game("social", json!({}), 3).await;
    let player = lay_nonsense(&house, &guests).await;
    let turn = player.last("playMade").unwrap()["turnNumber"].clone();
    let others = others(&guests, player);
    assert_eq!(others[0].is_refused("acceptPlay", json!({"turnNumber": 40})).await, "NOTHING_TO_CHALLENGE");
    others[0].does("acceptPlay", json!({"turnNumber": turn})).await;
    assert_eq!(player.count("playStood"), 0);
    others[1].does("acceptPlay", json!({})).await;
    assert_eq!(player.last("playStood").unwrap()["reason"], "allAccepted");
    house.everybody_knows(&guests).await;
}

#[tokio::test(start_paused = true)]
async fn nothing_is_drawn_before_a_play_stands() {
    let house = TestServer::open(9);
    let guests = house.game("classic", json!({}), 2).await;
    let player = lay_nonsense(&house, &guests).await;
    assert_eq!(player.last("yourTiles").unwrap()["tiles"].as_array().unwrap().len(), 5);
    assert_eq!(player.last("boardUpdate").unwrap()["tileBagCount"], 86);
    others(&guests, player)[0].does("passTurn", json!({})).await;
    assert_eq!(player.last("yourTiles").unwrap()["tiles"].as_array().unwrap().len(), 7);
    assert_eq!(player.last("playStood").unwrap()["reason"], "nextMove");
}

#[tokio::test(start_paused = true)]
async fn players_cannot_challenge_their_own_play_or_another_turn() {
    let house = TestServer::open(10);
    let guests = house.game("classic", json!({}), 2).await;
    let player = lay_nonsense(&house, &guests).await;
    let other = others(&guests, player)[0];
    assert!(player.ask("challenge", json!({})).await.is_err());
    assert_eq!(other.is_refused("challenge", json!({"turnNumber": 7})).await, "NOTHING_TO_CHALLENGE");
    let version = house.version(&player.room).await;
    other.does("challenge", json!({"turnNumber": 1})).await;
    assert_eq!(house.version(&player.room).await, version + 1);
    assert_eq!(other.is_refused("challenge", json!({})).await, "NOTHING_TO_CHALLENGE");
}

#[tokio::test(start_paused = true)]
async fn validated_words_are_refused_before_they_are_placed() {
    for preset in ["validated", "open"] {
        let house = TestServer::open(11);
        let guests = house.game(preset, json!({}), 2).await;
        let game = house.replay(&guests[0].room).await;
        let seat = game.to_move().unwrap();
        let words = wordlists::embedded("en").unwrap();
        let rack = game.rack(seat).unwrap().tiles().to_vec();
        let is_no_word = |&[one, two]: &[usize; 2]| match (rack[one], rack[two]) {
            (rules::Tile::Letter(a), rules::Tile::Letter(b)) => {
                !rules::Words::contains(words.as_ref(), &[a, b])
            }
            _ => false,
        };
        let mut pairs = (0..7).flat_map(|one| (0..7).map(move |two| [one, two])).filter(|[a, b]| a != b);
        let places = pairs.find(is_no_word).unwrap();
        let player = house.to_move(&guests).await;
        let code = player.is_refused("submitWord", nonsense(&game, seat, &places)).await;
        assert_eq!(code, "WORD_NOT_FOUND");
        assert_eq!(player.count("wordRejected"), 1);
        assert_eq!(guests.iter().map(|guest| guest.count("wordRejected")).sum::<usize>(), 1);
        assert_eq!(house.replay(&player.room).await, game);
    }
}
