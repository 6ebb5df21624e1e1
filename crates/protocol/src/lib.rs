//! The wire protocol: one type per message; all parsing and serialization happens here.
//!
//! Clients send a [`ClientMessage`]; a parse error names the exact field. The server sends a
//! [`ServerEvent`]. [`events_for`] maps what happened in a game to events with the [`Audience`]
//! that may see them. An event that only one player may see has a type of its own and can only be
//! addressed to that player's seat. [`WireError`] represents all errors, [`GameRecord`] a finished
//! game that anyone can verify, [`ReviewLine`] the coach's review of one.
//!
//! With the feature `reference`, the TypeScript types and the reference page are generated from
//! these types, and those of HTTP have a JSON Schema for the OpenAPI document of the server.

mod board;
mod client;
mod command;
#[cfg(feature = "counters")]
pub mod counters;
mod daily;
mod deliver;
#[cfg(feature = "reference")]
mod docgen;
mod encoded;
mod error;
mod http;
mod packet;
mod record;
#[cfg(feature = "reference")]
mod reference_entries;
mod refusal_rule;
mod review;
mod secret;
mod server;
mod strict;
mod table_rules;
mod text;
mod tile;
mod view;

pub use board::{BoardCache, BoardRow, BoardSquares};
pub use client::{
    AddBot, AdmitPlayer, AnswerPause, ClientEvent, ClientMessage, CreateGame, DescribeTable, Empty,
    ExchangeTiles, Handshake, JoinGame, LookupWord, ParseError, PlayAgain, RemovePlayer, ResolveChallenge,
    Resync, RevealNonce, SayChat, SetNonce, SubmitWord, UpdateRules, WatchGame, WhichPlay,
};
pub use command::command_of;
pub use daily::{
    BestPlay, ClaimedDailyTile, ClaimedSquare, DailyArchive, DailyBoard, DailyLine, DailyPar, DailyProblem,
    DailyResults, DailyState, DailyStatus, DailyTile, DailyTurn, DeviceToken, ExchangedTile, FormedWord,
    LaidDailyTile, Leaderboard, LeaderboardEntry, PlayedDay, RedeemCode, Rename, ScoreRange, StartingWord,
    SubmitTurn, TransferCode, TurnAnswer, TurnClaim, TurnReview, ValidationStatus, WordDirection, WordPlayed,
    WordPosition,
};
pub use deliver::{
    Audience, CommitExtras, CommitView, Delivery, Member, Recipients, events_for, packets_for, reconnection,
    spectating,
};
#[cfg(feature = "reference")]
pub use docgen::{reference_html, reference_markdown, typescript};
pub use encoded::Encoded;
pub use error::{ErrorCode, ErrorDetails, WireError, is_word_rejection, refusal_event};
pub use http::{HttpError, HttpErrorCode, HttpProblem, WordAnswer};
pub use packet::Packet;
pub use record::{
    BagRecord, BagStep, GameRecord, MoveRecord, OpeningDrawRecord, RecordError, RecordPlayer, RecordVerified,
    verify_record,
};
pub use refusal_rule::RefusalRule;
pub use review::{JudgedBy, ReviewLine, ReviewSum, ReviewedMove, ReviewedTurn, SuggestedMove, letters};
pub use secret::Secret;
pub use server::*;
pub use strict::BadRequest;
pub use table_rules::{
    AbsenceRule, BeginnerRule, ClockKind, ClockRule, ExchangeNeeds, JoiningRule, LookUpRule, PresetName,
    ScorelessEndKind, ScorelessEndRule, TableRules, VerdictRule, WatchingRule, WordsRule, changed_rules,
    chosen_rules,
};
pub use text::{
    ChatText, CommandId, CommitmentText, LanguageCode, LetterText, NameText, NonceText, NotARoomCode,
    PlayerId, RequestId, RevealedNonceText, RoomCode, Text, WordText,
};
pub use tile::{
    AnyNumber, BLANK, BoardPosition, ClaimedPlacement, PlacedTile, Tile, TileClaim, TileKind, claim,
    held_tiles, placed_tiles, tile_set,
};
pub use view::{
    PlayerIds, TableContext, bag_commitment, board_update, clock_update, game_ended, game_started,
    lobby_update, move_preview, own_state, player_ref, presence_change, score_update, seat_state,
    spectator_state, state_change, table_description, table_state, turn_change, your_tiles,
};
