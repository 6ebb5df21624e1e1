//! Answers of the HTTP API that belong to neither a game nor the daily puzzle.

use serde::{Deserialize, Serialize};

use crate::server::Meaning;

/// An answer that says what is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "reference", schemars(rename = "Problem"))]
#[serde(rename_all = "camelCase")]
pub struct HttpProblem {
    /// The error.
    pub error: HttpError,
}

/// What is wrong with a request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct HttpError {
    /// The problem, for programs.
    pub code: HttpErrorCode,
    /// The problem, for people.
    pub message: String,
    /// The time to wait before a retry, in milliseconds; only with `RATE_LIMITED`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
}

/// The kind of a problem. A code never changes its meaning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum HttpErrorCode {
    /// The request is malformed.
    BadRequest,
    /// There is nothing at this path, or not yet.
    NotFound,
    /// The path does not support the method.
    MethodNotAllowed,
    /// The server does not go by the host name of the request.
    MisdirectedRequest,
    /// Too many requests: `retryAfterMs` is the time to wait.
    RateLimited,
    /// The server cannot answer this now.
    Unavailable,
}

/// Whether a word list has a word, and what it means.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct WordAnswer {
    /// The language code.
    pub language: String,
    /// The name of the list.
    pub list: String,
    /// What the word means; only present if definitions are installed and have the word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meanings: Option<Vec<Meaning>>,
    /// Whether the word is in the list.
    pub valid: bool,
    /// The word, in capitals.
    pub word: String,
}

impl HttpProblem {
    /// A problem with a code and a message.
    pub fn new(code: HttpErrorCode, message: impl Into<String>) -> HttpProblem {
        HttpProblem { error: HttpError { code, message: message.into(), retry_after_ms: None } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_has_its_code_first_and_only_the_details_it_needs() {
        let mut problem = HttpProblem::new(HttpErrorCode::NotFound, "there is nothing here");
        let text = serde_json::to_string(&problem).unwrap();
        assert_eq!(text, r#"{"error":{"code":"NOT_FOUND","message":"there is nothing here"}}"#);
        problem.error.retry_after_ms = Some(250);
        let text = serde_json::to_string(&problem).unwrap();
        assert!(text.ends_with(r#""message":"there is nothing here","retryAfterMs":250}}"#), "{text}");
        assert_eq!(serde_json::from_str::<HttpProblem>(&text).unwrap(), problem);
    }

    #[test]
    fn a_word_answer_keeps_the_order_of_its_fields() {
        let mut answer = WordAnswer {
            language: "en".to_owned(),
            list: "ENABLE".to_owned(),
            meanings: None,
            valid: true,
            word: "QUIZ".to_owned(),
        };
        let text = serde_json::to_string(&answer).unwrap();
        assert_eq!(text, r#"{"language":"en","list":"ENABLE","valid":true,"word":"QUIZ"}"#);
        let (part_of_speech, text) = (Some("noun".to_owned()), "a short test".to_owned());
        answer.meanings = Some(vec![Meaning { part_of_speech, text }]);
        let text = serde_json::to_string(&answer).unwrap();
        let meanings =
            r#""list":"ENABLE","meanings":[{"partOfSpeech":"noun","text":"a short test"}],"valid""#;
        assert!(text.contains(meanings), "{text}");
    }
}
