//! The connection to NATS. It lasts as long as the process and reconnects by itself. Its changes are logged for the operator:
//! when it is lost, why each server cannot be used, and when it is back.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use async_nats::{Client, ConnectOptions, Event, Server, ServerAddr, Subscriber};
use bytes::Bytes;
use futures_util::StreamExt as _;
use parking_lot::Mutex;
use tokio::{sync::watch, time::timeout};

use crate::{
    address::{Account, Addresses},
    tls::Tls,
};

/// How often an idle server is pinged. After three pings without an answer the client tries another server.
const PING_INTERVAL: Duration = Duration::from_secs(2);

const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

/// The longest pause between two attempts to connect.
const MAX_RETRY_DELAY: Duration = Duration::from_secs(1);

/// How long a message may wait to be sent. After that it is of no use, because its readers have read the log.
const SEND_TIMEOUT: Duration = Duration::from_millis(500);

/// The capacity of the queue of outgoing messages and of the queue of received ones. A message that does not fit is
/// dropped; readers find its batch in the log.
const QUEUE_CAPACITY: usize = 64;

/// The bus, shared by all tasks of a process.
#[derive(Debug, Clone)]
pub struct Bus {
    client: Client,
    rings: String,
    hints: String,
    connected: watch::Receiver<bool>,
    /// Whether heartbeats of schedulers arrive in this process.
    has_heartbeats: Arc<AtomicBool>,
}

#[derive(Debug)]
pub struct Subscription {
    messages: Subscriber,
    connected: watch::Receiver<bool>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BusEvent {
    Message(Bytes),
    Disconnected,
}

#[derive(Debug, thiserror::Error)]
#[error("cannot use the bus: {0}")]
pub struct BusError(String);

impl Bus {
    /// Starts to connect in the background, and retries until there is a connection. Processes receive only messages of
    /// processes with the same `site`, so that several sites can share the servers. Without `tls` the certificate
    /// authorities of the system are trusted.
    pub async fn connect(addresses: &Addresses, tls: Option<&Tls>, site: &str) -> Result<Self, BusError> {
        let (connection, connected) = watch::channel(false);
        let log = Arc::new(ConnectionLog::new(connection));
        let server_log = Arc::clone(&log);
        let mut options = ConnectOptions::new()
            .name("tokibako")
            .retry_on_initial_connect()
            .max_reconnects(None)
            .ignore_discovered_servers()
            .ping_interval(PING_INTERVAL)
            .connection_timeout(CONNECT_TIMEOUT)
            .subscription_capacity(QUEUE_CAPACITY)
            .client_capacity(QUEUE_CAPACITY)
            .reconnect_delay_callback(retry)
            .event_callback(move |event| {
                log.record(&event);
                std::future::ready(())
            })
            // The client calls this before each attempt. It chooses no server; the client passes the reasons of earlier
            // failures only here.
            .reconnect_to_server_callback(move |servers, _| {
                server_log.log_server_errors(&servers);
                std::future::ready(None)
            });
        if let Some(Tls(config)) = tls {
            options = options.tls_client_config(config.clone());
        }
        options = match addresses.account.clone() {
            Some(Account::User { name, password }) => options.user_and_password(name, password),
            Some(Account::Token(token)) => options.token(token),
            None => options,
        };
        let servers = addresses.servers.iter().cloned().map(ServerAddr::from_url).collect::<Result<Vec<_>, _>>();
        let servers = servers.map_err(|error| BusError(error.to_string()))?;
        let client = options.connect(servers).await.map_err(|error| BusError(error.to_string()))?;
        let subject = |name: &str| format!("tokibako.{site}.{name}");
        Ok(Self { client, rings: subject("rings"), hints: subject("hints"), connected, has_heartbeats: Arc::default() })
    }

    /// Publishes a batch or a heartbeat; returns whether it was accepted for sending.
    pub async fn publish_ring(&self, message: Bytes) -> bool {
        self.publish(self.rings.clone(), message).await
    }

    /// Publishes hints; returns whether they were accepted for sending.
    pub async fn publish_hints(&self, hints: Bytes) -> bool {
        self.publish(self.hints.clone(), hints).await
    }

    /// Subscribes to batches and heartbeats, those of this process included.
    pub async fn rings(&self) -> Result<Subscription, BusError> {
        self.subscribe(self.rings.clone()).await
    }

    /// Subscribes to hints, those of this process included.
    pub async fn hints(&self) -> Result<Subscription, BusError> {
        self.subscribe(self.hints.clone()).await
    }

    /// Whether the bus works: it is connected and heartbeats arrive.
    pub fn is_healthy(&self) -> bool {
        self.is_connected() && self.has_heartbeats.load(Ordering::Relaxed)
    }

    /// Sets whether heartbeats of schedulers arrive.
    pub fn set_has_heartbeats(&self, has_heartbeats: bool) {
        self.has_heartbeats.store(has_heartbeats, Ordering::Relaxed);
    }

    pub fn is_connected(&self) -> bool {
        *self.connected.borrow()
    }

    /// A message is dropped while the bus is disconnected, because it would arrive too late to be of use.
    async fn publish(&self, subject: String, message: Bytes) -> bool {
        if !self.is_connected() {
            return false;
        }
        match timeout(SEND_TIMEOUT, self.client.publish(subject, message)).await {
            Ok(Ok(())) => true,
            Ok(Err(error)) => {
                tracing::debug!(%error, "a message was not published");
                false
            }
            Err(_) => {
                tracing::debug!("the bus accepts nothing: a message was not published");
                false
            }
        }
    }

    async fn subscribe(&self, subject: String) -> Result<Subscription, BusError> {
        let messages = self.client.subscribe(subject).await.map_err(|error| BusError(error.to_string()))?;
        Ok(Subscription { messages, connected: self.connected.clone() })
    }
}

impl Subscription {
    /// Waits for the next event. Cancel-safe.
    pub async fn next(&mut self) -> BusEvent {
        loop {
            tokio::select! {
                message = self.messages.next() => match message {
                    Some(message) => return BusEvent::Message(message.payload),
                    // The channel closes only when the runtime ends.
                    None => std::future::pending::<()>().await,
                },
                changed = self.connected.changed() => match changed {
                    Ok(()) if *self.connected.borrow_and_update() => {}
                    Ok(()) => return BusEvent::Disconnected,
                    Err(_) => std::future::pending::<()>().await,
                },
            }
        }
    }
}

fn retry(attempts: usize) -> Duration {
    let doubled = 2_u64.saturating_pow(u32::try_from(attempts.saturating_sub(1)).unwrap_or(u32::MAX));
    Duration::from_millis(doubled).min(MAX_RETRY_DELAY)
}

/// The last known state of the connection. Each change is logged once.
struct ConnectionLog {
    connection: watch::Sender<bool>,
    is_disconnected: AtomicBool,
    /// The last error that was logged for each server. The client retries servers without end.
    logged_errors: Mutex<HashMap<String, String>>,
}

impl ConnectionLog {
    fn new(connection: watch::Sender<bool>) -> Self {
        Self { connection, is_disconnected: AtomicBool::new(false), logged_errors: Mutex::default() }
    }

    fn record(&self, event: &Event) {
        match event {
            Event::Connected => {
                self.is_disconnected.store(false, Ordering::Relaxed);
                self.connection.send_replace(true);
                tracing::info!("connected to the bus");
            }
            Event::Disconnected | Event::Closed => self.disconnected("the connection was lost"),
            Event::ClientError(_) if !*self.connection.borrow() => self.disconnected("no server can be used"),
            Event::SlowConsumer(_) => tracing::debug!("messages of the bus were dropped here: the log is read instead"),
            Event::ServerError(error) => tracing::warn!(%error, "the bus reports an error"),
            Event::ClientError(_) | Event::LameDuckMode | Event::Draining => {}
        }
    }

    /// Logs why servers could not be used. An error is logged again only if it differs from the last one of its server.
    fn log_server_errors(&self, servers: &[Server]) {
        let mut logged = self.logged_errors.lock();
        for server in servers {
            let name = server.to_string();
            let Some(reason) = &server.last_error else {
                logged.remove(&name);
                continue;
            };
            if logged.get(&name) != Some(reason) {
                let remedy = remedy(reason);
                tracing::warn!(server = name, reason, "a server of the bus cannot be used{remedy}");
                logged.insert(name, reason.clone());
            }
        }
    }

    fn disconnected(&self, reason: &str) {
        self.connection.send_replace(false);
        if !self.is_disconnected.swap(true, Ordering::Relaxed) {
            tracing::warn!(reason, "the bus is not connected: rings are read from the log until it is");
        }
    }
}

/// What an operator can do about an error. The client library reports the error as text only.
fn remedy(reason: &str) -> &'static str {
    const AUTHORITY: &str = ": none of the authorities that are trusted has signed its certificate; name the one that has \
                             in TOKIBAKO_BUS_CA_FILE";
    let remedies = [
        ("UnknownIssuer", AUTHORITY),
        // An authority with the same name and another key.
        ("BadSignature", AUTHORITY),
        (
            "not valid for name",
            ": its certificate is for another name; write in TOKIBAKO_BUS_URL a name that the certificate has",
        ),
        ("certificate expired", ": its certificate has expired; renew it"),
        ("certificate not valid yet", ": its certificate is not valid yet; is a clock wrong?"),
        ("corrupt message", ": it does not speak TLS; set it up there, or write nats:// in TOKIBAKO_BUS_URL"),
        (
            "received fatal alert",
            ": it refuses this process's certificate, or the lack of one; set TOKIBAKO_BUS_CERTIFICATE_FILE and \
             TOKIBAKO_BUS_KEY_FILE to what it asks for",
        ),
        (
            "authorization violation",
            ": it refuses the name and password, or the token; correct them in TOKIBAKO_BUS_URL",
        ),
    ];
    remedies.iter().find(|(text, _)| reason.contains(text)).map_or("", |(_, remedy)| remedy)
}
