//! Channels of accounts: what may be stored, what is told, and buttons that answer rings.

use serde_json::{Value, json};
use time::Duration;
use tokibako_domain::{
    firing::{Kind, RingId},
    push::RING_DELAY,
};
use tokibako_http::{ChannelSettings, Limits, Settings};
use tokibako_push::token::{SECRET, Tokens};
use tokibako_storage::pushes;

use crate::{
    feed::ring,
    person::{Person, credentials},
    server::TestServer,
};

const SECRET_TEXT: &str = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3";

fn tokens() -> Tokens {
    Tokens::new(&[7; SECRET])
}

async fn server() -> TestServer {
    let settings = ChannelSettings { hosts: "ntfy.sh, hooks.example".parse().unwrap(), tokens: tokens() };
    TestServer::with_settings(Settings { channels: Some(settings), ..Settings::default() }).await
}

/// A signed-in visitor with the browser id of the account.
async fn ann(server: &TestServer) -> Person<'_> {
    let person = Person::new(server);
    let user = person.write("/api/register", &credentials("Ann")).await.ok(201);
    person.carrying_on_as(&user)
}

fn ntfy() -> Value {
    json!({"kind": "ntfy", "url": "https://ntfy.sh/my-topic", "token": "tk_secret", "name": "Phone", "language": "de"})
}

fn path_of(channel: &Value) -> String {
    format!("/api/channels/{}", channel["id"].as_str().unwrap())
}

#[actix_web::test]
async fn a_channel_is_created_changed_and_deleted_and_its_secret_is_never_told() {
    let server = server().await;
    let ann = ann(&server).await;
    let made = ann.write("/api/channels", &ntfy()).await;
    let path = made.header("location");
    let made = made.ok(201);
    assert_eq!(path, path_of(&made));
    let expected = json!({
        "id": made["id"], "kind": "ntfy", "url": "https://ntfy.sh/my-topic", "hasSecret": true, "name": "Phone",
        "language": "de", "when": "always", "kinds": ["alarm", "timer"], "state": "active", "lastAcceptedAt": null,
        "lastError": null, "createdAt": "2026-11-21T08:00:00.123Z",
    });
    assert_eq!(made, expected);
    let hook = json!({"kind": "webhook", "url": "https://hooks.example/x", "secret": SECRET_TEXT, "when": "unheard", "kinds": ["alarm"]});
    ann.write("/api/channels", &hook).await.ok(201);
    let told = ann.get("/api/channels").await;
    let text = told.text();
    assert!(!text.contains("tk_secret") && !text.contains("whsec_"), "{text}");
    assert_eq!((told.ok(200).as_array().unwrap().len(), &told.ok(200)[0]), (2, &expected));
    let changed = ann.patch(&path, &json!({"token": null, "name": null, "kinds": ["timer"]})).await.ok(200);
    assert_eq!(
        (&changed["hasSecret"], &changed["name"], &changed["kinds"], &changed["when"]),
        (&json!(false), &json!(null), &json!(["timer"]), &json!("always"))
    );
    let export = ann.get("/api/browser").await;
    assert!(!export.text().contains("whsec_"), "{}", export.text());
    assert_eq!(export.ok(200)["channels"].as_array().unwrap().len(), 2);
    assert_eq!(ann.call("DELETE", &path).await.status, 204);
    ann.call("DELETE", &path).await.problem(404);
    ann.patch(&path, &json!({"name": "x"})).await.problem(404);
    ann.call("POST", &format!("{path}/test")).await.problem(404);
}

#[actix_web::test]
async fn invalid_fields_are_named_and_nothing_is_stored() {
    let server = server().await;
    let ann = ann(&server).await;
    let refused = async |changes: Value, field: &str| {
        let mut body = ntfy();
        for (name, value) in changes.as_object().unwrap() {
            body[name] = value.clone();
        }
        let problem = ann.write("/api/channels", &body).await.problem(422);
        let errors = problem["errors"].as_object().unwrap();
        assert_eq!(errors.keys().collect::<Vec<_>>(), [field], "{body}");
        assert!(!problem.to_string().contains("geheim"), "{problem}");
    };
    for url in [
        "https://10.0.0.1/a",
        "https://127.0.0.1/a",
        "http://ntfy.sh/a",
        "https://ntfy.example/geheim",
        "https://ntfy.sh/a/b",
        "ftp://ntfy.sh/a",
        "",
    ] {
        refused(json!({ "url": url }), "url").await;
    }
    for (field, value) in [
        ("kind", json!("email")),
        ("token", json!("geheim geheim")),
        ("token", json!("")),
        ("secret", json!(SECRET_TEXT)),
        ("name", json!("x".repeat(101))),
        ("language", json!("xx")),
        ("when", json!("never")),
        ("kinds", json!([])),
        ("kinds", json!(["stopwatch"])),
    ] {
        refused(json!({ field: value }), field).await;
    }
    let missing = ann.write("/api/channels", &json!({})).await.problem(422);
    assert_eq!(missing["errors"], json!({"kind": ["Required"], "url": ["Required"]}));
    let hook = json!({"kind": "webhook", "url": "https://hooks.example/x", "secret": "geheim"});
    assert_eq!(ann.write("/api/channels", &hook).await.problem(422)["errors"].as_object().unwrap().len(), 1);
    assert_eq!(ann.get("/api/channels").await.ok(200), json!([]));
}

#[actix_web::test]
async fn channels_are_for_accounts_and_only_their_own() {
    let server = server().await;
    let ann = ann(&server).await;
    let path = path_of(&ann.write("/api/channels", &ntfy()).await.ok(201));
    let stranger = Person::new(&server);
    stranger.get("/api/channels").await.problem(401);
    stranger.write("/api/channels", &ntfy()).await.problem(401);
    let bob = Person::registered(&server, "Bob").await;
    assert_eq!(bob.get("/api/channels").await.ok(200), json!([]));
    for (method, at) in [("DELETE", path.clone()), ("POST", format!("{path}/test"))] {
        bob.call(method, &at).await.problem(404);
    }
    // The id of the browser alone proves nothing, so an export by it has no channels.
    assert_eq!(ann.visitor.get("/api/browser").await.ok(200)["channels"], json!([]));
    for _ in 0..3 {
        ann.write("/api/channels", &ntfy()).await.ok(201);
    }
    assert_eq!(ann.write("/api/channels", &ntfy()).await.problem(409)["type"], "/problems/full");
}

#[actix_web::test]
async fn channels_end_with_the_account_and_move_with_it() {
    let server = server().await;
    let ann = ann(&server).await;
    ann.write("/api/channels", &ntfy()).await.ok(201);
    // The account gets a new browser id.
    assert_eq!(ann.call("DELETE", "/api/sessions").await.status, 204);
    let user = ann.get("/api/user").await.ok(200);
    let ann = ann.carrying_on_as(&user);
    assert_eq!(ann.get("/api/channels").await.ok(200).as_array().unwrap().len(), 1);
    assert_eq!(ann.call("DELETE", "/api/browser").await.status, 204);
    assert_eq!(server.database.query("SELECT url AS value FROM channels"), [""; 0]);
}

#[actix_web::test]
async fn without_hosts_there_are_no_channels() {
    let server = TestServer::start().await;
    let ann = ann(&server).await;
    assert_eq!(ann.write("/api/channels", &ntfy()).await.problem(403)["type"], "/problems/channels-off");
    assert_eq!(ann.get("/api/push").await.ok(200)["channels"], json!(false));
    assert_eq!(ann.get("/api/channels").await.ok(200), json!([]));
}

#[actix_web::test]
async fn a_test_is_queued_at_once_and_tests_are_limited() {
    let settings = ChannelSettings { hosts: "ntfy.sh".parse().unwrap(), tokens: tokens() };
    let server = TestServer::with_settings(Settings {
        channels: Some(settings),
        limits: Limits::behind(Vec::new()),
        ..Settings::default()
    })
    .await;
    let ann = ann(&server).await;
    let test = format!("{}/test", path_of(&ann.write("/api/channels", &ntfy()).await.ok(201)));
    for _ in 0..6 {
        assert_eq!(ann.call("POST", &test).await.status, 202);
    }
    ann.call("POST", &test).await.problem(429);
    let waiting = server.database.query("SELECT purpose AS value FROM pushes");
    assert_eq!(waiting, ["test"], "a test replaces the one before");
}

#[actix_web::test]
async fn the_button_of_a_channel_answers_its_ring() {
    let server = server().await;
    let ann = ann(&server).await;
    ann.write("/api/channels", &ntfy()).await.ok(201);
    let storage = server.database.storage();
    ring(&ann.visitor, &storage, "Tea").await;
    while pushes::read_log(&storage, server.now() + RING_DELAY + Duration::SECOND).await.unwrap().has_more {}
    let channel: i64 = server.database.query("SELECT device::text AS value FROM pushes").remove(0).parse().unwrap();
    let rung = ann.get("/api/rings").await.ok(200)[0].clone();
    let row = rung["id"].as_i64().unwrap();
    let ring = RingId { kind: Kind::Timer, row, scheduled_for: server.now() };
    let token = tokens().issue(channel, ring, server.now());
    let request = server.request("POST", "/api/rings/answer").header("Content-Type", "application/json");
    let request = request.header("Authorization", format!("Bearer {token}"));
    let body = json!({"kind": "timer", "id": row, "scheduledFor": rung["scheduledFor"], "answer": "stop"});
    let answered = server.send(request, body.to_string().into_bytes()).await.ok(200);
    assert_eq!(answered["answer"], "stop");
    assert_eq!(ann.get("/api/rings").await.ok(200)[0]["answered"], answered);
    assert_eq!(server.database.query("SELECT purpose AS value FROM pushes"), [""; 0]);
}
