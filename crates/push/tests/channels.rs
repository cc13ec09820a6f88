//! Messages to stand-ins for an ntfy server and a webhook on this machine.

#![expect(clippy::unwrap_used, reason = "what is not as expected fails the test")]

mod service;

use std::sync::atomic::Ordering;

use serde_json::{Value, json};
use service::Service;
use time::{Duration, OffsetDateTime, macros::datetime};
use tokibako_domain::{
    alarm::{Alarm, AlarmId, AlarmSettings, Arming},
    answer::{Answer, RingAnswer},
    channel::Protocol,
    days_off::Observance,
    firing::{Ring, RingSubject},
    occurrence::{Repeat, Schedule},
    push::Reply,
    ring_settings::{Label, SnoozeInterval, Sound},
};
use tokibako_push::{
    channel::{
        hosts::Hosts,
        sender::{ChannelMessage, ChannelPost, ChannelSender},
    },
    payload::{Language, PayloadRecipient},
};
use uuid::Uuid;

const DUE: OffsetDateTime = datetime!(2026-11-20 22:00 UTC);
const ACCEPTED: &str = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";

fn alarm() -> Ring {
    let schedule = Schedule {
        time: "07:00".parse().unwrap(),
        repeat: Repeat::Daily,
        zone: "Asia/Tokyo".parse().unwrap(),
        paused_until: None,
    };
    let settings = AlarmSettings {
        schedule,
        sound: Sound::Default,
        snooze_interval: SnoozeInterval::from_minutes(9).unwrap(),
        label: Label::parse("Walk").unwrap(),
        days_off: Observance::default(),
    };
    let browser = "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c".parse().unwrap();
    let alarm = Alarm { id: AlarmId(42), browser, settings, arming: Arming::Off, skipped: None, created_at: DUE };
    Ring { scheduled_for: DUE, subject: RingSubject::Alarm(alarm), answered: None }
}

/// Posts a message; returns what came of it, the head of the request in lower case, and its body.
async fn posted(
    answer: &str,
    protocol: Protocol,
    path: &str,
    secret: Option<&str>,
    content: ChannelMessage<'_>,
) -> (Reply, String, Value) {
    let service = Service::answering(answer.to_owned()).await;
    let hosts: Hosts = service.origin.parse().unwrap();
    let address = hosts.address(protocol, &format!("{}{path}", service.origin)).unwrap();
    let language = Language::named("en").unwrap();
    let recipient =
        PayloadRecipient { device: Uuid::from_u128(1), language, hides_labels: false, site: "https://time.example" };
    let post = ChannelPost { protocol, address: &address, secret, recipient, message: 5, content };
    let posted = ChannelSender::new().unwrap().post(post, DUE + Duration::SECOND).await;
    let request = service.seen.lock().unwrap().join("");
    let (head, body) = request.split_once("\r\n\r\n").unwrap();
    (posted, head.to_lowercase(), serde_json::from_str(body).unwrap())
}

fn status(code: u16) -> Reply {
    Reply::Status { code, retry_after: None, is_other_key: false }
}

#[tokio::test]
async fn an_ntfy_server_gets_a_ring_with_buttons_that_answer_it() {
    let ring = alarm();
    let content = ChannelMessage::Ring(&ring, "secret");
    let (outcome, head, body) = posted(ACCEPTED, Protocol::Ntfy, "/my-topic", Some("tk_1"), content).await;
    assert_eq!(outcome, status(200));
    assert!(head.starts_with("post / http/1.1\r\n") && head.contains("\r\nauthorization: bearer tk_1"), "{head}");
    let button = |label: &str, answer: &str| {
        let given = json!({"kind": "alarm", "id": 42, "scheduledFor": "2026-11-20T22:00:00Z", "answer": answer});
        json!({
            "action": "http", "label": label, "url": "https://time.example/api/rings/answer", "method": "POST",
            "headers": {"Content-Type": "application/json", "Authorization": "Bearer secret"},
            "body": given.to_string(), "clear": true,
        })
    };
    let expected = json!({
        "topic": "my-topic", "sequence_id": "alarm-42-1795212000", "title": "Walk", "message": "Alarm · 07:00",
        "priority": 5, "tags": ["alarm_clock"], "click": "https://time.example/alarm/en",
        "actions": [button("Snooze 9\u{a0}min", "snooze"), button("Stop", "stop")],
    });
    assert_eq!(body, expected);
}

#[tokio::test]
async fn an_ntfy_server_replaces_a_ring_by_its_answer_without_a_sound() {
    let ring = alarm();
    let until = DUE + Duration::minutes(9);
    let answered = RingAnswer { answer: Answer::Snooze, at: DUE, snoozed_until: Some(until) };
    let (_, head, body) = posted(ACCEPTED, Protocol::Ntfy, "/a", None, ChannelMessage::Answer(&ring, answered)).await;
    assert!(!head.contains("authorization"), "{head}");
    assert_eq!((&body["sequence_id"], &body["priority"]), (&json!("alarm-42-1795212000"), &json!(1)));
    assert!(body["message"].as_str().unwrap().contains("07:09"), "{body}");
}

#[tokio::test]
async fn a_webhook_gets_what_rings_and_a_signature() {
    let ring = alarm();
    let secret = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3";
    let path = "/api/webhook/x?y=z";
    let (outcome, head, body) =
        posted(ACCEPTED, Protocol::Webhook, path, Some(secret), ChannelMessage::Ring(&ring, "")).await;
    assert_eq!(outcome, status(200));
    assert!(head.starts_with("post /api/webhook/x?y=z http/1.1\r\n"), "{head}");
    for line in [
        "webhook-id: msg_00000000000000000000000000000001_5",
        "webhook-timestamp: 1795212001",
        "webhook-signature: v1,",
    ] {
        assert!(head.contains(line), "{line} in {head}");
    }
    let data = json!({"kind": "alarm", "id": 42, "label": "Walk", "scheduledFor": "2026-11-20T22:00:00Z"});
    assert_eq!(body, json!({"type": "ring.started", "timestamp": "2026-11-20T22:00:01Z", "data": data}));

    let until = DUE + Duration::minutes(9);
    let answered = RingAnswer { answer: Answer::Snooze, at: DUE, snoozed_until: Some(until) };
    let (_, head, body) =
        posted(ACCEPTED, Protocol::Webhook, path, None, ChannelMessage::Answer(&ring, answered)).await;
    assert!(!head.contains("webhook-signature"), "{head}");
    assert_eq!(body["type"], "ring.answered");
    assert_eq!(
        (&body["data"]["answer"], &body["data"]["snoozedUntil"]),
        (&json!("snooze"), &json!("2026-11-20T22:09:00Z"))
    );
}

#[tokio::test]
async fn what_a_channel_answers_is_reported_and_no_redirect_is_followed() {
    let canary = Service::answering(ACCEPTED.to_owned()).await;
    for code in [302, 307, 404, 503] {
        let answer = format!("HTTP/1.1 {code} No\r\nLocation: {}/\r\nContent-Length: 0\r\n\r\n", canary.origin);
        let (outcome, ..) = posted(&answer, Protocol::Webhook, "/x", None, ChannelMessage::Test).await;
        assert_eq!(outcome, status(code));
    }
    assert_eq!(canary.connections.load(Ordering::SeqCst), 0);
}
