//! The connection to NATS. It lasts as long as the process and reconnects by itself.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use async_nats::{Client, ConnectOptions, ServerAddr, Subscriber};
use bytes::Bytes;
use futures_util::StreamExt as _;
use tokio::{sync::watch, time::timeout};

use crate::{
    address::{Account, Addresses},
    log::Log,
    tls::Tls,
};

/// How often an idle server is pinged. After three pings without an answer the client tries another server.
const PING: Duration = Duration::from_secs(2);

/// How long connecting may take.
const CONNECT: Duration = Duration::from_secs(2);

/// The longest pause between two attempts to connect.
const LONGEST_RETRY: Duration = Duration::from_secs(1);

/// How long a message may wait to be sent. A later one is of no use, because its readers have read the log by then.
const PATIENCE: Duration = Duration::from_millis(500);

/// The length of the queue for messages to send and of the one for messages received. A message that finds no room is
/// dropped; readers find its batch in the log.
const WAITING: usize = 64;

/// The bus, shared by all tasks of a process.
#[derive(Debug, Clone)]
pub struct Bus {
    client: Client,
    rings: String,
    hints: String,
    connected: watch::Receiver<bool>,
    /// Whether beats of schedulers arrive in this process.
    is_well: Arc<AtomicBool>,
}

/// A subscription to a subject.
#[derive(Debug)]
pub struct Incoming {
    messages: Subscriber,
    connected: watch::Receiver<bool>,
}

/// What a subscription receives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arrival {
    /// A message.
    Message(Bytes),
    /// The connection was lost.
    Away,
}

/// The bus cannot be used at all.
#[derive(Debug, thiserror::Error)]
#[error("cannot use the bus: {0}")]
pub struct Unusable(String);

impl Bus {
    /// Begins to connect, and goes on until there is a connection. Processes of the same `site` hear each other, and none of
    /// another that shares the servers. Without `tls` the system's authorities are believed.
    pub async fn connect(addresses: &Addresses, tls: Option<&Tls>, site: &str) -> Result<Self, Unusable> {
        let (connection, connected) = watch::channel(false);
        let log = Arc::new(Log::new(connection));
        let of_servers = Arc::clone(&log);
        let mut options = ConnectOptions::new()
            .name("tokibako")
            .retry_on_initial_connect()
            .max_reconnects(None)
            .ignore_discovered_servers()
            .ping_interval(PING)
            .connection_timeout(CONNECT)
            .subscription_capacity(WAITING)
            .client_capacity(WAITING)
            .reconnect_delay_callback(retry)
            .event_callback(move |event| {
                log.note(&event);
                std::future::ready(())
            })
            // Asked before each attempt, it chooses none; it is told there alone why the last ones failed.
            .reconnect_to_server_callback(move |servers, _| {
                of_servers.note_refusals(&servers);
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
        let servers = servers.map_err(|error| Unusable(error.to_string()))?;
        let client = options.connect(servers).await.map_err(|error| Unusable(error.to_string()))?;
        let subject = |name: &str| format!("tokibako.{site}.{name}");
        Ok(Self { client, rings: subject("rings"), hints: subject("hints"), connected, is_well: Arc::default() })
    }

    /// Publishes a batch or a beat; returns whether it was accepted for sending.
    pub async fn publish_ring(&self, message: Bytes) -> bool {
        self.publish(self.rings.clone(), message).await
    }

    /// Publishes hints; returns whether they were accepted for sending.
    pub async fn publish_hints(&self, hints: Bytes) -> bool {
        self.publish(self.hints.clone(), hints).await
    }

    /// Subscribes to batches and beats, those of this process included.
    pub async fn rings(&self) -> Result<Incoming, Unusable> {
        self.subscribe(self.rings.clone()).await
    }

    /// Subscribes to hints, those of this process included.
    pub async fn hints(&self) -> Result<Incoming, Unusable> {
        self.subscribe(self.hints.clone()).await
    }

    /// Whether the bus can be relied on: it is connected and beats arrive.
    #[must_use]
    pub fn is_well(&self) -> bool {
        self.is_connected() && self.is_well.load(Ordering::Relaxed)
    }

    /// Sets whether beats of schedulers arrive.
    pub fn set_well(&self, is_well: bool) {
        self.is_well.store(is_well, Ordering::Relaxed);
    }

    /// Whether there is a connection.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        *self.connected.borrow()
    }

    /// Nothing is queued while the bus is disconnected: it would arrive too late to be of use.
    async fn publish(&self, subject: String, message: Bytes) -> bool {
        if !self.is_connected() {
            return false;
        }
        match timeout(PATIENCE, self.client.publish(subject, message)).await {
            Ok(Ok(())) => true,
            Ok(Err(error)) => {
                tracing::debug!(%error, "a message was not published");
                false
            }
            Err(_) => {
                tracing::debug!("a message was not published: the bus takes nothing");
                false
            }
        }
    }

    async fn subscribe(&self, subject: String) -> Result<Incoming, Unusable> {
        let messages = self.client.subscribe(subject).await.map_err(|error| Unusable(error.to_string()))?;
        Ok(Incoming { messages, connected: self.connected.clone() })
    }
}

impl Incoming {
    /// Waits for the next arrival. Cancel-safe.
    pub async fn next(&mut self) -> Arrival {
        loop {
            tokio::select! {
                message = self.messages.next() => match message {
                    Some(message) => return Arrival::Message(message.payload),
                    // The channel closes only when the runtime ends.
                    None => std::future::pending::<()>().await,
                },
                changed = self.connected.changed() => match changed {
                    Ok(()) if *self.connected.borrow_and_update() => {}
                    Ok(()) => return Arrival::Away,
                    Err(_) => std::future::pending::<()>().await,
                },
            }
        }
    }
}

fn retry(attempts: usize) -> Duration {
    let doubled = 2_u64.saturating_pow(u32::try_from(attempts.saturating_sub(1)).unwrap_or(u32::MAX));
    Duration::from_millis(doubled).min(LONGEST_RETRY)
}
