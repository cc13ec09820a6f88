//! The HTTP contract against a running server on a real database.
//!
//! Every answer that a test receives is also held against the server's own OpenAPI document.

mod alarms;
mod browser_id;
mod document;
mod garbage;
mod health;
mod isolation;
mod methods;
mod pages;
mod preview;
mod server;
mod streams;
mod timers;
