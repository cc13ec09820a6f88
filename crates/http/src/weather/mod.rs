//! The weather of a city.

mod view;

use actix_web::{HttpRequest, HttpResponse, web::Data};
use serde::Deserialize;
use tokibako_weather::{Failure, Weather};

use self::view::WeatherView;
use crate::{answer, error::Problem, parameters::WeatherParameters, problems::WeatherProblems, query, state::State};

/// Longer than any place's name.
pub(crate) const LONGEST_CITY: usize = 100;

#[derive(Deserialize)]
struct WeatherQuery {
    city: Option<String>,
}

/// The weather of a city
///
/// It is asked for at most once an hour, and served for up to a day while the provider fails.
#[utoipa::path(
    get,
    path = "/api/weather",
    tag = "weather",
    operation_id = "readWeather",
    params(WeatherParameters),
    responses((status = 200, description = "The weather", body = WeatherView<'_>), WeatherProblems)
)]
pub(crate) async fn read(state: Data<State>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let city = asked_city(query::read(&request)?)?;
    let weather: &Weather = state.weather.as_ref().ok_or(Problem::WeatherOff)?;
    let city = weather.city(&city).ok_or(Problem::NoSuchCity)?;
    let served = weather.of(city).await?;
    answer::shared(&WeatherView::of(&served.report), served.fresh_for)
}

fn asked_city(query: WeatherQuery) -> Result<String, Problem> {
    let city = query.city.unwrap_or_default();
    if city.trim().is_empty() {
        return Err(Problem::Malformed("city is required, as City,Country".to_owned()));
    }
    if city.chars().count() > LONGEST_CITY {
        return Err(Problem::Malformed(format!("city may have at most {LONGEST_CITY} characters")));
    }
    Ok(city)
}

/// The room of the weather has logged the reason.
impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Slow => Self::WeatherSlow,
            _ => Self::WeatherFailed,
        }
    }
}
