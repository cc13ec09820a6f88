//! The browser id in a cookie, for pages whose storage the browser has deleted.

use serde_json::{Value, json};
use tokibako_http::Settings;

use crate::{
    person::{Person, credentials},
    server::{Answer, TestServer, Visitor},
};

async fn call(visitor: &Visitor<'_>, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
    let request = visitor.server.request(method, path).header("X-Browser-Id", visitor.id.as_str());
    let request = headers.iter().fold(request, |request, header| request.header(header.0, header.1));
    visitor.server.send(request, Vec::new()).await
}

/// All cookies that a response sets, the cleared ones with an empty value.
fn set(answer: &Answer) -> Vec<String> {
    answer.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap().to_owned()).collect()
}

fn browser_cookie(answer: &Answer) -> String {
    set(answer).into_iter().find(|cookie| cookie.contains("browser=")).unwrap_or_default()
}

#[actix_web::test]
async fn a_page_without_storage_gets_the_id_of_its_cookie() {
    for (address, name, ending) in
        [("http://time.example", "browser", ""), ("https://time.example", "__Host-browser", "; Secure")]
    {
        let server = TestServer::at(address).await;
        let visitor = server.visitor();
        let stored = call(&visitor, "PUT", "/api/browser/id", &[]).await;
        assert_eq!((stored.status, stored.body.len()), (204, 0));
        let cookie = browser_cookie(&stored);
        let pair = format!("{name}={}", visitor.id);
        assert!(cookie.starts_with(&format!("{pair};")) && cookie.contains(ending), "{cookie}");
        for attribute in ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=31536000"] {
            assert!(cookie.contains(attribute), "{cookie}");
        }
        let read = server.request("GET", "/api/browser/id").header("Sec-Fetch-Site", "same-origin");
        let read = server.send(read.header("Cookie", pair), Vec::new()).await;
        assert_eq!(read.ok(200), json!({ "browserId": visitor.id, "hasSession": false }));
        assert_eq!(read.header("cache-control"), "no-store");
    }
}

#[actix_web::test]
async fn without_a_valid_cookie_there_is_no_id() {
    let server = TestServer::start().await;
    for cookie in [
        "",
        "__Host-browser=",
        "__Host-browser=x",
        "browser=00000000-0000-4000-8000-000000000001",
        "%5F%5FHost-browser=00000000-0000-4000-8000-000000000001",
    ] {
        let read = server.request("GET", "/api/browser/id").header("Sec-Fetch-Site", "same-origin");
        let read = server.send(read.header("Cookie", cookie), Vec::new()).await;
        assert_eq!(read.ok(200), json!({ "browserId": null, "hasSession": false }), "{cookie}");
    }
}

/// A site moves from http to https, and its visitors without an account keep what they have.
#[actix_web::test]
async fn a_site_that_was_at_http_moves_the_id_to_the_cookie_of_https() {
    let server = TestServer::with_settings(Settings { was_http: true, ..Settings::default() }).await;
    let visitor = server.visitor();
    let read = async |cookie: String| {
        let read = server.request("GET", "/api/browser/id").header("Sec-Fetch-Site", "same-origin");
        server.send(read.header("Cookie", cookie), Vec::new()).await
    };
    let moved = read(format!("browser={}", visitor.id)).await;
    assert_eq!(moved.ok(200)["browserId"], visitor.id);
    let [old, new] = set(&moved).try_into().unwrap();
    assert!(old.starts_with("browser=;") && old.contains("Max-Age=0"), "{old}");
    assert!(new.starts_with(&format!("__Host-browser={};", visitor.id)), "{new}");

    // Others can plant the old one: it counts only where the other one is missing, and opens no session.
    let own = server.visitor();
    for other in [format!("__Host-browser={}", own.id), "__Host-browser=x".to_owned()] {
        let answer = read(format!("browser={}; {other}", visitor.id)).await;
        assert_ne!(answer.ok(200)["browserId"], visitor.id);
        assert_eq!(set(&answer), Vec::<String>::new());
    }
    let answer = read(format!("browser={}; browser={}", visitor.id, own.id)).await;
    assert_eq!(answer.ok(200)["browserId"], Value::Null);
    assert_eq!(read(format!("session={}", "a".repeat(64))).await.ok(200)["hasSession"], false);
    // Who signs in leaves neither behind.
    let person = Person::registered(&server, "Ann").await;
    let out = person.call("POST", "/api/logout").await;
    assert!(set(&out).iter().any(|cookie| cookie.starts_with("browser=;") && cookie.contains("Max-Age=0")));
}

#[actix_web::test]
async fn only_own_pages_get_the_id_and_the_cookie_alone_opens_nothing() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    visitor.make("/api/timers", &json!({ "minutes": 5 })).await;
    let cookie = format!("__Host-browser={}", visitor.id);
    for headers in [
        &[][..],
        &[("Sec-Fetch-Site", "none")],
        &[("Sec-Fetch-Site", "same-site")],
        &[("Sec-Fetch-Site", "cross-site")],
    ] {
        let headers: Vec<_> = headers.iter().copied().chain([("Cookie", cookie.as_str())]).collect();
        let refused = call(&visitor, "GET", "/api/browser/id", &headers).await;
        assert_eq!(refused.problem(403)["type"], "/problems/other-site", "{headers:?}");
    }
    for path in ["/api/timers", "/api/browser", "/api/events"] {
        let request = server.request("GET", path).header("Sec-Fetch-Site", "same-origin");
        let refused = server.send(request.header("Cookie", cookie.as_str()), Vec::new()).await;
        assert_eq!(refused.status, 400, "{path}");
    }
}

#[actix_web::test]
async fn a_page_without_storage_learns_that_it_has_a_session() {
    let server = TestServer::start().await;
    let person = Person::new(&server);
    let signed_in = person.write("/api/register", &credentials("Ann")).await;
    let cookies = set(&signed_in);
    let session = cookies.iter().find(|cookie| cookie.starts_with("__Host-session=")).expect("a session");
    let pair = session.split(';').next().unwrap_or_default().to_owned();
    let read = server.request("GET", "/api/browser/id").header("Sec-Fetch-Site", "same-origin");
    let read = server.send(read.header("Cookie", pair), Vec::new()).await;
    assert_eq!(read.ok(200), json!({ "browserId": null, "hasSession": true }));
}

#[actix_web::test]
async fn nothing_of_an_account_stays_in_the_browser() {
    let server = TestServer::start().await;
    let person = Person::new(&server);
    let signed_in = person.write("/api/register", &credentials("Ann")).await;
    let while_signed_in = person.call("PUT", "/api/browser/id").await;
    let out = person.call("POST", "/api/logout").await;
    let back = person.write("/api/login", &credentials("Ann")).await;
    let forgotten = person.call("DELETE", "/api/browser").await;
    for answer in [signed_in, while_signed_in, out, back, forgotten] {
        let cookie = browser_cookie(&answer);
        assert!(cookie.starts_with("__Host-browser=;") && cookie.contains("Max-Age=0"), "{cookie}");
    }
}
