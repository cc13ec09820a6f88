//! A password as it was typed, and what is kept of it.

use std::fmt;

use unicode_normalization::UnicodeNormalization as _;

use super::username::{self, Username};

/// At least this many characters (Unicode scalar values).
pub const MIN_CHARACTERS: usize = 6;

/// At most this many bytes of UTF-8: hashing takes longer the more there are.
pub const MAX_BYTES: usize = 512;

/// Passwords that guessers try first, in lower case.
///
/// An own selection: words and rows of keys that head every published count of leaked passwords and have at least
/// [`MIN_CHARACTERS`]. [`is_monotonous`] covers digits and letters in sequence or repeated.
static COMMON: &str = include_str!("common_passwords.txt");

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
    /// One of those that guessers try first.
    #[error("this password is among the first that guessers try")]
    TooCommon,
    /// The name of the account.
    #[error("a password cannot be the username")]
    SameAsUsername,
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

    /// Refuses what is guessed first: a common password, one character or one sequence, or the account's own name.
    ///
    /// For new passwords only: an account whose password became common since can still sign in.
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

/// Longer sequences than this are in no list of guesses.
const LONGEST_SEQUENCE: usize = 20;

/// Whether each character follows the last by the same step of 0, 1 or -1, as in `aaaaaa`, `123456` and `fedcba`; 0 follows
/// 9 as it does on keys.
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
