//! A browser cannot read or change rows of another browser, or learn that they exist.

use serde_json::json;

use crate::server::TestServer;

#[actix_web::test]
async fn lists_have_only_rows_of_the_browser() {
    let server = TestServer::start().await;
    let (ann, ben) = (server.visitor(), server.visitor());
    let alarm = ann.make("/api/alarms", &json!({ "time": "07:30", "repeat": "daily" })).await;
    let timer = ben.make("/api/timers", &json!({ "minutes": 1 })).await;
    assert_eq!(ann.get("/api/alarms").await.ok(200), json!([alarm]));
    assert_eq!(ben.get("/api/alarms").await.ok(200), json!([]));
    assert_eq!(ann.get("/api/timers").await.ok(200), json!([]));
    assert_eq!(ben.get("/api/timers").await.ok(200), json!([timer]));
}

#[actix_web::test]
async fn rows_of_others_are_not_found() {
    let server = TestServer::start().await;
    let (owner, other) = (server.visitor(), server.visitor());
    let alarm = owner.make("/api/alarms", &json!({ "time": "07:30", "repeat": "daily" })).await;
    let timer = owner.make("/api/timers", &json!({ "minutes": 1 })).await;
    for (row, path) in [(&alarm, "/api/alarms"), (&timer, "/api/timers")] {
        let (there, absent) = (format!("{path}/{}", row["id"]), format!("{path}/987654321"));
        for (method, suffix, body) in [
            ("PATCH", "", json!({ "label": "mine now" }).to_string()),
            ("PATCH", "", json!({ "id": row["id"], "browserId": other.id }).to_string()),
            ("DELETE", "", String::new()),
            ("POST", "/toggle", String::new()),
            ("POST", "/snooze", String::new()),
            ("POST", "/skip", String::new()),
            ("DELETE", "/skip", String::new()),
            ("POST", "/pause", String::new()),
        ] {
            let theirs = other.raw(method, &format!("{there}{suffix}"), body.clone()).await;
            let nobodys = other.raw(method, &format!("{absent}{suffix}"), body).await;
            theirs.problem(404);
            assert_eq!(theirs.body, nobodys.body);
            assert_eq!(theirs.header_names(), nobodys.header_names());
        }
    }
    assert_eq!(owner.get("/api/alarms").await.ok(200), json!([alarm]));
    assert_eq!(owner.get("/api/timers").await.ok(200), json!([timer]));
}

#[actix_web::test]
async fn an_invalid_id_in_a_path_is_not_found() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    visitor.make("/api/alarms", &json!({ "time": "07:30", "repeat": "daily" })).await;
    for id in [
        "0",
        "-1",
        "+1",
        "1.0",
        "1e0",
        "abc",
        "0x1",
        "%20",
        "1%00",
        "%31%32x",
        "9223372036854775807",
        "9223372036854775808",
        "99999999999999999999999999",
        "%F0%9F%95%B0",
        "%zz",
        "%",
        "1;2",
        "1'--",
    ] {
        for (method, suffix) in [("DELETE", ""), ("POST", "/toggle"), ("POST", "/snooze")] {
            visitor.call(method, &format!("/api/alarms/{id}{suffix}")).await.problem(404);
        }
        visitor.raw("PATCH", &format!("/api/alarms/{id}"), "{}").await.problem(404);
        visitor.raw("PATCH", &format!("/api/timers/{id}"), "{}").await.problem(404);
        visitor.call("DELETE", &format!("/api/timers/{id}")).await.problem(404);
    }
}
