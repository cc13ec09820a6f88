//! Why a query gave no answer.

use diesel::result::{DatabaseErrorKind, Error as DieselError};

/// What can go wrong between a caller and its rows.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No such row, or a row of another browser.
    #[error("no such row")]
    NotFound,
    /// Another account has the name.
    #[error("another account has this name")]
    UsernameTaken,
    /// The database cannot be reached, went away, or took too long; trying again later may help.
    #[error("the database is unavailable: {0}")]
    Unavailable(String),
    /// A row holds what this version cannot read.
    #[error("a stored row cannot be read: {0}")]
    Unreadable(String),
    /// A migration failed; the schema is as it was before it.
    #[error("a migration failed: {0}")]
    Migration(String),
    /// The browser owns as many of its kind as it may.
    #[error("the browser has as many as the server allows")]
    Full,
    /// The database refused the query.
    #[error("the database refused a query")]
    Database(#[source] DieselError),
}

impl Error {
    /// Whether the error means that the connection it came from is of no more use.
    pub(crate) const fn is_unavailable(&self) -> bool {
        matches!(self, Self::Unavailable(_))
    }

    /// Whoever asked has given up, and nothing was done.
    pub(crate) fn nobody_waits() -> Self {
        Self::Unavailable("nobody waits for the answer any more".to_owned())
    }

    /// A stored value that the domain refuses, and why.
    pub(crate) fn unreadable(reason: impl std::fmt::Display) -> Self {
        Self::Unreadable(reason.to_string())
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
            // A rollback that fails too says more about the connection than the statement before it.
            DieselError::RollbackErrorOnCommit { ref rollback_error, .. } => {
                Self::Unavailable(rollback_error.to_string())
            }
            error => Self::Database(error),
        }
    }
}
