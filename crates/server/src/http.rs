//! HTTP routes, and checks before a socket is opened.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, OriginalUri, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use protocol::WireError;
use tokio::net::TcpListener;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::client_stream::Peer;
use crate::metrics::RefusedHandshake;
use crate::pages::Pages;
use crate::problem::{not_now, nothing_here, other_method, too_many, unavailable};
use crate::state::ServerState;
use crate::transport_session::TransportSession;
use crate::{FrameAncestors, daily, docs, games, review, websocket, words};

/// Content security policy: pages load nothing from other origins and run only script files of this
/// server.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self'; worker-src 'self'; manifest-src 'self'; \
                      connect-src 'self'; img-src 'self' data: blob:; \
                      object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors";

/// Where metrics are served.
#[derive(Debug, Default)]
pub enum MetricsPlace {
    /// Nowhere.
    #[default]
    Nowhere,
    /// At `/metrics` of the main listener, for everyone who can reach it.
    Main,
    /// On a separate listener.
    Own(TcpListener),
}

impl MetricsPlace {
    pub(crate) fn into_listener(self) -> Option<TcpListener> {
        match self {
            MetricsPlace::Own(listener) => Some(listener),
            MetricsPlace::Nowhere | MetricsPlace::Main => None,
        }
    }
}

pub(crate) type Routes = Vec<(&'static str, MethodRouter<Arc<ServerState>>)>;

/// Public routes. A test in `docs.rs` checks that the OpenAPI description has each of them.
fn public() -> Routes {
    let mut routes: Routes = vec![
        ("/docs", get(docs::page)),
        ("/docs/style.css", get(docs::stylesheet)),
        ("/api/openapi.json", get(docs::description)),
        ("/api/games/{id}", get(games::game)),
        ("/api/games/{id}/review", get(review::review)),
        ("/api/words/{language}", get(words::word_list)),
        ("/api/words/{language}/{word}", get(words::word)),
    ];
    routes.extend(daily::routes());
    routes
}

/// Routes for operators.
fn operation() -> Routes {
    vec![("/healthz", get(async || "ok\n")), ("/readyz", get(ready))]
}

fn of_metrics() -> Routes {
    vec![("/metrics", get(metrics))]
}

/// The paths of all routes.
#[cfg(test)]
pub(crate) fn paths() -> Vec<&'static str> {
    let routes = public().into_iter().chain(operation()).chain(of_metrics());
    routes.map(|(path, _)| path).chain(crate::pages::LINKS.map(|link| link.path)).collect()
}

pub(crate) fn routes(
    state: Arc<ServerState>,
    pages: Arc<Pages>,
    place: &MetricsPlace,
    frames: &FrameAncestors,
) -> Router {
    let metrics = if matches!(place, MetricsPlace::Main) { of_metrics() } else { Vec::new() };
    let router = router(public().into_iter().chain(operation()).chain(metrics))
        .fallback(move |request: Request| Arc::clone(&pages).answer(request));
    with_headers(router, frames).with_state(state)
}

/// Routes of the metrics listener.
pub(crate) fn metrics_routes(state: Arc<ServerState>, frames: &FrameAncestors) -> Router {
    let router = router(operation().into_iter().chain(of_metrics()))
        .fallback(async || nothing_here("there is nothing here"));
    with_headers(router, frames).with_state(state)
}

fn router(
    routes: impl IntoIterator<Item = (&'static str, MethodRouter<Arc<ServerState>>)>,
) -> Router<Arc<ServerState>> {
    routes.into_iter().fold(Router::new(), |router, (path, route)| router.route(path, route))
}

/// Adds the headers that every response has.
fn with_headers(router: Router<Arc<ServerState>>, frames: &FrameAncestors) -> Router<Arc<ServerState>> {
    let header = |name: &'static str, value: HeaderValue| {
        SetResponseHeaderLayer::if_not_present(HeaderName::from_static(name), value)
    };
    // `FrameAncestors` contains only characters that are valid in a header.
    let policy = HeaderValue::try_from(format!("{POLICY} {frames}"))
        .unwrap_or(HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"));
    router
        .method_not_allowed_fallback(other_method)
        .layer(header("x-content-type-options", HeaderValue::from_static("nosniff")))
        .layer(header("content-security-policy", policy))
        .layer(header("referrer-policy", HeaderValue::from_static("no-referrer")))
}

/// Refuses sockets of pages of other origins, and WebSocket requests that a proxy has broken.
pub(crate) fn check_sockets(state: Arc<ServerState>, router: Router) -> Router {
    router.layer(middleware::from_fn(move |mut request: Request, next: Next| {
        let state = Arc::clone(&state);
        async move {
            if request.uri().path().starts_with("/socket.io") {
                if !state.origins.allow(request.headers()) {
                    state.metrics.handshake_refused(RefusedHandshake::Origin);
                    return (StatusCode::FORBIDDEN, "this page may not connect here\n").into_response();
                }
                if lost_its_upgrade(&request) {
                    state.metrics.handshake_refused(RefusedHandshake::Upgrade);
                    let expected =
                        "a WebSocket needs the header Upgrade: websocket; does a proxy take it away?\n";
                    return (StatusCode::BAD_REQUEST, expected).into_response();
                }
                slim_down(&mut request);
                if opens_session(&request) {
                    request = match with_carrier(request, &state) {
                        Ok((request, wait)) => {
                            if !wait.is_zero() {
                                // The session counts as open during the wait.
                                tokio::select! {
                                    () = tokio::time::sleep(wait) => {}
                                    () = state.closing() => return unavailable(),
                                }
                            }
                            request
                        }
                        Err(error) => {
                            state.metrics.handshake_refused(RefusedHandshake::Address);
                            return too_many(&error);
                        }
                    };
                }
                if websocket::is_direct(&request) {
                    return websocket::open(request, &state);
                }
            }
            next.run(request).await
        }
    }))
}

/// Whether a WebSocket request lacks its `Upgrade` header. A proxy that removes the header also
/// prevents the WebSocket. An immediate error makes the client fall back to polling instead of
/// waiting for a response that cannot arrive.
fn lost_its_upgrade(request: &Request) -> bool {
    let upgrade = request.headers().get(header::UPGRADE).and_then(|value| value.to_str().ok());
    is_for_websocket(request.uri()) && !upgrade.is_some_and(|named| named.eq_ignore_ascii_case("websocket"))
}

fn is_for_websocket(uri: &Uri) -> bool {
    let mut pairs = uri.query().unwrap_or_default().split('&');
    pairs.find_map(|pair| pair.strip_prefix("transport=")) == Some("websocket")
}

/// Whether a request opens a transport session rather than continuing one.
fn opens_session(request: &Request) -> bool {
    let query = request.uri().query().unwrap_or_default();
    !query.split('&').any(|pair| pair.starts_with("sid="))
}

/// Attaches a transport session to the request that opens a socket. Also returns how long the
/// client has to wait.
fn with_carrier(request: Request, state: &Arc<ServerState>) -> Result<(Request, Duration), WireError> {
    let (mut parts, body) = request.into_parts();
    let address = state.proxies.client_address(&parts);
    let peer = parts.extensions.get::<ConnectInfo<Peer>>().filter(|_| is_for_websocket(&parts.uri));
    let cutter = peer.map(|peer| peer.0.cutter.clone());
    let transport = TransportSession::open(address, cutter, Arc::clone(state))?;
    let wait = transport.count_connection()?;
    parts.extensions.insert(Arc::new(transport));
    Ok((Request::from_parts(parts, body), wait))
}

/// Reduces a socket's request to the parts that are used, copied to their own memory. A socket
/// keeps its request as long as it is open; the original headers and URI are slices of the
/// connection's 8 kB read buffer and would keep all of it alive.
fn slim_down(request: &mut Request) {
    let read = [header::SEC_WEBSOCKET_KEY, header::CONTENT_TYPE, HeaderName::from_static("x-forwarded-for")];
    let mut headers = HeaderMap::with_capacity(read.len());
    for name in read {
        for value in request.headers().get_all(&name) {
            if let Ok(value) = HeaderValue::from_bytes(value.as_bytes()) {
                headers.append(name.clone(), value);
            }
        }
    }
    *request.headers_mut() = headers;
    if let Ok(uri) = request.uri().to_string().parse() {
        *request.uri_mut() = uri;
    }
    // The router has stored the original URI as well.
    request.extensions_mut().remove::<OriginalUri>();
}

async fn ready(State(state): State<Arc<ServerState>>) -> Response {
    if state.is_closing() {
        return unavailable();
    }
    match state.write_probe.probe(&**state.tables.store()).await {
        Ok(()) => "ready\n".into_response(),
        Err(cause) => not_now(&cause),
    }
}

async fn metrics(State(state): State<Arc<ServerState>>) -> Response {
    let text = state.metrics.text(state.tables.live_count().await, state.tables.cluster_stats());
    let kind = HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}
