//! Invalid input is refused, and never causes a server error.

use std::io::{Read as _, Write as _};

use actix_web::web::block;
use serde_json::json;

use crate::server::{TestServer, connected};

#[actix_web::test]
async fn bodies_that_are_not_json_objects_are_malformed() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    for body in [
        String::new(),
        " ".into(),
        "{".into(),
        "}".into(),
        "null".into(),
        "true".into(),
        "5".into(),
        "\"time\"".into(),
        "[]".into(),
        r#"["x","07:30"]"#.into(),
        r#"[{"time":"07:30","repeat":"daily"}]"#.into(),
        r#"{"time":"07:30","repeat":"daily"} x"#.into(),
        r#"{"time":"07:30","repeat":"daily"}{}"#.into(),
        r#"{"time":"07:30","repeat":"daily",}"#.into(),
        r#"{"label":"a","label":"b"}"#.into(),
        r"{'time':'07:30'}".into(),
        r#"{time:"07:30"}"#.into(),
        r#"{"time":"07:30","repeat":"daily","label":"\ud800"}"#.into(),
        r#"{"time":"07:30","repeat":"daily","snoozeInterval":NaN}"#.into(),
        r#"{"time":"07:30","repeat":"daily","enabled":1e999}"#.into(),
        r#"{"time":"07:30","repeat":"daily","snoozeInterval":05}"#.into(),
        "time=07:30&repeat=daily".into(),
        "<alarm/>".into(),
        "{\"label\":\"a\u{0}b\"}".into(),
        format!(r#"{{"label":{}}}"#, "[".repeat(16_000)),
        format!(r#"{{"label":{}1{}}}"#, "{\"x\":".repeat(2_500), "}".repeat(2_500)),
    ] {
        for (method, path) in [("POST", "/api/alarms"), ("PATCH", "/api/alarms/1"), ("POST", "/api/timers")] {
            let answer = visitor.raw(method, path, body.clone()).await;
            assert_eq!(answer.status, 400, "{method} {path} {body:.80}");
            assert_eq!(answer.problem(400)["type"], "/problems/malformed");
        }
    }
    for bytes in [&b"\xff\xfe{\x00}\x00"[..], b"{\"label\":\"\xff\"}", b"\xef\xbb\xbf{}", b"\x1f\x8b\x08"] {
        visitor.raw("POST", "/api/alarms", bytes).await.problem(400);
    }
}

#[actix_web::test]
async fn the_problem_says_what_is_wrong_with_a_malformed_body() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let told = async |path: &str, body: &str, detail: &str| {
        let problem = visitor.raw("POST", path, body).await.problem(400);
        assert_eq!((&problem["type"], &problem["detail"]), (&json!("/problems/malformed"), &json!(detail)), "{body}");
    };
    for body in ["", " ", "[]", "[{}]", "5", "null", "\"time\"", "\u{feff}{}"] {
        told("/api/alarms", body, "the body must be a JSON object in UTF-8").await;
    }
    for (body, detail) in [
        (r#"{"label":"a","label":"b"}"#, "label is sent twice; send it once"),
        (r#"{"snoozeInterval":1,"x":{"y":[1]},"snoozeInterval":1}"#, "snoozeInterval is sent twice; send it once"),
        (r#"{"browserId":null,"browserId":null}"#, "browserId is sent twice; send it once"),
        (r#"{"time":730}"#, "time has the wrong JSON type, expected a string"),
        (r#"{"time":null}"#, "time has the wrong JSON type, expected a string"),
        (r#"{"repeat":["daily"]}"#, "repeat has the wrong JSON type, expected a string"),
        (r#"{"days":"mon"}"#, "days has the wrong JSON type, expected an array"),
        (r#"{"days":["mon",2]}"#, "days[1] has the wrong JSON type, expected a string"),
        (r#"{"timezone":{"name":"UTC"}}"#, "timezone has the wrong JSON type, expected a string"),
        (r#"{"sound":false}"#, "sound has the wrong JSON type, expected a string"),
        (r#"{"label":5.5}"#, "label has the wrong JSON type, expected a string"),
        (r#"{"browserId":7}"#, "browserId has the wrong JSON type, expected a string"),
        (
            r#"{"snoozeInterval":"a, expected b at line 1"}"#,
            "snoozeInterval has the wrong JSON type, expected a JSON number",
        ),
        (r#"{"enabled":"1"}"#, "enabled has the wrong JSON type, expected 1, 0, true or false"),
        (r#"{"enabled":null}"#, "enabled has the wrong JSON type, expected 1, 0, true or false"),
        (r#"{"enabled":1e999}"#, "the body cannot be read as JSON: number out of range (line 1, column 16)"),
        (r#"{"time":"07:30"#, "the body cannot be read as JSON: EOF while parsing a string (line 1, column 14)"),
        (r#"{"time":"07:30",}"#, "the body cannot be read as JSON: trailing comma (line 1, column 17)"),
        ("{\n\"time\":\"07:30\"\n}{}", "the body cannot be read as JSON: trailing characters (line 3, column 2)"),
        (r#"{1:"07:30"}"#, "the body cannot be read as JSON: key must be a string (line 1, column 2)"),
        (r#"{"x":NaN}"#, "the body cannot be read as JSON: expected value (line 1, column 6)"),
    ] {
        told("/api/alarms", body, detail).await;
    }
    for (path, body, detail) in [
        ("/api/timers", r#"{"hours":true}"#, "hours has the wrong JSON type, expected a JSON number"),
        ("/api/timers", r#"{"totalSeconds":1,"totalSeconds":1}"#, "totalSeconds is sent twice; send it once"),
        ("/api/timers", r#"{"steps":{"seconds":1}}"#, "steps has the wrong JSON type, expected an array"),
        ("/api/timers", r#"{"steps":[5]}"#, "steps[0] has the wrong JSON type, expected an object"),
        ("/api/timers", r#"{"steps":[{"seconds":5},[5]]}"#, "steps[1] has the wrong JSON type, expected an object"),
        (
            "/api/timers",
            r#"{"steps":[{"seconds":"5"}]}"#,
            "steps[0].seconds has the wrong JSON type, expected a JSON number",
        ),
        ("/api/timers", r#"{"steps":[{"seconds":5,"seconds":5}]}"#, "seconds is sent twice; send it once"),
        ("/api/register", r#"{"username":1}"#, "username has the wrong JSON type, expected a string"),
        ("/api/login", r#"{"password":[],"bring":0}"#, "password has the wrong JSON type, expected a string"),
        ("/api/login", r#"{"bring":1}"#, "bring has the wrong JSON type, expected a boolean"),
        ("/api/login", r#"{"bring":true,"bring":false}"#, "bring is sent twice; send it once"),
    ] {
        told(path, body, detail).await;
    }
    let visitor_puts = async |path: &str, body: &str, detail: &str| {
        let problem = visitor.raw("PUT", path, body).await.problem(400);
        assert_eq!((&problem["type"], &problem["detail"]), (&json!("/problems/malformed"), &json!(detail)), "{body}");
    };
    let cities = "cities[0] has the wrong JSON type, expected an object";
    visitor_puts("/api/cities", r#"{"cities":["tokyo"]}"#, cities).await;
    visitor_puts("/api/cities", r#"{"cities":[["tokyo",null]]}"#, cities).await;
    let once = |name| format!("the query names {name} twice; name it once");
    for (path, name) in [
        ("/api/alarms/preview?time=07:30&repeat=daily&time=07:30", "time"),
        ("/api/alarms/preview?time=07:30&repeat=daily&after=&after=", "after"),
        ("/api/weather?city=Tokyo&city=Oslo", "city"),
        ("/api/alarms/notifications?browserId=a&browserId=b", "browserId"),
        ("/api/alarms/notifications?lastEventId=0&lastEventId=0", "lastEventId"),
        ("/api/events?lastEventId=0&lastEventId=0", "lastEventId"),
    ] {
        let problem = visitor.get(path).await.problem(400);
        assert_eq!(
            (&problem["type"], &problem["detail"]),
            (&json!("/problems/malformed"), &json!(once(name))),
            "{path}"
        );
    }
}

#[actix_web::test]
async fn unknown_fields_are_ignored_even_if_deeply_nested() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    for deep in ["[".repeat(8_000) + &"]".repeat(8_000), "{\"x\":".repeat(2_500) + "1" + &"}".repeat(2_500)] {
        let body = format!(r#"{{"time":"07:30","repeat":"daily","x":{deep}}}"#);
        visitor.raw("POST", "/api/alarms", body).await.ok(201);
    }
    for unknown in ["\"x\":1,\"x\":2", "\"x\":1e999", "\"\":null", "\"ID\":[],\"id\":{}"] {
        visitor.raw("POST", "/api/alarms", format!(r#"{{"time":"07:30","repeat":"daily",{unknown}}}"#)).await.ok(201);
    }
}

#[actix_web::test]
async fn bodies_need_a_json_content_type() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let body = json!({ "time": "07:30", "repeat": "daily" }).to_string();
    let post = |kind: &str| {
        let request = server.request("POST", "/api/alarms").header("X-Browser-Id", visitor.id.as_str());
        if kind.is_empty() { request } else { request.header("Content-Type", kind) }
    };
    for kind in ["application/json", "Application/JSON; charset=UTF-8", "application/merge-patch+json"] {
        server.send(post(kind), body.clone().into()).await.ok(201);
    }
    for kind in [
        "text/plain",
        "text/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonp",
        "application",
        "json",
        "*/*",
        "application/json, text/plain",
    ] {
        server.send(post(kind), body.clone().into()).await.problem(415);
    }
    server.send(post("application/json").header("Content-Encoding", "gzip"), body.into()).await.problem(415);
}

#[actix_web::test]
async fn bodies_longer_than_sixteen_kibibytes_are_refused() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let sized = |size: usize| {
        let body = r#"{"time":"07:30","repeat":"daily","x":""}"#;
        body.replace("\"\"", &format!("\"{}\"", "x".repeat(size - body.len())))
    };
    visitor.raw("POST", "/api/alarms", sized(16 * 1024)).await.ok(201);
    visitor.raw("POST", "/api/alarms", sized(16 * 1024 + 1)).await.problem(413);
    visitor.raw("POST", "/api/alarms", sized(1 << 20)).await.problem(413);
    visitor.raw("PATCH", "/api/timers/1", sized(1 << 20)).await.problem(413);
    // Other paths do not read a body, so it may be longer.
    visitor.raw("POST", "/api/alarms/987654321/toggle", sized(1 << 20)).await.problem(404);
    visitor.raw("PUT", "/api/alarms", sized(1 << 20)).await.problem(405);
}

#[actix_web::test]
async fn a_connection_stays_usable_after_a_body_that_is_not_read() {
    let server = TestServer::start().await;
    let address = server.address;
    let body = "x".repeat(60_000);
    let head = "PUT /api/alarms HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n";
    let request = format!("{head}{body}");
    let asking = block(move || {
        let mut connection = connected(address);
        for _ in 0..20 {
            connection.write_all(request.as_bytes()).unwrap();
            let mut answer = [0; 4096];
            let length = connection.read(&mut answer).unwrap();
            let answer = String::from_utf8_lossy(&answer[..length]).into_owned();
            assert!(answer.starts_with("HTTP/1.1 405 ") && !answer.contains("connection: "), "{answer}");
        }
    });
    asking.await.unwrap();
}

#[actix_web::test]
async fn requests_that_break_the_protocol_never_get_a_server_error() {
    let server = TestServer::start().await;
    let id = server.visitor().id;
    let long = "a".repeat(20_000);
    let browser = format!("X-Browser-Id: {id}\r\n");
    let json = format!("{browser}Content-Type: application/json\r\n");
    for (line, headers, body, expected) in [
        ("POST /api/alarms", format!("{json}Transfer-Encoding: chunked\r\n"), "zz\r\n", 400),
        ("POST /api/alarms", format!("{json}Content-Length: -1\r\n"), "", 400),
        ("POST /api/alarms", format!("{json}Content-Length: 1\r\nContent-Length: 2\r\n"), "{}", 400),
        ("POST /api/alarms", format!("{json}{browser}Content-Length: 2\r\n"), "{}", 400),
        ("GET /api/alarms", format!("X-Browser-Id: {id}\u{e9}\r\n"), "", 400),
        ("GET /api/alarms", format!("x-bRoWsEr-iD:\t {id} \r\n"), "", 200),
        ("GET /api/alarms", format!("{browser}X-Junk: {long}\r\n"), "", 200),
        (&format!("GET /api/alarms?{long}"), browser.clone(), "", 200),
        ("GET http://other/api/alarms", browser.clone(), "", 200),
        ("GET /api/alarms\u{0}", browser.clone(), "", 400),
        ("GET /api/../../etc/passwd", browser.clone(), "", 404),
        // The server does not wait for a body that never arrives.
        ("PUT /api/alarms", "Content-Length: 2\r\n".to_owned(), "", 405),
        ("nonsense", String::new(), "", 400),
    ] {
        let request = format!("{line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{headers}\r\n{body}");
        let answer = server.exchange(request).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {expected} ")), "{line:.80} {headers:.80}: {answer}");
    }
}
