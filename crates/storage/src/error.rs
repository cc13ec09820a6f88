//! Errors of the database.

use diesel::result::{DatabaseErrorKind, Error as DieselError};

/// What can go wrong with a query.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No such row, or a row of another browser.
    #[error("no such row")]
    NotFound,
    #[error("another account has this name")]
    UsernameTaken,
    /// The database cannot be reached, closed the connection, or took too long; a retry may help.
    #[error("the database is unavailable: {0}")]
    Unavailable(String),
    /// Another transaction has given what this one is about another owner meanwhile; nothing was stored, and a repetition
    /// finds the new state.
    #[error("another request came first: {0}")]
    Conflict(&'static str),
    /// The database has no space left on its disk or no memory; nothing was stored.
    #[error("the database has no room left: {0}")]
    OutOfRoom(String),
    /// A row has a value that this version cannot read.
    #[error("a stored row cannot be read: {0}")]
    Unreadable(String),
    /// A migration failed; the schema is as it was before it.
    #[error("a migration failed: {0}")]
    Migration(String),
    /// A version from before the baseline migration created the schema; it was not changed.
    #[error("the database is of a version before 1.0, which this version neither changes nor serves")]
    BeforeBaseline,
    /// The database has another encoding than UTF8, in which the texts of people cannot be stored; it was not changed.
    #[error("the database has the encoding {0}, which cannot store every text")]
    Encoding(String),
    /// A newer version has migrated the database; these are the migrations that this version does not know.
    #[error("a newer version has migrated the database, which this version does not know: {0}")]
    Newer(String),
    /// An account has given up this browser id for a new one: it owns nothing, and nothing is stored under it.
    #[error("the account of this browser id has a new one")]
    Renewed,
    /// The caller stopped waiting before the commit; nothing was stored.
    #[error("the caller stopped waiting")]
    Cancelled,
    /// The browser has as many rows of this kind as are allowed.
    #[error("the browser has as many as the server allows")]
    Full,
    /// The database refused the query. The message does not contain the row's values.
    #[error("the database refused a query: {0}")]
    Database(DieselError),
}

impl Error {
    /// Whether the connection that the error came from can no longer be used.
    pub(crate) const fn is_unavailable(&self) -> bool {
        matches!(self, Self::Unavailable(_))
    }

    /// A stored value that the domain refuses, with the reason.
    pub(crate) fn unreadable(reason: impl std::fmt::Display) -> Self {
        Self::Unreadable(reason.to_string())
    }
}

/// What a message of the database reports, of the conditions for which diesel does not show the SQLSTATE.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Condition {
    /// Class 53, insufficient resources.
    OutOfRoom,
    /// 40P01, a deadlock; or the `lock_for_migration` of the schema did not get its locks. A repetition may succeed.
    Locked,
}

/// Parts of messages. Those of Postgres are recognised in English only.
const MESSAGES: [(&str, Condition); 7] = [
    ("No space left on device", Condition::OutOfRoom),
    ("disk full", Condition::OutOfRoom),
    ("Disk quota exceeded", Condition::OutOfRoom),
    ("out of memory", Condition::OutOfRoom),
    ("out of shared memory", Condition::OutOfRoom),
    ("deadlock detected", Condition::Locked),
    ("tables for a migration are locked", Condition::Locked),
];

impl Condition {
    pub(crate) fn of(message: &str) -> Option<Self> {
        MESSAGES.iter().find(|(part, _)| message.contains(part)).map(|(_, condition)| *condition)
    }
}

impl From<DieselError> for Error {
    fn from(error: DieselError) -> Self {
        match error {
            DieselError::NotFound => Self::NotFound,
            DieselError::DatabaseError(
                DatabaseErrorKind::ClosedConnection
                | DatabaseErrorKind::UnableToSendCommand
                // A standby that has not been promoted yet.
                | DatabaseErrorKind::ReadOnlyTransaction,
                _,
            )
            | DieselError::BrokenTransactionManager => Self::Unavailable(error.to_string()),
            // If the rollback failed as well, its error says more about the connection.
            DieselError::RollbackErrorOnCommit { ref rollback_error, .. } => {
                Self::Unavailable(rollback_error.to_string())
            }
            DieselError::DatabaseError(DatabaseErrorKind::Unknown, ref info)
                if Condition::of(info.message()) == Some(Condition::OutOfRoom) =>
            {
                Self::OutOfRoom(error.to_string())
            }
            error => Self::Database(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use diesel::{Connection as _, PgConnection, connection::SimpleConnection as _};

    use super::*;
    use crate::testing::TestDatabase;

    #[test]
    fn an_error_says_why_and_contains_nothing_of_the_row() {
        let database = TestDatabase::create();
        let mut conn = PgConnection::establish(&database.url()).unwrap();
        let refused = conn.batch_execute(
            "INSERT INTO timers (browser_id, total_seconds, sound, label, remaining_ms, created_at) \
             VALUES ('6b1d3a5e-7c40-4a8e-9a39-0f6a3c9f3b10', 0, 'chime', 'geheim', 0, now())",
        );
        let said = Error::from(refused.unwrap_err()).to_string();
        assert!(said.contains("timers_total_seconds_check"), "{said}");
        assert!(!said.contains("geheim") && !said.contains("6b1d3a5e"), "{said}");
    }

    #[test]
    fn the_messages_of_postgres_are_recognised() {
        for message in [
            "could not extend file \"base/16384/16423\": No space left on device",
            "could not write to file \"pg_wal/xlogtemp.77\": No space left on device",
            "out of shared memory",
        ] {
            assert_eq!(Condition::of(message), Some(Condition::OutOfRoom), "{message}");
        }
        assert_eq!(Condition::of("deadlock detected"), Some(Condition::Locked));
        assert_eq!(Condition::of("new row for relation \"timers\" violates check constraint \"timers_check\""), None);
    }
}
