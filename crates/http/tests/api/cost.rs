//! The cost of a request depends on what its own browser owns: beside the rows of many others, no request reads more than
//! a few rows of any table. Postgres counts the rows that it reads, those of foreign keys included.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use tokibako_http::{ChannelSettings, PushSettings, Settings};
use tokibako_push::{
    token::{SECRET, Tokens},
    vapid::VapidKey,
};
use tokibako_storage::testing::until;

use crate::{
    person::{Person, credentials},
    server::TestServer,
};

/// How many rows others have in each table. Postgres chooses an index long before that, if there is one.
const OTHERS: u32 = 20_000;

/// The most rows that a request may read of a table, in the table and in its indexes.
const MOST: i64 = 200;

/// Tables that need not be filled, and why.
const SMALL: [(&str, &str); 7] = [
    ("__diesel_schema_migrations", "a row for each migration"),
    ("breaking_migrations", "a row for some migrations"),
    ("server_keys", "a row for each purpose"),
    ("zone_releases", "a row for each release"),
    ("push_position", "one row"),
    ("push_batches", "of the version before: nothing reads it"),
    ("batches", "a row for a thousand rings; read by its keys"),
];

/// Requests without a query.
const WITHOUT_ROWS: [&str; 5] =
    ["/api/browser/id", "/api/openapi.json", "/api/docs", "/api/docs/{file}", "/api/weather"];

const DEVICE: &str = "0b9c6c1e-6a0f-4b36-8c3e-5d6f7a8b9c01";
const POINT: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";

async fn server() -> TestServer {
    let tokens = || Tokens::new(&[7; SECRET]);
    let key = VapidKey::read(&VapidKey::generate().unwrap()).unwrap();
    let push = PushSettings {
        services: "http://127.0.0.1:9".parse().unwrap(),
        vapid_key: key.public().unwrap(),
        tokens: tokens(),
    };
    let channels = ChannelSettings { hosts: "hooks.example".parse().unwrap(), tokens: tokens() };
    TestServer::with_settings(Settings { push: Some(push), channels: Some(channels), ..Settings::default() }).await
}

/// Stores rows of others in each table.
fn fill(server: &TestServer) {
    let database = &server.database;
    let others = format!("generate_series(1, {OTHERS}) AS n");
    database.execute(&format!(
        "INSERT INTO browsers SELECT gen_random_uuid(), now() FROM {others}; \
         INSERT INTO alarms (browser_id, minute_of_day, repeat, timezone, sound, snooze_minutes, next_trigger, created_at) \
             SELECT id, 420, 'daily', 'Asia/Tokyo', 'chime', 5, now() + INTERVAL '1 hour', now() FROM browsers; \
         INSERT INTO timers (browser_id, total_seconds, sound, remaining_ms, created_at) \
             SELECT id, 60, 'chime', 1000, now() FROM browsers; \
         INSERT INTO city_lists SELECT id, '[[\"tokyo\", null]]', now() FROM browsers; \
         INSERT INTO days_off SELECT id, '[[\"2026-12-24\", \"2026-12-26\", null]]', now() FROM browsers; \
         INSERT INTO accounts (browser_id, username, username_key, password_hash, last_visited, created_at) \
             SELECT id, id::text, id::text, '', now(), now() FROM browsers; \
         INSERT INTO sessions (digest, account_id, expires_at, created_at) \
             SELECT sha256(id::text::bytea), id, now() + INTERVAL '20 days', now() FROM accounts; \
         INSERT INTO channels (browser_id, id, kind, url, origin, language, only_unheard, kinds, created_at) \
             SELECT browser_id, gen_random_uuid(), 'webhook', 'https://hooks.example/' || id, 'https://hooks.example', 'en', \
                 false, '{{alarm,timer}}', now() FROM accounts; \
         INSERT INTO devices (browser_id, id, session, endpoint, origin, endpoint_digest, p256dh, auth, vapid_key, language, \
                 hides_labels, ring_for, state, code_digest, put_at, created_at) \
             SELECT browser_id, gen_random_uuid(), sessions.id, 'https://fcm.googleapis.com/' || accounts.id, \
                 'https://fcm.googleapis.com', sha256(username::bytea), substring(repeat(chr(120), 65)::bytea for 65), \
                 substring(repeat(chr(120), 16)::bytea for 16), substring(repeat(chr(120), 65)::bytea for 65), 'en', false, 60, \
                 'active', '', now(), now() FROM accounts JOIN sessions ON account_id = accounts.id; \
         INSERT INTO renewed_ids SELECT gen_random_uuid(), id, now() FROM accounts; \
         INSERT INTO removed_devices SELECT gen_random_uuid(), now() FROM {others}; \
         INSERT INTO pushes (device, origin, purpose, kind, row_id, scheduled_for, due_at, expires_at) \
             SELECT number, origin, 'ring', 'timer', number, now(), now() + INTERVAL '1 hour', now() + INTERVAL '2 hours' \
             FROM devices"
    ));
    // As many in each partition.
    database.log("SELECT browser_id, id, now() - (id % 6) * INTERVAL '20 minutes', now(), label FROM timers");
    database.execute("ANALYZE");
    let tables = database.query(
        "SELECT relname::text AS value FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' \
         ORDER BY relname",
    );
    let large = OTHERS / if tables.iter().any(|table| table.starts_with("firings_")) { 10 } else { 1 };
    for table in tables.iter().filter(|table| !SMALL.iter().any(|(small, _)| small == table)) {
        let rows = database.query(&format!("SELECT count(*)::text AS value FROM {table}"));
        assert!(rows[0].parse::<u32>().unwrap() >= large, "{table}: store {OTHERS} rows of others in it");
    }
}

/// How many rows of each table Postgres has read so far.
async fn read(server: &TestServer) -> BTreeMap<String, i64> {
    // Sessions report what they have read at their end.
    server.database.admit_connections(false);
    server.database.admit_connections(true);
    let rows = server.database.query(
        "SELECT relname || ' ' || seq_tup_read + coalesce((SELECT sum(idx_tup_read) FROM pg_stat_user_indexes AS indexes \
             WHERE indexes.relid = tables.relid), 0) AS value FROM pg_stat_user_tables AS tables",
    );
    let pair = |row: &String| row.split_once(' ').map(|(table, rows)| (table.to_owned(), rows.parse().unwrap()));
    let read = rows.iter().filter_map(pair).collect();
    let anybody = server.visitor();
    until("the server has connections again", async || anybody.get("/api/days-off").await.status == 200).await;
    read
}

/// What has been requested, and which requests read too much.
struct Costs<'a> {
    server: &'a TestServer,
    /// How many rows of each table were read before the next request.
    read: BTreeMap<String, i64>,
    requested: BTreeSet<(String, String)>,
    dear: Vec<String>,
}

impl Costs<'_> {
    /// Sends a request of the document's `method` and `path`, and counts what it reads.
    async fn of(
        &mut self,
        person: &Person<'_>,
        method: &str,
        path: &str,
        arguments: &[&str],
        body: Option<Value>,
    ) -> Value {
        let mut address = path.to_owned();
        for argument in arguments {
            let (from, to) = (address.find('{').unwrap(), address.find('}').unwrap());
            address.replace_range(from..=to, argument);
        }
        if path.ends_with("/preview") {
            address.push_str("?time=07:30&repeat=daily");
        }
        let answer = match (method, body) {
            ("PUT", Some(body)) => person.put(&address, &body).await,
            ("PATCH", Some(body)) => person.patch(&address, &body).await,
            (_, Some(body)) => person.write(&address, &body).await,
            (_, None) => person.call(method, &address).await,
        };
        assert!((200..300).contains(&answer.status), "{method} {path}: {}", answer.text());
        let read = read(self.server).await;
        for (table, rows) in &read {
            let rows = rows - self.read.get(table).copied().unwrap_or_default();
            if rows > MOST {
                self.dear.push(format!("{method} {path} reads {rows} rows of {table}"));
            }
        }
        self.read = read;
        self.requested.insert((method.to_lowercase(), path.to_owned()));
        serde_json::from_slice(&answer.body).unwrap_or_default()
    }
}

#[actix_web::test]
async fn no_request_reads_the_rows_of_others() {
    let server = server().await;
    fill(&server);
    let costs = &mut Costs { server: &server, read: read(&server).await, requested: BTreeSet::new(), dear: Vec::new() };
    let body = |text: Value| Some(text);

    let ann = Person::new(&server);
    let user = costs.of(&ann, "POST", "/api/register", &[], body(credentials("Ann"))).await;
    let mut ann = ann.carrying_on_as(&user);

    // The rows of a browser.
    let alarm = json!({"time": "07:30", "repeat": "daily"});
    let id = costs.of(&ann, "POST", "/api/alarms", &[], body(alarm)).await["id"].to_string();
    let batch = json!({"alarms": [{"time": "08:30", "repeat": "daily"}]});
    costs.of(&ann, "POST", "/api/alarms/batch", &[], body(batch)).await;
    costs.of(&ann, "GET", "/api/alarms", &[], None).await;
    costs.of(&ann, "GET", "/api/alarms/preview", &[], None).await;
    costs.of(&ann, "PATCH", "/api/alarms/{id}", &[&id], body(json!({"label": "Gym"}))).await;
    for (method, what) in [("POST", "snooze"), ("POST", "skip"), ("DELETE", "skip"), ("POST", "toggle")] {
        costs.of(&ann, method, &format!("/api/alarms/{{id}}/{what}"), &[&id], None).await;
    }
    let timer = json!({"seconds": 30, "enabled": 1});
    let made = costs.of(&ann, "POST", "/api/timers", &[], body(timer)).await;
    let timer = made["id"].to_string();
    let batch = json!({"timers": [{"seconds": 40}]});
    costs.of(&ann, "POST", "/api/timers/batch", &[], body(batch)).await;
    costs.of(&ann, "GET", "/api/timers", &[], None).await;
    costs.of(&ann, "PUT", "/api/timers/{id}/end", &[&timer], body(json!({"endsAt": made["endsAt"]}))).await;
    costs.of(&ann, "PUT", "/api/timers/order", &[], body(json!({"ids": [made["id"]]}))).await;
    costs.of(&ann, "PUT", "/api/cities", &[], body(json!({"cities": [{"key": "tokyo"}]}))).await;
    costs.of(&ann, "GET", "/api/cities", &[], None).await;
    let days = json!({"ranges": [{"from": "2026-12-24", "to": "2026-12-26"}]});
    costs.of(&ann, "PUT", "/api/days-off", &[], body(days)).await;
    costs.of(&ann, "GET", "/api/days-off", &[], None).await;
    costs.of(&ann, "GET", "/api/browser", &[], None).await;
    costs
        .of(&ann, "POST", "/api/faults", &[], body(json!({"name": "TypeError", "file": "ringing.js", "build": "1"})))
        .await;

    // Devices and channels.
    let subscription = json!({"endpoint": "https://fcm.googleapis.com/fcm/send/ann", "language": "ja",
        "keys": {"p256dh": POINT, "auth": "BTBZMqHH6r4Tts7J_aSIgg"}});
    costs.of(&ann, "PUT", "/api/push/devices/{uuid}", &[DEVICE], body(subscription.clone())).await;
    let code = server.database.query("SELECT code AS value FROM pushes WHERE purpose = 'hello'").remove(0);
    costs.of(&ann, "POST", "/api/push/devices/{uuid}/confirm", &[DEVICE], body(json!({"code": code}))).await;
    costs.of(&ann, "POST", "/api/push/devices/{uuid}/test", &[DEVICE], None).await;
    costs.of(&ann, "GET", "/api/push", &[], None).await;
    costs.of(&ann, "GET", "/api/push/devices", &[], None).await;
    let hook = json!({"kind": "webhook", "url": "https://hooks.example/ann"});
    let channel = costs.of(&ann, "POST", "/api/channels", &[], body(hook)).await;
    let channel = channel["id"].as_str().unwrap();
    costs.of(&ann, "GET", "/api/channels", &[], None).await;
    costs.of(&ann, "PATCH", "/api/channels/{uuid}", &[channel], body(json!({"name": "Mine"}))).await;
    costs.of(&ann, "POST", "/api/channels/{uuid}/test", &[channel], None).await;

    // Rings: the timer is due, and its answer logs the ring.
    server.pass(time::Duration::seconds(30));
    let ring = json!({"kind": "timer", "id": made["id"], "scheduledFor": made["endsAt"], "device": DEVICE});
    let mut answer = ring.clone();
    answer["answer"] = json!("stop");
    costs.of(&ann, "POST", "/api/rings/answer", &[], body(answer)).await;
    costs.of(&ann, "POST", "/api/rings/heard", &[], body(ring)).await;
    costs.of(&ann, "GET", "/api/rings", &[], None).await;
    costs.of(&ann, "POST", "/api/timers/{id}/extend", &[&timer], body(json!({"seconds": 5}))).await;
    costs.of(&ann, "POST", "/api/timers/{id}/toggle", &[&timer], None).await;
    costs.of(&ann, "POST", "/api/timers/{id}/pause", &[&timer], None).await;
    costs.of(&ann, "PATCH", "/api/timers/{id}", &[&timer], body(json!({"label": "Tea"}))).await;

    // Sessions.
    costs.of(&ann, "GET", "/api/user", &[], None).await;
    costs.of(&ann, "POST", "/api/login", &[], body(credentials("Ann"))).await;
    let elsewhere = Person::new(&server);
    elsewhere.visitor.make("/api/timers", &json!({"minutes": 5})).await;
    let mut bringing = credentials("Ann");
    bringing["bring"] = json!(true);
    costs.of(&elsewhere, "POST", "/api/login", &[], body(bringing)).await;
    let sessions = costs.of(&ann, "GET", "/api/sessions", &[], None).await;
    let other = sessions.as_array().unwrap().iter().find(|session| session["current"] == json!(false)).unwrap();
    costs.of(&ann, "DELETE", "/api/sessions/{id}", &[&other["id"].to_string()], None).await;
    costs.of(&ann, "DELETE", "/api/sessions", &[], None).await;
    let user = ann.get("/api/user").await.ok(200);
    ann = ann.carrying_on_as(&user);
    costs.of(&ann, "PUT", "/api/push/devices/{uuid}", &[DEVICE], body(subscription)).await;
    let change = json!({"oldPassword": "secret of Ann", "newPassword": "another secret"});
    let user = costs.of(&ann, "POST", "/api/password", &[], body(change)).await;
    ann = ann.carrying_on_as(&user);
    costs.of(&ann, "DELETE", "/api/channels/{uuid}", &[channel], None).await;
    costs.of(&ann, "DELETE", "/api/push/devices/{uuid}", &[DEVICE], None).await;
    costs.of(&ann, "DELETE", "/api/alarms/{id}", &[&id], None).await;
    costs.of(&ann, "DELETE", "/api/timers/{id}", &[&timer], None).await;
    costs.of(&ann, "POST", "/api/logout", &[], None).await;
    let bob = Person::registered(&server, "Bob").await;
    let bob = {
        let user = bob.get("/api/user").await.ok(200);
        bob.carrying_on_as(&user)
    };
    costs.of(&bob, "DELETE", "/api/browser", &[], None).await;

    assert_eq!(costs.dear, Vec::<String>::new());
    for (path, item) in server.document.paths() {
        let is_stream = path == "/api/events" || path.ends_with("/notifications");
        if !path.starts_with("/api/") || path == "/api/time" || is_stream || WITHOUT_ROWS.contains(&path.as_str()) {
            continue;
        }
        for method in item.keys().filter(|method| ["get", "post", "put", "patch", "delete"].contains(&method.as_str()))
        {
            let is_requested = costs.requested.contains(&(method.clone(), path.clone()));
            assert!(is_requested, "{method} {path}: send it here, so that its cost is known");
        }
    }
}
