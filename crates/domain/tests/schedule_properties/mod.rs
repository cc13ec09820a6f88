//! Properties of every schedule, tested on random ones near the clock changes of their zones.
//!
//! The module that includes this file provides the zones and their offsets. Everything expected here is computed from
//! those offsets, including what a clock change skips or repeats.

use proptest::{prelude::*, sample};
use time::{Duration, OffsetDateTime, PrimitiveDateTime, UtcOffset, Weekday};
use tokibako_domain::{
    day::{TimeOfDay, Weekdays},
    days_off::DaysOff,
    occurrence::{Repeat, Schedule},
    zone::Zone,
};

use super::{offset_at, zones};

const START_OF_1900: i64 = -2_208_988_800;
const START_OF_2150: i64 = 5_680_281_600;
const WEEK: i64 = 7 * 24 * 60 * 60;

/// No clock change is longer than the day that Apia left out.
const AROUND_A_CHANGE: Duration = Duration::hours(26);

/// The local time in the schedule's zone.
fn wall(schedule: &Schedule, instant: OffsetDateTime) -> PrimitiveDateTime {
    reading(instant, offset_at(schedule.zone, instant))
}

/// The local time at a fixed `offset`.
fn reading(instant: OffsetDateTime, offset: UtcOffset) -> PrimitiveDateTime {
    let clock = instant.to_offset(offset);
    PrimitiveDateTime::new(clock.date(), clock.time())
}

/// The offsets of the zone between two instants.
fn offsets(schedule: &Schedule, from: OffsetDateTime, to: OffsetDateTime) -> Vec<UtcOffset> {
    let instants = (0..).map(|quarters| from + Duration::minutes(15 * quarters)).take_while(|instant| *instant <= to);
    let mut offsets: Vec<_> = instants.map(|instant| offset_at(schedule.zone, instant)).collect();
    offsets.dedup();
    offsets
}

fn is_scheduled(schedule: &Schedule, wall: PrimitiveDateTime) -> bool {
    let weekend = matches!(wall.weekday(), Weekday::Saturday | Weekday::Sunday);
    let day_fits = match schedule.repeat {
        Repeat::Daily | Repeat::Once => true,
        Repeat::Weekday => !weekend,
        Repeat::Weekend => weekend,
        Repeat::Days(days) => days.bits() >> wall.weekday().number_days_from_monday() & 1 == 1,
        Repeat::OnDate(date) => wall.date() == date,
        Repeat::Rule(rule) => rule.next_day(wall.date()) == Some(wall.date()),
    };
    let is_paused = schedule.paused_until.is_some_and(|until| wall.date() < until);
    day_fits
        && !is_paused
        && (wall.hour(), wall.minute(), wall.second()) == (schedule.time.hour(), schedule.time.minute(), 0)
}

/// Whether the local time is `wall` at some instant.
fn is_shown(schedule: &Schedule, wall: PrimitiveDateTime) -> bool {
    let about = wall.assume_utc();
    offsets(schedule, about - AROUND_A_CHANGE, about + AROUND_A_CHANGE)
        .into_iter()
        .any(|offset| offset_at(schedule.zone, wall.assume_offset(offset)) == offset)
}

/// Whether the scheduled time was skipped, and a clock that was not changed would show it at `instant`.
fn rings_for_a_skipped_time(schedule: &Schedule, instant: OffsetDateTime) -> bool {
    offsets(schedule, instant - AROUND_A_CHANGE, instant)
        .into_iter()
        .map(|before| reading(instant, before))
        .any(|unchanged| is_scheduled(schedule, unchanged) && !is_shown(schedule, unchanged))
}

/// Whether clocks have shown the same time before, because they were set back in between.
fn is_repeated(schedule: &Schedule, instant: OffsetDateTime) -> bool {
    let wall = wall(schedule, instant);
    offsets(schedule, instant - AROUND_A_CHANGE, instant)
        .into_iter()
        .map(|before| wall.assume_offset(before))
        .any(|earlier| earlier < instant && offset_at(schedule.zone, earlier) == earlier.offset())
}

/// The first second after a clock change in the zone, later than `from`, or the start of 2150.
fn change_after(zone: Zone, from: i64) -> i64 {
    let offset = |seconds| offset_at(zone, OffsetDateTime::from_unix_timestamp(seconds).unwrap());
    let mut before = from;
    while before < START_OF_2150 {
        let mut after = before + WEEK;
        if offset(before) != offset(after) {
            while after - before > 1 {
                let middle = before.midpoint(after);
                if offset(middle) == offset(before) { before = middle } else { after = middle }
            }
            return after;
        }
        before = after;
    }
    START_OF_2150
}

fn any_weekly_rule() -> impl Strategy<Value = Repeat> {
    let chosen = (1..128_u8).prop_map(|bits| Repeat::Days(Weekdays::from_bits(bits).unwrap()));
    prop_oneof![sample::select(vec![Repeat::Daily, Repeat::Weekday, Repeat::Weekend, Repeat::Once]), chosen]
}

prop_compose! {
    fn any_schedule()(
        zone in sample::select(zones()),
        repeat in any_weekly_rule(),
        hour in 0..24_u8,
        minute in prop_oneof![sample::select(vec![0, 15, 30, 45]), 0..60_u8],
    ) -> Schedule {
        Schedule { time: TimeOfDay::new(hour, minute).unwrap(), repeat, zone, paused_until: None }
    }
}

prop_compose! {
    /// A schedule and an instant within three days of a clock change in its zone, from 1900 to 2150.
    ///
    /// In half of the cases the scheduled time is within three hours of the change, too. Some schedules pause for up to
    /// three weeks, others ring on one day only, at least two days after the instant.
    fn near_a_change()(
        schedule in any_schedule(),
        from in START_OF_1900..START_OF_2150,
        away in -259_200_000..259_200_000_i64,
        minutes_away in prop::option::of(-180..180_i64),
        pause_days in prop::option::of(-2..21_i64),
        date_days in prop::option::weighted(0.2, 2..6_i64),
    ) -> (Schedule, OffsetDateTime) {
        let change = OffsetDateTime::from_unix_timestamp(change_after(schedule.zone, from)).unwrap();
        let time = minutes_away.map_or(schedule.time, |minutes| {
            let unchanged = offset_at(schedule.zone, change - Duration::SECOND);
            let wall = reading(change, unchanged) + Duration::minutes(minutes);
            TimeOfDay::new(wall.hour(), wall.minute()).unwrap()
        });
        let after = change + Duration::milliseconds(away);
        let in_days = |days| schedule.zone.local_date(after).unwrap() + Duration::days(days);
        let schedule = match (date_days, pause_days) {
            (Some(days), _) => Schedule { repeat: Repeat::OnDate(in_days(days)), ..schedule },
            (None, pause) => Schedule { paused_until: pause.map(in_days), ..schedule },
        };
        (Schedule { time, ..schedule }, after)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_next_ring_is_strictly_after((schedule, after) in near_a_change()) {
        prop_assert!(schedule.next_after(after, &DaysOff::NONE).unwrap() > after);
    }

    #[test]
    fn clocks_show_the_scheduled_time_or_have_skipped_it((schedule, after) in near_a_change()) {
        let ring = schedule.next_after(after, &DaysOff::NONE).unwrap();
        let shown = wall(&schedule, ring);
        prop_assert!(is_scheduled(&schedule, shown) || rings_for_a_skipped_time(&schedule, ring), "shown {}", shown);
        prop_assert!(!is_repeated(&schedule, ring));
    }

    #[test]
    fn no_day_rings_twice_except_after_a_gap((schedule, after) in near_a_change()) {
        let mut ring = schedule.next_after(after, &DaysOff::NONE).unwrap();
        for _ in 0..4 {
            let Some(next) = schedule.next_after(ring, &DaysOff::NONE) else {
                prop_assert!(matches!(schedule.repeat, Repeat::OnDate(_)));
                break;
            };
            let (day, next_day) = (schedule.zone.local_date(ring).unwrap(), schedule.zone.local_date(next).unwrap());
            prop_assert!(
                day < next_day || day == next_day && rings_for_a_skipped_time(&schedule, ring),
                "{} and {}", ring, next
            );
            ring = next;
        }
    }

    #[test]
    fn a_later_start_never_gives_an_earlier_ring((schedule, after) in near_a_change(), wait in 0..1_000_000_000_i64) {
        let sooner = schedule.next_after(after, &DaysOff::NONE).unwrap();
        let later = schedule.next_after(after + Duration::milliseconds(wait), &DaysOff::NONE);
        let is_over = matches!(schedule.repeat, Repeat::OnDate(_)) && later.is_none();
        prop_assert!(is_over || later.is_some_and(|later| sooner <= later));
    }

    #[test]
    fn asking_again_before_the_ring_changes_nothing((schedule, after) in near_a_change(), part in 0.0..1.0_f64) {
        let ring = schedule.next_after(after, &DaysOff::NONE).unwrap();
        let between = after + (ring - after) * part;
        prop_assert_eq!(schedule.next_after(between.min(ring - Duration::NANOSECOND), &DaysOff::NONE), Some(ring));
    }

    #[test]
    fn no_minute_before_the_ring_matches_the_schedule((schedule, after) in near_a_change()) {
        let ring = schedule.next_after(after, &DaysOff::NONE).unwrap();
        let mut minute = after.replace_nanosecond(0).unwrap();
        loop {
            minute += Duration::seconds((60 - wall(&schedule, minute).second()).into());
            if minute >= ring {
                break;
            }
            let would_ring = is_scheduled(&schedule, wall(&schedule, minute)) && !is_repeated(&schedule, minute);
            prop_assert!(!would_ring || minute <= after, "{} was missed for {}", minute, ring);
        }
    }
}
