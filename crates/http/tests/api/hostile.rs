//! Thousands of hostile requests, generated from a seed: none of them causes a server error.

use std::env;

use fastrand::Rng;
use reqwest::header::{HeaderName, HeaderValue};

use crate::server::{Answer, TestServer};

/// The default number of requests; `TOKIBAKO_HOSTILE_REQUESTS` sets another one. Ten thousand take several seconds.
const REQUESTS: usize = 1_000;

/// Words that have broken servers before.
const WORDS: [&str; 30] = [
    "",
    " ",
    "0",
    "-0",
    "-1",
    "1",
    "0.5",
    "1e999",
    "2147483648",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "NaN",
    "null",
    "true",
    "07:30",
    "24:00",
    "99999-12-31T23:59:60Z",
    "-262144-01-01T00:00:00Z",
    "daily",
    "Asia/Tokyo",
    "../../etc/passwd",
    "' OR 1=1 --",
    "\u{0}",
    "a\u{0}b",
    "\u{202e}gnp.exe",
    "\u{feff}\u{200d}\u{2066}",
    "\u{1f470}\u{1f3fd}\u{200d}\u{2640}\u{fe0f}",
    "\r\nX-Injected: 1",
    "%00%ff%2e%2e%2f",
];

const FIELDS: [&str; 25] = [
    "time",
    "repeat",
    "timezone",
    "snoozeInterval",
    "days",
    "date",
    "pausedUntil",
    "sound",
    "label",
    "enabled",
    "hours",
    "minutes",
    "seconds",
    "totalSeconds",
    "username",
    "password",
    "bring",
    "browserId",
    "id",
    "nextTrigger",
    "createdAt",
    "__proto__",
    "",
    "\u{202e}",
    "$where",
];

const PATHS: [&str; 27] = [
    "/api/alarms",
    "/api/alarms/ID",
    "/api/alarms/ID/toggle",
    "/api/alarms/ID/snooze",
    "/api/alarms/ID/skip",
    "/api/alarms/preview",
    "/api/timers",
    "/api/timers/ID",
    "/api/timers/ID/toggle",
    "/api/timers/ID/pause",
    "/api/timers/order",
    "/api/weather",
    "/api/user",
    "/api/login",
    "/api/register",
    "/api/logout",
    "/api/browser",
    "/api/time",
    "/api/openapi.json",
    "/api/docs/ID",
    "/api/ID",
    "/healthz",
    "/readyz",
    "/timer",
    "/ID",
    "/assets/ID",
    "/problems/ID",
];

const METHODS: [&str; 8] = ["GET", "HEAD", "POST", "PATCH", "DELETE", "PUT", "OPTIONS", "PROPFIND"];

const HEADERS: [&str; 14] = [
    "x-browser-id",
    "cookie",
    "content-encoding",
    "content-type",
    "accept",
    "accept-encoding",
    "origin",
    "sec-fetch-site",
    "x-forwarded-for",
    "if-none-match",
    "if-modified-since",
    "range",
    "last-event-id",
    "forwarded",
];

struct Attacker(Rng);

impl Attacker {
    fn one_of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        self.0.choice(words).copied().unwrap()
    }

    /// A word, several words, or bytes that are not text.
    fn text(&mut self) -> String {
        match self.0.u8(..8) {
            0..5 => self.one_of(&WORDS).to_owned(),
            5 => std::iter::repeat_with(|| self.0.char(..)).take(40).collect(),
            6 => self.one_of(&WORDS).repeat(60),
            _ => format!("{}{}", self.one_of(&WORDS), self.one_of(&WORDS)),
        }
    }

    fn encoded(&mut self) -> String {
        self.text().bytes().map(|byte| format!("%{byte:02x}")).collect::<Vec<_>>().concat()
    }

    fn json(&mut self, depth: u8) -> String {
        match self.0.u8(..10) {
            0 => self.one_of(&WORDS).to_owned(),
            1 => self.0.i64(..).to_string(),
            2 => self.0.f64().to_string(),
            3 if depth < 4 => format!("[{},{}]", self.json(depth + 1), self.json(depth + 1)),
            4 if depth < 4 => self.object(depth + 1),
            5 => ["null", "true", "false", "1e400", "-", "0x1"][self.0.usize(..6)].to_owned(),
            _ => serde_json::to_string(&self.text()).unwrap(),
        }
    }

    fn object(&mut self, depth: u8) -> String {
        let fields = (0..self.0.u8(..8)).map(|_| {
            let name = serde_json::to_string(self.one_of(&FIELDS)).unwrap();
            format!("{name}:{}", self.json(depth))
        });
        format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
    }

    fn body(&mut self) -> Vec<u8> {
        match self.0.u8(..40) {
            0..8 => Vec::new(),
            8 => std::iter::repeat_with(|| self.0.u8(..)).take(300).collect(),
            9 => ["[", "{\"x\":"][self.0.usize(..2)].repeat(3_000).into_bytes(),
            10 => vec![b' '; 16 * 1024 + 1],
            11 if self.0.u8(..4) == 0 => vec![b'x'; 1 << 20],
            _ => self.object(0).into_bytes(),
        }
    }

    /// The target of a request: a path with a valid or invalid id, and possibly a query.
    fn target(&mut self) -> String {
        let id = if self.0.bool() { self.0.u8(1..9).to_string() } else { self.encoded() };
        let path = self.one_of(&PATHS).replace("ID", &id);
        let parameters = (0..self.0.u8(..4)).map(|_| {
            let name = self.one_of(&["time", "repeat", "timezone", "after", "city", "browserId", "lastEventId", "x"]);
            format!("{name}={}", self.encoded())
        });
        let query = parameters.collect::<Vec<_>>().join("&");
        format!("{path}?{query}")
    }
}

/// Sends one hostile request, sometimes as a browser that owns rows.
async fn attack(server: &TestServer, attacker: &mut Attacker, browser: &str) -> (String, Answer) {
    let (method, target, body) = (attacker.one_of(&METHODS), attacker.target(), attacker.body());
    let mut request = server.request(method, &target).header("X-Browser-Id", browser);
    if attacker.0.u8(..8) > 0 {
        request = request.header("Content-Type", "application/json");
    }
    for _ in 0..attacker.0.u8(..3) {
        let name = HeaderName::from_static(attacker.one_of(&HEADERS));
        // The client cannot send this header, so the server would never receive it.
        if let Ok(value) = HeaderValue::from_bytes(attacker.text().as_bytes()) {
            request = request.header(name, value);
        }
    }
    let told = format!("{method} {target} {:.200}", String::from_utf8_lossy(&body));
    (told, server.raw(request, body).await)
}

#[actix_web::test]
async fn random_hostile_requests_never_get_a_server_error() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let mut attacker = Attacker(Rng::with_seed(20_261_121));
    let mut refused = 0;
    let requests = env::var("TOKIBAKO_HOSTILE_REQUESTS").map_or(REQUESTS, |number| number.parse().unwrap());
    for number in 0..requests {
        let (told, answer) = attack(&server, &mut attacker, &visitor.id).await;
        assert!(answer.status < 500, "{number}: {told}: {} {}", answer.status, answer.text());
        assert!(answer.headers.get("x-injected").is_none(), "{told}");
        refused += usize::from(answer.status >= 400);
    }
    assert!((requests / 4..requests).contains(&refused), "{refused}");
    // The server still works.
    server.get("/readyz").await.ok(200);
    visitor.get("/api/alarms").await.ok(200);
    visitor.get("/api/timers").await.ok(200);
}

#[actix_web::test]
async fn rows_of_others_and_missing_rows_get_the_same_response() {
    let server = TestServer::start().await;
    let (owner, other) = (server.visitor(), server.visitor());
    let mut attacker = Attacker(Rng::with_seed(4_711));
    for (path, body) in [("/api/alarms", r#"{"time":"07:30","repeat":"daily"}"#), ("/api/timers", r#"{"minutes":1}"#)] {
        let id = owner.raw("POST", path, body).await.ok(201)["id"].clone();
        let before = owner.get(path).await.ok(200);
        for _ in 0..100 {
            let (method, body) = (attacker.one_of(&METHODS), attacker.body());
            let suffix = attacker.one_of(&["", "/toggle", "/pause", "/snooze", "/skip"]);
            let theirs = server.raw(other.request(method, &format!("{path}/{id}{suffix}")), body.clone()).await;
            let nobodys = server.raw(other.request(method, &format!("{path}/987654321{suffix}")), body.clone()).await;
            let told = format!("{method} {path} {suffix} {:.200}", String::from_utf8_lossy(&body));
            assert_eq!((theirs.status, &theirs.body), (nobodys.status, &nobodys.body), "{told}");
            assert_eq!(theirs.header_names(), nobodys.header_names(), "{told}");
        }
        assert_eq!(owner.get(path).await.ok(200), before);
    }
}
