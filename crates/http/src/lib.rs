//! The HTTP room: routes, JSON shapes, errors as responses, event streams, the built site.
//!
//! A server composes it with [`app`], once a worker:
//!
//! ```no_run
//! use actix_web::web::Data;
//! use tokibako_http::{Hub, Site, SiteConfig, SiteError, State};
//!
//! # fn compose(storage: tokibako_storage::Storage, config: &SiteConfig) -> Result<(), SiteError> {
//! let site = Site::open("frontend/dist", config)?;
//! let state = Data::new(State::new(storage, Hub::new(), site));
//! let app = tokibako_http::app(state);
//! # Ok(())
//! # }
//! ```
//!
//! Every failure of the API is answered by [`Problem`], the only place that knows its status codes; `pages`
//! answers for the site, with the not-found page or 405.
//! What a client writes is read in three steps: `body` (a browser's JSON object), the `fields` of each
//! thing (values in range, all refusals in one answer), and the domain's own types.

use actix_web::{
    App, Error,
    dev::{ServiceFactory, ServiceRequest, ServiceResponse},
    middleware::from_fn,
    web::Data,
};
use prometheus_client::registry::Registry;

mod accounts;
mod admission;
mod alarms;
mod answer;
mod belongings;
mod body;
mod browser;
mod caching;
mod clock;
mod compressed;
mod content_policy;
mod docs;
mod document;
mod error;
mod events;
mod field;
mod headers;
mod health;
mod instant;
mod limits;
mod metrics;
mod openapi;
mod pages;
mod parameters;
mod preview;
mod problems;
mod query;
mod refused;
mod routes;
mod row_id;
mod same_site;
mod schema;
mod state;
mod text;
mod timers;
mod unread_body;
mod weather;

pub use error::Problem;
pub use events::Hub;
pub use limits::Limits;
pub use pages::{Operator, PlaceholderError, Site, SiteConfig, SiteError, Tools};
pub use refused::Refused;
pub use state::{Clock, State};

/// Every path of the site, answered from `state`.
pub fn app(
    state: Data<State>,
) -> App<impl ServiceFactory<ServiceRequest, Config = (), Response = ServiceResponse, Error = Error, InitError = ()>> {
    App::new().app_data(state).configure(routes::register).wrap(from_fn(headers::add)).wrap(from_fn(metrics::measure))
}

/// The probes and all that `registry` tells, for an address that visitors do not reach.
pub fn ops(
    state: Data<State>,
    registry: Data<Registry>,
) -> App<impl ServiceFactory<ServiceRequest, Config = (), Response = ServiceResponse, Error = Error, InitError = ()>> {
    App::new().app_data(state).app_data(registry).configure(routes::register_ops).wrap(from_fn(headers::add))
}
