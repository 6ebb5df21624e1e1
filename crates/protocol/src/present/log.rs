use rules::{ChallengeRecord, Deed, Language, Play, Rules, SeenDeed, Timestamp, Verdict, WordRule};

use super::{PlayerIds, departure_reason};
use crate::server::{Fate, Judge, LogChallenge, LogDeed, ScoredWord};
use crate::table_rules::VerdictRule;
use crate::tile::placed_tiles;

/// The words of a play with their scores.
pub(crate) fn scored_words(play: &Play, language: &Language) -> Vec<ScoredWord> {
    let scored =
        |word: &rules::FormedWord| ScoredWord { text: language.write(&word.letters), score: word.score.0 };
    play.words.iter().map(scored).collect()
}

/// What was done in a turn, from the server's log. Exchanged tiles are reduced to their number.
pub(crate) fn deed_of(deed: &Deed, language: &Language, ids: &PlayerIds) -> LogDeed {
    match deed {
        Deed::Played { play, fate, challenge } => played(play, *fate, challenge.as_ref(), language, ids),
        Deed::Exchanged { tiles } => LogDeed::Exchanged { count: tiles.len() as u32 },
        Deed::Passed { automatic } => LogDeed::Passed { automatic: *automatic },
        Deed::LostTurn => LogDeed::LostTurn {},
        Deed::Left(departure) => LogDeed::Left { reason: departure_reason(*departure) },
    }
}

/// What was done in a turn, from the public view.
pub(super) fn seen_deed(deed: &SeenDeed, language: &Language, ids: &PlayerIds) -> LogDeed {
    match deed {
        SeenDeed::Played { play, fate, challenge } => played(play, *fate, challenge.as_ref(), language, ids),
        SeenDeed::Exchanged { count } => LogDeed::Exchanged { count: *count as u32 },
        SeenDeed::Passed { automatic } => LogDeed::Passed { automatic: *automatic },
        SeenDeed::LostTurn => LogDeed::LostTurn {},
        SeenDeed::Left(departure) => LogDeed::Left { reason: departure_reason(*departure) },
    }
}

fn played(
    play: &Play,
    fate: rules::Fate,
    challenge: Option<&ChallengeRecord>,
    language: &Language,
    ids: &PlayerIds,
) -> LogDeed {
    LogDeed::Played {
        placements: placed_tiles(&play.tiles, language),
        words: scored_words(play, language),
        score: play.score.0,
        fate: match fate {
            rules::Fate::Open => Fate::Open,
            rules::Fate::Stood => Fate::Stood,
            rules::Fate::TakenBack => Fate::TakenBack,
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
