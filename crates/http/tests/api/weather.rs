//! The weather of a city, from a local stand-in for the provider.

use std::sync::{Arc, Mutex};

use actix_web::{App, HttpRequest, HttpResponse, HttpServer, http::StatusCode, web};
use serde_json::{Value, json};
use time::{OffsetDateTime, macros::datetime};
use tokibako_weather::{
    Failure, Weather,
    cities::{Catalogue, City},
    provider::{OpenMeteo, Outcome, ProviderAddress},
};

use crate::server::TestServer;

/// A provider that returns the given answer and counts its calls.
#[derive(Clone, Default)]
struct Provider {
    answer: Arc<Mutex<Option<(u16, Value)>>>,
    asked: Arc<Mutex<usize>>,
}

impl Provider {
    /// A server with this provider.
    async fn serve(&self) -> TestServer {
        let provider = self.clone();
        let server = HttpServer::new(move || {
            let provider = provider.clone();
            App::new().default_service(web::to(move |request: HttpRequest| {
                let provider = provider.clone();
                async move { provider.answer(&request) }
            }))
        });
        let server = server.workers(1).disable_signals().bind(("127.0.0.1", 0)).unwrap();
        let address = ProviderAddress::of(&format!("http://{}", server.addrs()[0])).unwrap();
        actix_web::rt::spawn(server.run());
        let provider = OpenMeteo::new(address, None).unwrap();
        let clock = || datetime!(2026-11-21 08:00 UTC);
        TestServer::with_weather(Weather::new(Catalogue::built_in().unwrap(), provider, clock)).await
    }

    fn says(&self, status: u16, body: Value) {
        *self.answer.lock().unwrap() = Some((status, body));
    }

    fn asked(&self) -> usize {
        *self.asked.lock().unwrap()
    }

    /// The given answer, or else the weather of the requested cities.
    fn answer(&self, request: &HttpRequest) -> HttpResponse {
        *self.asked.lock().unwrap() += 1;
        let told = self.answer.lock().unwrap().clone();
        let (status, body) = told.unwrap_or_else(|| {
            let places = request.query_string().split_once('&').unwrap().0.matches("%2C").count() + 1;
            (200, if places == 1 { place() } else { vec![place(); places].into() })
        });
        HttpResponse::build(StatusCode::from_u16(status).unwrap()).json(body)
    }
}

fn place() -> Value {
    json!({
        "current": {
            "temperature_2m": 14, "relative_humidity_2m": 61, "apparent_temperature": 13.4, "is_day": 1,
            "weather_code": 2
        },
        "daily": { "temperature_2m_max": [18.2], "temperature_2m_min": [9] }
    })
}

#[actix_web::test]
async fn the_weather_has_the_shape_of_the_specification() {
    let provider = Provider::default();
    let server = provider.serve().await;
    let answer = server.get("/api/weather?city=Tokyo%2CJapan").await;
    assert_eq!(
        answer.ok(200),
        json!({
            "location": {
                "name": "Tokyo", "region": "", "country": "Japan",
                "tz_id": "Asia/Tokyo", "localtime": "2026-11-21 17:00"
            },
            "current": {
                "temp_c": 14.0, "feelslike_c": 13.4, "humidity": 61.0, "is_day": 1,
                "condition": { "text": "Partly cloudy", "icon": "/icons/weather-partly-cloudy-day.svg", "code": 2 }
            },
            "forecast": { "forecastday": [{ "day": { "maxtemp_c": 18.2, "mintemp_c": 9.0 } }] }
        })
    );
    assert_eq!(answer.header("content-type"), "application/json");
    let stored: u64 = answer.header("cache-control").strip_prefix("public, max-age=").unwrap().parse().unwrap();
    assert!((3_000..=3_600).contains(&stored), "{stored}");
}

#[actix_web::test]
async fn a_city_is_found_by_its_lookup_string_and_its_key() {
    let provider = Provider::default();
    let server = provider.serve().await;
    for (asked, zone) in [
        ("tOKYO,japan", "Asia/Tokyo"),
        ("Tokyo,+Japan", "Asia/Tokyo"),
        ("Kamchatka", "Asia/Kamchatka"),
        ("rangoon", "Asia/Yangon"),
        ("Godthab", "America/Nuuk"),
        ("Nuuk,Greenland", "America/Nuuk"),
        ("Noronha", "America/Noronha"),
        ("Eucla,Australia", "Australia/Eucla"),
    ] {
        let weather = server.get(&format!("/api/weather?city={asked}")).await.ok(200);
        assert_eq!(weather["location"]["tz_id"], zone, "{asked}");
    }
    assert_eq!(provider.asked(), 6, "once a city");
}

#[actix_web::test]
async fn unknown_cities_are_not_found_and_not_requested() {
    let provider = Provider::default();
    let server = provider.serve().await;
    for asked in
        ["Atlantis", "35.68,139.69", "auto:ip", "http://127.0.0.1/", "Tokyo,Japan%26key=1", "%00", "%E6%9D%B1%E4%BA%AC"]
    {
        let problem = server.get(&format!("/api/weather?city={asked}")).await.problem(404);
        assert_eq!(problem["type"], "/problems/not-found", "{asked}");
    }
    server.get(&format!("/api/weather?city={}", "%E4%BA%AC".repeat(100))).await.problem(404);
    assert_eq!(provider.asked(), 0);
}

#[actix_web::test]
async fn an_invalid_city_is_malformed() {
    let server = Provider::default().serve().await;
    let too_long = format!("?city={}", "A".repeat(101));
    for query in ["", "?city=", "?city=%20+", "?town=Tokyo", &too_long, "?city=Tokyo&city=Paris"] {
        let problem = server.get(&format!("/api/weather{query}")).await.problem(400);
        assert_eq!(problem["type"], "/problems/malformed", "{query}");
    }
}

#[actix_web::test]
async fn a_provider_that_fails_is_a_bad_gateway() {
    for (status, body) in [(500, json!({})), (200, json!("garbage")), (429, json!({})), (302, json!({}))] {
        let provider = Provider::default();
        let server = provider.serve().await;
        provider.says(status, body);
        for city in ["Tokyo,Japan", "Tokyo,Japan", "Paris,France"] {
            let problem = server.get(&format!("/api/weather?city={city}")).await.problem(502);
            assert_eq!(problem["type"], "/problems/weather-failed");
        }
        assert_eq!(provider.asked(), 1, "{status}");
    }
}

#[actix_web::test]
async fn a_provider_that_is_slow_is_a_gateway_timeout() {
    /// Reports a timeout at once, instead of waiting for one.
    struct Slow;

    impl tokibako_weather::provider::Provider for Slow {
        const CITIES_PER_CALL: usize = 1;
        const MAX_CONCURRENT_CALLS: usize = 1;

        async fn fetch(&self, _: &[Arc<City>], _: OffsetDateTime) -> Outcome {
            Err(Failure::Slow)
        }
    }

    let weather = Weather::new(Catalogue::built_in().unwrap(), Slow, OffsetDateTime::now_utc);
    let server = TestServer::with_weather(weather).await;
    let problem = server.get("/api/weather?city=Tokyo,Japan").await.problem(504);
    assert_eq!(problem["type"], "/problems/weather-slow");
}

#[actix_web::test]
async fn without_a_provider_the_path_is_not_found() {
    let server = TestServer::start().await;
    let problem = server.get("/api/weather?city=Tokyo,Japan").await.problem(404);
    assert_eq!(problem["type"], "/problems/weather-off");
    server.get("/api/weather?city=").await.problem(400);
}
