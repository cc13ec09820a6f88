//! Encrypts a message for one device: RFC 8291 with the `aes128gcm` content coding of RFC 8188.

use ring::{
    aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey},
    agreement::{self, ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey},
    error::Unspecified,
    hkdf::{HKDF_SHA256, KeyType, Salt},
    rand::{SecureRandom, SystemRandom},
};

use crate::subscription::{AUTH, Keys, PUBLIC_KEY};

/// Messages are padded to a multiple of this many bytes, so that their length does not reveal the length of a label.
pub const PADDING: usize = 1_024;

/// The record size. A message is one record.
const RECORD: u32 = 4_096;

/// The delimiter that begins the padding of the last record.
const LAST_RECORD: u8 = 2;

/// The message could not be encrypted: the device's key is invalid, or the message is too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the message cannot be sealed for this device")]
pub struct SealError;

impl From<Unspecified> for SealError {
    fn from(_: Unspecified) -> Self {
        Self
    }
}

#[derive(Clone, Copy)]
pub struct Agreement<'a> {
    pub secret: &'a [u8],
    /// The public half of the ephemeral key that was made for this message.
    pub public_key: &'a [u8; PUBLIC_KEY],
    pub salt: [u8; 16],
}

/// Encrypts a message with a new ephemeral key and salt, padded to a multiple of [`PADDING`].
pub fn seal(keys: &Keys, message: &[u8]) -> Result<Vec<u8>, SealError> {
    let random = SystemRandom::new();
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &random)?;
    let public_key = own.compute_public_key()?;
    let public_key = public_key.as_ref().try_into().map_err(|_| SealError)?;
    let mut salt = [0; 16];
    random.fill(&mut salt)?;
    let length = (message.len() + 1).next_multiple_of(PADDING);
    agreement::agree_ephemeral(own, &UnparsedPublicKey::new(&ECDH_P256, &keys.p256dh), |secret| {
        seal_with(Agreement { secret, public_key: &public_key, salt }, keys, message, length)
    })?
}

/// Encrypts with this key agreement and pads to `length` bytes, delimiter included. It is a pure function.
pub fn seal_with(
    Agreement { secret, public_key, salt }: Agreement<'_>,
    keys: &Keys,
    message: &[u8],
    length: usize,
) -> Result<Vec<u8>, SealError> {
    let length = length.max(message.len() + 1);
    if length + AES_128_GCM.tag_len() > RECORD as usize {
        return Err(SealError);
    }
    let key_material = key_material(secret, public_key, keys)?;
    let secrets = Salt::new(HKDF_SHA256, &salt).extract(&key_material);
    let mut content_key = [0; 16];
    secrets.expand(&[b"Content-Encoding: aes128gcm\0"], Length(16))?.fill(&mut content_key)?;
    let mut nonce = [0; 12];
    secrets.expand(&[b"Content-Encoding: nonce\0"], Length(12))?.fill(&mut nonce)?;

    let mut record = Vec::with_capacity(length + AES_128_GCM.tag_len());
    record.extend_from_slice(message);
    record.push(LAST_RECORD);
    record.resize(length, 0);
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &content_key)?);
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record)?;

    let mut sealed = Vec::with_capacity(salt.len() + 5 + PUBLIC_KEY + record.len());
    sealed.extend_from_slice(&salt);
    sealed.extend_from_slice(&RECORD.to_be_bytes());
    sealed.push(u8::try_from(PUBLIC_KEY).map_err(|_| SealError)?);
    sealed.extend_from_slice(public_key);
    sealed.extend_from_slice(&record);
    Ok(sealed)
}

/// RFC 8291, section 3.4.
fn key_material(secret: &[u8], public_key: &[u8; PUBLIC_KEY], keys: &Keys) -> Result<[u8; 32], SealError> {
    const _: () = assert!(AUTH == 16, "the salt of the extraction");
    let info: [&[u8]; 3] = [b"WebPush: info\0", &keys.p256dh, public_key];
    let mut material = [0; 32];
    Salt::new(HKDF_SHA256, &keys.auth).extract(secret).expand(&info, Length(32))?.fill(&mut material)?;
    Ok(material)
}

#[derive(Clone, Copy)]
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use aes_gcm::{Aes128Gcm, KeyInit as _, aead::Aead as _};
    use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
    use hkdf::Hkdf;
    use p256::{PublicKey, SecretKey, ecdh::diffie_hellman, elliptic_curve::sec1::ToSec1Point as _};
    use sha2::Sha256;

    use super::*;

    fn bytes<const N: usize>(text: &str) -> [u8; N] {
        URL_SAFE_NO_PAD.decode(text).unwrap().try_into().unwrap()
    }

    /// RFC 8291, appendix A.
    #[test]
    fn the_example_of_the_rfc_comes_out_byte_for_byte() {
        let keys = Keys {
            p256dh: bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
            auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
        };
        let own = SecretKey::from_slice(&bytes::<32>("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")).unwrap();
        let theirs = PublicKey::from_sec1_bytes(&keys.p256dh).unwrap();
        let secret = diffie_hellman(own.to_nonzero_scalar(), theirs.as_affine());
        let agreement = Agreement {
            secret: secret.raw_secret_bytes(),
            public_key: &bytes(
                "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
            ),
            salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"),
        };
        let sealed = seal_with(agreement, &keys, b"When I grow up, I want to be a watermelon", 0).unwrap();
        assert_eq!(
            URL_SAFE_NO_PAD.encode(sealed),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6P\
             Bru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    /// Decrypts a message with other libraries than those that encrypted it.
    fn open(own: &SecretKey, keys: &Keys, sealed: &[u8]) -> Vec<u8> {
        let (salt, rest) = sealed.split_at(16);
        let (record, rest) = rest.split_at(4);
        assert_eq!((record, rest[0]), (&4_096u32.to_be_bytes()[..], 65));
        let (sender, record) = rest[1..].split_at(65);
        let secret = diffie_hellman(own.to_nonzero_scalar(), PublicKey::from_sec1_bytes(sender).unwrap().as_affine());
        let expand = |salt: &[u8], material: &[u8], info: &[u8], length: usize| {
            let mut out = vec![0; length];
            Hkdf::<Sha256>::new(Some(salt), material).expand(info, &mut out).unwrap();
            out
        };
        let info = [&b"WebPush: info\0"[..], &keys.p256dh, sender].concat();
        let material = expand(&keys.auth, secret.raw_secret_bytes(), &info, 32);
        let key = expand(salt, &material, b"Content-Encoding: aes128gcm\0", 16);
        let nonce = expand(salt, &material, b"Content-Encoding: nonce\0", 12);
        let cipher = Aes128Gcm::new_from_slice(&key).unwrap();
        let nonce: [u8; 12] = nonce.try_into().unwrap();
        let mut opened = cipher.decrypt(&nonce.into(), record).unwrap();
        while opened.pop() == Some(0) {}
        opened
    }

    fn device(number: u8) -> (SecretKey, Keys) {
        let own = SecretKey::from_slice(&[number; 32]).unwrap();
        let point = own.public_key().to_sec1_point(false);
        (own, Keys { p256dh: point.as_bytes().try_into().unwrap(), auth: [number; 16] })
    }

    #[test]
    fn the_device_decrypts_its_message_and_short_ones_have_the_same_size() {
        for number in 1..=50 {
            let (own, keys) = device(number);
            let message = vec![number; usize::from(number) * 20];
            let sealed = seal(&keys, &message).unwrap();
            assert_eq!(sealed.len(), 1_126);
            assert_eq!(open(&own, &keys, &sealed), message);
        }
    }

    #[test]
    fn a_longer_message_has_the_next_size_and_one_beyond_a_record_is_refused() {
        let (own, keys) = device(7);
        for (length, size) in [(0, 1_126), (1_023, 1_126), (1_024, 2_150), (3_071, 3_174)] {
            let sealed = seal(&keys, &vec![9; length]).unwrap();
            assert_eq!((sealed.len(), open(&own, &keys, &sealed).len()), (size, length));
        }
        assert_eq!(seal(&keys, &[9; 3_072]), Err(SealError));
        let off_curve = Keys { p256dh: [4; 65], ..keys };
        assert_eq!(seal(&off_curve, b"x"), Err(SealError));
    }
}
