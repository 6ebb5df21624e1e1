//! Packets of Engine.IO 4 and Socket.IO 5 as text.

use protocol::Packet;
use serde::Serialize;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// Maximum number of binary attachments of an event. The contract has none.
const ATTACHMENTS_MAX: u32 = 10;

/// A packet of a client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ClientPacket<'t> {
    /// The client closes the connection.
    Close,
    /// The answer to a ping.
    Pong,
    /// The client connects to a namespace, perhaps with credentials.
    Connect { namespace: &'t str, auth: Option<&'t str> },
    /// The client disconnects from a namespace.
    Disconnect { namespace: &'t str },
    /// An event: its name and arguments as a list in JSON, and the number of its ack.
    Event { namespace: &'t str, ack: Option<i64>, text: &'t str },
    /// An event whose attachments follow.
    BinaryEvent { namespace: &'t str, ack: Option<i64>, attachments: u32 },
    /// An ack, which no event of this server asks for, and its attachments.
    Ack { attachments: u32 },
}

/// A packet that closes the connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Malformed;

/// The only namespace.
pub(super) const NAMESPACE: &str = "/";

impl ClientPacket<'_> {
    /// Parses a packet.
    pub(super) fn parse(text: &str) -> Result<ClientPacket<'_>, Malformed> {
        match (text.as_bytes().first(), text.get(1..)) {
            (Some(b'1'), _) => Ok(ClientPacket::Close),
            (Some(b'2' | b'3'), Some(rest)) if rest != "probe" => Ok(ClientPacket::Pong),
            (Some(b'4'), Some(message)) => ClientPacket::parse_message(message),
            _ => Err(Malformed),
        }
    }

    fn parse_message(text: &str) -> Result<ClientPacket<'_>, Malformed> {
        let kind = *text.as_bytes().first().ok_or(Malformed)?;
        let rest = text.get(1..).ok_or(Malformed)?;
        let (attachments, rest) = match kind {
            b'5' | b'6' => split_attachments(rest)?,
            _ => (0, rest),
        };
        let (namespace, rest) = split_namespace(rest);
        let (ack, rest) = split_ack(rest);
        match kind {
            b'0' => Ok(ClientPacket::Connect { namespace, auth: (!rest.is_empty()).then_some(rest) }),
            b'1' => Ok(ClientPacket::Disconnect { namespace }),
            b'2' => Ok(ClientPacket::Event { namespace, ack, text: rest }),
            b'5' => Ok(ClientPacket::BinaryEvent { namespace, ack, attachments }),
            b'3' | b'6' if ack.is_some() => Ok(ClientPacket::Ack { attachments }),
            _ => Err(Malformed),
        }
    }
}

/// Splits off the number of attachments: `2-`.
fn split_attachments(text: &str) -> Result<(u32, &str), Malformed> {
    let (digits, rest) = text.split_once('-').ok_or(Malformed)?;
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let attachments = digits.parse().ok().filter(|&number| is_number && number <= ATTACHMENTS_MAX);
    Ok((attachments.ok_or(Malformed)?, rest))
}

/// Splits off a namespace, which ends with a comma or the packet: `/admin,`.
fn split_namespace(text: &str) -> (&str, &str) {
    if text.starts_with('/') { text.split_once(',').unwrap_or((text, "")) } else { (NAMESPACE, text) }
}

/// Splits off the number of an ack. Digits that no list or object follows are part of the data.
fn split_ack(text: &str) -> (Option<i64>, &str) {
    let end = text.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    if rest.starts_with(['[', '{']) { (digits.parse().ok(), rest) } else { (None, text) }
}

/// The packet that disconnects a client from the namespace.
pub(crate) const DISCONNECT: &str = "41";

/// The first packet of a connection.
pub(super) fn open_text(
    sid: &str,
    ping_interval_ms: u128,
    ping_timeout_ms: u128,
    bytes_max: usize,
) -> String {
    format!(
        r#"0{{"sid":"{sid}","upgrades":[],"pingInterval":{ping_interval_ms},"pingTimeout":{ping_timeout_ms},"maxPayload":{bytes_max}}}"#
    )
}

/// The answer to a connect packet.
pub(super) fn connected_text(sid: &str) -> String {
    format!(r#"40{{"sid":"{sid}"}}"#)
}

/// The refusal of a connect packet.
pub(super) fn connect_error_text(namespace: &str, message: &str) -> String {
    #[derive(Serialize)]
    struct ConnectError<'t> {
        message: &'t str,
    }
    let mut text = "44".to_owned();
    if namespace != NAMESPACE {
        text.extend([namespace, ","]);
    }
    // A message is text, which can be encoded.
    text.push_str(&serde_json::to_string(&ConnectError { message }).unwrap_or_default());
    text
}

/// The packet of an event.
pub(crate) fn event_text(packet: &Packet) -> Utf8Bytes {
    let event = packet.text();
    let mut text = String::with_capacity(event.len() + 2);
    text.extend(["42", event]);
    text.into()
}

/// The packet of an ack.
pub(crate) fn ack_text(id: i64, body: &impl Serialize) -> Utf8Bytes {
    // Room for most acks: a text that grows while it is written is copied several times.
    let mut text = Vec::with_capacity(128);
    text.extend_from_slice(b"43");
    text.extend_from_slice(id.to_string().as_bytes());
    text.push(b'[');
    // Acks are plain objects with string keys: encoding one cannot fail.
    let encoded = serde_json::to_writer(&mut text, body);
    debug_assert!(encoded.is_ok());
    text.push(b']');
    String::from_utf8(text).unwrap_or_default().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_of_clients_are_parsed() {
        let root = |ack, text| ClientPacket::Event { namespace: "/", ack, text };
        for (text, expected) in [
            ("1", ClientPacket::Close),
            ("2", ClientPacket::Pong),
            ("3", ClientPacket::Pong),
            ("40", ClientPacket::Connect { namespace: "/", auth: None }),
            ("40/,{}", ClientPacket::Connect { namespace: "/", auth: Some("{}") }),
            ("40{\"a\":1}", ClientPacket::Connect { namespace: "/", auth: Some("{\"a\":1}") }),
            ("40/admin,", ClientPacket::Connect { namespace: "/admin", auth: None }),
            ("40/admin", ClientPacket::Connect { namespace: "/admin", auth: None }),
            ("41", ClientPacket::Disconnect { namespace: "/" }),
            ("42[\"passTurn\"]", root(None, "[\"passTurn\"]")),
            ("420[\"passTurn\"]", root(Some(0), "[\"passTurn\"]")),
            ("4212345678[1]", root(Some(12_345_678), "[1]")),
            ("42/é,7[\"é\"]", ClientPacket::Event { namespace: "/é", ack: Some(7), text: "[\"é\"]" }),
            ("42é", root(None, "é")),
            ("421é", root(None, "1é")),
            ("4299999999999999999999[1]", root(None, "[1]")),
            ("437[]", ClientPacket::Ack { attachments: 0 }),
            ("461-7[]", ClientPacket::Ack { attachments: 1 }),
            ("451-5[\"chat\"]", ClientPacket::BinaryEvent { namespace: "/", ack: Some(5), attachments: 1 }),
        ] {
            assert_eq!(ClientPacket::parse(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn malformed_packets_are_refused() {
        for text in [
            "", "0", "2probe", "3probe", "5", "6", "9", "x", "é", "b4", "4", "4x", "4é", "49", "43[]",
            "44{}", "45[]", "45-[]", "45x-[]", "45+1-[]", "4511-[]", "46", "461-[]",
        ] {
            assert_eq!(ClientPacket::parse(text), Err(Malformed), "{text}");
        }
    }

    #[test]
    fn refusals_name_their_namespace() {
        assert_eq!(connect_error_text("/", "a \"b\""), r#"44{"message":"a \"b\""}"#);
        assert_eq!(connect_error_text("/admin", "no"), r#"44/admin,{"message":"no"}"#);
    }

    #[test]
    fn an_ack_has_the_id_of_its_event_and_one_argument() {
        #[derive(Serialize)]
        struct Body {
            ok: bool,
        }
        assert_eq!(ack_text(12, &Body { ok: true }).as_str(), r#"4312[{"ok":true}]"#);
    }
}
