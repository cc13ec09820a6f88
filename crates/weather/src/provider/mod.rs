//! The providers of weather reports.

mod address;
mod caller;
mod open_meteo;
mod source;
mod weather_api;

pub use address::{ProviderAddress, ProviderKey};
pub use open_meteo::OpenMeteo;
pub use source::{Outcome, Provider};
pub use weather_api::WeatherApi;
