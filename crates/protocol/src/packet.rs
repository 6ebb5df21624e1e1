//! Events encoded for sending.

use std::cell::RefCell;

use crate::server::{EventName, ServerEvent};

/// An event ready to send, encoded once for all its recipients.
///
/// The text is that of a Socket.IO event: a list of its name and its payload.
///
/// ```
/// use protocol::{EventName, Nothing, Packet, PublicEvent};
///
/// let packet = Packet::new(PublicEvent::TableClosed(Nothing {}), Some(4));
/// assert_eq!(packet.text(), r#"["tableClosed",{"seq":4}]"#);
/// assert_eq!((packet.name(), packet.payload()), (EventName::TableClosed, r#"{"seq":4}"#));
/// ```
#[derive(Debug)]
pub struct Packet {
    name: EventName,
    text: Box<str>,
}

thread_local! {
    /// Reused, because a text that grows while it is written is copied several times.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Appends a field to an encoded object. A flattened struct would be encoded as a map, which takes
/// twice as long.
fn append_field(object: &mut Vec<u8>, name: &str, value: u64) {
    debug_assert_eq!(object.last(), Some(&b'}'));
    object.pop();
    if object.last() != Some(&b'{') {
        object.push(b',');
    }
    object.push(b'"');
    object.extend_from_slice(name.as_bytes());
    object.extend_from_slice(b"\":");
    // Numbers are plain: encoding one cannot fail.
    let encoded = serde_json::to_writer(&mut *object, &value);
    debug_assert!(encoded.is_ok());
    object.push(b'}');
}

impl Packet {
    /// Encodes an event together with the version of its table.
    pub fn new(event: impl Into<ServerEvent>, seq: Option<u64>) -> Packet {
        #[cfg(feature = "counters")]
        crate::counters::count_encoding();
        let event = event.into();
        let name = event.name();
        let text = BUFFER.with_borrow_mut(|buffer| {
            buffer.clear();
            buffer.extend_from_slice(b"[\"");
            buffer.extend_from_slice(name.as_str().as_bytes());
            buffer.extend_from_slice(b"\",");
            // Payloads are plain objects with string keys: encoding one cannot fail.
            let encoded = serde_json::to_writer(&mut *buffer, &event);
            debug_assert!(encoded.is_ok());
            if let Some(seq) = seq {
                append_field(buffer, "seq", seq);
            }
            buffer.push(b']');
            // JSON is text. The lossy conversion would be ten times slower.
            str::from_utf8(buffer).unwrap_or_default().into()
        });
        Packet { name, text }
    }

    /// The name of the event.
    pub const fn name(&self) -> EventName {
        self.name
    }

    /// The name and the payload as a list in JSON.
    pub const fn text(&self) -> &str {
        &self.text
    }

    /// The payload as JSON.
    pub fn payload(&self) -> &str {
        &self.text[self.name.as_str().len() + r#"["","#.len()..self.text.len() - "]".len()]
    }
}
