//! The HTTP side: routes, JSON shapes, errors as responses, event streams, the built site.
//!
//! A server composes it with [`app`], once a worker:
//!
//! ```no_run
//! # use std::path::Path;
//! use tokibako_http::{Components, Hub, Settings, Site, SiteConfig, SiteError};
//!
//! # use tokibako_storage::{Storage, clock::Clock};
//! # fn compose(storage: Storage, clock: Clock, config: &SiteConfig) -> Result<(), SiteError> {
//! let site = Site::open(Path::new("frontend/dist"), config)?;
//! let components = Components::new(storage, clock, Hub::new(), site, Settings::default());
//! let app = tokibako_http::app(&components);
//! # Ok(())
//! # }
//! ```
//!
//! Every failure of the API is answered by [`Problem`], the only place that knows its status codes; `site`
//! answers for pages and assets, with the not-found page or 405.
//! What a client writes is read in three steps: `request::body` (a browser's JSON object), the fields of each
//! noun below `api` (values in range, all refusals in one response), and the domain's own types.

// In reading order: composition, routing, handlers, and what those share.
mod components;
mod routes;

mod api;
mod docs;
mod events;
mod ops;
mod site;

mod admission;
mod limits;

mod openapi;
mod request;
mod response;

mod caching;
mod endpoint;
mod error;
mod random;

pub use api::{
    accounts::{AccountSettings, hash_password},
    browser::owned_data_as_json,
    channels::ChannelSettings,
    push::PushSettings,
};
pub use components::{Components, Settings};
pub use error::{Problem, ValidationErrors};
pub use events::{Hints, Hub};
pub use limits::{AddressPermit, AddressSemaphore, Client, Limits, ReachedLimit};
pub use ops::{Probes, ReadinessCheck, Version};
pub use response::GuardedBody;
pub use routes::{app, ops};
pub use site::{MemoryFile, PlaceholderError, Site, SiteConfig, SiteError, SiteFiles};
