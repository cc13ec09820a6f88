//! Devices with push subscriptions, and requests of their service workers.

use serde_json::{Value, json};
use time::Duration;
use tokibako_domain::{
    firing::{Kind, RingId},
    push::RING_DELAY,
    timer::Timer,
};
use tokibako_feed::Feed;
use tokibako_http::{Limits, PushSettings, Settings};
use tokibako_push::{
    token::{SECRET, Tokens},
    vapid::VapidKey,
};
use tokibako_storage::{
    Storage,
    due::{self, Batch, Decision},
    pushes,
    testing::{hold::Hold, machine::right_clock},
};
use tokio_util::sync::CancellationToken;

use crate::{
    person::{Person, credentials},
    reader::Reader,
    server::{Answer, TestServer, Visitor},
};

const DEVICE: &str = "0b9c6c1e-6a0f-4b36-8c3e-5d6f7a8b9c01";
const POINT: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";

fn tokens() -> Tokens {
    Tokens::new(&[7; SECRET])
}

fn settings() -> PushSettings {
    let key = VapidKey::read(&VapidKey::generate().unwrap()).unwrap();
    PushSettings { services: "http://127.0.0.1:9".parse().unwrap(), vapid_key: key.public().unwrap(), tokens: tokens() }
}

async fn server() -> TestServer {
    TestServer::with_settings(Settings { push: Some(settings()), ..Settings::default() }).await
}

fn subscription() -> Value {
    json!({"endpoint": "https://fcm.googleapis.com/fcm/send/secret-of-the-device", "language": "ja",
        "keys": {"p256dh": POINT, "auth": "BTBZMqHH6r4Tts7J_aSIgg"}})
}

async fn put(visitor: &Visitor<'_>, body: &Value) -> Answer {
    visitor.write("PUT", &format!("/api/push/devices/{DEVICE}"), body).await
}

async fn confirm(visitor: &Visitor<'_>, code: &str) -> Answer {
    visitor.write("POST", &format!("/api/push/devices/{DEVICE}/confirm"), &json!({ "code": code })).await
}

/// The code in the queued hello.
fn code(server: &TestServer) -> String {
    server.database.query("SELECT code AS value FROM pushes WHERE purpose = 'hello' ORDER BY id DESC").remove(0)
}

/// Registers the device and confirms it.
async fn subscribe(visitor: &Visitor<'_>) {
    assert_eq!(put(visitor, &subscription()).await.ok(202), json!({"state": "pending"}));
    assert_eq!(confirm(visitor, &code(visitor.server)).await.ok(200), json!({"state": "active"}));
    visitor.server.database.execute("DELETE FROM pushes");
}

/// Creates a timer and rings it.
async fn ring(visitor: &Visitor<'_>) -> Value {
    ring_by(visitor, &visitor.server.storage).await
}

/// Creates a timer and rings it by a process with `storage`.
async fn ring_by(visitor: &Visitor<'_>, storage: &Storage) -> Value {
    let timer = visitor.make("/api/timers", &json!({"seconds": 30, "enabled": 1})).await;
    visitor.server.pass(Duration::seconds(30));
    let decide = |timer: Timer| Decision { after: timer.completed(), rings: true };
    let claimed = due::claim(storage, visitor.server.now(), Batch::oldest(10), decide).await;
    assert_eq!(claimed.unwrap().rings, 1);
    json!({"kind": "timer", "id": timer["id"], "scheduledFor": timer["endsAt"], "device": DEVICE, "answer": "stop"})
}

async fn queue(server: &TestServer) {
    while pushes::read_log(&server.storage, server.now() + RING_DELAY).await.unwrap().has_more {}
}

/// The messages in the queue, with those of all rings of the log, and without muted ones.
async fn queued(server: &TestServer) -> Vec<String> {
    queue(server).await;
    server.database.query("SELECT purpose AS value FROM pushes WHERE due_at < expires_at ORDER BY id")
}

#[actix_web::test]
async fn push_is_off_unless_it_is_configured() {
    let off = TestServer::start().await;
    assert_eq!(off.get("/api/push").await.ok(200), json!({"enabled": false, "publicKey": null, "channels": false}));
    put(&off.visitor(), &subscription()).await.problem(403);
    let on = server().await;
    let told = on.get("/api/push").await.ok(200);
    assert_eq!((&told["enabled"], told["publicKey"].as_str().unwrap().len()), (&json!(true), 87));
}

#[actix_web::test]
async fn a_device_is_active_after_it_has_sent_its_code_back() {
    let server = server().await;
    let (visitor, other) = (server.visitor(), server.visitor());
    assert_eq!(put(&visitor, &subscription()).await.ok(202), json!({"state": "pending"}));
    visitor.call("POST", &format!("/api/push/devices/{DEVICE}/test")).await.problem(404);
    confirm(&visitor, "wrong").await.refused(&["code"]);
    confirm(&other, &code(&server)).await.problem(404);
    assert_eq!(confirm(&visitor, &code(&server)).await.ok(200), json!({"state": "active"}));
    // The same subscription again: the device stays active, and its preferences change.
    let mut told = subscription();
    told["hideLabels"] = json!(true);
    told["ringFor"] = json!(1_800);
    assert_eq!(put(&visitor, &told).await.ok(202), json!({"state": "active"}));
    let devices = visitor.get("/api/push/devices").await.ok(200);
    let expected = json!([{"id": DEVICE, "state": "active", "service": "google", "language": "ja", "hideLabels": true,
        "ringFor": 1_800, "unshownRings": 0, "lastAcceptedAt": null, "lastShownAt": null, "createdAt": "2026-11-21T08:00:00.123Z"}]);
    assert_eq!(devices, expected);
    assert_eq!(other.get("/api/push/devices").await.ok(200), json!([]));

    assert_eq!(visitor.call("POST", &format!("/api/push/devices/{DEVICE}/test")).await.status, 202);
    assert_eq!(queued(&server).await, ["hello", "test"]);
    other.call("DELETE", &format!("/api/push/devices/{DEVICE}")).await.problem(404);
    assert_eq!(visitor.call("DELETE", &format!("/api/push/devices/{DEVICE}")).await.status, 204);
    visitor.call("DELETE", &format!("/api/push/devices/{DEVICE}")).await.problem(404);
    // It was removed by a person, so its page does not register it again.
    assert_eq!(put(&visitor, &subscription()).await.problem(410)["type"], "/problems/device-removed");
    assert_eq!((visitor.get("/api/push/devices").await.ok(200), queued(&server).await), (json!([]), vec![]));
}

/// Its id is no secret to whoever sees it: that must not be enough to keep its owner from registering it.
#[actix_web::test]
async fn a_device_that_a_stranger_has_removed_under_its_id_is_registered_by_its_owner() {
    let server = server().await;
    let (stranger, owner) = (server.visitor(), server.visitor());
    put(&stranger, &subscription()).await.ok(202);
    assert_eq!(stranger.call("DELETE", &format!("/api/push/devices/{DEVICE}")).await.status, 204);
    assert_eq!(put(&owner, &subscription()).await.ok(202), json!({"state": "pending"}));
    put(&stranger, &subscription()).await.problem(410);
    assert_eq!(owner.call("DELETE", &format!("/api/push/devices/{DEVICE}")).await.status, 204);
    put(&owner, &subscription()).await.problem(410);
    // What is stored tells neither the browser nor the device.
    let stored = server.database.query("SELECT id::text AS value FROM removed_devices");
    assert!(stored.len() == 2 && stored.iter().all(|id| id != DEVICE), "{stored:?}");
}

#[actix_web::test]
async fn invalid_subscriptions_are_refused_by_field() {
    let server = server().await;
    let visitor = server.visitor();
    put(&visitor, &json!({})).await.refused(&["endpoint", "keys.auth", "keys.p256dh", "language"]);
    for endpoint in [
        "https://127.0.0.1/x",
        "http://fcm.googleapis.com/x",
        "https://evil.example/fcm.googleapis.com",
        "",
        "http://127.0.0.1:8/x",
    ] {
        let mut body = subscription();
        body["endpoint"] = json!(endpoint);
        put(&visitor, &body).await.refused(&["endpoint"]);
    }
    let mut body = subscription();
    body["keys"] = json!({"p256dh": "AAAA", "auth": "AAAA"});
    put(&visitor, &body).await.refused(&["keys.auth", "keys.p256dh"]);
    let mut body = subscription();
    body["language"] = json!("xx");
    put(&visitor, &body).await.refused(&["language"]);
    for seconds in [json!(59), json!(1_801), json!(0), json!(90.5)] {
        let mut body = subscription();
        body["ringFor"] = seconds;
        put(&visitor, &body).await.refused(&["ringFor"]);
    }
    for (field, value) in [
        ("ringFor", json!("300")),
        ("endpoint", json!(1)),
        ("keys", json!("x")),
        ("keys", json!([POINT, "BTBZMqHH6r4Tts7J_aSIgg"])),
        ("hideLabels", json!("yes")),
    ] {
        let mut body = subscription();
        body[field] = value;
        put(&visitor, &body).await.problem(400);
    }
    visitor.write("PUT", "/api/push/devices/7", &subscription()).await.problem(404);
    assert_eq!(server.database.query("SELECT state AS value FROM devices"), [""; 0]);
}

#[actix_web::test]
async fn devices_and_tests_have_hourly_limits() {
    let limits = Limits::behind(Vec::new());
    let server = TestServer::with_settings(Settings { push: Some(settings()), limits, ..Settings::default() }).await;
    let visitor = server.visitor();
    subscribe(&visitor).await;
    for _ in 0..6 {
        assert_eq!(visitor.call("POST", &format!("/api/push/devices/{DEVICE}/test")).await.status, 202);
    }
    visitor.call("POST", &format!("/api/push/devices/{DEVICE}/test")).await.problem(429);
    for _ in 1..20 {
        put(&visitor, &subscription()).await.ok(202);
    }
    put(&visitor, &subscription()).await.problem(429);
    put(&server.visitor(), &subscription()).await.problem(429);
}

#[actix_web::test]
async fn devices_are_listed_without_the_address_of_the_subscription() {
    let server = server().await;
    let visitor = server.visitor();
    subscribe(&visitor).await;
    for path in ["/api/browser", "/api/push/devices"] {
        let told = visitor.get(path).await.text();
        assert!(told.contains(DEVICE) && !told.contains("secret-of-the-device") && !told.contains(POINT), "{told}");
    }
    assert_eq!(visitor.call("DELETE", "/api/browser").await.status, 204);
    assert_eq!(visitor.get("/api/push/devices").await.ok(200), json!([]));
}

#[actix_web::test]
async fn a_ring_that_the_page_reports_is_not_pushed() {
    let server = server().await;
    let visitor = server.visitor();
    subscribe(&visitor).await;
    let rung = ring(&visitor).await;
    assert_eq!(server.visitor().write("POST", "/api/rings/heard", &rung).await.status, 204);
    assert_eq!(queued(&server).await, ["ring"]);
    assert_eq!(visitor.write("POST", "/api/rings/heard", &rung).await.status, 204);
    assert_eq!(queued(&server).await, [""; 0]);
    assert_eq!(visitor.write("POST", "/api/rings/heard", &rung).await.status, 204);
    let nothing = visitor.write("POST", "/api/rings/heard", &json!({})).await;
    nothing.refused(&["device", "id", "kind", "scheduledFor"]);
}

#[actix_web::test]
async fn a_push_is_delayed_if_a_stream_names_the_device() {
    let server = server().await;
    let visitor = server.visitor();
    subscribe(&visitor).await;
    // Another device of the same browser, without a page.
    server.database.execute(
        "INSERT INTO devices (browser_id, id, endpoint, origin, endpoint_digest, p256dh, auth, vapid_key, language, \
         hides_labels, ring_for, state, code_digest, put_at, created_at) SELECT browser_id, gen_random_uuid(), endpoint, \
         origin, '', p256dh, auth, vapid_key, language, hides_labels, ring_for, state, code_digest, put_at, created_at FROM devices",
    );
    let mut feed = Feed::at_end(server.storage.clone(), server.clock(), server.hub.clone()).await.unwrap();
    let stream = server.request("GET", "/api/events").header("X-Browser-Id", visitor.id.as_str());
    let mut stream = Reader::open(stream.header("X-Device-Id", DEVICE)).await;
    stream.ready().await;
    let pauses = async || {
        queue(&server).await;
        let pause = "extract(epoch FROM due_at - scheduled_for)::text AS value";
        let pauses = server.database.query(&format!("SELECT {pause} FROM pushes ORDER BY device"));
        server.database.execute("DELETE FROM pushes");
        pauses
    };
    // Whichever process has claimed the ring.
    for scheduler in [server.storage.clone(), server.database.storage()] {
        ring_by(&visitor, &scheduler).await;
        assert!(feed.advance().await.unwrap());
        assert_eq!(pauses().await, ["3.000000", "0.300000"]);
        ring_by(&visitor, &scheduler).await;
        assert_eq!(pauses().await, ["0.300000", "0.300000"], "no stream has received it yet");
        assert!(feed.advance().await.unwrap());
        server.database.execute("DELETE FROM pushes");
    }
}

/// Waits for the next ring; other events are passed over.
async fn next_ring(stream: &mut Reader) {
    while !stream.frame().await.starts_with("id: ") {}
}

#[actix_web::test]
async fn rings_of_the_log_do_not_wait_for_pushes_to_be_postponed() {
    let server = server().await;
    let visitor = server.visitor();
    subscribe(&visitor).await;
    let feed = Feed::at_end(server.storage.clone(), right_clock(), server.hub.clone()).await.unwrap();
    let stop = CancellationToken::new();
    actix_web::rt::spawn(feed.run_reading_every(std::time::Duration::from_millis(20), stop.clone()));
    let _stop = stop.drop_guard();
    let stream = server.request("GET", "/api/events").header("X-Browser-Id", visitor.id.as_str());
    let mut stream = Reader::open(stream.header("X-Device-Id", DEVICE)).await;
    stream.ready().await;
    let scheduler = server.database.storage();
    ring_by(&visitor, &scheduler).await;
    // The messages of the first ring cannot be postponed for now.
    let held = Hold::of_writes(&server.database, "pushes");
    next_ring(&mut stream).await;
    ring_by(&visitor, &scheduler).await;
    next_ring(&mut stream).await;
    drop(held);
}

#[actix_web::test]
async fn a_service_worker_answers_with_its_token() {
    let server = server().await;
    let visitor = server.visitor();
    subscribe(&visitor).await;
    let rung = ring(&visitor).await;
    let due = time::OffsetDateTime::parse(
        rung["scheduledFor"].as_str().unwrap(),
        &time::format_description::well_known::Rfc3339,
    );
    let ring = RingId { kind: Kind::Timer, row: rung["id"].as_i64().unwrap(), scheduled_for: due.unwrap() };
    let number: i64 = server.database.query("SELECT number::text AS value FROM devices")[0].parse().unwrap();
    let send_body = async |path: &str, token: Option<&str>, body: &Value| {
        let mut request = server.request("POST", path).header("Content-Type", "application/json");
        if let Some(token) = token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        server.send(request, body.to_string().into_bytes()).await
    };
    let send = async |path: &str, token: Option<&str>| send_body(path, token, &rung).await;
    let token = tokens().issue(number, ring, server.now());
    let of_another = tokens().issue(number, RingId { row: ring.row + 1, ..ring }, server.now());
    let of_nobody = tokens().issue(number + 1, ring, server.now());
    for path in ["/api/rings/heard", "/api/rings/answer"] {
        send(path, None).await.problem(400);
        for token in ["made-up", &of_another, &of_nobody, &Tokens::new(&[8; SECRET]).issue(number, ring, server.now())]
        {
            send(path, Some(token)).await.problem(401);
        }
    }
    assert_eq!(send("/api/rings/heard", Some(&token)).await.status, 204);
    let shown = visitor.get("/api/push/devices").await.ok(200)[0]["lastShownAt"].clone();
    assert_eq!(shown, json!("2026-11-21T08:00:30.123Z"));
    // A person dismisses the notification: the ring is not repeated here, and nobody has answered it.
    queue(&server).await;
    let muted = || server.database.query("SELECT is_hushed::text AS value FROM pushes");
    assert_eq!(muted(), ["false"]);
    let mut dismissed = rung.clone();
    dismissed["dismissed"] = json!(true);
    assert_eq!(send_body("/api/rings/heard", Some(&token), &dismissed).await.status, 204);
    assert_eq!(
        (muted(), &visitor.get("/api/rings").await.ok(200)[0]["answered"]),
        (vec!["true".to_owned()], &json!(null))
    );
    let answered = send("/api/rings/answer", Some(&token)).await.ok(200);
    assert_eq!((&answered["answer"], &answered["snoozedUntil"]), (&json!("stop"), &json!(null)));
    assert_eq!(visitor.get("/api/rings").await.ok(200)[0]["answered"], answered);
    // The device gets no push about its own answer.
    assert_eq!(queued(&server).await, [""; 0]);
    server.pass(Duration::HOUR);
    send("/api/rings/answer", Some(&token)).await.problem(401);
}

/// Registers a device with a session, and confirms it.
async fn subscribe_as(person: &Person<'_>, device: &str) {
    let path = format!("/api/push/devices/{device}");
    let mut body = subscription();
    body["endpoint"] = format!("https://fcm.googleapis.com/fcm/send/{device}").into();
    assert_eq!(person.put(&path, &body).await.ok(202), json!({"state": "pending"}));
    let code = code(person.visitor.server);
    person.write(&format!("{path}/confirm"), &json!({ "code": code })).await.ok(200);
}

async fn devices_of(person: &Person<'_>) -> Vec<Value> {
    let devices = person.get("/api/push/devices").await.ok(200);
    devices.as_array().unwrap().iter().map(|device| device["id"].clone()).collect()
}

#[actix_web::test]
async fn devices_are_deleted_with_their_session_and_move_with_a_renewed_one() {
    const OTHER: &str = "0b9c6c1e-6a0f-4b36-8c3e-5d6f7a8b9c02";
    let server = server().await;
    let ann = Person::registered(&server, "Ann").await;
    let elsewhere = Person::new(&server);
    let user = elsewhere.write("/api/login", &credentials("Ann")).await.ok(200);
    let elsewhere = elsewhere.carrying_on_as(&user);
    subscribe_as(&ann, DEVICE).await;
    subscribe_as(&elsewhere, OTHER).await;
    assert_eq!(devices_of(&ann).await, [DEVICE, OTHER]);

    let sessions = ann.get("/api/sessions").await.ok(200);
    let other = sessions.as_array().unwrap().iter().find(|session| session["current"] == false).unwrap();
    assert_eq!(ann.call("DELETE", &format!("/api/sessions/{}", other["id"])).await.status, 204);
    let user = ann.get("/api/user").await.ok(200);
    let ann = ann.carrying_on_as(&user);
    assert_eq!(devices_of(&ann).await, [DEVICE]);
    // Registering it again with the new browser id sends no hello.
    let mut known = subscription();
    known["endpoint"] = format!("https://fcm.googleapis.com/fcm/send/{DEVICE}").into();
    assert_eq!(ann.put(&format!("/api/push/devices/{DEVICE}"), &known).await.ok(202), json!({"state": "active"}));

    let change = json!({ "oldPassword": "secret of Ann", "newPassword": "three blue mice" });
    let user = ann.write("/api/password", &change).await.ok(200);
    let ann = ann.carrying_on_as(&user);
    assert_eq!(devices_of(&ann).await, [DEVICE]);
    assert_eq!(ann.call("POST", "/api/logout").await.status, 204);
    assert_eq!(devices_of(&ann).await, [Value::Null; 0]);
}
