//! A weather report in the shape of the API (specification, section 3), the same for all providers, and the conditions of the
//! sky by WMO code; and why a report is missing.

use std::time::Duration;

use serde::{Deserialize, Serialize, Serializer};
use utoipa::ToSchema;

/// A bound in °C, in both directions, that no temperature on Earth has reached.
const HOTTEST_OR_COLDEST: f64 = 100.0;

/// Longer than any name of a place or of a condition.
const LONGEST_TEXT: usize = 200;

/// More days than any provider forecasts.
const MOST_DAYS: usize = 16;

/// The weather of a place.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = Weather)]
pub struct Report {
    pub location: Location,
    pub current: CurrentWeather,
    /// Absent if the provider has no forecast.
    #[serde(rename = "forecast", serialize_with = "forecast", skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Forecast, required = false)]
    pub days: Vec<Extremes>,
}

/// The place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = WeatherLocation)]
pub struct Location {
    pub name: String,
    /// May be empty.
    pub region: String,
    pub country: String,
    /// A name of the IANA time zone database.
    #[serde(rename = "tz_id")]
    #[schema(examples("Asia/Tokyo"))]
    pub zone: String,
    /// When the report was made, in the local time of the place.
    #[serde(rename = "localtime")]
    #[schema(examples("2026-11-21 07:30"))]
    pub local_time: String,
}

/// The weather when the report was made.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct CurrentWeather {
    #[serde(rename = "temp_c")]
    pub celsius: f64,
    #[serde(rename = "feelslike_c")]
    pub feels_like: f64,
    /// In per cent.
    pub humidity: f64,
    /// 1 during daylight, else 0; null if the provider does not say.
    #[serde(serialize_with = "flag")]
    #[schema(required = true, value_type = Option<u8>, maximum = 1)]
    pub is_day: Option<bool>,
    pub condition: Condition,
}

/// The condition of the sky.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = WeatherCondition)]
pub struct Condition {
    /// In English.
    pub text: String,
    /// A path of this site, or an address, possibly without its scheme.
    #[schema(examples("/icons/weather-rain-day.svg", "//cdn.example/night/116.png"))]
    pub icon: String,
    /// The code of WMO table 4677; null if the provider's own code is unknown.
    #[schema(required = true, value_type = Option<u8>, maximum = 99)]
    pub code: Option<WmoCode>,
}

/// The extremes of a day.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = Day)]
pub struct Extremes {
    #[serde(rename = "maxtemp_c")]
    pub highest: f64,
    #[serde(rename = "mintemp_c")]
    pub lowest: f64,
}

/// The forecast.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct Forecast {
    /// Today first.
    pub(crate) forecastday: Vec<ForecastDay>,
}

/// A day of the forecast.
#[derive(Serialize, Deserialize, ToSchema)]
pub(crate) struct ForecastDay {
    pub(crate) day: Extremes,
}

fn forecast<S: Serializer>(days: &[Extremes], serializer: S) -> Result<S::Ok, S::Error> {
    Forecast { forecastday: days.iter().map(|day| ForecastDay { day: *day }).collect() }.serialize(serializer)
}

#[expect(clippy::trivially_copy_pass_by_ref, clippy::ref_option, reason = "serde calls it with a reference")]
fn flag<S: Serializer>(flag: &Option<bool>, serializer: S) -> Result<S::Ok, S::Error> {
    flag.map(u8::from).serialize(serializer)
}

impl Report {
    /// Returns the report if all its values are plausible.
    pub(crate) fn checked(self) -> Result<Self, Failure> {
        let temperatures = [self.current.celsius, self.current.feels_like];
        let temperatures = temperatures.into_iter().chain(self.days.iter().flat_map(|day| [day.highest, day.lowest]));
        if !temperatures.into_iter().all(|degrees| degrees.abs() <= HOTTEST_OR_COLDEST) {
            return Err(Failure::Implausible("a temperature beyond 100 degrees"));
        }
        if !(0.0..=100.0).contains(&self.current.humidity) {
            return Err(Failure::Implausible("a humidity beyond 0 and 100 per cent"));
        }
        if self.days.len() > MOST_DAYS || self.days.iter().any(|day| day.lowest > day.highest) {
            return Err(Failure::Implausible("days that are too many, or warmest when they are coldest"));
        }
        let Location { name, region, country, zone, .. } = &self.location;
        if name.trim().is_empty() || zone.trim().is_empty() {
            return Err(Failure::Implausible("a place without a name or a time zone"));
        }
        let texts = [name, region, country, zone, &self.current.condition.text, &self.current.condition.icon];
        if texts.into_iter().any(|text| text.chars().count() > LONGEST_TEXT) {
            return Err(Failure::Implausible("a text longer than any name"));
        }
        Ok(self)
    }
}

/// A code of WMO table 4677 (present weather), as far as forecasts use it: 0 to 99.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct WmoCode(u8);

impl WmoCode {
    /// The code with this number; `None` beyond the table.
    pub fn new(number: i64) -> Option<Self> {
        u8::try_from(number).ok().filter(|number| *number <= 99).map(Self)
    }

    pub const fn number(self) -> u8 {
        self.0
    }

    /// The description in English.
    pub const fn text(self) -> &'static str {
        match self.0 {
            0 => "Clear sky",
            1 => "Mainly clear",
            2 => "Partly cloudy",
            3..=19 => "Overcast",
            20..=48 => "Fog",
            49..=51 => "Light drizzle",
            52..=53 => "Drizzle",
            54..=55 => "Heavy drizzle",
            56..=57 => "Freezing drizzle",
            58..=61 => "Light rain",
            62..=63 => "Rain",
            64..=65 => "Heavy rain",
            66..=67 => "Freezing rain",
            68..=69 => "Sleet",
            70..=71 => "Light snow",
            72..=73 => "Snow",
            74..=76 => "Heavy snow",
            77..=79 => "Snow grains",
            80 => "Light showers",
            81 => "Showers",
            82 => "Heavy showers",
            83..=84 => "Sleet showers",
            85..=90 => "Snow showers",
            91..=95 => "Thunderstorm",
            _ => "Thunderstorm with hail",
        }
    }

    /// The path of the site's icon for it.
    pub fn icon(self, is_day: bool) -> String {
        let time = if is_day { "day" } else { "night" };
        format!("/icons/weather-{}-{time}.svg", self.picture())
    }

    const fn picture(self) -> &'static str {
        match self.0 {
            0..=1 => "clear",
            2 => "partly-cloudy",
            3..=19 => "cloudy",
            20..=48 => "fog",
            49..=55 => "drizzle",
            56..=57 | 66..=69 => "sleet",
            58..=65 => "rain",
            70..=79 => "snow",
            80..=82 => "showers",
            83..=90 => "snow-showers",
            _ => "thunder",
        }
    }
}

/// Why a call to the provider, or its answer for one city, gave no report.
///
/// No variant contains the provider's key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    #[error("no answer in time")]
    Slow,
    #[error("the provider cannot be reached: {0}")]
    Unreachable(String),
    /// A status other than 200, and the reason that came with it.
    #[error("the provider answered with status {0}: {1}")]
    Status(u16, String),
    /// Status 429, with the provider's `Retry-After`.
    #[error("the provider says that it is asked too often")]
    TooOften(Option<Duration>),
    #[error("the quota of the provider's key is used up")]
    QuotaUsedUp,
    #[error("the provider refuses the key")]
    KeyRefused,
    /// The answer is too long, not JSON, or not as documented.
    #[error("the answer is not a weather report: {0}")]
    Unreadable(String),
    #[error("the report cannot be right: {0}")]
    Implausible(&'static str),
    #[error("the provider does not know the place")]
    UnknownPlace,
}

impl Failure {
    /// Whether only one city failed and the provider itself works.
    pub const fn is_of_one_place(&self) -> bool {
        matches!(self, Self::Implausible(_) | Self::UnknownPlace)
    }
}

#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The HTTPS client cannot be created, mostly because root certificates are missing.
    #[error("cannot set up an HTTPS client; are the system's root certificates installed?")]
    Client(#[source] reqwest::Error),
    #[error(
        "the address of a weather provider is http://host or https://host, with a path perhaps and without a query"
    )]
    Address,
    #[error("the key of a weather provider must be printable ASCII without spaces")]
    Key,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(numbers: &[i64], picture: &str) {
        for number in numbers {
            let code = WmoCode::new(*number).unwrap();
            assert_eq!(code.icon(true), format!("/icons/weather-{picture}-day.svg"), "{number}");
            assert_eq!(code.icon(false), format!("/icons/weather-{picture}-night.svg"), "{number}");
            assert!(!code.text().is_empty());
        }
    }

    #[test]
    fn every_code_that_open_meteo_documents_has_its_picture() {
        check(&[0, 1], "clear");
        check(&[2], "partly-cloudy");
        check(&[3], "cloudy");
        check(&[45, 48], "fog");
        check(&[51, 53, 55], "drizzle");
        check(&[56, 57, 66, 67], "sleet");
        check(&[61, 63, 65], "rain");
        check(&[71, 73, 75, 77], "snow");
        check(&[80, 81, 82], "showers");
        check(&[85, 86], "snow-showers");
        check(&[95, 96, 99], "thunder");
    }

    #[test]
    fn the_table_ends_at_99() {
        assert!(WmoCode::new(0).is_some() && WmoCode::new(99).is_some());
        assert!(WmoCode::new(-1).is_none() && WmoCode::new(100).is_none() && WmoCode::new(256).is_none());
    }
}
