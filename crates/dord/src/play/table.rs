use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context;
use rules::{
    BySeat, Command, Decision, Env, Event, FairnessError, Game, GameId, Key, Newcomer, Opening, PlayerName,
    Refusal, Rules, Seat, Seed, Timestamp, Verified,
};
use wordlists::WordList;

use super::narration::sentence;

/// A table whose players all sit at one terminal.
///
/// The table's clock stays at the moment it was opened, so there is no time limit: a play can be
/// challenged until the next player moves or all others have accepted it.
pub(super) struct HotSeat {
    pub(super) game: Game,
    pub(super) list: WordList,
    log: Vec<Event>,
    seed: Seed,
    key: Key,
    opened: Timestamp,
}

impl HotSeat {
    /// Seats the players. The game has not started yet.
    pub(super) fn open(
        game: GameId,
        rules: Rules,
        names: &[PlayerName],
        seed: Seed,
        list: WordList,
    ) -> anyhow::Result<HotSeat> {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let opened = Timestamp(i64::try_from(since_1970.as_millis()).unwrap_or(i64::MAX));
        let key = Key::new(&seed, &game, &[]);
        let commitment = seed.commitment(&game);
        let opening = Opening { game, rules, commitment, rematch: None, starting_word: Vec::new() };
        let (game, first) = Game::open(opening, opened);
        let mut table = HotSeat { game, list, log: vec![first], seed, key, opened };
        for name in names {
            let newcomer = Newcomer { name: name.clone(), nonce: None };
            let decision = table
                .game
                .admit(newcomer, &table.env(&BySeat::new()))
                .with_context(|| format!("{name} cannot sit down"))?;
            table.happen(decision);
        }
        Ok(table)
    }

    /// Deals the first racks.
    pub(super) fn start(&mut self) -> anyhow::Result<Vec<String>> {
        let host = self.game.host().context("nobody sits at the table")?;
        Ok(self.command(host, Command::Start)?)
    }

    /// Applies a player's command and returns sentences that describe the result. A refused command
    /// changes nothing.
    pub(super) fn command(&mut self, seat: Seat, command: Command) -> Result<Vec<String>, Refusal> {
        let decision = self.game.decide(seat, command, &self.env(&BySeat::new()))?;
        Ok(self.happen(decision))
    }

    /// The seed, revealed after the end.
    pub(super) fn revealed_seed(&self) -> String {
        // Formatted like a commitment, which has the same length.
        rules::Commitment(self.seed.0).to_string()
    }

    /// Recomputes every draw of the game.
    pub(super) fn verify(&self) -> Result<Verified, FairnessError> {
        rules::verify(&self.log, &self.seed)
    }

    /// Name of a player.
    pub(super) fn name(&self, seat: Seat) -> &str {
        self.game.players().get(seat).map_or("nobody", |player| player.name.as_str())
    }

    fn env<'s>(&'s self, away: &'s BySeat<Timestamp>) -> Env<'s> {
        Env { words: self.list.lexicon.as_ref(), now: self.opened, draws: &self.key, away }
    }

    fn happen(&mut self, decision: Decision) -> Vec<String> {
        let sentences =
            decision.events.iter().filter_map(|event| sentence(&self.game, &event.kind)).collect();
        self.game = decision.after;
        self.log.extend(decision.events);
        sentences
    }
}
