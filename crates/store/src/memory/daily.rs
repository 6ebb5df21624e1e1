//! The daily puzzle in memory.

use std::collections::{BTreeMap, HashMap};

use async_trait::async_trait;
use rules::Timestamp;

use super::MemoryStore;
use crate::{
    BegunDay, DailyPlayer, DailyStore, Finished, Finisher, KeptPuzzle, NewTurn, PuzzleKey, Renamed,
    StoreError, StoredAttempt, StoredPuzzle, TokenHash, TurnKept, daily_name_key,
};

#[derive(Debug, Default)]
pub(super) struct DailyState {
    pub(super) puzzles: HashMap<PuzzleKey, KeptPuzzle>,
    pub(super) names: BTreeMap<DailyPlayer, Option<String>>,
    pub(super) made_at: HashMap<DailyPlayer, Timestamp>,
    pub(super) devices: HashMap<TokenHash, DailyPlayer>,
    pub(super) transfers: HashMap<TokenHash, (DailyPlayer, Timestamp)>,
    pub(super) attempts: BTreeMap<(DailyPlayer, PuzzleKey), StoredAttempt>,
}

impl DailyState {
    /// Returns the players who finished a puzzle, best first.
    fn finishers(&self, key: &PuzzleKey, finished: Finished) -> Vec<(Timestamp, Finisher)> {
        let mut finishers: Vec<_> = self
            .attempts
            .iter()
            .filter(|((_, of), _)| of == key)
            .filter_map(|((player, _), attempt)| {
                let name = self.names.get(player).cloned().flatten();
                let finished_at = attempt.finished_at.filter(|at| *at < finished.end())?;
                Some((finished_at, Finisher { player: *player, name, score: attempt.score }))
            })
            .collect();
        finishers.sort_by_key(|(at, finisher)| (std::cmp::Reverse(finisher.score), *at, finisher.player));
        finishers
    }
}

#[async_trait]
impl DailyStore for MemoryStore {
    async fn puzzle(&self, key: &PuzzleKey) -> Result<Option<KeptPuzzle>, StoreError> {
        Ok(self.state()?.daily.puzzles.get(key).cloned())
    }

    async fn keep_puzzle(&self, key: &PuzzleKey, puzzle: KeptPuzzle) -> Result<StoredPuzzle, StoreError> {
        let puzzles = &mut self.writing()?.daily.puzzles;
        let is_new = !puzzles.contains_key(key);
        Ok(StoredPuzzle { puzzle: puzzles.entry(key.clone()).or_insert(puzzle).clone(), is_new })
    }

    async fn keep_solution(&self, key: &PuzzleKey, solution: String) -> Result<(), StoreError> {
        if let Some(puzzle) = self.writing()?.daily.puzzles.get_mut(key) {
            puzzle.solution = Some(solution);
        }
        Ok(())
    }

    async fn add_player(&self, token: TokenHash, now: Timestamp) -> Result<DailyPlayer, StoreError> {
        let daily = &mut self.writing()?.daily;
        let player = DailyPlayer(daily.names.last_key_value().map_or(0, |(last, _)| last.0) + 1);
        daily.names.insert(player, None);
        daily.made_at.insert(player, now);
        daily.devices.insert(token, player);
        Ok(player)
    }

    async fn player_of(&self, token: TokenHash) -> Result<Option<(DailyPlayer, Option<String>)>, StoreError> {
        let daily = &self.state()?.daily;
        let player = daily.devices.get(&token).copied();
        Ok(player.map(|player| (player, daily.names.get(&player).cloned().flatten())))
    }

    async fn rename_player(&self, player: DailyPlayer, name: Option<String>) -> Result<Renamed, StoreError> {
        let names = &mut self.writing()?.daily.names;
        if let Some(key) = name.as_deref().map(daily_name_key) {
            let has_it = |name: &Option<String>| name.as_deref().map(daily_name_key).as_ref() == Some(&key);
            if names.iter().any(|(other, name)| *other != player && has_it(name)) {
                return Ok(Renamed::Taken);
            }
        }
        if let Some(known) = names.get_mut(&player) {
            *known = name;
        }
        Ok(Renamed::Done)
    }

    async fn forget_player(&self, player: DailyPlayer, today: &str) -> Result<(), StoreError> {
        let daily = &mut self.writing()?.daily;
        daily.devices.retain(|_, of| *of != player);
        daily.transfers.retain(|_, (of, _)| *of != player);
        let stays = |attempt: &StoredAttempt, day: &str| attempt.finished_at.is_some() && day < today;
        daily.attempts.retain(|(of, key), attempt| *of != player || stays(attempt, &key.day));
        daily.names.insert(player, None);
        Ok(())
    }

    async fn put_transfer(
        &self,
        code: TokenHash,
        player: DailyPlayer,
        expires: Timestamp,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let daily = &mut self.writing()?.daily;
        daily.transfers.retain(|_, (of, expires)| now < *expires && *of != player);
        daily.transfers.insert(code, (player, expires));
        Ok(())
    }

    async fn redeem_transfer(
        &self,
        code: TokenHash,
        token: TokenHash,
        now: Timestamp,
    ) -> Result<Option<DailyPlayer>, StoreError> {
        let daily = &mut self.writing()?.daily;
        let Some(&(player, expires)) = daily.transfers.get(&code) else { return Ok(None) };
        if expires <= now {
            return Ok(None);
        }
        daily.transfers.remove(&code);
        daily.devices.insert(token, player);
        Ok(Some(player))
    }

    async fn attempt(
        &self,
        player: DailyPlayer,
        key: &PuzzleKey,
    ) -> Result<Option<StoredAttempt>, StoreError> {
        Ok(self.state()?.daily.attempts.get(&(player, key.clone())).cloned())
    }

    async fn add_turn(
        &self,
        player: DailyPlayer,
        key: &PuzzleKey,
        turn: NewTurn,
    ) -> Result<TurnKept, StoreError> {
        let daily = &mut self.writing()?.daily;
        let place = (player, key.clone());
        let before = daily.attempts.get(&place).map_or(0, |attempt| attempt.deeds.len());
        if before + 1 != usize::from(turn.number) {
            return Ok(TurnKept::OutOfOrder);
        }
        let nothing = StoredAttempt { deeds: Vec::new(), score: 0, finished_at: None };
        let attempt = daily.attempts.entry(place).or_insert(nothing);
        attempt.deeds.push(turn.deed);
        attempt.score += turn.score;
        attempt.finished_at = turn.finished_at;
        Ok(TurnKept::Kept)
    }

    async fn scores(&self, key: &PuzzleKey, finished: Finished) -> Result<Vec<(i64, u64)>, StoreError> {
        let mut scores: BTreeMap<i64, u64> = BTreeMap::new();
        for (_, finisher) in self.state()?.daily.finishers(key, finished) {
            *scores.entry(finisher.score).or_default() += 1;
        }
        Ok(scores.into_iter().rev().collect())
    }

    async fn best_finishers(
        &self,
        key: &PuzzleKey,
        finished: Finished,
        limit: usize,
    ) -> Result<Vec<Finisher>, StoreError> {
        let finishers = self.state()?.daily.finishers(key, finished);
        Ok(finishers.into_iter().take(limit).map(|(_, finisher)| finisher).collect())
    }

    async fn days_of(&self, player: DailyPlayer, language: &str) -> Result<Vec<BegunDay>, StoreError> {
        let state = self.state()?;
        let of_player =
            state.daily.attempts.iter().filter(|((of, key), _)| *of == player && key.language == language);
        let mut days: Vec<BegunDay> = of_player
            .map(|((_, key), attempt)| BegunDay {
                day: key.day.clone(),
                turns: attempt.deeds.len() as u8,
                score: attempt.score,
                finished_at: attempt.finished_at,
            })
            .collect();
        days.sort_by(|one, other| one.day.cmp(&other.day));
        Ok(days)
    }
}
