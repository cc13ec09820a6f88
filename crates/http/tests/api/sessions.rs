//! Changing the password, and listing and ending sessions. The old browser id then gives access to nothing.

use serde_json::{Value, json};
use tokibako_feed::Listeners as _;

use crate::{
    person::{Person, credentials},
    reader::Reader,
    server::TestServer,
};

const EVENTS: &str = "/api/events";

fn change(old: &str, new: &str) -> Value {
    json!({ "oldPassword": old, "newPassword": new })
}

/// Ann at a second browser with this name.
async fn signed_in<'a>(server: &'a TestServer, name: &str, agent: &'static str) -> Person<'a> {
    let person = Person::new(server).with_agent(agent);
    let user = person.write("/api/login", &credentials(name)).await.ok(200);
    person.carrying_on_as(&user)
}

async fn alarms_of(server: &TestServer, id: &Value) -> usize {
    let request = server.request("GET", "/api/alarms").header("X-Browser-Id", id.as_str().unwrap());
    server.send(request, Vec::new()).await.ok(200).as_array().unwrap().len()
}

#[actix_web::test]
async fn a_new_password_needs_the_current_one_and_signs_out_other_browsers() {
    let server = TestServer::start().await;
    let ann = Person::registered(&server, "Ann").await;
    let before = ann.get("/api/user").await.ok(200);
    ann.write("/api/alarms", &json!({ "time": "07:00", "repeat": "daily" })).await.ok(201);
    let other = signed_in(&server, "Ann", "Firefox/144.0").await;

    let wrong = ann.write("/api/password", &change("secret of Ben", "three blue mice")).await;
    assert_eq!(wrong.problem(401)["type"], "/problems/wrong-pair");
    for (old, new, field) in [
        ("secret of Ann", "short", "newPassword"),
        ("secret of Ann", "123456", "newPassword"),
        ("secret of Ben", "password", "newPassword"),
    ] {
        ann.write("/api/password", &change(old, new)).await.refused(&[field]);
    }
    ann.write("/api/password", &json!({})).await.refused(&["newPassword", "oldPassword"]);
    let nobody = Person::new(&server).write("/api/password", &change("secret of Ann", "three blue mice")).await;
    assert_eq!(nobody.problem(401)["type"], "/problems/signed-out");
    other.get("/api/user").await.ok(200);

    let old_cookie = ann.cookie().unwrap();
    let after = ann.write("/api/password", &change("secret of Ann", "three blue mice")).await.ok(200);
    assert_eq!(after["id"], before["id"]);
    assert_ne!(after["uuid"], before["uuid"]);
    assert_eq!(alarms_of(&server, &after["uuid"]).await, 1);
    assert_eq!(ann.get("/api/user").await.ok(200)["uuid"], after["uuid"]);
    other.get("/api/user").await.problem(401);
    ann.present(&old_cookie);
    ann.get("/api/user").await.problem(401);

    let again = Person::new(&server);
    again.write("/api/login", &credentials("Ann")).await.problem(401);
    again.write("/api/login", &json!({ "username": "Ann", "password": "three blue mice" })).await.ok(200);
}

#[actix_web::test]
async fn sessions_are_listed_and_ended_individually() {
    let server = TestServer::start().await;
    let ann = Person::registered(&server, "Ann").await;
    server.pass(time::Duration::HOUR);
    let firefox = "Mozilla/5.0 (Windows NT 10.0; rv:144.0) Gecko/20100101 Firefox/144.0";
    let other = signed_in(&server, "Ann", firefox).await;
    let ben = Person::registered(&server, "Ben").await;
    Person::new(&server).get("/api/sessions").await.problem(401);

    let list = ann.get("/api/sessions").await.ok(200);
    let [first, second] = &**list.as_array().unwrap() else { panic!("{list}") };
    let told = json!({
        "id": first["id"], "browser": "Firefox", "system": "Windows", "current": false,
        "createdAt": "2026-11-21T09:00:00.123Z", "lastUsedAt": "2026-11-21T09:00:00.123Z",
    });
    assert_eq!(first, &told);
    assert_eq!((&second["current"], &second["browser"]), (&json!(true), &Value::Null));

    let path = format!("/api/sessions/{}", first["id"]);
    ben.call("DELETE", &path).await.problem(404);
    for missing in ["0", "x"] {
        let problem = ann.call("DELETE", &format!("/api/sessions/{missing}")).await.problem(404);
        assert_eq!(problem["detail"], "this account has no such session");
    }
    other.get("/api/user").await.ok(200);

    let before = ann.get("/api/user").await.ok(200);
    assert_eq!(ann.call("DELETE", &path).await.status, 204);
    other.get("/api/user").await.problem(401);
    let after = ann.get("/api/user").await.ok(200);
    assert_ne!(after["uuid"], before["uuid"], "the ended browser knows the old id");
    assert_eq!(ann.get("/api/sessions").await.ok(200).as_array().unwrap().len(), 1);
}

#[actix_web::test]
async fn signing_out_everywhere_gives_this_browser_a_new_session() {
    let server = TestServer::start().await;
    let ann = Person::registered(&server, "Ann").await;
    let other = signed_in(&server, "Ann", "").await;
    let (before, old_cookie) = (ann.get("/api/user").await.ok(200), ann.cookie().unwrap());
    assert_eq!(ann.call("DELETE", "/api/sessions").await.status, 204);
    assert_ne!(ann.cookie().unwrap(), old_cookie);
    assert_ne!(ann.get("/api/user").await.ok(200)["uuid"], before["uuid"]);
    other.get("/api/user").await.problem(401);
    other.call("DELETE", "/api/sessions").await.problem(401);
    ann.present(&old_cookie);
    ann.get("/api/user").await.problem(401);
}

#[actix_web::test]
async fn the_streams_of_an_old_browser_id_end_with_an_identity_event() {
    let server = TestServer::start().await;
    let ann = Person::registered(&server, "Ann").await;
    let bystander = server.visitor();
    let other = signed_in(&server, "Ann", "").await;
    let sessions = ann.get("/api/sessions").await.ok(200);
    let other_session = sessions.as_array().unwrap().iter().find(|it| it["current"] == false).unwrap()["id"].clone();
    let _stays = Reader::open(bystander.request("GET", EVENTS)).await;

    let mut stream = Reader::open(other.visitor.request("GET", EVENTS)).await;
    stream.ready().await;
    assert_eq!(ann.call("DELETE", &format!("/api/sessions/{other_session}")).await.status, 204);
    ended(&mut stream).await;

    let user = ann.get("/api/user").await.ok(200);
    let ann = ann.carrying_on_as(&user);
    let mut stream = Reader::open(ann.visitor.request("GET", EVENTS)).await;
    stream.ready().await;
    assert_eq!(ann.call("DELETE", "/api/sessions").await.status, 204);
    ended(&mut stream).await;

    let user = ann.get("/api/user").await.ok(200);
    let ann = ann.carrying_on_as(&user);
    let mut stream = Reader::open(ann.visitor.request("GET", EVENTS)).await;
    stream.ready().await;
    ann.write("/api/password", &change("secret of Ann", "three blue mice")).await.ok(200);
    ended(&mut stream).await;
    assert_eq!(server.hub.browsers(), [bystander.id.parse().unwrap()]);
}

#[actix_web::test]
async fn every_request_of_a_renewed_id_is_told_so() {
    let server = TestServer::start().await;
    let ann = Person::registered(&server, "Ann").await;
    let alarm = ann.write("/api/alarms", &json!({ "time": "07:00", "repeat": "daily" })).await.ok(201);
    let timer = ann.write("/api/timers", &json!({ "minutes": 5 })).await.ok(201);
    let other = signed_in(&server, "Ann", "").await;
    assert_eq!(ann.call("DELETE", "/api/sessions").await.status, 204);

    let (alarm, timer) = (format!("/api/alarms/{}", alarm["id"]), format!("/api/timers/{}", timer["id"]));
    let daily = json!({ "time": "08:00", "repeat": "daily" });
    let answer = json!({ "kind": "alarm", "id": 1, "scheduledFor": "2026-11-21T07:00:00Z", "answer": "stop" });
    for person in [&ann, &other] {
        let answers = [
            person.get("/api/alarms").await,
            person.get("/api/timers").await,
            person.get("/api/rings").await,
            person.get("/api/cities").await,
            person.get("/api/days-off").await,
            person.get("/api/browser").await,
            person.get("/api/events").await,
            person.get(&format!("/api/alarms/notifications?browserId={}", person.visitor.id)).await,
            person.write("/api/alarms", &daily).await,
            person.write("/api/alarms/batch", &json!({ "alarms": [daily] })).await,
            person.patch(&alarm, &json!({ "time": "09:00" })).await,
            person.call("DELETE", &alarm).await,
            person.write("/api/timers", &json!({ "minutes": 5 })).await,
            person.call("POST", &format!("{timer}/toggle")).await,
            person.put("/api/timers/order", &json!({ "ids": [1] })).await,
            person.put("/api/cities", &json!({ "cities": [{ "key": "tokyo", "name": null }] })).await,
            person.put("/api/days-off", &json!({ "ranges": [{ "from": "2026-12-24", "to": "2026-12-26" }] })).await,
            person.write("/api/rings/answer", &answer).await,
            person.call("DELETE", "/api/browser").await,
        ];
        for (position, answer) in answers.iter().enumerate() {
            assert_eq!(answer.problem(410)["type"], "/problems/renewed", "{position}");
        }
    }
    let registration = other.write("/api/register", &credentials("Ben")).await;
    assert_eq!(registration.problem(410)["type"], "/problems/renewed");
    // Whoever has no account is told nothing new.
    assert_eq!(server.visitor().get("/api/alarms").await.ok(200), json!([]));
    server.visitor().call("DELETE", &alarm).await.problem(404);
    // The account has everything, and gets on with its new id.
    let user = ann.get("/api/user").await.ok(200);
    let ann = ann.carrying_on_as(&user);
    assert_eq!(ann.get("/api/alarms").await.ok(200)[0]["time"], "07:00");
    assert_eq!(ann.get("/api/timers").await.ok(200).as_array().unwrap().len(), 1);
    // Nothing is stored under the old id.
    assert_eq!(server.database.query("SELECT count(*)::text AS value FROM alarms"), ["1"]);
}

async fn ended(stream: &mut Reader) {
    assert_eq!(stream.news().await, ("identity".to_owned(), json!({})));
    assert!(stream.has_ended().await);
}
