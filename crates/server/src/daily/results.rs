//! Results, leaderboard and archive of the daily puzzle.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use daily::Day;
use protocol::{
    BestPlay, DailyArchive, DailyResults, DailyStatus, ErrorCode, Leaderboard, LeaderboardEntry, PlayedDay,
    ScoreRange, TurnReview, WireError,
};
use rules::Timestamp;
use store::{DailyPlayer, Finished, Finisher, daily_name_key};

use super::attempts::{DatePath, attempt, date};
use super::best_plays::best_plays;
use super::extract::{Answer, Asked, Problem, Request, json_no_store, list};
use super::{dto, first_day, puzzles, solutions};
use crate::state::ServerState;

/// Maximum number of entries on a leaderboard.
const LEADERS_MAX: usize = 50;

/// Maximum number of score ranges.
const RANGES_MAX: i64 = 16;

/// `GET /api/daily/{date}/results`
pub(super) async fn results(
    State(state): State<Arc<ServerState>>,
    request: Request,
    path: DatePath,
) -> Answer {
    let asked = Asked::new(&state, &date(path), &request.language())?;
    let (player, _) = request.somebody(&state).await?;
    let known = puzzles::puzzle(&state, &asked).await?;
    let stored = state.daily_store.attempt(player, &asked.key()).await?;
    let Some((stored, finished_at)) = stored.and_then(|stored| stored.finished_at.map(|at| (stored, at)))
    else {
        let error = WireError::new(ErrorCode::NotFinished, "results are shown once all turns are played");
        return Err(Problem::new(StatusCode::CONFLICT, error));
    };
    let attempt = attempt(&state, &asked, &known, Some(player)).await?;
    let is_day_over = asked.is_day_over();
    if is_day_over {
        let address = state.proxies.client_address(&request.parts);
        solutions::solve_archived(&state, &asked, &known, address).await?;
    } else {
        solutions::solve_today(&state, &asked.lexicon, &known);
    }
    let best_plays = best_plays(&state, &asked, &known, &attempt).await?;
    let par = solutions::par(&state, &asked, &known).await?;
    let language = Arc::clone(asked.language());
    let review = |(turn, best): (&daily::Turn, &Option<rules::Play>)| TurnReview {
        turn_number: turn.number as u8,
        score: turn.score.0,
        best_play: best.as_ref().map(|play| -> BestPlay { dto::best_play(play, &language) }),
    };
    let scores = state.daily_store.scores(&asked.key(), Finished::AtAnyTime).await?;
    let standing = Standing::of(stored.score, &scores);
    // The solution is secret while the day lasts.
    let solution = known.findings.solution().filter(|_| is_day_over);
    Ok(json_no_store(
        StatusCode::OK,
        &DailyResults {
            date: asked.day.to_string(),
            language: language.code().to_owned(),
            is_day_over,
            seed: is_day_over.then(|| known.puzzle.seed()),
            score: attempt.score().0,
            completed_at: finished_at.0,
            on_time: is_on_time(asked.day, finished_at),
            turns: attempt.turns().iter().zip(&best_plays).map(review).collect(),
            par: dto::par(&par, is_day_over, &language),
            best: solution.map(|solution| dto::line(&solution.best, &language)),
            is_best_proven: solution.is_some_and(|solution| solution.is_proven),
            players: standing.players,
            rank: standing.rank,
            percentile: standing.percentile,
            distribution: ranges(stored.score, &scores),
        },
    ))
}

/// Whether a puzzle was finished on its own day, which counts for streaks.
fn is_on_time(day: Day, finished_at: Timestamp) -> bool {
    Day::of(finished_at) == day
}

/// Rank of a score among all of a day.
#[derive(PartialEq, Eq, Debug)]
struct Standing {
    players: u32,
    rank: u32,
    percentile: u32,
}

impl Standing {
    fn of(own: i64, scores: &[(i64, u64)]) -> Standing {
        let count = |fits: &dyn Fn(i64) -> bool| -> u64 {
            scores.iter().filter(|(score, _)| fits(*score)).map(|(_, count)| count).sum()
        };
        let (all, above, below) =
            (count(&|_| true), count(&|score| score > own), count(&|score| score < own));
        let others = all.saturating_sub(1);
        let equals = others.saturating_sub(above + below);
        let percentile = (100 * (2 * below + equals)).checked_div(2 * others).unwrap_or(100);
        let small = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
        Standing { players: small(all), rank: small(above + 1), percentile: small(percentile) }
    }
}

/// Number of players per score range. Ranges have a round width, and empty ones are included.
fn ranges(own: i64, scores: &[(i64, u64)]) -> Vec<ScoreRange> {
    let (Some(&(most, _)), Some(&(least, _))) = (scores.first(), scores.last()) else { return Vec::new() };
    let widths = [10, 20, 50, 100, 200, 500, 1000];
    let fits = |width: &&i64| most.div_euclid(**width) - least.div_euclid(**width) < RANGES_MAX;
    let width = widths.iter().find(fits).copied().unwrap_or(5000);
    let points = |score: i64| i32::try_from(score).unwrap_or(i32::MAX);
    (least.div_euclid(width)..=most.div_euclid(width))
        .map(|place| {
            let range = place * width..(place + 1) * width;
            let counts = scores.iter().filter(|(score, _)| range.contains(score)).map(|(_, count)| count);
            ScoreRange {
                from: points(range.start),
                to: points(range.end - 1),
                count: u32::try_from(counts.sum::<u64>()).unwrap_or(u32::MAX),
                is_yours: range.contains(&own),
            }
        })
        .collect()
}

/// `GET /api/daily/{date}/leaderboard`
pub(super) async fn leaderboard(
    State(state): State<Arc<ServerState>>,
    request: Request,
    path: DatePath,
) -> Answer {
    let asked = Asked::new(&state, &date(path), &request.language())?;
    let you = request.player(&state).await?.map(|(player, _)| player);
    let store = &state.daily_store;
    // Players of an archived day compare with the players of that day, but are not listed.
    let on_the_day = Finished::Before(asked.day.next().begins());
    let scores = store.scores(&asked.key(), on_the_day).await?;
    let leaders = store.best_finishers(&asked.key(), on_the_day, LEADERS_MAX).await?;
    let names = distinct_names(&leaders);
    let entries = leaders.into_iter().zip(names).map(|(leader, name)| LeaderboardEntry {
        rank: Standing::of(leader.score, &scores).rank,
        name,
        score: i32::try_from(leader.score).unwrap_or(i32::MAX),
        is_you: you == Some(leader.player),
    });
    Ok(json_no_store(
        StatusCode::OK,
        &Leaderboard {
            date: asked.day.to_string(),
            language: asked.language().code().to_owned(),
            players: Standing::of(0, &scores).players,
            entries: entries.collect(),
        },
    ))
}

/// The names of a leaderboard, each once. Of players with the same name, the first one keeps it.
/// Duplicates exist only from before names had to be unique.
fn distinct_names(leaders: &[Finisher]) -> Vec<Option<String>> {
    let mut owners: HashMap<String, DailyPlayer> = HashMap::new();
    let key = |leader: &Finisher| leader.name.as_deref().map(daily_name_key).filter(|key| !key.is_empty());
    for leader in leaders {
        if let Some(key) = key(leader) {
            let owner = owners.entry(key).or_insert(leader.player);
            *owner = leader.player.min(*owner);
        }
    }
    let is_owner = |leader: &&Finisher| key(leader).is_some_and(|key| owners[&key] == leader.player);
    let name = |leader: &Finisher| Some(leader).filter(is_owner).and_then(|leader| leader.name.clone());
    leaders.iter().map(name).collect()
}

/// `GET /api/daily`
pub(super) async fn archive(State(state): State<Arc<ServerState>>, request: Request) -> Answer {
    let language = request.language();
    list(&state, &language)?;
    let now = state.tables.time().by_calendar();
    let player = request.player(&state).await?;
    let begun = match &player {
        Some((player, _)) => state.daily_store.days_of(*player, &language).await?,
        None => Vec::new(),
    };
    let days = begun.into_iter().map(|begun| PlayedDay {
        status: match begun.finished_at {
            Some(_) => DailyStatus::Completed,
            None => DailyStatus::InProgress,
        },
        turns_played: begun.turns,
        score: i32::try_from(begun.score).unwrap_or(i32::MAX),
        on_time: begun.finished_at.is_some_and(|at| begun.day.parse().is_ok_and(|day| is_on_time(day, at))),
        date: begun.day,
    });
    Ok(json_no_store(
        StatusCode::OK,
        &DailyArchive {
            language,
            first_date: first_day().to_string(),
            today: Day::of(now).to_string(),
            next_puzzle_at: dto::next_puzzle_at(now),
            server_time: now.0,
            name: player.and_then(|(_, name)| name),
            days: days.collect(),
        },
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_scores_share_a_rank_and_count_half() {
        let scores = [(200, 1), (150, 2), (90, 1)];
        let standing = |own| {
            let Standing { players, rank, percentile } = Standing::of(own, &scores);
            (players, rank, percentile)
        };
        assert_eq!(standing(200), (4, 1, 100));
        assert_eq!(standing(150), (4, 2, 50));
        assert_eq!(standing(90), (4, 4, 0));
        assert_eq!(Standing::of(90, &[(90, 1)]), Standing { players: 1, rank: 1, percentile: 100 });
    }

    #[test]
    fn a_leaderboard_has_each_name_once_and_no_invisible_ones() {
        let leaders =
            [(7, Some("ANN")), (3, Some("Ann")), (5, None), (9, Some("\u{3164}")), (8, Some("Bob"))];
        let leaders = leaders.map(|(player, name)| Finisher {
            player: DailyPlayer(player),
            name: name.map(str::to_owned),
            score: 0,
        });
        let names = distinct_names(&leaders);
        let names: Vec<Option<&str>> = names.iter().map(Option::as_deref).collect();
        assert_eq!(names, [None, Some("Ann"), None, None, Some("Bob")]);
    }

    #[test]
    fn score_ranges_have_a_round_width_and_no_gaps() {
        let shown = |own, scores: &[(i64, u64)]| -> Vec<(i32, i32, u32, bool)> {
            let range = |range: &ScoreRange| (range.from, range.to, range.count, range.is_yours);
            ranges(own, scores).iter().map(range).collect()
        };
        assert_eq!(shown(7, &[]), []);
        assert_eq!(
            shown(112, &[(131, 2), (112, 1), (110, 3)]),
            [(110, 119, 4, true), (120, 129, 0, false), (130, 139, 2, false)]
        );
        let wide = shown(0, &[(999, 1), (0, 1)]);
        assert_eq!((wide.len(), wide[0], wide[9]), (10, (0, 99, 1, true), (900, 999, 1, false)));
    }
}
