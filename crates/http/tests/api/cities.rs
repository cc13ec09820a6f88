//! The list of cities: read, replaced, announced to other devices, and moved to an account.

use serde_json::{Value, json};
use tokibako_domain::cities::{ChosenCity, CityList};
use tokibako_storage::{browser_lists, testing::sample::admitted};

use crate::{
    person::{Person, credentials},
    reader::Reader,
    server::{TestServer, Visitor},
};

const PATH: &str = "/api/cities";

fn some() -> Value {
    json!({ "cities": [{ "key": "tokyo", "name": "実家" }, { "key": "Asia/Thimphu", "name": null }] })
}

async fn events(visitor: &Visitor<'_>, client: &str) -> Reader {
    let request = visitor.request("GET", "/api/events").header("X-Client-Id", client);
    let mut stream = Reader::open(request).await;
    stream.ready().await;
    stream
}

#[actix_web::test]
async fn a_browser_has_one_list_and_the_last_write_wins() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    assert_eq!(visitor.get(PATH).await.ok(200), json!({ "cities": null }));
    assert_eq!(visitor.write("PUT", PATH, &some()).await.ok(200), some());
    assert_eq!(visitor.get(PATH).await.ok(200), some());
    let trimmed = json!({ "cities": [{ "key": "lima", "name": "  " }, { "key": "oslo" }], "order": "by name" });
    let expected = json!({ "cities": [{ "key": "lima", "name": null }, { "key": "oslo", "name": null }] });
    assert_eq!(visitor.write("PUT", PATH, &trimmed).await.ok(200), expected);
    let none = json!({ "cities": [] });
    assert_eq!(visitor.write("PUT", PATH, &none).await.ok(200), none);
    assert_eq!(visitor.get(PATH).await.ok(200), none);
    assert_eq!(server.visitor().get(PATH).await.ok(200), json!({ "cities": null }));
}

#[actix_web::test]
async fn an_invalid_list_is_refused() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let many: Vec<_> = (0..51).map(|number| json!({ "key": number.to_string() })).collect();
    for cities in [
        json!([{}]),
        json!([{ "key": "" }]),
        json!([{ "key": "São Paulo" }]),
        json!([{ "key": "tokyo" }, { "key": "tokyo", "name": "Home" }]),
        json!([{ "key": "tokyo", "name": "家".repeat(61) }]),
        json!([{ "key": "tokyo", "name": "a\u{0}" }]),
        json!(many),
    ] {
        visitor.write("PUT", PATH, &json!({ "cities": cities })).await.refused(&["cities"]);
    }
    visitor.write("PUT", PATH, &json!({})).await.refused(&["cities"]);
    for malformed in [json!({ "cities": "tokyo" }), json!({ "cities": null }), json!({ "cities": ["tokyo"] })] {
        visitor.write("PUT", PATH, &malformed).await.problem(400);
    }
    assert_eq!(visitor.get(PATH).await.ok(200), json!({ "cities": null }));
    // The longest list fits into the limit of a body.
    let longest: Vec<_> = (10..60)
        .map(|number| json!({ "key": format!("{number}{}", "a".repeat(62)), "name": "家".repeat(60) }))
        .collect();
    visitor.write("PUT", PATH, &json!({ "cities": longest })).await.ok(200);
}

#[actix_web::test]
async fn a_change_sends_a_hint_to_the_browsers_other_devices() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let (mut own, mut other) = (events(&visitor, "own").await, events(&visitor, "other").await);
    let put = visitor.request("PUT", PATH).header("X-Client-Id", "own");
    server.send(put, some().to_string().into()).await.ok(200);
    assert_eq!(other.news().await, ("changed".to_owned(), json!({ "list": "cities" })));
    // The client's own stream gets no hint of its own change; it gets the next one.
    visitor.make("/api/timers", &json!({ "minutes": 5 })).await;
    assert_eq!(own.news().await, ("changed".to_owned(), json!({ "list": "timers" })));
}

#[actix_web::test]
async fn the_list_moves_to_the_account_and_is_deleted_with_the_browser() {
    let server = TestServer::start().await;
    let ann = Person::registered(&server, "Ann").await;
    // The list is stored directly: the hint of a second change within a second would be delayed.
    let office = ChosenCity::new("paris".to_owned(), Some("Office")).unwrap();
    let (storage, kept) = (server.database.storage(), ann.visitor.id.parse().unwrap());
    browser_lists::put_cities(&storage, kept, CityList::new(vec![office]).unwrap(), server.now(), admitted)
        .await
        .unwrap()
        .unwrap();
    let other = Person::new(&server);
    other.visitor.write("PUT", PATH, &json!({ "cities": [{ "key": "lima" }, { "key": "paris" }] })).await.ok(200);
    let mut stream = events(&ann.visitor, "ann").await;
    let mut pair = credentials("Ann");
    pair["bring"] = json!(true);
    let user = other.write("/api/login", &pair).await.ok(200);
    let mut told = Vec::new();
    for _ in 0..4 {
        told.push(stream.news().await.1);
    }
    told.sort_by_key(|news| news["list"].to_string());
    let lists = ["alarms", "cities", "days-off", "timers"];
    assert_eq!(told, lists.map(|list| json!({ "list": list })));

    let other = other.carrying_on_as(&user);
    let both = json!([{ "key": "paris", "name": "Office" }, { "key": "lima", "name": null }]);
    assert_eq!(other.get(PATH).await.ok(200)["cities"], both);
    assert_eq!(other.get("/api/browser").await.ok(200)["cities"], both);
    assert_eq!(other.call("DELETE", "/api/browser").await.status, 204);
    assert_eq!(other.get(PATH).await.ok(200), json!({ "cities": null }));
}
