//! Commands of players and bots that need more than the rules.

use protocol::{
    AckExtra, BotSeated, ErrorCode, LookedUp, MovePreview, PreviewedWord, RoomCode, Secret, SubmitWord,
    TicketMade, WireError,
};
use rules::{BotLevel, Command, Env, Game, GameId, Millis, PlayerName, Seat};

use super::bots::BotTask;
use super::commit_types::{CommandError, CommandOptions};
use super::members::SeatGrant;
use super::{RematchAnswer, Table};
use crate::client_sink::ClientId;
use crate::shared::token_hash;
use crate::{Accepted, Answer, Refused, secrets};

/// How long a ticket to another device is valid.
const TICKET: Millis = Millis::seconds(120);

/// Names of bots by level. Further bots of a level get a number.
const BOT_NAMES: [&str; 5] = ["Pip", "Dot", "Vic", "Max", "Lex"];

impl Table {
    pub(super) fn preview(&self, seat: Seat, submit: &SubmitWord) -> Answer {
        let name = "previewMove";
        let language = &self.replica.game().rules().language;
        let placement = protocol::claim(&submit.placements, language)
            .map_err(|bad| Refused::error(name, WireError::from(bad)))?;
        let preview = self
            .replica
            .game()
            .preview(seat, &placement, self.words.as_ref())
            .map_err(|refusal| self.refused(name, &refusal))?;
        let words = preview.words.iter().map(|previewed| PreviewedWord {
            text: language.write(&previewed.word.letters),
            score: previewed.word.score.0,
            valid: previewed.valid,
        });
        let extra = AckExtra::MovePreview(MovePreview { score: preview.score.0, words: words.collect() });
        Ok(Accepted { seq: Some(self.replica.version()), extra })
    }

    pub(super) async fn look_up(&self, word: &str) -> Answer {
        let name = "lookupWord";
        // Text that cannot be spelled with tiles is no word. The rules may still refuse the lookup
        // itself.
        let language = &self.replica.game().rules().language;
        let letters = language.spell(word).unwrap_or_default();
        let valid = self
            .replica
            .game()
            .look_up(&letters, self.words.as_ref())
            .map_err(|refusal| self.refused(name, &refusal))?;
        let list = self.words.metadata().source.clone();
        let meanings = crate::meanings(self.shared.words.as_ref(), language, letters).await;
        Ok(Accepted {
            seq: Some(self.replica.version()),
            extra: AckExtra::LookedUp(LookedUp { valid, list, meanings }),
        })
    }

    pub(super) async fn create_ticket(&self, seat: Seat) -> Answer {
        let ticket = secrets::short_token(self.shared.secrets.as_ref());
        let now = self.now();
        let expires = now + TICKET;
        let stored = self
            .shared
            .store
            .put_ticket(token_hash(&ticket), self.replica.game().id(), seat, expires, now)
            .await;
        stored.map_err(|_| Refused::unavailable("createTicket"))?;
        let extra = AckExtra::TicketMade(TicketMade { ticket: Secret::new(ticket), expires_at: expires.0 });
        Ok(Accepted { seq: Some(self.replica.version()), extra })
    }

    pub(super) async fn add_bot(&mut self, by: Seat, level: BotLevel) -> Answer {
        let name = "addBot";
        let player = secrets::player_id(self.shared.secrets.as_ref());
        let is_free = |name: &PlayerName| {
            self.replica.game().players().iter().all(|(_, player)| !player.name.is_same_as(name))
                && self.replica.game().kept_seats().all(|(_, kept, _)| !kept.is_same_as(name))
        };
        let called = BOT_NAMES[usize::from(level.get()) - 1];
        let names =
            (1..).map(|number| if number == 1 { called.to_owned() } else { format!("{called} {number}") });
        let bot_name = names.filter_map(|name| name.parse().ok()).find(is_free);
        let Some(bot_name) = bot_name else { return Err(Refused::unavailable(name)) };
        let command = Command::AddBot { name: bot_name, level };
        let grant = SeatGrant { player: player.clone(), person: None };
        let options = CommandOptions { grant: Some(&grant), ..CommandOptions::default() };
        let result = self.carry_out(|game, env| game.decide(by, command.clone(), env), options).await;
        match result {
            Ok(()) => {
                let extra = AckExtra::BotSeated(BotSeated { player_id: player });
                Ok(Accepted { seq: Some(self.replica.version()), extra })
            }
            Err(not_done) => Err(not_done.refused(name, self)),
        }
    }

    /// Starts one bot that has a decision to make.
    pub(super) fn wake_bots(&mut self) {
        let version = self.replica.version();
        // While the store is unreachable no decision can be committed: the bot would have to think
        // again.
        if !self.replica.has_unknown_commit()
            && !self.bots.have_thought_about(version)
            && self.cluster.is_where_bots_think(|seat| self.members.is_here(seat))
        {
            self.bots.wake(self.replica.game(), version, &self.words, &self.shared);
        }
    }

    /// Carries out what a bot has decided on a version.
    pub(super) async fn bot_acts(&mut self, version: u64, seat: Seat, command: Command) {
        if version != self.replica.version() {
            return;
        }
        // The rules may refuse the command. The bot then does the minimum, because it would choose
        // the same again.
        for command in [BotTask::of(&command).least(), command].iter().rev() {
            let decide = |game: &Game, env: &Env<'_>| game.decide_for_computer(seat, command.clone(), env);
            match self.carry_out(decide, CommandOptions::default()).await {
                Err(CommandError::Refused(refusal)) if version == self.replica.version() => {
                    tracing::warn!(?refusal, "a bot wanted what the rules refuse");
                }
                Err(CommandError::Unavailable) if version == self.replica.version() => {
                    // The bot tries again when the store is reachable.
                    self.bots.think_again();
                    return;
                }
                Ok(()) | Err(_) => return,
            }
        }
    }

    /// What a client needs to open or find the rematch table.
    pub(super) fn rematch(&self, client: ClientId) -> Result<RematchAnswer, Refused> {
        let event = "playAgain";
        let Some(seat) = self.members.seat_of(client) else {
            return Err(Refused::code(event, ErrorCode::NotAPlayer, "only those who played can play again"));
        };
        let Some(rematch) = self.replica.game().rematch_seats() else {
            return Err(Refused::code(event, ErrorCode::NotAllowed, "the game has not ended yet"));
        };
        let (game, rules) =
            (self.replica.game().rematch().cloned(), Box::new(self.replica.game().rules().clone()));
        Ok(RematchAnswer { game, seat, rules, rematch, invite: self.access.invite })
    }

    pub(super) async fn rematch_opened(
        &mut self,
        client: ClientId,
        game: GameId,
        room: &RoomCode,
        instead_of: Option<GameId>,
    ) -> Result<GameId, Refused> {
        let event = "playAgain";
        let Some(seat) = self.members.seat_of(client) else {
            return Err(Refused::code(event, ErrorCode::NotAPlayer, "only those who played can play again"));
        };
        // The code is announced only if this game becomes the rematch, which is not decided yet.
        let options = CommandOptions { rematch_room: Some(room), ..CommandOptions::default() };
        let command = Command::PlayAgain { game, instead_of };
        let decide = |game: &Game, env: &Env<'_>| game.decide(seat, command.clone(), env);
        if let Err(not_done) = self.carry_out(decide, options).await
            && self.replica.game().rematch().is_none()
        {
            return Err(not_done.refused(event, self));
        }
        self.replica.game().rematch().cloned().ok_or_else(|| Refused::unavailable(event))
    }
}
