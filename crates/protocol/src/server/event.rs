use serde::Serialize;
use serde_json::Value;

use super::contract::{
    BoardUpdate, GameEnded, GameStarted, LobbyUpdate, PlayerDisconnected, ScoreUpdate, TilesExchanged,
    TurnChange, WordAccepted, WordRejected, YourTiles,
};
#[cfg(feature = "reference")]
use super::example;
use super::state::{SeatState, SpectatorState};
use super::table::{
    BagCommitment, BagReveal, ChallengeResolved, ChallengeStarted, ChatLine, ClockUpdate, EndGameAgreed,
    EndGameRequested, JoinDecided, JoinRequested, JoinWithdrawn, NonceRequested, Nothing, OpeningDraw,
    PlayAccepted, PlayAgainOffered, PlayMade, PlayStood, PlayerOut, PlayerReconnected, Someone, StartFailed,
    TilesSwapped, TurnLost, TurnPassed, VoteCast,
};
#[cfg(feature = "reference")]
use crate::catalogue::{ServerEntry, TypeOf};
use crate::error::WireError;

/// Declares events that the server sends: name, variant, payload, audience, example.
macro_rules! server_events {
    ($(#[$about:meta])* $events:ident {
        $(#[doc = $doc:literal] $name:literal => $variant:ident($payload:ty), $audience:literal, $example:expr;)+
    }) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Eq, Debug, Serialize)]
        #[serde(untagged)]
        pub enum $events {
            $(#[doc = $doc] $variant($payload),)+
        }

        impl $events {
            /// What it is called on the wire.
            pub const fn name(&self) -> &'static str {
                match self {
                    $($events::$variant(_) => $name,)+
                }
            }

            /// Reads one, as a client does; `None` if none of these has the name.
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
    };
}

server_events! {
    /// What everybody at a table may see. It can be sent to all of them or to some.
    PublicEvent {
        /// The lobby has changed.
        "lobbyUpdate" => LobbyUpdate(LobbyUpdate), "table", example::LOBBY_UPDATE;
        /// The game has begun; to one who comes back: how it stands.
        "gameStarted" => GameStarted(GameStarted), "table", example::GAME_STARTED;
        /// The play was accepted. `boardUpdate` and `turnChange` follow.
        "wordAccepted" => WordAccepted(WordAccepted), "the player who submitted", example::WORD_ACCEPTED;
        /// The board has changed.
        "boardUpdate" => BoardUpdate(BoardUpdate), "table", example::BOARD_UPDATE;
        /// It is somebody's turn, or the count of turns that end the game has changed. After `gameEnded` nobody is to move.
        "turnChange" => TurnChange(TurnChange), "table", example::TURN_CHANGE;
        /// The scores have changed.
        "scoreUpdate" => ScoreUpdate(ScoreUpdate), "table", example::SCORE_UPDATE;
        /// The game has ended. It is the last event of the contract in a game: the `turnChange` of the turn that ended it came before.
        "gameEnded" => GameEnded(GameEnded), "table", example::GAME_ENDED;
        /// A player's connection is lost.
        "playerDisconnected" => PlayerDisconnected(PlayerDisconnected), "the others", example::PLAYER_DISCONNECTED;
        /// Everything that a spectator may see.
        "tableState" => TableState(Box<SpectatorState>), "one spectator", example::TABLE_STATE_OF_A_SPECTATOR;
        /// Tiles were laid.
        "playMade" => PlayMade(PlayMade), "table", example::PLAY_MADE;
        /// A player said that the play looks good.
        "playAccepted" => PlayAccepted(PlayAccepted), "table", example::PLAY_ACCEPTED;
        /// A play can no longer be challenged, and its player drew. Not sent where words are checked before the play.
        "playStood" => PlayStood(PlayStood), "table", example::PLAY_STOOD;
        /// A play was challenged.
        "challengeStarted" => ChallengeStarted(ChallengeStarted), "table", example::CHALLENGE_STARTED;
        /// Somebody voted.
        "voteCast" => VoteCast(VoteCast), "table", example::VOTE_CAST;
        /// A challenge was decided. If the play was taken back, `boardUpdate`, `scoreUpdate` and `turnChange` follow.
        "challengeResolved" => ChallengeResolved(ChallengeResolved), "table", example::CHALLENGE_RESOLVED;
        /// A turn was skipped because of a challenge that failed.
        "turnLost" => TurnLost(TurnLost), "table", example::TURN_LOST;
        /// A player passed.
        "turnPassed" => TurnPassed(TurnPassed), "table", example::TURN_PASSED;
        /// A player swapped tiles.
        "tilesSwapped" => TilesSwapped(TilesSwapped), "table", example::TILES_SWAPPED;
        /// A player gave up, or lost on time.
        "playerResigned" => PlayerResigned(PlayerOut), "table", example::PLAYER_RESIGNED;
        /// A player was removed from the running game.
        "playerRemoved" => PlayerRemoved(PlayerOut), "table", example::PLAYER_REMOVED;
        /// Somebody left the lobby or was turned out of it; they are told too.
        "playerLeft" => PlayerLeft(Someone), "table", example::SOMEONE;
        /// A player is back.
        "playerReconnected" => PlayerReconnected(PlayerReconnected), "table", example::PLAYER_RECONNECTED;
        /// Somebody else is the host now.
        "hostChanged" => HostChanged(Someone), "table", example::SOMEONE;
        /// The clocks, after every move and from time to time.
        "clockUpdate" => ClockUpdate(ClockUpdate), "table", example::CLOCK_UPDATE;
        /// Somebody said something.
        "chat" => Chat(ChatLine), "table", example::CHAT;
        /// One round of drawing for who begins.
        "openingDraw" => OpeningDraw(OpeningDraw), "table", example::OPENING_DRAW;
        /// What binds the server to the chance of the game, on joining.
        "bagCommitment" => BagCommitment(BagCommitment), "whoever joins", example::BAG_COMMITMENT;
        /// After the end: what is needed to verify every draw.
        "bagReveal" => BagReveal(BagReveal), "table", example::BAG_REVEAL;
        /// A player committed to a nonce, or gave one in the open; all are told with `gameStarted`.
        "nonceSet" => NonceSet(Someone), "table", example::SOMEONE;
        /// The host starts the game: the contributors are fixed, and each of them answers by `revealNonce`.
        "nonceRequested" => NonceRequested(NonceRequested), "table", example::NONCE_REQUESTED;
        /// A contributor has revealed the nonce. After the last one the game begins.
        "nonceRevealed" => NonceRevealed(Someone), "table", example::SOMEONE;
        /// A start failed, because of these players. All commitments are void; the host can start again.
        "startFailed" => StartFailed(StartFailed), "table", example::START_FAILED;
        /// Somebody wants to join, where the host is asked.
        "joinRequested" => JoinRequested(JoinRequested), "the host", example::JOIN_REQUESTED;
        /// A guest who asked to join is gone, or asks elsewhere.
        "joinWithdrawn" => JoinWithdrawn(JoinWithdrawn), "the host", example::JOIN_WITHDRAWN;
        /// The host asks whether to end the game.
        "endGameRequested" => EndGameRequested(EndGameRequested), "table", example::END_GAME_REQUESTED;
        /// A player agreed to end the game.
        "endGameAgreed" => EndGameAgreed(EndGameAgreed), "table", example::END_GAME_AGREED;
        /// The question whether to end the game was not answered in time, or a move came first.
        "endGameLapsed" => EndGameLapsed(Nothing), "table", "{}";
        /// A table to play again was opened.
        "playAgainOffered" => PlayAgainOffered(PlayAgainOffered), "table", example::PLAY_AGAIN_OFFERED;
        /// A seat went to another device or connection; the old one is told and closed.
        "seatMoved" => SeatMoved(Someone), "table", example::SOMEONE;
        /// The table was given up before a game began.
        "tableClosed" => TableClosed(Nothing), "table", "{}";
    }
}

server_events! {
    /// What only the player on one seat may see. There is no way to address it to anybody else.
    PrivateEvent {
        /// The player's own rack, whenever it has changed.
        "yourTiles" => YourTiles(YourTiles), "one player", example::YOUR_TILES;
        /// What the player's exchange drew. `turnChange` follows.
        "tilesExchanged" => TilesExchanged(TilesExchanged), "the player who exchanged", example::TILES_EXCHANGED;
        /// Everything that a player may see.
        "tableState" => TableState(Box<SeatState>), "one player", example::TABLE_STATE_OF_A_PLAYER;
    }
}

server_events! {
    /// What answers one client, seated or not.
    ReplyEvent {
        /// The play broke a rule of placing, or its words are none.
        "wordRejected" => WordRejected(WordRejected), "the client that submitted", example::WORD_REJECTED;
        /// Something else was refused.
        "error" => Error(WireError), "the client that caused it", example::ERROR;
        /// The host has decided on a wish to join.
        "joinDecided" => JoinDecided(JoinDecided), "the client that asked", example::JOIN_DECIDED;
    }
}

/// Anything that the server sends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum ServerEvent {
    /// What everybody may see.
    Public(PublicEvent),
    /// What one player may see.
    Private(PrivateEvent),
    /// What answers one client.
    Reply(ReplyEvent),
}

impl ServerEvent {
    /// What it is called on the wire.
    pub const fn name(&self) -> &'static str {
        match self {
            ServerEvent::Public(event) => event.name(),
            ServerEvent::Private(event) => event.name(),
            ServerEvent::Reply(event) => event.name(),
        }
    }

    /// Reads one, as a client does; `None` if no event has the name.
    pub fn read(name: &str, payload: &Value) -> Option<Result<ServerEvent, serde_json::Error>> {
        // A player's `tableState` has what a spectator's lacks, so it is tried first.
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

/// An event with the version of the table after it.
///
/// ```
/// use protocol::{Nothing, Outgoing, PublicEvent};
///
/// let closed = Outgoing { seq: Some(4), event: PublicEvent::TableClosed(Nothing {}).into() };
/// assert_eq!((closed.name(), closed.payload().to_string()), ("tableClosed", r#"{"seq":4}"#.to_owned()));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outgoing {
    /// The event; its fields stand beside `seq`.
    #[serde(flatten)]
    pub event: ServerEvent,
    /// The table's version; none where there is no table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
}

impl Outgoing {
    /// What the event is called on the wire.
    pub const fn name(&self) -> &'static str {
        self.event.name()
    }

    /// The event's payload with `seq`.
    pub fn payload(&self) -> Value {
        // Payloads are plain objects with names for keys: writing one cannot fail.
        serde_json::to_value(self).unwrap_or(Value::Null)
    }
}
