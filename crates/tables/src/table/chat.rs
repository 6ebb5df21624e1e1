//! Chat at a table: stored with the game, then sent to its members.

use protocol::{AckExtra, Audience, BadRequest, ChatHistory, ChatLine, PublicEvent};
use rules::{Seat, Timestamp};
use store::StoredChat;

use super::cluster::NodeMessageBody;
use super::{Table, chat_line};
use crate::{Accepted, Answer, Refused};

impl Table {
    pub(super) async fn chat(&self, seat: Seat, text: &str) -> Answer {
        let event = "chat";
        let Some(text) = chat_line::readable(text) else {
            let error = BadRequest::new("text", "expected something that can be read");
            return Err(Refused::error(event, error.into()));
        };
        let protocol::PlayerRef { player_id, player_name } =
            protocol::player_ref(self.replica.game(), seat, self.members.ids());
        let at = self.now();
        let line = StoredChat { player: player_id.clone(), name: player_name, text: text.clone(), at };
        let stored = self.shared.store.put_chat(self.replica.game().id(), &line).await;
        stored.map_err(|_| Refused::unavailable(event))?;
        self.mention_chat(seat, text.clone(), at.0);
        // Members at other nodes who miss it find it in the history.
        let player = player_id.as_str().to_owned();
        let _ = self.cluster.send(&NodeMessageBody::Chat { player, text, at: at.0 }).await;
        Ok(self.done())
    }

    pub(super) fn mention_chat(&self, seat: Seat, text: String, at: i64) {
        let protocol::PlayerRef { player_id, player_name } =
            protocol::player_ref(self.replica.game(), seat, self.members.ids());
        let line = ChatLine { player_id, player_name, text, at };
        self.broadcast_ephemeral(Audience::Everyone, PublicEvent::Chat(line));
    }

    pub(super) async fn chat_history(&self) -> Answer {
        let stored = self.shared.store.chat(self.replica.game().id()).await;
        let stored = stored.map_err(|_| Refused::unavailable("chatHistory"))?;
        let line = |StoredChat { player, name, text, at: Timestamp(at) }| ChatLine {
            player_id: player,
            player_name: name,
            text,
            at,
        };
        let lines = stored.into_iter().map(line).collect();
        Ok(Accepted {
            seq: Some(self.replica.version()),
            extra: AckExtra::ChatHistory(ChatHistory { lines }),
        })
    }
}
