//! WeatherAPI.com as documented.

use serde_json::{Value, json};
use time::OffsetDateTime;
use tokibako_weather::{
    Failure,
    provider::{Provider as _, ProviderKey, WeatherApi},
    report::Report,
};

use crate::stand_in::{StandIn, cities};

fn weather() -> Value {
    json!({
        "location": {
            "name": "Marunouchi", "region": "Tokyo", "country": "Japan", "lat": 35.69, "lon": 139.69,
            "tz_id": "Asia/Tokyo", "localtime_epoch": 1_795_213_680, "localtime": "2026-11-21 7:28"
        },
        "current": {
            "last_updated": "2026-11-21 07:15", "temp_c": 14, "temp_f": 57.2, "is_day": 1,
            "condition": { "text": "Partly cloudy", "icon": "//cdn.weatherapi.com/weather/64x64/day/116.png", "code": 1003 },
            "wind_kph": 9.7, "humidity": 61, "cloud": 50, "feelslike_c": 13.4
        },
        "forecast": { "forecastday": [{
            "date": "2026-11-21", "day": { "maxtemp_c": 18.2, "mintemp_c": 9, "condition": { "text": "Sunny" } },
            "astro": {}, "hour": []
        }] },
        "alerts": { "alert": [] }
    })
}

async fn ask(stand_in: &StandIn) -> Result<Report, Failure> {
    let provider = WeatherApi::new(stand_in.address(), ProviderKey::of("s3cret").unwrap()).unwrap();
    let outcome = provider.fetch(&cities(["tokyo"]), OffsetDateTime::UNIX_EPOCH).await;
    outcome.and_then(|mut reports| reports.remove(0))
}

async fn said(status: u16, body: impl ToString) -> Result<Report, Failure> {
    ask(&StandIn::saying(status, body).await).await
}

async fn changed(pointer: &str, value: Value) -> Result<Report, Failure> {
    let mut weather = weather();
    *weather.pointer_mut(pointer).unwrap() = value;
    said(200, weather).await
}

async fn without(object: &str, field: &str) -> Result<Report, Failure> {
    let mut weather = weather();
    weather.pointer_mut(object).unwrap().as_object_mut().unwrap().remove(field).unwrap();
    said(200, weather).await
}

async fn refused(status: u16, code: i64, message: &str) -> Failure {
    said(status, json!({ "error": { "code": code, "message": message } })).await.unwrap_err()
}

#[tokio::test]
async fn a_report_comes_with_whole_numbers_and_an_unpadded_hour() {
    let stand_in = StandIn::saying(200, weather()).await;
    let report = ask(&stand_in).await.unwrap();
    assert_eq!(report.location.name, "Tokyo", "rather than the quarter at the coordinates");
    assert_eq!((report.location.region.as_str(), report.location.zone.as_str()), ("Tokyo", "Asia/Tokyo"));
    assert_eq!(report.location.local_time, "2026-11-21 07:28");
    assert_eq!((report.current.celsius, report.current.feels_like, report.current.humidity), (14.0, 13.4, 61.0));
    assert_eq!(report.current.is_day, Some(true));
    assert_eq!(report.current.condition.code.unwrap().number(), 2);
    assert_eq!(report.current.condition.icon, "//cdn.weatherapi.com/weather/64x64/day/116.png");
    assert_eq!((report.days[0].highest, report.days[0].lowest), (18.2, 9.0));
    assert_eq!(stand_in.asked(), ["/v1/forecast.json?key=s3cret&q=35.6895%2C139.6917&days=1&aqi=no&alerts=no"]);
}

#[tokio::test]
async fn fields_that_the_specification_does_not_name_may_be_missing() {
    assert_eq!(without("", "forecast").await.unwrap().days, []);
    assert_eq!(without("/current", "is_day").await.unwrap().current.is_day, None);
    assert_eq!(without("/current/condition", "code").await.unwrap().current.condition.code, None);
    assert_eq!(changed("/current/condition/code", json!(9_999)).await.unwrap().current.condition.code, None);
    assert!(without("/location", "lat").await.is_ok());
}

#[tokio::test]
async fn a_missing_or_empty_field_is_refused() {
    assert!(without("", "location").await.is_err());
    assert!(changed("/location", json!(null)).await.is_err());
    assert!(changed("/location", json!({})).await.is_err());
    assert!(changed("/location/name", json!("")).await.is_err());
    assert!(changed("/location/name", json!("  ")).await.is_err());
    assert!(changed("/location/tz_id", json!("")).await.is_err());
    assert!(changed("/location/localtime", json!("soon")).await.is_err());
    assert!(without("/location", "country").await.is_err());
}

#[tokio::test]
async fn a_field_of_another_type_or_out_of_range_is_refused() {
    for (pointer, value) in [
        ("/current/temp_c", json!("14")),
        ("/current/temp_c", json!(null)),
        ("/current/temp_c", json!(1e300)),
        ("/current/feelslike_c", json!(-100.5)),
        ("/current/humidity", json!(400)),
        ("/current/condition", json!([])),
        ("/current/condition/text", json!(5)),
        ("/current/condition/icon", json!("x".repeat(201))),
        ("/forecast", json!({})),
        ("/forecast/forecastday/0/day/maxtemp_c", json!(101)),
        ("/forecast/forecastday/0/day/mintemp_c", json!(null)),
        ("/forecast/forecastday/0", json!({})),
    ] {
        let shown = format!("{pointer} {value}");
        assert!(changed(pointer, value).await.is_err(), "{shown:.80}");
    }
}

#[tokio::test]
async fn errors_are_distinguished_by_their_code() {
    assert_eq!(refused(403, 2007, "API key has exceeded calls per month quota.").await, Failure::QuotaUsedUp);
    for (status, code) in [(401, 1002), (401, 2006), (403, 2008), (403, 2009)] {
        assert_eq!(refused(status, code, "API key").await, Failure::KeyRefused);
    }
    assert_eq!(refused(400, 1006, "No matching location found.").await, Failure::UnknownPlace);
    let internal = refused(400, 9999, "Internal application error.").await;
    assert_eq!(internal, Failure::Status(400, "9999 Internal application error.".to_owned()));
    assert_eq!(said(429, "").await.unwrap_err(), Failure::TooOften(None));
    assert_eq!(said(403, "Forbidden").await.unwrap_err(), Failure::Status(403, String::new()));
    assert_eq!(said(500, "{}").await.unwrap_err(), Failure::Status(500, String::new()));
}

#[tokio::test]
async fn no_failure_contains_the_key() {
    let echoed = refused(400, 1005, "the url /v1/forecast.json?key=s3cret\nis wrong").await;
    assert_eq!(echoed, Failure::Status(400, "1005 the url /v1/forecast.json?key=*** is wrong".to_owned()));
}
