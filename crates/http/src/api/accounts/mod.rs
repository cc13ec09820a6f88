//! Accounts: register, log in, log out, who is logged in, the password and the sessions.

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
pub(crate) use service::AccountService;
pub use service::AccountSettings;
pub(crate) use sessions::SessionView;
pub(crate) use view::UserView;
