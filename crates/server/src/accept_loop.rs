//! Accepts connections and serves HTTP on them, with timeouts and a limit on their number.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::ConnectInfo;
use axum::http::{Request, Response, StatusCode};
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::{Sleep, sleep};
use tower::ServiceExt;

use crate::client_stream::{AbortHandle, ClientStream, Peer, Timeouts};
use crate::connection_limits::Slot;
use crate::state::ServerState;

/// Pause after a failed accept.
const BACK_OFF: Duration = Duration::from_millis(100);

/// Maximum buffer for a request's head and for a response. A client that never ends its head uses
/// no more memory than this.
const BUFFER_BYTES_MAX: usize = 32 * 1024;

/// Factor by which connections of trusted proxies can be idle longer. Proxies keep connections for
/// a minute or two and should be the ones to close them: a request sent just as the server closes
/// is lost.
const PROXY_IDLE_FACTOR: u32 = 3;

/// Serves until `stop` completes. Then it accepts no more connections, and returns when every
/// started request is answered.
pub(crate) async fn serve(
    listener: TcpListener,
    app: Router,
    state: Arc<ServerState>,
    stop: impl Future<Output = ()>,
) {
    let (stopping, stopped) = watch::channel(false);
    let (done, mut all_done) = mpsc::channel::<Infallible>(1);
    let mut stop = pin!(stop);
    loop {
        let (stream, address) = tokio::select! {
            accepted = accept(&listener, &state) => accepted,
            () = &mut stop => break,
        };
        let Some(connection) = Connection::register(stream, address, &state) else { continue };
        let (app, stopped, done) = (app.clone(), stopped.clone(), done.clone());
        tokio::spawn(async move {
            connection.serve(app, stopped).await;
            drop(done);
        });
    }
    drop((listener, done));
    stopping.send_replace(true);
    // Nothing is ever sent; the channel closes with the last connection.
    let _ = all_done.recv().await;
}

/// Accepts a connection, once there is room for one.
async fn accept(listener: &TcpListener, state: &ServerState) -> (TcpStream, SocketAddr) {
    loop {
        state.connections.room().await;
        match listener.accept().await {
            Ok(accepted) => return accepted,
            Err(error) if is_of_one_connection(&error) => {}
            Err(error) => {
                // Usually there are too many open files: closing a connection makes room.
                tracing::warn!(%error, "could not accept a connection");
                state.connections.cut_oldest();
                sleep(BACK_OFF).await;
            }
        }
    }
}

/// Whether the error concerns only one connection, which was closed before it was accepted.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

struct Connection {
    wire: ClientStream,
    peer: Peer,
    slot: Arc<Slot>,
    body_time_max: Option<Duration>,
}

impl Connection {
    /// Registers a connection; `None` if its address has too many.
    fn register(stream: TcpStream, address: SocketAddr, state: &ServerState) -> Option<Connection> {
        let (ip, limits) = (address.ip().to_canonical(), &state.limits);
        let is_proxy = state.proxies.trust(ip);
        let cutter = AbortHandle::default();
        let slot = state.connections.admit((!is_proxy).then_some(ip), cutter.clone())?;
        let idle = limits.idle_seconds.saturating_mul(if is_proxy { PROXY_IDLE_FACTOR } else { 1 });
        let timeouts = Timeouts { head: seconds(limits.header_seconds), idle: seconds(idle) };
        let local = stream.local_addr().ok().map(|local| local.ip().to_canonical());
        Some(Connection {
            wire: ClientStream::new(stream, cutter.clone(), Arc::clone(&slot), timeouts),
            peer: Peer { address, local, cutter },
            slot,
            body_time_max: seconds(limits.body_seconds),
        })
    }

    async fn serve(self, app: Router, mut stopped: watch::Receiver<bool>) {
        let Connection { wire, peer, slot, body_time_max } = self;
        let service = service_fn(move |request: Request<Incoming>| {
            slot.begin_request();
            let mut request = request.map(|body| TimedBody::of(body, body_time_max));
            request.extensions_mut().insert(ConnectInfo(peer.clone()));
            let (app, under_way) = (app.clone(), RequestInProgress(Arc::clone(&slot)));
            async move {
                let response = app.oneshot(request).await?;
                Ok::<_, Infallible>(under_way.until_sent(response))
            }
        });
        let mut builder = http1::Builder::new();
        // `ClientStream` has its own timeouts, which distinguish a slow head from an idle connection.
        builder.header_read_timeout(None).max_buf_size(BUFFER_BYTES_MAX);
        let mut connection = pin!(builder.serve_connection(TokioIo::new(wire), service).with_upgrades());
        tokio::select! {
            // Errors concern only this client.
            _ = connection.as_mut() => return,
            // The sender is dropped only at the end.
            _ = stopped.wait_for(|is_stopped| *is_stopped) => {}
        }
        connection.as_mut().graceful_shutdown();
        let _ = connection.await;
    }
}

/// A duration in seconds; 0 means no limit.
fn seconds(seconds: u32) -> Option<Duration> {
    (seconds > 0).then(|| Duration::from_secs(seconds.into()))
}

/// A request in progress, until its response is sent.
struct RequestInProgress(Arc<Slot>);

impl RequestInProgress {
    fn until_sent(self, response: Response<Body>) -> Response<TrackedBody> {
        if response.status() == StatusCode::SWITCHING_PROTOCOLS {
            self.0.upgrade();
        }
        response.map(|body| TrackedBody { body, _under_way: self })
    }
}

impl Drop for RequestInProgress {
    fn drop(&mut self) {
        self.0.end_request();
    }
}

/// Response body whose end marks the end of the request.
struct TrackedBody {
    body: Body,
    _under_way: RequestInProgress,
}

impl HttpBody for TrackedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Request body with a timeout.
struct TimedBody {
    body: Incoming,
    deadline: Pin<Box<Sleep>>,
}

#[derive(Debug, thiserror::Error)]
enum BodyError {
    #[error("the body took too long")]
    TooLong,
    #[error(transparent)]
    Connection(#[from] hyper::Error),
}

impl TimedBody {
    fn of(body: Incoming, longest: Option<Duration>) -> Body {
        match longest {
            Some(longest) if !body.is_end_stream() => {
                Body::new(TimedBody { body, deadline: Box::pin(sleep(longest)) })
            }
            _ => Body::new(body),
        }
    }
}

impl HttpBody for TimedBody {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            return Poll::Ready(frame.map(|frame| frame.map_err(BodyError::from)));
        }
        self.deadline.as_mut().poll(context).map(|()| Some(Err(BodyError::TooLong)))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
