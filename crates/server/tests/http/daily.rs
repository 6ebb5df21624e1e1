//! The daily puzzle over real connections, including attempts to cheat.

use std::sync::Arc;

use ::daily::Day;
use rules::Timestamp;
use serde_json::{Value, json};
use server::Server;
use store::{DailyStore as _, KeptPuzzle, MemoryStore};

use crate::client::Running;
use crate::device::{
    Device, HOUR, NOON, TODAY, at, error, first_play, key, open, open_new, puzzle, read, solved_at_par,
};
use crate::schemas::Schemas;

#[tokio::test]
async fn a_puzzle_is_played_to_its_end_and_compared() {
    let server = open_new().await;
    let ann = Device::new(&server).await;
    let begun = ann.state().await;
    assert_eq!(
        (begun["gameId"].as_str(), begun["currentTurn"].as_i64(), begun["status"].as_str()),
        (Some(TODAY), Some(1), Some("in_progress"))
    );
    assert_eq!(begun["playerRack"].as_array().unwrap().len(), 7);
    assert_eq!(begun["playerRack"][0]["id"], "tile_001");
    let word = begun["startingWord"]["word"].as_str().unwrap();
    assert_eq!(begun["board"]["grid"][7][7 - word.len() / 2], word[..1]);
    assert_eq!(begun["board"]["usedMultipliers"][7][7], true);
    assert_eq!(begun["board"]["multipliers"][0][0], "TW");
    assert_eq!(begun["tileBagRemaining"], 100 - 7 - word.len());
    assert_eq!(begun["nextPuzzleAt"], NOON + 12 * HOUR);

    let (status, early) = ann.get(&format!("/api/daily/{TODAY}/results")).await;
    assert_eq!((status, error(&early)), (409, "NOT_FINISHED"));
    let answers = ann.plays_greedily().await;
    assert_eq!(answers.len(), 5);
    for (number, answer) in (1..).zip(&answers) {
        assert_eq!(answer["turn"]["turnNumber"], number);
        assert_eq!(answer["turn"]["validationStatus"], "valid");
        let words = answer["turn"]["wordsFormed"].as_array().unwrap();
        let sum: i64 = words.iter().map(|word| word["score"].as_i64().unwrap()).sum();
        let bonus = if answer["turn"]["tilesPlaced"].as_array().unwrap().len() == 7 { 50 } else { 0 };
        assert_eq!(answer["turn"]["totalScore"], sum + bonus);
        assert_eq!(answer["state"]["wordsPlayed"].as_array().unwrap().len(), number);
    }
    let state = ann.state().await;
    assert_eq!((&state["status"], &state["seed"]), (&json!("completed"), &Value::Null));

    let (status, results) = ann.get(&format!("/api/daily/{TODAY}/results")).await;
    assert_eq!(status, 200, "{results}");
    assert_eq!(results["score"], results["par"]["total"]);
    assert_eq!(
        (&results["players"], &results["rank"], &results["percentile"]),
        (&json!(1), &json!(1), &json!(100))
    );
    assert_eq!(results["onTime"], true);
    for (reviewed, answer) in results["turns"].as_array().unwrap().iter().zip(&answers) {
        assert_eq!(reviewed["bestPlay"]["score"], answer["turn"]["totalScore"]);
        assert_eq!(reviewed["bestPlay"]["tilesPlaced"], answer["turn"]["tilesPlaced"]);
    }
    assert_eq!(results["distribution"].as_array().unwrap().len(), 1);

    let (_, archive) = ann.get("/api/daily").await;
    assert_eq!((archive["today"].as_str(), archive["days"].as_array().unwrap().len()), (Some(TODAY), 1));
    assert_eq!(
        (&archive["days"][0]["score"], &archive["days"][0]["onTime"]),
        (&results["score"], &json!(true))
    );
    let (_, fresh) = Device::without_token(&server).get("/api/daily").await;
    assert_eq!(fresh["days"], json!([]));
}

#[tokio::test]
async fn the_leaderboard_lists_finished_players_by_their_chosen_names() {
    let server = open().await;
    let (ann, bob) = (Device::new(&server).await, Device::new(&server).await);
    ann.plays_greedily().await;
    // Bob exchanges all his tiles five times and scores nothing.
    for number in 1..=5 {
        let state = bob.state().await;
        let ids: Vec<&Value> =
            state["playerRack"].as_array().unwrap().iter().map(|tile| &tile["id"]).collect();
        let (status, answer) = bob.submits(&json!({"turnNumber": number, "tilesExchanged": ids})).await;
        assert_eq!((status, &answer["turn"]["tilesExchanged"]), (200, &json!(7)), "{answer}");
    }
    let (status, _) = read(&ann.reply("PUT", "/api/daily/name", br#"{"name": "Ann"}"#).await);
    assert_eq!(status, 204);
    let (status, refused) = read(&ann.reply("PUT", "/api/daily/name", br#"{"name": "<b>"}"#).await);
    assert_eq!((status, error(&refused)), (422, "NAME_INVALID"));
    let (_, list) = bob.get(&format!("/api/daily/{TODAY}/leaderboard")).await;
    assert_eq!(list["players"], 2);
    let shown = |place: usize| {
        let entry = &list["entries"][place];
        (entry["rank"].as_i64(), entry["name"].as_str(), entry["isYou"].as_bool())
    };
    assert_eq!(shown(0), (Some(1), Some("Ann"), Some(false)));
    assert_eq!(shown(1), (Some(2), None, Some(true)));
    let (_, results) = bob.get(&format!("/api/daily/{TODAY}/results")).await;
    assert_eq!((&results["score"], &results["percentile"]), (&json!(0), &json!(0)));
    let (_, dutch) = bob.get(&format!("/api/daily/{TODAY}/leaderboard?language=nl")).await;
    assert_eq!(dutch["players"], 0);

    assert_eq!(ann.reply("DELETE", "/api/daily/me", b"").await.status, 204);
    assert_eq!(ann.get(&format!("/api/daily/{TODAY}")).await.0, 401);
    // The day is not over, so her score is removed too.
    let (_, list) = bob.get(&format!("/api/daily/{TODAY}/leaderboard")).await;
    assert_eq!((&list["players"], list["entries"].as_array().unwrap().len()), (&json!(1), 1));
    let (_, results) = bob.get(&format!("/api/daily/{TODAY}/results")).await;
    assert_eq!((&results["players"], results["distribution"].as_array().unwrap().len()), (&json!(1), 1));
}

#[tokio::test]
async fn names_are_unique_and_visible() {
    let server = open().await;
    let (ann, eve) = (Device::new(&server).await, Device::new(&server).await);
    let rename = async |device: &Device<'_>, name: &str| {
        let body = json!({"name": name}).to_string();
        let (status, answer) = read(&device.reply("PUT", "/api/daily/name", body.as_bytes()).await);
        (status, error(&answer).to_owned())
    };
    assert_eq!(rename(&ann, "Ann Lee").await, (204, String::new()));
    for same in ["Ann Lee", "ann lee", "Ａｎｎ Ｌｅｅ"] {
        assert_eq!(rename(&eve, same).await, (409, "NAME_TAKEN".to_owned()), "{same}");
    }
    assert_eq!(rename(&eve, "\u{3164}\u{3164}\u{3164}").await, (422, "NAME_INVALID".to_owned()));
    assert_eq!(rename(&ann, "ANN LEE").await, (204, String::new()), "it is her own");
    assert_eq!(rename(&eve, "Eve").await, (204, String::new()));
}

#[tokio::test]
async fn a_rejected_turn_costs_nothing() {
    let server = open().await;
    let ann = Device::new(&server).await;
    let before = ann.state().await;
    let rack = before["playerRack"].as_array().unwrap();
    let letter = |place: usize| {
        let letter = rack[place]["letter"].as_str().unwrap();
        (if letter == "_" { "E" } else { letter }, letter == "_")
    };
    let tile = |place: usize, row: i64, col: i64| {
        let (letter, is_blank) = letter(place);
        json!({"letter": letter, "position": {"row": row, "col": col}, "isBlank": is_blank})
    };
    let missing = ('A'..='Z').find(|letter| {
        rack.iter().all(|tile| tile["letter"] != letter.to_string().as_str() && tile["letter"] != "_")
    });
    // The starting word is on row 7: the first tile goes below its middle.
    for (tiles, status, code) in [
        (json!([]), 422, "INVALID_PLACEMENT"),
        (json!([tile(0, 0, 0)]), 422, "INVALID_PLACEMENT"),
        (json!([tile(0, 7, 7)]), 422, "INVALID_PLACEMENT"),
        (json!([tile(0, 8, 7), tile(1, 10, 7)]), 422, "INVALID_PLACEMENT"),
        (json!([tile(0, -1, 7)]), 422, "INVALID_PLACEMENT"),
        (json!([tile(0, 8, 7), tile(0, 9, 7), tile(0, 10, 7), tile(0, 11, 7)]), 422, "TILES_NOT_IN_RACK"),
    ] {
        let (found, answer) = ann.submits(&json!({"turnNumber": 1, "tilesPlaced": tiles})).await;
        assert_eq!((found, error(&answer)), (status, code), "{tiles} {answer}");
        assert_eq!(ann.state().await["turns"], json!([]));
    }
    if let Some(missing) = missing {
        let foreign = json!([{"letter": missing.to_string(), "position": {"row": 8, "col": 7}}]);
        let (status, answer) = ann.submits(&json!({"turnNumber": 1, "tilesPlaced": foreign})).await;
        assert_eq!((status, error(&answer)), (422, "TILES_NOT_IN_RACK"));
    }
    // The whole rack in order is not a word, with or without the starting word.
    let all: Vec<Value> = (0..7).map(|place| tile(place, 8 + place as i64, 7)).collect();
    let (status, answer) = ann.submits(&json!({"turnNumber": 1, "tilesPlaced": all})).await;
    assert_eq!((status, error(&answer)), (422, "WORD_NOT_FOUND"), "{answer}");
    assert!(!answer["error"]["words"].as_array().unwrap().is_empty());
    assert_eq!(
        (&answer["turn"]["validationStatus"], &answer["turn"]["totalScore"]),
        (&json!("invalid"), &json!(0))
    );
    let (status, preview) =
        ann.post(&format!("/api/daily/{TODAY}/preview"), &json!({"turnNumber": 1, "tilesPlaced": all})).await;
    assert_eq!((status, &preview["words"][0]["valid"]), (200, &json!(false)));
    let mut after = ann.state().await;
    after["serverTime"] = before["serverTime"].clone();
    assert_eq!(after, before);
}

#[tokio::test]
async fn every_attempt_to_cheat_is_refused_and_changes_nothing() {
    let server = open().await;
    let (ann, bob) = (Device::new(&server).await, Device::new(&server).await);
    let play = first_play();
    let turns = format!("/api/daily/{TODAY}/turns");

    // No token, a malformed token, and an unknown token.
    for device in [
        Device::without_token(&server),
        Device::with_token(&server, "abc"),
        Device::with_token(&server, &"0".repeat(64)),
        Device { server: &server, headers: "Authorization: Basic QTpC\r\n".to_owned() },
    ] {
        let (status, answer) = device.submits(&play).await;
        assert_eq!((status, error(&answer)), (401, "BAD_TOKEN"), "{answer}");
    }
    // A future day, invalid days, and unknown languages.
    for (date, status, code) in [
        ("2026-11-16", 404, "NOT_YET"),
        ("9999-12-31", 404, "NOT_YET"),
        ("2025-12-31", 404, "NOT_FOUND"),
        ("2026-02-30", 400, "BAD_REQUEST"),
        ("today", 400, "BAD_REQUEST"),
        ("2026-11-15%00", 400, "BAD_REQUEST"),
    ] {
        for (method, end) in [
            ("GET", ""),
            ("GET", "/results"),
            ("GET", "/leaderboard"),
            ("POST", "/turns"),
            ("POST", "/preview"),
        ] {
            let body = play.to_string();
            let body = if method == "POST" { body.as_bytes() } else { b"" };
            let (found, answer) = read(&ann.reply(method, &format!("/api/daily/{date}{end}"), body).await);
            assert_eq!((found, error(&answer)), (status, code), "{method} {date}{end} {answer}");
        }
    }
    assert_eq!(ann.get(&format!("/api/daily/{TODAY}?language=xx")).await.0, 404);
    // Turns out of order.
    for number in [0, 2, 5, 6, 4_294_967_295_u32] {
        let mut ahead = play.clone();
        ahead["turnNumber"] = number.into();
        let (status, answer) = ann.submits(&ahead).await;
        assert_eq!((status, error(&answer)), (409, "TURN_PLAYED"), "{answer}");
        assert_eq!(answer["state"]["currentTurn"], 1);
    }
    // Tiles that were not drawn yet cannot be exchanged.
    for ids in [json!(["tile_008"]), json!(["tile_001", "tile_050"]), json!(["tile_000"])] {
        let (status, answer) = ann.submits(&json!({"turnNumber": 1, "tilesExchanged": ids})).await;
        assert_eq!((status, error(&answer)), (422, "TILES_NOT_IN_RACK"), "{answer}");
    }
    for ids in [json!([]), json!(["tile_001", "tile_001"])] {
        let (status, answer) = ann.submits(&json!({"turnNumber": 1, "tilesExchanged": ids})).await;
        assert_eq!((status, error(&answer)), (400, "BAD_REQUEST"), "{answer}");
        assert_eq!(answer["error"]["path"], "tilesExchanged");
    }
    for device in [&ann, &bob] {
        assert_eq!(device.state().await["turns"], json!([]));
    }

    // A finished turn cannot be repeated or replaced.
    let (status, first) = ann.submits(&play).await;
    assert_eq!(status, 200);
    for again in [play.clone(), json!({"turnNumber": 1, "tilesExchanged": ["tile_001"]})] {
        let (status, answer) = ann.submits(&again).await;
        assert_eq!((status, error(&answer)), (409, "TURN_PLAYED"));
        assert_eq!(answer["state"]["turns"], first["state"]["turns"]);
        assert_eq!(answer["state"]["playerRack"], first["state"]["playerRack"]);
    }
    // No other player's turn was played.
    assert_eq!(bob.state().await["turns"], json!([]));

    // Of concurrent requests, one succeeds.
    let many = (0..8).map(|_| bob.submits(&play));
    let answers = futures_util::future::join_all(many).await;
    assert_eq!(answers.iter().filter(|(status, _)| *status == 200).count(), 1);
    assert!(answers.iter().all(|(status, answer)| *status == 200 || error(answer) == "TURN_PLAYED"));
    assert_eq!(bob.state().await["turns"].as_array().unwrap().len(), 1);

    // There is no turn after the last.
    let cat = Device::new(&server).await;
    cat.plays_greedily().await;
    for number in [1, 5, 6] {
        let (status, answer) =
            cat.submits(&json!({"turnNumber": number, "tilesExchanged": ["tile_001"]})).await;
        assert_eq!((status, error(&answer)), (409, "GAME_ENDED"), "{answer}");
    }
    // A page of another origin cannot play.
    let headers = format!("{}Origin: https://elsewhere.example\r\n", ann.headers);
    let reply = server.send("POST", &turns, &headers, play.to_string().as_bytes()).await;
    assert_eq!(reply.status, 403);
}

#[tokio::test]
async fn a_client_can_ask_for_refusals_with_status_200() {
    let server = open().await;
    let ann = Device::new(&server).await;
    let state = ann.state().await;
    let rack = state["playerRack"].as_array().unwrap();
    let letter = &rack.iter().find(|tile| tile["isBlank"] == false).unwrap()["letter"];
    let tile = json!({"letter": letter, "position": {"row": 0, "col": 0}});
    let apart = json!({"turnNumber": 1, "tilesPlaced": [tile]});
    for end in ["turns", "preview"] {
        let path = format!("/api/daily/{TODAY}/{end}");
        let (status, refusal) = ann.post(&path, &apart).await;
        assert_eq!((status, error(&refusal)), (422, "INVALID_PLACEMENT"), "{refusal}");
        assert_eq!(ann.post(&format!("{path}?refusals=ok"), &apart).await, (200, refusal.clone()));
        assert_eq!(ann.post(&format!("{path}?refusals=no"), &apart).await, (422, refusal));
        // Only refusals of the rules have another status.
        let malformed = json!({"turnNumber": 1});
        assert_eq!(ann.post(&format!("{path}?refusals=ok"), &malformed).await.0, 400);
        let later = json!({"turnNumber": 2, "tilesPlaced": apart["tilesPlaced"]});
        assert_eq!(ann.post(&format!("{path}?refusals=ok"), &later).await.0, 409);
    }
    assert_eq!(ann.state().await["turns"], json!([]));
}

#[tokio::test]
async fn a_malformed_request_is_answered_with_what_was_expected() {
    let server = open().await;
    let ann = Device::new(&server).await;
    let long = vec![b' '; 20_000];
    for (body, status, path) in [
        (&b""[..], 400, "payload"),
        (b"null", 400, "payload"),
        (b"\xff\xfe", 400, "payload"),
        (br#"{"turnNumber": 1}"#, 400, "payload"),
        (br#"{"turnNumber": 1.5, "tilesPlaced": []}"#, 400, "turnNumber"),
        (br#"{"turnNumber": 1, "language": 7, "tilesPlaced": []}"#, 400, "language"),
        (br#"{"turnNumber": 1, "tilesPlaced": [{}]}"#, 400, "tilesPlaced[0].letter"),
        (&long, 413, ""),
    ] {
        for end in ["turns", "preview"] {
            let (found, answer) = read(&ann.reply("POST", &format!("/api/daily/{TODAY}/{end}"), body).await);
            assert_eq!((found, error(&answer)), (status, "BAD_REQUEST"), "{answer}");
            assert_eq!(answer["error"]["path"].as_str().unwrap_or_default(), path, "{answer}");
        }
    }
    for (method, path) in
        [("POST", "/api/daily"), ("GET", "/api/daily/devices/x"), ("DELETE", "/api/daily/name")]
    {
        assert!([404, 405].contains(&ann.reply(method, path, b"").await.status), "{method} {path}");
    }
}

#[tokio::test]
async fn two_servers_have_the_same_puzzle_and_a_stored_one_does_not_change() {
    let (one, other) = (open_new().await, open_new().await);
    for language in ["en", "nl"] {
        let path = format!("/api/daily/{TODAY}?language={language}");
        let (mut first, mut second) = (
            Device::without_token(&one).get(&path).await.1,
            Device::without_token(&other).get(&path).await.1,
        );
        first["serverTime"] = Value::Null;
        second["serverTime"] = Value::Null;
        assert_eq!(first, second);
    }
    let kept = one.store.puzzle(&key(TODAY)).await.unwrap().unwrap();
    assert_eq!(Some(kept), other.store.puzzle(&key(TODAY)).await.unwrap());
}

/// Two worlds differ only in the tiles not drawn yet: all responses are byte-identical.
#[tokio::test]
async fn tiles_not_drawn_yet_are_not_revealed() {
    let mut told = Vec::new();
    for swaps in [false, true] {
        let store = Arc::new(MemoryStore::new());
        let language = puzzle().language().clone();
        let mut order: Vec<String> = puzzle()
            .order()
            .iter()
            .map(|tile| match tile {
                rules::Tile::Blank => "_".to_owned(),
                rules::Tile::Letter(letter) => language.text(*letter).to_owned(),
            })
            .collect();
        if swaps {
            order[7..].reverse();
        }
        let letters: Vec<&str> =
            puzzle().starting_word().iter().map(|letter| language.text(*letter)).collect();
        let kept = KeptPuzzle {
            seed: puzzle().seed() + u64::from(swaps),
            starting_word: letters.join(" "),
            order: order.join(" "),
            solution: None,
        };
        store.keep_puzzle(&key(TODAY), kept).await.unwrap();
        let server = Running::on(store, at(NOON)).await;
        let ann = Device::new(&server).await;
        let mut heard = Vec::new();
        let submit = format!("/api/daily/{TODAY}/turns");
        let preview = format!("/api/daily/{TODAY}/preview");
        let wrong = json!({"turnNumber": 3, "tilesExchanged": ["tile_001"]});
        let to_come = json!({"turnNumber": 1, "tilesExchanged": ["tile_009"]});
        for device in [&ann, &Device::without_token(&server)] {
            for (method, path, body) in [
                ("GET", format!("/api/daily/{TODAY}"), Value::Null),
                ("GET", "/api/daily".to_owned(), Value::Null),
                ("GET", format!("/api/daily/{TODAY}/results"), Value::Null),
                ("GET", format!("/api/daily/{TODAY}/leaderboard"), Value::Null),
                ("POST", preview.clone(), first_play()),
                ("POST", submit.clone(), wrong.clone()),
                ("POST", submit.clone(), to_come.clone()),
            ] {
                let reply = device.reply(method, &path, body.to_string().as_bytes()).await;
                let mut answer: Value = serde_json::from_slice(&reply.body).unwrap();
                for part in ["serverTime", "state"] {
                    match answer.get_mut(part) {
                        Some(Value::Object(state)) => drop(state.remove("serverTime")),
                        Some(time) => *time = Value::Null,
                        None => {}
                    }
                }
                heard.push((path, reply.status, answer.to_string()));
            }
        }
        told.push(heard);
    }
    assert_eq!(told[0], told[1]);
}

#[tokio::test]
async fn the_day_follows_the_servers_clock_and_ends_at_midnight_utc() {
    // Days on which clocks change in America, Europe, Europe and America, and a normal day.
    for day in ["2026-03-08", "2026-03-29", "2026-10-25", "2026-11-01", TODAY] {
        ends_at_midnight(day.parse().unwrap()).await;
    }
}

async fn ends_at_midnight(day: Day) {
    let (begins, tomorrow, midnight) = (day.begins().0, day.next(), day.next().begins().0);
    assert_eq!((midnight - begins, Day::of(Timestamp(midnight))), (24 * HOUR, tomorrow));
    let store = Arc::new(MemoryStore::new());
    for day in [day, tomorrow] {
        store.keep_puzzle(&key(&day.to_string()), solved_at_par(day)).await.unwrap();
    }
    // It is the same day at its beginning, after clocks change, and before its end.
    for moment in [begins, begins + 3 * HOUR, begins + 8 * HOUR, midnight - HOUR] {
        let server = Running::on(Arc::clone(&store), at(moment)).await;
        let (_, archive) = Device::without_token(&server).get("/api/daily").await;
        assert_eq!(archive["today"], day.to_string(), "{archive}");
        assert_eq!(archive["nextPuzzleAt"], midnight, "{archive}");
    }
    let server = Running::on(Arc::clone(&store), at(midnight - HOUR)).await;
    let (ann, bob) = (Device::new(&server).await, Device::new(&server).await);
    let (status, early) = ann.get(&format!("/api/daily/{tomorrow}")).await;
    assert_eq!((status, error(&early)), (404, "NOT_YET"));
    assert!(early["error"]["message"].as_str().unwrap().contains(&format!("today is {day}")), "{early}");
    ann.swaps(day, 1..=5).await;
    let first = bob.swaps(day, 1..=1).await;
    let (of_ann, of_bob) = (ann.headers.clone(), bob.headers.clone());
    drop(server);

    // At midnight the next day begins, and the previous puzzle can still be finished late.
    let server = Running::on(store, at(midnight)).await;
    let ann = Device { server: &server, headers: of_ann };
    let bob = Device { server: &server, headers: of_bob };
    let (status, next) = bob.get(&format!("/api/daily/{tomorrow}")).await;
    assert_eq!((status, next["currentTurn"].as_i64()), (200, Some(1)));
    assert_eq!(next["nextPuzzleAt"], midnight + 24 * HOUR);
    let (_, state) = bob.get(&format!("/api/daily/{day}")).await;
    assert_eq!(state["turns"], first["turns"]);
    bob.swaps(day, 2..=5).await;
    for (device, is_on_time) in [(&ann, true), (&bob, false)] {
        let (_, results) = device.get(&format!("/api/daily/{day}/results")).await;
        assert_eq!(results["onTime"], is_on_time, "{results}");
        let (_, archive) = device.get("/api/daily").await;
        assert_eq!(archive["today"], tomorrow.to_string());
        assert_eq!(archive["days"][0]["onTime"], is_on_time, "{archive}");
        // The scores include both players; the leaderboard lists only the one who finished on the
        // day.
        assert_eq!(results["players"], 2);
        let (_, list) = device.get(&format!("/api/daily/{day}/leaderboard")).await;
        assert_eq!((&list["players"], list["entries"].as_array().unwrap().len()), (&json!(1), 1), "{list}");
        assert_eq!(
            (&list["entries"][0]["rank"], &list["entries"][0]["isYou"]),
            (&json!(1), &json!(is_on_time))
        );
    }
}

#[tokio::test]
async fn a_code_makes_another_device_the_same_player() {
    let server = open().await;
    let ann = Device::new(&server).await;
    ann.submits(&first_play()).await;
    let (status, offered) = ann.post("/api/daily/transfer", &json!({})).await;
    assert_eq!(status, 200, "{offered}");
    let code = offered["code"].as_str().unwrap();
    assert_eq!((code.len(), offered["expiresAt"].as_i64().unwrap() > NOON), (9, true));
    let stranger = Device::without_token(&server);
    let redeem = "/api/daily/transfer/redeem";
    assert_eq!(stranger.post(redeem, &json!({"code": "BCDF-GHJK"})).await.0, 404);
    let typed = code.to_lowercase().replace('-', " ");
    let (status, answer) = stranger.post(redeem, &json!({"code": typed})).await;
    assert_eq!(status, 200, "{answer}");
    let phone = Device::with_token(&server, answer["token"].as_str().unwrap());
    assert_eq!(phone.state().await["turns"], ann.state().await["turns"]);
    assert_eq!(stranger.post(redeem, &json!({"code": code})).await.0, 404);
    // Guessing is soon refused.
    let mut statuses = Vec::new();
    for _ in 0..12 {
        statuses.push(stranger.post(redeem, &json!({"code": "BCDFGHJK"})).await.0);
    }
    assert_eq!(statuses.last(), Some(&429));
    assert_eq!(stranger.post("/api/daily/transfer", &json!({})).await.0, 401);
}

#[tokio::test]
async fn only_stored_turns_are_acknowledged() {
    let server = open().await;
    let ann = Device::new(&server).await;
    server.store.set_refusing(true);
    let (status, answer) = ann.submits(&first_play()).await;
    assert_eq!((status, error(&answer)), (503, "UNAVAILABLE"));
    server.store.set_refusing(false);
    assert_eq!(ann.state().await["turns"], json!([]));
    assert_eq!(ann.submits(&first_play()).await.0, 200);
}

#[tokio::test]
async fn requests_over_the_limit_are_answered_with_a_wait() {
    let change = |server: &mut Server| {
        server.limits.daily_requests_per_minute = 3;
        server.limits.devices_per_hour = 1;
        server.trusted_proxies = vec![std::net::Ipv4Addr::LOCALHOST.into()];
    };
    let server = Running::on(Arc::new(MemoryStore::new()), change).await;
    let from = |address: &str| Device { server: &server, headers: format!("X-Forwarded-For: {address}\r\n") };
    let far = from("203.0.113.7");
    assert_eq!(far.post("/api/daily/devices", &json!({})).await.0, 201);
    let (status, answer) = far.post("/api/daily/devices", &json!({})).await;
    assert_eq!((status, error(&answer)), (429, "RATE_LIMITED"));
    assert!(answer["error"]["retryAfterMs"].as_u64().unwrap() > 1_000_000);
    assert_eq!(far.get("/api/daily").await.0, 200);
    assert_eq!(far.get("/api/daily").await.0, 429);
    assert_eq!(from("203.0.113.8").get("/api/daily").await.0, 200);
    for _ in 0..9 {
        assert_eq!(from("192.168.1.5").get("/api/daily").await.0, 200);
    }
}

#[tokio::test]
async fn responses_match_the_openapi_schemas() {
    let server = open().await;
    let schemas = Schemas::of(&server).await;
    let ann = Device::new(&server).await;
    let exchange = json!({"turnNumber": 2, "tilesExchanged": ["tile_001"]});
    schemas.check("SubmitTurn", &exchange);
    schemas.check("DailyProblem", &ann.submits(&exchange).await.1);
    schemas.check("DailyProblem", &ann.get("/api/daily/2999-01-01").await.1);
    schemas.check("Problem", &ann.get("/api/daily/1999-01-01").await.1);
    let play = first_play();
    schemas.check("SubmitTurn", &play);
    schemas.check("MovePreview", &ann.post(&format!("/api/daily/{TODAY}/preview"), &play).await.1);
    let answers = ann.plays_greedily().await;
    for answer in &answers {
        schemas.check("TurnAnswer", answer);
    }
    schemas.check("DailyState", &ann.state().await);
    schemas.check("DailyResults", &ann.get(&format!("/api/daily/{TODAY}/results")).await.1);
    schemas.check("Leaderboard", &ann.get(&format!("/api/daily/{TODAY}/leaderboard")).await.1);
    schemas.check("DailyArchive", &ann.get("/api/daily").await.1);
    schemas.check("TransferCode", &ann.post("/api/daily/transfer", &json!({})).await.1);
}
