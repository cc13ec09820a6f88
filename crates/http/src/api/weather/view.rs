//! The JSON of the weather, in the shape of the specification (section 3), with the names of WeatherAPI.com.

use serde::Serialize;
use tokibako_weather::{
    condition::WmoCode,
    report::{Extremes, Report},
};
use utoipa::ToSchema;

use crate::openapi::schema;

/// The weather of a place.
#[derive(Serialize, ToSchema)]
#[schema(as = Weather)]
pub(crate) struct WeatherView<'a> {
    location: LocationView<'a>,
    current: CurrentView<'a>,
    /// Absent if the provider has no forecast.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    forecast: Option<ForecastView>,
}

/// The place.
#[derive(Serialize, ToSchema)]
#[schema(as = WeatherLocation)]
struct LocationView<'a> {
    name: &'a str,
    /// May be empty.
    region: &'a str,
    country: &'a str,
    #[schema(schema_with = schema::zone)]
    tz_id: &'a str,
    /// When the report was made, in the local time of the place.
    #[schema(examples("2026-11-21 07:30"))]
    localtime: &'a str,
}

/// The weather when the report was made.
#[derive(Serialize, ToSchema)]
#[schema(as = CurrentWeather)]
struct CurrentView<'a> {
    temp_c: f64,
    feelslike_c: f64,
    /// In per cent.
    humidity: f64,
    /// 1 during daylight, else 0; null if the provider does not say.
    #[schema(required = true, maximum = 1)]
    is_day: Option<u8>,
    condition: ConditionView<'a>,
}

/// The condition of the sky.
#[derive(Serialize, ToSchema)]
#[schema(as = WeatherCondition)]
struct ConditionView<'a> {
    /// In English.
    text: &'a str,
    /// A path of this site, or an address, possibly without its scheme.
    #[schema(examples("/icons/weather-rain-day.svg", "//cdn.example/night/116.png"))]
    icon: &'a str,
    /// The code of WMO table 4677; null if the provider's own code is unknown.
    #[schema(required = true, maximum = 99)]
    code: Option<u8>,
}

/// The forecast.
#[derive(Serialize, ToSchema)]
#[schema(as = Forecast)]
struct ForecastView {
    /// Today first.
    forecastday: Vec<ForecastDayView>,
}

/// A day of the forecast.
#[derive(Serialize, ToSchema)]
#[schema(as = ForecastDay)]
struct ForecastDayView {
    day: DayView,
}

/// The extremes of a day.
#[derive(Serialize, ToSchema)]
#[schema(as = Day)]
struct DayView {
    maxtemp_c: f64,
    mintemp_c: f64,
}

impl<'a> WeatherView<'a> {
    /// The report in the shape of the specification.
    pub(crate) fn of(report: &'a Report) -> Self {
        let (location, current) = (&report.location, &report.current);
        let days: Vec<_> = report.days.iter().map(ForecastDayView::of).collect();
        Self {
            location: LocationView {
                name: &location.name,
                region: &location.region,
                country: &location.country,
                tz_id: &location.zone,
                localtime: &location.local_time,
            },
            current: CurrentView {
                temp_c: current.celsius,
                feelslike_c: current.feels_like,
                humidity: current.humidity,
                is_day: current.is_day.map(u8::from),
                condition: ConditionView {
                    text: &current.condition.text,
                    icon: &current.condition.icon,
                    code: current.condition.code.map(WmoCode::number),
                },
            },
            forecast: (!days.is_empty()).then_some(ForecastView { forecastday: days }),
        }
    }
}

impl ForecastDayView {
    fn of(day: &Extremes) -> Self {
        Self { day: DayView { maxtemp_c: day.highest, mintemp_c: day.lowest } }
    }
}
