//! Passwords and their hashes.

use std::fmt;

use unicode_normalization::UnicodeNormalization as _;

use super::username::{self, Username};

/// At least this many characters (Unicode scalar values).
pub const MIN_CHARACTERS: usize = 6;

/// At most this many bytes of UTF-8, because hashing time grows with the length.
pub const MAX_BYTES: usize = 512;

/// The most common passwords, in lower case.
///
/// Selected for this project: words and keyboard rows that lead every published list of leaked passwords and have at
/// least [`MIN_CHARACTERS`]. [`is_monotonous`] covers sequences and repetitions of digits and letters.
static COMMON: &str = include_str!("common_passwords.txt");

/// A password in normalization form C, so that it is the same from every keyboard (RFC 8265, section 4.2).
///
/// `Debug` hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

/// The hash of a password with its salt and parameters, in the PHC string format.
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
    /// A very common password.
    #[error("this password is among the first that guessers try")]
    TooCommon,
    /// The name of the account.
    #[error("a password cannot be the username")]
    SameAsUsername,
}

impl Password {
    /// Accepts `text` as a password, without trimming it.
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

    /// Refuses passwords that are easy to guess: a common one, one repeated character, a sequence, or the account's
    /// name.
    ///
    /// For new passwords only: an account whose password has become common can still sign in.
    ///
    /// ```
    /// use tokibako_domain::account::{Password, PasswordError, Username};
    ///
    /// let name = Username::parse("Jürgen").unwrap();
    /// let for_jürgen = |text| Password::parse(text).and_then(|password| password.for_new(&name)).err();
    /// assert_eq!(for_jürgen("JÜRGEN"), Some(PasswordError::SameAsUsername));
    /// assert_eq!(for_jürgen("Qwerty"), Some(PasswordError::TooCommon));
    /// assert_eq!(for_jürgen("987654321"), Some(PasswordError::TooCommon));
    /// assert_eq!(for_jürgen("three blue mice"), None);
    /// ```
    pub fn for_new(self, name: &Username) -> Result<Self, PasswordError> {
        let key = username::key(self.0.trim());
        if key == name.key() {
            return Err(PasswordError::SameAsUsername);
        }
        if is_monotonous(&key) || COMMON.lines().any(|common| common == key) {
            return Err(PasswordError::TooCommon);
        }
        Ok(self)
    }

    /// The bytes to hash.
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

/// Longer sequences are not in lists of common passwords.
const LONGEST_SEQUENCE: usize = 20;

/// Whether each character follows the previous one by the same step of 0, 1 or -1, as in `aaaaaa`, `123456` and
/// `fedcba`. 0 follows 9, as on a keyboard.
fn is_monotonous(text: &str) -> bool {
    let codes: Vec<_> = text.chars().map(|character| i64::from(u32::from(character))).collect();
    let step = |pair: &[i64]| match pair {
        [0x39, 0x30] => Some(1),
        [0x30, 0x39] => Some(-1),
        [one, next] => Some(next - one),
        _ => None,
    };
    let mut steps = codes.windows(2).map(step);
    let first = steps.next().flatten();
    codes.len() <= LONGEST_SEQUENCE
        && first.is_some_and(|first| (-1..=1).contains(&first))
        && steps.all(|step| step == first)
}
