//! Messages to webhooks, by the convention of Standard Webhooks (www.standardwebhooks.com).

use base64::{Engine as _, engine::general_purpose::STANDARD};
use ring::hmac::{HMAC_SHA256, Key, sign};
use serde_json::{Value, json};
use time::OffsetDateTime;
use tokibako_domain::{
    answer::RingAnswer,
    firing::{Ring, RingId},
};
use uuid::Uuid;

use crate::payload::{PayloadRecipient, instant};

/// The beginning of a secret; the rest is its bytes in base64.
const PREFIX: &str = "whsec_";

/// Whether a text is a secret: `whsec_` and 24 to 64 bytes in base64.
pub fn is_secret(text: &str) -> bool {
    key(text).is_some()
}

fn key(text: &str) -> Option<Key> {
    let bytes = STANDARD.decode(text.strip_prefix(PREFIX)?).ok()?;
    (24..=64).contains(&bytes.len()).then(|| Key::new(HMAC_SHA256, &bytes))
}

pub(super) fn ring(recipient: &PayloadRecipient<'_>, ring: &Ring, now: OffsetDateTime) -> Value {
    json!({ "type": "ring.started", "timestamp": instant(now), "data": about(recipient, ring) })
}

pub(super) fn answered(
    recipient: &PayloadRecipient<'_>,
    ring: &Ring,
    answered: RingAnswer,
    now: OffsetDateTime,
) -> Value {
    let mut data = about(recipient, ring);
    if let Some(fields) = data.as_object_mut() {
        fields.insert("answer".to_owned(), answered.answer.as_str().into());
        if let Some(until) = answered.snoozed_until {
            fields.insert("snoozedUntil".to_owned(), instant(until).into());
        }
    }
    json!({ "type": "ring.answered", "timestamp": instant(now), "data": data })
}

pub(super) fn test(now: OffsetDateTime) -> Value {
    json!({ "type": "test", "timestamp": instant(now), "data": {} })
}

/// The id of a message, the same each time it is sent: receivers tell by it what they already have.
pub(super) fn id(channel: Uuid, message: i64) -> String {
    format!("msg_{}_{message}", channel.simple())
}

pub(super) fn signature(secret: &str, id: &str, sent: i64, body: &[u8]) -> Option<String> {
    let mut signed = format!("{id}.{sent}.").into_bytes();
    signed.extend_from_slice(body);
    Some(format!("v1,{}", STANDARD.encode(sign(&key(secret)?, &signed))))
}

fn about(recipient: &PayloadRecipient<'_>, ring: &Ring) -> Value {
    let RingId { kind, row, scheduled_for } = ring.id();
    json!({ "kind": kind.as_str(), "id": row, "label": recipient.label(ring), "scheduledFor": instant(scheduled_for) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_that_of_an_independent_implementation() {
        // Computed with Python's hmac and base64.
        let signature =
            signature("whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3", "msg_1", 1_792_000_000, br#"{"type":"test"}"#);
        assert_eq!(signature.as_deref(), Some("v1,sjF2PiyculUhMMSREC9mZtweIQNqsBuQumCTuW9MpQY="));
    }

    #[test]
    fn a_secret_has_24_to_64_bytes() {
        let secret = |bytes: usize| format!("whsec_{}", STANDARD.encode(vec![7; bytes]));
        for (bytes, expected) in [(23, false), (24, true), (64, true), (65, false)] {
            assert_eq!(is_secret(&secret(bytes)), expected, "{bytes}");
        }
        for text in ["", "whsec_", "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3", "whsec_***"] {
            assert!(!is_secret(text), "{text}");
        }
    }
}
