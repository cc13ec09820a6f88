//! The weather of the catalogue's cities, fetched from a provider.
//!
//! A server starts it with a provider and asks it for cities:
//!
//! ```no_run
//! use time::OffsetDateTime;
//! use tokibako_weather::{Weather, cities::Catalogue, provider::{ProviderAddress, OpenMeteo}};
//!
//! # async fn ask() -> Result<(), Box<dyn std::error::Error>> {
//! let provider = OpenMeteo::new(ProviderAddress::of(OpenMeteo::ADDRESS)?, None)?;
//! let weather = Weather::new(Catalogue::built_in()?, provider, OffsetDateTime::now_utc);
//! if let Some(tokyo) = weather.city("Tokyo,Japan") {
//!     println!("{} °C", weather.of(tokyo).await?.report.current.celsius);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! A report is fresh for an hour, and served for a day if the provider fails. One that is asked for and old is refreshed
//! (`refresh`): by one call even if several requests wait for it, in batches if the provider supports them, and by none
//! while the provider is down (`breaker`).

mod breaker;
pub mod cities;
pub mod provider;
mod refresh;
pub mod report;
mod service;

pub use crate::{
    refresh::ServedReport,
    report::{Failure, SetupError},
    service::Weather,
};
