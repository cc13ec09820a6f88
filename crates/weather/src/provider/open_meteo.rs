//! Open-Meteo: many cities in one call, without a key.
//!
//! <https://open-meteo.com/en/docs>: `GET /v1/forecast` answers an object for one place and an array for several, or
//! `{"error": true, "reason": …}`.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use time::{OffsetDateTime, macros::format_description};

use super::caller::{Caller, Outcome, Provider, ProviderAddress, ProviderKey, ProviderResponse};
use crate::{
    cities::City,
    report::{Condition, CurrentWeather, Extremes, Failure, Location, Report, SetupError, WmoCode},
};

const PATH: &str = "/v1/forecast";

const CURRENT: &str = "temperature_2m,relative_humidity_2m,apparent_temperature,is_day,weather_code";

const DAILY: &str = "temperature_2m_max,temperature_2m_min";

/// Open-Meteo, or a self-hosted server with the same API.
pub struct OpenMeteo(Caller);

#[derive(Deserialize)]
struct Refusal {
    #[serde(default)]
    error: bool,
    #[serde(default)]
    reason: String,
}

/// The weather of one city as the provider sends it. Any reading may be null.
#[derive(Deserialize)]
struct Forecast {
    current: Readings,
    #[serde(default)]
    daily: Option<Daily>,
}

#[derive(Deserialize)]
struct Readings {
    temperature_2m: Option<f64>,
    relative_humidity_2m: Option<f64>,
    apparent_temperature: Option<f64>,
    is_day: Option<f64>,
    weather_code: Option<f64>,
}

#[derive(Deserialize)]
struct Daily {
    temperature_2m_max: Vec<Option<f64>>,
    temperature_2m_min: Vec<Option<f64>>,
}

impl OpenMeteo {
    pub const ADDRESS: &str = "https://api.open-meteo.com";

    /// `key` is needed for the commercial plans only.
    pub fn new(address: ProviderAddress, key: Option<ProviderKey>) -> Result<Self, SetupError> {
        Caller::new(address, key).map(Self)
    }

    async fn ask(&self, cities: &[Arc<City>]) -> Result<Vec<Value>, Failure> {
        let latitudes = joined(cities, |city| city.latitude);
        let longitudes = joined(cities, |city| city.longitude);
        let mut parameters = vec![
            ("latitude", latitudes.as_str()),
            ("longitude", longitudes.as_str()),
            ("current", CURRENT),
            ("daily", DAILY),
            ("timezone", "auto"),
            ("forecast_days", "1"),
        ];
        if let Some(key) = self.0.key() {
            parameters.push(("apikey", key.as_str()));
        }
        let response = self.0.get(PATH, &parameters).await?;
        if response.status != 200 {
            return Err(self.refusal(&response));
        }
        let places = match serde_json::from_slice(&response.body).map_err(|error| unreadable(&error))? {
            Value::Array(places) => places,
            place => {
                // A refusal of the whole call, although its status is 200.
                if let Some(reason) = self.reason_of(&place) {
                    return Err(Failure::Status(200, reason));
                }
                vec![place]
            }
        };
        if places.len() == cities.len() {
            return Ok(places);
        }
        Err(Failure::Unreadable(format!("it has {} places for {}", places.len(), cities.len())))
    }

    /// The reason of an answer that is a refusal.
    fn reason_of(&self, place: &Value) -> Option<String> {
        let refusal = Refusal::deserialize(place).ok().filter(|refusal| refusal.error)?;
        Some(self.0.printable(&refusal.reason))
    }

    fn refusal(&self, response: &ProviderResponse) -> Failure {
        match response.status {
            429 => Failure::TooOften(response.retry_after),
            status => {
                let reason = serde_json::from_slice::<Refusal>(&response.body).map_or(String::new(), |it| it.reason);
                Failure::Status(status, self.0.printable(&reason))
            }
        }
    }
}

impl Provider for OpenMeteo {
    const CITIES_PER_CALL: usize = 50;

    /// The public service answers one call at a time for each client address.
    const MAX_CONCURRENT_CALLS: usize = 1;

    async fn fetch(&self, cities: &[Arc<City>], now: OffsetDateTime) -> Outcome {
        let responses = self.ask(cities).await?;
        let read = |(response, city): (Value, &Arc<City>)| {
            if let Some(reason) = self.reason_of(&response) {
                return Err(Failure::Unreadable(reason));
            }
            let forecast: Forecast = serde_json::from_value(response).map_err(|error| unreadable(&error))?;
            forecast.report(city, now)
        };
        let reports = responses.into_iter().zip(cities).map(read).collect::<Vec<_>>();
        // If no report is readable, the whole call has failed.
        match reports.iter().find(|report| !matches!(report, Err(Failure::Unreadable(_)))) {
            None => Err(reports.into_iter().find_map(Result::err).unwrap_or(Failure::UnknownPlace)),
            Some(_) => Ok(reports),
        }
    }
}

impl Forecast {
    fn report(self, city: &City, now: OffsetDateTime) -> Result<Report, Failure> {
        const MISSING: Failure = Failure::Implausible("a reading is missing");
        let Readings { temperature_2m, relative_humidity_2m, apparent_temperature, is_day, weather_code } =
            self.current;
        let is_day = is_day.ok_or(MISSING)? > 0.5;
        let code = weather_code.ok_or(MISSING)?;
        let code = whole_number(code).and_then(WmoCode::new).ok_or(Failure::Implausible("no code of the weather"))?;
        let report = Report {
            location: Location {
                name: city.name.clone(),
                region: String::new(),
                country: city.country().to_owned(),
                zone: city.zone.name().to_owned(),
                local_time: local_time(city, now)?,
            },
            current: CurrentWeather {
                celsius: temperature_2m.ok_or(MISSING)?,
                feels_like: apparent_temperature.ok_or(MISSING)?,
                humidity: relative_humidity_2m.ok_or(MISSING)?,
                is_day: Some(is_day),
                condition: Condition { text: code.text().to_owned(), icon: code.icon(is_day), code: Some(code) },
            },
            days: self.daily.and_then(|daily| daily.first()).into_iter().collect(),
        };
        report.checked()
    }
}

impl Daily {
    fn first(&self) -> Option<Extremes> {
        let highest = self.temperature_2m_max.first().copied()??;
        let lowest = self.temperature_2m_min.first().copied()??;
        Some(Extremes { highest, lowest })
    }
}

fn local_time(city: &City, now: OffsetDateTime) -> Result<String, Failure> {
    let form = format_description!("[year]-[month]-[day] [hour]:[minute]");
    let shown = city.zone.local(now).and_then(|local| local.format(form).ok());
    shown.ok_or(Failure::Implausible("a time beyond the calendar"))
}

fn joined(cities: &[Arc<City>], degrees: impl Fn(&City) -> f64) -> String {
    cities.iter().map(|city| degrees(city).to_string()).collect::<Vec<_>>().join(",")
}

/// Codes are whole numbers, but sometimes written with a fraction.
fn whole_number(number: f64) -> Option<i64> {
    #[expect(clippy::cast_possible_truncation, reason = "the number is known to be small and whole")]
    ((0.0..=1e3).contains(&number) && number.fract() == 0.0).then_some(number as i64)
}

fn unreadable(error: &serde_json::Error) -> Failure {
    Failure::Unreadable(error.to_string())
}
