//! Secrets are in no log at the most verbose level, in no metrics and in no error response.

use std::{
    fs::{self, File},
    io::{Read as _, Write as _},
    net::TcpListener,
    thread,
};

use serde_json::json;

use crate::process::{BROWSER, Server, client, free_port, tokibako};

const OTHER: &str = "0e8e1c1a-35f5-4c0b-8b0a-7a1b1c6f2d11";
const STRANGER: &str = "11111111-1111-4111-8111-111111111111";
const NAME: &str = "Annabella";
const PASSWORD: &str = "geheimes-passwort";
const GUESS: &str = "geheimer-versuch";
const LABEL: &str = "geheime-verabredung";
const KEY: &str = "geheimer-schluessel";
const BUS_PASSWORD: &str = "geheimes-buswort";
const DATABASE_PASSWORD: &str = "geheimes-datenbankwort";

/// A client, and the error responses that it got.
struct Caller {
    server: Server,
    browser: &'static str,
    cookie: String,
    refusals: Vec<String>,
}

impl Caller {
    /// Sends a request; returns the status and the cookie of the response.
    fn call(&mut self, method: &str, path: &str, body: &str) -> (u16, String) {
        let request = client().request(method.parse().unwrap(), self.server.url(path));
        let request = request.header("X-Browser-Id", self.browser).header("Cookie", &self.cookie);
        let answer = if body.is_empty() {
            request.send()
        } else {
            request.header("Content-Type", "application/json").body(body.to_owned()).send()
        };
        let answer = answer.unwrap();
        let status = answer.status().as_u16();
        let cookie = answer.headers().get("set-cookie").map_or("", |cookie| cookie.to_str().unwrap());
        let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        if status >= 400 {
            self.refusals.push(answer.text().unwrap());
        }
        (status, cookie)
    }

    fn expect(&mut self, expected: u16, method: &str, path: &str, body: &str) -> String {
        let (status, cookie) = self.call(method, path, body);
        assert_eq!(status, expected, "{method} {path} {body}: {:?}", self.refusals.last());
        cookie
    }

    /// Every request on rows: on those of this browser, of another one and on missing ones.
    fn rows(&mut self) {
        for (list, body) in [
            ("/api/alarms", json!({"time": "07:30", "repeat": "daily", "label": LABEL})),
            ("/api/timers", json!({"minutes": 1, "label": LABEL})),
        ] {
            self.expect(201, "POST", list, &body.to_string());
            self.expect(200, "GET", list, "");
            for wrong in [
                json!({"time": LABEL, "repeat": LABEL, "minutes": LABEL, "label": [LABEL], LABEL: LABEL}),
                json!({"time": LABEL, "repeat": LABEL, "minutes": 99, "sound": LABEL, "timezone": LABEL}),
                json!({"time": "07:30", "repeat": "daily", "minutes": 1, "browserId": STRANGER}),
            ] {
                let (status, _) = self.call("POST", list, &wrong.to_string());
                assert!((400..500).contains(&status), "{status} {wrong}");
            }
            for id in ["1", "2", "987654321", LABEL] {
                for (method, suffix, body) in [
                    ("PATCH", "", body.to_string()),
                    ("POST", "/toggle", String::new()),
                    ("POST", "/snooze", String::new()),
                ] {
                    self.call(method, &format!("{list}/{id}{suffix}"), &body);
                }
            }
            self.expect(404, "DELETE", &format!("{list}/{LABEL}"), "");
            let stream = format!("{list}/notifications?browserId={}&lastEventId=0", self.browser);
            let mut answer = client().get(self.server.url(&stream)).send().unwrap();
            answer.read_exact(&mut [0; 16]).unwrap();
            self.expect(403, "GET", &format!("{list}/notifications?browserId={STRANGER}"), "");
        }
        self.expect(422, "GET", &format!("/api/alarms/preview?time={LABEL}&repeat=daily&timezone={LABEL}"), "");
    }

    /// An account from creation to deletion; returns the tokens of its sessions.
    fn account(&mut self) -> Vec<String> {
        let pair = |password: &str| json!({"username": NAME, "password": password, "bring": true}).to_string();
        let mut cookies = vec![self.expect(201, "POST", "/api/register", &pair(PASSWORD))];
        self.expect(409, "POST", "/api/register", &pair(PASSWORD));
        self.expect(
            422,
            "POST",
            "/api/register",
            &json!({"username": format!("{NAME}\u{1}"), "password": "geh"}).to_string(),
        );
        self.expect(400, "POST", "/api/login", &json!({"username": [NAME], "password": PASSWORD}).to_string());
        self.expect(401, "POST", "/api/login", &pair(GUESS));
        cookies.push(self.expect(200, "POST", "/api/login", &pair(PASSWORD)));
        self.cookie.clone_from(&cookies[1]);
        for path in ["/api/user", "/api/browser"] {
            self.expect(200, "GET", path, "");
        }
        self.expect(204, "POST", "/api/logout", "");
        self.expect(401, "GET", "/api/user", "");
        cookies.iter().map(|cookie| cookie.split_once('=').unwrap().1.to_owned()).collect()
    }
}

/// A weather provider that refuses every key and repeats it in its answer.
fn provider() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let _ = stream.read(&mut [0; 4_096]);
            let body = format!(r#"{{"error":{{"code":2006,"message":"API key {KEY} is invalid."}}}}"#);
            let head =
                format!("HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: {}\r\n\r\n", body.len());
            let _ = stream.write_all(format!("{head}{body}").as_bytes());
        }
    });
    address
}

fn leave_no_trace(format: &str) {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let database = tokibako_storage::testing::TestDatabase::create();
    let url = database.url();
    let url = format!("{url}{}password={DATABASE_PASSWORD}", if url.contains('?') { "&" } else { "?" });
    let (ops, provider) = (free_port(), provider());
    let bus = format!("nats://geheim:{BUS_PASSWORD}@{}", free_port());
    let mut command = tokibako(&[
        ("DATABASE_URL", &*url),
        ("TOKIBAKO_BUS_URL", &*bus),
        ("TOKIBAKO_OPS_LISTEN", &ops),
        ("TOKIBAKO_WEATHER_PROVIDER", "weatherapi"),
        ("TOKIBAKO_WEATHER_BASE_URL", &provider),
        ("TOKIBAKO_WEATHER_API_KEY", KEY),
        ("TOKIBAKO_LOG", "trace,async_nats=trace"),
        ("TOKIBAKO_LOG_FORMAT", format),
    ]);
    let server = Server::start(command.stderr(File::create(&log).unwrap()));
    let mut caller = Caller { server, browser: OTHER, cookie: String::new(), refusals: Vec::new() };
    caller.rows();
    caller.browser = BROWSER;
    caller.rows();
    let tokens = caller.account();
    caller.expect(502, "GET", "/api/weather?city=Tokyo,Japan", "");
    caller.expect(404, "GET", &format!("/api/weather?city={LABEL}"), "");
    caller.expect(404, "GET", &format!("/{LABEL}?browserId={BROWSER}"), "");
    caller.expect(204, "DELETE", "/api/browser", "");
    caller.browser = "geheime-kennung";
    caller.expect(400, "GET", "/api/alarms", "");

    // With the database stopped, so that the driver's errors are logged as well.
    caller.browser = BROWSER;
    database.admit_connections(false);
    caller.expect(503, "GET", "/api/alarms", "");
    let unready = client().get(format!("http://{ops}/readyz")).send().unwrap();
    assert_eq!(unready.status().as_u16(), 503);
    caller.refusals.push(unready.text().unwrap());
    let metrics = client().get(format!("http://{ops}/metrics")).send().unwrap();
    let metrics = metrics.text().unwrap();
    let Caller { server, refusals, .. } = caller;
    assert!(server.stop().success());

    let log = fs::read_to_string(log).unwrap();
    assert!(log.contains("answered") && log.contains("/api/alarms/{id}/toggle"), "the log is at its most talkative");
    assert!(metrics.contains("/api/alarms/{id}/toggle") && !refusals.is_empty());
    let mut secrets = vec!["geheim", "nnabella", BROWSER, OTHER, "$argon2id", STRANGER];
    secrets.extend(tokens.iter().map(String::as_str));
    for secret in secrets {
        for (place, told) in [("log", &*log), ("metrics", &metrics), ("refusals", &refusals.join("\n"))] {
            assert_eq!(told.lines().find(|line| line.contains(secret)), None, "{secret} in the {place}");
        }
    }
}

#[test]
fn secrets_are_not_in_the_text_log() {
    leave_no_trace("text");
}

#[test]
fn secrets_are_not_in_the_json_log() {
    leave_no_trace("json");
}
