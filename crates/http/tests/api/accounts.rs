//! Registering, signing in and out, and the session cookie.

use reqwest::header::HeaderValue;
use serde_json::{Value, json};
use time::Duration;
use tokibako_http::{AccountSettings, Settings};

use crate::{
    person::{Person, credentials},
    server::TestServer,
};

#[actix_web::test]
async fn registering_signs_in_and_keeps_the_browser_id() {
    let server = TestServer::start().await;
    let person = Person::new(&server);
    person.get("/api/user").await.problem(401);
    let answer = person.write("/api/register", &json!({ "username": " Ann ", "password": "secret" })).await;
    let user = answer.ok(201);
    let told = json!({
        "id": user["id"], "uuid": person.visitor.id, "username": "Ann", "lastVisited": "2026-11-21T08:00:00.123Z",
    });
    assert_eq!((&user, user["id"].is_i64()), (&told, true));
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_eq!(person.get("/api/user").await.ok(200), user);
}

#[actix_web::test]
async fn invalid_names_and_passwords_are_refused_by_field() {
    let server = TestServer::start().await;
    let person = Person::new(&server);
    let both = json!({ "username": "ab", "password": "12345" });
    person.write("/api/register", &both).await.refused(&["password", "username"]);
    person.write("/api/register", &json!({})).await.refused(&["password", "username"]);
    for name in ["", "  ab  ", "a\u{0}bc", "a\u{202E}bc", "a\nbc", &"x".repeat(65)] {
        let body = json!({ "username": name, "password": "secret" });
        person.write("/api/register", &body).await.refused(&["username"]);
    }
    for password in ["", "12345", &"x".repeat(513), &"時".repeat(171)] {
        let body = json!({ "username": "Ann", "password": password });
        let answer = person.write("/api/register", &body).await;
        answer.refused(&["password"]);
        assert!(password.is_empty() || !answer.text().contains(password), "{}", answer.text());
    }
    for password in ["Password", "123456", "ABCDEFGH", "TokiBako", "Annabel"] {
        let body = json!({ "username": "annabel", "password": password });
        let answer = person.write("/api/register", &body).await;
        answer.refused(&["password"]);
        assert!(!answer.text().contains(password), "{}", answer.text());
    }
    for body in [json!({ "username": 5, "password": "secret" }), json!({ "username": "Ann", "password": null })] {
        person.write("/api/register", &body).await.problem(400);
        person.write("/api/login", &body).await.problem(400);
    }
    person.write("/api/login", &json!({ "username": "Ann" })).await.refused(&["password"]);
    person.write("/api/login", &json!({ "username": "Ann", "password": "x", "bring": 1 })).await.problem(400);
    person.get("/api/user").await.problem(401);
}

#[actix_web::test]
async fn names_are_unique_regardless_of_case() {
    let server = TestServer::start().await;
    Person::registered(&server, "Jürgen").await;
    for name in ["Jürgen", "JÜRGEN", "ju\u{308}rgen", "Ｊürgen"] {
        let other = Person::new(&server);
        let body = json!({ "username": name, "password": "another" });
        assert_eq!(other.write("/api/register", &body).await.problem(409)["type"], "/problems/username-taken");
        assert_eq!(other.cookie(), None);
    }
    let owner = Person::new(&server);
    let body = json!({ "username": "jÜRGEN", "password": "secret of Jürgen" });
    assert_eq!(owner.write("/api/login", &body).await.ok(200)["username"], "Jürgen");
}

#[actix_web::test]
async fn a_wrong_name_and_a_wrong_password_get_the_same_response() {
    let server = TestServer::start().await;
    Person::registered(&server, "Ann").await;
    let mut answers = Vec::new();
    for (name, password) in [
        ("Ann", "secret of Ben"),
        ("Ann", "Secret of Ann"),
        ("Ann", " secret of Ann"),
        ("Ann", ""),
        ("Ann", &"x".repeat(10_000)),
        ("Ben", "secret of Ann"),
        ("", "secret of Ann"),
        ("\u{0}", "\u{0}"),
        (&"x".repeat(5_000), "secret of Ann"),
    ] {
        let person = Person::new(&server);
        let answer = person.write("/api/login", &json!({ "username": name, "password": password })).await;
        assert_eq!(answer.problem(401)["type"], "/problems/wrong-pair");
        assert_eq!(person.cookie(), None);
        answers.push((answer.header_names(), answer.body));
    }
    answers.dedup();
    assert_eq!(answers.len(), 1);
}

#[actix_web::test]
async fn scripts_and_other_sites_cannot_use_the_cookie() {
    for (server, name, ending) in [
        (TestServer::at("http://time.example").await, "session", ""),
        (TestServer::at("https://time.example").await, "__Host-session", "; Secure"),
    ] {
        let person = Person::new(&server);
        let answer = person.write("/api/register", &credentials("Ann")).await;
        let set = answer.header("set-cookie");
        let token = set.strip_prefix(&format!("{name}=")).unwrap().split(';').next().unwrap();
        assert_eq!((token.len(), token.bytes().all(|it| it.is_ascii_hexdigit())), (64, true), "{set}");
        let attributes = set.replace(token, "");
        let mut attributes: Vec<_> = attributes.split("; ").skip(1).collect();
        attributes.sort_unstable();
        let mut expected = vec!["HttpOnly", "Max-Age=34560000", "Path=/", "SameSite=Lax"];
        expected.extend(ending.strip_prefix("; "));
        expected.sort_unstable();
        assert_eq!(attributes, expected);
        assert!(!answer.text().contains(token));

        let out = person.call("POST", "/api/logout").await;
        assert_eq!((out.status, out.body.len()), (204, 0));
        let taken = out.header("set-cookie");
        assert!(taken.starts_with(&format!("{name}=;")) && taken.contains("Max-Age=0"), "{taken}");
        assert!(taken.contains("Path=/") && taken.contains(ending), "{taken}");
    }
}

#[actix_web::test]
async fn a_site_with_https_ignores_the_cookie_of_plain_http() {
    let server = TestServer::at("https://time.example").await;
    let person = Person::registered(&server, "Ann").await;
    let cookie = person.cookie().unwrap();
    person.present(cookie.trim_start_matches("__Host-"));
    person.get("/api/user").await.problem(401);
    person.present(&cookie);
    person.get("/api/user").await.ok(200);
}

#[actix_web::test]
async fn signing_in_gives_a_new_session_and_ends_the_old_one() {
    let server = TestServer::start().await;
    let person = Person::registered(&server, "Ann").await;
    let old = person.cookie().unwrap();
    person.write("/api/login", &credentials("Ann")).await.ok(200);
    let new = person.cookie().unwrap();
    assert_ne!(old, new);
    person.get("/api/user").await.ok(200);
    person.present(&old);
    person.get("/api/user").await.problem(401);

    // An unknown session token is not adopted.
    let planted = format!("session={}", "a".repeat(64));
    person.present(&planted);
    person.write("/api/login", &credentials("Ann")).await.ok(200);
    assert_ne!(person.cookie().unwrap(), planted);
    // A failed attempt ends no session.
    person.write("/api/login", &json!({ "username": "Ann", "password": "wrong one" })).await.problem(401);
    person.get("/api/user").await.ok(200);
}

#[actix_web::test]
async fn signing_out_ends_only_this_session() {
    let server = TestServer::start().await;
    let here = Person::registered(&server, "Ann").await;
    let elsewhere = Person::new(&server);
    elsewhere.write("/api/login", &credentials("Ann")).await.ok(200);
    let cookie = here.cookie().unwrap();
    assert_eq!(here.call("POST", "/api/logout").await.status, 204);
    here.present(&cookie);
    here.get("/api/user").await.problem(401);
    assert_eq!(here.call("POST", "/api/logout").await.status, 204);
    elsewhere.get("/api/user").await.ok(200);
}

#[actix_web::test]
async fn invalid_session_cookies_are_ignored() {
    let server = TestServer::at("http://time.example").await;
    let person = Person::registered(&server, "Ann").await;
    let token = person.cookie().unwrap().replace("session=", "");
    for cookie in [
        "session=".to_owned(),
        "session".to_owned(),
        format!("session={}", "0".repeat(64)),
        format!("session={}", "g".repeat(64)),
        format!("session={}", "a".repeat(6_000)),
        format!("session={token}0"),
        format!("session={}", token.to_uppercase().replace(|it: char| it.is_ascii_digit(), "F")),
        format!("Session={token}"),
        "session=%00%ff' OR 1=1 --".to_owned(),
        ";;;=;==".to_owned(),
    ] {
        person.present(&cookie);
        person.get("/api/user").await.problem(401);
        person.present(&cookie);
        assert_eq!(person.call("POST", "/api/logout").await.status, 204, "{cookie}");
    }
    person.present(&format!("theme=dark; session={token}"));
    person.get("/api/user").await.ok(200);
}

/// Browsers let other hosts of the domain set these names, and refuse them the exact one.
#[actix_web::test]
async fn only_the_exact_name_of_a_cookie_counts() {
    let server = TestServer::at("https://time.example").await;
    let person = Person::registered(&server, "Ann").await;
    let own = person.cookie().unwrap();
    let token = own.replace("__Host-session=", "");
    let status = async |cookie: &[u8]| {
        let header = HeaderValue::from_bytes(cookie).unwrap();
        let request = server.request("GET", "/api/user").header("X-Browser-Id", person.visitor.id.as_str());
        server.send(request.header("Cookie", header), Vec::new()).await.status
    };
    for name in [
        "%5F%5FHost-session",
        "__Host%2Dsession",
        "__host-session",
        "\u{2000}__Host-session",
        "\u{a0}__Host-session",
        "__Host-session\u{a0}",
        "\"__Host-session\"",
        "session",
    ] {
        assert_eq!(status(format!("{name}={token}").as_bytes()).await, 401, "{name}");
        // Nor does it hide the right one, before or after it.
        let planted = format!("{name}={}", "0".repeat(64));
        assert_eq!(status(format!("{planted}; {own}").as_bytes()).await, 200, "{name}");
        assert_eq!(status(format!("{own}; {planted}").as_bytes()).await, 200, "{name}");
    }
    // Two of the name: one of them is not this browser's.
    assert_eq!(status(format!("{own}; __Host-session={}", "0".repeat(64)).as_bytes()).await, 401);
    assert_eq!(status(format!("{own};\t{own} ").as_bytes()).await, 200);
    // What others have set does not matter, whatever it is.
    for other in [&b"theme=\xff\xfe"[..], b"\xff=1", b"=", b"x", b"", b"a=b=c"] {
        assert_eq!(status(&[other, b"; ", own.as_bytes()].concat()).await, 200, "{other:?}");
        assert_eq!(status(&[own.as_bytes(), b"; ", other].concat()).await, 200, "{other:?}");
    }
}

#[actix_web::test]
async fn a_session_in_use_is_prolonged_and_an_unused_one_expires() {
    let server = TestServer::start().await;
    let person = Person::registered(&server, "Ann").await;
    server.pass(Duration::minutes(59));
    let soon = person.get("/api/user").await;
    assert_eq!(
        (soon.header("set-cookie"), &soon.ok(200)["lastVisited"]),
        (String::new(), &json!("2026-11-21T08:00:00.123Z"))
    );
    server.pass(Duration::days(300));
    let later = person.get("/api/user").await;
    assert!(later.header("set-cookie").contains("Max-Age=34560000"));
    assert_eq!(later.ok(200)["lastVisited"], "2027-09-17T08:59:00.123Z");
    server.pass(Duration::days(300));
    person.get("/api/user").await.ok(200);
    server.pass(Duration::days(400));
    person.get("/api/user").await.problem(401);
}

#[actix_web::test]
async fn signing_in_returns_the_accounts_id_and_moves_data_if_requested() {
    let server = TestServer::start().await;
    let home = Person::registered(&server, "Ann").await;
    let mut away = Person::new(&server);
    let alarm = away.visitor.make("/api/alarms", &json!({ "time": "07:30", "repeat": "daily" })).await;
    let timer = away.visitor.make("/api/timers", &json!({ "minutes": 5, "enabled": 1 })).await;
    let user = away.write("/api/login", &credentials("Ann")).await.ok(200);
    assert_eq!(user["uuid"], home.visitor.id);
    assert_eq!(home.get("/api/alarms").await.ok(200), json!([]));

    let mut bring = credentials("Ann");
    bring["bring"] = json!(true);
    away.write("/api/login", &bring).await.ok(200);
    let of_account = |row: &Value| {
        let mut row = row.clone();
        row["browserId"] = json!(home.visitor.id);
        json!([row])
    };
    assert_eq!(away.get("/api/alarms").await.ok(200), json!([]));
    away.visitor.id.clone_from(&home.visitor.id);
    for person in [&home, &away] {
        assert_eq!(person.get("/api/alarms").await.ok(200), of_account(&alarm));
        assert_eq!(person.get("/api/timers").await.ok(200), of_account(&timer));
    }
}

#[actix_web::test]
async fn two_accounts_at_one_browser_do_not_share_alarms() {
    let server = TestServer::start().await;
    let ann = Person::registered(&server, "Ann").await;
    ann.visitor.make("/api/alarms", &json!({ "time": "07:30", "repeat": "daily" })).await;
    // Ben registers at Ann's browser, with the same browser id.
    let mut ben = Person::new(&server);
    ben.visitor.id.clone_from(&ann.visitor.id);
    let user = ben.write("/api/register", &credentials("Ben")).await.ok(201);
    assert_ne!(user["uuid"], ann.visitor.id);
    let mut bring = credentials("Ben");
    bring["bring"] = json!(true);
    ben.write("/api/login", &bring).await.ok(200);
    assert_eq!(ann.get("/api/alarms").await.ok(200).as_array().unwrap().len(), 1);
    user["uuid"].as_str().unwrap().clone_into(&mut ben.visitor.id);
    assert_eq!(ben.get("/api/alarms").await.ok(200), json!([]));
}

#[actix_web::test]
async fn malformed_credentials_are_refused() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    for path in ["/api/register", "/api/login"] {
        for body in ["", "[]", "null", "{", r#"{"username":"Ann","username":"Ben"}"#, r#"{"username":"\ud800"}"#] {
            visitor.raw("POST", path, body).await.problem(400);
        }
        let body = json!({ "username": "Ann", "password": "secret", "browserId": server.visitor().id });
        visitor.write("POST", path, &body).await.problem(403);
        visitor.raw("POST", path, vec![b'x'; 17_000]).await.problem(413);
        let form = server.request("POST", path).header("X-Browser-Id", visitor.id.as_str());
        let form = form.header("Content-Type", "application/x-www-form-urlencoded");
        server.send(form, b"username=Ann&password=secret".to_vec()).await.problem(415);
        let nobody = server.request("POST", path).header("Content-Type", "application/json");
        server.send(nobody, credentials("Ann").to_string().into()).await.problem(400);
    }
}

#[actix_web::test]
async fn with_closed_registration_known_accounts_can_sign_in() {
    let settings = AccountSettings { is_open: false, ..AccountSettings::default() };
    let server = TestServer::with_settings(Settings { accounts: settings, ..Settings::default() }).await;
    let person = Person::new(&server);
    let refused = person.write("/api/register", &credentials("Ann")).await;
    assert_eq!(refused.problem(403)["type"], "/problems/registration-closed");
    assert_eq!(person.cookie(), None);
    person.write("/api/login", &credentials("Ann")).await.problem(401);
}
