//! Restoring a backup: the procedure of docs/operations.md, an hour after the backup.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Command, Output},
};

use reqwest::blocking::Response;
use serde_json::{Value, json};
use time::{Duration, OffsetDateTime, macros::format_description};
use tokibako_domain::{
    alarm::{Alarm, AlarmId, Arming},
    browser_id::BrowserId,
    channel::RingFilter,
    firing::Kind,
    repeat::Repeat,
    timer::{Countdown, Timer, TimerId},
};
use tokibako_storage::{
    Storage, alarms, channels, devices,
    log::{self, ReplayFrom},
    testing::{
        TestDatabase, next_due,
        sample::{alarm_at, channel_of, device_of, timer_of},
    },
    timers,
};
use tokio::runtime::Runtime;
use uuid::Uuid;

use crate::process::{BROWSER, Server, client, refusal, tokibako, until};

const PASSWORD: &str = "correct horse battery";

#[test]
fn a_database_restored_after_an_hour_rings_again() {
    let runtime = Runtime::new().unwrap();
    let (old, new) = (TestDatabase::create(), TestDatabase::create());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tokibako.dump");

    // A timer that has rung.
    let server = Server::start(&mut tokibako(&[("DATABASE_URL", &old.url())]));
    server.create("/api/timers", &json!({"seconds": 1, "enabled": 1}));
    let storage = old.storage();
    let settled = |storage: &Storage| runtime.block_on(next_due(storage));
    until("the timer has rung", || settled(&storage).is_none());
    assert!(server.stop().success());

    // The backup was taken an hour ago.
    let now = OffsetDateTime::now_utc().replace_nanosecond(0).unwrap();
    let world = runtime.block_on(World::at(now - Duration::HOUR, now, &storage));
    drop(storage);
    done(script("backup", &old).arg(&file));
    done(script("restore", &new).arg(&file));

    let server = Server::start(&mut tokibako(&[("DATABASE_URL", &new.url())]));
    let storage = new.storage();
    until("what fell due is dealt with", || settled(&storage).is_some_and(|due| due > now));
    let (alarms, timers) = runtime.block_on(async {
        (alarms::list(&storage, browser()).await.unwrap(), timers::list(&storage, browser()).await.unwrap())
    });
    for (id, arming) in &world.alarms {
        assert_eq!(alarms.iter().find(|alarm| alarm.id == *id).unwrap().arming, *arming, "{id:?}");
    }
    for (id, countdown) in &world.timers {
        assert_eq!(timers.iter().find(|timer| timer.id == *id).unwrap().countdown, *countdown, "{id:?}");
    }
    // The log has these rings only: no ring of before the backup again, and none that is too late.
    assert_eq!(alarms.len(), world.alarms.len());
    assert_eq!(timers.len(), world.timers.len() + 1);
    let rung = |kind| runtime.block_on(rung(&storage, kind));
    assert_eq!(rung(Kind::Alarm), world.late_alarms);
    assert_eq!(rung(Kind::Timer)[1..], world.late_timers);
    assert_eq!(replayed(&server, "alarms", world.late_alarms.len()), ["ALARM_TRIGGER"; 2]);
    assert_eq!(replayed(&server, "timers", 1 + world.late_timers.len()), ["TIMER_COMPLETE"; 2]);
    assert!(server.stop().success());
}

/// A stolen browser id, and a device of somebody who was signed out, must not be valid again.
#[test]
fn a_restore_after_a_password_change_revives_neither_the_old_browser_id_nor_its_devices_and_keeps_its_channels() {
    let runtime = Runtime::new().unwrap();
    let (old, new) = (TestDatabase::create(), TestDatabase::create());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tokibako.dump");
    let server = Server::start(&mut tokibako(&[("DATABASE_URL", &old.url())]));
    let cookie = sign_on(&server);
    server.create("/api/timers", &json!({"minutes": 5}));
    let storage = old.storage();
    let put = |browser| {
        runtime.block_on(devices::put(&storage, device_of(browser, 1), "code".to_owned(), OffsetDateTime::now_utc()))
    };
    put(browser()).unwrap();
    let visitor = BrowserId::new(Uuid::from_u128(7)).unwrap();
    put(visitor).unwrap();
    let channel = channel_of(browser(), 1, RingFilter::Always);
    runtime.block_on(channels::create(&storage, channel, OffsetDateTime::now_utc())).unwrap();
    old.execute(
        "INSERT INTO pushes (device, origin, purpose, due_at, expires_at)
            SELECT number, origin, 'test', now() + interval '1 hour', now() + interval '2 hours' FROM channels",
    );

    done(command("backup", &old).arg(&file));
    let change = client().post(server.url("/api/password")).header("X-Browser-Id", BROWSER);
    let body = json!({"oldPassword": PASSWORD, "newPassword": "another correct battery"});
    let changed = change.header("Cookie", &cookie).json(&body).send().unwrap();
    assert_eq!(changed.status().as_u16(), 200);
    assert_eq!(server.read("/api/timers"), json!([]));
    assert!(server.stop().success());
    done(command("restore", &new).arg(&file));
    assert_eq!(new.query("SELECT count(*)::text AS value FROM pushes"), ["1"]);

    let server = Server::start(&mut tokibako(&[("DATABASE_URL", &new.url())]));
    assert_eq!(server.read("/api/timers"), json!([]));
    let user = client().get(server.url("/api/user")).header("Cookie", &cookie).header("X-Browser-Id", BROWSER);
    assert_eq!(user.send().unwrap().status().as_u16(), 401);
    let storage = new.storage();
    let devices_of = |browser| runtime.block_on(devices::list(&storage, browser)).unwrap().len();
    assert_eq!((devices_of(browser()), devices_of(visitor)), (0, 1));
    // The password is that of the backup again; who signs in gets everything under the new id.
    let account = account(&server, "login");
    let account: Value = account.json().unwrap();
    let renewed: BrowserId = account["uuid"].as_str().unwrap().parse().unwrap();
    assert_ne!(renewed, browser());
    assert_eq!(runtime.block_on(timers::list(&storage, renewed)).unwrap().len(), 1);
    assert_eq!(devices_of(renewed), 0);
    assert_eq!(runtime.block_on(channels::list(&storage, renewed)).unwrap().len(), 1);
    assert!(server.stop().success());
}

#[test]
fn a_restore_overwrites_nothing_without_being_told_to() {
    let runtime = Runtime::new().unwrap();
    let (old, new) = (TestDatabase::create(), TestDatabase::create());
    let folder = tempfile::tempdir().unwrap();
    let (file, broken) = (folder.path().join("tokibako.dump"), folder.path().join("broken.dump"));
    let now = OffsetDateTime::now_utc();
    let count = |database: &TestDatabase| {
        let storage = database.storage();
        runtime.block_on(async { timers::list(&storage, browser()).await.unwrap().len() })
    };
    let add = |database: &TestDatabase| {
        let storage = database.storage();
        runtime.block_on(async { timers::insert(&storage, timer_of(browser(), 600, now)).await.unwrap() });
    };
    add(&old);
    add(&new);
    add(&new);
    done(script("backup", &old).arg(&file));

    for program in [script, command] {
        let said = refusal(program("backup", &old).arg(&file));
        assert!(said.contains("exists already"), "{said}");
        let said = refusal(program("restore", &new).arg(&file));
        assert!(said.contains("holds 0 alarms, 2 timers, 0 accounts"), "{said}");
    }

    let whole = fs::read(&file).unwrap();
    fs::write(&broken, &whole[..whole.len() / 2]).unwrap();
    for program in [script, command] {
        let said = refusal(program("restore", &new).arg("--replace").arg(&broken));
        assert!(said.contains("nothing was restored"), "{said}");
        assert_eq!(count(&new), 2);
    }

    let held = new.storage();
    runtime.block_on(held.ping()).unwrap();
    for program in [script, command] {
        let said = refusal(program("restore", &new).arg("--replace").arg(&file));
        assert!(said.contains("stop every server first"), "{said}");
    }
    drop(held);
    until("nobody is connected", || {
        script("restore", &new).arg("--replace").arg(&file).output().unwrap().status.success()
    });
    assert_eq!(count(&new), 1);
}

/// What was stored before the backup, and its expected state after the restore.
struct World {
    alarms: Vec<(AlarmId, Arming)>,
    timers: Vec<(TimerId, Countdown)>,
    /// The due instants of alarms that ring late.
    late_alarms: Vec<OffsetDateTime>,
    late_timers: Vec<OffsetDateTime>,
}

impl World {
    /// Stores rows as of `then`; `now` is the time of the restore.
    async fn at(then: OffsetDateTime, now: OffsetDateTime, storage: &Storage) -> Self {
        let (lately, long_ago, later) =
            (now - Duration::minutes(5), now - Duration::minutes(30), now + Duration::hours(6));
        let alarm = async |at: OffsetDateTime, repeat| {
            let time = at.format(format_description!("[hour]:[minute]")).unwrap();
            let alarm = alarms::insert(storage, alarm_at(browser(), &time, repeat, then)).await.unwrap();
            (alarm.id, alarm.arming.next_trigger().unwrap())
        };
        let changed_alarm = async |id, change: fn(Alarm, OffsetDateTime) -> Alarm, at| {
            alarms::update(storage, browser(), id, move |alarm| Ok::<_, ()>(change(alarm, at))).await.unwrap().unwrap()
        };
        let (daily, daily_due) = alarm(lately, Repeat::Daily).await;
        let (once, once_due) = alarm(lately, Repeat::Once).await;
        let (missed, missed_due) = alarm(long_ago, Repeat::Daily).await;
        let (missed_once, _) = alarm(long_ago, Repeat::Once).await;
        let (armed, armed_due) = alarm(later, Repeat::Daily).await;
        let (off, _) = alarm(lately, Repeat::Daily).await;
        changed_alarm(off, Alarm::toggled, then).await;
        let (snoozed, _) = alarm(later, Repeat::Daily).await;
        let snoozed_until = changed_alarm(snoozed, Alarm::snoozed, now - Duration::minutes(4)).await.arming;
        let (missed_snooze, scheduled) = alarm(later, Repeat::Daily).await;
        changed_alarm(missed_snooze, Alarm::snoozed, then).await;

        let timer = async |length: Duration| {
            timers::insert(storage, timer_of(browser(), length.whole_seconds(), then)).await.unwrap().id
        };
        let changed_timer = async |id, change: fn(Timer, OffsetDateTime) -> Timer, at| {
            timers::update(storage, browser(), id, move |timer| Ok::<_, ()>(change(timer, at))).await.unwrap().unwrap()
        };
        let three_hours = Duration::hours(3);
        let running = timer(three_hours).await;
        let late = timer(Duration::minutes(55)).await;
        let missed_timer = timer(Duration::minutes(30)).await;
        let paused = timer(three_hours).await;
        changed_timer(paused, Timer::toggled, then + Duration::minutes(10)).await;
        let reset = timer(three_hours).await;
        changed_timer(reset, |timer, _| timer.reset(), then).await;

        Self {
            alarms: vec![
                (daily, Arming::Scheduled(daily_due + Duration::DAY)),
                (once, Arming::Off),
                (missed, Arming::Scheduled(missed_due + Duration::DAY)),
                (missed_once, Arming::Off),
                (armed, Arming::Scheduled(armed_due)),
                (off, Arming::Off),
                (snoozed, snoozed_until),
                (missed_snooze, Arming::Scheduled(scheduled)),
            ],
            timers: vec![
                (running, Countdown::Running(then + three_hours)),
                (late, Countdown::COMPLETED),
                (missed_timer, Countdown::COMPLETED),
                (paused, Countdown::Stopped(three_hours - Duration::minutes(10))),
                (reset, Countdown::Stopped(three_hours)),
            ],
            late_alarms: vec![daily_due, once_due],
            late_timers: vec![then + Duration::minutes(55)],
        }
    }
}

fn browser() -> BrowserId {
    BROWSER.parse().unwrap()
}

/// The due instants of the rings in the log, in order.
async fn rung(storage: &Storage, kind: Kind) -> Vec<OffsetDateTime> {
    let since = OffsetDateTime::UNIX_EPOCH;
    let replay = log::replay(storage, browser(), Some(kind), ReplayFrom::Start, since).await.unwrap();
    replay.missed.iter().map(|firing| firing.ring.scheduled_for).collect()
}

/// The first rings that a reconnecting stream replays.
fn replayed(server: &Server, kind: &str, count: usize) -> Vec<String> {
    let path = format!("/api/{kind}/notifications?browserId={BROWSER}&lastEventId=0");
    let stream = client().get(server.url(&path)).send().unwrap();
    let lines = BufReader::new(stream).lines().map(Result::unwrap);
    let events = lines.filter_map(|line| serde_json::from_str::<Value>(line.strip_prefix("data:")?).ok());
    events.filter_map(|event| event["type"].as_str().map(str::to_owned)).take(count).collect()
}

/// Registers; returns the session cookie.
fn sign_on(server: &Server) -> String {
    let answer = account(server, "register");
    assert_eq!(answer.status().as_u16(), 201);
    answer.headers().get("set-cookie").unwrap().to_str().unwrap().split_once(';').unwrap().0.to_owned()
}

fn account(server: &Server, call: &str) -> Response {
    let request = client().post(server.url(&format!("/api/{call}"))).header("X-Browser-Id", BROWSER);
    request.json(&json!({"username": "Annabella", "password": PASSWORD})).send().unwrap()
}

/// A script of the project, with this database.
fn script(name: &str, database: &TestDatabase) -> Command {
    let mut command = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts").join(name));
    command.env("DATABASE_URL", database.url());
    command
}

/// A command of the binary, with this database.
fn command(name: &str, database: &TestDatabase) -> Command {
    let mut command = tokibako(&[("DATABASE_URL", &database.url())]);
    command.arg(name);
    command
}

/// Runs a script that must succeed.
#[track_caller]
fn done(script: &mut Command) {
    let Output { status, stderr, .. } = script.output().unwrap();
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
}
