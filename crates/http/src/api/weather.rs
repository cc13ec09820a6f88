//! The weather of a city.

use actix_web::{HttpRequest, HttpResponse, web::Data};
use serde::Deserialize;
use tokibako_weather::{Failure, Weather, cities::LONGEST_NAME, report::Report};

use crate::{
    error::Problem,
    openapi::{WeatherParameters, WeatherProblems},
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
    responses((status = 200, description = "The weather", body = Report), WeatherProblems)
)]
pub(crate) async fn read(weather: Data<Option<Weather>>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let city = asked_city(head::query(&request)?)?;
    let weather = weather.as_ref().as_ref().ok_or(Problem::WeatherOff)?;
    let city = weather.city(&city).ok_or(Problem::NoSuchCity)?;
    let served = weather.of(city).await?;
    response::shared(&*served.report, served.fresh_for)
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
