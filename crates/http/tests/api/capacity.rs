//! The limit of alarms and timers per browser.

use std::num::NonZeroU32;

use serde_json::json;
use tokibako_http::Components;

use crate::server::TestServer;

#[actix_web::test]
async fn rows_beyond_the_capacity_are_refused_with_a_conflict() {
    let server = TestServer::prepared(|components: Components| components.with_capacity(NonZeroU32::new(2))).await;
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
