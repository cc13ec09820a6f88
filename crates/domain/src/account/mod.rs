//! Accounts: a name and a password, which give access to the same browser id on another device.

mod password;
mod session_token;
mod username;

use time::{Duration, OffsetDateTime};

use crate::browser_id::BrowserId;

pub use password::{
    MAX_BYTES as MAX_PASSWORD_BYTES, MIN_CHARACTERS as MIN_PASSWORD, Password, PasswordError, PasswordHash,
};
pub use session_token::{SessionToken, SessionTokenError};
pub use username::{MAX_CHARACTERS as MAX_USERNAME, MIN_CHARACTERS as MIN_USERNAME, Username, UsernameError};

/// How long a session is valid after its last use: as long as browsers keep a cookie (RFC 6265bis, section 5.5).
pub const SESSION_LIFETIME: Duration = Duration::days(400);

/// The precision of a session's expiry and of the last visit: a session in use is written to the database this often.
pub const VISIT_PRECISION: Duration = Duration::hours(1);

/// The id of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AccountId(pub i64);

/// A stored account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// The account's id.
    pub id: AccountId,
    /// The browser id that owns the account's data.
    pub browser: BrowserId,
    /// The username.
    pub username: Username,
    /// When it was last used, with a precision of [`VISIT_PRECISION`].
    pub last_visited: OffsetDateTime,
}
