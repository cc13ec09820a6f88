//! A weather report (specification, section 3), whoever provided it.

use serde::{Deserialize, Serialize};

/// The weather at a place now and, where the provider says so, on the days to come.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Which place it is.
    pub location: Location,
    /// The weather now.
    pub current: Current,
    /// The days to come, today first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forecast: Option<Forecast>,
}

/// The place of a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Location {
    /// The place's name.
    pub name: String,
    /// The part of the country it lies in; may be empty.
    pub region: String,
    /// The country.
    pub country: String,
    /// The IANA name of its time zone.
    pub tz_id: String,
    /// The local time of the report, `YYYY-MM-DD HH:mm`.
    pub localtime: String,
}

/// The weather at the time of the report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Current {
    /// Degrees Celsius.
    pub temp_c: f64,
    /// What the sky does.
    pub condition: Condition,
    /// Degrees Celsius as they feel.
    pub feelslike_c: f64,
    /// Relative humidity in per cent.
    pub humidity: f64,
}

/// A state of the sky.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Condition {
    /// In words.
    pub text: String,
    /// Where its picture is; may leave out the scheme (`//host/path`).
    pub icon: String,
}

/// The days to come.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Forecast {
    /// Today first.
    pub forecastday: Vec<ForecastDay>,
}

/// One day of a forecast.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ForecastDay {
    /// Its extremes.
    pub day: Extremes,
}

/// The extremes of a day.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Extremes {
    /// The highest temperature, degrees Celsius.
    pub maxtemp_c: f64,
    /// The lowest temperature, degrees Celsius.
    pub mintemp_c: f64,
}

/// Why a provider's answer is no report.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// Not JSON, or not of the report's shape.
    #[error("the answer is no weather report: {0}")]
    Shape(#[from] serde_json::Error),
    /// The place has no name, or no time zone.
    #[error("the answer names no place")]
    NoLocation,
}

impl Report {
    /// Reads a report out of a provider's answer.
    pub fn from_json(answer: &[u8]) -> Result<Self, ReportError> {
        let report: Self = serde_json::from_slice(answer)?;
        if report.location.name.is_empty() || report.location.tz_id.is_empty() {
            return Err(ReportError::NoLocation);
        }
        Ok(report)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn answer() -> Value {
        json!({
            "location": {
                "name": "Tokyo", "region": "", "country": "Japan",
                "tz_id": "Asia/Tokyo", "localtime": "2026-11-20 7:28"
            },
            "current": {
                "temp_c": 14, "condition": { "text": "Partly cloudy", "icon": "//cdn.example/116.png" },
                "feelslike_c": 13.4, "humidity": 61
            },
            "forecast": { "forecastday": [{ "day": { "maxtemp_c": 18.2, "mintemp_c": 9 } }] },
            "alerts": {}
        })
    }

    #[track_caller]
    fn refuses(change: impl FnOnce(&mut Value)) {
        let mut answer = answer();
        change(&mut answer);
        assert!(Report::from_json(answer.to_string().as_bytes()).is_err(), "{answer}");
    }

    #[test]
    fn whole_numbers_and_unknown_fields_are_taken() {
        let report = Report::from_json(answer().to_string().as_bytes()).unwrap();
        assert!((report.current.temp_c - 14.0).abs() < f64::EPSILON);
        assert_eq!(report.location.tz_id, "Asia/Tokyo");
        assert_eq!(report.forecast.unwrap().forecastday.len(), 1);
    }

    #[test]
    fn a_forecast_may_be_missing() {
        let mut answer = answer();
        answer.as_object_mut().unwrap().remove("forecast");
        assert_eq!(Report::from_json(answer.to_string().as_bytes()).unwrap().forecast, None);
    }

    #[test]
    fn a_report_of_no_place_or_no_shape_is_refused() {
        refuses(|answer| answer["location"] = Value::Null);
        refuses(|answer| answer["location"] = json!({}));
        refuses(|answer| answer["location"]["name"] = json!(""));
        refuses(|answer| answer["location"]["tz_id"] = json!(""));
        refuses(|answer| answer["current"]["temp_c"] = json!("14"));
        refuses(|answer| answer["current"]["condition"] = json!([]));
        refuses(|answer| *answer = json!([]));
    }
}
