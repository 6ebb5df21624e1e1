use std::sync::Arc;

use rules::Timestamp;
use serde_json::json;
use store::MemoryStore;

use crate::defined_words::DefinedWords;
use crate::socket_server::{Hall, Stillness};

async fn hall(seed: u64) -> Hall {
    let words = DefinedWords::new("quiz\tnoun\ta short test\n");
    Hall::judging_by(words, Arc::new(MemoryStore::new()), seed, Timestamp(1_700_000_000_000)).await
}

#[tokio::test(start_paused = true)]
async fn a_look_up_has_meanings_where_definitions_are_installed() {
    let _still = Stillness::begin();
    let hall = hall(31).await;
    let (mut sockets, _) = hall.game(json!({"preset": "social"})).await;
    let quiz = sockets[0].does("lookupWord", json!({"word": "quiz"})).await;
    assert_eq!(quiz["valid"], true);
    assert_eq!(quiz["meanings"], json!([{"partOfSpeech": "noun", "text": "a short test"}]));
    for word in ["word", "qqq", "don't"] {
        let answer = sockets[1].does("lookupWord", json!({"word": word})).await;
        assert!(answer["list"].is_string() && answer.get("meanings").is_none(), "{word}: {answer}");
    }
}

#[tokio::test(start_paused = true)]
async fn where_look_ups_are_not_allowed_there_are_no_meanings() {
    let _still = Stillness::begin();
    let hall = hall(32).await;
    let (mut sockets, _) = hall.game(json!({"preset": "classic"})).await;
    let refused = sockets[0].ask("lookupWord", json!({"word": "quiz"})).await;
    assert_eq!((&refused["ok"], &refused["error"]["code"]), (&json!(false), &json!("LOOKUP_NOT_ALLOWED")));
    assert!(!refused.to_string().contains("a short test"), "{refused}");
}
