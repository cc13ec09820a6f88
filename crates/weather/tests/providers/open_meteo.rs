//! Open-Meteo as documented.

use serde_json::{Value, json};
use time::{OffsetDateTime, macros::datetime};
use tokibako_weather::{
    Failure,
    provider::{OpenMeteo, Outcome, Provider as _, ProviderKey},
};

use crate::stand_in::{StandIn, cities, response};

const NOW: OffsetDateTime = datetime!(2026-11-21 16:50:30 UTC);

fn place() -> Value {
    json!({
        "latitude": 35.7, "longitude": 139.6875, "generationtime_ms": 0.06, "utc_offset_seconds": 32400,
        "timezone": "Asia/Tokyo", "timezone_abbreviation": "GMT+9", "elevation": 40,
        "current_units": { "time": "iso8601", "temperature_2m": "°C" },
        "current": {
            "time": "2026-11-22T01:45", "interval": 900, "temperature_2m": 8, "relative_humidity_2m": 76,
            "apparent_temperature": 5.5, "is_day": 0, "weather_code": 61
        },
        "daily_units": { "time": "iso8601" },
        "daily": { "time": ["2026-11-22"], "temperature_2m_max": [14.1], "temperature_2m_min": [6] }
    })
}

fn changed(change: impl FnOnce(&mut Value)) -> Value {
    let mut place = place();
    change(&mut place);
    place
}

async fn ask<const N: usize>(stand_in: &StandIn, ids: [&str; N]) -> Outcome {
    OpenMeteo::new(stand_in.address(), None).unwrap().fetch(&cities(ids), NOW).await
}

/// Fetches Tokyo's weather from a stand-in with this answer.
async fn tokyo(status: u16, body: impl ToString) -> Result<tokibako_weather::report::Report, Failure> {
    let stand_in = StandIn::saying(status, body).await;
    ask(&stand_in, ["tokyo"]).await.and_then(|mut reports| reports.remove(0))
}

#[tokio::test]
async fn a_report_has_the_names_of_the_catalogue() {
    let stand_in = StandIn::saying(200, place()).await;
    let report = ask(&stand_in, ["tokyo"]).await.unwrap().remove(0).unwrap();
    assert_eq!(
        (report.location.name.as_str(), report.location.country.as_str(), report.location.zone.as_str()),
        ("Tokyo", "Japan", "Asia/Tokyo")
    );
    assert_eq!(report.location.local_time, "2026-11-22 01:50");
    assert_eq!((report.current.celsius, report.current.feels_like, report.current.humidity), (8.0, 5.5, 76.0));
    assert_eq!(report.current.is_day, Some(false));
    assert_eq!(report.current.condition.text, "Light rain");
    assert_eq!(report.current.condition.icon, "/icons/weather-rain-night.svg");
    assert_eq!(report.current.condition.code.unwrap().number(), 61);
    assert_eq!((report.days[0].highest, report.days[0].lowest), (14.1, 6.0));
    assert_eq!(
        stand_in.asked(),
        ["/v1/forecast?latitude=35.6895&longitude=139.6917\
          &current=temperature_2m%2Crelative_humidity_2m%2Capparent_temperature%2Cis_day%2Cweather_code\
          &daily=temperature_2m_max%2Ctemperature_2m_min&timezone=auto&forecast_days=1"]
    );
}

#[tokio::test]
async fn many_cities_are_fetched_by_one_call_in_their_order() {
    let (cold, broken) = (
        changed(|it| it["current"]["temperature_2m"] = json!(-20.5)),
        changed(|it| it["current"]["temperature_2m"] = json!(1e300)),
    );
    let shapeless = changed(|it| it["current"] = json!([]));
    let stand_in = StandIn::saying(200, json!([place(), cold, broken, shapeless])).await;
    let reports = ask(&stand_in, ["tokyo", "anchorage", "london", "paris"]).await.unwrap();
    assert_eq!(reports[0].as_ref().unwrap().location.name, "Tokyo");
    let anchorage = reports[1].as_ref().unwrap();
    assert_eq!((anchorage.location.name.as_str(), anchorage.current.celsius), ("Anchorage", -20.5));
    assert!(matches!(reports[2], Err(Failure::Implausible(_))));
    assert!(matches!(reports[3], Err(Failure::Unreadable(_))));
    assert_eq!(stand_in.asked().len(), 1);
    assert!(stand_in.asked()[0].contains("latitude=35.6895%2C61.2181%2C51.5083%2C48.8667&"));
}

#[tokio::test]
async fn an_answer_with_too_few_or_too_many_cities_is_refused() {
    for places in [json!([]), json!([place()]), json!([place(), place(), place()]), place()] {
        let stand_in = StandIn::saying(200, places).await;
        assert!(matches!(ask(&stand_in, ["tokyo", "paris"]).await, Err(Failure::Unreadable(_))));
    }
}

#[tokio::test]
async fn the_key_of_a_plan_is_sent() {
    let stand_in = StandIn::saying(200, place()).await;
    let provider = OpenMeteo::new(stand_in.address(), Some(ProviderKey::of("s3cret").unwrap())).unwrap();
    provider.fetch(&cities(["tokyo"]), NOW).await.unwrap().remove(0).unwrap();
    assert!(stand_in.asked()[0].ends_with("&apikey=s3cret"));
}

#[tokio::test]
async fn a_forecast_may_be_missing_and_codes_may_have_a_fraction() {
    let without = [
        changed(|it| *it.pointer_mut("/daily").unwrap() = Value::Null),
        changed(|it| drop(it.as_object_mut().unwrap().remove("daily"))),
        changed(|it| it["daily"]["temperature_2m_max"] = json!([null])),
        changed(|it| it["daily"]["temperature_2m_min"] = json!([])),
    ];
    for place in without {
        assert_eq!(tokyo(200, &place).await.unwrap().days, [], "{place}");
    }
    let report = tokyo(200, changed(|it| it["current"]["weather_code"] = json!(3.0))).await.unwrap();
    assert_eq!(report.current.condition.icon, "/icons/weather-cloudy-night.svg");
}

#[tokio::test]
async fn implausible_readings_are_refused() {
    for (reading, value) in [
        ("temperature_2m", json!(null)),
        ("temperature_2m", json!(100.1)),
        ("temperature_2m", json!(-1e300)),
        ("apparent_temperature", json!(101)),
        ("apparent_temperature", json!(null)),
        ("relative_humidity_2m", json!(101)),
        ("relative_humidity_2m", json!(-1)),
        ("is_day", json!(null)),
        ("weather_code", json!(100)),
        ("weather_code", json!(-1)),
        ("weather_code", json!(1.5)),
        ("weather_code", json!(null)),
    ] {
        let place = changed(|it| it["current"][reading] = value);
        assert!(matches!(tokyo(200, &place).await, Err(Failure::Implausible(_))), "{place}");
    }
    let upside_down = changed(|it| it["daily"]["temperature_2m_min"] = json!([20]));
    assert!(matches!(tokyo(200, upside_down).await, Err(Failure::Implausible(_))));
}

#[tokio::test]
async fn garbage_is_no_report() {
    for garbage in [
        String::new(),
        "null".into(),
        "[]".into(),
        "{}".into(),
        "<html>502</html>".into(),
        "\u{0}".into(),
        place().to_string().replace("5.5", "1e999"),
        place().to_string().replace("5.5", "\"5.5\""),
        place().to_string()[..200].to_owned(),
        "[".repeat(100_000),
    ] {
        let outcome = tokyo(200, &garbage).await;
        assert!(matches!(outcome, Err(Failure::Unreadable(_))), "{garbage:.60}: {outcome:?}");
    }
}

#[tokio::test]
async fn errors_contain_the_reason() {
    let reason = "Cannot initialize WeatherVariable from invalid String value";
    let failure = tokyo(400, json!({ "error": true, "reason": reason })).await.unwrap_err();
    assert_eq!(failure, Failure::Status(400, reason.to_owned()));
    // Also with the status of success, for one place and for several.
    let refusal = json!({ "error": true, "reason": reason });
    assert_eq!(tokyo(200, &refusal).await.unwrap_err(), Failure::Status(200, reason.to_owned()));
    let several = ask(&StandIn::saying(200, &refusal).await, ["tokyo", "london"]).await;
    assert_eq!(several.unwrap_err(), Failure::Status(200, reason.to_owned()));
    let one_of_them = ask(&StandIn::saying(200, json!([place(), refusal])).await, ["tokyo", "london"]).await.unwrap();
    assert!(one_of_them[0].is_ok());
    assert_eq!(one_of_them[1], Err(Failure::Unreadable(reason.to_owned())));
    assert_eq!(tokyo(503, "<html>").await.unwrap_err(), Failure::Status(503, String::new()));
    assert_eq!(tokyo(204, "").await.unwrap_err(), Failure::Status(204, String::new()));
}

#[tokio::test]
async fn a_429_is_reported_with_its_retry_after() {
    let body =
        json!({ "error": true, "reason": "Minutely API request limit exceeded. Please try again in one minute." });
    assert_eq!(tokyo(429, &body).await.unwrap_err(), Failure::TooOften(None));
    let stand_in = StandIn::answering(|_| Some(response(429, "Retry-After: 90\r\n", b"{}"))).await;
    let failure = ask(&stand_in, ["tokyo"]).await.unwrap_err();
    assert_eq!(failure, Failure::TooOften(Some(std::time::Duration::from_secs(90))));
}
