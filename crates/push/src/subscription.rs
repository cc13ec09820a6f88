//! The keys of a subscription, which the device's browser created.

use std::fmt;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::{agreement, rand::SystemRandom};

/// The length of a public key: an uncompressed point on P-256.
pub const PUBLIC_KEY: usize = 65;

/// The length of the authentication secret.
pub const AUTH: usize = 16;

#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Keys {
    pub p256dh: [u8; PUBLIC_KEY],
    /// The authentication secret that the device shares with this server only.
    pub auth: [u8; AUTH],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SubscriptionKeyError {
    #[error("p256dh must be an uncompressed point of P-256 in base64url")]
    P256dh,
    #[error("auth must be 16 bytes in base64url")]
    Auth,
}

impl Keys {
    /// The keys from the database; `None` if a length is wrong.
    pub fn stored(p256dh: &[u8], auth: &[u8]) -> Option<Self> {
        Some(Self { p256dh: p256dh.try_into().ok()?, auth: auth.try_into().ok()? })
    }
}

/// Hides both: one is a secret, and the other identifies a device.
impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keys(***)")
    }
}

/// Parses a public key and checks that it is a point on the curve.
pub fn p256dh(text: &str) -> Result<[u8; PUBLIC_KEY], SubscriptionKeyError> {
    let bytes: [u8; PUBLIC_KEY] = bytes_of(text).ok_or(SubscriptionKeyError::P256dh)?;
    // The library checks the point during a key agreement.
    let own = agreement::EphemeralPrivateKey::generate(&agreement::ECDH_P256, &SystemRandom::new());
    let point = agreement::UnparsedPublicKey::new(&agreement::ECDH_P256, &bytes);
    let agreed = own.and_then(|own| agreement::agree_ephemeral(own, &point, |_| ()));
    agreed.map(|()| bytes).map_err(|_| SubscriptionKeyError::P256dh)
}

pub fn auth(text: &str) -> Result<[u8; AUTH], SubscriptionKeyError> {
    bytes_of(text).ok_or(SubscriptionKeyError::Auth)
}

/// Decodes base64url. Browsers leave out the padding, some libraries do not.
fn bytes_of<const N: usize>(text: &str) -> Option<[u8; N]> {
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINT: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";

    #[test]
    fn keys_of_browsers_are_accepted() {
        assert_eq!(p256dh(POINT).unwrap()[0], 4);
        assert_eq!(p256dh(&format!("{POINT}=")), p256dh(POINT));
        assert_eq!(auth("BTBZMqHH6r4Tts7J_aSIgg").unwrap().len(), AUTH);
        assert!(auth("BTBZMqHH6r4Tts7J_aSIgg==").is_ok());
    }

    #[test]
    fn invalid_keys_are_refused() {
        let point = URL_SAFE_NO_PAD.decode(POINT).unwrap();
        let mut off_curve = point.clone();
        off_curve[64] ^= 1;
        let mut compressed = point[..33].to_vec();
        compressed[0] = 2;
        let mut hybrid = point.clone();
        hybrid[0] = 6;
        let mut zero = vec![0; PUBLIC_KEY];
        zero[0] = 4;
        let mut long = point.clone();
        long.push(0);
        for bytes in [off_curve, compressed, hybrid, zero, long, vec![0], point[..64].to_vec(), vec![0xff; 65]] {
            assert_eq!(p256dh(&URL_SAFE_NO_PAD.encode(&bytes)), Err(SubscriptionKeyError::P256dh), "{bytes:?}");
        }
        assert_eq!(p256dh("not base64!"), Err(SubscriptionKeyError::P256dh));
        for text in ["", "AAAA", "BTBZMqHH6r4Tts7J_aSIggAA", "BTBZMqHH6r4Tts7J+aSIgg"] {
            assert_eq!(auth(text), Err(SubscriptionKeyError::Auth), "{text}");
        }
    }
}
