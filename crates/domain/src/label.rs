//! The optional name a person gives an alarm or a timer.

/// At most this many characters (Unicode scalar values).
pub const MAX_CHARACTERS: usize = 100;

/// A label: trimmed, never empty, at most [`MAX_CHARACTERS`] long.
#[derive(Clone, PartialEq, Eq)]
pub struct Label(String);

/// Why a text is not a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LabelError {
    /// Longer than [`MAX_CHARACTERS`] after trimming.
    #[error("a label may have at most {MAX_CHARACTERS} characters, not {0}")]
    TooLong(usize),
    /// Holds U+0000, which no database text can.
    #[error("a label cannot contain the character U+0000")]
    Nul,
}

impl Label {
    /// Trims `text`; nothing left means no label.
    pub fn parse(text: &str) -> Result<Option<Self>, LabelError> {
        let text = text.trim();
        if text.contains('\0') {
            return Err(LabelError::Nul);
        }
        let characters = text.chars().count();
        if characters > MAX_CHARACTERS {
            return Err(LabelError::TooLong(characters));
        }
        Ok((!text.is_empty()).then(|| Self(text.to_owned())))
    }

    /// The text of the label.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Labels are private: their `Debug` form tells the length alone.
impl std::fmt::Debug for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Label({} characters)", self.0.chars().count())
    }
}
