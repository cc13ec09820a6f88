//! A device's subscription: its keys, and the decryption of messages, by other libraries than those of the server.

use aes_gcm::{Aes128Gcm, KeyInit as _, aead::Aead as _};
use anyhow::{Context as _, Result, ensure};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use fastrand::Rng;
use hkdf::Hkdf;
use p256::{PublicKey, SecretKey, ecdh::diffie_hellman, elliptic_curve::sec1::ToSec1Point as _};
use serde_json::{Value, json};
use sha2::Sha256;

/// The lengths of the header fields before the encrypted record: the salt, the record size, the key's length, the key.
const SALT: usize = 16;
const RECORD: usize = 4;
const KEY: usize = 65;

/// The keys of a subscription.
pub(crate) struct Subscription {
    secret: SecretKey,
    public: Vec<u8>,
    auth: [u8; 16],
}

impl Subscription {
    pub(crate) fn new(chance: &mut Rng) -> Self {
        let mut bytes = [0; 32];
        let secret = loop {
            chance.fill(&mut bytes);
            // A few 256-bit numbers are not valid keys.
            if let Ok(secret) = SecretKey::from_slice(&bytes) {
                break secret;
            }
        };
        let public = secret.public_key().to_sec1_point(false).as_bytes().to_vec();
        let mut auth = [0; 16];
        chance.fill(&mut auth);
        Self { secret, public, auth }
    }

    /// The keys as a browser sends them.
    pub(crate) fn keys(&self) -> Value {
        json!({ "p256dh": URL_SAFE_NO_PAD.encode(&self.public), "auth": URL_SAFE_NO_PAD.encode(self.auth) })
    }

    /// Decrypts a message (RFC 8291).
    pub(crate) fn open(&self, sealed: &[u8]) -> Result<Value> {
        ensure!(sealed.len() > SALT + RECORD + 1 + KEY, "a message is longer than its head");
        let (salt, rest) = sealed.split_at(SALT);
        let (_, rest) = rest.split_at(RECORD + 1);
        let (sender, record) = rest.split_at(KEY);
        let shared = diffie_hellman(self.secret.to_nonzero_scalar(), PublicKey::from_sec1_bytes(sender)?.as_affine());
        let info = [&b"WebPush: info\0"[..], &self.public, sender].concat();
        let material: [u8; 32] = derived(&self.auth, shared.raw_secret_bytes(), &info)?;
        let key: [u8; 16] = derived(salt, &material, b"Content-Encoding: aes128gcm\0")?;
        let nonce: [u8; 12] = derived(salt, &material, b"Content-Encoding: nonce\0")?;
        let mut opened = Aes128Gcm::new(&key.into())
            .decrypt(&nonce.into(), record)
            .ok()
            .context("a message is sealed for the device that it is posted to")?;
        while opened.pop() == Some(0) {}
        Ok(serde_json::from_slice(&opened)?)
    }
}

fn derived<const N: usize>(salt: &[u8], material: &[u8], info: &[u8]) -> Result<[u8; N]> {
    let mut out = [0; N];
    Hkdf::<Sha256>::new(Some(salt), material).expand(info, &mut out).ok().context("so many bytes can be derived")?;
    Ok(out)
}
