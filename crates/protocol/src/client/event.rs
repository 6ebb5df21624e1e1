use super::payload::{
    AddBot, AdmitPlayer, CreateGame, Empty, ExchangeTiles, JoinGame, LookupWord, RemovePlayer,
    ResolveChallenge, Resync, RevealNonce, SayChat, SetNonce, SubmitWord, WatchGame, WhichPlay,
};
#[cfg(feature = "reference")]
use crate::catalogue::{ClientEntry, TypeOf};
#[cfg(feature = "reference")]
use crate::server::{
    BotSeated, Done, GameOpened, JoinAnswer, LookedUp, MovePreview, Seated, TicketMade, WatchStarted,
};
use crate::strict::{self, BadRequest};

/// Declares every event that a client can send: the variant, its name on the wire, what it carries, what the answer
/// adds, an example, and the errors that are its own.
macro_rules! client_events {
    ($(
        #[doc = $doc:literal]
        $name:literal => $variant:ident($payload:ty) -> $ack:ty,
        $example:literal, [$($code:ident),*];
    )+) => {
        /// Something that a client asks for.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum ClientEvent {
            $(#[doc = $doc] $variant($payload),)+
        }

        impl ClientEvent {
            /// What it is called on the wire.
            pub const fn name(&self) -> &'static str {
                match self {
                    $(ClientEvent::$variant(_) => $name,)+
                }
            }

            /// The names of all of them.
            pub const NAMES: &[&str] = &[$($name),+];

            pub(super) fn read(name: &str, payload: &serde_json::Value) -> Result<ClientEvent, BadRequest> {
                match name {
                    $($name => strict::read(payload).map(ClientEvent::$variant),)+
                    _ => Err(BadRequest::new("event", "there is no event with this name")),
                }
            }

            #[cfg(feature = "reference")]
            pub(crate) fn catalogue() -> Vec<ClientEntry> {
                vec![$(ClientEntry {
                    name: $name,
                    summary: $doc.trim(),
                    payload: TypeOf::new::<$payload>(),
                    ack: TypeOf::new::<$ack>(),
                    example: $example,
                    errors: &[$(crate::ErrorCode::$code),*],
                }),+]
            }
        }
    };
}

client_events! {
    /// Sits down at a table, or comes back to a seat. Answered by `lobbyUpdate`. Refused while the connection has a seat elsewhere.
    "joinGame" => JoinGame(JoinGame) -> JoinAnswer,
        r#"{"playerName": "Ann", "roomCode": "ABCD"}"#,
        [NameInvalid, NameTaken, GameFull, GameAlreadyStarted, RoomNotFound, BadToken, NotAllowed];
    /// The host begins the game. Answered by `gameStarted`, after `nonceRequested` where players have committed to nonces.
    "startGame" => StartGame(Empty) -> Done, "{}", [NotHost, NotEnoughPlayers, GameAlreadyStarted, GameEnded];
    /// Lays tiles. Answered by `wordAccepted`, or by `wordRejected` if it breaks a rule of placing or words.
    "submitWord" => SubmitWord(SubmitWord) -> Done,
        r#"{"placements": [{"row": 7, "col": 7, "tile": {"letter": "H", "points": 4, "isBlank": false}}, {"row": 7, "col": 8, "tile": {"letter": "I", "points": 0, "isBlank": true}}]}"#,
        [NotYourTurn, InvalidPlacement, TilesNotInRack, WordNotFound, ChallengePending, NotAllowed, GameNotStarted, GameEnded];
    /// Gives the turn away. Answered by `turnChange`.
    "passTurn" => PassTurn(Empty) -> Done, "{}", [NotYourTurn, ChallengePending, NotAllowed, GameNotStarted, GameEnded];
    /// Swaps tiles. Answered by `tilesExchanged`.
    "exchangeTiles" => ExchangeTiles(ExchangeTiles) -> Done, r#"{"tileIndices": [0, 3]}"#,
        [NotYourTurn, InsufficientTiles, ChallengePending, NotAllowed, GameNotStarted, GameEnded];
    /// Opens a table.
    "createGame" => CreateGame(CreateGame) -> GameOpened,
        r#"{"playerName": "Ann", "preset": "classic", "language": "en", "rules": {"maxPlayers": 2}}"#, [NameInvalid, NotAllowed];
    /// Commits to a nonce, before the start.
    "setNonce" => SetNonce(SetNonce) -> Done,
        r#"{"commitment": "971ed989fcd4ee52032a96cbbaf742870168d830d715fb4ca52a294a01ab9983"}"#, [GameAlreadyStarted, GameEnded];
    /// Reveals the nonce that was committed to, in answer to `nonceRequested`.
    "revealNonce" => RevealNonce(RevealNonce) -> Done, r#"{"nonce": "alice"}"#, [NotAllowed];
    /// The host lets somebody in or not, where the table asks first.
    "admitPlayer" => AdmitPlayer(AdmitPlayer) -> Done, r#"{"requestId": "r1", "admit": true}"#,
        [NotHost, NotAllowed, GameFull, NameTaken, GameAlreadyStarted];
    /// Makes a one-time link to carry the seat to another device.
    "createTicket" => CreateTicket(Empty) -> TicketMade, "{}", [];
    /// Begins to watch a table.
    "watchGame" => WatchGame(WatchGame) -> WatchStarted, r#"{"roomCode": "ABCD"}"#, [RoomNotFound, BadToken, NotAllowed];
    /// Asks what a play would score.
    "previewMove" => PreviewMove(SubmitWord) -> MovePreview,
        r#"{"placements": [{"row": 7, "col": 7, "tile": {"letter": "A", "points": 1, "isBlank": false}}]}"#,
        [InvalidPlacement, TilesNotInRack, GameNotStarted, GameEnded];
    /// Doubts the play that can be challenged.
    "challenge" => Challenge(WhichPlay) -> Done, r#"{"turnNumber": 12}"#,
        [NothingToChallenge, ChallengePending, GameNotStarted, GameEnded];
    /// Says that the play looks good.
    "acceptPlay" => AcceptPlay(WhichPlay) -> Done, r#"{"turnNumber": 12}"#,
        [NothingToChallenge, ChallengePending, NotAllowed, GameNotStarted, GameEnded];
    /// Gives a verdict on a challenge, or a vote where the table votes.
    "resolveChallenge" => ResolveChallenge(ResolveChallenge) -> Done, r#"{"valid": false, "turnNumber": 12}"#,
        [NoChallengePending, NotAllowed, GameNotStarted, GameEnded];
    /// Asks whether the table's list has a word.
    "lookupWord" => LookupWord(LookupWord) -> LookedUp, r#"{"word": "dord"}"#, [LookupNotAllowed];
    /// Gives the game up, in turn or not.
    "resign" => Resign(Empty) -> Done, "{}", [GameNotStarted, GameEnded];
    /// The host ends the game, or asks the others to; they agree by the same event.
    "endGame" => EndGame(Empty) -> Done, "{}", [NotHost, ChallengePending, NotAllowed, GameNotStarted, GameEnded];
    /// After the end: opens a table for the same players, or claims the seat that is kept at it.
    "playAgain" => PlayAgain(Empty) -> Seated, "{}", [NotAllowed, GameFull];
    /// Frees the seat in the lobby, resigns in a game, or stops watching.
    "leaveGame" => LeaveGame(Empty) -> Done, "{}", [];
    /// The host seats a bot, in the lobby.
    "addBot" => AddBot(AddBot) -> BotSeated, r#"{"level": 3}"#, [NotHost, GameFull, GameAlreadyStarted, GameEnded];
    /// The host turns somebody out: in the lobby anyone, later one who is away.
    "removePlayer" => RemovePlayer(RemovePlayer) -> Done, r#"{"playerId": "p2"}"#,
        [NotHost, NotAllowed, ChallengePending, GameEnded];
    /// Says something to the table.
    "chat" => Chat(SayChat) -> Done, r#"{"text": "Well played!"}"#, [];
    /// Asks for what was missed, or for everything.
    "resync" => Resync(Resync) -> Done, r#"{"lastSeq": 17}"#, [];
}
