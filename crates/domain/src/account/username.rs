//! Account names, and which of them are equal.

use std::fmt;

use unicode_normalization::UnicodeNormalization as _;

use crate::label::{is_joiner, is_unseen};

/// At least this many characters (Unicode scalar values), joiners not counted.
pub const MIN_CHARACTERS: usize = 3;

/// At most this many characters (Unicode scalar values).
pub const MAX_CHARACTERS: usize = 64;

/// A name as its owner wrote it, trimmed and in normalization form C.
///
/// Two names are equal if their [keys](Self::key) are. `Debug` hides the name, which is half of a login.
#[derive(Clone)]
pub struct Username {
    shown: String,
    key: String,
}

/// Why a text is not a username.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UsernameError {
    /// Fewer than [`MIN_CHARACTERS`] after trimming.
    #[error("a username must have at least {MIN_CHARACTERS} characters")]
    TooShort,
    /// More than [`MAX_CHARACTERS`] after trimming.
    #[error("a username may have at most {MAX_CHARACTERS} characters")]
    TooLong,
    /// Contains a control character, an invisible character, or one that changes the direction of the text.
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
        if characters > MAX_CHARACTERS {
            return Err(UsernameError::TooLong);
        }
        if shown.chars().any(is_unseen) {
            return Err(UsernameError::Invisible);
        }
        if shown.chars().filter(|character| !is_joiner(*character)).count() < MIN_CHARACTERS {
            return Err(UsernameError::TooShort);
        }
        let key = key(&shown);
        Ok(Self { shown, key })
    }

    /// The name as it is shown.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.shown
    }

    /// The text by which names are compared: it ignores case, variants such as full-width letters (compatibility
    /// caseless matching, Unicode 3.13, D146), and joiners, which are invisible.
    #[must_use]
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
pub(super) fn key(text: &str) -> String {
    let visible = text.nfkd().filter(|character| !is_joiner(*character));
    let folded: String = visible.flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect();
    folded.nfkc().collect()
}
