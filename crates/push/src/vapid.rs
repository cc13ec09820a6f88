//! VAPID: signed tokens that identify this server to a push service (RFC 8292). One per origin, cached until it
//! expires.

use std::{collections::HashMap, fmt};

use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use parking_lot::Mutex;
use ring::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _},
};
use serde_json::json;
use time::{Duration, OffsetDateTime};

use crate::subscription::PUBLIC_KEY;

/// How long a token is valid. Services accept 24 hours at most.
const LIFETIME: Duration = Duration::hours(12);

/// How long before its expiry a token is replaced.
const MARGIN: Duration = Duration::HOUR;

/// How many tokens are cached. Where any service is allowed there may be many origins.
const CAPACITY: usize = 1_024;

pub struct VapidKey(EcdsaKeyPair);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the key must be an EC key of the curve P-256 in PKCS #8, as PEM or base64")]
pub struct VapidKeyError;

pub struct Vapid {
    /// New subscriptions are bound to the first key.
    keys: Vec<VapidKey>,
    subject: String,
    tokens: Mutex<HashMap<([u8; PUBLIC_KEY], String), IssuedToken>>,
}

struct IssuedToken {
    until: OffsetDateTime,
    header: String,
}

impl VapidKey {
    /// Generates a key; returns it in PKCS #8.
    pub fn generate() -> Result<Vec<u8>, VapidKeyError> {
        let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        made.map(|key| key.as_ref().to_vec()).map_err(|_| VapidKeyError)
    }

    pub fn read(pkcs8: &[u8]) -> Result<Self, VapidKeyError> {
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8, &SystemRandom::new());
        key.map(Self).map_err(|_| VapidKeyError)
    }

    /// Decodes a key that an operator configured as PEM (`openssl genpkey -algorithm EC -pkeyopt
    /// ec_paramgen_curve:P-256`) or as base64.
    pub fn decode(text: &str) -> Result<Vec<u8>, VapidKeyError> {
        let lines = text.lines().map(str::trim).filter(|line| !line.starts_with("-----"));
        let bytes = STANDARD.decode(lines.collect::<String>()).map_err(|_| VapidKeyError)?;
        Self::read(&bytes).map(|_| bytes)
    }

    /// The public key: an uncompressed point.
    pub fn public(&self) -> Result<[u8; PUBLIC_KEY], VapidKeyError> {
        self.0.public_key().as_ref().try_into().map_err(|_| VapidKeyError)
    }
}

impl fmt::Debug for VapidKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("VapidKey(***)")
    }
}

impl fmt::Debug for Vapid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Vapid").field("subject", &self.subject).finish_non_exhaustive()
    }
}

impl Vapid {
    /// `subject` is the operator's contact, a `mailto:` or `https:` URL. The newest key comes first.
    pub fn new(keys: Vec<VapidKey>, subject: String) -> Self {
        Self { keys, subject, tokens: Mutex::default() }
    }

    pub fn keys(&self) -> impl Iterator<Item = [u8; PUBLIC_KEY]> {
        self.keys.iter().filter_map(|pair| pair.public().ok())
    }

    /// The `Authorization` header for the service at an origin, signed with the key that the subscription is bound to;
    /// `None` if that key is no longer configured.
    pub fn authorization(&self, key: &[u8; PUBLIC_KEY], origin: &str, now: OffsetDateTime) -> Option<String> {
        let place = (*key, origin.to_owned());
        if let Some(issued) = self.tokens.lock().get(&place).filter(|issued| now < issued.until) {
            return Some(issued.header.clone());
        }
        let pair = self.keys.iter().find(|pair| pair.public().as_ref() == Ok(key))?;
        let header = self.header(pair, key, origin, now + LIFETIME)?;
        let mut tokens = self.tokens.lock();
        if tokens.len() >= CAPACITY {
            tokens.clear();
        }
        tokens.insert(place, IssuedToken { until: now + LIFETIME - MARGIN, header: header.clone() });
        Some(header)
    }

    fn header(&self, pair: &VapidKey, key: &[u8], origin: &str, end: OffsetDateTime) -> Option<String> {
        let head = json!({ "typ": "JWT", "alg": "ES256" }).to_string();
        let claims = json!({ "aud": origin, "exp": end.unix_timestamp(), "sub": self.subject }).to_string();
        let text = format!("{}.{}", URL_SAFE_NO_PAD.encode(head), URL_SAFE_NO_PAD.encode(claims));
        let signature = pair.0.sign(&SystemRandom::new(), text.as_bytes()).ok()?;
        let signature = URL_SAFE_NO_PAD.encode(signature);
        Some(format!("vapid t={text}.{signature}, k={}", URL_SAFE_NO_PAD.encode(key)))
    }
}

#[cfg(test)]
mod tests {
    use p256::ecdsa::{Signature, VerifyingKey, signature::Verifier as _};
    use serde_json::Value;
    use time::macros::datetime;

    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-11-20 07:00 UTC);

    fn key() -> VapidKey {
        VapidKey::read(&VapidKey::generate().unwrap()).unwrap()
    }

    #[test]
    fn a_token_is_verified_by_another_implementation() {
        let key = key();
        let public = key.public().unwrap();
        let vapid = Vapid::new(vec![key], "mailto:push@time.example".to_owned());
        let header = vapid.authorization(&public, "https://fcm.googleapis.com", NOW).unwrap();
        let (token, shown) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(shown, URL_SAFE_NO_PAD.encode(public));
        let (text, signature) = token.rsplit_once('.').unwrap();
        let signature = Signature::from_slice(&URL_SAFE_NO_PAD.decode(signature).unwrap()).unwrap();
        VerifyingKey::from_sec1_bytes(&public).unwrap().verify(text.as_bytes(), &signature).unwrap();
        let part = |part: &str| serde_json::from_slice::<Value>(&URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap();
        let (head, claims) = text.split_once('.').unwrap();
        assert_eq!(part(head), json!({ "typ": "JWT", "alg": "ES256" }));
        let end = (NOW + LIFETIME).unix_timestamp();
        let expected = json!({ "aud": "https://fcm.googleapis.com", "exp": end, "sub": "mailto:push@time.example" });
        assert_eq!(part(claims), expected);
    }

    #[test]
    fn a_token_is_cached_for_its_origin_until_it_expires() {
        let (key, old) = (key(), key());
        let (public, old_public) = (key.public().unwrap(), old.public().unwrap());
        let vapid = Vapid::new(vec![key, old], "https://time.example".to_owned());
        let at =
            |key, origin: &str, minutes| vapid.authorization(key, origin, NOW + Duration::minutes(minutes)).unwrap();
        let first = at(&public, "https://a.example", 0);
        assert_eq!(at(&public, "https://a.example", 659), first);
        assert_ne!(at(&public, "https://a.example", 660), first);
        assert_ne!(at(&public, "https://b.example", 0), first);
        assert_ne!(at(&old_public, "https://a.example", 0), first);
        assert_eq!(vapid.authorization(&[4; PUBLIC_KEY], "https://a.example", NOW), None);
    }

    #[test]
    fn keys_are_accepted_as_operators_write_them() {
        let bytes = VapidKey::generate().unwrap();
        let text = STANDARD.encode(&bytes);
        assert_eq!(VapidKey::decode(&text), Ok(bytes.clone()));
        let (one, other) = text.split_at(64);
        let pem = format!("-----BEGIN PRIVATE KEY-----\n{one}\n{other}\n-----END PRIVATE KEY-----\n");
        assert_eq!(VapidKey::decode(&pem), Ok(bytes));
        for text in ["", "geheim", "AAAA", "-----BEGIN PRIVATE KEY-----"] {
            assert_eq!(VapidKey::decode(text), Err(VapidKeyError), "{text}");
        }
    }

    #[test]
    fn a_key_is_never_printed() {
        let vapid = Vapid::new(vec![key()], "mailto:push@time.example".to_owned());
        assert_eq!(
            format!("{vapid:?} {:?}", key()),
            "Vapid { subject: \"mailto:push@time.example\", .. } VapidKey(***)"
        );
    }
}
