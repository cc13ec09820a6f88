//! The listeners: one for the site, and an optional one for probes and metrics; the log line of each request; and the socket
//! options that detect clients which vanish without closing their connection, like a phone that leaves its network, and
//! bound the memory of clients that do not read. By default what is sent to them is retransmitted for a quarter of an hour,
//! and their streams stay open as long.

use std::{
    io,
    net::{SocketAddr, TcpListener, ToSocketAddrs as _},
    time::{Duration, Instant},
};

use actix_http::{HttpService, error::DispatchError};
use actix_server::Server;
use actix_service::{IntoServiceFactory as _, ServiceFactoryExt as _, fn_service, map_config};
use actix_web::{
    Error, HttpServer,
    body::MessageBody,
    dev::{AppConfig, ServiceRequest, ServiceResponse},
    middleware::{Next, from_fn},
};
use anyhow::{Context as _, Result};
use socket2::{Domain, Protocol, SockRef, Socket, Type};
use tokibako_http::{Components, Probes};
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;
use tracing::debug;

use crate::{
    config::ListenAddress,
    connections::{ConnectionPermit, Connections, TimedSocket, refuse, track},
    proxy_notice::ProxyNotice,
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

#[cfg(test)]
mod tests {
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
}
