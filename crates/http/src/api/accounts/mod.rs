//! Accounts: register, log in, log out, who is logged in, the password and the sessions.
//!
//! # A person signs in
//!
//! 1. `http::api::accounts` parses name and password into domain types without `Display`, whose `Debug` hides them. A
//!    name or password that no account can have is not refused here: it counts as a wrong pair.
//! 2. The password hash of the account is read. `Passwords` checks it on a blocking thread, two at a time and one of each
//!    address, by turns, and answers 503 to an address that has sixteen in the queue. Addresses from which the name signed in
//!    recently go first, and the last places of the queue are theirs, so that guesses that fill it do not lock out the
//!    owner. Only wrong passwords count for the limits of guesses (docs/api.md) (`http::limits::sign_ins`): a token bucket cannot return a token, so failures have separate
//!    counters. Known addresses are in memory only, because a device cookie would survive signing out and reveal whose
//!    browser it was. If there is no such account, a dummy hash is checked, so that the answer takes as long.
//! 3. One transaction in `storage::accounts` ends the presented session, begins another and, if asked, hands over what
//!    the browser owns. Only the `browser_id` of rows changes, and no due instant, so no scheduler is woken. The log of
//!    rings is handed over after the rows, so that a ring that is being claimed meanwhile is included.
//! 4. The token is 256 random bits in a cookie; `sessions` stores its SHA-256. So reading the table is not enough to
//!    sign in.
//! 5. Changing the password and ending sessions (`storage::accounts::renewal`) also move everything the account owns to
//!    a new browser id, because the old id alone would still give access. A hint (`storage::signals::hints`) tells
//!    every process, and the streams of the old id end with the event `identity`.
//!
//! An account does not protect alarms: they belong to a browser id, and an account is a way to find that id again. So
//! no query on alarms asks for a session, and browsers that never sign in have no additional cost.

pub(crate) mod login;
pub(crate) mod logout;
pub(crate) mod password;
pub(crate) mod register;
pub(crate) mod sessions;
pub(crate) mod user;

mod agent;
mod cookie;
mod fields;
mod metrics;
mod passwords;
mod service;
mod session;
mod view;

pub(crate) use cookie::{Cookies, PresentedSession};
pub(crate) use metrics::AccountMetrics;
pub(crate) use passwords::Passwords;
pub use passwords::hash_password;
pub(crate) use service::AccountService;
pub use service::AccountSettings;
pub(crate) use sessions::SessionView;
pub(crate) use view::UserView;
