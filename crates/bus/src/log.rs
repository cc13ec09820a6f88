//! Logs changes of the connection for the operator: when it is lost, why each server cannot be used, and when it is
//! back.

use std::{
    collections::HashMap,
    sync::atomic::{AtomicBool, Ordering},
};

use async_nats::{Event, Server};
use parking_lot::Mutex;
use tokio::sync::watch;

/// The last known state of the connection. Each change is logged once.
pub(crate) struct ConnectionLog {
    connection: watch::Sender<bool>,
    is_disconnected: AtomicBool,
    /// The last error that was logged for each server. The client retries servers without end.
    logged_errors: Mutex<HashMap<String, String>>,
}

impl ConnectionLog {
    pub(crate) fn new(connection: watch::Sender<bool>) -> Self {
        Self { connection, is_disconnected: AtomicBool::new(false), logged_errors: Mutex::default() }
    }

    pub(crate) fn record(&self, event: &Event) {
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
    pub(crate) fn log_server_errors(&self, servers: &[Server]) {
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
