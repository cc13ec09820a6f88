//! Reads an open event stream like a browser.

use reqwest::{RequestBuilder, Response};
use serde_json::Value;

/// An open stream of a visitor, read a frame at a time.
pub(crate) struct Reader {
    answer: Response,
    read: String,
}

impl Reader {
    pub(crate) async fn open(request: RequestBuilder) -> Self {
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status().as_u16(), 200);
        Self { answer, read: String::new() }
    }

    /// Whether there are no more frames.
    pub(crate) async fn has_ended(&mut self) -> bool {
        self.read.is_empty() && self.answer.chunk().await.unwrap().is_none()
    }

    /// The next frame without the empty line at its end.
    pub(crate) async fn frame(&mut self) -> String {
        loop {
            if let Some((frame, rest)) = self.read.split_once("\n\n") {
                let (frame, rest) = (frame.to_owned(), rest.to_owned());
                self.read = rest;
                return frame;
            }
            let bytes = self.answer.chunk().await.unwrap().unwrap();
            self.read.push_str(std::str::from_utf8(&bytes).unwrap());
        }
    }

    /// The id of `ready`: the last ring of the browser.
    pub(crate) async fn ready(&mut self) -> String {
        assert_eq!(self.frame().await, "retry: 1000");
        let ready = self.frame().await;
        let id = ready.strip_prefix("event: ready\nid: ").and_then(|rest| rest.strip_suffix("\ndata: {}"));
        id.unwrap_or_else(|| panic!("{ready}")).to_owned()
    }

    /// The id of the next ring, and the label of its alarm or timer.
    pub(crate) async fn ring(&mut self) -> (String, String) {
        let (id, message) = self.message().await;
        let rung = message.get("alarm").or(message.get("timer")).unwrap();
        (id, rung["label"].as_str().unwrap().to_owned())
    }

    /// The next ring: its id and its data.
    pub(crate) async fn message(&mut self) -> (String, Value) {
        let frame = self.frame().await;
        let (id, data) = frame.strip_prefix("id: ").and_then(|rest| rest.split_once("\ndata: ")).unwrap();
        (id.to_owned(), serde_json::from_str(data).unwrap())
    }

    /// The next named event: its name and its data.
    pub(crate) async fn news(&mut self) -> (String, Value) {
        let frame = self.frame().await;
        let (name, data) = frame.strip_prefix("event: ").and_then(|rest| rest.split_once("\ndata: ")).unwrap();
        (name.to_owned(), serde_json::from_str(data).unwrap())
    }
}
