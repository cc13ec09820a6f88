//! Messages to ntfy servers, published as JSON (docs.ntfy.sh/publish).

use reqwest::Url;
use serde_json::{Value, json};
use tokibako_domain::{
    answer::{Answer, RingAnswer},
    firing::{Ring, RingId},
};

use crate::payload::{PayloadRecipient, instant, snooze};

/// Priorities: the highest rings through; the lowest makes no sound.
const HIGHEST: u8 = 5;
const LOWEST: u8 = 1;

const LONGEST_TOPIC: usize = 64;

pub(super) fn topic(url: &Url) -> Option<&str> {
    let topic = url.path().strip_prefix('/')?;
    let is_topic = (1..=LONGEST_TOPIC).contains(&topic.len())
        && topic.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    (is_topic && url.query().is_none()).then_some(topic)
}

pub fn is_token(text: &str) -> bool {
    (1..=200).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// A ring, with buttons that answer it by its token.
pub(super) fn ring(recipient: &PayloadRecipient<'_>, topic: &str, ring: &Ring, token: &str) -> Option<Value> {
    let texts = recipient.language.texts()?;
    let (title, message) = recipient.words(ring, texts);
    let RingId { kind, row, scheduled_for } = ring.id();
    let button = |label: &str, answer: Answer| {
        let body = json!({
            "kind": kind.as_str(), "id": row, "scheduledFor": instant(scheduled_for), "answer": answer.as_str(),
        });
        json!({
            "action": "http", "label": label, "url": format!("{}/api/rings/answer", recipient.site), "method": "POST",
            "headers": { "Content-Type": "application/json", "Authorization": format!("Bearer {token}") },
            "body": body.to_string(), "clear": true,
        })
    };
    let snooze = snooze(ring, texts).map(|label| button(&label, Answer::Snooze));
    let actions: Vec<Value> = snooze.into_iter().chain([button(&texts.stop, Answer::Stop)]).collect();
    Some(json!({
        "topic": topic, "sequence_id": sequence(ring), "title": title, "message": message, "priority": HIGHEST,
        "tags": ["alarm_clock"], "click": recipient.page(kind), "actions": actions,
    }))
}

/// The answer to a ring. A server from version 2.16 replaces the ring by it; an older one shows it beside, without a
/// sound.
pub(super) fn answered(
    recipient: &PayloadRecipient<'_>,
    topic: &str,
    ring: &Ring,
    answered: RingAnswer,
) -> Option<Value> {
    let texts = recipient.language.texts()?;
    let (title, _) = recipient.words(ring, texts);
    let (message, _) = PayloadRecipient::answer_words(ring, answered, texts);
    Some(json!({
        "topic": topic, "sequence_id": sequence(ring), "title": title, "message": message, "priority": LOWEST,
        "click": recipient.page(ring.subject.kind()),
    }))
}

pub(super) fn test(recipient: &PayloadRecipient<'_>, topic: &str) -> Option<Value> {
    let texts = recipient.language.texts()?;
    Some(json!({
        "topic": topic, "title": texts.test, "message": texts.test_message, "priority": HIGHEST, "tags": ["alarm_clock"],
    }))
}

/// The name of a notification: a ring and its answer share it, and no other ring does.
fn sequence(ring: &Ring) -> String {
    let RingId { kind, row, scheduled_for } = ring.id();
    format!("{}-{row}-{}", kind.as_str(), scheduled_for.unix_timestamp())
}
