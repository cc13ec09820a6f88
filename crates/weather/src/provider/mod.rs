//! The providers of weather reports.

mod caller;
mod open_meteo;
mod weather_api;

pub use self::{
    caller::{Outcome, Provider, ProviderAddress, ProviderKey},
    open_meteo::OpenMeteo,
    weather_api::WeatherApi,
};
