//! Sets the weather up as configured.

use anyhow::Result;
use tokibako_storage::clock::Clock;
use tokibako_weather::{
    Weather,
    cities::Catalogue,
    provider::{OpenMeteo, WeatherApi},
};
use tracing::error;

use crate::config::{Config, WeatherSource};

/// Starts the weather service, if this process serves the site and a provider is configured. The site works without the
/// weather, so a failure is logged and does not stop the start.
pub(crate) fn start(config: &Config, clock: Clock) -> Option<Weather> {
    if !config.role.serves() {
        return None;
    }
    from(&config.weather, clock).unwrap_or_else(|failure| {
        error!(failure = format!("{failure:#}"), "the weather is unavailable");
        None
    })
}

fn from(source: &WeatherSource, clock: Clock) -> Result<Option<Weather>> {
    let clock = move || clock.precise_now();
    Ok(match source.clone() {
        WeatherSource::Off => None,
        WeatherSource::OpenMeteo(address, key) => {
            Some(Weather::start(Catalogue::built_in()?, OpenMeteo::new(address, key)?, clock))
        }
        WeatherSource::WeatherApi(address, key) => {
            Some(Weather::start(Catalogue::built_in()?, WeatherApi::new(address, key)?, clock))
        }
    })
}
