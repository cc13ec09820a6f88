//! Connections of clients: permits for them, metrics, and deadlines for those whose client is idle for too long.

use std::{
    cell::Cell,
    io::{self, ErrorKind},
    net::SocketAddr,
    pin::Pin,
    rc::Rc,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

use actix_http::error::DispatchError;
use actix_web::{
    Error,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::ConnectionType,
    middleware::Next,
};
use ipnet::IpNet;
use prometheus_client::{
    metrics::{counter::Counter, family::Family, gauge::Gauge},
    registry::Registry,
};
use tokibako_http::{AddressPermit, AddressSemaphore, Client, GuardedBody, ReachedLimit};
use tokibako_storage::log_throttle::LogThrottle;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep},
};

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
        if let Some(more) = REFUSALS.at(Instant::now().into_std()) {
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
        if let Some(more) = ENDS.at(Instant::now().into_std()) {
            tracing::info!(reason, more, "a connection was cut off");
        }
    }
}

/// How often a connection without a deadline is checked: the end of a response does not wake its socket.
const CHECK_INTERVAL: Duration = Duration::from_secs(30);

/// A socket with deadlines, which ends a connection whose client is idle for too long.
///
/// The web server has deadlines for the head of the first request and for silence between two requests. It has none for
/// the head of a later request, for a body that its handler does not read, and for a client that does not read.
pub(crate) struct TimedSocket<Socket, Permit> {
    socket: Socket,
    pub(crate) activity: Rc<Activity>,
    timer: Pin<Box<Sleep>>,
    _permit: Permit,
}

impl<Socket, Permit> TimedSocket<Socket, Permit> {
    /// The socket of a new connection, which holds its permit.
    pub(crate) fn new(socket: Socket, permit: Permit) -> Self {
        Self {
            socket,
            activity: Activity::new(Instant::now()),
            timer: Box::pin(sleep(CHECK_INTERVAL)),
            _permit: permit,
        }
    }

    /// Pending until the deadline, then an error.
    fn poll_deadline(&mut self, cx: &mut Context<'_>) -> Poll<io::Error> {
        loop {
            let now = Instant::now();
            let next = self.activity.deadline().unwrap_or(now + CHECK_INTERVAL);
            if next <= now {
                return Poll::Ready(io::ErrorKind::TimedOut.into());
            }
            // Setting the timer again when it fires too early is cheaper than setting it at each request.
            if self.timer.deadline() > next {
                self.timer.as_mut().reset(next);
            }
            ready!(self.timer.as_mut().poll(cx));
            self.timer.as_mut().reset(next);
        }
    }
}

impl<Socket: AsyncRead + Unpin, Permit: Unpin> AsyncRead for TimedSocket<Socket, Permit> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let read = Pin::new(&mut self.socket).poll_read(cx, buf);
        if read.is_ready() {
            let received = buf.filled().get(before..).unwrap_or_default();
            if !received.is_empty() && !self.activity.received(received, Instant::now()) {
                return Poll::Ready(Err(io::ErrorKind::InvalidData.into()));
            }
            return read;
        }
        self.poll_deadline(cx).map(Err)
    }
}

impl<Socket: AsyncWrite + Unpin, Permit: Unpin> AsyncWrite for TimedSocket<Socket, Permit> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.socket).poll_write(cx, bytes);
        match written {
            Poll::Ready(_) => {
                self.activity.sent(Instant::now());
                written
            }
            Poll::Pending => {
                self.activity.blocked(Instant::now());
                self.poll_deadline(cx).map(Err)
            }
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_shutdown(cx)
    }
}

/// How long a client may be silent between two requests. The web server closes such connections earlier, unless part of
/// a request has arrived.
const IDLE: Duration = Duration::from_secs(35);

/// How long a client may take to send the head of a request. The web server answers 408 earlier to a slow first
/// request.
const HEAD: Duration = Duration::from_secs(12);

/// How long a connection stays open after its last response, for a client that still sends or has not read all of it.
const CLOSING: Duration = Duration::from_secs(5);

const HEAD_BYTES: usize = 32 << 10;

/// How long a client may accept nothing of what is sent to it.
const BLOCKED: Duration = Duration::from_secs(20);

#[derive(Debug)]
pub(crate) struct Activity {
    requests: Cell<u32>,
    /// When the last response ended, or was last written to.
    idle_since: Cell<Instant>,
    /// When the first byte of the next request arrived.
    head_since: Cell<Option<Instant>>,
    /// The head of that request, as far as it has arrived.
    head: Cell<Head>,
    /// Whether no request follows the one in progress.
    is_closing: Cell<bool>,
    /// Since when the client has accepted none of the queued bytes.
    blocked_since: Cell<Option<Instant>>,
}

/// What has arrived of the head of a request, which ends with the first empty line after some text.
#[derive(Clone, Copy, Debug, Default)]
struct Head {
    length: usize,
    has_text: bool,
    is_at_line_start: bool,
    is_complete: bool,
}

impl Head {
    fn followed_by(mut self, bytes: &[u8]) -> Self {
        for byte in bytes {
            if self.is_complete {
                break;
            }
            self.length += 1;
            match byte {
                b'\n' => {
                    self.is_complete = self.has_text && self.is_at_line_start;
                    self.is_at_line_start = true;
                }
                b'\r' => (),
                _ => (self.has_text, self.is_at_line_start) = (true, false),
            }
        }
        self
    }
}

/// A request in progress, until this is dropped.
#[derive(Debug)]
pub(crate) struct OpenRequest(Rc<Activity>);

impl Activity {
    pub(crate) fn new(now: Instant) -> Rc<Self> {
        Rc::new(Self {
            requests: Cell::new(0),
            idle_since: Cell::new(now),
            head_since: Cell::new(None),
            head: Cell::new(Head::default()),
            is_closing: Cell::new(false),
            blocked_since: Cell::new(None),
        })
    }

    /// Bytes were received; returns whether they may be read. A head has a longest length; a body that arrives with it, or
    /// that the web server discards after the last response, is not counted here.
    fn received(&self, bytes: &[u8], now: Instant) -> bool {
        if self.requests.get() > 0 {
            return true;
        }
        self.head_since.set(self.head_since.get().or(Some(now)));
        let head = self.head.get().followed_by(bytes);
        self.head.set(head);
        head.length <= HEAD_BYTES || self.is_closing.get()
    }

    pub(crate) fn sent(&self, now: Instant) {
        self.blocked_since.set(None);
        self.idle_since.set(now);
    }

    fn blocked(&self, now: Instant) {
        self.blocked_since.set(self.blocked_since.get().or(Some(now)));
    }

    /// When to close the connection unless something happens before; `None` while a request is in progress.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        let unanswered = || match self.head_since.get() {
            _ if self.is_closing.get() => self.idle_since.get() + CLOSING,
            Some(since) => since + HEAD,
            None => self.idle_since.get() + IDLE,
        };
        let request = (self.requests.get() == 0).then(unanswered);
        let blocked = self.blocked_since.get().map(|since| since + BLOCKED);
        request.into_iter().chain(blocked).min()
    }

    fn answering(self: &Rc<Self>) -> OpenRequest {
        self.requests.set(self.requests.get() + 1);
        self.head_since.set(None);
        self.head.set(Head::default());
        OpenRequest(Rc::clone(self))
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        self.0.requests.set(self.0.requests.get().saturating_sub(1));
        self.0.idle_since.set(Instant::now());
    }
}

/// Passes a request on. Its connection counts as busy until the response has been taken for sending.
pub(crate) async fn track<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<GuardedBody<Option<OpenRequest>>>, Error> {
    let answering = request.conn_data::<Rc<Activity>>().map(Activity::answering);
    let response = next.call(request).await?;
    if let Some(OpenRequest(activity)) = &answering {
        activity.is_closing.set(response.response().head().connection_type() == ConnectionType::Close);
    }
    Ok(response.map_body(|_, body| GuardedBody::new(body, answering)))
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};

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

    #[tokio::test(start_paused = true)]
    async fn an_incomplete_request_ends_the_connection_after_its_deadline() {
        let (mut client, socket) = duplex(64);
        let mut socket = TimedSocket::new(socket, ());
        let begun = Instant::now();
        client.write_all(b"G").await.unwrap();
        let mut byte = [0; 1];
        socket.read_exact(&mut byte).await.unwrap();
        let ended = socket.read_exact(&mut byte).await.unwrap_err();
        assert_eq!((ended.kind(), begun.elapsed().as_secs()), (io::ErrorKind::TimedOut, 12));
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_does_not_read_is_disconnected_after_its_deadline() {
        let (_client, socket) = duplex(64);
        let mut socket = TimedSocket::new(socket, ());
        let begun = Instant::now();
        let ended = socket.write_all(&[0; 1_000]).await.unwrap_err();
        assert_eq!((ended.kind(), begun.elapsed().as_secs()), (io::ErrorKind::TimedOut, 20));
    }

    #[tokio::test(start_paused = true)]
    async fn silence_ends_the_connection() {
        let (_client, socket) = duplex(64);
        let mut socket = TimedSocket::new(socket, ());
        let begun = Instant::now();
        let ended = socket.read_u8().await.unwrap_err();
        assert_eq!((ended.kind(), begun.elapsed().as_secs()), (io::ErrorKind::TimedOut, 35));
    }

    /// After how many seconds a connection is closed that was opened now and does this.
    fn closed_after(doing: impl FnOnce(&Rc<Activity>, Instant)) -> Option<u64> {
        let now = Instant::now();
        let activity = Activity::new(now);
        doing(&activity, now);
        activity.deadline().map(|deadline| (deadline - now).as_secs())
    }

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn silence_and_an_incomplete_head_end_a_connection_and_a_request_does_not() {
        assert_eq!(closed_after(|_, _| ()), Some(35));
        assert_eq!(
            closed_after(|activity, now| {
                activity.received(b"G", now + SECOND);
            }),
            Some(13)
        );
        // A byte a second does not extend the deadline.
        let slow = |activity: &Rc<Activity>, now| {
            (1..10).for_each(|second| {
                activity.received(b"G", now + SECOND * second);
            });
        };
        assert_eq!(closed_after(slow), Some(13));
        let answering = |activity: &Rc<Activity>, _| std::mem::forget(activity.answering());
        assert_eq!(closed_after(answering), None);
    }

    #[test]
    fn a_connection_without_a_further_request_is_closed_soon() {
        // A body that is not read to its end is answered with `Connection: close`.
        let refused = |activity: &Rc<Activity>, now| {
            activity.received(b"G", now);
            let answering = activity.answering();
            activity.is_closing.set(true);
            drop(answering);
            activity.received(b"G", now + SECOND);
        };
        assert_eq!(closed_after(refused), Some(5));
    }

    #[test]
    fn a_head_has_a_longest_length() {
        let activity = Activity::new(Instant::now());
        let longest = vec![b'a'; HEAD_BYTES];
        assert!(activity.received(&longest, Instant::now()));
        drop(activity.answering());
        assert!(activity.received(&longest, Instant::now()));
        assert!(!activity.received(b"G", Instant::now()));
    }

    #[test]
    fn a_body_that_arrives_with_its_head_or_after_the_last_response_is_not_counted() {
        let activity = Activity::new(Instant::now());
        let body = vec![b'a'; HEAD_BYTES];
        for part in [&b"\r\nPUT / HTTP/1.1\r\nHost: a\r"[..], b"\n\r", b"\n", &body, &body] {
            assert!(activity.received(part, Instant::now()));
        }
        let answering = activity.answering();
        activity.is_closing.set(true);
        drop(answering);
        assert!(activity.received(&body, Instant::now()));
        assert!(activity.received(&body, Instant::now()));
    }

    #[test]
    fn a_second_request_has_as_much_time_as_the_first() {
        let second = |activity: &Rc<Activity>, now| {
            activity.received(b"G", now);
            drop(activity.answering());
            activity.received(b"G", now + 5 * SECOND);
        };
        assert_eq!(closed_after(second), Some(17));
    }

    #[test]
    fn a_client_that_accepts_nothing_is_closed_and_a_slow_one_is_not() {
        let blocked = |activity: &Rc<Activity>, now| {
            std::mem::forget(activity.answering());
            activity.blocked(now + SECOND);
            activity.blocked(now + 9 * SECOND);
        };
        assert_eq!(closed_after(blocked), Some(21));
        let slow = |activity: &Rc<Activity>, now| {
            activity.blocked(now + SECOND);
            activity.sent(now + 9 * SECOND);
        };
        assert_eq!(closed_after(slow), Some(44));
    }
}
