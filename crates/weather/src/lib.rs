//! The weather of the catalogue's cities: the one caller of the outside world.
//!
//! A server starts it with a provider and asks it for cities:
//!
//! ```no_run
//! use time::OffsetDateTime;
//! use tokibako_weather::{Weather, cities::Catalogue, provider::{Address, OpenMeteo}};
//!
//! # async fn ask() -> Result<(), Box<dyn std::error::Error>> {
//! let provider = OpenMeteo::new(Address::of(OpenMeteo::ADDRESS)?, None)?;
//! let weather = Weather::start(Catalogue::built_in()?, provider, OffsetDateTime::now_utc);
//! if let Some(tokyo) = weather.city("Tokyo,Japan") {
//!     println!("{} °C", weather.of(tokyo).await?.report.current.celsius);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! A report is served for an hour, and on failure for a day (`cache`). All that is missing meanwhile passes over one
//! `desk`, which asks once for a city however many wait for it, for many cities in one call where the
//! provider can, and not at all while the provider is ill (`breaker`).

mod breaker;
mod cache;
pub mod cities;
pub mod condition;
mod desk;
mod error;
mod metrics;
pub mod provider;
pub mod report;
mod service;

pub use cache::Served;
pub use error::{Failure, SetupError};
pub use service::Weather;
