//! The OpenAPI document is complete, and responses match it.

use std::{cell::RefCell, collections::HashMap, fs, path::Path, rc::Rc};

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::server::{Answer, TestServer};

pub(crate) struct Document {
    document: Value,
    /// By the text of their schemas; cached, because building one takes longer than using it.
    validators: RefCell<HashMap<String, Rc<Validator>>>,
}

impl Document {
    pub(crate) fn new(document: Value) -> Self {
        Self { document, validators: RefCell::default() }
    }

    pub(crate) fn paths(&self) -> impl Iterator<Item = (&String, &serde_json::Map<String, Value>)> {
        self.document["paths"].as_object().unwrap().iter().map(|(path, item)| (path, item.as_object().unwrap()))
    }

    /// The operation of a request, if the document has one.
    fn operation(&self, method: &str, path: &str) -> Option<&Value> {
        let matches = |template: &str| {
            template.split('/').count() == path.split('/').count()
                && template.split('/').zip(path.split('/')).all(|(name, sent)| name == sent || name == "{id}")
        };
        let method = if method == "HEAD" { "get".to_owned() } else { method.to_lowercase() };
        let exact = self.paths().find(|(template, _)| *template == path);
        exact.or_else(|| self.paths().find(|(template, _)| matches(template)))?.1.get(&method)
    }

    /// A validator of one of the document's schemas, which may refer to others.
    pub(crate) fn validator(&self, schema: &Value) -> Rc<Validator> {
        let mut validators = self.validators.borrow_mut();
        let validator = validators.entry(schema.to_string()).or_insert_with(|| {
            let mut schema = schema.clone();
            schema["components"] = self.document["components"].clone();
            Rc::new(jsonschema::validator_for(&schema).unwrap())
        });
        Rc::clone(validator)
    }

    pub(crate) fn schema(&self, name: &str) -> Rc<Validator> {
        self.validator(&json!({ "$ref": format!("#/components/schemas/{name}") }))
    }

    /// Checks a response against the document.
    #[track_caller]
    pub(crate) fn check(&self, method: &str, path: &str, answer: &Answer) {
        let Some(operation) = self.operation(method, path) else { return };
        let documented = &operation["responses"][answer.status.to_string()];
        assert!(
            documented.is_object(),
            "{method} {path} answers {}, which is not documented: {}",
            answer.status,
            answer.text()
        );
        if answer.body.is_empty() {
            return;
        }
        let kind = answer.header("content-type");
        let content = &documented["content"][&kind];
        assert!(content.is_object(), "{method} {path} answers {} with {kind}, which is not documented", answer.status);
        let body = answer.json();
        if let Some(error) = self.validator(&content["schema"]).iter_errors(&body).next() {
            panic!("{method} {path}: {error} at {}: {body}", error.instance_path());
        }
    }
}

#[actix_web::test]
async fn the_document_has_every_field_of_a_response() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let alarm = visitor.make("/api/alarms", &json!({ "time": "07:30", "repeat": "daily" })).await;
    let timer = visitor.make("/api/timers", &json!({ "minutes": 1 })).await;
    let user = json!({ "username": "Ann", "password": "secret" });
    let user = visitor.write("POST", "/api/register", &user).await.ok(201);
    let belongings = visitor.get("/api/browser").await.ok(200);
    for (name, answered) in [("Alarm", alarm), ("Timer", timer), ("User", user), ("Belongings", belongings)] {
        let schema = &server.document.document["components"]["schemas"][name];
        let mut documented: Vec<_> =
            schema["required"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
        documented.sort_unstable();
        let mut fields: Vec<_> = answered.as_object().unwrap().keys().map(String::as_str).collect();
        fields.sort_unstable();
        assert_eq!(documented, fields, "{name}");
        for field in fields {
            assert!(schema["properties"][field].is_object(), "{name}.{field}");
        }
    }
}

/// The site has its types from that file.
#[actix_web::test]
async fn the_document_is_the_one_in_the_folder_of_documentation() {
    let server = TestServer::start().await;
    let served = &server.document.document;
    let kept: Value = serde_json::from_str(include_str!("../../../../docs/openapi.json")).unwrap();
    if *served != kept {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("openapi.json");
        fs::write(&path, format!("{served:#}\n")).unwrap();
        panic!("docs/openapi.json is not the document that the server returns: copy {} there", path.display());
    }
}

#[actix_web::test]
async fn the_document_names_the_parameters_of_a_preview() {
    let server = TestServer::start().await;
    let parameters = &server.document.document["paths"]["/api/alarms/preview"]["get"]["parameters"];
    let documented: Vec<_> = parameters.as_array().unwrap().iter().map(|it| (&it["name"], &it["required"])).collect();
    let expected = [
        ("time", true),
        ("repeat", true),
        ("days", false),
        ("date", false),
        ("rule", false),
        ("from", false),
        ("timezone", false),
        ("pausedUntil", false),
        ("after", false),
    ];
    assert_eq!(json!(documented), json!(expected));
}

#[actix_web::test]
async fn the_document_describes_every_operation() {
    let server = TestServer::start().await;
    let mut operations: Vec<String> = server
        .document
        .paths()
        .flat_map(|(path, item)| item.keys().map(move |method| format!("{} {path}", method.to_uppercase())))
        .collect();
    operations.sort();
    assert_eq!(
        operations,
        [
            "DELETE /api/alarms/{id}",
            "DELETE /api/alarms/{id}/skip",
            "DELETE /api/browser",
            "DELETE /api/channels/{uuid}",
            "DELETE /api/push/devices/{uuid}",
            "DELETE /api/sessions",
            "DELETE /api/sessions/{id}",
            "DELETE /api/timers/{id}",
            "GET /api/alarms",
            "GET /api/alarms/notifications",
            "GET /api/alarms/preview",
            "GET /api/browser",
            "GET /api/browser/id",
            "GET /api/channels",
            "GET /api/cities",
            "GET /api/days-off",
            "GET /api/events",
            "GET /api/openapi.json",
            "GET /api/push",
            "GET /api/push/devices",
            "GET /api/rings",
            "GET /api/sessions",
            "GET /api/time",
            "GET /api/timers",
            "GET /api/timers/notifications",
            "GET /api/user",
            "GET /api/weather",
            "GET /healthz",
            "GET /readyz",
            "PATCH /api/alarms/{id}",
            "PATCH /api/channels/{uuid}",
            "PATCH /api/timers/{id}",
            "POST /api/alarms",
            "POST /api/alarms/batch",
            "POST /api/alarms/{id}/skip",
            "POST /api/alarms/{id}/snooze",
            "POST /api/alarms/{id}/toggle",
            "POST /api/channels",
            "POST /api/channels/{uuid}/test",
            "POST /api/faults",
            "POST /api/login",
            "POST /api/logout",
            "POST /api/password",
            "POST /api/push/devices/{uuid}/confirm",
            "POST /api/push/devices/{uuid}/test",
            "POST /api/register",
            "POST /api/rings/answer",
            "POST /api/rings/heard",
            "POST /api/timers",
            "POST /api/timers/batch",
            "POST /api/timers/{id}/extend",
            "POST /api/timers/{id}/pause",
            "POST /api/timers/{id}/toggle",
            "PUT /api/browser/id",
            "PUT /api/cities",
            "PUT /api/days-off",
            "PUT /api/push/devices/{uuid}",
            "PUT /api/timers/order",
            "PUT /api/timers/{id}/end",
        ]
    );
}

/// Whether the response is an endless stream.
pub(crate) fn is_stream(path: &str) -> bool {
    path == "/api/events" || path.ends_with("/notifications")
}

#[actix_web::test]
async fn operations_on_a_browser_require_its_id() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    for (path, item) in server.document.paths().filter(|(path, _)| !is_stream(path)) {
        for (method, operation) in item {
            let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
            let said = parameters.iter().any(|parameter| parameter["name"] == "X-Browser-Id");
            let path = path.replace("{id}", "1").replace("/weather", "/weather?city=Tokyo,Japan");
            let without = server.send(server.request(&method.to_uppercase(), &path), Vec::new()).await;
            assert_eq!(without.status == 400, said, "{method} {path}");
            let with = visitor.call(&method.to_uppercase(), &path).await;
            assert_ne!(with.status, 400, "{method} {path}");
        }
    }
}

#[actix_web::test]
async fn request_schemas_accept_valid_bodies_and_refuse_invalid_ones() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    for (path, name, body) in [
        ("/api/alarms", "NewAlarm", json!({ "time": "07:30", "repeat": "daily" })),
        ("/api/alarms", "NewAlarm", json!({ "time": "07:30" })),
        ("/api/alarms", "NewAlarm", json!({ "time": "7:30", "repeat": "daily" })),
        ("/api/alarms", "NewAlarm", json!({ "time": "24:00", "repeat": "daily" })),
        ("/api/alarms", "NewAlarm", json!({ "time": "07:30", "repeat": "monthly" })),
        ("/api/alarms", "NewAlarm", json!({ "time": "07:30", "repeat": "once", "enabled": true, "label": null })),
        ("/api/alarms", "NewAlarm", json!({ "time": "07:30", "repeat": "once", "enabled": 2 })),
        ("/api/alarms", "NewAlarm", json!({ "time": "07:30", "repeat": "once", "enabled": "1" })),
        ("/api/alarms", "NewAlarm", json!({ "time": "07:30", "repeat": "once", "enabled": null })),
        ("/api/alarms", "NewAlarm", json!({ "time": "07:30", "repeat": "once", "snoozeInterval": 0 })),
        ("/api/alarms", "NewAlarm", json!({ "time": "07:30", "repeat": "once", "snoozeInterval": 60 })),
        ("/api/alarms", "NewAlarm", json!({ "time": "07:30", "repeat": "once", "snoozeInterval": 5.0 })),
        ("/api/alarms", "NewAlarm", json!({ "time": "07:30", "repeat": "once", "sound": "gong" })),
        ("/api/alarms", "NewAlarm", json!({ "time": "07:30", "repeat": "once", "label": "x".repeat(101) })),
        ("/api/alarms", "NewAlarm", json!({ "time": "07:30", "repeat": "once", "unknown": [1] })),
        ("/api/timers", "TimerChanges", json!({ "minutes": 5 })),
        ("/api/timers", "TimerChanges", json!({ "minutes": 5, "totalSeconds": 300, "enabled": 1 })),
        ("/api/timers", "TimerChanges", json!({ "minutes": 60 })),
        ("/api/timers", "TimerChanges", json!({ "hours": 24 })),
        ("/api/timers", "TimerChanges", json!({ "seconds": "5" })),
        ("/api/timers", "TimerChanges", json!({ "totalSeconds": 0 })),
        ("/api/register", "NewUser", json!({ "username": "ann", "password": "secret" })),
        ("/api/register", "NewUser", json!({ "username": "ben", "password": "secret", "browserId": null })),
        ("/api/register", "NewUser", json!({ "username": "cy", "password": "secret" })),
        ("/api/register", "NewUser", json!({ "username": "cyd", "password": "short" })),
        ("/api/register", "NewUser", json!({ "username": "x".repeat(65), "password": "secret" })),
        ("/api/register", "NewUser", json!({ "username": "cyd", "password": "x".repeat(512) })),
        ("/api/register", "NewUser", json!({ "username": "dee", "password": "x".repeat(513) })),
        ("/api/register", "NewUser", json!({ "username": null, "password": "secret" })),
        ("/api/register", "NewUser", json!({ "password": "secret" })),
    ] {
        let said = server.document.schema(name).is_valid(&body);
        let answer = visitor.write("POST", path, &body).await;
        assert_eq!(answer.status == 201, said, "{body}: {}", answer.text());
    }
}

#[actix_web::test]
async fn limited_operations_document_the_refusal() {
    let server = TestServer::start().await;
    for (path, item) in server.document.paths() {
        let free = path == "/api/time" || !path.starts_with("/api/");
        for (method, operation) in item {
            assert_eq!(operation["responses"]["429"].is_object(), !free, "{method} {path}");
        }
    }
}
