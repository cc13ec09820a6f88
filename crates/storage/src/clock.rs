//! The one clock of a site: the database's, as this process measures it.
//!
//! All processes share the database, so its clock is the reference. A process counts time by a counter of its machine
//! that nobody sets and that also counts while the machine sleeps, and adds the offset to the database's clock. Each
//! measurement bounds that offset: the database reads its clock after the query is sent and before the answer arrives.
//! What the wall clock of the machine shows has no effect.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicU64, Ordering::Relaxed},
    },
    time::Duration as Pause,
};

use diesel::{dsl::sql, prelude::*, sql_types};
use parking_lot::Mutex;
use prometheus_client::{
    metrics::gauge::Gauge,
    registry::{Registry, Unit},
};
use rustix::time::{ClockId, clock_gettime};
use time::{Duration, OffsetDateTime};
use tokio::time::sleep;

use crate::{Storage, error::Error, rows::encoding::microseconds};

/// How often a process measures, whatever else it does.
const INTERVAL: Pause = Pause::from_secs(10);

/// How many times a process measures at its start. The fastest answer bounds the offset most.
const FIRST_MEASUREMENTS: u8 = 3;

/// By how many millionths the counter may be faster or slower than the database's clock. NTP corrects no more.
const DRIFT: i64 = 500;

/// A correction backwards of up to this many microseconds stops the clock until the time is reached again, so that no
/// later reading is an earlier time. After a longer one, time goes back: the database's clock was set.
const LONGEST_HOLD: i64 = 100_000;

#[cfg(target_os = "linux")]
const COUNTER: ClockId = ClockId::Boottime;

/// Apple's monotonic clock also counts while the machine sleeps.
#[cfg(not(target_os = "linux"))]
const COUNTER: ClockId = ClockId::Monotonic;

/// The database's clock. Clones share the measured offset.
#[derive(Clone)]
pub struct Clock(Arc<State>);

struct State {
    counter: Box<dyn Fn() -> OffsetDateTime + Send + Sync>,
    bounds: Mutex<Option<Bounds>>,
    /// From the counter to the database's clock, in microseconds.
    offset: AtomicI64,
    /// The latest time that was read, in microseconds since 1970.
    latest: AtomicI64,
    machine_ahead: Gauge<f64, AtomicU64>,
}

/// The bounds of the offset when the counter showed `at`; all in microseconds.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    at: i64,
    low: i64,
    high: i64,
}

impl Bounds {
    /// What these bounds say when the counter shows `at`.
    fn widened(self, at: i64) -> Self {
        let drift = (at - self.at).abs() / (1_000_000 / DRIFT);
        Self { at, low: self.low - drift, high: self.high + drift }
    }

    /// The bounds that agree with both; `None` if a clock was set between the measurements.
    fn intersection(self, other: Self) -> Option<Self> {
        let both = Self { at: self.at, low: self.low.max(other.low), high: self.high.min(other.high) };
        (both.low <= both.high).then_some(both)
    }

    const fn middle(self) -> i64 {
        self.low + (self.high - self.low) / 2
    }
}

impl Clock {
    /// Measures the database's clock; there is no other way to get a clock, so nothing uses the time before that.
    pub async fn start(storage: &Storage) -> Result<Self, Error> {
        let clock = Self::new(|| {
            let counted = clock_gettime(COUNTER);
            let counted = Duration::seconds(counted.tv_sec) + Duration::nanoseconds(counted.tv_nsec);
            OffsetDateTime::UNIX_EPOCH.saturating_add(counted)
        });
        for _ in 0..FIRST_MEASUREMENTS {
            clock.measure(storage).await?;
        }
        let shown = clock.clone();
        storage.announcer.tell_by(move || shown.precise_now());
        Ok(clock)
    }

    /// A clock with another counter, for tests. Before the first measurement it shows what the counter does.
    #[cfg(feature = "testing")]
    pub fn simulated(counter: impl Fn() -> OffsetDateTime + Send + Sync + 'static) -> Self {
        Self::new(counter)
    }

    fn new(counter: impl Fn() -> OffsetDateTime + Send + Sync + 'static) -> Self {
        Self(Arc::new(State {
            counter: Box::new(counter),
            bounds: Mutex::default(),
            offset: AtomicI64::default(),
            latest: AtomicI64::new(i64::MIN),
            machine_ahead: Gauge::default(),
        }))
    }

    /// The current time in milliseconds, the precision of everything that requests store and are answered. Read it once
    /// per request.
    pub fn now(&self) -> OffsetDateTime {
        self.precise_now().truncate_to_millisecond()
    }

    /// The current time in microseconds, the precision of the database.
    pub fn precise_now(&self) -> OffsetDateTime {
        let now = self.counter().saturating_add(self.0.offset.load(Relaxed));
        let latest = self.0.latest.fetch_max(now, Relaxed);
        let is_held = latest > now && latest - now <= LONGEST_HOLD;
        if latest > now && !is_held {
            self.0.latest.store(now, Relaxed);
        }
        instant(if is_held { latest } else { now })
    }

    /// Asks the database for its time, and returns the current time.
    pub async fn measure(&self, storage: &Storage) -> Result<OffsetDateTime, Error> {
        let clock = self.clone();
        storage
            .background(move |conn| {
                clock.with_measurement(|| {
                    let shown = diesel::select(sql::<sql_types::Timestamptz>("clock_timestamp()"));
                    Ok(((), shown.get_result(conn)?))
                })?;
                Ok(clock.precise_now())
            })
            .await
    }

    /// Measures every ten seconds until the returned future is dropped. After a failure the counter goes on with the
    /// last offset; everything else that needs the database reports the failure.
    pub async fn run(&self, storage: &Storage) {
        loop {
            sleep(INTERVAL).await;
            if let Err(error) = self.measure(storage).await {
                tracing::debug!(%error, "the database's clock is not measured: the database does not answer");
            }
        }
    }

    /// Runs a query that also returns the database's time.
    pub(crate) fn with_measurement<T>(
        &self,
        query: impl FnOnce() -> Result<(T, OffsetDateTime), Error>,
    ) -> Result<T, Error> {
        let asked_at = self.counter();
        let (result, database) = query()?;
        self.update(asked_at, database, self.counter());
        Ok(result)
    }

    pub fn register_metrics(&self, registry: &mut Registry) {
        registry.register_with_unit(
            "clock_ahead",
            "How far the wall clock of this machine is ahead of the database's; negative if it is behind",
            Unit::Seconds,
            self.0.machine_ahead.clone(),
        );
    }

    /// Updates the offset with the time of the database, which read its clock between two states of the counter.
    fn update(&self, asked_at: i64, database: OffsetDateTime, answered_at: i64) {
        let (first, last) = (asked_at.min(answered_at), asked_at.max(answered_at));
        let database = microseconds(database);
        let measured = Bounds { at: last, low: database - last, high: database - first };
        self.0.machine_ahead.set((OffsetDateTime::now_utc() - instant(database)).as_seconds_f64());
        let mut bounds = self.0.bounds.lock();
        let known = bounds.map(|known| known.widened(last));
        let agreed = known.and_then(|known| known.intersection(measured));
        if let (Some(known), None) = (known, agreed) {
            let seconds = (measured.middle() - known.middle()) / 1_000_000;
            if seconds != 0 {
                tracing::warn!(seconds, "the database's clock was set, or this machine was paused: its time counts");
            }
        }
        let agreed = agreed.unwrap_or(measured);
        *bounds = Some(agreed);
        self.0.offset.store(agreed.middle(), Relaxed);
    }

    fn counter(&self) -> i64 {
        microseconds((self.0.counter)())
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Clock").finish_non_exhaustive()
    }
}

fn instant(microseconds: i64) -> OffsetDateTime {
    OffsetDateTime::UNIX_EPOCH.saturating_add(Duration::microseconds(microseconds))
}

#[cfg(test)]
mod tests {
    use prometheus_client::encoding::text;
    use time::ext::NumericalDuration as _;

    use super::*;
    use crate::testing::sample::NOW;

    /// A machine whose counter a test sets, and the database's clock.
    #[derive(Clone)]
    struct World {
        counter: Arc<AtomicI64>,
        database: Arc<AtomicI64>,
    }

    impl World {
        /// The counter is ahead of the database's clock by `ahead`.
        fn new(ahead: Duration) -> (Self, Clock) {
            let at = |ahead| Arc::new(AtomicI64::new(microseconds(NOW + ahead)));
            let world = Self { counter: at(ahead), database: at(Duration::ZERO) };
            let counter = Arc::clone(&world.counter);
            (world, Clock::simulated(move || instant(counter.load(Relaxed))))
        }

        fn database(&self) -> OffsetDateTime {
            instant(self.database.load(Relaxed))
        }

        fn pass(&self, passed: Duration) {
            self.set_counter(passed);
            self.set_database(passed);
        }

        fn set_counter(&self, by: Duration) {
            self.counter.fetch_add(i64::try_from(by.whole_microseconds()).unwrap(), Relaxed);
        }

        fn set_database(&self, by: Duration) {
            self.database.fetch_add(i64::try_from(by.whole_microseconds()).unwrap(), Relaxed);
        }

        /// A measurement: the database reads its clock after `there`, and the answer arrives after `back`.
        fn measure(&self, clock: &Clock, there: Duration, back: Duration) {
            let measured = clock.with_measurement(|| {
                self.pass(there);
                let shown = self.database();
                self.pass(back);
                Ok(((), shown))
            });
            measured.unwrap();
        }

        fn error(&self, clock: &Clock) -> Duration {
            clock.precise_now() - self.database()
        }
    }

    #[test]
    fn a_measured_clock_is_the_databases_whatever_the_machine_shows() {
        for ahead in [Duration::ZERO, 40.seconds(), (-40).seconds(), 1.hours(), 402.days(), (-402).days()] {
            let (world, clock) = World::new(ahead);
            world.measure(&clock, 1.milliseconds(), 1.milliseconds());
            assert_eq!(world.error(&clock), Duration::ZERO, "{ahead}");
            world.pass(5.days());
            assert_eq!(world.error(&clock), Duration::ZERO, "{ahead}");
        }
    }

    #[test]
    fn a_slow_answer_does_not_spoil_what_a_fast_one_has_shown() {
        let (world, clock) = World::new(1.hours());
        world.measure(&clock, Duration::ZERO, 3.seconds());
        assert_eq!(world.error(&clock), -1_500.milliseconds());
        world.measure(&clock, 2.milliseconds(), 2.milliseconds());
        assert!(world.error(&clock).abs() < 2.milliseconds());
        for _ in 0..100 {
            world.pass(10.seconds());
            world.measure(&clock, 3.seconds(), Duration::ZERO);
            world.measure(&clock, Duration::ZERO, 1.seconds());
        }
        assert!(world.error(&clock).abs() < 10.milliseconds());
    }

    #[test]
    fn a_counter_that_drifts_is_followed() {
        let (world, clock) = World::new((-1).days());
        for _ in 0..10_000 {
            world.measure(&clock, 100.microseconds(), 100.microseconds());
            world.pass(10.seconds());
            world.set_counter(400.microseconds() * 10);
            assert!(world.error(&clock).abs() < 10.milliseconds(), "{}", world.error(&clock));
        }
    }

    #[test]
    fn a_clock_that_is_set_while_the_process_runs_is_followed() {
        for jump in [402.days(), (-402).days(), 1.hours(), (-1).hours(), 2.seconds(), (-2).seconds()] {
            let (world, clock) = World::new(3.hours());
            world.measure(&clock, 1.milliseconds(), 1.milliseconds());
            world.set_counter(jump);
            world.error(&clock);
            world.measure(&clock, 1.milliseconds(), 1.milliseconds());
            assert_eq!(world.error(&clock), Duration::ZERO, "the machine's, {jump}");
            world.set_database(jump);
            world.measure(&clock, 1.milliseconds(), 1.milliseconds());
            assert_eq!(world.error(&clock), Duration::ZERO, "the database's, {jump}");
        }
    }

    #[test]
    fn a_small_correction_never_turns_the_clock_back() {
        let (world, clock) = World::new(Duration::ZERO);
        world.measure(&clock, 1.milliseconds(), 1.milliseconds());
        let before = clock.precise_now();
        world.set_database((-50).milliseconds());
        world.measure(&clock, Duration::ZERO, Duration::ZERO);
        assert_eq!(clock.precise_now(), before);
        world.pass(30.milliseconds());
        assert_eq!(clock.precise_now(), before);
        world.pass(30.milliseconds());
        assert_eq!(clock.precise_now(), before + 10.milliseconds());
    }

    #[test]
    fn the_time_of_requests_has_milliseconds() {
        let clock = Clock::simulated(|| NOW + 1_234_567.nanoseconds());
        assert_eq!((clock.now(), clock.precise_now()), (NOW + 1.milliseconds(), NOW + 1_234.microseconds()));
    }

    #[test]
    fn how_far_the_wall_clock_differs_is_a_metric() {
        let (mut registry, clock) = (Registry::default(), Clock::simulated(|| NOW));
        clock.register_metrics(&mut registry);
        clock.update(0, OffsetDateTime::now_utc() - 1.hours(), 0);
        let mut metrics = String::new();
        text::encode(&mut metrics, &registry).unwrap();
        let ahead = metrics.lines().find_map(|line| line.strip_prefix("clock_ahead_seconds ")).unwrap();
        assert!((ahead.parse::<f64>().unwrap() - 3_600.0).abs() < 30.0, "{ahead}");
    }
}
