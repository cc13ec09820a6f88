//! The secret that identifies a session.

use std::{fmt, str::FromStr};

/// A token of 256 random bits. Its text form, for a cookie, is 64 lower-case hexadecimal digits.
///
/// `Debug` hides it; there is no `Display`, so that it cannot get into a message by accident.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionToken([u8; 32]);

/// The text is not a session token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a session token must be 64 lower-case hexadecimal digits")]
pub struct SessionTokenError;

impl SessionToken {
    /// A token of random bytes.
    #[must_use]
    pub const fn from_random(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes to hash.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The text form, for a cookie.
    #[must_use]
    pub fn to_text(&self) -> String {
        let digits = self.0.iter().flat_map(|byte| [byte >> 4, byte & 0xF]);
        digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
    }
}

impl FromStr for SessionToken {
    type Err = SessionTokenError;

    fn from_str(text: &str) -> Result<Self, SessionTokenError> {
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        if pairs.len() != 32 || !rest.is_empty() {
            return Err(SessionTokenError);
        }
        let mut bytes = [0; 32];
        for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
            *byte = digit(*high)? << 4 | digit(*low)?;
        }
        Ok(Self(bytes))
    }
}

impl fmt::Debug for SessionToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionToken(…)")
    }
}

const fn digit(letter: u8) -> Result<u8, SessionTokenError> {
    match letter {
        b'0'..=b'9' => Ok(letter - b'0'),
        b'a'..=b'f' => Ok(letter - b'a' + 10),
        _ => Err(SessionTokenError),
    }
}
