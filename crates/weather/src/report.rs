//! A weather report (specification, section 3), whoever provided it.

use crate::{condition::WmoCode, error::Failure};

/// Beyond it no thermometer of this planet has been.
const HOTTEST_OR_COLDEST: f64 = 100.0;

/// Longer than any name of a place or of a state of the sky.
const LONGEST_TEXT: usize = 200;

/// More days than any provider forecasts.
const MOST_DAYS: usize = 16;

/// The weather at a place now and, where the provider says so, on the days to come.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// Which place it is.
    pub location: Location,
    /// The weather now.
    pub current: Current,
    /// The days to come, today first; empty where the provider says nothing of them.
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
pub struct Current {
    /// Degrees Celsius.
    pub celsius: f64,
    /// Degrees Celsius as they feel.
    pub feels_like: f64,
    /// Relative humidity in per cent.
    pub humidity: f64,
    /// Whether the sun is up; `None` where the provider does not say.
    pub is_day: Option<bool>,
    /// What the sky does.
    pub condition: Condition,
}

/// A state of the sky.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// In English.
    pub text: String,
    /// Where its picture is: a path of this site, or an address that may leave out the scheme (`//host/path`).
    pub icon: String,
    /// By its code; `None` where the provider's own is unknown.
    pub code: Option<WmoCode>,
}

/// The extremes of a day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Extremes {
    /// The highest temperature, degrees Celsius.
    pub highest: f64,
    /// The lowest temperature, degrees Celsius.
    pub lowest: f64,
}

impl Report {
    /// The report, if all of it can be.
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
