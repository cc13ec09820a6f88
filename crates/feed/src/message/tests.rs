//! An encoded message decodes to the same message; damaged bytes do not decode.

use proptest::{collection::vec, option, prelude::*};
use time::{OffsetDateTime, macros::datetime};
use tokibako_domain::{
    alarm::{Alarm, AlarmId, AlarmSettings, Arming},
    answer::{Answer, RingAnswer},
    day::{TimeOfDay, Weekdays},
    days_off::DaysOffMode,
    firing::{FiringId, RingSubject},
    length::{Intervals, Step, TimerLength},
    occurrence::{Repeat, Schedule},
    ring_settings::{Label, SnoozeInterval, Sound},
    rule::Rule,
    timer::{Countdown, Plan, Progress, Timer, TimerId, TimerSettings},
    zone::Zone,
};

use super::*;

fn any_instant() -> impl Strategy<Value = OffsetDateTime> {
    (-4_000_000_000_000_000_i64..250_000_000_000_000_000).prop_map(|micros| instant(micros).unwrap())
}

fn any_date() -> impl Strategy<Value = time::Date> {
    any_instant().prop_map(OffsetDateTime::date)
}

/// None also for a random text that cannot be a label, for example of characters that cannot be seen.
fn any_label() -> impl Strategy<Value = Option<Label>> {
    option::of("\\PC{0,100}").prop_map(|text| text.and_then(|text| Label::parse(&text).ok().flatten()))
}

fn any_sound() -> impl Strategy<Value = Sound> {
    proptest::sample::select(Sound::ALL.to_vec())
}

fn any_length() -> impl Strategy<Value = TimerLength> {
    (1..86_400_i64).prop_map(|seconds| TimerLength::from_total_seconds(seconds).unwrap())
}

fn any_repeat() -> impl Strategy<Value = Repeat> {
    prop_oneof![
        Just(Repeat::Daily),
        Just(Repeat::Weekday),
        Just(Repeat::Weekend),
        Just(Repeat::Once),
        (1..128_u8).prop_map(|bits| Repeat::Days(Weekdays::from_bits(bits).unwrap())),
        any_date().prop_map(Repeat::OnDate),
        any_date().prop_map(|from| Repeat::Rule(Rule::parse("FREQ=MONTHLY;INTERVAL=2;BYDAY=1MO,-1FR", from).unwrap())),
    ]
}

fn any_browser() -> impl Strategy<Value = BrowserId> {
    (1..4_u128).prop_map(|number| BrowserId::new(Uuid::from_u128(number)).unwrap())
}

fn any_schedule() -> impl Strategy<Value = Schedule> {
    let zones: Vec<Zone> = Zone::all().collect();
    (0..24_u8, 0..60_u8, any_repeat(), proptest::sample::select(zones), option::of(any_date())).prop_map(
        |(hour, minute, repeat, zone, paused_until)| Schedule {
            time: TimeOfDay::new(hour, minute).unwrap(),
            repeat,
            zone,
            paused_until,
        },
    )
}

fn any_alarm() -> impl Strategy<Value = RingSubject> {
    (
        (any_browser(), any::<i64>(), any_schedule(), any_sound(), any_label()),
        (1..=60_i64, option::of(any_instant()), option::of(any_instant()), any_instant()),
    )
        .prop_map(|((browser, id, schedule, sound, label), (minutes, next, skipped, created_at))| {
            let snooze_interval = SnoozeInterval::from_minutes(minutes).unwrap();
            RingSubject::Alarm(Alarm {
                id: AlarmId(id),
                browser,
                settings: AlarmSettings { schedule, sound, snooze_interval, label, days_off: DaysOffMode::Ring.into() },
                arming: next.map_or(Arming::Off, Arming::Scheduled),
                skipped,
                created_at,
            })
        })
}

fn any_plan() -> impl Strategy<Value = Plan> {
    let step = (any_length(), any_label()).prop_map(|(length, label)| Step { length, label });
    prop_oneof![
        any_length().prop_map(Plan::Once),
        (vec(step, 1..=20), 1..=99_i64).prop_filter_map("the labels are short enough", |(steps, rounds)| {
            Intervals::new(steps, rounds).ok().map(Plan::Intervals)
        }),
    ]
}

fn any_timer() -> impl Strategy<Value = RingSubject> {
    (
        any_browser(),
        any::<i64>(),
        any_plan(),
        any::<u16>(),
        any_sound(),
        any_label(),
        option::of(any_instant()),
        any_instant(),
    )
        .prop_map(|(browser, id, plan, step, sound, label, ends_at, created_at)| {
            let progress = Progress { step: step % plan.count(), extended_to: None };
            RingSubject::Timer(Timer {
                id: TimerId(id),
                browser,
                settings: TimerSettings { plan, sound, label },
                countdown: ends_at.map_or(Countdown::COMPLETED, Countdown::Running),
                progress,
                created_at,
            })
        })
}

fn any_ring() -> impl Strategy<Value = Ring> {
    let answered = (proptest::sample::select(Answer::ALL.to_vec()), any_instant(), option::of(any_instant()))
        .prop_map(|(answer, at, snoozed_until)| RingAnswer { answer, at, snoozed_until });
    (any_instant(), prop_oneof![any_alarm(), any_timer()], option::of(answered))
        .prop_map(|(scheduled_for, subject, answered)| Ring { scheduled_for, subject, answered })
}

fn any_batch() -> impl Strategy<Value = BatchId> {
    (0..1_i64 << 40, option::of(any_instant())).prop_map(|(offset, fired_at)| BatchId { offset, fired_at })
}

proptest! {
    #[test]
    fn a_batch_decodes_to_the_rings_of_the_browsers_that_listen(
        previous in any_batch(), id in any_batch(), rings in vec(any_ring(), 0..8), listener in any_browser()
    ) {
        let bytes = encode_batch(previous, id, &rings);
        for listens in [|_: BrowserId, _: BrowserId| true, |ring, listener| ring == listener] {
            let decoded = decode(bytes.clone(), |browser| listens(browser, listener)).unwrap();
            let listened = rings.iter().enumerate().filter(|(_, ring)| listens(ring.subject.browser(), listener));
            let firings = listened.map(|(index, ring)| {
                Firing { id: FiringId(id.offset * 4_096 + i64::try_from(index).unwrap()), ring: ring.clone() }
            });
            prop_assert_eq!(decoded, Message::Batch(Batch { previous, id, firings: firings.collect() }));
        }
        prop_assert_eq!(decode(encode_heartbeat(id), |_| false), Ok(Message::Heartbeat(id)));
    }

    #[test]
    fn a_truncated_message_does_not_decode(rings in vec(any_ring(), 1..4), id in any_batch(), cut in any::<prop::sample::Index>()) {
        let bytes = encode_batch(BatchId::default(), id, &rings);
        let bytes = bytes.slice(..cut.index(bytes.len()));
        prop_assert_eq!(decode(bytes, |_| true), Err(DecodeError));
    }

    #[test]
    fn arbitrary_bytes_never_panic(bytes in vec(any::<u8>(), 0..200)) {
        drop(decode(bytes.into(), |_| true));
    }
}

fn timer() -> Ring {
    let settings = TimerSettings {
        plan: TimerLength::from_total_seconds(90).unwrap().into(),
        sound: Sound::Chime,
        label: Label::parse("Tea").unwrap(),
    };
    let browser = BrowserId::new(Uuid::from_u128(1)).unwrap();
    let (countdown, progress) = (Countdown::COMPLETED, Progress::default());
    let created_at = datetime!(2026-11-20 07:00 UTC);
    let timer = Timer { id: TimerId(7), browser, settings, countdown, progress, created_at };
    Ring { scheduled_for: datetime!(2026-11-20 07:01:30 UTC), subject: RingSubject::Timer(timer), answered: None }
}

/// During an upgrade, servers of two releases read each other's messages. If these bytes change, increase [`FORMAT`].
#[test]
fn the_bytes_of_this_format_version_do_not_change() {
    let id = BatchId { offset: 300, fired_at: Some(datetime!(2026-11-20 07:01:30.25 UTC)) };
    let bytes = encode_batch(BatchId { offset: 299, fired_at: None }, id, &[timer()]);
    let hex: Vec<_> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(
        hex.concat(),
        "0301d60400d80401a0dcc784faabb0060100000000000000000000000000000001250e809aa984faabb006000180f0beaef9abb006056368696d65010354656101b40100000000"
    );
}

#[test]
fn a_message_of_another_format_version_does_not_decode() {
    let mut bytes = encode_heartbeat(BatchId::default()).to_vec();
    bytes[0] += 1;
    assert_eq!(decode(bytes.into(), |_| true), Err(DecodeError));
    assert_eq!(decode(Bytes::new(), |_| true), Err(DecodeError));
}
