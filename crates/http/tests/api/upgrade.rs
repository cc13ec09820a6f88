//! Databases of releases, which this version migrates and serves as they were.
//!
//! `tests/upgrade/VERSION.sql` is what `pg_dump` wrote of a database with some of everything, and `VERSION.json` what its
//! server told the owner. A release adds the two files of its version, which the last test here writes.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::Arc,
};

use serde_json::{Value, json};
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc3339};
use tokibako_domain::timer::Timer;
use tokibako_http::{ChannelSettings, PushSettings, Settings};
use tokibako_push::{
    token::{SECRET, Tokens},
    vapid::VapidKey,
};
use tokibako_storage::{
    due::{self, Batch, Decision},
    migrations::MigratableDatabase,
    testing::TestDatabase,
};

use crate::{
    person::{Person, credentials},
    server::TestServer,
};

const DEVICE: &str = "0b9c6c1e-6a0f-4b36-8c3e-5d6f7a8b9c01";
const POINT: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";

/// A server that pushes and has channels.
fn complete() -> Settings {
    let key = VapidKey::read(&VapidKey::generate().unwrap()).unwrap();
    let tokens = || Tokens::new(&[7; SECRET]);
    let push = PushSettings {
        services: "http://127.0.0.1:9".parse().unwrap(),
        vapid_key: key.public().unwrap(),
        tokens: tokens(),
    };
    let channels = ChannelSettings { hosts: "ntfy.sh".parse().unwrap(), tokens: tokens() };
    Settings { push: Some(push), channels: Some(channels), ..Settings::default() }
}

/// Stores some of everything that belongs to a visitor, who has an account and has heard one ring of two.
async fn fill(server: &TestServer) -> Person<'_> {
    let ann = Person::new(server);
    let user = ann.write("/api/register", &credentials("Ann")).await.ok(201);
    let ann = ann.carrying_on_as(&user);
    let mut paths = Vec::new();
    for alarm in [
        json!({ "time": "07:30", "repeat": "once", "label": "Train", "sound": "chime" }),
        json!({ "time": "07:31", "repeat": "daily", "timezone": "Asia/Tokyo", "snoozeInterval": 10 }),
        json!({ "time": "07:32", "repeat": "weekday", "pausedUntil": "2026-12-24" }),
        json!({ "time": "07:33", "repeat": "days", "days": ["mon", "wed"] }),
        json!({ "time": "07:34", "repeat": "once", "date": "2028-02-29" }),
        json!({ "time": "07:35", "repeat": "rule", "rule": "FREQ=MONTHLY;BYDAY=1MO" }),
        json!({ "time": "07:36", "repeat": "daily", "enabled": 0 }),
    ] {
        paths.push(format!("/api/alarms/{}", ann.visitor.make("/api/alarms", &alarm).await["id"]));
    }
    ann.call("POST", &format!("{}/snooze", paths[0])).await.ok(200);
    ann.call("POST", &format!("{}/skip", paths[1])).await.ok(200);
    let steps = json!([{ "seconds": 60, "label": "Work" }, { "seconds": 30, "label": null }]);
    let mut ids = Vec::new();
    for timer in [
        json!({ "seconds": 1, "enabled": 1, "label": "Rang" }),
        json!({ "seconds": 1, "enabled": 1 }),
        json!({ "minutes": 30, "enabled": 1, "label": "Bread" }),
        json!({ "hours": 2, "enabled": 1 }),
        json!({ "steps": steps, "rounds": 8, "enabled": 1 }),
    ] {
        ids.push(ann.visitor.make("/api/timers", &timer).await["id"].clone());
    }
    ann.call("POST", &format!("/api/timers/{}/pause", ids[3])).await.ok(200);
    ids.reverse();
    assert_eq!(ann.put("/api/timers/order", &json!({ "ids": ids })).await.status, 204);
    server.pass(Duration::SECOND);
    let now = server.now();
    let decide = move |timer: Timer| Decision { after: timer.after_ring(now), rings: true };
    due::claim(&server.storage, now, Batch::oldest(10), decide).await.unwrap();
    let rings = ann.get("/api/rings").await.ok(200);
    let [ring, _] = rings.as_array().unwrap().as_slice() else { panic!("{rings}") };
    let answer =
        json!({ "kind": ring["kind"], "id": ring["id"], "scheduledFor": ring["scheduledFor"], "answer": "stop" });
    ann.write("/api/rings/answer", &answer).await.ok(200);
    ann.put("/api/cities", &json!({ "cities": [{ "key": "tokyo" }, { "key": "Europe/Berlin", "name": "Office" }] }))
        .await
        .ok(200);
    let days = json!([{ "from": "2026-12-24", "to": "2027-01-06", "label": "Winter" }]);
    ann.put("/api/days-off", &json!({ "ranges": days })).await.ok(200);
    let channel = json!({ "kind": "ntfy", "url": "https://ntfy.sh/my-topic", "name": "Phone", "language": "de" });
    ann.write("/api/channels", &channel).await.ok(201);
    let subscription = json!({ "endpoint": "https://fcm.googleapis.com/fcm/send/device", "language": "ja",
        "keys": { "p256dh": POINT, "auth": "BTBZMqHH6r4Tts7J_aSIgg" } });
    ann.put(&format!("/api/push/devices/{DEVICE}"), &subscription).await.ok(202);
    ann
}

/// A file of the upgrade tests, or of the folder for what tests write.
fn file(folder: &Path, version: &str, kind: &str) -> PathBuf {
    folder.join(format!("{version}.{kind}"))
}

/// Restores the database of a version, migrates it, and compares what a server of this version tells.
async fn is_served_as_it_was(folder: &Path, version: &str) {
    let dump = fs::read_to_string(file(folder, version, "sql")).unwrap();
    let kept: Value = serde_json::from_str(&fs::read_to_string(file(folder, version, "json")).unwrap()).unwrap();
    // Some versions of pg_dump write commands for psql.
    let statements: Vec<_> = dump.lines().filter(|line| !line.starts_with('\\')).collect();
    let database = TestDatabase::create();
    database.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    database.execute(&statements.join("\n"));
    MigratableDatabase::at(&database.url()).unwrap().migrate().unwrap();

    let server = TestServer::of(Arc::new(database), complete()).await;
    let told_at = OffsetDateTime::parse(kept["told"]["asOf"].as_str().unwrap(), &Rfc3339).unwrap();
    server.pass(told_at - server.now());
    let mut ann = Person::new(&server);
    kept["browser"].as_str().unwrap().clone_into(&mut ann.visitor.id);
    ann.present(kept["cookie"].as_str().unwrap());
    let told = ann.get("/api/browser").await.ok(200);
    assert!(holds(&told, &kept["told"]), "{version}: was {:#}\nis {told:#}", kept["told"]);
    // What is stored can be used: a password, and a timer that rings.
    Person::new(&server).write("/api/login", &credentials("Ann")).await.ok(200);
    server.pass(Duration::minutes(2));
    let now = server.now();
    let decide = move |timer: Timer| Decision { after: timer.after_ring(now), rings: true };
    let rung = due::claim(&server.storage, now, Batch::oldest(10), decide).await.unwrap();
    assert_eq!(rung.rings, 1, "{version}");
}

/// Whether a value has everything of another one; a later version may tell more.
fn holds(value: &Value, other: &Value) -> bool {
    match (value, other) {
        (Value::Object(value), Value::Object(other)) => {
            other.iter().all(|(key, other)| value.get(key).is_some_and(|value| holds(value, other)))
        }
        (Value::Array(value), Value::Array(other)) => {
            value.len() == other.len() && value.iter().zip(other).all(|(value, other)| holds(value, other))
        }
        _ => value == other,
    }
}

#[actix_web::test]
async fn the_databases_of_releases_are_served_as_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/upgrade");
    let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let versions: Vec<_> = files.filter(|path| path.extension().is_some_and(|kind| kind == "sql")).collect();
    assert!(!versions.is_empty(), "{}", folder.display());
    for version in versions {
        is_served_as_it_was(&folder, version.file_stem().unwrap().to_str().unwrap()).await;
    }
}

/// Writes the files of this version into the folder for what tests write.
#[actix_web::test]
async fn a_database_with_some_of_everything_is_kept_for_later_versions() {
    let (folder, version) = (Path::new(env!("CARGO_TARGET_TMPDIR")).join("upgrade"), env!("CARGO_PKG_VERSION"));
    fs::create_dir_all(&folder).unwrap();
    let server = TestServer::with_settings(complete()).await;
    let ann = fill(&server).await;
    let told = ann.get("/api/browser").await.ok(200);
    for part in ["alarms", "timers", "rings", "devices", "channels", "cities", "daysOff", "sessions"] {
        assert!(told[part].as_array().is_some_and(|rows| !rows.is_empty()), "{part}: {told}");
    }
    let kept = json!({ "browser": ann.visitor.id, "cookie": ann.cookie(), "told": told });
    fs::write(file(&folder, version, "json"), format!("{kept:#}\n")).unwrap();
    let programs = server.database.query("SELECT setting AS value FROM pg_config WHERE name = 'BINDIR'").remove(0);
    let mut dump = Command::new(Path::new(&programs).join("pg_dump"));
    dump.args(["--inserts", "--no-owner", "--no-privileges", "--dbname", &server.database.url()]);
    let written = dump.output().unwrap();
    assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
    fs::write(file(&folder, version, "sql"), written.stdout).unwrap();
    is_served_as_it_was(&folder, version).await;
}
