//! Days off: stored, observed by alarms that are created, changed, rung and answered, and handed over.

use std::convert::Infallible;

use time::{
    Date, Duration, OffsetDateTime,
    macros::{date, datetime},
};
use tokibako_domain::{
    alarm::{Alarm, Arming},
    answer::Answer,
    browser_id::BrowserId,
    days_off::{DayRange, DaysOff, DaysOffMode, MAX_RANGES, Observance},
    firing::{Kind, RingId},
    occurrence::Repeat,
    ring_settings::Label,
    rule::Rule,
};
use tokibako_storage::{
    Error, Storage,
    accounts::{self, renewal},
    alarms, browser_lists,
    clock::Clock,
    days_off,
    due::{self, Batch, Decision},
    owned,
    rings::{self, AnswerRequest},
    sessions::NewSession,
    testing::{
        TestDatabase,
        hold::Hold,
        sample::{NOW, account_of, admitted, alarm_at, browser, session, token},
    },
};
use tokio::spawn;

const FRIDAY: OffsetDateTime = datetime!(2026-11-20 07:00 UTC);
const SATURDAY: OffsetDateTime = datetime!(2026-11-21 07:00 UTC);
const MONDAY: OffsetDateTime = datetime!(2026-11-23 07:00 UTC);

fn range(from: Date, to: Date) -> DayRange {
    DayRange::new(from, to, Label::parse("休み").unwrap()).unwrap()
}

fn list<const N: usize>(ranges: [(Date, Date); N]) -> DaysOff {
    DaysOff::new(ranges.map(|(from, to)| range(from, to)).to_vec()).unwrap()
}

fn friday_to_sunday() -> DaysOff {
    list([(date!(2026 - 11 - 20), date!(2026 - 11 - 22))])
}

async fn put(storage: &Storage, browser: BrowserId, list: DaysOff) -> (DaysOff, bool) {
    days_off::put(storage, browser, list, &Clock::simulated(|| NOW), |_| admitted()).await.unwrap().unwrap()
}

async fn next(storage: &Storage, browser: BrowserId) -> Vec<Option<OffsetDateTime>> {
    let alarms = alarms::list(storage, browser).await.unwrap();
    alarms.iter().map(|alarm| alarm.arming.next_trigger()).collect()
}

async fn read(storage: &Storage, browser: BrowserId) -> DaysOff {
    browser_lists::read(storage, browser).await.unwrap().unwrap_or_default()
}

#[tokio::test]
async fn alarms_move_with_the_list_and_back() {
    let database = TestDatabase::create();
    let storage = database.storage();
    alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    alarms::insert(&storage, alarm_at(browser(1), "08:00", Repeat::OnDate(FRIDAY.date()), NOW)).await.unwrap();
    let mut other = alarm_at(browser(1), "09:00", Repeat::Daily, NOW);
    other.settings.days_off = DaysOffMode::Ring.into();
    alarms::insert(&storage, other).await.unwrap();
    alarms::insert(&storage, alarm_at(browser(2), "07:00", Repeat::Daily, NOW)).await.unwrap();
    let chosen = [Some(FRIDAY + Duration::HOUR), Some(FRIDAY + Duration::hours(2))];
    let all = |daily| vec![Some(daily), chosen[0], chosen[1]];

    assert_eq!(put(&storage, browser(1), friday_to_sunday()).await, (friday_to_sunday(), true));
    assert_eq!(read(&storage, browser(1)).await, friday_to_sunday());
    assert_eq!(next(&storage, browser(1)).await, all(MONDAY));
    assert_eq!(next(&storage, browser(2)).await, [Some(FRIDAY)]);
    assert_eq!(put(&storage, browser(1), friday_to_sunday()).await, (friday_to_sunday(), false));
    assert_eq!(put(&storage, browser(1), DaysOff::NONE).await, (DaysOff::NONE, true));
    assert_eq!(next(&storage, browser(1)).await, all(FRIDAY));
    assert_eq!(next(&storage, browser(2)).await, [Some(FRIDAY)]);
    let past = list([(date!(2026 - 10 - 01), date!(2026 - 11 - 11)), (date!(2026 - 11 - 13), date!(2026 - 11 - 13))]);
    let recent = list([(date!(2026 - 11 - 13), date!(2026 - 11 - 13))]);
    assert_eq!(put(&storage, browser(1), past).await, (recent, false));
}

#[tokio::test]
async fn new_and_changed_alarms_observe_the_list() {
    let database = TestDatabase::create();
    let storage = database.storage();
    put(&storage, browser(1), friday_to_sunday()).await;
    let alarm = alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    assert_eq!(alarm.arming, Arming::Scheduled(MONDAY));
    let mode = |mode| {
        move |alarm: Alarm| {
            let mut settings = alarm.settings.clone();
            settings.days_off = Observance { mode, ..settings.days_off };
            Ok::<_, Infallible>(alarm.changed(settings, true, NOW))
        }
    };
    let rings =
        owned::update::<Alarm, _>(&storage, browser(1), alarm.id, mode(DaysOffMode::Ring)).await.unwrap().unwrap();
    assert_eq!(rings.arming, Arming::Scheduled(FRIDAY));
    let silent =
        owned::update::<Alarm, _>(&storage, browser(1), alarm.id, mode(DaysOffMode::Silent)).await.unwrap().unwrap();
    assert_eq!(silent.arming, Arming::Scheduled(MONDAY));
    let toggled = |alarm: Alarm| Ok::<_, Infallible>(alarm.toggled(NOW).toggled(NOW));
    let toggled = owned::update::<Alarm, _>(&storage, browser(1), alarm.id, toggled).await.unwrap().unwrap();
    assert_eq!(toggled.arming, Arming::Scheduled(MONDAY));
}

#[tokio::test]
async fn the_ring_after_a_ring_or_an_early_answer_is_not_on_a_day_off() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let off = list([(date!(2026 - 11 - 21), date!(2026 - 11 - 22))]);
    let claimed = alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    let answered = alarms::insert(&storage, alarm_at(browser(2), "07:00", Repeat::Daily, NOW)).await.unwrap();
    put(&storage, browser(1), off.clone()).await;
    put(&storage, browser(2), off).await;
    let ring = RingId { kind: Kind::Alarm, row: answered.id.0, scheduled_for: FRIDAY };
    let given = AnswerRequest { ring, answer: Answer::Stop, at: None };
    rings::answer(&storage, browser(2), given, None, FRIDAY - Duration::seconds(20)).await.unwrap();
    assert_eq!(next(&storage, browser(2)).await, [Some(MONDAY)]);
    let decide = move |alarm: Alarm| Decision { after: alarm.after_ring(FRIDAY), rings: true };
    due::claim(&storage, FRIDAY, Batch::oldest(10), decide).await.unwrap();
    assert_eq!(next(&storage, browser(1)).await, [Some(MONDAY)]);
    assert_eq!(claimed.arming, Arming::Scheduled(FRIDAY));
}

#[tokio::test]
async fn an_alarm_whose_last_days_are_off_is_on_again_when_they_no_longer_are() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let rule = Repeat::Rule(Rule::parse("FREQ=DAILY;UNTIL=20261121", date!(2026 - 11 - 20)).unwrap());
    let alarm = alarms::insert(&storage, alarm_at(browser(1), "07:00", rule, NOW)).await.unwrap();
    put(&storage, browser(1), friday_to_sunday()).await;
    assert_eq!(next(&storage, browser(1)).await, [None]);
    put(&storage, browser(1), DaysOff::NONE).await;
    assert_eq!(next(&storage, browser(1)).await, [Some(FRIDAY)]);
    // The same after its last ring that was not on a day off, and for a new alarm.
    let saturday = list([(date!(2026 - 11 - 21), date!(2026 - 11 - 21))]);
    put(&storage, browser(1), saturday.clone()).await;
    let decide = move |alarm: Alarm| Decision { after: alarm.after_ring(FRIDAY), rings: true };
    due::claim(&storage, FRIDAY, Batch::oldest(10), decide).await.unwrap();
    assert_eq!(next(&storage, browser(1)).await, [None]);
    put(&storage, browser(1), DaysOff::NONE).await;
    assert_eq!(next(&storage, browser(1)).await, [Some(SATURDAY)]);
    owned::delete::<Alarm>(&storage, browser(1), alarm.id).await.unwrap();
    put(&storage, browser(1), friday_to_sunday()).await;
    let new = alarms::insert(&storage, alarm_at(browser(1), "07:00", rule, NOW)).await.unwrap();
    assert_eq!(new.arming, Arming::Off);
    put(&storage, browser(1), saturday).await;
    assert_eq!(next(&storage, browser(1)).await, [Some(FRIDAY)]);
}

#[tokio::test]
async fn handed_over_lists_are_joined_and_move_the_alarms_of_both() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let account = accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
    alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    alarms::insert(&storage, alarm_at(browser(2), "08:00", Repeat::Daily, NOW)).await.unwrap();
    put(&storage, browser(1), list([(date!(2026 - 11 - 20), date!(2026 - 11 - 20))])).await;
    put(&storage, browser(2), list([(date!(2026 - 11 - 21), date!(2026 - 11 - 22))])).await;
    accounts::sign_in(&storage, account.id, session(2), Some(browser(2)), NOW).await.unwrap();
    assert_eq!(read(&storage, browser(1)).await, friday_to_sunday());
    assert_eq!(read(&storage, browser(2)).await, DaysOff::NONE);
    assert_eq!(next(&storage, browser(1)).await, [Some(MONDAY), Some(MONDAY + Duration::HOUR)]);
    // Alarms of a browser without a list observe that of the account; a renewed browser id takes over the whole list.
    alarms::insert(&storage, alarm_at(browser(3), "09:00", Repeat::Daily, NOW)).await.unwrap();
    accounts::sign_in(&storage, account.id, session(3), Some(browser(3)), NOW).await.unwrap();
    let replacing = NewSession { replaces: Some(token(3)), ..session(4) };
    let renewed = renewal::end_all_sessions(&storage, account.id, replacing, NOW).await.unwrap();
    let new = renewed.account.browser;
    assert_eq!(read(&storage, new).await, friday_to_sunday());
    let hours = |hours| Some(MONDAY + Duration::hours(hours));
    assert_eq!(next(&storage, new).await, [hours(0), hours(1), hours(2)]);
}

#[tokio::test]
async fn a_list_waits_for_a_claim_of_its_alarms() {
    let database = TestDatabase::create();
    let storage = database.storage();
    alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    let mut claim = Hold::of_rows(&database, "SELECT FROM alarms FOR UPDATE");
    let waiting = spawn({
        let storage = storage.clone();
        async move { put(&storage, browser(1), friday_to_sunday()).await }
    });
    claim.until_waiting(1).await;
    // It rang, and its next ring was computed without the list.
    claim.commit("UPDATE alarms SET next_trigger = '2026-11-21 07:00Z', last_due = '2026-11-20 07:00Z'");
    assert!(waiting.await.unwrap().1);
    assert_eq!(next(&storage, browser(1)).await, [Some(MONDAY)]);
}

#[tokio::test]
async fn of_two_lists_at_once_the_last_one_counts() {
    let database = TestDatabase::create();
    let storage = database.storage();
    alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    put(&storage, browser(1), DaysOff::NONE).await;
    let lists = [friday_to_sunday(), list([(date!(2026 - 11 - 20), date!(2026 - 11 - 20))]), DaysOff::NONE];
    for _ in 0..5 {
        let puts = lists.clone().map(|list| {
            let storage = storage.clone();
            spawn(async move { put(&storage, browser(1), list).await })
        });
        for put in puts {
            put.await.unwrap();
        }
        let stored = read(&storage, browser(1)).await;
        let schedule = alarms::list(&storage, browser(1)).await.unwrap()[0].settings.schedule;
        assert_eq!(next(&storage, browser(1)).await, [schedule.next_after(NOW, &stored)]);
    }
}

#[tokio::test]
async fn a_list_of_a_newer_version_silences_nothing() {
    let database = TestDatabase::create();
    let storage = database.storage();
    put(&storage, browser(1), friday_to_sunday()).await;
    database.execute(r#"UPDATE days_off SET ranges = '[{"weekly": "sat"}]'"#);
    let alarm = alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    assert_eq!(alarm.arming, Arming::Scheduled(FRIDAY));
}

/// The largest list and as many alarms as a browser may have, each of which has to pass over every range.
#[tokio::test]
async fn the_largest_list_moves_all_alarms_at_once() {
    let database = TestDatabase::create();
    let storage = database.storage();
    let rule = Repeat::Rule(Rule::parse("FREQ=DAILY;INTERVAL=2", date!(2026 - 11 - 20)).unwrap());
    for minute in 0..500 {
        let time = format!("{:02}:{:02}", 7 + minute / 60, minute % 60);
        alarms::insert(&storage, alarm_at(browser(1), &time, rule, NOW)).await.unwrap();
    }
    let day = |index: i64| date!(2026 - 11 - 20) + Duration::days(index * 2);
    let largest = DaysOff::new((0..400).map(|index| range(day(index), day(index))).collect()).unwrap();
    assert!(put(&storage, browser(1), largest).await.1);
    let expected = FRIDAY + Duration::days(800);
    assert!(next(&storage, browser(1)).await.iter().all(|next| next.is_some_and(|next| next >= expected)));
}

/// A list of the largest size: every second day, each with the longest label.
fn largest_list() -> DaysOff {
    let day = |number: usize| date!(2026 - 11 - 21) + Duration::days(2 * i64::try_from(number).unwrap());
    let label = |number: usize| Label::parse(&format!("{number:😀>60}")).unwrap();
    let ranges = (0..MAX_RANGES).map(|number| DayRange::new(day(number), day(number), label(number)).unwrap());
    DaysOff::new(ranges.collect()).unwrap()
}

async fn claim_on_friday(storage: &Storage) -> usize {
    claim_at_most(storage, 1_000).await.unwrap()
}

async fn claim_at_most(storage: &Storage, rows: u16) -> Result<usize, Error> {
    let decide = move |alarm: Alarm| Decision { after: alarm.after_ring(FRIDAY), rings: true };
    due::claim(storage, FRIDAY, Batch::oldest(rows), decide).await.map(|report| report.rings)
}

#[tokio::test]
async fn a_claim_of_a_thousand_browsers_with_the_largest_lists_reads_only_their_days() {
    let database = TestDatabase::create();
    let storage = database.storage();
    alarms::insert(&storage, alarm_at(browser(1), "07:00", Repeat::Daily, NOW)).await.unwrap();
    put(&storage, browser(1), largest_list()).await;
    database.execute(
        "INSERT INTO alarms (browser_id, minute_of_day, repeat, timezone, sound, snooze_minutes, next_trigger, created_at) \
             SELECT lpad(to_hex(n), 32, '0')::uuid, minute_of_day, repeat, timezone, sound, snooze_minutes, next_trigger, \
             created_at FROM alarms, generate_series(2, 1000) AS n; \
         INSERT INTO days_off (browser_id, ranges, changed_at) \
             SELECT lpad(to_hex(n), 32, '0')::uuid, ranges, changed_at FROM days_off, generate_series(2, 1000) AS n",
    );
    let size = "SELECT (sum(pg_column_size(days)) / count(*) < 4000)::text AS value FROM days_off";
    assert_eq!(database.query(size), ["true"]);
    // Nobody can read the ranges, so the claim has not read them.
    database.execute("ALTER TABLE days_off DISABLE TRIGGER keep_days_of_ranges; UPDATE days_off SET ranges = '7'");
    let mut rings = 0;
    let mut most = 1_000;
    while rings < 1_000 {
        match claim_at_most(&storage, most).await {
            Ok(more) => {
                assert!(more > 0, "a claim that rings nothing");
                rings += more;
            }
            // Postgres ends a transaction that idles for a second; the scheduler halves the batch, too.
            Err(Error::Unavailable(_)) if most > 1 => most /= 2,
            Err(failure) => panic!("{failure}"),
        }
    }
    let moved = "SELECT DISTINCT next_trigger::text AS value FROM alarms";
    assert_eq!(database.query(moved), ["2026-11-22 07:00:00+00"]);
}

#[tokio::test]
async fn a_claim_observes_lists_from_before_their_days_were_stored() {
    let database = TestDatabase::create();
    let storage = database.storage();
    for number in [1, 2] {
        alarms::insert(&storage, alarm_at(browser(number), "07:00", Repeat::Daily, NOW)).await.unwrap();
        put(&storage, browser(number), list([(date!(2026 - 11 - 21), date!(2026 - 11 - 22))])).await;
    }
    database.execute("UPDATE days_off SET days = NULL");
    // A list of a newer version, which this one cannot read.
    database.execute(&format!(
        "UPDATE days_off SET ranges = '[[\"tomorrow\"]]' WHERE browser_id = '{}'",
        browser(2).as_uuid()
    ));
    assert_eq!(claim_on_friday(&storage).await, 2);
    assert_eq!(next(&storage, browser(1)).await, [Some(MONDAY)]);
    assert_eq!(next(&storage, browser(2)).await, [Some(SATURDAY)]);
}
