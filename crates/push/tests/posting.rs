//! Posts to a stand-in for a push service on this machine.

#![expect(clippy::unwrap_used, reason = "what is not as expected fails the test")]

mod service;

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use service::Service;
use time::OffsetDateTime;
use tokibako_domain::push::{Reply, Urgency};
use tokibako_push::{
    sender::{PushPost, PushSender},
    subscription::{Keys, Services, p256dh},
    vapid::{Vapid, VapidKey},
};
use tokio::net::TcpListener;

/// Posts a message to the service.
async fn posted(service: &Service) -> Reply {
    let key = VapidKey::read(&VapidKey::generate().unwrap()).unwrap();
    let public = key.public().unwrap();
    let sender = PushSender::new(Vapid::new(vec![key], "mailto:push@time.example".to_owned())).unwrap();
    let services: Services = service.origin.parse().unwrap();
    let endpoint = services.endpoint(&format!("{}/push/1", service.origin)).unwrap();
    let keys = Keys { p256dh: p256dh(&URL_SAFE_NO_PAD.encode(public)).unwrap(), auth: [7; 16] };
    let post = PushPost {
        endpoint: &endpoint,
        keys: &keys,
        vapid_key: &public,
        message: b"hello",
        ttl: 600,
        urgency: Urgency::High,
        topic: "topic",
    };
    sender.post(post, OffsetDateTime::UNIX_EPOCH).await
}

fn status(code: u16) -> Reply {
    Reply::Status { code, retry_after: None, is_other_key: false }
}

#[tokio::test]
async fn a_message_has_the_headers_of_web_push() {
    let service = Service::answering("HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n".to_owned()).await;
    assert_eq!(posted(&service).await, status(201));
    let seen = service.seen.lock().unwrap().join("\n").to_lowercase();
    for line in [
        "post /push/1 http/1.1\r\n",
        "\r\nttl: 600\r\n",
        "\r\nurgency: high\r\n",
        "\r\ntopic: topic\r\n",
        "\r\ncontent-encoding: aes128gcm\r\n",
        "\r\ncontent-type: application/notification+json\r\n",
        "\r\nauthorization: vapid t=",
    ] {
        assert!(seen.contains(line), "{line:?} in {seen}");
    }
}

#[tokio::test]
async fn no_redirect_is_followed() {
    let canary = Service::answering("HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n".to_owned()).await;
    for code in [301, 302, 303, 307, 308] {
        let to = format!("HTTP/1.1 {code} Moved\r\nLocation: {}/push/1\r\nContent-Length: 0\r\n\r\n", canary.origin);
        assert_eq!(posted(&Service::answering(to).await).await, status(code));
    }
    assert_eq!(canary.connections.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn only_the_beginning_of_an_answer_is_read() {
    let body = format!("{{\"reason\":\"VapidPkHashMismatch\"}}{}", "x".repeat(10 << 20));
    let answer = format!("HTTP/1.1 400 Bad Request\r\nContent-Length: {}\r\n\r\n{body}", body.len());
    let other_key = Reply::Status { code: 400, retry_after: None, is_other_key: true };
    assert_eq!(posted(&Service::answering(answer).await).await, other_key);
    let late = format!("{}VapidPkHashMismatch", "x".repeat(2_000));
    let answer = format!("HTTP/1.1 400 Bad Request\r\nContent-Length: {}\r\n\r\n{late}", late.len());
    assert_eq!(posted(&Service::answering(answer).await).await, status(400));
}

#[tokio::test]
async fn retry_after_is_reported() {
    let answer = "HTTP/1.1 429 Too Many\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n".to_owned();
    let expected = Reply::Status { code: 429, retry_after: Some(time::Duration::seconds(7)), is_other_key: false };
    assert_eq!(posted(&Service::answering(answer).await).await, expected);
}

#[tokio::test]
async fn a_service_that_hangs_up_or_is_down_counts_as_no_answer() {
    assert_eq!(posted(&Service::answering(String::new()).await).await, Reply::None);
    let gone = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let origin = format!("http://{}", gone.local_addr().unwrap());
    drop(gone);
    let service = Service { origin, seen: Arc::default(), connections: Arc::default() };
    let posted = tokio::time::timeout(Duration::from_secs(20), posted(&service)).await.unwrap();
    assert_eq!(posted, Reply::None);
}
