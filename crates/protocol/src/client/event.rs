use super::payload::{
    AddBot, AdmitPlayer, AnswerPause, CreateGame, DescribeTable, Empty, ExchangeTiles, JoinGame, LookupWord,
    PlayAgain, RemovePlayer, ResolveChallenge, Resync, RevealNonce, SayChat, SetNonce, SubmitWord,
    UpdateRules, WatchGame, WhichPlay,
};
#[cfg(feature = "reference")]
use crate::reference_entries::{ClientEntry, TypeOf};
#[cfg(feature = "reference")]
use crate::server::{
    BotSeated, ChatHistory, Done, GameOpened, JoinAnswer, LookedUp, MovePreview, Seated, TableDescription,
    TicketMade, WatchStarted,
};
use crate::strict::{self, BadRequest};

/// Declares every event that a client can send.
///
/// An entry has the event's description, name on the wire, variant, payload, ack, example and
/// specific errors. The description must be a single doc line.
macro_rules! client_events {
    ($(
        #[doc = $doc:literal]
        $name:literal => $variant:ident($payload:ty) -> $ack:ty,
        $example:literal, [$($code:ident),*];
    )+) => {
        /// A request from a client.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum ClientEvent {
            $(#[doc = $doc] $variant($payload),)+
        }

        impl ClientEvent {
            /// The event's name on the wire.
            pub const fn name(&self) -> &'static str {
                match self {
                    $(ClientEvent::$variant(_) => $name,)+
                }
            }

            /// The names of all events.
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
    /// Takes a seat at a table, or resumes one. Answered by `lobbyUpdate`. Refused if the connection has another seat.
    "joinGame" => JoinGame(JoinGame) -> JoinAnswer,
        r#"{"playerName": "Ann", "roomCode": "ABCD"}"#,
        [NameInvalid, NameTaken, GameFull, GameAlreadyStarted, RoomNotFound, BadToken, NotAllowed];
    /// The host starts the game. Answered by `gameStarted`, after `nonceRequested` if players committed to nonces.
    "startGame" => StartGame(Empty) -> Done, "{}", [NotHost, NotEnoughPlayers, GameAlreadyStarted, GameEnded];
    /// Lays tiles. Answered by `wordAccepted`, or by `wordRejected` if it breaks a rule about placement or words.
    "submitWord" => SubmitWord(SubmitWord) -> Done,
        r#"{"placements": [{"row": 7, "col": 7, "tile": {"letter": "H", "points": 4, "isBlank": false}}, {"row": 7, "col": 8, "tile": {"letter": "I", "points": 0, "isBlank": true}}]}"#,
        [NotYourTurn, InvalidPlacement, TilesNotInRack, WordNotFound, ChallengePending, NotAllowed, GameNotStarted, GameEnded];
    /// Passes the turn. Answered by `turnChange`.
    "passTurn" => PassTurn(Empty) -> Done, "{}", [NotYourTurn, ChallengePending, NotAllowed, GameNotStarted, GameEnded];
    /// Exchanges tiles. Answered by `tilesExchanged`.
    "exchangeTiles" => ExchangeTiles(ExchangeTiles) -> Done, r#"{"tileIndices": [0, 3]}"#,
        [NotYourTurn, InsufficientTiles, ChallengePending, NotAllowed, GameNotStarted, GameEnded];
    /// Opens a table.
    "createGame" => CreateGame(CreateGame) -> GameOpened,
        r#"{"playerName": "Ann", "preset": "classic", "language": "en", "rules": {"maxPlayers": 2}}"#, [NameInvalid, NotAllowed];
    /// Commits to a nonce before the game starts.
    "setNonce" => SetNonce(SetNonce) -> Done,
        r#"{"commitment": "971ed989fcd4ee52032a96cbbaf742870168d830d715fb4ca52a294a01ab9983"}"#, [GameAlreadyStarted, GameEnded];
    /// Reveals the committed nonce in answer to `nonceRequested`.
    "revealNonce" => RevealNonce(RevealNonce) -> Done, r#"{"nonce": "alice"}"#, [NotAllowed];
    /// The host admits or rejects a player, at tables where the host decides who joins.
    "admitPlayer" => AdmitPlayer(AdmitPlayer) -> Done, r#"{"requestId": "r1", "admit": true}"#,
        [NotHost, NotAllowed, GameFull, NameTaken, GameAlreadyStarted];
    /// Creates a one-time ticket that moves the seat to another device.
    "createTicket" => CreateTicket(Empty) -> TicketMade, "{}", [];
    /// Describes a table to a client that may join or watch it.
    "describeTable" => DescribeTable(DescribeTable) -> TableDescription, r#"{"roomCode": "ABCD"}"#, [RoomNotFound, BadToken];
    /// The host changes the rules in the lobby. Answered by `rulesChanged`. Not in the open lobby.
    "updateRules" => UpdateRules(UpdateRules) -> Done,
        r#"{"preset": "classic", "rules": {"maxPlayers": 3}}"#, [NotHost, NotAllowed, GameAlreadyStarted, GameEnded];
    /// Starts watching a table.
    "watchGame" => WatchGame(WatchGame) -> WatchStarted, r#"{"roomCode": "ABCD"}"#, [RoomNotFound, BadToken, NotAllowed];
    /// Asks what a play would score.
    "previewMove" => PreviewMove(SubmitWord) -> MovePreview,
        r#"{"placements": [{"row": 7, "col": 7, "tile": {"letter": "A", "points": 1, "isBlank": false}}]}"#,
        [InvalidPlacement, TilesNotInRack, GameNotStarted, GameEnded];
    /// Challenges the open play.
    "challenge" => Challenge(WhichPlay) -> Done, r#"{"turnNumber": 12}"#,
        [NothingToChallenge, ChallengePending, GameNotStarted, GameEnded];
    /// Accepts the open play.
    "acceptPlay" => AcceptPlay(WhichPlay) -> Done, r#"{"turnNumber": 12}"#,
        [NothingToChallenge, ChallengePending, NotAllowed, GameNotStarted, GameEnded];
    /// Gives a verdict on a challenge, or a vote if the table votes.
    "resolveChallenge" => ResolveChallenge(ResolveChallenge) -> Done, r#"{"valid": false, "turnNumber": 12}"#,
        [NoChallengePending, NotAllowed, GameNotStarted, GameEnded];
    /// Asks whether a word is in the table's word list.
    "lookupWord" => LookupWord(LookupWord) -> LookedUp, r#"{"word": "dord"}"#, [LookupNotAllowed];
    /// Resigns, on or off turn.
    "resign" => Resign(Empty) -> Done, "{}", [GameNotStarted, GameEnded];
    /// The host ends the game or asks the other players to; they agree with the same event.
    "endGame" => EndGame(Empty) -> Done, "{}", [NotHost, ChallengePending, NotAllowed, GameNotStarted, GameEnded];
    /// Proposes to pause a game over days, or agrees to the proposal. The game is paused once all persons agree.
    "proposePause" => ProposePause(Empty) -> Done, "{}", [ChallengePending, NotAllowed, GameNotStarted, GameEnded];
    /// Agrees to a proposed pause, declines it, or withdraws the own proposal.
    "answerPause" => AnswerPause(AnswerPause) -> Done, r#"{"agree": true}"#,
        [ChallengePending, NotAllowed, GameNotStarted, GameEnded];
    /// Continues a paused game.
    "resumeGame" => ResumeGame(Empty) -> Done, "{}", [NotAllowed, GameNotStarted, GameEnded];
    /// Takes the seat back from the computer that plays for an absent player. Any other move does so, too.
    "returnToSeat" => ReturnToSeat(Empty) -> Done, "{}", [NotAllowed, GameNotStarted, GameEnded];
    /// After the game: opens a rematch for the same players, or claims the seat reserved there.
    "playAgain" => PlayAgain(PlayAgain) -> Seated,
        r#"{"commitment": "971ed989fcd4ee52032a96cbbaf742870168d830d715fb4ca52a294a01ab9983"}"#, [NotAllowed, GameFull];
    /// After the game: a spectator goes on to the rematch table.
    "watchRematch" => WatchRematch(Empty) -> WatchStarted, "{}", [NotAllowed, RoomNotFound];
    /// Leaves the lobby, resigns from a running game, or stops watching.
    "leaveGame" => LeaveGame(Empty) -> Done, "{}", [];
    /// The host adds a bot in the lobby.
    "addBot" => AddBot(AddBot) -> BotSeated, r#"{"level": 3}"#, [NotHost, GameFull, GameAlreadyStarted, GameEnded];
    /// The host removes a player: any player in the lobby, later only a player who is away.
    "removePlayer" => RemovePlayer(RemovePlayer) -> Done, r#"{"playerId": "p2"}"#,
        [NotHost, NotAllowed, ChallengePending, GameEnded];
    /// Sends a chat message to the table.
    "chat" => Chat(SayChat) -> Done, r#"{"text": "Well played!"}"#, [];
    /// Asks for the stored chat messages of the table, at most the last 200.
    "chatHistory" => ChatHistory(Empty) -> ChatHistory, "{}", [];
    /// Asks for the missed events, or for the full state.
    "resync" => Resync(Resync) -> Done, r#"{"lastSeq": 17}"#, [];
}
