//! WebSockets of Socket.IO clients that open one directly, as ours does.
//!
//! Clients that begin with long-polling, with or without an upgrade, are served by `socketioxide`.
//! It takes three tasks and a queue of 5 kB for each connection and copies every packet four times
//! for each recipient. A direct WebSocket is one task, and a packet is copied into its queue and
//! into its write buffer.

mod packet;
mod send_queue;
mod session;
mod sessions;

use std::sync::Arc;

use axum::extract::Request;
use axum::http::{HeaderValue, Method, Response, StatusCode, header};
use axum::response::{IntoResponse, Response as AxumResponse};
use hyper_util::rt::TokioIo;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

pub(crate) use packet::{DISCONNECT, ack_text, event_text};
pub(crate) use send_queue::{QueueFull, SendQueue};
pub(crate) use sessions::Sessions;

use crate::MESSAGE_BYTES_MAX;
use crate::state::ServerState;
use crate::transport_session::TransportSession;
use session::Session;

/// Initial size of the read buffer, which every connection has.
const READ_BUFFER_BYTES: usize = 512;

/// Whether a request opens a WebSocket that is not the upgrade of another transport.
pub(crate) fn is_direct(request: &Request) -> bool {
    let query = request.uri().query().unwrap_or_default();
    let has = |pair: &str| query.split('&').any(|other| other == pair);
    matches!(request.uri().path(), "/socket.io" | "/socket.io/")
        && request.method() == Method::GET
        && has("EIO=4")
        && has("transport=websocket")
        && !query.split('&').any(|pair| pair.starts_with("sid="))
        && request.headers().contains_key(header::SEC_WEBSOCKET_KEY)
        && request.extensions().get::<Arc<TransportSession>>().is_some()
}

/// Answers such a request, and serves its WebSocket.
pub(crate) fn open(mut request: Request, state: &Arc<ServerState>) -> AxumResponse {
    let transport = request.extensions().get::<Arc<TransportSession>>().cloned();
    let key = request.headers().get(header::SEC_WEBSOCKET_KEY);
    let accept = key.and_then(|key| HeaderValue::try_from(derive_accept_key(key.as_bytes())).ok());
    let (Some(transport), Some(accept)) = (transport, accept) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let upgrade = hyper::upgrade::on(&mut request);
    let serving = Arc::clone(state);
    tokio::spawn(async move {
        // The client may have closed the connection already.
        let Ok(upgraded) = upgrade.await else { return };
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER_BYTES)
            .max_message_size(Some(MESSAGE_BYTES_MAX))
            .max_frame_size(Some(MESSAGE_BYTES_MAX));
        let stream =
            WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, Some(config)).await;
        Session::new(stream, transport, serving).run().await;
    });
    let mut response = Response::new(axum::body::Body::empty());
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(header::CONNECTION, HeaderValue::from_static("Upgrade"));
    headers.insert(header::SEC_WEBSOCKET_ACCEPT, accept);
    response
}
