//! Verifies VAPID headers (RFC 8292) with another library than the one that signs them.

use anyhow::{Context as _, Result, ensure};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use p256::ecdsa::{Signature, VerifyingKey, signature::Verifier as _};
use serde_json::Value;
use time::OffsetDateTime;

/// The longest remaining lifetime, in seconds, that a push service accepts.
const LONGEST: i64 = 24 * 60 * 60;

/// Checks that an `Authorization` header is signed by `key`, for the service at `origin`, and valid now.
pub(crate) fn check(header: &str, key: &str, origin: &str) -> Result<()> {
    let (token, shown) = header.strip_prefix("vapid t=").and_then(|rest| rest.split_once(", k=")).context("vapid")?;
    ensure!(shown == key, "it names the key that the subscription is bound to");
    let (text, signature) = token.rsplit_once('.').context("a token has a signature")?;
    let signature = Signature::from_slice(&URL_SAFE_NO_PAD.decode(signature)?)?;
    VerifyingKey::from_sec1_bytes(&URL_SAFE_NO_PAD.decode(key)?)?.verify(text.as_bytes(), &signature)?;
    let (_, claims) = text.split_once('.').context("a token has claims")?;
    let claims: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(claims)?)?;
    let left = claims["exp"].as_i64().context("a token ends")? - OffsetDateTime::now_utc().unix_timestamp();
    ensure!(claims["aud"] == origin && (1..=LONGEST).contains(&left), "a token is for {origin} and for today");
    Ok(())
}
