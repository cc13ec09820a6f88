//! Accounts as operators see them: secure cookies, recorded visits, and no secret in the log.

use std::{
    fs::{self, File},
    thread,
};

use serde_json::json;
use tokibako_storage::browsers;
use tokio::runtime::Runtime;

use crate::process::{BROWSER, Server, client, tokibako};

const PASSWORD: &str = "geheimes-passwort";

#[test]
fn no_secret_of_an_account_is_logged() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let database = tokibako_storage::testing::TestDatabase::create();
    let mut command = tokibako(&[
        ("DATABASE_URL", &*database.url()),
        ("TOKIBAKO_PUBLIC_URL", "https://time.example"),
        ("TOKIBAKO_LOG", "trace"),
    ]);
    let server = Server::start(command.stderr(File::create(&log).unwrap()));
    let post = |path: &str, password: &str| {
        let request = client().post(server.url(path)).header("X-Browser-Id", BROWSER);
        request.json(&json!({"username": "Annabella", "password": password})).send().unwrap()
    };
    let registered = post("/api/register", PASSWORD);
    assert_eq!(registered.status().as_u16(), 201);
    let cookie = registered.headers().get("set-cookie").unwrap().to_str().unwrap();
    let (token, attributes) = cookie.strip_prefix("__Host-session=").unwrap().split_once(';').unwrap();
    assert!(attributes.contains("; Secure") && attributes.contains(" HttpOnly;"), "{attributes}");
    assert_eq!(post("/api/login", "geheimes-anderes").status().as_u16(), 401);
    assert_eq!(post("/api/register", PASSWORD).status().as_u16(), 409);
    assert_eq!(post("/api/login", PASSWORD).status().as_u16(), 200);
    for path in ["/api/user", "/api/browser"] {
        let request = client().get(server.url(path)).header("X-Browser-Id", BROWSER);
        assert_eq!(request.header("Cookie", format!("__Host-session={token}")).send().unwrap().status().as_u16(), 200);
    }
    assert!(server.stop().success());

    let log = fs::read_to_string(log).unwrap();
    for secret in ["geheim", token, "Annabella", "annabella", BROWSER, "$argon2id"] {
        assert_eq!(log.lines().find(|line| line.contains(secret)), None, "{secret}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_memory_for_hashing_passwords_is_used_again() {
    let database = tokibako_storage::testing::TestDatabase::create();
    let settings = [("DATABASE_URL", &*database.url()), ("TOKIBAKO_RATE_LIMIT", "off")];
    let server = Server::start(&mut tokibako(&settings));
    let memory = || {
        let status = fs::read_to_string(format!("/proc/{}/status", server.pid())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
    };
    let guess = || {
        let request = client().post(server.url("/api/login")).header("X-Browser-Id", BROWSER);
        request.json(&json!({"username": "Annabella", "password": "wrong"})).send().unwrap().status().as_u16()
    };
    assert_eq!(guess(), 401);
    let before = memory();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..25).for_each(|_| assert_eq!(guess(), 401)));
        }
    });
    let grown = memory().saturating_sub(before);
    assert!(grown < 100, "grown by {grown} MiB");
}

#[test]
fn visits_are_recorded_before_the_server_ends() {
    let database = tokibako_storage::testing::TestDatabase::create();
    let server = Server::start(&mut tokibako(&[("DATABASE_URL", &database.url())]));
    server.create("/api/timers", &json!({"minutes": 1}));
    assert!(server.stop().success());
    let storage = database.storage();
    let owned = Runtime::new().unwrap().block_on(browsers::owned_data(&storage, BROWSER.parse().unwrap())).unwrap();
    assert!(owned.seen_at.is_some());
}

#[test]
fn a_failed_sign_in_is_logged_with_the_address_only_if_configured() {
    for (setting, format, line) in [
        ("off", "text", None),
        ("on", "text", Some(r"tokibako::auth: failed sign-in address=192.0.2.7")),
        ("on", "json", Some(r#""message":"failed sign-in","address":"192.0.2.7""#)),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let database = tokibako_storage::testing::TestDatabase::create();
        let mut command = tokibako(&[
            ("DATABASE_URL", &*database.url()),
            ("TOKIBAKO_LOG_FAILED_SIGN_INS", setting),
            ("TOKIBAKO_LOG_FORMAT", format),
            ("TOKIBAKO_TRUSTED_PROXIES", "127.0.0.0/8"),
        ]);
        let server = Server::start(command.stderr(File::create(&log).unwrap()));
        let request = client().post(server.url("/api/login")).header("X-Browser-Id", BROWSER);
        let request = request.header("X-Forwarded-For", "192.0.2.7");
        let pair = json!({"username": "Annabella", "password": PASSWORD});
        assert_eq!(request.json(&pair).send().unwrap().status().as_u16(), 401);
        assert!(server.stop().success());

        let log = fs::read_to_string(log).unwrap();
        let found: Vec<_> = log.lines().filter(|line| line.contains("192.0.2.7")).collect();
        match line {
            None => assert_eq!(found, Vec::<&str>::new()),
            Some(line) => assert!(found.len() == 1 && found[0].contains(line), "{log}"),
        }
        assert!(!log.contains("nnabella") && !log.contains("geheim"), "{log}");
    }
}
