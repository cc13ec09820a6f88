//! More than a year on a virtual clock, ring by ring, with what is deleted meanwhile: each alarm rings on each of its days
//! across all changes of the clocks, and who returns, however rarely, loses nothing.

use std::collections::BTreeMap;

use time::{Duration, OffsetDateTime, Weekday};
use tokibako_domain::{alarm::NewAlarm, firing::REPLAY_WINDOW, occurrence::Repeat};
use tokibako_scheduler::{
    retention::{outlook, sweep},
    tick::tick,
    zones::rearm_all,
};
use tokibako_storage::{
    Storage, accounts, alarms,
    clock::Clock,
    devices, log, pushes, sessions,
    testing::{
        TestDatabase, next_due,
        sample::{NOW, account_of, alarm_at, browser, device_of, session, token},
    },
    upkeep::last_seen::LastSeen,
};
use tokio_util::sync::CancellationToken;

const DAYS: i64 = 410;

/// How long an idle browser is kept.
const KEPT: i64 = 400;

/// A visitor with an alarm at half past two, when clocks are changed: by an hour, by half an hour, or for Ramadan.
struct Visitor {
    number: u8,
    zone: &'static str,
    /// The days from one ring to the next. Clocks are changed on Sundays.
    every: i64,
    /// The days from one visit to the next.
    returns: Option<i64>,
}

const VISITORS: [Visitor; 4] = [
    Visitor { number: 1, zone: "Europe/Berlin", every: 1, returns: Some(7) },
    Visitor { number: 2, zone: "Australia/Lord_Howe", every: 7, returns: Some(30) },
    Visitor { number: 3, zone: "Africa/Casablanca", every: 7, returns: Some(182) },
    Visitor { number: 4, zone: "America/New_York", every: 7, returns: None },
];

impl Visitor {
    /// Makes an alarm, a device and an account.
    async fn arrive(&self, storage: &Storage) {
        let (number, browser) = (self.number, browser(self.number.into()));
        let repeat = if self.every == 1 { Repeat::Daily } else { Repeat::Days(Weekday::Sunday.into()) };
        let mut settings = alarm_at(browser, "02:30", repeat, NOW).settings;
        settings.schedule.zone = self.zone.parse().unwrap();
        alarms::insert(storage, NewAlarm::new(browser, settings, true, NOW)).await.unwrap();
        let device = device_of(browser, number);
        let id = device.id;
        devices::put(storage, device, "code".to_owned(), NOW).await.unwrap();
        devices::confirm(storage, browser, id, "code".to_owned()).await.unwrap();
        let account = account_of(browser, &format!("visitor {number}"));
        accounts::register(storage, account, session(number), NOW).await.unwrap();
    }

    /// Returns if it is a day for that, and is still signed in.
    async fn visit(&self, storage: &Storage, last_seen: &LastSeen, day: i64, now: OffsetDateTime) {
        if self.returns.is_some_and(|every| day % every == 0) {
            let signed_in = sessions::signed_in(storage, token(self.number), now).await.unwrap();
            assert!(signed_in.is_some(), "visitor {} is signed out on day {day}", self.number);
            last_seen.record(browser(self.number.into()), now);
            last_seen.write(storage, now).await.unwrap();
        }
    }

    /// Whether the alarm rang on each of its days, at the same time of its place.
    fn judge(&self, rung: &[i64]) {
        let Self { number, every, .. } = self;
        let days = if self.returns.is_some() { DAYS } else { KEPT };
        let count = i64::try_from(rung.len()).unwrap();
        assert!((days / every..=days / every + 1).contains(&count), "visitor {number}: {count} rings");
        let apart = || rung.iter().zip(rung.iter().skip(1)).map(|(one, next)| next - one);
        let (shortest, longest, usual) = (apart().min().unwrap(), apart().max().unwrap(), every * 86_400);
        assert!((usual - 3_600..usual).contains(&shortest), "visitor {number}: {shortest} s apart");
        assert!((usual + 1..=usual + 3_600).contains(&longest), "visitor {number}: {longest} s apart");
    }
}

/// How many alarms and devices a visitor has.
async fn owned(storage: &Storage, visitor: u8) -> (usize, usize) {
    let browser = browser(visitor.into());
    (alarms::list(storage, browser).await.unwrap().len(), devices::list(storage, browser).await.unwrap().len())
}

/// Rings everything that is due until an instant, as a scheduler that wakes up in time.
async fn ring_until(storage: &Storage, until: OffsetDateTime) {
    while let Some(due) = next_due(storage).await.filter(|due| *due <= until) {
        let ticked = tick(storage, due).await.unwrap();
        assert!(ticked.rings > 0 && ticked.missed + ticked.deferred == 0, "{due}: {ticked:?}");
    }
}

/// Deletes what is deleted daily or more often.
async fn tidy(storage: &Storage, now: OffsetDateTime) {
    pushes::expire(storage, now).await.unwrap();
    log::purge(storage, now - REPLAY_WINDOW).await.unwrap();
    devices::sweep(storage, now).await.unwrap();
    let outlook = outlook(storage, now, Some(Duration::days(KEPT))).await.unwrap();
    sweep(storage, outlook, usize::MAX, &CancellationToken::new()).await.unwrap();
}

/// The rings of a day: browser and instant.
fn rung(database: &TestDatabase, since: OffsetDateTime) -> Vec<(String, i64)> {
    let query = format!(
        "SELECT browser_id || ' ' || extract(epoch FROM scheduled_for)::bigint AS value FROM firings \
         WHERE scheduled_for > '{since}' ORDER BY scheduled_for"
    );
    let read = |ring: &String| {
        let (browser, at) = ring.split_once(' ').unwrap();
        (browser.to_owned(), at.parse().unwrap())
    };
    database.query(&query).iter().map(read).collect()
}

#[tokio::test]
async fn each_alarm_rings_on_each_of_its_days_and_nobody_who_returns_loses_anything() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let last_seen = LastSeen::default();
    for visitor in &VISITORS {
        visitor.arrive(&storage).await;
    }
    let mut rings = BTreeMap::<String, Vec<i64>>::new();
    for day in 1..=DAYS {
        let (dawn, now) = (NOW + Duration::days(day - 1), NOW + Duration::days(day));
        ring_until(&storage, now).await;
        for (browser, at) in rung(&database, dawn) {
            rings.entry(browser).or_default().push(at);
        }
        for visitor in &VISITORS {
            visitor.visit(&storage, &last_seen, day, now).await;
        }
        // Each week, and each day around the end of who does not return.
        if day % 7 == 0 || day >= KEPT {
            tidy(&storage, now).await;
            assert_eq!(owned(&storage, 4).await.0, usize::from(day <= KEPT), "day {day}");
        }
        if day % 100 == 0 {
            // A release of the time zone database that changes nothing.
            assert_eq!(rearm_all(&storage, &Clock::simulated(move || now)).await.unwrap(), 0);
        }
    }
    for visitor in &VISITORS {
        visitor.judge(&rings[&browser(visitor.number.into()).as_uuid().to_string()]);
        let left = usize::from(visitor.returns.is_some());
        assert_eq!(owned(&storage, visitor.number).await, (left, left), "visitor {}", visitor.number);
    }
    // The log does not grow.
    assert!(rung(&database, NOW).len() <= VISITORS.len(), "{:?}", rung(&database, NOW));
}
