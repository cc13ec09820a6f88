//! An account: a name and a password by which a person finds their browser id again elsewhere.

mod password;
mod session_token;
mod username;

use time::{Duration, OffsetDateTime};

use crate::browser_id::BrowserId;

pub use password::{
    MAX_BYTES as MAX_PASSWORD_BYTES, MIN_CHARACTERS as MIN_PASSWORD, Password, PasswordError, PasswordHash,
};
pub use session_token::{NotAToken, SessionToken};
pub use username::{MAX_CHARACTERS as MAX_USERNAME, MIN_CHARACTERS as MIN_USERNAME, Username, UsernameError};

/// How long a session lasts after it was last used: as long as browsers keep a cookie (RFC 6265bis, section 5.5).
pub const SESSION_LIFETIME: Duration = Duration::days(400);

/// How much older than the present the end of a session, and the last visit, are told at most: so often,
/// and no oftener, is a session that is in use written.
pub const VISIT_PRECISION: Duration = Duration::hours(1);

/// The number of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AccountId(pub i64);

/// A stored account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Its number.
    pub id: AccountId,
    /// The browser id that it keeps.
    pub browser: BrowserId,
    /// Its name.
    pub username: Username,
    /// When it was last used, to within [`VISIT_PRECISION`].
    pub last_visited: OffsetDateTime,
}
