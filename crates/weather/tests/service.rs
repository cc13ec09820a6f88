//! When and how often the service calls a provider, with a scripted provider and a paused clock.

#![expect(clippy::unwrap_used, reason = "what is not as expected fails the test")]

use std::{
    collections::BTreeSet,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use prometheus_client::{encoding::text, registry::Registry};
use time::OffsetDateTime;
use tokibako_weather::{
    Failure, ServedReport, Weather,
    cities::{Catalogue, City},
    provider::{Outcome, Provider},
    report::{Condition, CurrentWeather, Location, Report},
};
use tokio::{
    task::JoinSet,
    time::{Instant, advance, sleep},
};

/// How long a call takes, and its result.
#[derive(Clone)]
struct Mood {
    takes: Duration,
    failure: Option<Failure>,
    panics: bool,
    /// The city whose report makes every answer that has it unreadable.
    spoils: Option<String>,
}

const WELL: Mood = Mood { takes: Duration::from_millis(100), failure: None, panics: false, spoils: None };

/// A scripted provider of `CITIES` cities per call and `CALLS` calls at once.
struct ScriptedProvider<const CITIES: usize, const CALLS: usize> {
    mood: Arc<Mutex<Mood>>,
    calls: Arc<Mutex<Vec<Vec<String>>>>,
    /// Set during a call, to detect a second one where only one is allowed.
    busy: AtomicBool,
}

impl<const CITIES: usize, const CALLS: usize> Provider for ScriptedProvider<CITIES, CALLS> {
    const CITIES_PER_CALL: usize = CITIES;
    const MAX_CONCURRENT_CALLS: usize = CALLS;

    async fn fetch(&self, cities: &[Arc<City>], _: OffsetDateTime) -> Outcome {
        let was_busy = self.busy.swap(true, Ordering::Relaxed);
        assert!(CALLS > 1 || !was_busy, "two calls at once");
        self.calls.lock().unwrap().push(cities.iter().map(|city| city.id.clone()).collect());
        let mood = self.mood.lock().unwrap().clone();
        sleep(mood.takes).await;
        self.busy.store(false, Ordering::Relaxed);
        assert!(!mood.panics, "as the test says");
        if cities.iter().any(|city| Some(&city.lookup) == mood.spoils.as_ref()) {
            return Err(Failure::Unreadable("expected value".to_owned()));
        }
        match mood.failure {
            Some(failure) if failure.is_of_one_place() => Ok(cities.iter().map(|_| Err(failure.clone())).collect()),
            Some(failure) => Err(failure),
            None => Ok(cities.iter().map(|city| Ok(report(city))).collect()),
        }
    }
}

fn report(city: &City) -> Report {
    Report {
        location: Location {
            name: city.name.clone(),
            region: String::new(),
            country: city.country().to_owned(),
            zone: city.zone.name().to_owned(),
            local_time: "2026-11-21 07:28".to_owned(),
        },
        current: CurrentWeather {
            celsius: 14.0,
            feels_like: 13.0,
            humidity: 60.0,
            is_day: None,
            condition: Condition { text: String::new(), icon: String::new(), code: None },
        },
        days: Vec::new(),
    }
}

struct Stage {
    weather: Arc<Weather>,
    mood: Arc<Mutex<Mood>>,
    calls: Arc<Mutex<Vec<Vec<String>>>>,
}

impl Stage {
    fn set<const CITIES: usize, const CALLS: usize>() -> Self {
        let (mood, calls) = (Arc::new(Mutex::new(WELL)), Arc::default());
        let provider = ScriptedProvider::<CITIES, CALLS> {
            mood: Arc::clone(&mood),
            calls: Arc::clone(&calls),
            busy: AtomicBool::default(),
        };
        let weather = Weather::new(Catalogue::built_in().unwrap(), provider, OffsetDateTime::now_utc);
        Self { weather: Arc::new(weather), mood, calls }
    }

    fn mood(&self, takes: u64, failure: Option<Failure>) {
        *self.mood.lock().unwrap() = Mood { takes: Duration::from_millis(takes), failure, ..WELL };
    }

    /// The number of calls so far.
    fn calls(&self) -> usize {
        self.calls.lock().unwrap().len()
    }

    /// The requested cities, once for each request.
    fn places(&self) -> Vec<String> {
        self.calls.lock().unwrap().concat()
    }

    async fn ask(&self, city: &str) -> Result<ServedReport, Failure> {
        self.weather.of(self.weather.city(city).unwrap()).await
    }

    /// Requests all of these at once.
    async fn crowd(&self, cities: Vec<String>) -> Vec<Result<ServedReport, Failure>> {
        let mut crowd = JoinSet::new();
        for city in cities {
            let weather = Arc::clone(&self.weather);
            crowd.spawn(async move { weather.of(weather.city(&city).unwrap()).await });
        }
        crowd.join_all().await
    }
}

fn fifty_cities() -> Vec<String> {
    Catalogue::built_in().unwrap().cities().iter().take(50).map(|city| city.lookup.clone()).collect()
}

fn broken() -> Failure {
    Failure::Status(500, String::new())
}

const HOUR: Duration = Duration::from_hours(1);

#[tokio::test(start_paused = true)]
async fn fifty_requests_for_one_city_cost_one_call() {
    for stage in [Stage::set::<50, 1>(), Stage::set::<1, 8>()] {
        let served = stage.crowd(vec!["Tokyo,Japan".to_owned(); 50]).await;
        assert!(served.iter().all(Result::is_ok));
        assert_eq!(stage.places(), ["tokyo"]);
    }
}

#[tokio::test(start_paused = true)]
async fn calls_and_answers_are_counted_without_the_names_of_cities() {
    let stage = Stage::set::<1, 1>();
    let mut registry = Registry::default();
    stage.weather.register_metrics(&mut registry);
    stage.ask("Tokyo,Japan").await.unwrap();
    stage.ask("Tokyo,Japan").await.unwrap();
    stage.mood(0, Some(broken()));
    stage.ask("Paris,France").await.unwrap_err();
    advance(2 * HOUR).await;
    stage.ask("Tokyo,Japan").await.unwrap();
    let mut told = String::new();
    text::encode(&mut told, &registry).unwrap();
    for line in [
        r#"weather_calls_total{outcome="ok"} 1"#,
        r#"weather_calls_total{outcome="status"} 2"#,
        r#"weather_answers_total{source="provider"} 1"#,
        r#"weather_answers_total{source="cache"} 1"#,
        r#"weather_answers_total{source="stale"} 1"#,
        r#"weather_answers_total{source="nowhere"} 1"#,
    ] {
        assert!(told.lines().any(|told| told == line), "{line} in\n{told}");
    }
    assert!(!told.to_lowercase().contains("tokyo"), "{told}");
}

#[tokio::test(start_paused = true)]
async fn fifty_cities_are_fetched_by_one_call_where_the_provider_supports_it() {
    let stage = Stage::set::<50, 1>();
    assert!(stage.crowd(fifty_cities()).await.iter().all(Result::is_ok));
    assert_eq!((stage.calls(), stage.places().len()), (1, 50));
}

#[tokio::test(start_paused = true)]
async fn calls_are_made_one_at_a_time_where_the_provider_wants_that() {
    let stage = Stage::set::<10, 1>();
    assert!(stage.crowd(fifty_cities()).await.iter().all(Result::is_ok));
    assert_eq!((stage.calls(), stage.places().len()), (5, 50));
}

#[tokio::test(start_paused = true)]
async fn fifty_cities_are_fetched_once_each_where_the_provider_has_no_batches() {
    let stage = Stage::set::<1, 8>();
    let start = Instant::now();
    assert!(stage.crowd(fifty_cities()).await.iter().all(Result::is_ok));
    assert_eq!((stage.calls(), stage.places().iter().collect::<BTreeSet<_>>().len()), (50, 50));
    assert_eq!(start.elapsed(), WELL.takes * 7, "eight at a time");
}

#[tokio::test(start_paused = true)]
async fn a_report_is_fresh_for_an_hour() {
    let stage = Stage::set::<50, 1>();
    assert_eq!(stage.ask("Tokyo,Japan").await.unwrap().fresh_for, HOUR);
    advance(Duration::from_secs(3_590)).await;
    let fresh_for = stage.ask("tokyo,japan").await.unwrap().fresh_for;
    assert!(fresh_for <= Duration::from_secs(10) && fresh_for > Duration::ZERO);
    assert_eq!(stage.calls(), 1);
    advance(Duration::from_secs(10)).await;
    assert_eq!(stage.ask("Tokyo,Japan").await.unwrap().fresh_for, HOUR);
    assert_eq!(stage.calls(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_stale_report_is_served_for_a_day_while_the_provider_fails() {
    let stage = Stage::set::<50, 1>();
    let fresh = stage.ask("Tokyo,Japan").await.unwrap();
    stage.mood(100, Some(broken()));
    for _ in 0..23 {
        advance(HOUR).await;
        let served = stage.ask("Tokyo,Japan").await.unwrap();
        assert_eq!((served.report, served.fresh_for), (Arc::clone(&fresh.report), Duration::ZERO));
    }
    advance(HOUR).await;
    assert_eq!(stage.ask("Tokyo,Japan").await, Err(broken()));
    assert_eq!(stage.ask("Paris,France").await, Err(broken()), "no other city's");
}

#[tokio::test(start_paused = true)]
async fn a_slow_provider_costs_no_caller_more_than_five_seconds_and_no_second_call() {
    let stage = Stage::set::<10, 1>();
    stage.mood(30_000, None);
    let start = Instant::now();
    let served = stage.crowd(fifty_cities()).await;
    assert!(served.iter().all(|it| *it == Err(Failure::Slow)));
    assert_eq!(start.elapsed(), Duration::from_secs(5));
    assert_eq!(stage.calls(), 1);
    // The forty queued cities are dropped, because their callers no longer wait.
    sleep(Duration::from_mins(1)).await;
    assert_eq!(stage.calls(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_stale_report_is_served_when_the_provider_is_slow() {
    let stage = Stage::set::<50, 1>();
    let fresh = stage.ask("Tokyo,Japan").await.unwrap();
    advance(HOUR).await;
    stage.mood(30_000, None);
    assert_eq!(stage.ask("Tokyo,Japan").await.unwrap().report, fresh.report);
}

#[tokio::test(start_paused = true)]
async fn a_provider_that_times_out_is_called_once_for_fifty_cities() {
    for stage in [Stage::set::<10, 1>(), Stage::set::<1, 1>()] {
        stage.mood(4_750, Some(Failure::Slow));
        let start = Instant::now();
        let served = stage.crowd(fifty_cities()).await;
        assert!(served.iter().all(|it| *it == Err(Failure::Slow)));
        assert!(start.elapsed() < Duration::from_secs(5));
        assert_eq!(stage.calls(), 1);
        assert_eq!(stage.ask("Tokyo,Japan").await, Err(Failure::Slow), "remembered");
        assert_eq!(stage.calls(), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn repeated_failures_open_the_breaker_and_one_probe_closes_it() {
    let stage = Stage::set::<1, 8>();
    stage.mood(100, Some(broken()));
    for _ in 0..3 {
        assert_eq!(stage.ask("Tokyo,Japan").await, Err(broken()));
        sleep(Duration::from_secs(3)).await;
    }
    assert_eq!(stage.calls(), 3);
    // The breaker is open: requests are refused at once.
    let start = Instant::now();
    assert!(stage.crowd(fifty_cities()).await.iter().all(|it| *it == Err(broken())));
    assert_eq!((stage.calls(), start.elapsed()), (3, Duration::ZERO));
    // After the pause one call is made as a probe; its failure answers all requests.
    sleep(Duration::from_mins(1)).await;
    assert!(stage.crowd(fifty_cities()).await.iter().all(|it| *it == Err(broken())));
    assert_eq!(stage.calls(), 4);
    // A successful probe closes the breaker.
    sleep(Duration::from_mins(1)).await;
    stage.mood(100, None);
    assert!(stage.crowd(fifty_cities()).await.iter().all(Result::is_ok));
    assert_eq!(stage.calls(), 54);
}

#[tokio::test(start_paused = true)]
async fn limits_and_quotas_are_respected_with_longer_pauses() {
    for (failure, minutes) in [
        (Failure::TooOften(None), 5),
        (Failure::TooOften(Some(HOUR)), 60),
        (Failure::QuotaUsedUp, 60),
        (Failure::KeyRefused, 60),
    ] {
        let stage = Stage::set::<50, 1>();
        stage.mood(0, Some(failure.clone()));
        assert_eq!(stage.ask("Tokyo,Japan").await, Err(failure.clone()));
        sleep(Duration::from_secs(minutes * 60 - 1)).await;
        assert_eq!(stage.ask("Paris,France").await, Err(failure.clone()));
        assert_eq!(stage.calls(), 1, "{failure}");
        sleep(Duration::from_secs(1)).await;
        stage.mood(0, None);
        assert!(stage.ask("Paris,France").await.is_ok(), "{failure}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_city_that_fails_alone_is_not_asked_for_again_for_a_minute() {
    let stage = Stage::set::<50, 1>();
    let failure = Failure::UnknownPlace;
    stage.mood(0, Some(failure.clone()));
    for _ in 0..5 {
        assert_eq!(stage.ask("Tokyo,Japan").await, Err(failure.clone()));
    }
    assert_eq!(stage.calls(), 1);
    stage.mood(0, None);
    assert!(stage.ask("Paris,France").await.is_ok(), "the provider is well");
    assert_eq!(stage.ask("Tokyo,Japan").await, Err(failure));
    sleep(Duration::from_mins(1)).await;
    assert!(stage.ask("Tokyo,Japan").await.is_ok());
}

/// A report with `nan` is no JSON, and with it the reports of all cities of the call.
#[tokio::test(start_paused = true)]
async fn a_city_whose_report_spoils_the_call_is_fetched_alone() {
    let stage = Stage::set::<50, 1>();
    let cities: Vec<_> = fifty_cities().into_iter().take(5).collect();
    stage.mood.lock().unwrap().spoils = Some(cities[2].clone());
    let answers = |crowd: Vec<Result<ServedReport, Failure>>| crowd.iter().filter(|answer| answer.is_ok()).count();
    assert_eq!(answers(stage.crowd(cities.clone()).await), 4);
    assert!(stage.ask(&cities[2]).await.is_err());
    assert_eq!(stage.calls(), 1 + 5);
    // An hour later, too: that city alone, and the others in one call.
    advance(HOUR).await;
    assert_eq!(answers(stage.crowd(cities.clone()).await), 4);
    assert_eq!(stage.calls(), 1 + 5 + 2);
    // And once it is right again, all in one call.
    stage.mood.lock().unwrap().spoils = None;
    advance(HOUR).await;
    assert_eq!(answers(stage.crowd(cities.clone()).await), 5);
    advance(HOUR).await;
    let before = stage.calls();
    assert_eq!(answers(stage.crowd(cities).await), 5);
    assert_eq!(stage.calls(), before + 1);
}

#[tokio::test(start_paused = true)]
async fn a_provider_that_answers_nonsense_is_not_asked_for_each_city() {
    let stage = Stage::set::<50, 1>();
    stage.mood(100, Some(Failure::Unreadable("expected value".to_owned())));
    assert!(stage.crowd(fifty_cities()).await.iter().all(Result::is_err));
    assert_eq!(stage.calls(), 3);
}

#[tokio::test(start_paused = true)]
async fn a_call_that_panics_is_a_failure_and_its_cities_are_asked_for_again() {
    let stage = Stage::set::<10, 1>();
    stage.mood.lock().unwrap().panics = true;
    let start = Instant::now();
    let served = stage.crowd(fifty_cities()).await;
    assert!(served.iter().all(|it| matches!(it, Err(Failure::Unreachable(_)))), "{served:?}");
    assert!(start.elapsed() < Duration::from_secs(1));
    stage.mood(100, None);
    sleep(Duration::from_mins(1)).await;
    assert!(stage.crowd(fifty_cities()).await.iter().all(Result::is_ok));
}

#[tokio::test(start_paused = true)]
async fn a_caller_that_leaves_does_not_cancel_the_answer_for_others() {
    for stage in [Stage::set::<50, 1>(), Stage::set::<1, 8>()] {
        let leaver = tokio::time::timeout(Duration::from_millis(50), stage.ask("Tokyo,Japan"));
        let (left, stayed) = tokio::join!(leaver, stage.ask("Tokyo,Japan"));
        assert!(left.is_err() && stayed.is_ok());
        assert_eq!(stage.calls(), 1);
        // If no other caller waits, the call still fills the cache for the next request.
        let leaver = tokio::time::timeout(Duration::from_millis(50), stage.ask("Paris,France"));
        assert!(leaver.await.is_err());
        sleep(Duration::from_secs(1)).await;
        assert!(stage.ask("Paris,France").await.is_ok());
        assert_eq!(stage.calls(), 2);
    }
}
