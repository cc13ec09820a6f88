//! Accounts: register, log in, log out, and who is logged in.

pub(crate) mod login;
pub(crate) mod logout;
pub(crate) mod register;
pub(crate) mod user;

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
pub(crate) use view::UserView;
