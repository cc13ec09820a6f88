//! "Download my data" and "Delete my data" cover all data of one browser, and no data of another.

use serde_json::json;
use time::Duration;

use crate::{
    person::{Person, credentials},
    server::TestServer,
};

#[actix_web::test]
async fn the_export_has_all_data_of_a_browser() {
    let server = TestServer::start().await;
    let person = Person::new(&server);
    let nothing = person.get("/api/browser").await.ok(200);
    let expected = json!({
        "browserId": person.visitor.id, "asOf": "2026-11-21T08:00:00.123Z", "lastSeen": null,
        "alarms": [], "timers": [], "rings": [], "devices": [], "channels": [], "cities": null, "daysOff": [],
        "account": null,
        "accountCreatedAt": null, "sessions": [],
    });
    assert_eq!(nothing, expected);

    let user = person.write("/api/register", &credentials("Ann")).await.ok(201);
    let alarm =
        person.visitor.make("/api/alarms", &json!({ "time": "07:30", "repeat": "daily", "label": "Tea" })).await;
    let timer = person.visitor.make("/api/timers", &json!({ "minutes": 5 })).await;
    server.visitor().make("/api/timers", &json!({ "minutes": 7 })).await;
    assert_eq!(server.components.last_seen().write(&server.database.storage(), server.now()).await.unwrap(), 2);
    let told = person.get("/api/browser").await;
    assert!(!told.text().contains("secret") && !told.text().contains("argon2"));
    let told = told.ok(200);
    assert_eq!((&told["alarms"], &told["timers"]), (&json!([alarm]), &json!([timer])));
    assert_eq!((&told["account"], &told["lastSeen"]), (&user, &json!("2026-11-21T08:00:00.123Z")));
    assert_eq!(told["accountCreatedAt"], "2026-11-21T08:00:00.123Z");
    assert_eq!(told["sessions"], person.get("/api/sessions").await.ok(200));

    // With the browser id alone, without the session, the export has no account.
    assert_eq!(person.visitor.get("/api/browser").await.ok(200)["account"], json!(null));
}

#[actix_web::test]
async fn the_export_does_not_prolong_the_session() {
    let server = TestServer::start().await;
    let person = Person::registered(&server, "Ann").await;
    server.pass(Duration::DAY);
    let told = person.get("/api/browser").await;
    assert_eq!(told.header("set-cookie"), "");
    assert_eq!(told.ok(200)["account"]["lastVisited"], "2026-11-21T08:00:00.123Z");
    // The request that prolongs the session also sets a cookie that lasts as long.
    assert!(person.get("/api/user").await.header("set-cookie").contains("Max-Age=34560000"));
}

#[actix_web::test]
async fn deleting_a_browser_deletes_all_its_data() {
    let server = TestServer::start().await;
    let (person, other) = (Person::registered(&server, "Ann").await, server.visitor());
    person.visitor.make("/api/alarms", &json!({ "time": "07:30", "repeat": "daily" })).await;
    person.visitor.make("/api/timers", &json!({ "minutes": 5, "enabled": 1 })).await;
    let others = other.make("/api/timers", &json!({ "minutes": 7 })).await;
    let cookie = person.cookie().unwrap();
    let gone = person.call("DELETE", "/api/browser").await;
    assert_eq!((gone.status, gone.body.len(), person.cookie()), (204, 0, None));

    assert_eq!(person.get("/api/alarms").await.ok(200), json!([]));
    assert_eq!(person.get("/api/timers").await.ok(200), json!([]));
    person.present(&cookie);
    person.get("/api/user").await.problem(401);
    person.write("/api/login", &credentials("Ann")).await.problem(401);
    assert_eq!(other.get("/api/timers").await.ok(200), json!([others]));
    // Deleting again succeeds, and the name is free.
    assert_eq!(person.call("DELETE", "/api/browser").await.status, 204);
    person.write("/api/register", &credentials("Ann")).await.ok(201);
}

#[actix_web::test]
async fn an_account_is_deleted_only_if_the_browser_is_signed_in_to_it() {
    let server = TestServer::start().await;
    let ann = Person::registered(&server, "Ann").await;
    ann.visitor.make("/api/timers", &json!({ "minutes": 5 })).await;
    // With the browser id alone, a client can delete the data of the browser, but not the account.
    assert_eq!(ann.visitor.call("DELETE", "/api/browser").await.status, 204);
    assert_eq!(ann.get("/api/timers").await.ok(200), json!([]));
    ann.get("/api/user").await.ok(200);

    let away = Person::new(&server);
    away.write("/api/login", &credentials("Ann")).await.ok(200);
    assert_eq!(away.call("DELETE", "/api/browser").await.status, 204);
    away.get("/api/user").await.problem(401);
    ann.get("/api/user").await.ok(200);
}
