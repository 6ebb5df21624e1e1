//! Bounds on the values in a backup.
//!
//! A backup is untrusted: it may have been written or changed by anyone, and still have the right
//! checksum. A timestamp in the far future would advance the server's clock, an extreme score would
//! overflow sums, and control characters in a name would reach terminals. Each of these is refused
//! with the expected range. The bounds are wide: every value that any release has stored is within
//! them.

use std::fmt::Display;
use std::ops::RangeInclusive;

use daily::{Day, Puzzle};
use rules::unicode::is_invisible;
use rules::{Draw, Event, EventKind, Language, Millis, Outcome, Play, PlayerName, Score, Timestamp};
use store::{CHAT_LINES_MAX, Row};

use super::format::Header;

/// Maximum error of the clock that made the backup.
const CLOCK_AHEAD_MAX: Millis = Millis::hours(24 * 366);
/// How far in the future a deadline or an expiry can be.
const DUE_AFTER_MAX: Millis = Millis::hours(24 * 366 * 10);

/// Maximum number of commits of a table. A long game has some hundreds.
pub(super) const COMMITS_MAX: u64 = 100_000;
/// Maximum size of a table's events in bytes. They are in memory while the table is checked.
pub(super) const EVENT_BYTES_MAX: usize = 64 << 20;

/// Scores of one play. The best known play scores less than 2,000.
const PLAY_SCORES: RangeInclusive<i32> = 0..=10_000;
/// Scores of a whole game. Deductions and overtime can make one negative.
const GAME_SCORES: RangeInclusive<i32> = -100_000..=100_000;
const DRAWS: RangeInclusive<u32> = 0..=1_000_000;
/// Maximum length of an id. Ids of all releases are much shorter.
const ID_CHARS_MAX: usize = 128;
/// Maximum length of a name's search key. Normalisation can turn one letter into several.
const NAME_KEY_CHARS_MAX: usize = PlayerName::MAX * 10;
/// Maximum length of a chat message.
const CHAT_CHARS_MAX: usize = 280;
const TEXT_BYTES_MAX: usize = 1 << 20;

/// Result of a check. The error says what was expected.
type Checked = Result<(), String>;

/// Bounds of the timestamps in a backup. All other bounds are constants.
pub(super) struct Bounds {
    latest: Timestamp,
}

impl Bounds {
    /// The bounds of the rows that follow a header.
    pub(super) fn of(header: &Header, now: Timestamp) -> Result<Bounds, String> {
        let latest = Timestamp(now.0.saturating_add(CLOCK_AHEAD_MAX.0));
        let bounds = Bounds { latest };
        bounds.past("madeAt", Timestamp(header.made_at))?;
        id("program", &header.program)?;
        id("database", &header.database)?;
        Ok(bounds)
    }

    /// Checks that each value of a row is within its bounds.
    pub(super) fn check(&self, row: &Row) -> Checked {
        match row {
            Row::Table(row) => {
                id("id", row.id.as_str())?;
                within("version", row.version.0, &(1..=COMMITS_MAX))?;
                self.past("openedAt", row.opened_at)?;
                self.past("changedAt", row.changed_at)?;
                row.next_due.map_or(Ok(()), |due| self.future("nextDue", due))?;
                let ended_at = row.code.as_ref().and_then(|code| code.ended_at);
                ended_at.map_or(Ok(()), |at| self.past("endedAt", at))
            }
            Row::Seat(row) => {
                id("player", row.player.as_str())?;
                line("nameKey", &row.name_key, 0, NAME_KEY_CHARS_MAX)
            }
            Row::Ticket(row) => self.future("expiresAt", row.expires_at),
            Row::Commit(row) => {
                self.past("at", row.at)?;
                let Some(command) = &row.command else { return Ok(()) };
                id("player", command.player.as_str())?;
                line("id", &command.id, 0, ID_CHARS_MAX)?;
                line("reply", &command.reply, 0, TEXT_BYTES_MAX)
            }
            Row::Chat(row) => {
                within("number", row.number, &(1..=CHAT_LINES_MAX as i64))?;
                id("player", row.player.as_str())?;
                line("name", &row.name, 1, PlayerName::MAX)?;
                visible("text", &row.text, CHAT_CHARS_MAX)?;
                self.past("at", row.at)
            }
            Row::DailyPuzzle(row) => {
                puzzle(&row.language, &row.day)?;
                line("startingWord", &row.starting_word, 0, ID_CHARS_MAX)?;
                line("tileOrder", &row.tile_order, 0, TEXT_BYTES_MAX)?;
                row.solution.as_ref().map_or(Ok(()), |solution| lines("solution", solution))
            }
            Row::DailyPlayer(row) => {
                within("player", row.player.0, &(1..=i64::MAX))?;
                row.name.as_ref().map_or(Ok(()), |name| line("name", name, 1, PlayerName::MAX))?;
                self.past("madeAt", row.made_at)
            }
            Row::DailyDevice(_) => Ok(()),
            Row::DailyTransfer(row) => self.future("expiresAt", row.expires_at),
            Row::DailyAttempt(row) => {
                puzzle(&row.language, &row.day)?;
                within("turns", row.turns, &(0..=i64::from(Puzzle::TURNS)))?;
                within("score", row.score, &(0..=i64::from(*GAME_SCORES.end())))?;
                lines("deeds", &row.deeds)?;
                let deeds = row.deeds.lines().count();
                if i64::try_from(deeds) != Ok(row.turns) {
                    return Err(format!(
                        "deeds: expected a line for each of {} turns, found {deeds}",
                        row.turns
                    ));
                }
                row.finished_at.map_or(Ok(()), |at| self.past("finishedAt", at))
            }
        }
    }

    /// Checks that the values of an event are within their bounds. Decoding has checked its form.
    pub(super) fn check_event(&self, event: &Event) -> Checked {
        self.past("at", event.at)?;
        match &event.kind {
            EventKind::GameStarted { deals, .. } => deals.iter().try_for_each(|(_, draw)| drawn(draw)),
            EventKind::TilesPlaced { play, open_until, .. } => {
                placed(play)?;
                open_until.map_or(Ok(()), |until| self.future("openUntil", until))
            }
            EventKind::PlayStood { drawn: draw, .. } | EventKind::TilesExchanged { drawn: draw, .. } => {
                drawn(draw)
            }
            EventKind::ChallengeStarted { vote_until, .. } => {
                vote_until.map_or(Ok(()), |until| self.future("voteUntil", until))
            }
            EventKind::GameEnded(outcome) => ended(outcome),
            EventKind::RematchOpened { game, .. } => id("game", game.as_str()),
            EventKind::NoncesRequested { until, .. }
            | EventKind::PauseProposed { until, .. }
            | EventKind::GamePaused { until } => self.future("until", *until),
            // Decoding has checked seats, names, nonces and kinds.
            EventKind::TableOpened(_)
            | EventKind::PlayerJoined { .. }
            | EventKind::NonceGiven { .. }
            | EventKind::NonceCommitted { .. }
            | EventKind::NonceRevealed { .. }
            | EventKind::StartFailed { .. }
            | EventKind::PlayerLeft { .. }
            | EventKind::HostChanged { .. }
            | EventKind::RulesChanged { .. }
            | EventKind::PlayAccepted { .. }
            | EventKind::VoteCast { .. }
            | EventKind::ChallengeResolved { .. }
            | EventKind::TurnLost { .. }
            | EventKind::TurnPassed { .. }
            | EventKind::PlayerOut { .. }
            | EventKind::EndRequested { .. }
            | EventKind::EndAgreed { .. }
            | EventKind::EndRequestLapsed
            | EventKind::PauseAgreed { .. }
            | EventKind::PauseLapsed { .. }
            | EventKind::GameResumed { .. }
            | EventKind::StandInStarted { .. }
            | EventKind::StandInEnded { .. }
            | EventKind::TableClosed => Ok(()),
        }
    }

    fn past(&self, field: &str, moment: Timestamp) -> Checked {
        moment_within(field, moment, self.latest)
    }

    fn future(&self, field: &str, moment: Timestamp) -> Checked {
        moment_within(field, moment, Timestamp(self.latest.0.saturating_add(DUE_AFTER_MAX.0)))
    }
}

fn moment_within(field: &str, moment: Timestamp, latest: Timestamp) -> Checked {
    if (0..=latest.0).contains(&moment.0) {
        return Ok(());
    }
    let latest = Day::of(latest);
    Err(format!("{field}: expected a moment from 1970 to {latest} in milliseconds, found {}", moment.0))
}

fn within<N: PartialOrd + Display + Copy>(field: &str, number: N, range: &RangeInclusive<N>) -> Checked {
    if range.contains(&number) {
        return Ok(());
    }
    Err(format!("{field}: expected a number from {} to {}, found {number}", range.start(), range.end()))
}

fn score(field: &str, score: Score, range: &RangeInclusive<i32>) -> Checked {
    within(field, score.0, range)
}

fn placed(play: &Play) -> Checked {
    score("score", play.score, &PLAY_SCORES)?;
    play.words.iter().try_for_each(|word| score("score", word.score, &PLAY_SCORES))
}

fn drawn(draw: &Draw) -> Checked {
    within("first", draw.first, &DRAWS)
}

fn ended(outcome: &Outcome) -> Checked {
    outcome.standings.iter().try_for_each(|standing| {
        let scores =
            [standing.score_before, standing.overtime, standing.deducted, standing.gained, standing.score];
        scores.into_iter().try_for_each(|points| score("score", points, &GAME_SCORES))
    })
}

/// Checks for one line of `least` to `most` characters without control characters.
fn line(field: &str, text: &str, least: usize, most: usize) -> Checked {
    let count = text.chars().take(most + 1).count();
    if !(least..=most).contains(&count) {
        return Err(format!(
            "{field}: expected {least} to {most} characters, found {}",
            text.chars().count()
        ));
    }
    match text.chars().find(|character| character.is_control()) {
        None => Ok(()),
        Some(control) => Err(format!("{field}: expected no control characters, found {control:?}")),
    }
}

/// Checks one line like [`line()`], without hidden or reordering characters. Emoji and some scripts
/// need joiners and variation selectors. Names are not checked so: earlier versions accepted more.
fn visible(field: &str, text: &str, most: usize) -> Checked {
    line(field, text, 1, most)?;
    let is_hidden = |character: &char| {
        is_invisible(*character) && !matches!(character, '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}')
    };
    match text.chars().find(is_hidden) {
        None => Ok(()),
        Some(hidden) => Err(format!("{field}: expected visible characters, found {hidden:?}")),
    }
}

/// Checks several lines like [`line()`].
fn lines(field: &str, text: &str) -> Checked {
    if text.len() > TEXT_BYTES_MAX {
        return Err(format!("{field}: expected at most {TEXT_BYTES_MAX} bytes, found {}", text.len()));
    }
    text.split('\n').try_for_each(|one| line(field, one, 0, TEXT_BYTES_MAX))
}

fn id(field: &str, text: &str) -> Checked {
    line(field, text, 1, ID_CHARS_MAX)
}

fn puzzle(language: &str, day: &str) -> Checked {
    if Language::by_code(language).is_none() {
        return Err(format!("language: expected the code of a language, found {language:?}"));
    }
    day.parse::<Day>().map(|_| ()).map_err(|error| format!("day: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chat_has_no_hidden_characters() {
        assert_eq!(visible("text", "❤️‍🔥 می‌خواهم", 280), Ok(()));
        for hidden in ["\u{202e}hello", "hello\u{3164}", "\u{e0041}", ""] {
            assert!(
                visible("text", hidden, 280).is_err_and(|reason| reason.starts_with("text: ")),
                "{hidden:?}"
            );
        }
    }

    #[test]
    fn the_deadline_of_a_start_is_bounded() {
        let bounds = Bounds { latest: Timestamp(0) };
        let check = |until| {
            let by = rules::Seat::all().next().expect("a table has seats");
            let kind = EventKind::NoncesRequested { by, until: Timestamp(until), contributors: Vec::new() };
            bounds.check_event(&Event { at: Timestamp(0), kind })
        };
        assert_eq!(check(5_000), Ok(()));
        assert!(check(i64::MAX).is_err_and(|reason| reason.starts_with("until: ")));
    }
}
