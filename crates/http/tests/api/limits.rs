//! Rate limits.

use std::time::Instant;

use reqwest::header::RETRY_AFTER;
use serde_json::json;
use tokibako_http::Limits;
use tokibako_storage::testing::until;

use crate::{person::Person, server::TestServer};

/// A server that trusts proxies on this machine, or none.
async fn server(trusts: &[&str]) -> TestServer {
    let networks = trusts.iter().map(|network| network.parse().unwrap()).collect();
    TestServer::with_limits(Limits::behind(networks)).await
}

/// Requests a list this many times without a browser id, each time with a new forged address; returns how many requests
/// were admitted.
async fn let_in(server: &TestServer, times: usize) -> usize {
    let mut let_in = 0;
    for number in 0..times {
        let origin = format!("198.51.{}.{}", number / 256, number % 256);
        let request = server.request("GET", "/api/alarms").header("X-Forwarded-For", origin);
        match request.send().await.unwrap().status().as_u16() {
            400 => let_in += 1,
            status => assert_eq!(status, 429),
        }
    }
    let_in
}

#[actix_web::test]
async fn forged_addresses_do_not_evade_the_limits() {
    let server = server(&[]).await;
    let begun = Instant::now();
    let let_in = let_in(&server, 2_000).await;
    // The limit of one address: a thousand at once, and then 50 a second.
    let most = 1_001 + begun.elapsed().as_millis() / 20;
    assert!(let_in >= 1_000 && let_in as u128 <= most, "{let_in}, {most} at most");
    // Probes, the time and pages are not limited.
    for path in ["/api/time", "/healthz", "/readyz"] {
        assert_eq!(server.get(path).await.status, 200, "{path}");
    }
    assert_eq!(server.get("/timer").await.status, 404);
}

#[actix_web::test]
async fn visitors_behind_a_trusted_proxy_have_separate_limits() {
    let server = server(&["127.0.0.0/8"]).await;
    assert_eq!(let_in(&server, 1_500).await, 1_500);
}

#[actix_web::test]
async fn a_browser_has_a_limit_and_the_response_has_the_wait() {
    let server = server(&["127.0.0.0/8"]).await;
    let (one, other) = (server.visitor(), server.visitor());
    let mut answers = 0;
    let refused = loop {
        let answer = one.get("/api/timers").await;
        if answer.status == 429 {
            break answer;
        }
        answers += 1;
        assert!(answers < 10_000);
    };
    assert!(answers >= 400, "{answers}");
    assert_eq!(refused.problem(429)["type"], "/problems/too-many-requests");
    let wait: u32 = refused.header(RETRY_AFTER.as_str()).parse().unwrap();
    assert!((1..=2).contains(&wait), "{wait}");
    other.get("/api/timers").await.ok(200);
}

#[actix_web::test]
async fn streams_have_their_own_limit() {
    let server = server(&[]).await;
    let (one, other) = (server.visitor(), server.visitor());
    let path = |id: &str| format!("/api/alarms/notifications?browserId={id}");
    let mut opened = 0;
    while server.request("GET", &path(&one.id)).send().await.unwrap().status().as_u16() == 200 {
        opened += 1;
        assert!(opened < 5_000);
    }
    assert!(opened >= 12, "{opened}");
    let encoded = path(&one.id).replace("notifications", "notification%73");
    assert_eq!(server.request("GET", &encoded).send().await.unwrap().status().as_u16(), 429);
    one.get("/api/alarms").await.ok(200);
    assert_eq!(server.request("GET", &path(&other.id)).send().await.unwrap().status().as_u16(), 200);
}

#[actix_web::test]
async fn a_name_has_five_attempts_regardless_of_case() {
    let server = server(&[]).await;
    let visitor = server.visitor();
    let mut statuses = Vec::new();
    for name in ["hako", "HAKO", "Hako", "hAKO", "hako", "ｈａｋｏ"] {
        let pair = json!({ "username": name, "password": "guessed" });
        statuses.push(visitor.write("POST", "/api/login", &pair).await.status);
    }
    assert_eq!(statuses, [401, 401, 401, 401, 401, 429]);
    let other = json!({ "username": "toki", "password": "guessed" });
    visitor.write("POST", "/api/login", &other).await.problem(401);
}

/// Signs in as Ann from this address; returns the status.
async fn sign_in(server: &TestServer, address: &str, password: &str) -> u16 {
    let visitor = server.visitor();
    let request = visitor.request("POST", "/api/login").header("X-Forwarded-For", address.to_owned());
    server.send(request, json!({ "username": "Ann", "password": password }).to_string().into()).await.status
}

#[actix_web::test]
async fn a_right_password_is_refused_only_from_addresses_of_wrong_ones() {
    let server = server(&["127.0.0.0/8"]).await;
    Person::registered(&server, "Ann").await;
    for _ in 0..20 {
        assert_eq!(sign_in(&server, "192.0.2.9", "secret of Ann").await, 200);
    }
    let mut wrong = Vec::new();
    for _ in 0..8 {
        wrong.push(sign_in(&server, "192.0.2.1", "guessed").await);
    }
    assert_eq!(wrong, [401, 401, 401, 401, 401, 429, 429, 429]);
    assert_eq!(sign_in(&server, "192.0.2.1", "secret of Ann").await, 429);
    assert_eq!(sign_in(&server, "192.0.2.2", "secret of Ann").await, 200);

    // Guesses from many addresses use up the limit of the name, except for an address with a successful sign-in.
    let mut tried = 0;
    for number in 100..120 {
        tried += usize::from(sign_in(&server, &format!("192.0.2.{number}"), "guessed").await == 401);
    }
    assert_eq!(tried, 3);
    assert_eq!(sign_in(&server, "192.0.2.120", "secret of Ann").await, 429);
    assert_eq!(sign_in(&server, "192.0.2.2", "secret of Ann").await, 200);
    assert_eq!(sign_in(&server, "192.0.2.9", "secret of Ann").await, 200);
}

#[actix_web::test]
async fn streams_beyond_the_limit_are_refused_and_other_requests_are_not() {
    let limits = Limits::off().with_streams(2);
    let server = TestServer::with_limits(limits).await;
    let open = async || {
        let path = format!("/api/timers/notifications?browserId={}", server.visitor().id);
        server.request("GET", &path).send().await.unwrap()
    };
    let mut streams = vec![open().await, open().await];
    assert!(streams.iter().all(|stream| stream.status().as_u16() == 200));
    let refused = open().await;
    assert_eq!((refused.status().as_u16(), refused.headers().contains_key(RETRY_AFTER)), (503, true));
    assert_eq!(refused.json::<serde_json::Value>().await.unwrap()["type"], "/problems/unavailable");
    assert_eq!(server.get("/readyz").await.status, 200);
    server.visitor().get("/api/alarms").await.ok(200);
    streams.pop();
    until("a stream may be opened", async || open().await.status().as_u16() == 200).await;
}

#[actix_web::test]
async fn new_browsers_count_for_the_address_and_those_that_own_something_do_not() {
    let server = server(&[]).await;
    let (timer, known) = (json!({ "minutes": 5 }), server.visitor());
    known.write("POST", "/api/timers", &timer).await.ok(201);
    let mut new = 1;
    while server.visitor().write("POST", "/api/timers", &timer).await.status == 201 {
        new += 1;
        assert!(new < 600);
    }
    assert!(new >= 500, "{new}");
    let ways = [
        ("POST", "/api/alarms", 201, json!({ "time": "07:30", "repeat": "daily" })),
        ("POST", "/api/alarms/batch", 200, json!({ "alarms": [{ "time": "07:30", "repeat": "daily" }] })),
        ("POST", "/api/timers/batch", 200, json!({ "timers": [timer] })),
        ("PUT", "/api/cities", 200, json!({ "cities": [{ "key": "tokyo" }] })),
        ("PUT", "/api/days-off", 200, json!({ "ranges": [{ "from": "2030-12-24", "to": "2030-12-26" }] })),
        ("POST", "/api/register", 201, json!({ "username": "Anna", "password": "not to be guessed" })),
    ];
    for (method, path, _, body) in &ways {
        server.visitor().write(method, path, body).await.problem(429);
    }
    for (method, path, status, body) in &ways {
        known.write(method, path, body).await.ok(*status);
    }
}

#[actix_web::test]
async fn new_rows_count_for_the_address_across_browser_ids() {
    let server = server(&[]).await;
    let (mut made, mut visitor) = (0, server.visitor());
    let refused = loop {
        if made % 2 == 0 {
            visitor = server.visitor();
        }
        let answer = visitor.write("POST", "/api/timers", &json!({ "minutes": 5 })).await;
        if answer.status == 429 {
            break answer;
        }
        made += 1;
        assert!(made < 2_000);
    };
    assert!(made >= 600, "{made}");
    refused.problem(429);
    let visitor = server.visitor();
    visitor.write("POST", "/api/timers", &json!({ "minutes": 99 })).await.problem(422);
    visitor.get("/api/timers").await.ok(200);
}
