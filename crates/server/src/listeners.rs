//! The listeners: one for the site, and an optional one for probes and metrics; the log line of each request; and the socket
//! options that detect clients which vanish without closing their connection, like a phone that leaves its network, and
//! bound the memory of clients that do not read. By default what is sent to them is retransmitted for a quarter of an hour,
//! and their streams stay open as long.

use std::{
    io,
    net::{IpAddr, SocketAddr, TcpListener, ToSocketAddrs as _},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use actix_http::{HttpService, error::DispatchError};
use actix_server::Server;
use actix_service::{IntoServiceFactory as _, ServiceFactoryExt as _, fn_service, map_config};
use actix_web::{
    Error, HttpRequest, HttpServer,
    body::MessageBody,
    dev::{AppConfig, ServiceRequest, ServiceResponse},
    http::header::{X_FORWARDED_FOR, X_FORWARDED_PROTO},
    middleware::{Next, from_fn},
    rt,
};
use anyhow::{Context as _, Result};
use ipnet::IpNet;
use socket2::{Domain, Protocol, SockRef, Socket, Type};
use tokibako_http::{Components, Probes, ReachedLimit};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};
use tokio_util::sync::CancellationToken;
use tracing::{debug, warn};

use crate::{
    config::ListenAddress,
    connections::{ConnectionPermit, Connections, TimedSocket, track},
};

/// The length of the queue of new connections, for when thousands of streams reconnect at once.
const BACKLOG: i32 = 4_096;

/// The most connections of one worker; there is a worker per core.
const CONNECTIONS: usize = 50_000;

/// How long an idle connection is kept for the next request.
const KEEP_ALIVE: Duration = Duration::from_secs(30);

/// How long a client may take to send the head of its first request; for later requests see `connections`.
const HEADERS: Duration = Duration::from_secs(10);

/// How much of responses a connection buffers. A longer body stays where its bytes are counted until the client reads.
const WRITE_BUFFER: usize = 16 << 10;

/// How many seconds actix gives connections to finish after a stop: longer than `app` waits for them, because ending
/// thousands of streams takes time.
const DRAIN_SECONDS: u64 = 10;

/// A bound server, which runs while it is awaited.
pub(crate) struct Listener {
    pub(crate) server: Server,
    /// The bound address, with the actual port.
    pub(crate) address: SocketAddr,
}

/// The site, its API and its streams.
pub(crate) fn site(
    address: &ListenAddress,
    components: &Components,
    connections: &Connections,
    notice: &ProxyNotice,
    stop: &CancellationToken,
) -> Result<Listener> {
    let sockets = bind(address.as_str()).map_err(|error| cannot_listen(address, error))?;
    let address = sockets.first().context("the host has no address")?.local_addr()?;
    let mut server = Server::build().max_concurrent_connections(CONNECTIONS);
    for socket in sockets {
        let (components, connections, stop) = (components.clone(), connections.clone(), stop.clone());
        let notice = notice.clone();
        // The same as `HttpServer`, but with sockets that have deadlines.
        server = server.listen("site", socket, move || {
            let notice = notice.clone();
            let noticed = from_fn(move |request: ServiceRequest, next: Next<_>| {
                notice.check(request.request());
                next.call(request)
            });
            let app = tokibako_http::app(&components).wrap(from_fn(log_request)).wrap(noticed).wrap(from_fn(track));
            let app = app.into_factory().map_err(|error: Error| error.error_response());
            let stop = stop.clone();
            let http = HttpService::build()
                .keep_alive(KEEP_ALIVE)
                .h1_write_buffer_size(WRITE_BUFFER)
                .client_request_timeout(HEADERS)
                .client_disconnect_timeout(Duration::from_secs(1))
                // A client that half-closes its connection no longer reads; otherwise a stream would hold its permit
                // until a ping fails.
                .h1_allow_half_closed(false)
                .graceful_shutdown_signal(move || stop.clone().cancelled_owned())
                .on_connect_ext(|socket: &TimedSocket<TcpStream, ConnectionPermit>, data| {
                    data.insert(socket.activity.clone());
                })
                .h1(map_config(app, |()| AppConfig::default()));
            let (connections, metrics) = (connections.clone(), connections.metrics().clone());
            fn_service(move |socket: TcpStream| {
                let accepted = accept(socket, &connections);
                async { accepted }
            })
            .and_then(http)
            .map_err(move |error| metrics.ended(&error))
        })?;
    }
    let server = server.shutdown_timeout(DRAIN_SECONDS).shutdown_signal(stop.clone().cancelled_owned());
    Ok(Listener { server: server.run(), address })
}

fn accept(
    socket: TcpStream,
    connections: &Connections,
) -> Result<(TimedSocket<TcpStream, ConnectionPermit>, Option<SocketAddr>), DispatchError> {
    let peer = socket.peer_addr().ok();
    match connections.take(peer) {
        Ok(permit) => {
            socket.set_nodelay(true).map_err(DispatchError::Io)?;
            #[cfg(target_os = "linux")]
            bound(&socket);
            Ok((TimedSocket::new(socket, permit), peer))
        }
        Err(refused) => {
            refuse(socket, refused);
            Err(DispatchError::DisconnectTimeout)
        }
    }
}

/// How long a client may take to read the response.
const REFUSAL: Duration = Duration::from_secs(1);

/// How many refused connections are answered at the same time; others are closed without a response.
const ANSWERED: usize = 256;

static ANSWERING: AtomicUsize = AtomicUsize::new(0);

/// Answers and closes a connection without reading its request first.
fn refuse(mut socket: TcpStream, refused: ReachedLimit) {
    if ANSWERING.fetch_add(1, Ordering::Relaxed) >= ANSWERED {
        ANSWERING.fetch_sub(1, Ordering::Relaxed);
        return;
    }
    rt::spawn(async move {
        let answered = timeout(REFUSAL, async {
            socket.write_all(answer(refused, fastrand::u32(2..=10)).as_bytes()).await?;
            socket.shutdown().await?;
            // Closing a socket with unread data would reset the connection and discard the response.
            while socket.read(&mut [0; 1_024]).await? > 0 {}
            std::io::Result::Ok(())
        });
        let _ = answered.await;
        ANSWERING.fetch_sub(1, Ordering::Relaxed);
    });
}

fn answer(refused: ReachedLimit, seconds: u32) -> String {
    let (status, reason, kind, title) = match refused {
        ReachedLimit::OfKey => (429, "Too Many Requests", "too-many-requests", "Too many requests"),
        ReachedLimit::Total => (503, "Service Unavailable", "unavailable", "Temporarily unavailable"),
    };
    let body = format!(
        r#"{{"type":"/problems/{kind}","title":"{title}","status":{status},"detail":"too many connections are open, try again in {seconds} s"}}"#
    );
    let length = body.len();
    format!(
        "HTTP/1.1 {status} {reason}\r\nContent-Type: application/problem+json\r\nContent-Length: {length}\r\n\
         Retry-After: {seconds}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n{body}"
    )
}

/// Why an address cannot be listened at, and what to do.
fn cannot_listen(address: &ListenAddress, error: io::Error) -> anyhow::Error {
    let advice = match error.kind() {
        io::ErrorKind::AddrInUse => "another program listens there: end it, or choose another port",
        io::ErrorKind::PermissionDenied => {
            "ports below 1024 are for root: choose another one, and put a proxy in front"
        }
        _ => "choose an address of this machine",
    };
    anyhow::Error::new(error).context(format!("cannot listen at {}; {advice}", address.as_str()))
}

/// Sockets that listen on each address of a host; fails if none of them can.
fn bind(address: &str) -> io::Result<Vec<TcpListener>> {
    let (mut sockets, mut failure) = (Vec::new(), None);
    for address in address.to_socket_addrs()? {
        match bind_at(address) {
            Ok(socket) => sockets.push(socket),
            Err(error) => failure = Some(error),
        }
    }
    match failure {
        Some(error) if sockets.is_empty() => Err(error),
        _ => Ok(sockets),
    }
}

fn bind_at(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
    #[cfg(not(windows))]
    socket.set_reuse_address(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    socket.set_nonblocking(true)?;
    Ok(socket.into())
}

pub(crate) fn ops(address: &ListenAddress, probes: &Probes, stop: &CancellationToken) -> Result<Listener> {
    let probes = probes.clone();
    let server = HttpServer::new(move || tokibako_http::ops(&probes));
    let server = server.workers(1).bind(address.as_str());
    let server = server.map_err(|error| cannot_listen(address, error))?;
    let address = server.addrs().into_iter().next().context("the host has no address")?;
    let server = server.h1_allow_half_closed(false);
    let server = server.shutdown_timeout(DRAIN_SECONDS).shutdown_signal(stop.clone().cancelled_owned());
    Ok(Listener { server: server.run(), address })
}

/// How long sent data may stay unacknowledged.
const TIMEOUT: Duration = Duration::from_secs(30);

/// How many bytes the kernel buffers for a client before it sends them. What it has sent is acknowledged soon, or the
/// client's window is closed.
const UNSENT: u32 = 32 << 10;

/// Ends the connection when its peer has acknowledged nothing for [`TIMEOUT`], and bounds what the kernel buffers for it.
pub(crate) fn bound(connection: &TcpStream) {
    let socket = SockRef::from(connection);
    if let Err(error) = socket.set_tcp_user_timeout(Some(TIMEOUT)) {
        debug!(%error, "a client that vanishes will be noticed late");
    }
    if let Err(error) = socket.set_tcp_notsent_lowat(UNSENT) {
        debug!(%error, "the kernel may buffer megabytes for a client that does not read");
    }
}

async fn log_request<B: MessageBody>(request: ServiceRequest, next: Next<B>) -> Result<ServiceResponse<B>, Error> {
    let started = Instant::now();
    let method = request.method().clone();
    let response = next.call(request).await?;
    debug!(
        %method,
        route = response.request().match_pattern().as_deref().unwrap_or("none"),
        status = response.status().as_u16(),
        milliseconds = started.elapsed().as_millis(),
        "answered",
    );
    Ok(response)
}

/// What was detected so far. Clones share it.
#[derive(Debug, Clone)]
pub(crate) struct ProxyNotice(Arc<State>);

#[derive(Debug)]
struct State {
    proxies: Vec<IpNet>,
    is_https: bool,
    said: [AtomicBool; 2],
}

/// What the settings do not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Finding {
    /// A peer forwards requests, but is not one of the trusted proxies.
    UnknownProxy(IpAddr),
    /// Visitors use https, but the public address is not https.
    UnknownHttps,
}

impl ProxyNotice {
    pub(crate) fn new(proxies: Vec<IpNet>, is_https: bool) -> Self {
        Self(Arc::new(State { proxies, is_https, said: Default::default() }))
    }

    /// Checks a request, and logs what it detects for the first time.
    pub(crate) fn check(&self, request: &HttpRequest) {
        match self.news(request) {
            Some(Finding::UnknownProxy(peer)) => warn!(
                "requests with X-Forwarded-For come from {peer}, which is not in TOKIBAKO_TRUSTED_PROXIES: if that is the \
                 proxy in front, name it there; until then all its visitors count as one"
            ),
            Some(Finding::UnknownHttps) => warn!(
                "visitors come by https, and TOKIBAKO_PUBLIC_URL does not say so: set it to https:// and the name that \
                 they type; until then cookies are not Secure and browsers are not told to use https alone"
            ),
            None => {}
        }
    }

    /// What this request reveals that was not detected before.
    fn news(&self, request: &HttpRequest) -> Option<Finding> {
        let State { proxies, is_https, said } = &*self.0;
        if request.headers().get(X_FORWARDED_FOR).is_none() && request.headers().get(X_FORWARDED_PROTO).is_none() {
            return None;
        }
        let peer = request.peer_addr()?.ip().to_canonical();
        let is_trusted = proxies.iter().any(|network| network.contains(&peer));
        let [proxy, https] = said;
        let is_forwarded = request.headers().contains_key(X_FORWARDED_FOR);
        if !is_trusted {
            // A visitor's address must not be logged, and a distant peer can forge the header.
            let is_news = is_forwarded && is_near(peer) && !proxy.swap(true, Ordering::Relaxed);
            return is_news.then_some(Finding::UnknownProxy(peer));
        }
        let scheme = request.headers().get(X_FORWARDED_PROTO)?;
        let is_news =
            !is_https && scheme.as_bytes().eq_ignore_ascii_case(b"https") && !https.swap(true, Ordering::Relaxed);
        is_news.then_some(Finding::UnknownHttps)
    }
}

/// Whether an address is of this machine or of a private network, like most proxies.
const fn is_near(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_loopback() || address.is_private(),
        IpAddr::V6(address) => address.is_loopback() || address.is_unique_local(),
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use actix_web::test::TestRequest;
    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        net::TcpListener,
    };

    use super::*;

    /// The response to another client while these connections are open.
    async fn answered_beside(connections: &Connections) -> String {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (client, accepted) = tokio::join!(TcpStream::connect(address), listener.accept());
        let (mut client, (socket, _)) = (client.unwrap(), accepted.unwrap());
        client.write_all(b"GET /api/alarms HTTP/1.1\r\nHost: a\r\n\r\n").await.unwrap();
        assert!(accept(socket, connections).is_err());
        let mut answer = String::new();
        client.read_to_string(&mut answer).await.unwrap();
        answer
    }

    #[actix_web::test]
    async fn a_connection_too_many_is_answered_with_a_problem_and_closed() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let peer = listener.local_addr().ok();
        for (connections, status) in [
            (Connections::new(1, None, Vec::new()), "HTTP/1.1 503 "),
            (Connections::new(9, Some(1), Vec::new()), "HTTP/1.1 429 "),
        ] {
            let _taken = connections.take(peer).ok().unwrap();
            let answer = answered_beside(&connections).await;
            assert!(answer.starts_with(status), "{answer}");
            assert!(answer.contains("application/problem+json") && answer.contains("Retry-After: "), "{answer}");
            let (head, body) = answer.split_once("\r\n\r\n").unwrap();
            assert!(head.contains(&format!("Content-Length: {}\r\n", body.len())), "{answer}");
            assert!(serde_json::from_str::<serde_json::Value>(body).unwrap()["detail"].is_string(), "{answer}");
        }
    }

    #[tokio::test]
    async fn the_bounds_are_set_on_a_connection() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (client, accepted) = tokio::join!(TcpStream::connect(address), listener.accept());
        let (_client, (connection, _)) = (client.unwrap(), accepted.unwrap());
        bound(&connection);
        assert_eq!(SockRef::from(&connection).tcp_user_timeout().unwrap(), Some(TIMEOUT));
        assert_eq!(SockRef::from(&connection).tcp_notsent_lowat().unwrap(), UNSENT);
    }

    fn request(peer: &str, headers: &[(&'static str, &str)]) -> HttpRequest {
        let request = TestRequest::default().peer_addr(SocketAddr::new(peer.parse().unwrap(), 4000));
        let request = headers.iter().fold(request, |request, header| request.append_header(*header));
        request.to_http_request()
    }

    fn notice(is_https: bool) -> ProxyNotice {
        ProxyNotice::new(vec!["10.0.0.0/8".parse().unwrap()], is_https)
    }

    #[test]
    fn an_untrusted_proxy_nearby_is_reported_once() {
        let notice = notice(false);
        let forwarded = [("x-forwarded-for", "198.51.100.7"), ("x-forwarded-proto", "https")];
        assert_eq!(notice.news(&request("172.18.0.1", &[])), None);
        assert_eq!(notice.news(&request("203.0.113.5", &forwarded)), None);
        let peer = "172.18.0.1".parse().unwrap();
        assert_eq!(notice.news(&request("172.18.0.1", &forwarded)), Some(Finding::UnknownProxy(peer)));
        assert_eq!(notice.clone().news(&request("172.18.0.2", &forwarded)), None);
    }

    #[test]
    fn https_at_a_trusted_proxy_is_reported_once_if_the_public_address_is_http() {
        let by_https = [("x-forwarded-for", "198.51.100.7"), ("x-forwarded-proto", "https")];
        let by_http = [("x-forwarded-for", "198.51.100.7"), ("x-forwarded-proto", "http")];
        let without = notice(false);
        assert_eq!(without.news(&request("10.1.2.3", &by_http)), None);
        assert_eq!(without.news(&request("10.1.2.3", &by_https)), Some(Finding::UnknownHttps));
        assert_eq!(without.news(&request("10.1.2.3", &by_https)), None);
        assert_eq!(notice(true).news(&request("10.1.2.3", &by_https)), None);
    }
}
