//! Messages from the server.

mod ack;
mod change;
mod contract_payloads;
mod days;
mod event;
#[cfg(feature = "reference")]
mod example;
mod extension_payloads;
mod state;
#[cfg(test)]
mod tests;

pub use ack::{
    Ack, AckExtra, Asked, BotSeated, ChatHistory, Done, GameOpened, JoinAnswer, LookedUp, Meaning,
    MovePreview, PreviewedWord, Seated, TableDescription, TicketMade, WatchStarted,
};
pub use change::{GameChange, LogChange, StateChange};
pub use contract_payloads::{
    BoardUpdate, EndReason, FinalScore, GameEnded, GameStarted, LastPlay, LobbyPlayer, LobbyUpdate,
    PlayerDisconnected, PlayerScore, ScoreUpdate, TilesExchanged, TurnChange, WordAccepted, WordRejected,
    YourTiles,
};
pub use days::{
    GamePaused, GameResumed, PauseAgreed, PauseLapsed, PauseProposed, PauseState, StandInStarted,
};
pub use event::{EventName, Outgoing, PrivateEvent, PublicEvent, ReplyEvent, ServerEvent};
pub use extension_payloads::{
    BagCommitment, BagReveal, ChallengeResolved, ChallengeStarted, ChatLine, ClockUpdate, DepartureReason,
    EndGameAgreed, EndGameRequested, GrantedSeat, JoinDecided, JoinRequested, JoinWithdrawn, Judge,
    NonceContributor, NonceRequested, Nothing, OpeningDraw, OpeningTile, PlayAccepted, PlayAgainOffered,
    PlayMade, PlayStood, PlayerClock, PlayerNonce, PlayerOut, PlayerReconnected, PlayerRef, ReturnedBy,
    RulesChanged, ScoredWord, SeatNonce, StandReason, StartFailed, TilesSwapped, TurnLost, TurnPassed,
    VoteCast,
};
pub use state::{
    EndRequest, GameState, LogAction, LogChallenge, LogLine, OpenPlay, OwnState, PendingChallenge,
    PlayStatus, Progress, SeatState, SpectatorState, StatePlayer, TableState, UnseenTiles,
};
