//! The HTTP contract against a running server on a real database.
//!
//! Every response is also checked against the server's OpenAPI document.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "what is not as expected fails the test"
)]

mod accounts;
mod alarm_days;
mod alarms;
mod batches;
mod belongings;
mod browser_cookie;
mod browser_id;
mod bus;
mod capacity;
mod channels;
mod cities;
mod cost;
mod days_off;
mod docs;
mod document;
mod faults;
mod feed;
mod garbage;
mod headers;
mod health;
mod hostile;
mod interval_timers;
mod isolation;
mod limits;
mod methods;
mod metrics;
mod neighbours;
mod other_sites;
mod pages;
mod person;
mod preview;
mod push;
mod reader;
mod replay;
mod rings;
mod rules;
mod server;
mod sessions;
mod site_texts;
mod stored;
mod streams;
mod timer_end;
mod timer_extension;
mod timer_order;
mod timers;
mod unread;
mod upgrade;
mod weather;
mod wrong_clock;
