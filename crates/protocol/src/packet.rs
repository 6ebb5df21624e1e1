//! Events encoded for sending.

use std::cell::RefCell;

use crate::server::{Outgoing, ServerEvent};

/// An event ready to send, encoded once for all its recipients.
///
/// The text is that of a Socket.IO event: a list of its name and its payload.
///
/// ```
/// use protocol::{Nothing, Packet, PublicEvent};
///
/// let packet = Packet::new(PublicEvent::TableClosed(Nothing {}), Some(4));
/// assert_eq!(packet.text(), r#"["tableClosed",{"seq":4}]"#);
/// assert_eq!((packet.name(), packet.payload()), ("tableClosed", r#"{"seq":4}"#));
/// ```
#[derive(Debug)]
pub struct Packet {
    name: &'static str,
    text: Box<str>,
}

thread_local! {
    /// Reused, because a text that grows while it is written is copied several times.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

impl Packet {
    /// Encodes an event together with the version of its table.
    pub fn new(event: impl Into<ServerEvent>, seq: Option<u64>) -> Packet {
        let outgoing = Outgoing { event: event.into(), seq };
        let name = outgoing.name();
        let text = BUFFER.with_borrow_mut(|buffer| {
            buffer.clear();
            buffer.extend_from_slice(b"[\"");
            buffer.extend_from_slice(name.as_bytes());
            buffer.extend_from_slice(b"\",");
            // Payloads are plain objects with string keys: encoding one cannot fail.
            let encoded = serde_json::to_writer(&mut *buffer, &outgoing);
            debug_assert!(encoded.is_ok());
            buffer.push(b']');
            // JSON is text. The lossy conversion would be ten times slower.
            str::from_utf8(buffer).unwrap_or_default().into()
        });
        Packet { name, text }
    }

    /// The name of the event.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The name and the payload as a list in JSON.
    pub const fn text(&self) -> &str {
        &self.text
    }

    /// The payload as JSON.
    pub fn payload(&self) -> &str {
        &self.text[self.name.len() + r#"["","#.len()..self.text.len() - "]".len()]
    }
}
