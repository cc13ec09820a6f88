//! Rings by push with no page open, through a push service on this machine.

use std::{
    fs::{self, File},
    io::{Read as _, Write as _},
    net::TcpListener,
    sync::mpsc::{self, Receiver},
    thread,
    time::Duration,
};

use serde_json::{Value, json};
use tokibako_storage::testing::TestDatabase;

use crate::process::{BROWSER, Server, client, refusal, tokibako};

const DEVICE: &str = "0b9c6c1e-6a0f-4b36-8c3e-5d6f7a8b9c01";
const PATH: &str = "/push/geheimes-abonnement";
const POINT: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

/// How long a post may take to arrive.
const PATIENCE: Duration = Duration::from_mins(1);

/// The head and the length of a post.
struct ReceivedPost {
    head: String,
    length: usize,
}

impl ReceivedPost {
    fn header(&self, name: &str) -> &str {
        let line = self.head.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
        line.unwrap_or_default()
    }
}

/// A push service that accepts everything; the receiver gets what was posted.
fn push_service() -> (String, Receiver<ReceivedPost>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    let (posted, taken) = mpsc::channel();
    thread::spawn(move || {
        for mut socket in listener.incoming().map_while(Result::ok) {
            let posted = posted.clone();
            thread::spawn(move || {
                let (mut request, mut part) = (Vec::new(), [0; 4_096]);
                while let Ok(read @ 1..) = socket.read(&mut part) {
                    request.extend_from_slice(&part[..read]);
                    let text = String::from_utf8_lossy(&request).into_owned();
                    let Some((head, _)) = text.split_once("\r\n\r\n") else { continue };
                    let head = head.to_lowercase();
                    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
                    let length: usize = length.unwrap().parse().unwrap();
                    if request.len() < head.len() + 4 + length {
                        continue;
                    }
                    request.clear();
                    if posted.send(ReceivedPost { head, length }).is_err() {
                        return;
                    }
                    socket.write_all(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n").unwrap();
                }
            });
        }
    });
    (origin, taken)
}

fn send(server: &Server, method: &str, path: &str, body: &Value) -> Value {
    let request = client().request(method.parse().unwrap(), server.url(path)).header("X-Browser-Id", BROWSER);
    let answer = request.json(body).send().unwrap();
    assert!(answer.status().is_success(), "{path}: {}", answer.status());
    answer.json().unwrap()
}

#[test]
fn a_device_rings_with_no_page_open_and_no_log_has_its_endpoint() {
    let database = TestDatabase::create();
    let (origin, posts) = push_service();
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let server = Server::start(
        tokibako(&[
            ("DATABASE_URL", &database.url()),
            ("TOKIBAKO_PUSH_SERVICES", &origin),
            ("TOKIBAKO_PUSH_CONTACT", "mailto:push@time.example"),
            ("TOKIBAKO_LOG", "trace"),
        ])
        .stderr(File::create(&log).unwrap()),
    );
    let told = server.read("/api/push");
    assert_eq!(told["enabled"], true);
    let subscription = json!({"endpoint": format!("{origin}{PATH}"), "keys": {"p256dh": POINT, "auth": AUTH},
        "language": "de"});
    let device = format!("/api/push/devices/{DEVICE}");
    assert_eq!(send(&server, "PUT", &device, &subscription), json!({"state": "pending"}));
    let hello = posts.recv_timeout(PATIENCE).unwrap();
    assert_eq!(hello.head.lines().next(), Some("post /push/geheimes-abonnement http/1.1"));
    assert_eq!((hello.header("urgency"), hello.length), ("normal", 1_126));

    // Only the device can decrypt the code, so the test sets one that it knows.
    database.execute(
        "UPDATE devices SET code_digest = '\\x5694d08a2e53ffcae0c3103e5ad6f6076abd960eb1f8a56577040bc1028f702b'",
    );
    let confirmed = send(&server, "POST", &format!("{device}/confirm"), &json!({"code": "code"}));
    assert_eq!(confirmed, json!({"state": "active"}));
    server.create("/api/timers", &json!({"seconds": 1, "enabled": 1, "label": "geheimer-tee"}));
    let ring = posts.recv_timeout(PATIENCE).unwrap();
    let ttl: u32 = ring.header("ttl").parse().unwrap();
    assert!((590..=600).contains(&ttl), "{ttl}");
    assert_eq!((ring.header("urgency"), ring.header("topic").len(), ring.length), ("high", 32, 1_126));
    let token = ring.header("authorization").to_owned();
    assert!(token.starts_with("vapid t="), "{token}");
    // A service worker's requests, with an invalid token and an invalid code.
    for (path, body) in [
        (
            "/api/rings/heard",
            json!({"kind": "timer", "id": 1, "scheduledFor": "2026-11-20T07:00:00Z", "device": DEVICE}),
        ),
        (
            "/api/rings/answer",
            json!({"kind": "timer", "id": 1, "scheduledFor": "2026-11-20T07:00:00Z", "answer": "stop"}),
        ),
        (&*format!("{device}/confirm"), json!({"code": "geheimer-code"})),
    ] {
        let request = client().post(server.url(path));
        // If a browser is named, the token is ignored.
        let request = match path {
            "/api/rings/heard" | "/api/rings/answer" => request.header("Authorization", "Bearer geheimes-token"),
            _ => request.header("X-Browser-Id", BROWSER),
        };
        let answer = request.json(&body).send().unwrap();
        assert!((400..500).contains(&answer.status().as_u16()), "{path}: {}", answer.status());
    }
    assert!(server.stop().success());

    let log = fs::read_to_string(&log).unwrap();
    assert!(log.contains("TRACE"), "the log is at its most talkative");
    let keys = ["hex", "base64"].map(|form| format!("SELECT encode(secret, '{form}') AS value FROM server_keys"));
    let keys: Vec<String> = keys.iter().flat_map(|query| database.query(query)).collect();
    assert_eq!(keys.len(), 4, "a key to sign with and one for tokens, each in two forms");
    let mut secrets = vec![BROWSER, PATH, "geheim", AUTH, POINT, DEVICE, token.as_str()];
    // The database breaks long texts into lines.
    secrets.extend(keys.iter().filter_map(|key| key.lines().next()));
    for secret in secrets {
        assert!(!log.to_lowercase().contains(&secret.to_lowercase()), "{secret}");
    }
}

#[test]
fn without_a_contact_nothing_is_pushed() {
    let database = TestDatabase::create();
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let server = Server::start(tokibako(&[("DATABASE_URL", &database.url())]).stderr(File::create(&log).unwrap()));
    assert_eq!(server.read("/api/push"), json!({"enabled": false, "publicKey": null, "channels": true}));
    assert!(server.stop().success());
    let log = fs::read_to_string(&log).unwrap();
    assert_eq!(log.matches("TOKIBAKO_PUSH_CONTACT").count(), 1, "{log}");
}

#[test]
fn the_public_key_survives_a_restart() {
    let database = TestDatabase::create();
    let key = || {
        let url = database.url();
        let settings = [("DATABASE_URL", url.as_str()), ("TOKIBAKO_PUBLIC_URL", "https://time.example")];
        let server = Server::start(&mut tokibako(&settings));
        let key = server.read("/api/push")["publicKey"].as_str().unwrap().to_owned();
        assert!(server.stop().success());
        key
    };
    let first = key();
    assert_eq!((first.len(), key()), (87, first));
}

#[test]
fn a_push_service_on_this_machine_requires_a_loopback_listener() {
    let settings = [("TOKIBAKO_PUSH_SERVICES", "http://127.0.0.1:9"), ("TOKIBAKO_LISTEN", "0.0.0.0:0")];
    assert!(refusal(&mut tokibako(&settings)).contains("TOKIBAKO_PUSH_SERVICES"));
}
