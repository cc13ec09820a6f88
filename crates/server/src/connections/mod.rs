//! Connections of clients: permits for them, metrics, the response to one that is refused; deadlines for idle ones.

mod timed_socket;

use std::{
    io::ErrorKind,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use actix_http::error::DispatchError;
use actix_web::rt;
use ipnet::IpNet;
use prometheus_client::{
    metrics::{counter::Counter, family::Family, gauge::Gauge},
    registry::Registry,
};
use tokibako_http::{AddressPermit, AddressSemaphore, Client, ReachedLimit};
use tokibako_storage::log_throttle::LogThrottle;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

pub(crate) use self::timed_socket::{TimedSocket, track};

/// The open connections of a server. Clones share them.
#[derive(Clone)]
pub(crate) struct Connections(Arc<Shared>);

struct Shared {
    open: AddressSemaphore,
    /// Networks without a limit per address, because proxies connect for many visitors.
    proxies: Vec<IpNet>,
    metrics: ConnectionMetrics,
}

/// An open connection. It no longer counts when this is dropped.
pub(crate) struct ConnectionPermit {
    connections: Connections,
    _of_address: AddressPermit,
}

impl Connections {
    /// At most `max_total` connections, and `max_of_address` from one address; from one network half of all.
    pub(crate) fn new(max_total: usize, max_of_address: Option<usize>, proxies: Vec<IpNet>) -> Self {
        let open = match max_of_address {
            Some(of_address) => AddressSemaphore::new(max_total, of_address, of_address.max(max_total / 2)),
            None => AddressSemaphore::new(max_total, usize::MAX, usize::MAX),
        };
        Self(Arc::new(Shared { open, proxies, metrics: ConnectionMetrics::default() }))
    }

    pub(crate) fn metrics(&self) -> &ConnectionMetrics {
        &self.0.metrics
    }

    /// Counts a connection from `peer`, or refuses it.
    pub(crate) fn take(&self, peer: Option<SocketAddr>) -> Result<ConnectionPermit, ReachedLimit> {
        let address = peer.map(|peer| peer.ip().to_canonical());
        let is_proxy = |address: &_| self.0.proxies.iter().any(|network| network.contains(address));
        let client = address.filter(|address| !is_proxy(address)).map(Client::from);
        let permit = self.0.open.take(client, 1);
        let permit = permit.inspect_err(|reached| self.0.metrics.refused(limit(*reached)))?;
        self.0.metrics.open.inc();
        Ok(ConnectionPermit { connections: self.clone(), _of_address: permit })
    }
}

/// The name of the limit in metrics.
const fn limit(reached: ReachedLimit) -> &'static str {
    match reached {
        ReachedLimit::OfKey => "connections_of_address",
        ReachedLimit::Total => "connections",
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.connections.0.metrics.open.dec();
    }
}

/// Throttled, because in a flood each connection would log a line.
static REFUSALS: LogThrottle = LogThrottle::new();
static ENDS: LogThrottle = LogThrottle::new();

const LIMITS: [&str; 2] = ["connections_of_address", "connections"];
const REASONS: [&str; 3] = ["silent", "unreadable", "unfinished"];

type MetricLabel = [(&'static str, &'static str); 1];

/// Metrics of the connections of a process. Clones share them.
#[derive(Debug, Clone, Default)]
pub(crate) struct ConnectionMetrics {
    open: Gauge,
    refused: Family<MetricLabel, Counter>,
    cut_off: Family<MetricLabel, Counter>,
}

impl ConnectionMetrics {
    pub(crate) fn register(&self, registry: &mut Registry) {
        // Start at zero, so that the first event counts as an increase.
        for limit in LIMITS {
            drop(self.refused.get_or_create(&[("limit", limit)]));
        }
        for reason in REASONS {
            drop(self.cut_off.get_or_create(&[("reason", reason)]));
        }
        registry.register("connections_open", "Connections of clients", self.open.clone());
        registry.register(
            "connections_refused",
            "Connections refused because a limit was reached, by limit",
            self.refused.clone(),
        );
        registry.register("connections_cut_off", "Connections closed by the server, by reason", self.cut_off.clone());
    }

    fn refused(&self, limit: &'static str) {
        self.refused.get_or_create(&[("limit", limit)]).inc();
        if let Some(more) = REFUSALS.at(Instant::now()) {
            tracing::warn!(limit, more, "a connection was refused");
        }
    }

    /// Counts a connection that ended with an error, unless the client closed it.
    pub(crate) fn ended(&self, error: &DispatchError) {
        let reason = match error {
            DispatchError::Parse(_) => "unreadable",
            DispatchError::Io(error) if error.kind() == ErrorKind::TimedOut => "silent",
            DispatchError::Body(_) => "unfinished",
            _ => return,
        };
        self.cut_off.get_or_create(&[("reason", reason)]).inc();
        if let Some(more) = ENDS.at(Instant::now()) {
            tracing::info!(reason, more, "a connection was cut off");
        }
    }
}

/// How long a client may take to read the response.
const TIMEOUT: Duration = Duration::from_secs(1);

/// How many refused connections are answered at the same time; others are closed without a response.
const ANSWERED: usize = 256;

static ANSWERING: AtomicUsize = AtomicUsize::new(0);

/// Answers and closes a connection without reading its request first.
pub(crate) fn refuse(mut socket: TcpStream, refused: ReachedLimit) {
    if ANSWERING.fetch_add(1, Ordering::Relaxed) >= ANSWERED {
        ANSWERING.fetch_sub(1, Ordering::Relaxed);
        return;
    }
    rt::spawn(async move {
        let answered = timeout(TIMEOUT, async {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn take(connections: &Connections, address: &str) -> Result<ConnectionPermit, ReachedLimit> {
        connections.take(Some(SocketAddr::new(address.parse().unwrap(), 4_000)))
    }

    #[test]
    fn each_address_and_the_total_have_a_limit() {
        let connections = Connections::new(3, Some(2), Vec::new());
        let one = [take(&connections, "192.0.2.1").ok(), take(&connections, "::ffff:192.0.2.1").ok()];
        assert!(one.iter().all(Option::is_some));
        assert_eq!(take(&connections, "192.0.2.1").err(), Some(ReachedLimit::OfKey));
        let _six = take(&connections, "2001:db8::1").ok();
        assert_eq!(take(&connections, "192.0.2.2").err(), Some(ReachedLimit::Total));
        drop(one);
        let _six = take(&connections, "2001:db8::2").ok();
        assert_eq!(take(&connections, "2001:db8::3").err(), Some(ReachedLimit::OfKey));
        assert!(take(&connections, "2001:db8:1:1::1").is_ok());
    }

    #[test]
    fn a_trusted_proxy_has_only_the_total_limit() {
        let connections = Connections::new(100, Some(2), vec!["10.0.0.0/8".parse().unwrap()]);
        let permits: Vec<_> = (0..100).map(|_| take(&connections, "10.0.0.1")).collect();
        assert!(permits.iter().all(Result::is_ok));
        assert_eq!(take(&connections, "10.0.0.1").err(), Some(ReachedLimit::Total));
    }
}
