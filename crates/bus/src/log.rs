//! What an operator is told of the connection: once that the bus is away, why each server cannot be used, and once that it
//! is back.

use std::{
    collections::HashMap,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use async_nats::{Event, Server};
use tokio::sync::watch;

/// The connection as it was last heard of.
pub(crate) struct Log {
    connection: watch::Sender<bool>,
    is_away: AtomicBool,
    /// Why servers could not be used, as it was told: they are tried again and again.
    refusals: Mutex<HashMap<String, String>>,
}

impl Log {
    pub(crate) fn new(connection: watch::Sender<bool>) -> Self {
        Self { connection, is_away: AtomicBool::new(false), refusals: Mutex::default() }
    }

    /// Takes what the client tells.
    pub(crate) fn note(&self, event: &Event) {
        match event {
            Event::Connected => {
                self.is_away.store(false, Ordering::Relaxed);
                self.connection.send_replace(true);
                tracing::info!("connected to the bus");
            }
            Event::Disconnected | Event::Closed => self.away("the connection was lost"),
            Event::ClientError(_) if !*self.connection.borrow() => self.away("no server can be used"),
            Event::SlowConsumer(_) => tracing::debug!("messages of the bus were dropped here: the log is read instead"),
            Event::ServerError(error) => tracing::warn!(%error, "the bus refuses something"),
            Event::ClientError(_) | Event::LameDuckMode | Event::Draining => {}
        }
    }

    /// Says of each server why it could not be used, unless that was said.
    pub(crate) fn note_refusals(&self, servers: &[Server]) {
        let mut told = self.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        for server in servers {
            let name = server.to_string();
            let Some(reason) = &server.last_error else {
                told.remove(&name);
                continue;
            };
            if told.get(&name) != Some(reason) {
                let remedy = remedy(reason);
                tracing::warn!(server = name, reason, "a server of the bus cannot be used{remedy}");
                told.insert(name, reason.clone());
            }
        }
    }

    fn away(&self, reason: &str) {
        self.connection.send_replace(false);
        if !self.is_away.swap(true, Ordering::Relaxed) {
            tracing::warn!(reason, "the bus is away: rings are read from the log until it is back");
        }
    }
}

/// What an operator can do about a reason, which has no other form than its words.
fn remedy(reason: &str) -> &'static str {
    const AUTHORITY: &str = ": none of the authorities that are trusted has signed its certificate; name the one that has \
                             in TOKIBAKO_BUS_CA_FILE";
    let remedies = [
        ("UnknownIssuer", AUTHORITY),
        // An authority of the same name, with another key.
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
    remedies.iter().find(|(words, _)| reason.contains(words)).map_or("", |(_, remedy)| remedy)
}
