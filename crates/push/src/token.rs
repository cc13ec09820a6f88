//! Tokens that let a service worker answer one ring on one device without knowing the browser id.

use std::fmt;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::{
    hmac::{HMAC_SHA256, Key, sign, verify},
    rand::{SecureRandom as _, SystemRandom},
};
use time::{Duration, OffsetDateTime};
use tokibako_domain::firing::RingId;

/// How long a token is valid.
pub const LIFETIME: Duration = Duration::HOUR;

/// The length of the secret that signs tokens.
pub const SECRET: usize = 32;

/// The length of the claims before the signature: the device's row and the expiry.
const CLAIMS: usize = 16;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the system gives no random numbers")]
pub struct NoRandomness;

#[derive(Clone)]
pub struct Tokens(Key);

impl Tokens {
    /// `secret` is the same in all processes that share a database.
    pub fn new(secret: &[u8; SECRET]) -> Self {
        Self(Key::new(HMAC_SHA256, secret))
    }

    pub fn secret() -> Result<[u8; SECRET], NoRandomness> {
        let mut secret = [0; SECRET];
        SystemRandom::new().fill(&mut secret).map_err(|_| NoRandomness)?;
        Ok(secret)
    }

    /// Issues a token for one ring on the device with this row.
    pub fn issue(&self, device: i64, ring: RingId, now: OffsetDateTime) -> String {
        let end = (now + LIFETIME).unix_timestamp();
        let mut token = claims(device, end).to_vec();
        token.extend_from_slice(sign(&self.0, &signed(device, end, ring)).as_ref());
        URL_SAFE_NO_PAD.encode(token)
    }

    /// Verifies a token for this ring; returns the row of its device.
    pub fn device(&self, token: &str, ring: RingId, now: OffsetDateTime) -> Option<i64> {
        let token = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (claims, signature) = token.split_at_checked(CLAIMS)?;
        let (device, end) = claims.split_at_checked(CLAIMS / 2)?;
        let device = i64::from_be_bytes(device.try_into().ok()?);
        let end = i64::from_be_bytes(end.try_into().ok()?);
        let is_ours = verify(&self.0, &signed(device, end, ring), signature).is_ok();
        (is_ours && now.unix_timestamp() < end).then_some(device)
    }
}

/// Hides the secret.
impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tokens(***)")
    }
}

fn claims(device: i64, end: i64) -> [u8; CLAIMS] {
    ((u128::from(device.cast_unsigned()) << 64) | u128::from(end.cast_unsigned())).to_be_bytes()
}

fn signed(device: i64, end: i64, RingId { kind, row, scheduled_for }: RingId) -> Vec<u8> {
    // In milliseconds, the precision of the API.
    let due = scheduled_for.unix_timestamp_nanos() / 1_000_000;
    let mut signed = claims(device, end).to_vec();
    signed.extend_from_slice(format!("{} {row} {due}", kind.as_str()).as_bytes());
    signed
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;
    use tokibako_domain::firing::Kind;

    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-11-20 07:00 UTC);
    const RING: RingId = RingId { kind: Kind::Alarm, row: 7, scheduled_for: NOW };

    #[test]
    fn a_token_is_valid_for_its_ring_and_an_hour() {
        let tokens = Tokens::new(&[1; SECRET]);
        let token = tokens.issue(42, RING, NOW);
        assert_eq!(tokens.device(&token, RING, NOW), Some(42));
        assert_eq!(tokens.device(&token, RING, NOW + LIFETIME - Duration::SECOND), Some(42));
        assert_eq!(tokens.device(&token, RING, NOW + LIFETIME), None);
        for other in [
            RingId { kind: Kind::Timer, ..RING },
            RingId { row: 8, ..RING },
            RingId { scheduled_for: NOW + Duration::MINUTE, ..RING },
        ] {
            assert_eq!(tokens.device(&token, other, NOW), None, "{other:?}");
        }
        assert_eq!(Tokens::new(&[2; SECRET]).device(&token, RING, NOW), None);
    }

    #[test]
    fn a_changed_token_is_invalid() {
        let tokens = Tokens::new(&[1; SECRET]);
        let token = tokens.issue(42, RING, NOW);
        let bytes = URL_SAFE_NO_PAD.decode(&token).unwrap();
        for position in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[position] ^= 1;
            assert_eq!(tokens.device(&URL_SAFE_NO_PAD.encode(&changed), RING, NOW), None, "{position}");
        }
        for text in ["", "x", "AAAA", &token[..20], &format!("{token}A"), "ключ"] {
            assert_eq!(tokens.device(text, RING, NOW), None, "{text}");
        }
    }
}
