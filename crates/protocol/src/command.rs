//! Conversion of client events to commands of the rules.

use rules::{Command, Language, Nonce, NonceInput};

use crate::client::ClientEvent;
use crate::error::{ErrorCode, WireError};
use crate::tile::claim;
use crate::view::PlayerIds;

/// The command of an event; `None` if the event is for the table or the server.
///
/// Fails if a letter is not in the table's language or a player has no seat at the table.
pub fn command_of(
    event: &ClientEvent,
    language: &Language,
    ids: &PlayerIds,
) -> Result<Option<Command>, WireError> {
    Ok(Some(match event {
        ClientEvent::StartGame(_) => Command::Start,
        ClientEvent::SubmitWord(submit) => Command::PlaceTiles(claim(&submit.placements, language)?),
        ClientEvent::PassTurn(_) => Command::Pass,
        ClientEvent::ExchangeTiles(exchange) => Command::ExchangeTiles {
            places: exchange.tile_indices.iter().map(|&place| place as usize).collect(),
        },
        ClientEvent::SetNonce(given) => match given.nonce_input()? {
            NonceInput::Committed(commitment) => Command::CommitNonce(commitment),
            NonceInput::Open(nonce) => Command::GiveNonce(nonce),
        },
        ClientEvent::RevealNonce(revealed) => {
            Command::RevealNonce(Nonce(revealed.nonce.as_str().as_bytes().to_vec()))
        }
        ClientEvent::Challenge(play) => Command::Challenge { turn: play.turn_number },
        ClientEvent::AcceptPlay(play) => Command::AcceptPlay { turn: play.turn_number },
        ClientEvent::ResolveChallenge(verdict) => {
            Command::Judge { valid: verdict.valid, turn: verdict.turn_number }
        }
        ClientEvent::Resign(_) => Command::Resign,
        ClientEvent::EndGame(_) => Command::EndGame,
        ClientEvent::ProposePause(_) => Command::ProposePause,
        ClientEvent::AnswerPause(answer) => Command::AnswerPause { agree: answer.agree },
        ClientEvent::ResumeGame(_) => Command::ResumeGame,
        ClientEvent::ReturnToSeat(_) => Command::ReturnToSeat,
        ClientEvent::LeaveGame(_) => Command::Leave,
        ClientEvent::RemovePlayer(remove) => {
            let seat = ids.seat(&remove.player_id);
            let nobody = || WireError::new(ErrorCode::NotAPlayer, "no such player sits at this table");
            Command::RemovePlayer(seat.ok_or_else(nobody)?)
        }
        ClientEvent::JoinGame(_)
        | ClientEvent::CreateGame(_)
        | ClientEvent::AdmitPlayer(_)
        | ClientEvent::CreateTicket(_)
        | ClientEvent::WatchGame(_)
        | ClientEvent::DescribeTable(_)
        | ClientEvent::UpdateRules(_)
        | ClientEvent::WatchRematch(_)
        | ClientEvent::ChatHistory(_)
        | ClientEvent::PreviewMove(_)
        | ClientEvent::LookupWord(_)
        | ClientEvent::PlayAgain(_)
        | ClientEvent::AddBot(_)
        | ClientEvent::Chat(_)
        | ClientEvent::Resync(_) => return Ok(None),
    }))
}

#[cfg(test)]
mod tests {
    use rules::Seat;
    use serde_json::json;

    use super::*;
    use crate::{ClientMessage, PlayerId};

    #[test]
    fn events_become_commands_and_unknown_players_and_letters_are_refused() {
        let english = Language::by_code("en").unwrap();
        let bob = Seat::at(1).unwrap();
        let ids: PlayerIds = [(bob, PlayerId::new("p2"))].into_iter().collect();
        let command = |event, payload| {
            let message = ClientMessage::parse(event, &[payload]).unwrap();
            command_of(&message.event, &english, &ids)
        };
        for (event, payload, expected) in [
            ("passTurn", json!({}), Some(Command::Pass)),
            ("setNonce", json!({"nonce": "é"}), Some(Command::GiveNonce(Nonce("é".as_bytes().to_vec())))),
            ("challenge", json!({"turnNumber": 4}), Some(Command::Challenge { turn: Some(4) })),
            ("resolveChallenge", json!({"valid": true}), Some(Command::Judge { valid: true, turn: None })),
            ("exchangeTiles", json!({"tileIndices": [6]}), Some(Command::ExchangeTiles { places: vec![6] })),
            ("removePlayer", json!({"playerId": "p2"}), Some(Command::RemovePlayer(bob))),
            ("chat", json!({"text": "hello"}), None),
        ] {
            assert_eq!(command(event, payload), Ok(expected), "{event}");
        }
        let error = command("removePlayer", json!({"playerId": "p9"})).unwrap_err();
        assert_eq!(error.code, ErrorCode::NotAPlayer);
        let tile = json!({"row": 0, "col": 0, "tile": {"letter": "Ø", "isBlank": false}});
        let error = command("submitWord", json!({"placements": [tile]})).unwrap_err();
        assert_eq!(error.details.path.as_deref(), Some("placements[0].tile.letter"));
    }
}
