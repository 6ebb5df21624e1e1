use std::fs;

use serde_json::{Value, json};

use crate::program::Program;
use crate::recording_socket::Socket;

/// Collects all values in a response or event that only its receiver may know.
fn secrets_in(value: &Value, secrets: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match (name.as_str(), value) {
                    ("token" | "invite" | "ticket", Value::String(secret)) => secrets.push(secret.clone()),
                    ("tiles", Value::Array(tiles)) if tiles.len() > 3 => {
                        secrets.push(value.to_string());
                        secrets.push(tiles.iter().filter_map(|tile| tile["letter"].as_str()).collect());
                    }
                    _ => secrets_in(value, secrets),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| secrets_in(value, secrets)),
        _ => {}
    }
}

/// Sends a request, and records the response and all events before it.
async fn ask(socket: &mut Socket, event: &str, payload: Value, heard: &mut Vec<Value>) -> Value {
    let answer = socket.ask(event, &payload).await.unwrap();
    heard.push(answer.clone());
    heard.extend(socket.events.drain(..).map(|(name, payload)| json!({"event": name, "payload": payload})));
    answer
}

#[tokio::test(flavor = "multi_thread")]
async fn no_secret_is_in_the_most_verbose_log_or_in_a_page_or_an_error() {
    const NONCE: &str = "canary-nonce-5f1c";
    let folder = tempfile::tempdir().unwrap();
    let program = Program::talkative(&folder.path().join("data"));
    let (mut of_ann, mut of_bob, mut of_eve) = (Vec::new(), Vec::new(), Vec::new());
    let mut ann = Socket::connect(program.address, &Value::Null).await.unwrap();
    let mut bob = Socket::connect(program.address, &Value::Null).await.unwrap();
    let mut eve = Socket::connect(program.address, &Value::Null).await.unwrap();
    let wish = json!({"playerName": "Ann", "preset": "social", "nonce": NONCE});
    let opened = ask(&mut ann, "createGame", wish, &mut of_ann).await;
    let room = &opened["roomCode"];
    let wish = json!({"playerName": "Bob", "roomCode": room, "nonce": NONCE});
    let joined = ask(&mut bob, "joinGame", wish, &mut of_bob).await;
    ask(&mut ann, "setNonce", json!({"nonce": NONCE}), &mut of_ann).await;
    ask(&mut ann, "createTicket", json!({}), &mut of_ann).await;
    let ticket = ask(&mut bob, "createTicket", json!({}), &mut of_bob).await["ticket"].clone();
    // Before the start, nonces are secret.
    let early = fs::read_to_string(folder.path().join("data.log")).unwrap();
    assert!(!early.contains(NONCE), "the log has a nonce");
    ask(&mut ann, "startGame", json!({}), &mut of_ann).await;
    ask(&mut ann, "resync", json!({}), &mut of_ann).await;
    ask(&mut bob, "resync", json!({}), &mut of_bob).await;
    ask(&mut ann, "exchangeTiles", json!({"tileIndices": [0, 1, 2]}), &mut of_ann).await;

    // A seat is resumed with a ticket and with a token, also with invalid ones.
    let mut phone = Socket::connect(program.address, &Value::Null).await.unwrap();
    let moved = ask(&mut phone, "joinGame", json!({"ticket": ticket}), &mut of_bob).await;
    let auth = json!({"roomCode": room, "token": moved["token"], "lastSeq": 1});
    let mut back = Socket::connect(program.address, &auth).await.unwrap();
    ask(&mut back, "resync", json!({}), &mut of_bob).await;
    let auth = json!({"roomCode": room, "token": joined["token"]});
    let mut late = Socket::connect(program.address, &auth).await.unwrap();
    for payload in [
        json!({"roomCode": room, "token": opened["invite"]}),
        json!({"roomCode": [opened["token"]], "token": opened["token"]}),
        json!({"roomCode": room, "token": [opened["token"]]}),
        json!({"ticket": opened["token"]}),
        json!({"playerName": opened["token"]}),
        json!({"playerName": "Eve", "roomCode": opened["invite"], "nonce": NONCE.repeat(99)}),
    ] {
        for socket in [&mut eve, &mut late] {
            let answer = ask(socket, "joinGame", payload.clone(), &mut of_eve).await;
            assert_eq!(answer["ok"], false, "{answer}");
        }
    }
    // An unknown event's name is repeated to its sender, but to no other client.
    ask(&mut eve, opened["token"].as_str().unwrap(), json!({}), &mut Vec::new()).await;
    ask(&mut eve, "watchGame", json!({"roomCode": room, "invite": opened["token"]}), &mut of_eve).await;

    let mut secrets = vec![NONCE.to_owned()];
    of_ann.iter().chain(&of_bob).for_each(|heard| secrets_in(heard, &mut secrets));
    assert!(secrets.len() > 10, "{secrets:?}");
    let token = opened["token"].as_str().unwrap();
    let mut pages = Vec::new();
    let (record, review) = (format!("/api/games/{token}"), format!("/api/games/{token}/review"));
    for path in ["/metrics", "/readyz", "/healthz", "/", "/api/games/none", &record, &review] {
        pages.push(program.get(path));
    }
    let told: String = of_eve.iter().map(Value::to_string).collect();
    drop(program);
    let log = fs::read_to_string(folder.path().join("data.log")).unwrap();
    assert!(log.lines().count() > 3, "the log was captured: {log}");
    for secret in &secrets {
        assert!(!log.contains(secret.as_str()), "the log has {secret}");
        assert!(pages.iter().all(|page| !page.contains(secret.as_str())), "a page has {secret}");
        assert!(!told.contains(secret.as_str()), "somebody else was told {secret}: {told}");
    }
}
