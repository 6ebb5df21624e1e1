//! What is served besides sockets.

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

use crate::carrier::Carrier;
use crate::metrics::RefusedHandshake;
use crate::pages::Pages;
use crate::problem::{not_now, nothing_here, other_method, too_many, unavailable};
use crate::state::ServerState;
use crate::wire::Peer;
use crate::{FrameAncestors, daily, docs, games, review, words};

/// Pages load nothing from elsewhere and run no script that is not a file of ours.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self'; worker-src 'self'; manifest-src 'self'; \
                      connect-src 'self'; img-src 'self' data: blob:; \
                      object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors";

/// Where an operator's metrics are served.
#[derive(Debug, Default)]
pub enum MetricsPlace {
    /// Nowhere.
    #[default]
    Nowhere,
    /// At `/metrics` of the main listener, for everyone who can reach it.
    Main,
    /// On a listener of their own.
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

/// Everything that everybody can ask for. The reference (`openapi.rs`) has each of them, and a test sees to it.
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

/// For whoever looks after the server.
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
    dressed(router, frames).with_state(state)
}

/// What the listener for metrics serves.
pub(crate) fn metrics_routes(state: Arc<ServerState>, frames: &FrameAncestors) -> Router {
    let router = router(operation().into_iter().chain(of_metrics()))
        .fallback(async || nothing_here("there is nothing here"));
    dressed(router, frames).with_state(state)
}

fn router(
    routes: impl IntoIterator<Item = (&'static str, MethodRouter<Arc<ServerState>>)>,
) -> Router<Arc<ServerState>> {
    routes.into_iter().fold(Router::new(), |router, (path, route)| router.route(path, route))
}

/// Routes with the headers that everything carries.
fn dressed(router: Router<Arc<ServerState>>, frames: &FrameAncestors) -> Router<Arc<ServerState>> {
    let header = |name: &'static str, value: HeaderValue| {
        SetResponseHeaderLayer::if_not_present(HeaderName::from_static(name), value)
    };
    // Frame ancestors hold only what a header can.
    let policy = HeaderValue::try_from(format!("{POLICY} {frames}"))
        .unwrap_or(HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"));
    router
        .method_not_allowed_fallback(other_method)
        .layer(header("x-content-type-options", HeaderValue::from_static("nosniff")))
        .layer(header("content-security-policy", policy))
        .layer(header("referrer-policy", HeaderValue::from_static("no-referrer")))
}

/// Refuses sockets that pages from elsewhere open, and those that a proxy has made impossible.
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
                                // It counts as open meanwhile.
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
            }
            next.run(request).await
        }
    }))
}

/// Whether a WebSocket is asked for without its header. A proxy that takes the header away takes the WebSocket away, too:
/// the client must hear of it at once, to go on by polling, rather than wait for an answer that cannot get through.
fn lost_its_upgrade(request: &Request) -> bool {
    let upgrade = request.headers().get(header::UPGRADE).and_then(|value| value.to_str().ok());
    is_for_websocket(request.uri()) && !upgrade.is_some_and(|named| named.eq_ignore_ascii_case("websocket"))
}

fn is_for_websocket(uri: &Uri) -> bool {
    let mut pairs = uri.query().unwrap_or_default().split('&');
    pairs.find_map(|pair| pair.strip_prefix("transport=")) == Some("websocket")
}

/// Whether a request begins something that carries sockets, rather than going on with it.
fn opens_session(request: &Request) -> bool {
    let query = request.uri().query().unwrap_or_default();
    !query.split('&').any(|pair| pair.starts_with("sid="))
}

/// A socket keeps the request that opened its session, and what is noted there. Says also how long it has to wait.
fn with_carrier(request: Request, state: &Arc<ServerState>) -> Result<(Request, Duration), WireError> {
    let (mut parts, body) = request.into_parts();
    let address = state.proxies.client_address(&parts);
    let peer = parts.extensions.get::<ConnectInfo<Peer>>().filter(|_| is_for_websocket(&parts.uri));
    let cutter = peer.map(|peer| peer.0.cutter.clone());
    let carrier = Carrier::open(address, cutter, Arc::clone(state))?;
    let wait = carrier.count_connection()?;
    parts.extensions.insert(Arc::new(carrier));
    Ok((Request::from_parts(parts, body), wait))
}

/// Leaves of a socket's request what somebody reads, in memory of its own. A socket keeps its request as long as it is
/// open; as they come, its headers and address are parts of the 8 kB that the connection was read into, and keep all of it.
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
    // The router has kept the address as it came, too.
    request.extensions_mut().remove::<OriginalUri>();
}

async fn ready(State(state): State<Arc<ServerState>>) -> Response {
    if state.is_closing() {
        return unavailable();
    }
    match state.readiness.look(&**state.tables.store()).await {
        Ok(()) => "ready\n".into_response(),
        Err(cause) => not_now(&cause),
    }
}

async fn metrics(State(state): State<Arc<ServerState>>) -> Response {
    let text = state.metrics.text(state.tables.live_count().await, state.tables.company());
    let kind = HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}
