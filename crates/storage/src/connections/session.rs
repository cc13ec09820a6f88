//! Database sessions: how they are opened and configured, and their timeouts.

use diesel::{Connection as _, ConnectionError, PgConnection, connection::SimpleConnection as _};

use crate::error::Error;

/// The settings of a session: statements and idle transactions have timeouts. So rows that a transaction has locked are
/// free again seconds after its process was frozen or cut off. If the database waits for that process to accept an
/// answer, only `tcp_user_timeout` ends the wait.
const SETUP: &str = "SET TIME ZONE 'UTC'; SET statement_timeout = '20s'; \
    SET idle_in_transaction_session_timeout = '5s'; SET tcp_user_timeout = '3s'";

/// libpq's parameters to detect a peer that has vanished (seconds, milliseconds, seconds, seconds, probes).
const TIMEOUTS: [(&str, u32); 5] = [
    ("connect_timeout", 3),
    ("tcp_user_timeout", 10_000),
    ("keepalives_idle", 5),
    ("keepalives_interval", 2),
    ("keepalives_count", 3),
];

/// Connects to the database at `url` without pooling, for a command or a migration. Blocks until it answers.
pub(crate) fn connect(url: &str) -> Result<PgConnection, Error> {
    PgConnection::establish(&with_timeouts(url)).map_err(|error| Error::Unavailable(error.to_string()))
}

/// Opens a session with these timeouts.
pub(crate) fn open(url: &str) -> Result<PgConnection, ConnectionError> {
    let mut session = PgConnection::establish(url)?;
    session.batch_execute(SETUP).map_err(ConnectionError::CouldntSetupConfiguration)?;
    Ok(session)
}

/// The URL with shorter timeouts of libpq, unless the operator has set them. A server that accepts and never answers,
/// or a network that drops packets, then counts as unavailable after seconds.
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
