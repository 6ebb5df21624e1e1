use protocol::{
    AckExtra, Audience, BadRequest, BotSeated, ChatLine, ClientEvent, ClientMessage, ErrorCode, LookedUp,
    Member, MovePreview, PlayerId, PreviewedWord, PublicEvent, Secret, SubmitWord, TicketMade, WireError,
};
use rules::{BotLevel, Command, Millis, Refusal, Seat};

use super::commit::{CommandError, CommandKey};
use super::replication::NodeMessageBody;
use super::seating::taken;
use super::{Seated, Table, chat_line};
use crate::client_sink::ClientId;
use crate::shared::token_hash;
use crate::{Accepted, Answer, Refused, secrets};

/// How long a ticket to another device is valid.
const TICKET: Millis = Millis::seconds(120);

/// Names of bots by level. Further bots of a level get a number.
const BOT_NAMES: [&str; 5] = ["Pip", "Dot", "Vic", "Max", "Lex"];

impl Table {
    /// Handles an event of a client at the table.
    pub(super) async fn event(&mut self, client: ClientId, message: ClientMessage) -> Answer {
        let name = message.event.name();
        let Some(Seated { who, .. }) = self.members.get(&client) else {
            return Err(Refused::code(name, ErrorCode::NotAPlayer, "you are not at this table"));
        };
        match (*who, &message.event) {
            (who, ClientEvent::Resync(resync)) => {
                let sink = self.members[&client].sink.clone();
                self.count_catch_up(sink.as_ref(), name, who, resync.last_seq)?;
                self.catch_up_client(sink.as_ref(), who, resync.last_seq);
                Ok(Accepted::done(self.version))
            }
            (_, ClientEvent::LookupWord(lookup)) => self.look_up(lookup.word.as_str()),
            (Member::Spectator, ClientEvent::LeaveGame(_)) => {
                self.members.remove(&client);
                Ok(Accepted::done(self.version))
            }
            (Member::Spectator, _) => {
                Err(Refused::code(name, ErrorCode::NotAPlayer, "those who watch cannot do this"))
            }
            (Member::Player(seat), _) => self.player_event(seat, message).await,
        }
    }

    async fn player_event(&mut self, seat: Seat, message: ClientMessage) -> Answer {
        let ClientMessage { command_id, event } = message;
        let name = event.name();
        let command = match event {
            ClientEvent::PreviewMove(submit) => return self.preview(seat, &submit),
            ClientEvent::Chat(chat) => return self.chat(seat, chat.text.as_str()).await,
            ClientEvent::CreateTicket(_) => return self.create_ticket(seat).await,
            ClientEvent::AddBot(add) => return self.add_bot(seat, add.level).await,
            ClientEvent::AdmitPlayer(answer) => {
                if self.game.host() != Some(seat) {
                    return Err(self.refused(name, &Refusal::NotHost));
                }
                return self.admit(&answer.request_id, answer.admit).await;
            }
            ClientEvent::LeaveGame(_) if self.is_over() => {
                self.detach_clients(seat);
                self.mark_away(seat);
                return Ok(Accepted::done(self.version));
            }
            other => match protocol::command_of(&other, &self.game.rules().language, &self.ids) {
                Ok(Some(command)) => command,
                Ok(None) => return Err(Refused::code(name, ErrorCode::NotAllowed, "not at a table")),
                Err(error) => return Err(Refused::error(name, error)),
            },
        };
        let is_leaving = command == Command::Leave;
        let named = command_id.as_ref().map(|id| CommandKey { seat, id });
        let result =
            self.carry_out(named, |game, env| game.decide(seat, command.clone(), env), |_| Vec::new()).await;
        match result {
            Ok(()) => {
                if is_leaving {
                    self.detach_clients(seat);
                }
                Ok(Accepted::done(self.version))
            }
            // The reply stored the first time is the version.
            Err(CommandError::AlreadyDone { reply }) => {
                Ok(Accepted::done(reply.parse().unwrap_or(self.version)))
            }
            Err(not_done) => Err(not_done.refused(name, self)),
        }
    }

    fn refused(&self, event: &str, refusal: &Refusal) -> Refused {
        Refused::rule(event, refusal, &self.game.rules().language)
    }

    fn preview(&self, seat: Seat, submit: &SubmitWord) -> Answer {
        let name = "previewMove";
        let language = &self.game.rules().language;
        let placement = protocol::claim(&submit.placements, language)
            .map_err(|bad| Refused::error(name, WireError::from(bad)))?;
        let preview = self
            .game
            .preview(seat, &placement, self.words.as_ref())
            .map_err(|refusal| self.refused(name, &refusal))?;
        let words = preview.words.iter().map(|previewed| PreviewedWord {
            text: language.write(&previewed.word.letters),
            score: previewed.word.score.0,
            valid: previewed.valid,
        });
        let extra = AckExtra::MovePreview(MovePreview { score: preview.score.0, words: words.collect() });
        Ok(Accepted { seq: Some(self.version), extra })
    }

    fn look_up(&self, word: &str) -> Answer {
        let name = "lookupWord";
        // Text that cannot be spelled with tiles is no word. The rules may still refuse the lookup
        // itself.
        let letters = self.game.rules().language.spell(word).unwrap_or_default();
        let valid = self
            .game
            .look_up(&letters, self.words.as_ref())
            .map_err(|refusal| self.refused(name, &refusal))?;
        let list = self.words.metadata().source.clone();
        Ok(Accepted { seq: Some(self.version), extra: AckExtra::LookedUp(LookedUp { valid, list }) })
    }

    async fn chat(&self, seat: Seat, text: &str) -> Answer {
        let Some(text) = chat_line::readable(text) else {
            let error = BadRequest::new("text", "expected something that can be read");
            return Err(Refused::error("chat", error.into()));
        };
        let at = self.now().0;
        self.mention_chat(seat, text.clone(), at);
        // Chat is ephemeral: it is not worth waiting for an unreachable store.
        let _ = self
            .remark(NodeMessageBody::Chat { player: self.ids.of(seat).as_str().to_owned(), text, at })
            .await;
        Ok(Accepted::done(self.version))
    }

    pub(super) fn mention_chat(&self, seat: Seat, text: String, at: i64) {
        let protocol::PlayerRef { player_id, player_name } =
            protocol::player_ref(&self.game, seat, &self.ids);
        let chat = ChatLine { player_id, player_name, text, at };
        self.broadcast_ephemeral(Audience::Everyone, PublicEvent::Chat(chat));
    }

    async fn create_ticket(&self, seat: Seat) -> Answer {
        let ticket = secrets::short_token(self.shared.secrets.as_ref());
        let now = self.now();
        let expires = now + TICKET;
        let stored =
            self.shared.store.put_ticket(token_hash(&ticket), self.game.id(), seat, expires, now).await;
        stored.map_err(|_| Refused::unavailable("createTicket"))?;
        let extra = AckExtra::TicketMade(TicketMade { ticket: Secret::new(ticket), expires_at: expires.0 });
        Ok(Accepted { seq: Some(self.version), extra })
    }

    async fn add_bot(&mut self, by: Seat, level: BotLevel) -> Answer {
        let name = "addBot";
        let player = PlayerId::new(secrets::player_id(self.shared.secrets.as_ref()));
        let is_free = |name: &rules::PlayerName| {
            self.game.players().iter().all(|(_, player)| !player.name.is_same_as(name))
                && self.game.kept_seats().all(|(_, kept, _)| !kept.is_same_as(name))
        };
        let called = BOT_NAMES[usize::from(level.get()) - 1];
        let names =
            (1..).map(|number| if number == 1 { called.to_owned() } else { format!("{called} {number}") });
        let bot_name = names.filter_map(|name| name.parse().ok()).find(is_free);
        let Some(bot_name) = bot_name else { return Err(Refused::unavailable(name)) };
        let command = Command::AddBot { name: bot_name, level };
        let result = self
            .carry_out(
                None,
                |game, env| game.decide(by, command.clone(), env),
                |events| taken(events, &player, None),
            )
            .await;
        match result {
            Ok(()) => {
                let extra = AckExtra::BotSeated(BotSeated { player_id: player });
                Ok(Accepted { seq: Some(self.version), extra })
            }
            Err(not_done) => Err(not_done.refused(name, self)),
        }
    }
}
