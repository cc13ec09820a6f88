//! The topic by which a push service lets a newer message replace a waiting one.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::digest::{SHA256, digest};
use uuid::Uuid;

/// RFC 8030, section 5.4: so many characters of base64url.
const LENGTH: usize = 32;

/// The topic of all messages to a device about one alarm or timer, or of those of one other kind.
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
    fn a_topic_is_of_one_device_and_one_row() {
        let (one, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let of_one = topic(one, "alarm", 7);
        assert_eq!(of_one.len(), LENGTH);
        assert_eq!(of_one, topic(one, "alarm", 7));
        for different in [topic(other, "alarm", 7), topic(one, "timer", 7), topic(one, "alarm", 8)] {
            assert_ne!(of_one, different);
        }
    }
}
