//! A password as it was typed, and what is kept of it.

use std::fmt;

use unicode_normalization::UnicodeNormalization as _;

/// At least this many characters (Unicode scalar values).
pub const MIN_CHARACTERS: usize = 6;

/// At most this many bytes of UTF-8: hashing takes longer the more there are.
pub const MAX_BYTES: usize = 128;

/// A password, composed (NFC) so that two keyboards write it alike (RFC 8265, section 4.2).
///
/// `Debug` hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

/// What is kept of a password: its hash with salt and parameters, in the PHC string format.
///
/// `Debug` hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(pub String);

/// Why a text is not a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// Fewer than [`MIN_CHARACTERS`].
    #[error("a password must have at least {MIN_CHARACTERS} characters")]
    TooShort,
    /// More than [`MAX_BYTES`].
    #[error("a password may have at most {MAX_BYTES} bytes")]
    TooLong,
}

impl Password {
    /// Takes `text` as a password; nothing of it is trimmed.
    pub fn parse(text: &str) -> Result<Self, PasswordError> {
        let text: String = text.nfc().collect();
        if text.len() > MAX_BYTES {
            return Err(PasswordError::TooLong);
        }
        if text.chars().count() < MIN_CHARACTERS {
            return Err(PasswordError::TooShort);
        }
        Ok(Self(text))
    }

    /// What is hashed.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash(…)")
    }
}
