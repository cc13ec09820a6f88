//! WeatherAPI.com: one city per call, with a key.
//!
//! <https://www.weatherapi.com/docs/>: `GET /v1/forecast.json` answers in the shape of the specification, or
//! `{"error": {"code": …, "message": …}}`.

use std::sync::Arc;

use serde::Deserialize;
use time::OffsetDateTime;

use super::caller::{Caller, Outcome, Provider, ProviderAddress, ProviderKey, ProviderResponse};
use crate::{
    cities::City,
    report::{Condition, CurrentWeather, Failure, Forecast, Location, Report, SetupError, WmoCode},
};

const PATH: &str = "/v1/forecast.json";

/// WeatherAPI.com, or a server with the same API.
pub struct WeatherApi(Caller);

#[derive(Deserialize)]
struct Refusal {
    error: RefusalDetails,
}

#[derive(Deserialize)]
struct RefusalDetails {
    code: i64,
    #[serde(default)]
    message: String,
}

/// The weather of one city as the provider sends it.
#[derive(Deserialize)]
struct Weather {
    location: Location,
    current: WeatherNow,
    #[serde(default)]
    forecast: Option<Forecast>,
}

#[derive(Deserialize)]
struct WeatherNow {
    temp_c: f64,
    feelslike_c: f64,
    humidity: f64,
    #[serde(default)]
    is_day: Option<f64>,
    condition: WeatherCondition,
}

#[derive(Deserialize)]
struct WeatherCondition {
    text: String,
    icon: String,
    #[serde(default)]
    code: Option<i64>,
}

impl WeatherApi {
    pub const ADDRESS: &str = "https://api.weatherapi.com";

    /// Calls the service at `address` with `key`.
    pub fn new(address: ProviderAddress, key: ProviderKey) -> Result<Self, SetupError> {
        Caller::new(address, Some(key)).map(Self)
    }

    async fn ask(&self, city: &City) -> Result<Report, Failure> {
        // Asks by coordinates, because many towns share a name.
        let place = format!("{},{}", city.latitude, city.longitude);
        let key = self.0.key().map_or("", ProviderKey::as_str);
        let parameters = [("key", key), ("q", &place), ("days", "1"), ("aqi", "no"), ("alerts", "no")];
        let response = self.0.get(PATH, &parameters).await?;
        if response.status != 200 {
            return Err(self.refusal(&response));
        }
        let weather: Weather =
            serde_json::from_slice(&response.body).map_err(|error| Failure::Unreadable(error.to_string()))?;
        weather.report(city)
    }

    /// Classifies an error by the code that the documentation lists.
    fn refusal(&self, response: &ProviderResponse) -> Failure {
        let refusal = serde_json::from_slice::<Refusal>(&response.body).ok().map(|it| it.error);
        match (response.status, refusal) {
            (_, Some(RefusalDetails { code: 2007, .. })) => Failure::QuotaUsedUp,
            (429, _) => Failure::TooOften(response.retry_after),
            (401, _) | (_, Some(RefusalDetails { code: 1002 | 2006 | 2008 | 2009, .. })) => Failure::KeyRefused,
            (_, Some(RefusalDetails { code: 1006, .. })) => Failure::UnknownPlace,
            (status, refusal) => {
                let reason = refusal.map_or(String::new(), |it| format!("{} {}", it.code, it.message));
                Failure::Status(status, self.0.printable(&reason))
            }
        }
    }
}

impl Provider for WeatherApi {
    const CITIES_PER_CALL: usize = 1;

    /// A moderate load for the provider, and enough for fifty cities within the time limit.
    const MAX_CONCURRENT_CALLS: usize = 8;

    async fn fetch(&self, cities: &[Arc<City>], _: OffsetDateTime) -> Outcome {
        let mut reports = Vec::new();
        for city in cities {
            match self.ask(city).await {
                Err(failure) if !failure.is_of_one_place() => return Err(failure),
                report => reports.push(report),
            }
        }
        Ok(reports)
    }
}

impl Weather {
    fn report(self, city: &City) -> Result<Report, Failure> {
        let Self { location, current, forecast } = self;
        let days = forecast.into_iter().flat_map(|forecast| forecast.forecastday);
        let report = Report {
            location: Location { local_time: padded(&location.local_time)?, ..location },
            current: CurrentWeather {
                celsius: current.temp_c,
                feels_like: current.feelslike_c,
                humidity: current.humidity,
                is_day: current.is_day.map(|flag| flag > 0.5),
                condition: Condition {
                    text: current.condition.text,
                    icon: current.condition.icon,
                    code: current.condition.code.and_then(wmo_code),
                },
            },
            days: days.map(|it| it.day).collect(),
        };
        let mut report = report.checked()?;
        // The provider names the district at the coordinates; the report has the city's name.
        city.name.clone_into(&mut report.location.name);
        Ok(report)
    }
}

/// Adds the leading zero that the hour of a local time may lack.
fn padded(local_time: &str) -> Result<String, Failure> {
    const WRONG: Failure = Failure::Implausible("no local time");
    let digits = |text: &str, least: usize, most: usize| {
        let is_whole = (least..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        if is_whole { text.parse::<u16>().map_err(|_| WRONG) } else { Err(WRONG) }
    };
    let (date, time) = local_time.split_once(' ').ok_or(WRONG)?;
    let (hour, minute) = time.split_once(':').ok_or(WRONG)?;
    let (hour, minute) = (digits(hour, 1, 2)?, digits(minute, 2, 2)?);
    let mut parts = date.splitn(3, '-');
    let mut part = |length| digits(parts.next().unwrap_or_default(), length, length);
    let (year, month, day) = (part(4)?, part(2)?, part(2)?);
    let is_on_the_calendar = (1..=12).contains(&month) && (1..=31).contains(&day) && hour < 24 && minute < 60;
    is_on_the_calendar.then(|| format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}")).ok_or(WRONG)
}

/// Maps one of the provider's condition codes (<https://www.weatherapi.com/docs/weather_conditions.json>) to the
/// nearest WMO code.
///
/// Sleet becomes freezing rain: forecasts by WMO code do not distinguish them.
fn wmo_code(code: i64) -> Option<WmoCode> {
    let wmo = match code {
        1000 => 0,
        1003 => 2,
        1006 | 1009 => 3,
        1030 | 1135 => 45,
        1147 => 48,
        1150 | 1153 => 51,
        1072 | 1168 => 56,
        1171 => 57,
        1180 | 1183 => 61,
        1186 | 1189 => 63,
        1192 | 1195 => 65,
        1069 | 1198 | 1204 | 1249 | 1261 => 66,
        1201 | 1207 | 1237 | 1252 | 1264 => 67,
        1210 | 1213 => 71,
        1114 | 1216 | 1219 => 73,
        1117 | 1222 | 1225 => 75,
        1063 | 1240 => 80,
        1243 => 81,
        1246 => 82,
        1066 | 1255 => 85,
        1258 => 86,
        1087 | 1273 | 1276 | 1279 | 1282 => 95,
        _ => return None,
    };
    WmoCode::new(wmo)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_hour_gets_its_leading_zero() {
        for (written, local_time) in [
            ("2026-11-20 7:28", Some("2026-11-20 07:28")),
            ("2026-11-20 0:00", Some("2026-11-20 00:00")),
            ("2026-11-20 23:59", Some("2026-11-20 23:59")),
            ("2026-11-20", None),
            ("2026-11-20 24:00", None),
            ("2026-13-20 07:28", None),
            ("2026-11-20 7:2", None),
            ("2026-11-20 +7:28", None),
            ("7:28", None),
            ("", None),
        ] {
            assert_eq!(padded(written).ok().as_deref(), local_time, "{written:?}");
        }
    }

    #[test]
    fn every_condition_of_the_documentation_has_a_wmo_code() {
        let documented = [
            1000, 1003, 1006, 1009, 1030, 1063, 1066, 1069, 1072, 1087, 1114, 1117, 1135, 1147, 1150, 1153, 1168, 1171,
            1180, 1183, 1186, 1189, 1192, 1195, 1198, 1201, 1204, 1207, 1210, 1213, 1216, 1219, 1222, 1225, 1237, 1240,
            1243, 1246, 1249, 1252, 1255, 1258, 1261, 1264, 1273, 1276, 1279, 1282,
        ];
        for code in documented {
            assert!(wmo_code(code).is_some(), "{code}");
        }
        assert_eq!(wmo_code(1001), None);
        assert_eq!(wmo_code(0), None);
    }
}
