//! Unguessable values: seeds, tokens, ids and codes.

use rules::{GameId, PlayerId, RoomCode, Seed};
use sha2::{Digest, Sha256};
use store::TokenHash;

/// Source of unguessable bytes: the operating system, or a script in a test.
pub trait Secrets: Send + Sync + 'static {
    /// Fills a buffer with random bytes.
    fn fill(&self, bytes: &mut [u8]);
}

/// The random number generator of the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct OperatingSystem;

impl Secrets for OperatingSystem {
    fn fill(&self, bytes: &mut [u8]) {
        // The server cannot run without it, and every supported system has one.
        getrandom::fill(bytes).expect("the operating system has a random generator");
    }
}

/// Four-letter words that are never used as room codes, because players read codes aloud.
const HURTFUL: &[&str] = &[
    "ANAL", "ANUS", "ARSE", "BUMS", "BUTT", "CLIT", "COCK", "COON", "CRAP", "CUNT", "DAGO", "DICK", "DIKE",
    "DUMB", "DYKE", "FAGS", "FART", "FUCK", "FUCT", "GOOK", "GYPO", "HELL", "HOER", "HOMO", "JERK", "JIZZ",
    "JODE", "KAFF", "KAKS", "KIKE", "KILL", "KKKK", "KLOO", "KONT", "KUTT", "KUTS", "LUDE", "LULL", "MONG",
    "MOFF", "MUFF", "NAZI", "NEGR", "NIGS", "ORAL", "PAKI", "PEDO", "PIEL", "PIKK", "PISS", "POEP", "POOP",
    "PORN", "RAPE", "SCUM", "SEKS", "SEXY", "SHAG", "SHIT", "SLET", "SLUT", "SMUT", "SPIC", "SUCK", "TARD",
    "TITS", "TURD", "TWAT", "WANK", "WHOR", "WOPS", "YIDS", "ZOOI",
];

/// Generates a 32-byte seed for the verifiable bag.
pub(crate) fn seed(secrets: &dyn Secrets) -> Seed {
    let mut bytes = [0; 32];
    secrets.fill(&mut bytes);
    Seed(bytes)
}

/// Generates 256 bits as text: a seat token, an invitation or a ticket.
pub fn token(secrets: &dyn Secrets) -> String {
    let mut bytes = [0; 32];
    secrets.fill(&mut bytes);
    rules::hex(&bytes)
}

/// Generates 128 bits as text: an invitation or a ticket.
pub(crate) fn short_token(secrets: &dyn Secrets) -> String {
    let mut bytes = [0; 16];
    secrets.fill(&mut bytes);
    rules::hex(&bytes)
}

/// Derives the secret in the link of a rematch table.
///
/// It is derived from the stored hash of the previous link, which the server never reveals, and the
/// id of the new game. Every node can therefore send it to each player who claims a seat, and only
/// its hash is stored.
pub(crate) fn rematch_invite(before: &TokenHash, game: &GameId) -> String {
    let digest = Sha256::new().chain_update("dord/1/rematch invite").chain_update(before.0);
    rules::hex(&digest.chain_update(game.as_str()).finalize()[..16])
}

/// Generates a random UUID (version 4) as the id of a game.
pub(crate) fn game_id(secrets: &dyn Secrets) -> GameId {
    let mut bytes = [0; 16];
    secrets.fill(&mut bytes);
    GameId::new(uuid::Builder::from_random_bytes(bytes).into_uuid().to_string())
}

/// Generates the id of a player on the wire.
pub(crate) fn player_id(secrets: &dyn Secrets) -> PlayerId {
    let mut bytes = [0; 8];
    secrets.fill(&mut bytes);
    PlayerId::new(rules::hex(&bytes))
}

/// Generates a room code: four capital letters that spell no hurtful word.
pub(crate) fn room_code(secrets: &dyn Secrets) -> RoomCode {
    loop {
        let mut bytes = [0; 4];
        secrets.fill(&mut bytes);
        // 234 is the largest multiple of 26 below 256. Larger bytes would make some letters more
        // likely.
        if bytes.iter().any(|&byte| byte >= 234) {
            continue;
        }
        let code: String = bytes.iter().map(|byte| char::from(b'A' + byte % 26)).collect();
        if let Some(code) = RoomCode::new(&code).filter(|code| !HURTFUL.contains(&code.as_str())) {
            return code;
        }
    }
}
