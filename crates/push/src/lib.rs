//! Messages to devices and channels: which addresses may be called, what is sent, and the requests.
//!
//! Knows neither the database nor HTTP servers. A [`subscription`] says where a message may be sent, [`payload`]
//! writes it, [`seal`] encrypts it for one device (RFC 8291), [`vapid`] identifies this server (RFC 8292), and [`sender`]
//! posts it. A [`token`] lets a service worker answer one ring. [`channel`] does all that for ntfy servers and webhooks.

pub mod channel;
pub mod payload;
pub mod seal;
pub mod sender;
pub mod subscription;
pub mod token;
pub mod vapid;

mod resolver;
