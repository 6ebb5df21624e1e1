//! Sample tables and commits.

use rules::{Event, EventKind, GameId, Language, Opening, Preset, Progress, Seat, Seed, Timestamp};
use store::{Commit, IdempotencyRecord, Lobby, NewTable, PlayerId, RoomCode, SeatChange, TokenHash, Version};

pub(crate) const NOON: Timestamp = Timestamp(1_763_208_000_000);

pub(crate) fn id(number: u32) -> GameId {
    GameId::new(format!("table-{number}"))
}

/// A code for each number.
pub(crate) fn code(number: u32) -> RoomCode {
    let letter = |place: u32| char::from(b'A' + (number / 26_u32.pow(place) % 26) as u8);
    RoomCode::new(&[3, 2, 1, 0].map(letter).iter().collect::<String>()).unwrap()
}

pub(crate) fn seat(number: usize) -> Seat {
    Seat::at(number).unwrap()
}

pub(crate) fn player(name: &str) -> PlayerId {
    PlayerId::new(format!("player {name}"))
}

pub(crate) fn token(byte: u8) -> TokenHash {
    TokenHash([byte; 32])
}

pub(crate) fn taken(number: usize, name: &str) -> SeatChange {
    SeatChange::Taken {
        seat: seat(number),
        player: player(name),
        token: Some(token(number as u8)),
        name_key: name.to_owned(),
    }
}

/// A private table whose game has not started.
pub(crate) fn table(number: u32) -> NewTable {
    let seed = Seed([number as u8; 32]);
    let id = id(number);
    let opening = Opening {
        game: id.clone(),
        rules: Preset::Open.rules(Language::by_code("en").unwrap()),
        commitment: seed.commitment(&id),
        rematch: None,
        starting_word: Vec::new(),
    };
    NewTable {
        id,
        code: code(number),
        lobby: Lobby::Private,
        seed,
        invite: token(200),
        at: NOON,
        events: vec![Event { at: NOON, kind: EventKind::TableOpened(opening) }],
        seats: Vec::new(),
        status: Progress::Waiting,
        next_due: None,
    }
}

/// A commit in which a player passes.
pub(crate) fn commit(number: u32, expected: Version) -> Commit {
    let kind = EventKind::TurnPassed { seat: seat(0), by: rules::PassedBy::Player };
    Commit {
        table: id(number),
        expected,
        at: NOON,
        language: Language::by_code("en").unwrap(),
        events: [Event { at: NOON, kind }].into(),
        command: None,
        seats: Vec::new(),
        status: Progress::Playing,
        next_due: None,
    }
}

#[expect(clippy::unnecessary_wraps, reason = "a commit wants it like this")]
pub(crate) fn command(name: &str, id: &str, reply: &str) -> Option<IdempotencyRecord> {
    Some(IdempotencyRecord { player: player(name), id: id.to_owned(), reply: reply.to_owned() })
}
