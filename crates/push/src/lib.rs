//! Web push: which endpoints may be called, sealed messages, and the calls to push services.
//!
//! Knows neither the database nor HTTP servers. [`endpoint`] says where a message may go, [`payload`] what it says,
//! [`seal`] makes it readable for one device alone (RFC 8291), [`vapid`] says whose it is (RFC 8292), and [`sender`]
//! posts it. [`token`] lets a service worker answer one ring.

pub mod endpoint;
pub mod payload;
pub mod seal;
pub mod sender;
pub mod subscription;
pub mod texts;
pub mod token;
pub mod topic;
pub mod vapid;

mod address;
mod answer;
mod dialling;
