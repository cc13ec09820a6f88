//! The cost of a batch of 1,000 rings on the bus: encoding it, and decoding it in a process with and without listeners.

#![expect(clippy::unwrap_used, reason = "a benchmark may panic")]

use std::{collections::HashSet, hint::black_box};

use criterion::{Criterion, criterion_group, criterion_main};
use time::{Duration, OffsetDateTime};
use tokibako_domain::{
    alarm::{Alarm, AlarmId, AlarmSettings, Arming},
    browser_id::BrowserId,
    day::TimeOfDay,
    days_off::Observance,
    firing::{Ring, RingSubject},
    occurrence::{Repeat, Schedule},
    ring_settings::{Label, SnoozeInterval, Sound},
};
use tokibako_feed::{BatchId, message};
use uuid::Uuid;

const RINGS: u16 = 1_000;

fn browser(number: u128) -> BrowserId {
    BrowserId::new(Uuid::from_u128(number)).unwrap()
}

fn ring(number: u16) -> Ring {
    let schedule = Schedule {
        time: TimeOfDay::MIDNIGHT,
        repeat: Repeat::Daily,
        zone: "Asia/Tokyo".parse().unwrap(),
        paused_until: None,
    };
    let settings = AlarmSettings {
        schedule,
        sound: Sound::Chime,
        snooze_interval: SnoozeInterval::default(),
        label: Label::parse("Walk before the city wakes").unwrap(),
        days_off: Observance::default(),
    };
    let (created_at, next) = (OffsetDateTime::UNIX_EPOCH, OffsetDateTime::UNIX_EPOCH + Duration::DAY);
    let arming = Arming::Scheduled(next);
    let browser = browser(u128::from(number) + 1);
    let alarm = Alarm { id: AlarmId(number.into()), browser, settings, arming, skipped: None, created_at };
    Ring { scheduled_for: created_at, subject: RingSubject::Alarm(alarm), answered: None }
}

fn batch(criterion: &mut Criterion) {
    let rings: Vec<_> = (0..RINGS).map(ring).collect();
    let id = BatchId { offset: 1, fired_at: Some(OffsetDateTime::UNIX_EPOCH) };
    let bytes = message::encode_batch(BatchId::default(), id, &rings);
    criterion.bench_function("bus: batch of 1,000 written", |bencher| {
        bencher.iter(|| message::encode_batch(BatchId::default(), id, black_box(&rings)));
    });
    let others: HashSet<_> = (10_000..160_000).map(browser).collect();
    criterion.bench_function("bus: batch of 1,000 read, all of others", |bencher| {
        bencher.iter(|| message::decode(black_box(bytes.clone()), |browser| others.contains(&browser)).unwrap());
    });
    let listeners: HashSet<_> = (1..=u128::from(RINGS)).map(browser).collect();
    criterion.bench_function("bus: batch of 1,000 read, all of listeners", |bencher| {
        bencher.iter(|| message::decode(black_box(bytes.clone()), |browser| listeners.contains(&browser)).unwrap());
    });
}

criterion_group!(benches, batch);
criterion_main!(benches);
