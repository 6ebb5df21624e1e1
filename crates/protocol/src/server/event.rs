use std::fmt;

use serde::Serialize;
use serde_json::Value;

use super::change::StateChange;
use super::contract_payloads::{
    BoardUpdate, GameEnded, GameStarted, LobbyUpdate, PlayerDisconnected, ScoreUpdate, TilesExchanged,
    TurnChange, WordAccepted, WordRejected, YourTiles,
};
use super::days::{GamePaused, GameResumed, PauseAgreed, PauseLapsed, PauseProposed, StandInStarted};
#[cfg(feature = "reference")]
use super::example;
use super::extension_payloads::{
    BagCommitment, BagReveal, ChallengeResolved, ChallengeStarted, ChatLine, ClockUpdate, EndGameAgreed,
    EndGameRequested, JoinDecided, JoinRequested, JoinWithdrawn, NonceRequested, Nothing, OpeningDraw,
    PlayAccepted, PlayAgainOffered, PlayMade, PlayStood, PlayerOut, PlayerReconnected, PlayerRef,
    RulesChanged, StartFailed, TilesSwapped, TurnLost, TurnPassed, VoteCast,
};
use super::state::{SeatState, SpectatorState};
use crate::error::WireError;
#[cfg(feature = "reference")]
use crate::reference_entries::{ServerEntry, TypeOf};

/// Declares the events sent by the server, and the enum of their names.
///
/// An entry has the event's description, name on the wire, variant, payload, audience and example.
/// The description must be a single doc line.
macro_rules! server_events {
    ($(
        $(#[$about:meta])* $events:ident {
            $(#[doc = $doc:literal] $name:literal => $variant:ident($payload:ty), $audience:literal, $example:expr;)+
        }
    )+) => {
        /// The name of an event sent by the server.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum EventName {
            $($(#[doc = $doc] $variant,)+)+
        }

        impl EventName {
            /// The name on the wire.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($(EventName::$variant => $name,)+)+
                }
            }
        }

        $(
            $(#[$about])*
            #[derive(Clone, PartialEq, Eq, Debug, Serialize)]
            #[serde(untagged)]
            pub enum $events {
                $(#[doc = $doc] $variant($payload),)+
            }

            impl $events {
                /// The event's name.
                pub const fn name(&self) -> EventName {
                    match self {
                        $($events::$variant(_) => EventName::$variant,)+
                    }
                }

                /// Parses an event, as a client does; `None` if the name is not one of these events.
                pub fn read(name: &str, payload: &Value) -> Option<Result<$events, serde_json::Error>> {
                    match name {
                        $($name => Some(<$payload as serde::Deserialize>::deserialize(payload).map($events::$variant)),)+
                        _ => None,
                    }
                }

                #[cfg(feature = "reference")]
                pub(crate) fn catalogue() -> Vec<ServerEntry> {
                    vec![$(ServerEntry {
                        name: $name,
                        summary: $doc.trim(),
                        audience: $audience,
                        payload: TypeOf::new::<$payload>(),
                        example: $example,
                    }),+]
                }
            }
        )+
    };
}

server_events! {
    /// An event that all members of a table may see. It can be sent to all of them or to some.
    PublicEvent {
        /// The lobby has changed.
        "lobbyUpdate" => LobbyUpdate(LobbyUpdate), "table", example::LOBBY_UPDATE;
        /// The game has started; for a reconnecting client, its current state.
        "gameStarted" => GameStarted(GameStarted), "table", example::GAME_STARTED;
        /// The play was accepted. `boardUpdate` and `turnChange` follow.
        "wordAccepted" => WordAccepted(WordAccepted), "the player who submitted", example::WORD_ACCEPTED;
        /// The board has changed.
        "boardUpdate" => BoardUpdate(BoardUpdate), "table", example::BOARD_UPDATE;
        /// The player to move, the next player or the count of passes has changed. After `gameEnded` no one is to move.
        "turnChange" => TurnChange(TurnChange), "table", example::TURN_CHANGE;
        /// The scores have changed.
        "scoreUpdate" => ScoreUpdate(ScoreUpdate), "table", example::SCORE_UPDATE;
        /// The game has ended. This is the last event of the contract; the `turnChange` of the last turn precedes it.
        "gameEnded" => GameEnded(GameEnded), "table", example::GAME_ENDED;
        /// A player has lost their connection.
        "playerDisconnected" => PlayerDisconnected(PlayerDisconnected), "the others", example::PLAYER_DISCONNECTED;
        /// The full state of a table for a spectator.
        "tableState" => TableState(Box<SpectatorState>), "one spectator", example::TABLE_STATE_OF_A_SPECTATOR;
        /// The parts of the state that a version changed, as its last event. Only for clients that ask in the handshake.
        "stateChange" => StateChange(Box<StateChange>), "clients with `stateChanges`", example::STATE_CHANGE;
        /// Tiles were laid.
        "playMade" => PlayMade(PlayMade), "table", example::PLAY_MADE;
        /// A player accepted the open play.
        "playAccepted" => PlayAccepted(PlayAccepted), "table", example::PLAY_ACCEPTED;
        /// A play can no longer be challenged, and its player drew tiles. Not sent if words are checked first.
        "playStood" => PlayStood(PlayStood), "table", example::PLAY_STOOD;
        /// A play was challenged.
        "challengeStarted" => ChallengeStarted(ChallengeStarted), "table", example::CHALLENGE_STARTED;
        /// A player voted.
        "voteCast" => VoteCast(VoteCast), "table", example::VOTE_CAST;
        /// A challenge was decided. If the play was taken back, `boardUpdate`, `scoreUpdate` and `turnChange` follow.
        "challengeResolved" => ChallengeResolved(ChallengeResolved), "table", example::CHALLENGE_RESOLVED;
        /// A turn was skipped because of a failed challenge.
        "turnLost" => TurnLost(TurnLost), "table", example::TURN_LOST;
        /// A player passed.
        "turnPassed" => TurnPassed(TurnPassed), "table", example::TURN_PASSED;
        /// A player exchanged tiles.
        "tilesSwapped" => TilesSwapped(TilesSwapped), "table", example::TILES_SWAPPED;
        /// A player resigned or ran out of time.
        "playerResigned" => PlayerResigned(PlayerOut), "table", example::PLAYER_RESIGNED;
        /// A player was removed from the running game.
        "playerRemoved" => PlayerRemoved(PlayerOut), "table", example::PLAYER_REMOVED;
        /// A player left the lobby or was removed from it; that player receives this event, too.
        "playerLeft" => PlayerLeft(PlayerRef), "table", example::SOMEONE;
        /// A player has reconnected.
        "playerReconnected" => PlayerReconnected(PlayerReconnected), "table", example::PLAYER_RECONNECTED;
        /// The host has changed.
        "hostChanged" => HostChanged(PlayerRef), "table", example::SOMEONE;
        /// The host changed the rules in the lobby. `lobbyUpdate` follows.
        "rulesChanged" => RulesChanged(RulesChanged), "table", example::RULES_CHANGED;
        /// The clocks, after every move and periodically.
        "clockUpdate" => ClockUpdate(ClockUpdate), "table", example::CLOCK_UPDATE;
        /// A chat message.
        "chat" => Chat(ChatLine), "table", example::CHAT;
        /// One round of the opening draw.
        "openingDraw" => OpeningDraw(OpeningDraw), "table", example::OPENING_DRAW;
        /// The server's commitment to the randomness of the bag, on joining.
        "bagCommitment" => BagCommitment(BagCommitment), "the player who joins", example::BAG_COMMITMENT;
        /// After the game: the data to verify every draw.
        "bagReveal" => BagReveal(BagReveal), "table", example::BAG_REVEAL;
        /// A player committed to a nonce, or sent one in clear text; `gameStarted` reveals all nonces.
        "nonceSet" => NonceSet(PlayerRef), "table", example::SOMEONE;
        /// The host starts the game. The contributors are fixed, and each answers with `revealNonce`.
        "nonceRequested" => NonceRequested(NonceRequested), "table", example::NONCE_REQUESTED;
        /// A contributor revealed their nonce. After the last one the game starts.
        "nonceRevealed" => NonceRevealed(PlayerRef), "table", example::SOMEONE;
        /// A start failed because of these players. All commitments are void; the host can start again.
        "startFailed" => StartFailed(StartFailed), "table", example::START_FAILED;
        /// A player wants to join, and the host decides.
        "joinRequested" => JoinRequested(JoinRequested), "the host", example::JOIN_REQUESTED;
        /// A player who asked to join has disconnected or asked elsewhere.
        "joinWithdrawn" => JoinWithdrawn(JoinWithdrawn), "the host", example::JOIN_WITHDRAWN;
        /// The host asks whether to end the game.
        "endGameRequested" => EndGameRequested(EndGameRequested), "table", example::END_GAME_REQUESTED;
        /// A player agreed to end the game.
        "endGameAgreed" => EndGameAgreed(EndGameAgreed), "table", example::END_GAME_AGREED;
        /// The request to end the game was not answered in time, or a move came first.
        "endGameLapsed" => EndGameLapsed(Nothing), "table", "{}";
        /// A player proposed to pause a game over days.
        "pauseProposed" => PauseProposed(PauseProposed), "table", example::PAUSE_PROPOSED;
        /// A player agreed to the pause. After the last one `gamePaused` follows.
        "pauseAgreed" => PauseAgreed(PauseAgreed), "table", example::PAUSE_AGREED;
        /// A player declined or withdrew the pause, or not all answered in time.
        "pauseLapsed" => PauseLapsed(PauseLapsed), "table", example::PAUSE_LAPSED;
        /// The game is paused: no clock runs and no one moves until a player resumes it.
        "gamePaused" => GamePaused(GamePaused), "table", example::GAME_PAUSED;
        /// The game continues after a pause.
        "gameResumed" => GameResumed(GameResumed), "table", example::GAME_RESUMED;
        /// A player's time ran out twice in a row: a computer plays until the player returns.
        "standInStarted" => StandInStarted(StandInStarted), "table", example::STAND_IN_STARTED;
        /// A player took the seat back from the computer.
        "standInEnded" => StandInEnded(PlayerRef), "table", example::SOMEONE;
        /// A rematch table was opened.
        "playAgainOffered" => PlayAgainOffered(PlayAgainOffered), "table", example::PLAY_AGAIN_OFFERED;
        /// A seat moved to another device or connection; the old one receives this event and is closed.
        "seatMoved" => SeatMoved(PlayerRef), "table", example::SOMEONE;
        /// The table was closed before a game started.
        "tableClosed" => TableClosed(Nothing), "table", "{}";
    }

    /// An event that only the player on one seat may see. It cannot be addressed to other members.
    PrivateEvent {
        /// The player's own rack, after every change.
        "yourTiles" => YourTiles(YourTiles), "one player", example::YOUR_TILES;
        /// The tiles drawn by the player's exchange. `turnChange` follows.
        "tilesExchanged" => TilesExchanged(TilesExchanged), "the player who exchanged", example::TILES_EXCHANGED;
        /// The full state of a table for a player.
        "tableState" => SeatState(Box<SeatState>), "one player", example::TABLE_STATE_OF_A_PLAYER;
    }

    /// An answer to one client, with or without a seat.
    ReplyEvent {
        /// The play breaks a placement rule, or has invalid words.
        "wordRejected" => WordRejected(WordRejected), "the client that submitted", example::WORD_REJECTED;
        /// Any other request was refused.
        "error" => Error(WireError), "the client that caused it", example::ERROR;
        /// The host decided on a join request.
        "joinDecided" => JoinDecided(JoinDecided), "the client that asked", example::JOIN_DECIDED;
    }
}

/// Any event sent by the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum ServerEvent {
    /// An event that all members may see.
    Public(PublicEvent),
    /// An event that one player may see.
    Private(PrivateEvent),
    /// An answer to one client.
    Reply(ReplyEvent),
}

impl ServerEvent {
    /// The event's name.
    pub const fn name(&self) -> EventName {
        match self {
            ServerEvent::Public(event) => event.name(),
            ServerEvent::Private(event) => event.name(),
            ServerEvent::Reply(event) => event.name(),
        }
    }

    /// Parses an event, as a client does; `None` if no event has this name.
    pub fn read(name: &str, payload: &Value) -> Option<Result<ServerEvent, serde_json::Error>> {
        // A player's `tableState` has more fields than a spectator's, so it is tried first.
        let private = PrivateEvent::read(name, payload).map(|event| event.map(ServerEvent::Private));
        if let Some(Ok(_)) = private {
            return private;
        }
        let public = PublicEvent::read(name, payload).map(|event| event.map(ServerEvent::Public));
        let reply = || ReplyEvent::read(name, payload).map(|event| event.map(ServerEvent::Reply));
        public.or(private).or_else(reply)
    }
}

impl From<PublicEvent> for ServerEvent {
    fn from(event: PublicEvent) -> ServerEvent {
        ServerEvent::Public(event)
    }
}

impl From<PrivateEvent> for ServerEvent {
    fn from(event: PrivateEvent) -> ServerEvent {
        ServerEvent::Private(event)
    }
}

impl From<ReplyEvent> for ServerEvent {
    fn from(event: ReplyEvent) -> ServerEvent {
        ServerEvent::Reply(event)
    }
}

impl fmt::Display for EventName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// An event with the version of the table after it.
///
/// ```
/// use protocol::{Nothing, Outgoing, PublicEvent};
///
/// let closed = Outgoing { seq: Some(4), event: PublicEvent::TableClosed(Nothing {}).into() };
/// assert_eq!((closed.name().as_str(), closed.payload().to_string()), ("tableClosed", r#"{"seq":4}"#.to_owned()));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outgoing {
    /// The event; its fields are next to `seq`.
    #[serde(flatten)]
    pub event: ServerEvent,
    /// The version of the table; `None` without a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
}

impl Outgoing {
    /// The event's name.
    pub const fn name(&self) -> EventName {
        self.event.name()
    }

    /// The event's payload with `seq`.
    pub fn payload(&self) -> Value {
        // Payloads are plain objects with string keys; serialization cannot fail.
        serde_json::to_value(self).unwrap_or(Value::Null)
    }
}
