//! The topic of a message: a push service replaces an undelivered message by a newer one with the same topic.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::digest::{SHA256, digest};
use uuid::Uuid;

/// The longest topic that RFC 8030, section 5.4, allows, in characters of base64url.
const LENGTH: usize = 32;

/// The topic of a device's messages about one alarm or timer, or of one other kind such as tests.
#[must_use]
pub fn topic(device: Uuid, about: &str, row: i64) -> String {
    let text = format!("{device} {about} {row}");
    let mut topic = URL_SAFE_NO_PAD.encode(digest(&SHA256, text.as_bytes()));
    topic.truncate(LENGTH);
    topic
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_differs_by_device_and_row() {
        let (one, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let of_one = topic(one, "alarm", 7);
        assert_eq!(of_one.len(), LENGTH);
        assert_eq!(of_one, topic(one, "alarm", 7));
        for different in [topic(other, "alarm", 7), topic(one, "timer", 7), topic(one, "alarm", 8)] {
            assert_ne!(of_one, different);
        }
    }
}
