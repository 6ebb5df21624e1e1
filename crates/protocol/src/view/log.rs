use rules::{
    Action, ChallengeRecord, Language, PassedBy, Play, Rules, SeenAction, Timestamp, Verdict, WordRule,
};

use super::{PlayerIds, departure_reason};
use crate::server::{Judge, LogAction, LogChallenge, PlayStatus, ScoredWord};
use crate::table_rules::VerdictRule;
use crate::tile::placed_tiles;

/// The words of a play with their scores.
pub(crate) fn scored_words(play: &Play, language: &Language) -> Vec<ScoredWord> {
    let scored =
        |word: &rules::FormedWord| ScoredWord { text: language.write(&word.letters), score: word.score.0 };
    play.words.iter().map(scored).collect()
}

/// What was done in a turn, from the server's log. Exchanged tiles are reduced to their number.
pub(crate) fn deed_of(deed: &Action, language: &Language, ids: &PlayerIds) -> LogAction {
    match deed {
        Action::Played { play, fate, challenge } => played(play, *fate, challenge.as_ref(), language, ids),
        Action::Exchanged { tiles } => LogAction::Exchanged { count: tiles.len() as u32 },
        Action::Passed(by) => passed(*by),
        Action::LostTurn => LogAction::LostTurn {},
        Action::Left(departure) => LogAction::Left { reason: departure_reason(*departure) },
        Action::StandInStarted => LogAction::StandInStarted {},
        Action::StandInEnded => LogAction::StandInEnded {},
    }
}

/// What was done in a turn, from the public view.
pub(super) fn seen_deed(deed: SeenAction<'_>, language: &Language, ids: &PlayerIds) -> LogAction {
    match deed {
        SeenAction::Played { play, fate, challenge } => played(play, fate, challenge, language, ids),
        SeenAction::Exchanged { count } => LogAction::Exchanged { count: count as u32 },
        SeenAction::Passed(by) => passed(by),
        SeenAction::LostTurn => LogAction::LostTurn {},
        SeenAction::Left(departure) => LogAction::Left { reason: departure_reason(departure) },
        SeenAction::StandInStarted => LogAction::StandInStarted {},
        SeenAction::StandInEnded => LogAction::StandInEnded {},
    }
}

fn passed(by: PassedBy) -> LogAction {
    LogAction::Passed { automatic: by == PassedBy::Clock }
}

fn played(
    play: &Play,
    fate: rules::PlayStatus,
    challenge: Option<&ChallengeRecord>,
    language: &Language,
    ids: &PlayerIds,
) -> LogAction {
    LogAction::Played {
        placements: placed_tiles(&play.tiles, language),
        words: scored_words(play, language),
        score: play.score.0,
        fate: match fate {
            rules::PlayStatus::Open => PlayStatus::Open,
            rules::PlayStatus::Stood => PlayStatus::Stood,
            rules::PlayStatus::TakenBack => PlayStatus::TakenBack,
        },
        challenge: challenge.map(|challenge| LogChallenge {
            challenger_id: ids.of(challenge.by),
            judge: challenge.judge.as_ref().map(|judge| judge_of(judge, language, ids)),
        }),
    }
}

/// Who decided a challenge.
pub(crate) fn judge_of(judge: &rules::Judge, language: &Language, ids: &PlayerIds) -> Judge {
    match judge {
        rules::Judge::Player(seat) => Judge::Player { player_id: ids.of(*seat) },
        rules::Judge::Vote { valid, invalid } => {
            Judge::Vote { valid: ids.all(valid.iter()), invalid: ids.all(invalid.iter()) }
        }
        rules::Judge::Dictionary { unknown } => Judge::Dictionary {
            unknown_words: unknown.iter().map(|letters| language.write(letters)).collect(),
        },
    }
}

/// Who decides a challenge. With two players left, the first verdict replaces the vote.
pub(crate) fn challenge_verdict(rules: &Rules, vote_until: Option<Timestamp>) -> VerdictRule {
    match rules.words {
        WordRule::Challenge { verdict: Verdict::Dictionary, .. } => VerdictRule::Dictionary,
        _ if vote_until.is_some() => VerdictRule::Vote,
        WordRule::Challenge { .. } | WordRule::Checked => VerdictRule::Anyone,
    }
}
