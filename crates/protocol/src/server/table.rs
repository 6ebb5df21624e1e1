//! The payloads of the events that are added to the contract's.

use serde::{Deserialize, Serialize};

use crate::record::{BagStep, OpeningDrawRecord};
use crate::secret::Secret;
use crate::table_rules::VerdictRule;
use crate::text::{PlayerId, RequestId, RoomCode};
use crate::tile::{PlacedTile, Tile};

/// A word that a play formed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ScoredWord {
    /// The word.
    pub text: String,
    /// What it scored.
    pub score: i32,
}

/// Tiles were laid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayMade {
    /// Who played.
    pub player_id: PlayerId,
    /// The number of the turn.
    pub turn_number: u32,
    /// The tiles with their squares.
    pub placements: Vec<PlacedTile>,
    /// The words, the main word first.
    pub words: Vec<ScoredWord>,
    /// What the play scored, the bonus for a full rack included.
    pub score: i32,
    /// The player's score after it.
    pub new_score: i32,
    /// Whether it ends the game if it stands.
    pub goes_out: bool,
    /// Until when it can be challenged, in milliseconds since 1970; absent if it cannot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub challenge_until: Option<i64>,
}

/// A player said that the play looks good.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayAccepted {
    /// Who.
    pub player_id: PlayerId,
    /// The number of the play's turn.
    pub turn_number: u32,
}

/// A play stands for good, and its player drew.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayStood {
    /// Whose play it is.
    pub player_id: PlayerId,
    /// The number of its turn.
    pub turn_number: u32,
    /// Why it can no longer be challenged.
    pub reason: StandReason,
    /// How many tiles were drawn.
    pub drawn: u32,
    /// How many tiles are in the bag.
    pub tile_bag_count: u32,
}

/// Why a play can no longer be challenged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum StandReason {
    /// Its words were checked before.
    Checked,
    /// The next player moved.
    NextMove,
    /// Every other player said that it looks good.
    AllAccepted,
    /// The time to challenge it is over.
    WindowPassed,
    /// It was challenged and found valid.
    ChallengeFailed,
    /// Its player is out of the game.
    PlayerLeft,
    /// The game ended.
    GameEnded,
}

/// A play was challenged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ChallengeStarted {
    /// Who challenged.
    pub challenger_id: PlayerId,
    /// Whose play it is.
    pub player_id: PlayerId,
    /// The number of its turn.
    pub turn_number: u32,
    /// All its words.
    pub words: Vec<String>,
    /// Who decides.
    pub verdict: VerdictRule,
    /// Until when the others can vote, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub vote_until: Option<i64>,
}

/// Somebody voted; what, nobody is told before the end of the vote.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct VoteCast {
    /// Who.
    pub player_id: PlayerId,
    /// The number of the challenged play's turn.
    pub turn_number: u32,
}

/// A challenge was decided.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ChallengeResolved {
    /// Who challenged.
    pub challenger_id: PlayerId,
    /// Whose play it was.
    pub player_id: PlayerId,
    /// The number of its turn.
    pub turn_number: u32,
    /// All its words.
    pub words: Vec<String>,
    /// Whether they are words. If not, the play is gone.
    pub valid: bool,
    /// Who said so.
    pub judge: Judge,
    /// What the player lost with the play.
    pub points_lost: i32,
    /// Whether the challenger loses the next turn.
    pub challenger_loses_turn: bool,
}

/// Who decided a challenge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum Judge {
    /// The first person to say so.
    Player {
        /// Who.
        player_id: PlayerId,
    },
    /// The others, by vote.
    Vote {
        /// Who took the words for words.
        valid: Vec<PlayerId>,
        /// Who did not.
        invalid: Vec<PlayerId>,
    },
    /// The word list.
    Dictionary {
        /// The words that it does not have.
        unknown_words: Vec<String>,
    },
}

/// A turn was skipped because of a challenge that failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TurnLost {
    /// Whose.
    pub player_id: PlayerId,
}

/// A player passed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TurnPassed {
    /// Who.
    pub player_id: PlayerId,
    /// Whether the clock did it.
    pub automatic: bool,
}

/// A player swapped tiles; which, only that player is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TilesSwapped {
    /// Who.
    pub player_id: PlayerId,
    /// How many.
    pub count: u32,
}

/// Why a player is out of a running game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum DepartureReason {
    /// They gave up or left.
    Resigned,
    /// They were away for too long.
    Removed,
    /// Their time was up.
    TimeExpired,
}

/// A player is out of the running game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayerOut {
    /// Who.
    pub player_id: PlayerId,
    /// What they are called.
    pub player_name: String,
    /// Why.
    pub reason: DepartureReason,
    /// How many tiles went back into the bag.
    pub returned: u32,
}

/// Somebody at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Someone {
    /// Who.
    pub player_id: PlayerId,
    /// What they are called.
    pub player_name: String,
}

/// A player is back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayerReconnected {
    /// Who.
    pub player_id: PlayerId,
    /// What they are called.
    pub player_name: String,
    /// What gave them the seat.
    pub by: ReturnedBy,
}

/// What gives a seat back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ReturnedBy {
    /// The secret of the seat.
    Token,
    /// The name alone, as the open lobby allows while the seat is held.
    Name,
}

/// The clocks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ClockUpdate {
    /// The server's time, in milliseconds since 1970.
    pub server_time: i64,
    /// Whose clock runs; absent while all stand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub running: Option<PlayerId>,
    /// What is left of this turn in milliseconds, where turns are timed; below zero it is late.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub turn_remaining_ms: Option<i64>,
    /// What is left for each player in milliseconds, where the game is timed; below zero it is overtime.
    pub players: Vec<PlayerClock>,
}

/// What is left for a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayerClock {
    /// Who.
    pub player_id: PlayerId,
    /// In milliseconds; below zero it is overtime.
    pub remaining_ms: i64,
}

/// Somebody said something.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ChatLine {
    /// Who.
    pub player_id: PlayerId,
    /// What they are called.
    pub player_name: String,
    /// What they said: plain text.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// One round of drawing for who begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OpeningDraw {
    /// The round, from 1.
    pub round: u32,
    /// Who drew what.
    pub draws: Vec<OpeningTile>,
    /// Those who drew best; several draw again.
    pub best: Vec<PlayerId>,
}

/// A tile drawn for who begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OpeningTile {
    /// Who.
    pub player_id: PlayerId,
    /// The tile.
    pub tile: Tile,
}

/// What binds the server to the chance of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BagCommitment {
    /// The game, whose hash is part of it.
    pub game_id: String,
    /// In hexadecimal.
    pub commitment: String,
}

/// What a player added to the chance of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayerNonce {
    /// Who.
    pub player_id: PlayerId,
    /// The nonce; empty if none went into the bag.
    pub nonce: String,
    /// What was published of it before any nonce was revealed, in hexadecimal; absent for a nonce in the open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub commitment: Option<String>,
}

/// A player whose nonce goes into the bag of a game that is about to start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct NonceContributor {
    /// Who.
    pub player_id: PlayerId,
    /// What the nonce must open, in hexadecimal.
    pub commitment: String,
    /// Whether the server knows the nonce already.
    pub is_revealed: bool,
}

/// The contributors of a start, fixed before any nonce is revealed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct NonceRequested {
    /// In seat order, which is the order of the nonces in the key.
    pub contributors: Vec<NonceContributor>,
    /// When the start fails unless all are revealed, in milliseconds since 1970.
    pub until: i64,
}

/// A start that failed. All commitments are void: clients commit to new nonces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StartFailed {
    /// The contributors who did not reveal in time, or the player who left.
    pub players: Vec<Someone>,
}

/// What a player added to the chance of the game, and the number of the seat in `bag`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SeatNonce {
    /// The number of the seat, from 0.
    pub seat: u8,
    /// Who.
    pub player_id: PlayerId,
    /// The nonce; empty if none went into the bag.
    pub nonce: String,
    /// What was published of it before any nonce was revealed, in hexadecimal; absent for a nonce in the open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub commitment: Option<String>,
}

/// Everything that is needed to verify the draws.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BagReveal {
    /// The game.
    pub game_id: String,
    /// What was told before, in hexadecimal.
    pub commitment: String,
    /// The seed, in hexadecimal.
    pub seed: String,
    /// The form of the key: 1 takes the nonces of all players in the order in which they came, 2 those that are not empty in seat
    /// order.
    pub key_version: u8,
    /// The nonces, in the order in which the players came.
    pub nonces: Vec<SeatNonce>,
    /// The rounds of drawing for who begins.
    pub opening_draw: Vec<Vec<OpeningDrawRecord>>,
    /// Every draw and every putting back, in order.
    pub bag: Vec<BagStep>,
}

/// Somebody wants to join.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct JoinRequested {
    /// What `admitPlayer` names.
    pub request_id: RequestId,
    /// What they are called.
    pub player_name: String,
}

/// A guest no longer wants to join.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct JoinWithdrawn {
    /// What `joinRequested` named.
    pub request_id: RequestId,
}

/// The host's answer to one who wants to join.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct JoinDecided {
    /// From the answer to `joinGame`.
    pub request_id: RequestId,
    /// Whether the host let them in.
    pub admitted: bool,
    /// The table.
    pub room_code: RoomCode,
    /// The seat, if they sit now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub seat: Option<GrantedSeat>,
}

/// A seat that was given to somebody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GrantedSeat {
    /// What names them from now on.
    pub player_id: PlayerId,
    /// The secret of the seat.
    #[serde(serialize_with = "Secret::reveal")]
    pub token: Secret,
}

/// The host asks whether to end the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct EndGameRequested {
    /// The host.
    pub player_id: PlayerId,
    /// Until when the others can agree, in milliseconds since 1970.
    pub until: i64,
}

/// A player agreed to end the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct EndGameAgreed {
    /// Who.
    pub player_id: PlayerId,
    /// All who agreed so far.
    pub agreed: Vec<PlayerId>,
}

/// Nothing more to say.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Nothing {}

/// A table to play again was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayAgainOffered {
    /// By whom.
    pub player_id: PlayerId,
    /// What they are called.
    pub player_name: String,
    /// The new table; `playAgain` claims the seat that is kept there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub room_code: Option<RoomCode>,
}
