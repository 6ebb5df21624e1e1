/// The SQL statements of the daily puzzle, as functions for one database's connections.
///
/// Both databases use the same SQL, but each has its own types.
macro_rules! daily_statements {
    ($Connection:ty) => {
        use rules::Timestamp;

        use crate::daily::{
            BegunDay, DailyPlayer, Finished, Finisher, KeptPuzzle, NewTurn, PuzzleKey, Renamed, StoredAttempt,
            StoredPuzzle, TurnKept, daily_name_key,
        };
        use crate::TokenHash;

        type Answer<T> = Result<T, sqlx::Error>;

        pub(super) async fn puzzle(
            connection: &mut $Connection,
            key: &PuzzleKey,
        ) -> Answer<Option<KeptPuzzle>> {
            let select = "SELECT seed, starting_word, tile_order, solution FROM daily_puzzles \
                          WHERE language = $1 AND day = $2";
            let row: Option<(i64, String, String, Option<String>)> =
                sqlx::query_as(select).bind(&key.language).bind(&key.day).fetch_optional(connection).await?;
            Ok(row.map(|(seed, starting_word, order, solution)| KeptPuzzle {
                // Seeds are below 2⁵³, so that JavaScript can represent them exactly.
                seed: u64::try_from(seed).unwrap_or_default(),
                starting_word,
                order,
                solution,
            }))
        }

        pub(super) async fn keep_puzzle(
            connection: &mut $Connection,
            key: &PuzzleKey,
            kept: &KeptPuzzle,
        ) -> Answer<StoredPuzzle> {
            let insert = "INSERT INTO daily_puzzles (language, day, seed, starting_word, tile_order, solution) \
                          VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (language, day) DO NOTHING";
            let inserted = sqlx::query(insert)
                .bind(&key.language)
                .bind(&key.day)
                .bind(i64::try_from(kept.seed).unwrap_or(i64::MAX))
                .bind(&kept.starting_word)
                .bind(&kept.order)
                .bind(&kept.solution)
                .execute(&mut *connection)
                .await?;
            let puzzle = puzzle(connection, key).await?.unwrap_or_else(|| kept.clone());
            Ok(StoredPuzzle { puzzle, is_new: inserted.rows_affected() == 1 })
        }

        pub(super) async fn keep_solution(
            connection: &mut $Connection,
            key: &PuzzleKey,
            solution: &str,
        ) -> Answer<()> {
            sqlx::query("UPDATE daily_puzzles SET solution = $3 WHERE language = $1 AND day = $2")
                .bind(&key.language)
                .bind(&key.day)
                .bind(solution)
                .execute(connection)
                .await
                .map(|_| ())
        }

        pub(super) async fn add_player(
            connection: &mut $Connection,
            token: &TokenHash,
            now: Timestamp,
        ) -> Answer<DailyPlayer> {
            let insert = "INSERT INTO daily_players (made_at) VALUES ($1) RETURNING number";
            let number: i64 = sqlx::query_scalar(insert).bind(now.0).fetch_one(&mut *connection).await?;
            add_device(connection, token, number).await?;
            Ok(DailyPlayer(number))
        }

        async fn add_device(connection: &mut $Connection, token: &TokenHash, player: i64) -> Answer<()> {
            sqlx::query("INSERT INTO daily_devices (token, player) VALUES ($1, $2)")
                .bind(token.0.to_vec())
                .bind(player)
                .execute(connection)
                .await
                .map(|_| ())
        }

        pub(super) async fn player_of(
            connection: &mut $Connection,
            token: &TokenHash,
        ) -> Answer<Option<(DailyPlayer, Option<String>)>> {
            let select = "SELECT number, name FROM daily_devices JOIN daily_players ON number = player \
                          WHERE token = $1";
            let row: Option<(i64, Option<String>)> =
                sqlx::query_as(select).bind(token.0.to_vec()).fetch_optional(connection).await?;
            Ok(row.map(|(number, name)| (DailyPlayer(number), name)))
        }

        pub(super) async fn rename_player(
            connection: &mut $Connection,
            player: DailyPlayer,
            name: Option<&str>,
        ) -> Answer<Renamed> {
            let key = name.map(daily_name_key);
            // Names older than the keys got theirs by SQL, which does not recognise look-alikes.
            let earlier = name.map(str::to_lowercase);
            let taken = "SELECT EXISTS (SELECT 1 FROM daily_players WHERE name_key IN ($1, $3) AND number <> $2)";
            let taken = sqlx::query_scalar(taken).bind(&key).bind(player.0).bind(earlier);
            if taken.fetch_one(&mut *connection).await? {
                return Ok(Renamed::Taken);
            }
            let renamed = sqlx::query("UPDATE daily_players SET name = $2, name_key = $3 WHERE number = $1")
                .bind(player.0)
                .bind(name)
                .bind(key)
                .execute(connection)
                .await;
            match renamed {
                Ok(_) => Ok(Renamed::Done),
                // Another node assigned the name at the same time.
                Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Ok(Renamed::Taken),
                Err(error) => Err(error),
            }
        }

        pub(super) async fn forget_player(
            connection: &mut $Connection,
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
                sqlx::query(statement).bind(player.0).execute(&mut *connection).await?;
            }
            sqlx::query("DELETE FROM daily_attempts WHERE player = $1 AND day >= $2")
                .bind(player.0)
                .bind(today)
                .execute(connection)
                .await
                .map(|_| ())
        }

        pub(super) async fn put_transfer(
            connection: &mut $Connection,
            code: &TokenHash,
            player: DailyPlayer,
            expires: Timestamp,
            now: Timestamp,
        ) -> Answer<()> {
            // Expired codes are deleted when another is stored, and a player has one code at a
            // time.
            sqlx::query("DELETE FROM daily_transfers WHERE expires_at <= $1 OR player = $2")
                .bind(now.0)
                .bind(player.0)
                .execute(&mut *connection)
                .await?;
            let insert = "INSERT INTO daily_transfers (code, player, expires_at) VALUES ($1, $2, $3)";
            sqlx::query(insert)
                .bind(code.0.to_vec())
                .bind(player.0)
                .bind(expires.0)
                .execute(connection)
                .await
                .map(|_| ())
        }

        pub(super) async fn redeem_transfer(
            connection: &mut $Connection,
            code: &TokenHash,
            token: &TokenHash,
            now: Timestamp,
        ) -> Answer<Option<DailyPlayer>> {
            let redeem = "DELETE FROM daily_transfers WHERE code = $1 AND expires_at > $2 RETURNING player";
            let player: Option<i64> = sqlx::query_scalar(redeem)
                .bind(code.0.to_vec())
                .bind(now.0)
                .fetch_optional(&mut *connection)
                .await?;
            let Some(player) = player else { return Ok(None) };
            add_device(connection, token, player).await?;
            Ok(Some(DailyPlayer(player)))
        }

        pub(super) async fn attempt(
            connection: &mut $Connection,
            player: DailyPlayer,
            key: &PuzzleKey,
        ) -> Answer<Option<StoredAttempt>> {
            let select = "SELECT deeds, score, finished_at FROM daily_attempts \
                          WHERE player = $1 AND language = $2 AND day = $3";
            let row: Option<(String, i64, Option<i64>)> = sqlx::query_as(select)
                .bind(player.0)
                .bind(&key.language)
                .bind(&key.day)
                .fetch_optional(connection)
                .await?;
            Ok(row.map(|(deeds, score, finished_at)| StoredAttempt {
                deeds: deeds.lines().map(str::to_owned).collect(),
                score,
                finished_at: finished_at.map(Timestamp),
            }))
        }

        pub(super) async fn add_turn(
            connection: &mut $Connection,
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
            let kept = sqlx::query(statement)
                .bind(player.0)
                .bind(&key.language)
                .bind(&key.day)
                .bind(i64::from(turn.number))
                .bind(deed)
                .bind(turn.score)
                .bind(turn.finished_at.map(|at| at.0))
                .execute(connection)
                .await?;
            Ok(if kept.rows_affected() == 1 { TurnKept::Kept } else { TurnKept::OutOfOrder })
        }

        pub(super) async fn scores(
            connection: &mut $Connection,
            key: &PuzzleKey,
            finished: Finished,
        ) -> Answer<Vec<(i64, u64)>> {
            let select = "SELECT score, count(*) FROM daily_attempts \
                          WHERE language = $1 AND day = $2 AND finished_at IS NOT NULL AND finished_at < $3 \
                          GROUP BY score ORDER BY score DESC";
            let rows: Vec<(i64, i64)> = sqlx::query_as(select)
                .bind(&key.language)
                .bind(&key.day)
                .bind(finished.end().0)
                .fetch_all(connection)
                .await?;
            Ok(rows.into_iter().map(|(score, count)| (score, u64::try_from(count).unwrap_or(0))).collect())
        }

        pub(super) async fn best_finishers(
            connection: &mut $Connection,
            key: &PuzzleKey,
            finished: Finished,
            limit: usize,
        ) -> Answer<Vec<Finisher>> {
            let select = "SELECT player, name, score FROM daily_attempts JOIN daily_players ON number = player \
                          WHERE language = $1 AND day = $2 AND finished_at IS NOT NULL AND finished_at < $3 \
                          ORDER BY score DESC, finished_at, player LIMIT $4";
            let rows: Vec<(i64, Option<String>, i64)> = sqlx::query_as(select)
                .bind(&key.language)
                .bind(&key.day)
                .bind(finished.end().0)
                .bind(i64::try_from(limit).unwrap_or(i64::MAX))
                .fetch_all(connection)
                .await?;
            let finisher = |(player, name, score)| Finisher { player: DailyPlayer(player), name, score };
            Ok(rows.into_iter().map(finisher).collect())
        }

        pub(super) async fn days_of(
            connection: &mut $Connection,
            player: DailyPlayer,
            language: &str,
        ) -> Answer<Vec<BegunDay>> {
            let select = "SELECT day, turns, score, finished_at FROM daily_attempts \
                          WHERE player = $1 AND language = $2 ORDER BY day";
            let rows: Vec<(String, i64, i64, Option<i64>)> =
                sqlx::query_as(select).bind(player.0).bind(language).fetch_all(connection).await?;
            let day = |(day, turns, score, finished_at): (String, i64, i64, Option<i64>)| BegunDay {
                day,
                turns: u8::try_from(turns).unwrap_or(u8::MAX),
                score,
                finished_at: finished_at.map(Timestamp),
            };
            Ok(rows.into_iter().map(day).collect())
        }
    };
}
pub(crate) use daily_statements;
