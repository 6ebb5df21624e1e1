//! The stored form of every kind of event.

use std::sync::Arc;

use rules::{
    Departure, EventKind, GameId, Judge, KeyVersion, Language, Nonce, NonceCommitment, PassedBy, Seat,
    StandReason, Timestamp,
};
use serde::{Deserialize, Serialize};

use super::outcome::{WrittenDeparture, WrittenOutcome};
use super::play::{WrittenDraw, WrittenPlay, WrittenRound};
use super::rules::WrittenRules;
use super::seats::{WrittenPlayerKind, WrittenSeat, WrittenSeats, read_name};
use super::table_settings::WrittenOpening;
use crate::codec::{hex, tile_text};

#[derive(Serialize, Deserialize, Debug)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub(super) enum WrittenKind {
    TableOpened(Box<WrittenOpening>),
    PlayerJoined {
        seat: WrittenSeat,
        name: String,
        kind: WrittenPlayerKind,
    },
    NonceGiven {
        seat: WrittenSeat,
        nonce: String,
    },
    /// Since version 2.
    NonceCommitted {
        seat: WrittenSeat,
        commitment: String,
    },
    /// Since version 2.
    NoncesRequested {
        by: WrittenSeat,
        until: i64,
        contributors: Vec<(WrittenSeat, String)>,
    },
    /// Since version 2.
    NonceRevealed {
        seat: WrittenSeat,
        nonce: String,
    },
    /// Since version 2.
    StartFailed {
        because_of: WrittenSeats,
    },
    PlayerLeft {
        seat: WrittenSeat,
    },
    HostChanged {
        seat: WrittenSeat,
    },
    /// Since version 3.
    RulesChanged {
        by: WrittenSeat,
        rules: Box<WrittenRules>,
    },
    GameStarted {
        order: WrittenSeats,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        opening_draw: Vec<WrittenRound>,
        deals: Vec<(WrittenSeat, WrittenDraw)>,
        /// Since version 2. Games of version 1 use the first form of the key.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<u8>,
    },
    TilesPlaced {
        seat: WrittenSeat,
        play: WrittenPlay,
        #[serde(default, skip_serializing_if = "is_false")]
        goes_out: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        open_until: Option<i64>,
    },
    PlayAccepted {
        seat: WrittenSeat,
    },
    PlayStood {
        seat: WrittenSeat,
        #[serde(with = "WrittenStandReason")]
        reason: StandReason,
        drawn: WrittenDraw,
    },
    ChallengeStarted {
        by: WrittenSeat,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        vote_until: Option<i64>,
    },
    VoteCast {
        seat: WrittenSeat,
        valid: bool,
    },
    ChallengeResolved {
        valid: bool,
        judge: WrittenJudge,
    },
    TurnLost {
        seat: WrittenSeat,
    },
    TurnPassed {
        seat: WrittenSeat,
        #[serde(default, skip_serializing_if = "is_false")]
        automatic: bool,
    },
    TilesExchanged {
        seat: WrittenSeat,
        returned: String,
        drawn: WrittenDraw,
    },
    PlayerOut {
        seat: WrittenSeat,
        #[serde(with = "WrittenDeparture")]
        departure: Departure,
        returned: String,
    },
    EndRequested {
        by: WrittenSeat,
    },
    EndAgreed {
        seat: WrittenSeat,
    },
    EndRequestLapsed,
    /// Since version 4.
    PauseProposed {
        by: WrittenSeat,
        until: i64,
    },
    /// Since version 4.
    PauseAgreed {
        seat: WrittenSeat,
    },
    /// Since version 4.
    PauseLapsed {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<WrittenSeat>,
    },
    /// Since version 4.
    GamePaused {
        until: i64,
    },
    /// Since version 4.
    GameResumed {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<WrittenSeat>,
    },
    /// Since version 4.
    StandInStarted {
        seat: WrittenSeat,
    },
    /// Since version 4.
    StandInEnded {
        seat: WrittenSeat,
    },
    GameEnded(WrittenOutcome),
    TableClosed,
    RematchOpened {
        by: WrittenSeat,
        game: String,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "StandReason", rename_all = "camelCase")]
enum WrittenStandReason {
    Checked,
    NextMove,
    AllAccepted,
    WindowPassed,
    ChallengeFailed,
    PlayerLeft,
    GameEnded,
}

#[derive(Serialize, Deserialize, Debug)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) enum WrittenJudge {
    Player(WrittenSeat),
    Vote { valid: WrittenSeats, invalid: WrittenSeats },
    Dictionary { unknown: Vec<String> },
}

/// Takes a reference because serde requires it.
#[expect(clippy::trivially_copy_pass_by_ref)]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl WrittenKind {
    /// Returns the first version that has this kind of event.
    pub(super) const fn since(&self) -> u64 {
        match self {
            WrittenKind::NonceCommitted { .. }
            | WrittenKind::NoncesRequested { .. }
            | WrittenKind::NonceRevealed { .. }
            | WrittenKind::StartFailed { .. }
            | WrittenKind::GameStarted { key: Some(_), .. } => 2,
            WrittenKind::RulesChanged { rules, .. } if rules.since() < 3 => 3,
            WrittenKind::RulesChanged { rules, .. } => rules.since(),
            WrittenKind::TableOpened(opening) => opening.since(),
            WrittenKind::PauseProposed { .. }
            | WrittenKind::PauseAgreed { .. }
            | WrittenKind::PauseLapsed { .. }
            | WrittenKind::GamePaused { .. }
            | WrittenKind::GameResumed { .. }
            | WrittenKind::StandInStarted { .. }
            | WrittenKind::StandInEnded { .. } => 4,
            _ => 1,
        }
    }

    pub(super) fn of(kind: &EventKind, language: &Language) -> WrittenKind {
        let tiles = |tiles: &[rules::Tile]| tile_text::write_tiles(tiles, language);
        match kind {
            EventKind::TableOpened(opening) => {
                WrittenKind::TableOpened(Box::new(WrittenOpening::of(opening, language)))
            }
            EventKind::PlayerJoined { seat, name, kind } => WrittenKind::PlayerJoined {
                seat: (*seat).into(),
                name: name.as_str().to_owned(),
                kind: (*kind).into(),
            },
            EventKind::NonceGiven { seat, nonce } => {
                WrittenKind::NonceGiven { seat: (*seat).into(), nonce: rules::hex(&nonce.0) }
            }
            EventKind::NonceCommitted { seat, commitment } => {
                WrittenKind::NonceCommitted { seat: (*seat).into(), commitment: rules::hex(&commitment.0) }
            }
            EventKind::NoncesRequested { by, until, contributors } => WrittenKind::NoncesRequested {
                by: (*by).into(),
                until: until.0,
                contributors: write_contributors(contributors),
            },
            EventKind::NonceRevealed { seat, nonce } => {
                WrittenKind::NonceRevealed { seat: (*seat).into(), nonce: rules::hex(&nonce.0) }
            }
            EventKind::StartFailed { because_of } => {
                WrittenKind::StartFailed { because_of: WrittenSeats::of(because_of.iter().copied()) }
            }
            EventKind::PlayerLeft { seat } => WrittenKind::PlayerLeft { seat: (*seat).into() },
            EventKind::HostChanged { seat } => WrittenKind::HostChanged { seat: (*seat).into() },
            EventKind::RulesChanged { by, rules } => {
                WrittenKind::RulesChanged { by: (*by).into(), rules: Box::new(WrittenRules::of(rules)) }
            }
            EventKind::GameStarted { order, opening_draw, deals, key } => WrittenKind::GameStarted {
                order: WrittenSeats::of(order.iter().copied()),
                opening_draw: opening_draw.iter().map(|round| WrittenRound::of(round, language)).collect(),
                deals: deals
                    .iter()
                    .map(|(seat, draw)| ((*seat).into(), WrittenDraw::of(draw, language)))
                    .collect(),
                key: match key {
                    KeyVersion::V1 => None,
                    KeyVersion::V2 => Some(2),
                },
            },
            EventKind::TilesPlaced { seat, play, goes_out, open_until } => WrittenKind::TilesPlaced {
                seat: (*seat).into(),
                play: WrittenPlay::of(play, language),
                goes_out: *goes_out,
                open_until: open_until.map(|until| until.0),
            },
            EventKind::PlayAccepted { seat } => WrittenKind::PlayAccepted { seat: (*seat).into() },
            EventKind::PlayStood { seat, reason, drawn } => WrittenKind::PlayStood {
                seat: (*seat).into(),
                reason: *reason,
                drawn: WrittenDraw::of(drawn, language),
            },
            EventKind::ChallengeStarted { by, vote_until } => WrittenKind::ChallengeStarted {
                by: (*by).into(),
                vote_until: vote_until.map(|until| until.0),
            },
            EventKind::VoteCast { seat, valid } => {
                WrittenKind::VoteCast { seat: (*seat).into(), valid: *valid }
            }
            EventKind::ChallengeResolved { valid, judge } => {
                WrittenKind::ChallengeResolved { valid: *valid, judge: WrittenJudge::of(judge, language) }
            }
            EventKind::TurnLost { seat } => WrittenKind::TurnLost { seat: (*seat).into() },
            EventKind::TurnPassed { seat, by } => {
                WrittenKind::TurnPassed { seat: (*seat).into(), automatic: *by == PassedBy::Clock }
            }
            EventKind::TilesExchanged { seat, returned, drawn } => WrittenKind::TilesExchanged {
                seat: (*seat).into(),
                returned: tiles(returned),
                drawn: WrittenDraw::of(drawn, language),
            },
            EventKind::PlayerOut { seat, departure, returned } => WrittenKind::PlayerOut {
                seat: (*seat).into(),
                departure: *departure,
                returned: tiles(returned),
            },
            EventKind::EndRequested { by } => WrittenKind::EndRequested { by: (*by).into() },
            EventKind::EndAgreed { seat } => WrittenKind::EndAgreed { seat: (*seat).into() },
            EventKind::EndRequestLapsed => WrittenKind::EndRequestLapsed,
            EventKind::PauseProposed { by, until } => {
                WrittenKind::PauseProposed { by: (*by).into(), until: until.0 }
            }
            EventKind::PauseAgreed { seat } => WrittenKind::PauseAgreed { seat: (*seat).into() },
            EventKind::PauseLapsed { by } => WrittenKind::PauseLapsed { by: by.map(WrittenSeat::from) },
            EventKind::GamePaused { until } => WrittenKind::GamePaused { until: until.0 },
            EventKind::GameResumed { by } => WrittenKind::GameResumed { by: by.map(WrittenSeat::from) },
            EventKind::StandInStarted { seat } => WrittenKind::StandInStarted { seat: (*seat).into() },
            EventKind::StandInEnded { seat } => WrittenKind::StandInEnded { seat: (*seat).into() },
            EventKind::GameEnded(outcome) => WrittenKind::GameEnded(WrittenOutcome::of(outcome, language)),
            EventKind::TableClosed => WrittenKind::TableClosed,
            EventKind::RematchOpened { by, game } => {
                WrittenKind::RematchOpened { by: (*by).into(), game: game.as_str().to_owned() }
            }
        }
    }

    pub(super) fn read(
        self,
        language: &Language,
        languages: &dyn Fn(&str) -> Option<Arc<Language>>,
    ) -> Result<EventKind, String> {
        let tiles = |text: &str| tile_text::read_tiles(text, language);
        Ok(match self {
            WrittenKind::TableOpened(opening) => EventKind::TableOpened(opening.read(language, languages)?),
            WrittenKind::PlayerJoined { seat, name, kind } => {
                EventKind::PlayerJoined { seat: seat.read()?, name: read_name(&name)?, kind: kind.read()? }
            }
            WrittenKind::NonceGiven { seat, nonce } => {
                EventKind::NonceGiven { seat: seat.read()?, nonce: Nonce(hex::read(&nonce)?) }
            }
            WrittenKind::NonceCommitted { seat, commitment } => {
                EventKind::NonceCommitted { seat: seat.read()?, commitment: read_commitment(&commitment)? }
            }
            WrittenKind::NoncesRequested { by, until, contributors } => {
                let read = contributors.into_iter();
                let read = read.map(|(seat, text)| Ok((seat.read()?, read_commitment(&text)?)));
                EventKind::NoncesRequested {
                    by: by.read()?,
                    until: Timestamp(until),
                    contributors: read.collect::<Result<_, String>>()?,
                }
            }
            WrittenKind::NonceRevealed { seat, nonce } => {
                EventKind::NonceRevealed { seat: seat.read()?, nonce: Nonce(hex::read(&nonce)?) }
            }
            WrittenKind::StartFailed { because_of } => {
                EventKind::StartFailed { because_of: because_of.read()? }
            }
            WrittenKind::PlayerLeft { seat } => EventKind::PlayerLeft { seat: seat.read()? },
            WrittenKind::HostChanged { seat } => EventKind::HostChanged { seat: seat.read()? },
            WrittenKind::RulesChanged { by, rules } => {
                EventKind::RulesChanged { by: by.read()?, rules: Box::new(rules.read(languages)?) }
            }
            WrittenKind::GameStarted { order, opening_draw, deals, key } => {
                let rounds = opening_draw.into_iter().map(|round| round.read(language));
                let deals = deals.into_iter().map(|(seat, draw)| Ok((seat.read()?, draw.read(language)?)));
                EventKind::GameStarted {
                    order: order.read()?,
                    opening_draw: rounds.collect::<Result<_, String>>()?,
                    deals: deals.collect::<Result<_, String>>()?,
                    key: match key {
                        None => KeyVersion::V1,
                        Some(2) => KeyVersion::V2,
                        Some(other) => return Err(format!("expected a key of form 2, found {other}")),
                    },
                }
            }
            WrittenKind::TilesPlaced { seat, play, goes_out, open_until } => EventKind::TilesPlaced {
                seat: seat.read()?,
                play: Arc::new(play.read(language)?),
                goes_out,
                open_until: open_until.map(Timestamp),
            },
            WrittenKind::PlayAccepted { seat } => EventKind::PlayAccepted { seat: seat.read()? },
            WrittenKind::PlayStood { seat, reason, drawn } => {
                EventKind::PlayStood { seat: seat.read()?, reason, drawn: drawn.read(language)? }
            }
            WrittenKind::ChallengeStarted { by, vote_until } => {
                EventKind::ChallengeStarted { by: by.read()?, vote_until: vote_until.map(Timestamp) }
            }
            WrittenKind::VoteCast { seat, valid } => EventKind::VoteCast { seat: seat.read()?, valid },
            WrittenKind::ChallengeResolved { valid, judge } => {
                EventKind::ChallengeResolved { valid, judge: judge.read(language)? }
            }
            WrittenKind::TurnLost { seat } => EventKind::TurnLost { seat: seat.read()? },
            WrittenKind::TurnPassed { seat, automatic } => EventKind::TurnPassed {
                seat: seat.read()?,
                by: if automatic { PassedBy::Clock } else { PassedBy::Player },
            },
            WrittenKind::TilesExchanged { seat, returned, drawn } => EventKind::TilesExchanged {
                seat: seat.read()?,
                returned: tiles(&returned)?,
                drawn: drawn.read(language)?,
            },
            WrittenKind::PlayerOut { seat, departure, returned } => {
                EventKind::PlayerOut { seat: seat.read()?, departure, returned: tiles(&returned)? }
            }
            WrittenKind::EndRequested { by } => EventKind::EndRequested { by: by.read()? },
            WrittenKind::EndAgreed { seat } => EventKind::EndAgreed { seat: seat.read()? },
            WrittenKind::EndRequestLapsed => EventKind::EndRequestLapsed,
            WrittenKind::PauseProposed { by, until } => {
                EventKind::PauseProposed { by: by.read()?, until: Timestamp(until) }
            }
            WrittenKind::PauseAgreed { seat } => EventKind::PauseAgreed { seat: seat.read()? },
            WrittenKind::PauseLapsed { by } => {
                EventKind::PauseLapsed { by: by.map(WrittenSeat::read).transpose()? }
            }
            WrittenKind::GamePaused { until } => EventKind::GamePaused { until: Timestamp(until) },
            WrittenKind::GameResumed { by } => {
                EventKind::GameResumed { by: by.map(WrittenSeat::read).transpose()? }
            }
            WrittenKind::StandInStarted { seat } => EventKind::StandInStarted { seat: seat.read()? },
            WrittenKind::StandInEnded { seat } => EventKind::StandInEnded { seat: seat.read()? },
            WrittenKind::GameEnded(outcome) => EventKind::GameEnded(outcome.read(language)?),
            WrittenKind::TableClosed => EventKind::TableClosed,
            WrittenKind::RematchOpened { by, game } => {
                EventKind::RematchOpened { by: by.read()?, game: GameId::new(game) }
            }
        })
    }
}

fn write_contributors(contributors: &[(Seat, NonceCommitment)]) -> Vec<(WrittenSeat, String)> {
    let written = |(seat, commitment): &(Seat, NonceCommitment)| ((*seat).into(), rules::hex(&commitment.0));
    contributors.iter().map(written).collect()
}

fn read_commitment(text: &str) -> Result<NonceCommitment, String> {
    let bytes = hex::read(text)?;
    let bytes = bytes.try_into().map_err(|_| format!("expected 64 hexadecimal digits, found {text:?}"))?;
    Ok(NonceCommitment(bytes))
}

impl WrittenJudge {
    fn of(judge: &Judge, language: &Language) -> WrittenJudge {
        match judge {
            Judge::Player(seat) => WrittenJudge::Player((*seat).into()),
            Judge::Vote { valid, invalid } => WrittenJudge::Vote {
                valid: WrittenSeats::of(valid.iter()),
                invalid: WrittenSeats::of(invalid.iter()),
            },
            Judge::Dictionary { unknown } => WrittenJudge::Dictionary {
                unknown: unknown.iter().map(|word| tile_text::write_letters(word, language)).collect(),
            },
        }
    }

    fn read(self, language: &Language) -> Result<Judge, String> {
        Ok(match self {
            WrittenJudge::Player(seat) => Judge::Player(seat.read()?),
            WrittenJudge::Vote { valid, invalid } => {
                Judge::Vote { valid: valid.read_set()?, invalid: invalid.read_set()? }
            }
            WrittenJudge::Dictionary { unknown } => {
                let words = unknown.iter().map(|word| tile_text::read_letters(word, language));
                Judge::Dictionary { unknown: words.collect::<Result<_, String>>()? }
            }
        })
    }
}
