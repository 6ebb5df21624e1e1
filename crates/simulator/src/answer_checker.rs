//! Checks of the answers that nodes give.

use std::sync::Arc;

use protocol::{AckExtra, ClientEvent, Done, ErrorCode};
use rules::{Game, Progress, Seat};
use tables::{Accepted, Answer};

use crate::link::Request;
use crate::oracle::Moment;
use crate::world::World;
use crate::{Bug, Invariant};

type Held = Result<(), (Invariant, String)>;

/// Formats an answer for the trace.
pub(crate) fn in_words(answer: &Answer) -> String {
    match answer {
        Ok(accepted) => format!("done, version {}", accepted.seq.unwrap_or_default()),
        Err(refused) => format!("{:?}", refused.error.code),
    }
}

/// Whether the store records the command id of an event.
fn is_kept_by_name(event: &ClientEvent) -> bool {
    matches!(
        event,
        ClientEvent::StartGame(_)
            | ClientEvent::SubmitWord(_)
            | ClientEvent::PassTurn(_)
            | ClientEvent::ExchangeTiles(_)
            | ClientEvent::SetNonce(_)
            | ClientEvent::Challenge(_)
            | ClientEvent::AcceptPlay(_)
            | ClientEvent::ResolveChallenge(_)
            | ClientEvent::Resign(_)
            | ClientEvent::EndGame(_)
    )
}

impl World {
    /// Checks the answer of a node against the store at this moment.
    pub(crate) fn answered(
        self: &Arc<World>,
        link: usize,
        request: &Request,
        begun_ms: u64,
        answer: Answer,
    ) -> Answer {
        let answer = match answer {
            Err(refused) if self.bug == Some(Bug::AcknowledgesRefusals) && self.is_mid_game(link) => {
                drop(refused);
                Ok(Accepted { seq: None, extra: AckExtra::Done(Done {}) })
            }
            answer => answer,
        };
        if let Ok(accepted) = &answer
            && is_seat(request)
            && !matches!(accepted.extra, AckExtra::Asked(_))
        {
            self.settle(link);
        }
        self.hold(self.check_answer(link, request, begun_ms, &answer));
        answer
    }

    /// Records that a connection receives all events from now on.
    pub(crate) fn settle(&self, link: usize) {
        let now_ms = self.now_ms();
        self.state().links[link].settled_ms.get_or_insert(now_ms);
    }

    fn is_mid_game(&self, link: usize) -> bool {
        self.state().links[link].settled_ms.is_some()
    }

    fn check_answer(&self, link: usize, request: &Request, begun_ms: u64, answer: &Answer) -> Held {
        let state = self.state();
        let person = &state.people[state.links[link].person];
        let Some(room) = &state.rooms[person.table] else { return Ok(()) };
        let Some(oracle) = state.chronicles.get(&room.game) else { return Ok(()) };
        if let Ok(Accepted { seq: Some(seq), .. }) = answer
            && *seq > oracle.version()
            && !matches!(request, Request::Event(message) if matches!(message.event, ClientEvent::CreateGame(_)))
        {
            let what = format!("{} was told of version {seq} of {}", person.name, oracle.version());
            return Err((Invariant::AcknowledgedIsKept, what));
        }
        let Some(holding) = &person.seat else { return Ok(()) };
        match request {
            Request::Greet(handshake) => {
                let is_current =
                    handshake.token.as_ref().is_some_and(|token| token.expose() == holding.token);
                let sits = oracle.latest().ids.seat(&holding.player) == Some(holding.seat)
                    && oracle.latest().game.players().has(holding.seat);
                match answer {
                    Err(refused) if is_current && sits && refused.error.code == ErrorCode::BadToken => {
                        Err((Invariant::TokensOpen, format!("the token of {} opens nothing", person.name)))
                    }
                    Ok(_) if !is_current => {
                        Err((Invariant::TokensOpen, format!("an old token of {} opens a seat", person.name)))
                    }
                    _ => Ok(()),
                }
            }
            Request::Event(message) => {
                if let Err(refused) = answer {
                    let code = refused.error.code;
                    let was_so =
                        |moment: &Moment| can_be_refused(code, &message.event, &moment.game, holding.seat);
                    if !oracle.since(begun_ms).any(was_so) {
                        let what = format!("{} was refused {}: {code:?}", person.name, message.event.name());
                        return Err((Invariant::RefusalsAreTrue, what));
                    }
                }
                let Some(id) = message.command_id.as_ref().filter(|_| is_kept_by_name(&message.event)) else {
                    return Ok(());
                };
                let versions = oracle.versions_of(&holding.player, id.as_str());
                let named = format!("{} of {}", id.as_str(), person.name);
                match (answer, versions) {
                    (_, [_, _, ..]) => {
                        Err((Invariant::DoneOnce, format!("{named} led to versions {versions:?}")))
                    }
                    (Ok(_), []) => {
                        Err((Invariant::AcknowledgedIsKept, format!("{named} was answered and not kept")))
                    }
                    (Ok(accepted), [version]) if accepted.seq != Some(*version) => {
                        let what = format!("{named} led to {version} and was answered {:?}", accepted.seq);
                        Err((Invariant::AcknowledgedIsKept, what))
                    }
                    // A connection that was sent `seatMoved` gets no answer about the command.
                    (Err(refused), _)
                        if refused.error.code == ErrorCode::NotAPlayer
                            && state.links[link].is_told_of_a_move =>
                    {
                        Ok(())
                    }
                    (Err(refused), [version]) if refused.error.code != ErrorCode::Unavailable => {
                        // Unless another node stored it while this one was refusing it.
                        let kept_ms = oracle.at(*version).map_or(0, |moment| moment.kept_ms);
                        if kept_ms < begun_ms {
                            let what = format!("{named} is version {version}, and {:?}", refused.error.code);
                            return Err((Invariant::RefusedChangesNothing, what));
                        }
                        Ok(())
                    }
                    _ => Ok(()),
                }
            }
        }
    }
}

/// Whether the state of a game justifies a refusal, as far as it follows from the game alone.
fn can_be_refused(code: ErrorCode, event: &ClientEvent, game: &Game, seat: Seat) -> bool {
    let is_turn = matches!(
        event,
        ClientEvent::SubmitWord(_) | ClientEvent::PassTurn(_) | ClientEvent::ExchangeTiles(_)
    );
    match code {
        ErrorCode::NotEnoughPlayers => game.players().len() < 2,
        ErrorCode::NotHost => game.host() != Some(seat),
        ErrorCode::GameNotStarted => game.progress() == Progress::Waiting,
        ErrorCode::GameAlreadyStarted => {
            game.progress() != Progress::Waiting || game.pending_start().is_some()
        }
        ErrorCode::NotYourTurn if is_turn => game.to_move() != Some(seat),
        _ => true,
    }
}

fn is_seat(request: &Request) -> bool {
    match request {
        Request::Greet(_) => true,
        Request::Event(message) => {
            let event = &message.event;
            matches!(event, ClientEvent::CreateGame(_) | ClientEvent::JoinGame(_) | ClientEvent::WatchGame(_))
        }
    }
}
