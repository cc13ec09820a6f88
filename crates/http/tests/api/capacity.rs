//! The limit of alarms and timers per browser.

use serde_json::json;
use tokibako_domain::browser_id::RowLimit;
use tokibako_http::Settings;

use crate::{
    person::{Person, credentials},
    server::TestServer,
};

#[actix_web::test]
async fn rows_beyond_the_capacity_are_refused_with_a_conflict() {
    let server =
        TestServer::with_settings(Settings { row_limit: RowLimit::new(2).unwrap(), ..Settings::default() }).await;
    let (one, other) = (server.visitor(), server.visitor());
    for (path, body) in
        [("/api/alarms", json!({"time": "07:30", "repeat": "daily"})), ("/api/timers", json!({"minutes": 1}))]
    {
        one.make(path, &body).await;
        let second = one.make(path, &body).await;
        let refused = one.write("POST", path, &body).await.problem(409);
        assert_eq!(refused["type"], "/problems/full");
        // An invalid body is reported first, and other browsers have their own limit.
        one.write("POST", path, &json!({"label": 5})).await.problem(400);
        other.make(path, &body).await;
        assert_eq!(one.call("DELETE", &format!("{path}/{}", second["id"])).await.status, 204);
        one.make(path, &body).await;
    }
}

#[actix_web::test]
async fn a_hand_over_that_the_account_has_no_room_for_moves_nothing() {
    let server = TestServer::start().await;
    let home = Person::registered(&server, "Ann").await;
    let away = Person::new(&server);
    for (person, copies) in [(&home, 600), (&away, 401)] {
        person.visitor.make("/api/timers", &json!({ "minutes": 5 })).await;
        server.database.execute(&format!(
            "INSERT INTO timers (browser_id, total_seconds, sound, remaining_ms, created_at) \
             SELECT browser_id, total_seconds, sound, remaining_ms, created_at FROM timers, generate_series(2, {copies}) \
             WHERE browser_id = '{}'",
            person.visitor.id
        ));
    }
    let mut bring = credentials("Ann");
    bring["bring"] = json!(true);
    assert_eq!(away.write("/api/login", &bring).await.problem(409)["type"], "/problems/full");
    assert_eq!(away.cookie(), None);
    for (person, rows) in [(&home, 600), (&away, 401)] {
        assert_eq!(person.get("/api/timers").await.ok(200).as_array().unwrap().len(), rows);
    }
    away.write("/api/login", &credentials("Ann")).await.ok(200);
}
