//! The weather of a city.

use actix_web::{HttpRequest, HttpResponse, web::Data};
use serde::{Deserialize, Serialize};
use tokibako_weather::{
    Failure, Weather,
    cities::LONGEST_NAME,
    report::{Extremes, Report, WmoCode},
};
use utoipa::ToSchema;

use crate::{
    error::Problem,
    openapi::{WeatherParameters, WeatherProblems, schema},
    request::head,
    response,
};

#[derive(Deserialize)]
struct WeatherQuery {
    city: Option<String>,
}

/// Returns the weather of a city
///
/// The provider is asked at most once an hour. While it fails, the last report is served for up to a day.
#[utoipa::path(
    get, path = "/api/weather", tag = "weather", operation_id = "readWeather",
    params(WeatherParameters),
    responses((status = 200, description = "The weather", body = WeatherView<'_>), WeatherProblems)
)]
pub(crate) async fn read(weather: Data<Option<Weather>>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let city = asked_city(head::query(&request)?)?;
    let weather = weather.as_ref().as_ref().ok_or(Problem::WeatherOff)?;
    let city = weather.city(&city).ok_or(Problem::NoSuchCity)?;
    let served = weather.of(city).await?;
    response::shared(&WeatherView::of(&served.report), served.fresh_for)
}

fn asked_city(query: WeatherQuery) -> Result<String, Problem> {
    let city = query.city.unwrap_or_default();
    if city.trim().is_empty() {
        return Err(Problem::Malformed("city is required, as City,Country".to_owned()));
    }
    if city.chars().count() > LONGEST_NAME {
        return Err(Problem::Malformed(format!("city may have at most {LONGEST_NAME} characters")));
    }
    Ok(city)
}

/// The reason was logged by the crate `weather`.
impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Slow => Self::WeatherSlow,
            _ => Self::WeatherFailed,
        }
    }
}

/// The weather of a place.
#[derive(Serialize, ToSchema)]
#[schema(as = Weather)]
struct WeatherView<'a> {
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
