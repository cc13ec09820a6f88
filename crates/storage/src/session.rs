//! Sessions with the database: how one is opened and set up, and how long it may be silent.

use diesel::{Connection as _, ConnectionError, PgConnection, connection::SimpleConnection as _};

/// How a session is set up: statements and idle transactions have timeouts. Rows that a transaction has locked are free again
/// seconds after its process was frozen or cut off, also where the database waits for that process to take an answer,
/// which only `tcp_user_timeout` ends.
const SETUP: &str = "SET TIME ZONE 'UTC'; SET statement_timeout = '20s'; \
    SET idle_in_transaction_session_timeout = '5s'; SET tcp_user_timeout = '3s'";

/// libpq's parameters against a peer that has vanished (seconds, milliseconds, seconds, seconds, probes).
const TIMEOUTS: [(&str, u32); 5] = [
    ("connect_timeout", 3),
    ("tcp_user_timeout", 10_000),
    ("keepalives_idle", 5),
    ("keepalives_interval", 2),
    ("keepalives_count", 3),
];

/// Opens a session with these timeouts.
pub(crate) fn open(url: &str) -> Result<PgConnection, ConnectionError> {
    let mut session = PgConnection::establish(url)?;
    session.batch_execute(SETUP).map_err(ConnectionError::CouldntSetupConfiguration)?;
    Ok(session)
}

/// The address with libpq's timeouts shortened where the operator has not set them, so that a server that accepts and never
/// answers, or a network that drops packets, counts as unavailable after seconds.
pub(crate) fn with_timeouts(url: &str) -> String {
    let (joint, separator) = match (url.contains("://"), url.contains('?')) {
        (true, true) => ("&", "&"),
        (true, false) => ("?", "&"),
        (false, _) => (" ", " "),
    };
    let missing: Vec<String> = TIMEOUTS
        .iter()
        .filter(|(name, _)| !url.contains(&format!("{name}=")))
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    if missing.is_empty() { url.to_owned() } else { format!("{url}{joint}{}", missing.join(separator)) }
}
