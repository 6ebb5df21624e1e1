//! Look-ups of words and their meanings.

use serde_json::{Value, json};

use crate::client::Running;
use crate::defined_words::DefinedWords;
use crate::schemas::Schemas;

const DEFINED: &str =
    "quiz\tnoun\ta short test\nquiz\tverb\tto ask\ncafé\ta place for <b>coffee</b>\nqi\tx\n";

#[tokio::test]
async fn a_look_up_has_meanings_where_definitions_are_installed() {
    let server = Running::start(|server| server.words = DefinedWords::new(DEFINED)).await;
    let quiz = json!([
        {"partOfSpeech": "noun", "text": "a short test"},
        {"partOfSpeech": "verb", "text": "to ask"},
    ]);
    let cafe = json!([{"text": "a place for <b>coffee</b>"}]);
    for (path, valid, meanings) in [
        ("/api/words/en/quiz", true, Some(&quiz)),
        ("/api/words/en/QUIZ", true, Some(&quiz)),
        ("/api/words/en/caf%C3%A9", true, Some(&cafe)),
        ("/api/words/en/cafe", true, Some(&cafe)),
        ("/api/words/en/qi", false, Some(&json!([{"text": "x"}]))),
        ("/api/words/en/word", true, None),
        ("/api/words/en/don't", false, None),
        ("/api/words/nl/quiz", true, None),
    ] {
        let answer: Value = serde_json::from_str(server.get(path).await.text()).unwrap();
        assert_eq!((&answer["valid"], answer.get("meanings")), (&json!(valid), meanings), "{path}");
    }
}

#[tokio::test]
async fn a_look_up_in_damaged_definitions_is_answered_without_meanings() {
    let damage = |stored: &mut Vec<u8>| *stored.last_mut().unwrap() ^= 1;
    let server = Running::start(|server| server.words = DefinedWords::changed(DEFINED, damage)).await;
    let answer: Value = serde_json::from_str(server.get("/api/words/en/quiz").await.text()).unwrap();
    assert_eq!((&answer["valid"], answer.get("meanings")), (&json!(true), None));
}

#[tokio::test]
async fn an_answer_with_meanings_has_the_form_that_the_description_names() {
    let server = Running::start(|server| server.words = DefinedWords::new(DEFINED)).await;
    let answer = serde_json::from_str(server.get("/api/words/en/quiz").await.text()).unwrap();
    Schemas::of(&server).await.check("WordAnswer", &answer);
}
