//! Accounts: names and passwords that bind browsers.

mod account;
pub mod administration;
pub mod renewal;

pub use self::account::{NewAccount, created_at, password_of, register, sign_in};
