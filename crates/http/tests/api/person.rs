//! A user with an account, at a browser that keeps its cookie.

use std::cell::RefCell;

use serde_json::{Value, json};

use crate::server::{Answer, TestServer, Visitor};

pub(crate) struct Person<'a> {
    pub(crate) visitor: Visitor<'a>,
    cookie: RefCell<Option<String>>,
    agent: &'static str,
}

impl<'a> Person<'a> {
    pub(crate) fn new(server: &'a TestServer) -> Self {
        Self { visitor: server.visitor(), cookie: RefCell::default(), agent: "" }
    }

    /// A user who has registered with this name and the password `secret of NAME`.
    pub(crate) async fn registered(server: &'a TestServer, name: &str) -> Self {
        let person = Self::new(server);
        person.write("/api/register", &credentials(name)).await.ok(201);
        person
    }

    /// This person at a browser with this `User-Agent`.
    pub(crate) fn with_agent(self, agent: &'static str) -> Self {
        Self { agent, ..self }
    }

    /// This person with the browser id of the account.
    pub(crate) fn carrying_on_as(mut self, user: &Value) -> Self {
        user["uuid"].as_str().unwrap().clone_into(&mut self.visitor.id);
        self
    }

    pub(crate) async fn call(&self, method: &str, path: &str) -> Answer {
        self.send(method, path, "").await
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.call("GET", path).await
    }

    pub(crate) async fn write(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, &body.to_string()).await
    }

    pub(crate) async fn put(&self, path: &str, body: &Value) -> Answer {
        self.send("PUT", path, &body.to_string()).await
    }

    pub(crate) async fn patch(&self, path: &str, body: &Value) -> Answer {
        self.send("PATCH", path, &body.to_string()).await
    }

    /// The name and the value of the cookie.
    pub(crate) fn cookie(&self) -> Option<String> {
        self.cookie.borrow().clone()
    }

    pub(crate) fn present(&self, cookie: &str) {
        self.cookie.replace(Some(cookie.to_owned()));
    }

    async fn send(&self, method: &str, path: &str, body: &str) -> Answer {
        let server = self.visitor.server;
        let mut request = server.request(method, path).header("X-Browser-Id", self.visitor.id.as_str());
        if !body.is_empty() {
            request = request.header("Content-Type", "application/json");
        }
        if !self.agent.is_empty() {
            request = request.header("User-Agent", self.agent);
        }
        if let Some(cookie) = self.cookie() {
            request = request.header("Cookie", cookie);
        }
        let answer = server.send(request, body.into()).await;
        let set = answer.header("set-cookie");
        if let Some(pair) = set.split("; ").next().filter(|pair| !pair.is_empty()) {
            self.cookie.replace(Some(pair.to_owned()).filter(|_| !set.contains("Max-Age=0")));
        }
        answer
    }
}

/// The credentials of a user with this name.
pub(crate) fn credentials(name: &str) -> Value {
    json!({ "username": name, "password": format!("secret of {name}") })
}
