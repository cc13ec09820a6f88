//! A weather report (specification, section 3), the same for all providers, and the conditions of the sky by WMO code; and why a
//! report is missing.

use std::time::Duration;

/// A bound in °C, in both directions, that no temperature on Earth has reached.
const HOTTEST_OR_COLDEST: f64 = 100.0;

/// Longer than any name of a place or of a condition.
const LONGEST_TEXT: usize = 200;

/// More days than any provider forecasts.
const MOST_DAYS: usize = 16;

/// The current weather of a city and, if the provider has one, the forecast.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The city.
    pub location: Location,
    /// The weather now.
    pub current: CurrentWeather,
    /// The forecast, today first; empty if the provider has none.
    pub days: Vec<Extremes>,
}

/// The place of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// The place's name in English.
    pub name: String,
    /// The part of the country it lies in; may be empty.
    pub region: String,
    /// The country in English.
    pub country: String,
    /// The IANA name of its time zone.
    pub zone: String,
    /// The local time of the report, `YYYY-MM-DD HH:mm`.
    pub local_time: String,
}

/// The weather at the time of the report.
#[derive(Debug, Clone, PartialEq)]
pub struct CurrentWeather {
    /// Degrees Celsius.
    pub celsius: f64,
    /// The apparent temperature in degrees Celsius.
    pub feels_like: f64,
    /// Relative humidity in per cent.
    pub humidity: f64,
    /// Whether the sun is up; `None` where the provider does not say.
    pub is_day: Option<bool>,
    /// The weather condition.
    pub condition: Condition,
}

/// A weather condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// The description in English.
    pub text: String,
    /// The address of its icon: a path of this site, or a URL, perhaps without a scheme (`//host/path`).
    pub icon: String,
    /// The WMO code; `None` if the provider's own code is unknown.
    pub code: Option<WmoCode>,
}

/// The highest and the lowest temperature of a day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Extremes {
    /// The highest temperature, degrees Celsius.
    pub highest: f64,
    /// The lowest temperature, degrees Celsius.
    pub lowest: f64,
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WmoCode(u8);

impl WmoCode {
    /// The code with this number; `None` beyond the table.
    #[must_use]
    pub fn new(number: i64) -> Option<Self> {
        u8::try_from(number).ok().filter(|number| *number <= 99).map(Self)
    }

    /// The number of the code.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The description in English.
    #[must_use]
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
    #[must_use]
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
    /// The call timed out.
    #[error("no answer in time")]
    Slow,
    /// No connection could be made, or it was lost.
    #[error("the provider cannot be reached: {0}")]
    Unreachable(String),
    /// A status other than 200, and the reason that came with it.
    #[error("the provider answered with status {0}: {1}")]
    Status(u16, String),
    /// Status 429, with the provider's `Retry-After`.
    #[error("the provider says that it is asked too often")]
    TooOften(Option<Duration>),
    /// The quota of the key is used up.
    #[error("the quota of the provider's key is used up")]
    QuotaUsedUp,
    /// The key is missing, wrong or disabled.
    #[error("the provider refuses the key")]
    KeyRefused,
    /// The answer is too long, not JSON, or not as documented.
    #[error("the answer is not a weather report: {0}")]
    Unreadable(String),
    /// A value of the report is out of range.
    #[error("the report cannot be right: {0}")]
    Implausible(&'static str),
    /// The provider does not know the place.
    #[error("the provider does not know the place")]
    UnknownPlace,
}

impl Failure {
    /// Whether only one city failed and the provider itself works.
    #[must_use]
    pub const fn is_of_one_place(&self) -> bool {
        matches!(self, Self::Implausible(_) | Self::UnknownPlace)
    }
}

/// Why the provider's client cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The HTTPS client cannot be created, mostly because root certificates are missing.
    #[error("cannot set up an HTTPS client; are the system's root certificates installed?")]
    Client(#[source] reqwest::Error),
    /// The address is invalid.
    #[error(
        "the address of a weather provider is http://host or https://host, with a path perhaps and without a query"
    )]
    Address,
    /// The key is invalid.
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
