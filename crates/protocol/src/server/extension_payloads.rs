//! The payloads of the events beyond the contract's.

use serde::{Deserialize, Serialize};

use crate::encoded::Encoded;
use crate::record::{BagStep, OpeningDrawRecord};
use crate::secret::Secret;
use crate::table_rules::{TableRules, VerdictRule};
use crate::text::{PlayerId, RequestId, RoomCode};
use crate::tile::{PlacedTile, Tile, TileKind};

/// A word formed by a play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ScoredWord {
    /// The word.
    pub text: String,
    /// The score.
    pub score: i32,
}

/// Tiles were laid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayMade {
    /// The player.
    pub player_id: PlayerId,
    /// The number of the turn.
    pub turn_number: u32,
    /// The tiles with their squares.
    #[cfg_attr(feature = "reference", ts(as = "Vec<PlacedTile>"))]
    pub placements: Encoded<Vec<PlacedTile>>,
    /// The words, the main word first.
    pub words: Vec<ScoredWord>,
    /// The score of the play, with the bonus for a full rack.
    pub score: i32,
    /// The player's score after the play.
    pub new_score: i32,
    /// Whether it ends the game if it stands.
    pub goes_out: bool,
    /// Until when it can be challenged, in milliseconds since 1970; absent if it cannot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub challenge_until: Option<i64>,
}

/// A player accepted the open play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayAccepted {
    /// The player.
    pub player_id: PlayerId,
    /// The number of the play's turn.
    pub turn_number: u32,
}

/// A play stands, and its player drew tiles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayStood {
    /// The player.
    pub player_id: PlayerId,
    /// The number of its turn.
    pub turn_number: u32,
    /// Why it can no longer be challenged.
    pub reason: StandReason,
    /// The number of tiles drawn.
    pub drawn: u32,
    /// The number of tiles in the bag.
    pub tile_bag_count: u32,
}

/// Why a play can no longer be challenged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum StandReason {
    /// Its words were checked before the play.
    Checked,
    /// The next player moved.
    NextMove,
    /// All other players accepted it.
    AllAccepted,
    /// The time to challenge it is over.
    WindowPassed,
    /// It was challenged and found valid.
    ChallengeFailed,
    /// Its player left the game.
    PlayerLeft,
    /// The game ended.
    GameEnded,
}

/// A play was challenged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ChallengeStarted {
    /// The challenger.
    pub challenger_id: PlayerId,
    /// The player whose play was challenged.
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

/// A player voted; the vote stays secret until the decision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct VoteCast {
    /// The player.
    pub player_id: PlayerId,
    /// The number of the challenged play's turn.
    pub turn_number: u32,
}

/// A challenge was decided.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ChallengeResolved {
    /// The challenger.
    pub challenger_id: PlayerId,
    /// The player whose play was challenged.
    pub player_id: PlayerId,
    /// The number of its turn.
    pub turn_number: u32,
    /// All its words.
    pub words: Vec<String>,
    /// Whether the words are valid. If not, the play was taken back.
    pub valid: bool,
    /// Who decided.
    pub judge: Judge,
    /// The points the player lost with the play.
    pub points_lost: i32,
    /// Whether the challenger loses the next turn.
    pub challenger_loses_turn: bool,
}

/// Who decided a challenge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum Judge {
    /// The first person to give a verdict.
    Player {
        /// The person.
        player_id: PlayerId,
    },
    /// The other players, by vote.
    Vote {
        /// The players who voted that the words are valid.
        valid: Vec<PlayerId>,
        /// The players who voted that they are not.
        invalid: Vec<PlayerId>,
    },
    /// The word list.
    Dictionary {
        /// The words that are not in the list.
        unknown_words: Vec<String>,
    },
}

/// A turn was skipped because of a failed challenge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TurnLost {
    /// The player.
    pub player_id: PlayerId,
}

/// A player passed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TurnPassed {
    /// The player.
    pub player_id: PlayerId,
    /// Whether the clock passed the turn.
    pub automatic: bool,
}

/// A player exchanged tiles; only that player sees which.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TilesSwapped {
    /// The player.
    pub player_id: PlayerId,
    /// The number of tiles.
    pub count: u32,
}

/// Why a player left a running game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum DepartureReason {
    /// They resigned or left.
    Resigned,
    /// They were away for too long.
    Removed,
    /// They ran out of time.
    TimeExpired,
}

/// A player left the running game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayerOut {
    /// The player's id.
    pub player_id: PlayerId,
    /// The player's name.
    pub player_name: String,
    /// The reason.
    pub reason: DepartureReason,
    /// The number of tiles returned to the bag.
    pub returned: u32,
}

/// The id and name of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayerRef {
    /// The player's id.
    pub player_id: PlayerId,
    /// The player's name.
    pub player_name: String,
}

/// A player has reconnected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayerReconnected {
    /// The player's id.
    pub player_id: PlayerId,
    /// The player's name.
    pub player_name: String,
    /// How the player resumed the seat.
    pub by: ReturnedBy,
}

/// How a player resumes a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ReturnedBy {
    /// With the secret of the seat.
    Token,
    /// With the name alone, which the open lobby allows while the seat is held.
    Name,
}

/// The clocks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ClockUpdate {
    /// The server's time, in milliseconds since 1970.
    pub server_time: i64,
    /// The player whose clock is running; absent if none is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub running: Option<PlayerId>,
    /// The time left for this turn in milliseconds, if turns are timed; negative if the turn is
    /// late.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub turn_remaining_ms: Option<i64>,
    /// Clock `days`: when the time of the turn is over and the bank begins to run, in milliseconds
    /// since 1970; absent while no person's clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub turn_ends_at: Option<i64>,
    /// Clock `days`: when the bank is used up, too, and the turn is passed, in milliseconds since
    /// 1970; absent while no person's clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub deadline: Option<i64>,
    /// The time left for each player, if the game is timed; with the clock `days` the bank.
    pub players: Vec<PlayerClock>,
}

/// The time left for a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayerClock {
    /// The player.
    pub player_id: PlayerId,
    /// The time in milliseconds; negative in overtime.
    pub remaining_ms: i64,
}

/// The host changed the rules in the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RulesChanged {
    /// The id of the host.
    pub player_id: PlayerId,
    /// The host's name.
    pub player_name: String,
    /// The new rules.
    pub rules: TableRules,
    /// The tiles of a full bag, in the sort order of the bag.
    pub tile_set: Vec<TileKind>,
}

/// A chat message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ChatLine {
    /// The player's id.
    pub player_id: PlayerId,
    /// The player's name.
    pub player_name: String,
    /// The message, as plain text.
    pub text: String,
    /// When it was sent, in milliseconds since 1970.
    pub at: i64,
}

/// One round of the opening draw.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OpeningDraw {
    /// The round, from 1.
    pub round: u32,
    /// The tiles drawn.
    pub draws: Vec<OpeningTile>,
    /// The players with the best tile; if there are several, they draw again.
    pub best: Vec<PlayerId>,
}

/// A tile of the opening draw.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OpeningTile {
    /// The player.
    pub player_id: PlayerId,
    /// The tile.
    pub tile: Tile,
}

/// The server's commitment to the randomness of the bag.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BagCommitment {
    /// The id of the game, whose hash is part of the commitment.
    pub game_id: String,
    /// The commitment, in hexadecimal.
    pub commitment: String,
}

/// A player's contribution to the randomness of the bag.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayerNonce {
    /// The player.
    pub player_id: PlayerId,
    /// The nonce; empty if the player contributed none.
    pub nonce: String,
    /// The commitment published before any nonce was revealed, in hexadecimal; absent for a nonce
    /// in clear text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub commitment: Option<String>,
}

/// A player whose nonce goes into the bag of a starting game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct NonceContributor {
    /// The player.
    pub player_id: PlayerId,
    /// The commitment that the nonce must match, in hexadecimal.
    pub commitment: String,
    /// Whether the nonce has been revealed.
    pub is_revealed: bool,
}

/// The contributors of a start, fixed before any nonce is revealed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct NonceRequested {
    /// The contributors in seat order, which is the order of the nonces in the key.
    pub contributors: Vec<NonceContributor>,
    /// When the start fails unless all nonces are revealed, in milliseconds since 1970.
    pub until: i64,
}

/// A failed start. All commitments are void; clients must commit to new nonces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StartFailed {
    /// The contributors who did not reveal their nonce in time, or the player who left.
    pub players: Vec<PlayerRef>,
}

/// A player's contribution to the randomness of the bag, with the seat number used in `bag`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SeatNonce {
    /// The seat number, from 0.
    pub seat: u8,
    /// The player.
    pub player_id: PlayerId,
    /// The nonce; empty if the player contributed none.
    pub nonce: String,
    /// The commitment published before any nonce was revealed, in hexadecimal; absent for a nonce
    /// in clear text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub commitment: Option<String>,
}

/// All data needed to verify the draws.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BagReveal {
    /// The id of the game.
    pub game_id: String,
    /// The commitment published before the game, in hexadecimal.
    pub commitment: String,
    /// The seed, in hexadecimal.
    pub seed: String,
    /// The version of the key. Version 1 uses the nonces of all players in join order, version 2
    /// the non-empty nonces in seat order.
    pub key_version: u8,
    /// The nonces in join order.
    pub nonces: Vec<SeatNonce>,
    /// The rounds of the opening draw.
    pub opening_draw: Vec<Vec<OpeningDrawRecord>>,
    /// Every draw from and return to the bag, in order.
    pub bag: Vec<BagStep>,
}

/// A player wants to join.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct JoinRequested {
    /// The id of the request, for `admitPlayer`.
    pub request_id: RequestId,
    /// The player's name.
    pub player_name: String,
}

/// A player withdrew their join request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct JoinWithdrawn {
    /// The id of the request from `joinRequested`.
    pub request_id: RequestId,
}

/// The host's decision on a join request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct JoinDecided {
    /// The id of the request from the ack of `joinGame`.
    pub request_id: RequestId,
    /// Whether the host admitted the player.
    pub admitted: bool,
    /// The code of the table.
    pub room_code: RoomCode,
    /// The seat, if the player got one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub seat: Option<GrantedSeat>,
}

/// A seat granted to a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GrantedSeat {
    /// The player's id.
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
    /// The player.
    pub player_id: PlayerId,
    /// All players who agreed so far.
    pub agreed: Vec<PlayerId>,
}

/// A payload without fields.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Nothing {}

/// A rematch table was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayAgainOffered {
    /// The id of the player who opened it.
    pub player_id: PlayerId,
    /// The player's name.
    pub player_name: String,
    /// The code of the new table; `playAgain` claims the seat reserved there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub room_code: Option<RoomCode>,
}
