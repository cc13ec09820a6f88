//! The chosen order of timers.

use serde_json::{Value, json};
use time::Duration;

use crate::server::{TestServer, Visitor};

/// Creates a timer, one second after the previous one.
async fn make(visitor: &Visitor<'_>) -> Value {
    visitor.server.pass(Duration::SECOND);
    visitor.make("/api/timers", &json!({ "minutes": 5 })).await["id"].clone()
}

async fn order(visitor: &Visitor<'_>, ids: Value) {
    let answer = visitor.write("PUT", "/api/timers/order", &json!({ "ids": ids })).await;
    assert_eq!((answer.status, answer.text().as_str()), (204, ""));
}

async fn listed(visitor: &Visitor<'_>) -> Vec<Value> {
    let list = visitor.get("/api/timers").await.ok(200);
    list.as_array().unwrap().iter().map(|timer| timer["id"].clone()).collect()
}

#[actix_web::test]
async fn named_timers_are_listed_first_and_new_ones_last() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let (a, b, c) = (make(&visitor).await, make(&visitor).await, make(&visitor).await);
    order(&visitor, json!([c, a])).await;
    assert_eq!(listed(&visitor).await, [c.clone(), a.clone(), b.clone()]);
    let d = make(&visitor).await;
    assert_eq!(listed(&visitor).await, [c.clone(), a.clone(), b.clone(), d.clone()]);
    // A change of a timer keeps the order, and so does setting the same order again.
    visitor.write("PATCH", &format!("/api/timers/{a}"), &json!({ "enabled": 1 })).await.ok(200);
    order(&visitor, json!([c, a])).await;
    assert_eq!(listed(&visitor).await, [c.clone(), a.clone(), b.clone(), d.clone()]);
    let told = visitor.get("/api/browser").await.ok(200);
    assert_eq!(told["timers"], visitor.get("/api/timers").await.ok(200));
    order(&visitor, json!([])).await;
    assert_eq!(listed(&visitor).await, [c, a, b, d]);
}

#[actix_web::test]
async fn ids_that_are_deleted_of_others_or_repeated_are_ignored() {
    let server = TestServer::start().await;
    let (visitor, other) = (server.visitor(), server.visitor());
    let (a, b, c) = (make(&visitor).await, make(&visitor).await, make(&visitor).await);
    let (mine, yours) = (make(&other).await, make(&other).await);
    assert_eq!(visitor.call("DELETE", &format!("/api/timers/{b}")).await.status, 204);
    order(&visitor, json!([yours, c, b, 987_654_321, -1, c, a, c, mine])).await;
    assert_eq!(listed(&visitor).await, [c, a]);
    assert_eq!(listed(&other).await, [mine, yours]);
}

#[actix_web::test]
async fn an_invalid_order_is_refused() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let a = make(&visitor).await;
    for ids in [json!([1.5]), json!([1e300]), json!((0..=1_000).collect::<Vec<_>>())] {
        let answer = visitor.write("PUT", "/api/timers/order", &json!({ "ids": ids })).await;
        let message = json!(["ids must be a list of at most 1000 whole numbers"]);
        assert_eq!(answer.problem(422)["errors"]["ids"], message);
    }
    visitor.write("PUT", "/api/timers/order", &json!({})).await.refused(&["ids"]);
    for ids in [json!(null), json!("1"), json!(["1"]), json!([null]), json!({ "1": 1 })] {
        visitor.write("PUT", "/api/timers/order", &json!({ "ids": ids })).await.problem(400);
    }
    let foreign = json!({ "ids": [a], "browserId": server.visitor().id });
    visitor.write("PUT", "/api/timers/order", &foreign).await.problem(403);
    order(&visitor, json!((0..1_000).collect::<Vec<_>>())).await;
}
