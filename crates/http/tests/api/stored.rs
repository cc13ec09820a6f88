//! Every request that stores something is limited.

use serde_json::{Value, json};
use tokibako_http::Limits;

use crate::{
    person::{Person, credentials},
    server::{TestServer, Visitor},
};

/// What bounds the rows that a request stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    /// The request takes a token of this limit.
    Tokens(&'static str),
    /// The request changes, replaces or deletes rows that exist, or stores nothing.
    Existing,
    /// Only so many of them are kept.
    AtMost(usize),
}

use Bound::{AtMost, Existing, Tokens};

/// What bounds each request that writes. The bodies have at most 16 KiB, those of
/// days off and batches of rows 128 KiB, and the fields that are stored their own limits.
const WRITES: [(&str, &str, Bound); 30] = [
    ("post", "/api/alarms", Tokens("new_rows_of_address")),
    ("post", "/api/alarms/batch", Tokens("new_rows_of_address")),
    ("patch", "/api/alarms/{id}", Existing),
    ("post", "/api/alarms/{id}/toggle", Existing),
    ("post", "/api/alarms/{id}/snooze", Existing),
    ("post", "/api/alarms/{id}/skip", Existing),
    ("post", "/api/timers", Tokens("new_rows_of_address")),
    ("post", "/api/timers/batch", Tokens("new_rows_of_address")),
    ("patch", "/api/timers/{id}", Tokens("rings_of_address")),
    ("post", "/api/timers/{id}/toggle", Tokens("rings_of_address")),
    ("post", "/api/timers/{id}/pause", Existing),
    ("post", "/api/timers/{id}/extend", Tokens("rings_of_address")),
    ("put", "/api/timers/{id}/end", Existing),
    ("put", "/api/timers/order", Tokens("moved_rows_of_address")),
    ("post", "/api/rings/answer", Existing),
    ("post", "/api/rings/heard", Existing),
    ("put", "/api/browser/id", Existing),
    ("post", "/api/faults", Tokens("faults_of_address")),
    ("put", "/api/cities", Tokens("new_rows_of_address")),
    ("put", "/api/days-off", Tokens("days_off_of_address")),
    ("post", "/api/register", Tokens("registrations_of_address")),
    ("post", "/api/login", AtMost(50)),
    ("post", "/api/logout", Existing),
    ("post", "/api/password", Tokens("moved_rows_of_address")),
    ("put", "/api/push/devices/{uuid}", Tokens("devices_of_address")),
    ("post", "/api/push/devices/{uuid}/confirm", Existing),
    ("post", "/api/channels", AtMost(4)),
    ("patch", "/api/channels/{uuid}", Existing),
    ("post", "/api/channels/{uuid}/test", Tokens("tests_of_device")),
    ("post", "/api/push/devices/{uuid}/test", Tokens("tests_of_device")),
];

async fn server() -> TestServer {
    TestServer::with_limits(Limits::behind(Vec::new())).await
}

/// Repeats a request until it is refused; returns how often it was accepted.
async fn accepted(visitor: &Visitor<'_>, method: &str, path: &str, body: &Value) -> usize {
    for number in 0..2_000 {
        let answer = visitor.write(method, path, body).await;
        if answer.status == 429 {
            assert!(!answer.header("retry-after").is_empty());
            return number;
        }
        assert!((200..300).contains(&answer.status), "{}", answer.text());
    }
    panic!("{method} {path} is not limited");
}

#[actix_web::test]
async fn every_request_that_writes_has_a_bound() {
    let server = TestServer::start().await;
    for (path, item) in server.document.paths() {
        for method in item.keys().filter(|method| ["post", "put", "patch"].contains(&method.as_str())) {
            let is_listed = WRITES.iter().any(|(known, at, _)| known == method && at == path);
            assert!(is_listed, "{method} {path} stores something: list here what bounds it, and test that below");
        }
    }
    for (method, path, _) in WRITES {
        let is_known = server.document.paths().any(|(known, item)| known == path && item.contains_key(method));
        assert!(is_known, "there is no {method} {path}");
    }
}

#[actix_web::test]
async fn alarms_timers_and_first_lists_of_cities_are_new_rows() {
    let server = server().await;
    let alarm = json!({ "time": "07:30", "repeat": "daily" });
    let (mut made, mut owner) = (0, server.visitor());
    let refused = loop {
        if made == 400 {
            owner = server.visitor();
        }
        let answer = owner.write("POST", "/api/alarms", &alarm).await;
        if answer.status != 201 {
            break answer;
        }
        made += 1;
    };
    assert_eq!(refused.problem(429)["type"], "/problems/too-many-requests");
    assert!((600..700).contains(&made), "{made}");
    // A token comes each second.
    let cities = json!({ "cities": [{ "key": "tokyo" }] });
    assert!(accepted(&owner, "POST", "/api/timers", &json!({ "minutes": 5 })).await <= 30);
    let mut stored = 0;
    while owner.write("PUT", "/api/cities", &cities).await.status == 200 {
        owner = server.visitor();
        stored += 1;
        assert!(stored < 30);
    }
}

#[actix_web::test]
async fn a_list_of_cities_that_replaces_another_is_no_new_row() {
    let server = server().await;
    let visitor = server.visitor();
    let cities = json!({ "cities": [{ "key": "tokyo" }] });
    for _ in 0..300 {
        visitor.write("PUT", "/api/cities", &cities).await.ok(200);
    }
    let stored = server.database.query("SELECT count(*)::text AS value FROM city_lists");
    assert_eq!(stored, ["1"]);
}

#[actix_web::test]
async fn lists_of_days_off_are_limited_and_take_tokens_of_new_rows_by_their_growth() {
    let server = server().await;
    let days = json!({ "ranges": [{ "from": "2026-12-24", "to": "2026-12-26" }] });
    let many = |number: i64| {
        let day = (server.now().date() + time::Duration::days(2 * number)).to_string();
        json!({ "from": day, "to": day })
    };
    let many = json!({ "ranges": (0..400).map(many).collect::<Vec<_>>() });
    let small = server.visitor();
    for _ in 0..8 {
        server.visitor().write("PUT", "/api/days-off", &days).await.ok(200);
    }
    small.write("PUT", "/api/days-off", &days).await.ok(200);
    for _ in 0..6 {
        server.visitor().write("PUT", "/api/days-off", &many).await.ok(200);
    }
    // Nine tokens, and 41 for each of the large lists.
    let made = accepted(&server.visitor(), "POST", "/api/timers", &json!({ "minutes": 5 })).await;
    assert!((345..366).contains(&made), "{made}");
    small.write("PUT", "/api/days-off", &many).await.problem(429);
    // Twenty tokens come each minute, but none is needed for a list that does not grow.
    let replaced = accepted(&small, "PUT", "/api/days-off", &days).await;
    assert!((4..60).contains(&replaced), "{replaced}");
    assert_eq!(server.database.query("SELECT count(*)::text AS value FROM days_off"), ["15"]);
}

#[actix_web::test]
async fn each_start_of_a_timer_with_steps_takes_a_token_for_each_of_its_rings() {
    let server = server().await;
    let (one, other) = (server.visitor(), server.visitor());
    let steps: Vec<_> = (0..20).map(|_| json!({ "seconds": 1 })).collect();
    let long = json!({ "steps": steps, "rounds": 99, "enabled": 1 });
    // Twelve thousand tokens for 1,980 rings each.
    assert_eq!(accepted(&one, "POST", "/api/timers", &long).await, 6);
    let running = one.get("/api/timers").await.ok(200)[0]["id"].clone();
    let path = format!("/api/timers/{running}");
    one.call("POST", &format!("{path}/toggle")).await.ok(200);
    one.call("POST", &format!("{path}/toggle")).await.problem(429);
    one.write("PATCH", &path, &json!({ "enabled": 1 })).await.problem(429);
    one.write("PATCH", &path, &json!({ "label": "Gym" })).await.ok(200);
    // A timer that is not started, and one without steps, take none.
    let stopped = json!({ "steps": steps, "rounds": 99 });
    other.make("/api/timers", &stopped).await;
    other.make("/api/timers", &json!({ "minutes": 5, "enabled": 1 })).await;
    other
        .make("/api/timers", &json!({ "steps": [{ "seconds": 5 }, { "seconds": 5 }], "rounds": 8, "enabled": 1 }))
        .await;
}

#[actix_web::test]
async fn each_extension_of_a_timer_with_steps_that_has_ended_takes_a_token() {
    let server = server().await;
    let visitor = server.visitor();
    let steps = json!([{ "seconds": 1 }, { "seconds": 1 }]);
    let made = visitor.make("/api/timers", &json!({ "steps": steps, "rounds": 1, "enabled": 1 })).await;
    let plain = visitor.make("/api/timers", &json!({ "seconds": 1, "enabled": 1 })).await;
    let path = |timer: &Value| format!("/api/timers/{}/extend", timer["id"]);
    // The rest of the tokens, as in the test above.
    let long: Vec<_> = (0..20).map(|_| json!({ "seconds": 1 })).collect();
    accepted(&visitor, "POST", "/api/timers", &json!({ "steps": long, "rounds": 99, "enabled": 1 })).await;
    while visitor.write("POST", "/api/timers", &json!({ "steps": steps, "rounds": 50, "enabled": 1 })).await.status
        == 201
    {}
    // A run that goes on is paid for.
    visitor.write("POST", &path(&made), &json!({ "seconds": 1 })).await.ok(200);
    server.pass(time::Duration::minutes(1));
    // Ten tokens come each second.
    let mut extended = 0;
    let refused = loop {
        server.pass(time::Duration::minutes(1));
        let answer = visitor.write("POST", &path(&made), &json!({ "seconds": 1 })).await;
        if answer.status != 200 {
            break answer;
        }
        extended += 1;
        assert!(extended < 1_500, "extensions take no tokens");
    };
    refused.problem(429);
    visitor.write("POST", &path(&plain), &json!({ "seconds": 1 })).await.ok(200);
}

#[actix_web::test]
async fn an_order_takes_a_token_for_each_timer_that_it_names() {
    let server = server().await;
    let ids: Vec<_> = (1..=500).collect();
    let made = accepted(&server.visitor(), "PUT", "/api/timers/order", &json!({ "ids": ids })).await;
    assert!((40..45).contains(&made), "{made}");
}

#[actix_web::test]
async fn a_new_id_of_an_account_takes_a_token_for_each_row_and_one_of_the_account() {
    let server = server().await;
    let (ann, ben) = (Person::registered(&server, "Ann").await, Person::registered(&server, "Ben").await);
    for _ in 0..20 {
        assert_eq!(ann.call("DELETE", "/api/sessions").await.status, 204);
    }
    ann.call("DELETE", "/api/sessions").await.problem(429);
    // Another account is not affected. It has more rows than a request takes tokens for.
    let id = ben.get("/api/user").await.ok(200)["uuid"].as_str().unwrap().to_owned();
    server
        .database
        .log(&format!("SELECT '{id}'::uuid, n, now(), now(), NULL::text FROM generate_series(1, 12000) AS n"));
    for _ in 0..2 {
        assert_eq!(ben.call("DELETE", "/api/sessions").await.status, 204);
    }
    ben.call("DELETE", "/api/sessions").await.problem(429);
    let change = json!({ "oldPassword": "secret of Ben", "newPassword": "another secret" });
    ben.write("/api/password", &change).await.problem(429);
    let rings = "SELECT count(*)::text AS value FROM firings";
    assert_eq!(server.database.query(rings), ["12000"]);
}

#[actix_web::test]
async fn right_passwords_have_a_limit_as_well() {
    let server = server().await;
    Person::registered(&server, "Ann").await;
    let visitor = server.visitor();
    let made = accepted(&visitor, "POST", "/api/login", &credentials("Ann")).await;
    // A token comes each second.
    assert!((119..1_000).contains(&made), "{made}");
}
