//! The HTTP room: routes, JSON shapes, errors as responses, event streams, the built site.
//!
//! A server composes it with [`configure`], once a worker:
//!
//! ```no_run
//! use actix_web::{App, web::Data};
//! use tokibako_http::{Hub, Site, SiteConfig, SiteError, State};
//!
//! # fn compose(storage: storage::Storage, config: &SiteConfig) -> Result<(), SiteError> {
//! let site = Site::open("frontend/dist", config)?;
//! let state = Data::new(State::new(storage, Hub::new(), site));
//! let app = App::new().configure(|cfg| tokibako_http::configure(cfg, state));
//! # Ok(())
//! # }
//! ```
//!
//! Every failure of the API is answered by [`Problem`], the only place that knows its status codes; `pages`
//! answers for the site, with the not-found page or 405.
//! What a client writes is read in three steps: `body` (a browser's JSON object), the `fields` of each
//! thing (values in range, all refusals in one answer), and the domain's own types.

use actix_web::web::{Data, ServiceConfig};

mod accounts;
mod alarms;
mod answer;
mod belongings;
mod body;
mod browser;
mod caching;
mod clock;
mod docs;
mod error;
mod events;
mod field;
mod health;
mod instant;
mod openapi;
mod pages;
mod parameters;
mod preview;
mod problems;
mod refused;
mod routes;
mod row_id;
mod schema;
mod state;
mod text;
mod timers;
mod weather;

pub use error::Problem;
pub use events::Hub;
pub use pages::{Operator, PlaceholderError, Site, SiteConfig, SiteError, Tools};
pub use refused::Refused;
pub use state::{Clock, State};

/// Registers every path of the site, answered from `state`.
pub fn configure(cfg: &mut ServiceConfig, state: Data<State>) {
    cfg.app_data(state);
    routes::register(cfg);
}

/// Registers the probes alone, for an address of their own.
pub fn configure_probes(cfg: &mut ServiceConfig, state: Data<State>) {
    cfg.app_data(state);
    routes::register_probes(cfg);
}
