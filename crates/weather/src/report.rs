//! A weather report (specification, section 3), the same for all providers.

use crate::{condition::WmoCode, error::Failure};

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
