//! The SQL statements of the daily puzzle, which both databases run.

use rules::Timestamp;

use super::{
    BegunDay, DailyPlayer, Finished, Finisher, KeptPuzzle, NewTurn, PuzzleKey, Renamed, StoredAttempt,
    StoredPuzzle, TurnKept, daily_name_key,
};
use crate::TokenHash;
use crate::sql::{Connection, SqlRow, fetch_one, fetch_optional};

type Answer<T> = Result<T, sqlx::Error>;

pub(crate) async fn puzzle(connection: &mut dyn Connection, key: &PuzzleKey) -> Answer<Option<KeptPuzzle>> {
    let select = "SELECT seed, starting_word, tile_order, solution FROM daily_puzzles \
                  WHERE language = $1 AND day = $2";
    let row = fetch_optional(connection, select, &[(&key.language).into(), (&key.day).into()]).await?;
    let puzzle = |row: SqlRow| {
        Ok(KeptPuzzle {
            // Seeds are below 2⁵³, so that JavaScript can represent them exactly.
            seed: u64::try_from(row.get::<i64>(0)?).unwrap_or_default(),
            starting_word: row.get(1)?,
            order: row.get(2)?,
            solution: row.get(3)?,
        })
    };
    row.map(puzzle).transpose()
}

pub(crate) async fn keep_puzzle(
    connection: &mut dyn Connection,
    key: &PuzzleKey,
    kept: &KeptPuzzle,
) -> Answer<StoredPuzzle> {
    let insert = "INSERT INTO daily_puzzles (language, day, seed, starting_word, tile_order, solution) \
                  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (language, day) DO NOTHING";
    let values = [
        (&key.language).into(),
        (&key.day).into(),
        i64::try_from(kept.seed).unwrap_or(i64::MAX).into(),
        (&kept.starting_word).into(),
        (&kept.order).into(),
        kept.solution.as_deref().into(),
    ];
    let inserted = connection.execute(insert, &values).await?;
    let puzzle = puzzle(connection, key).await?.unwrap_or_else(|| kept.clone());
    Ok(StoredPuzzle { puzzle, is_new: inserted == 1 })
}

pub(crate) async fn keep_solution(
    connection: &mut dyn Connection,
    key: &PuzzleKey,
    solution: &str,
) -> Answer<()> {
    let update = "UPDATE daily_puzzles SET solution = $3 WHERE language = $1 AND day = $2";
    let values = [(&key.language).into(), (&key.day).into(), solution.into()];
    connection.execute(update, &values).await.map(|_| ())
}

pub(crate) async fn add_player(
    connection: &mut dyn Connection,
    token: &TokenHash,
    now: Timestamp,
) -> Answer<DailyPlayer> {
    let insert = "INSERT INTO daily_players (made_at) VALUES ($1) RETURNING number";
    let player = DailyPlayer(fetch_one(connection, insert, &[now.0.into()]).await?.get(0)?);
    add_device(connection, token, player).await?;
    Ok(player)
}

async fn add_device(connection: &mut dyn Connection, token: &TokenHash, player: DailyPlayer) -> Answer<()> {
    let insert = "INSERT INTO daily_devices (token, player) VALUES ($1, $2)";
    connection.execute(insert, &[token.into(), player.0.into()]).await.map(|_| ())
}

pub(crate) async fn player_of(
    connection: &mut dyn Connection,
    token: &TokenHash,
) -> Answer<Option<(DailyPlayer, Option<String>)>> {
    let select = "SELECT number, name FROM daily_devices JOIN daily_players ON number = player \
                  WHERE token = $1";
    let row = fetch_optional(connection, select, &[token.into()]).await?;
    row.map(|row| Ok((DailyPlayer(row.get(0)?), row.get(1)?))).transpose()
}

pub(crate) async fn rename_player(
    connection: &mut dyn Connection,
    player: DailyPlayer,
    name: Option<&str>,
) -> Answer<Renamed> {
    let key = name.map(daily_name_key);
    // Names older than the keys got theirs by SQL, which does not recognise look-alikes.
    let earlier = name.map(str::to_lowercase);
    let taken = "SELECT EXISTS (SELECT 1 FROM daily_players WHERE name_key IN ($1, $3) AND number <> $2)";
    let values = [key.as_deref().into(), player.0.into(), earlier.as_deref().into()];
    if fetch_one(connection, taken, &values).await?.get(0)? {
        return Ok(Renamed::Taken);
    }
    let update = "UPDATE daily_players SET name = $2, name_key = $3 WHERE number = $1";
    match connection.execute(update, &[player.0.into(), name.into(), key.as_deref().into()]).await {
        Ok(_) => Ok(Renamed::Done),
        // Another node assigned the name at the same time.
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Ok(Renamed::Taken),
        Err(error) => Err(error),
    }
}

pub(crate) async fn forget_player(
    connection: &mut dyn Connection,
    player: DailyPlayer,
    today: &str,
) -> Answer<()> {
    for statement in [
        "DELETE FROM daily_devices WHERE player = $1",
        "DELETE FROM daily_transfers WHERE player = $1",
        // An unfinished puzzle does not count.
        "DELETE FROM daily_attempts WHERE player = $1 AND finished_at IS NULL",
        "UPDATE daily_players SET name = NULL, name_key = NULL WHERE number = $1",
    ] {
        connection.execute(statement, &[player.0.into()]).await?;
    }
    let delete = "DELETE FROM daily_attempts WHERE player = $1 AND day >= $2";
    connection.execute(delete, &[player.0.into(), today.into()]).await.map(|_| ())
}

pub(crate) async fn put_transfer(
    connection: &mut dyn Connection,
    code: &TokenHash,
    player: DailyPlayer,
    expires: Timestamp,
    now: Timestamp,
) -> Answer<()> {
    // Expired codes are deleted when another is stored, and a player has one code at a time.
    let delete = "DELETE FROM daily_transfers WHERE expires_at <= $1 OR player = $2";
    connection.execute(delete, &[now.0.into(), player.0.into()]).await?;
    let insert = "INSERT INTO daily_transfers (code, player, expires_at) VALUES ($1, $2, $3)";
    connection.execute(insert, &[code.into(), player.0.into(), expires.0.into()]).await.map(|_| ())
}

pub(crate) async fn redeem_transfer(
    connection: &mut dyn Connection,
    code: &TokenHash,
    token: &TokenHash,
    now: Timestamp,
) -> Answer<Option<DailyPlayer>> {
    let redeem = "DELETE FROM daily_transfers WHERE code = $1 AND expires_at > $2 RETURNING player";
    let Some(row) = fetch_optional(connection, redeem, &[code.into(), now.0.into()]).await? else {
        return Ok(None);
    };
    let player = DailyPlayer(row.get(0)?);
    add_device(connection, token, player).await?;
    Ok(Some(player))
}

pub(crate) async fn attempt(
    connection: &mut dyn Connection,
    player: DailyPlayer,
    key: &PuzzleKey,
) -> Answer<Option<StoredAttempt>> {
    let select = "SELECT deeds, score, finished_at FROM daily_attempts \
                  WHERE player = $1 AND language = $2 AND day = $3";
    let values = [player.0.into(), (&key.language).into(), (&key.day).into()];
    let attempt = |row: SqlRow| {
        Ok(StoredAttempt {
            deeds: row.get::<String>(0)?.lines().map(str::to_owned).collect(),
            score: row.get(1)?,
            finished_at: row.get::<Option<i64>>(2)?.map(Timestamp),
        })
    };
    fetch_optional(connection, select, &values).await?.map(attempt).transpose()
}

pub(crate) async fn add_turn(
    connection: &mut dyn Connection,
    player: DailyPlayer,
    key: &PuzzleKey,
    turn: &NewTurn,
) -> Answer<TurnKept> {
    let (statement, deed) = if turn.number == 1 {
        let insert = "INSERT INTO daily_attempts (player, language, day, turns, deeds, score, finished_at) \
                      VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (player, language, day) DO NOTHING";
        (insert, turn.deed.clone())
    } else {
        let update = "UPDATE daily_attempts \
                      SET turns = $4, deeds = deeds || $5, score = score + $6, finished_at = $7 \
                      WHERE player = $1 AND language = $2 AND day = $3 AND turns = $4 - 1";
        (update, format!("\n{}", turn.deed))
    };
    let values = [
        player.0.into(),
        (&key.language).into(),
        (&key.day).into(),
        i64::from(turn.number).into(),
        (&deed).into(),
        turn.score.into(),
        turn.finished_at.map(|at| at.0).into(),
    ];
    let kept = connection.execute(statement, &values).await?;
    Ok(if kept == 1 { TurnKept::Kept } else { TurnKept::OutOfOrder })
}

pub(crate) async fn scores(
    connection: &mut dyn Connection,
    key: &PuzzleKey,
    finished: Finished,
) -> Answer<Vec<(i64, u64)>> {
    let select = "SELECT score, count(*) FROM daily_attempts \
                  WHERE language = $1 AND day = $2 AND finished_at IS NOT NULL AND finished_at < $3 \
                  GROUP BY score ORDER BY score DESC";
    let values = [(&key.language).into(), (&key.day).into(), finished.end().0.into()];
    let score = |row: SqlRow| Ok((row.get(0)?, u64::try_from(row.get::<i64>(1)?).unwrap_or(0)));
    connection.fetch_all(select, &values).await?.into_iter().map(score).collect()
}

pub(crate) async fn best_finishers(
    connection: &mut dyn Connection,
    key: &PuzzleKey,
    finished: Finished,
    limit: usize,
) -> Answer<Vec<Finisher>> {
    let select = "SELECT player, name, score FROM daily_attempts JOIN daily_players ON number = player \
                  WHERE language = $1 AND day = $2 AND finished_at IS NOT NULL AND finished_at < $3 \
                  ORDER BY score DESC, finished_at, player LIMIT $4";
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let values = [(&key.language).into(), (&key.day).into(), finished.end().0.into(), limit.into()];
    let finisher = |row: SqlRow| {
        Ok(Finisher { player: DailyPlayer(row.get(0)?), name: row.get(1)?, score: row.get(2)? })
    };
    connection.fetch_all(select, &values).await?.into_iter().map(finisher).collect()
}

pub(crate) async fn days_of(
    connection: &mut dyn Connection,
    player: DailyPlayer,
    language: &str,
) -> Answer<Vec<BegunDay>> {
    let select = "SELECT day, turns, score, finished_at FROM daily_attempts \
                  WHERE player = $1 AND language = $2 ORDER BY day";
    let day = |row: SqlRow| {
        Ok(BegunDay {
            day: row.get(0)?,
            turns: u8::try_from(row.get::<i64>(1)?).unwrap_or(u8::MAX),
            score: row.get(2)?,
            finished_at: row.get::<Option<i64>>(3)?.map(Timestamp),
        })
    };
    connection.fetch_all(select, &[player.0.into(), language.into()]).await?.into_iter().map(day).collect()
}
