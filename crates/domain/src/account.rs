//! Accounts: a name and a password, which give access to the same browser id on another device, and the tokens of sessions.

use std::{fmt, str::FromStr};

use time::{Duration, OffsetDateTime};
use unicode_normalization::UnicodeNormalization as _;

use crate::{
    browser_id::BrowserId,
    ring_settings::{is_joiner, is_unseen},
};

/// How long a session is valid after its last use: as long as browsers keep a cookie (RFC 6265bis, section 5.5).
pub const SESSION_LIFETIME: Duration = Duration::days(400);

/// The precision of a session's expiry and of the last visit: a session in use is written to the database this often.
pub const VISIT_PRECISION: Duration = Duration::hours(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AccountId(pub i64);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    pub id: AccountId,
    /// The browser id that owns the account's data.
    pub browser: BrowserId,
    pub username: Username,
    /// When it was last used, with a precision of [`VISIT_PRECISION`].
    pub last_visited: OffsetDateTime,
}

/// At least this many characters (Unicode scalar values), joiners not counted.
pub const MIN_USERNAME: usize = 3;

/// At most this many characters (Unicode scalar values).
pub const MAX_USERNAME: usize = 64;

/// A name as its owner wrote it, trimmed and in normalization form C.
///
/// Two names are equal if their [keys](Self::key) are. `Debug` hides the name, which is half of a login.
#[derive(Clone)]
pub struct Username {
    shown: String,
    key: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UsernameError {
    #[error("a username must have at least {MIN_USERNAME} characters")]
    TooShort,
    #[error("a username may have at most {MAX_USERNAME} characters")]
    TooLong,
    #[error("a username cannot contain control or invisible characters")]
    Invisible,
}

impl Username {
    /// Accepts `text`, trimmed, as a name.
    ///
    /// ```
    /// use tokibako_domain::account::Username;
    ///
    /// let name = Username::parse(" Jürgen ").unwrap();
    /// assert_eq!(name.as_str(), "Jürgen");
    /// assert_eq!(name, Username::parse("JÜRGEN").unwrap());
    /// assert_ne!(name, Username::parse("Jurgen").unwrap());
    /// ```
    pub fn parse(text: &str) -> Result<Self, UsernameError> {
        let shown: String = text.trim().nfc().collect();
        let characters = shown.chars().count();
        if characters > MAX_USERNAME {
            return Err(UsernameError::TooLong);
        }
        if shown.chars().any(is_unseen) {
            return Err(UsernameError::Invisible);
        }
        if shown.chars().filter(|character| !is_joiner(*character)).count() < MIN_USERNAME {
            return Err(UsernameError::TooShort);
        }
        let key = key(&shown);
        Ok(Self { shown, key })
    }

    pub fn as_str(&self) -> &str {
        &self.shown
    }

    /// The text by which names are compared: it ignores case, variants such as full-width letters (compatibility
    /// caseless matching, Unicode 3.13, D146), and joiners, which are invisible.
    pub fn key(&self) -> &str {
        &self.key
    }
}

impl PartialEq for Username {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Username {}

impl fmt::Debug for Username {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Username(…)")
    }
}

/// Folds characters that look alike. Converting to upper case and back to lower case also folds ß and ς.
fn key(text: &str) -> String {
    let visible = text.nfkd().filter(|character| !is_joiner(*character));
    let folded: String = visible.flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect();
    folded.nfkc().collect()
}

/// At least this many characters (Unicode scalar values).
pub const MIN_PASSWORD: usize = 6;

/// At most this many bytes of UTF-8, because hashing time grows with the length.
pub const MAX_PASSWORD_BYTES: usize = 512;

/// The most common passwords, in lower case.
///
/// Selected for this project: words and keyboard rows that lead every published list of leaked passwords and have at
/// least [`MIN_PASSWORD`]. [`is_monotonous`] covers sequences and repetitions of digits and letters.
static COMMON: &str = include_str!("account/common_passwords.txt");

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

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    #[error("a password must have at least {MIN_PASSWORD} characters")]
    TooShort,
    #[error("a password may have at most {MAX_PASSWORD_BYTES} bytes")]
    TooLong,
    #[error("this password is among the first that guessers try")]
    TooCommon,
    #[error("a password cannot be the username")]
    SameAsUsername,
}

impl Password {
    /// Accepts `text` as a password, without trimming it.
    pub fn parse(text: &str) -> Result<Self, PasswordError> {
        let text: String = text.nfc().collect();
        if text.len() > MAX_PASSWORD_BYTES {
            return Err(PasswordError::TooLong);
        }
        if text.chars().count() < MIN_PASSWORD {
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
        let key = key(self.0.trim());
        if key == name.key() {
            return Err(PasswordError::SameAsUsername);
        }
        if is_monotonous(&key) || COMMON.lines().any(|common| common == key) {
            return Err(PasswordError::TooCommon);
        }
        Ok(self)
    }

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

/// A token of 256 random bits. Its text form, for a cookie, is 64 lower-case hexadecimal digits.
///
/// `Debug` hides it; there is no `Display`, so that it cannot get into a message by accident.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionToken([u8; 32]);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a session token must be 64 lower-case hexadecimal digits")]
pub struct SessionTokenError;

impl SessionToken {
    pub const fn from_random(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The text form, for a cookie.
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
