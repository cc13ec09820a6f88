//! The optional name of an alarm or a timer, and the characters that cannot be seen: names are compared without them, and
//! a text of nothing else names nothing.

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
    /// Only characters that cannot be seen.
    #[error("a label needs a character that can be seen")]
    Unseen,
    /// Contains U+0000, which Postgres cannot store.
    #[error("a label cannot contain the character U+0000")]
    Nul,
}

impl Label {
    /// Trims `text`; `None` if nothing is left.
    pub fn parse(text: &str) -> Result<Option<Self>, LabelError> {
        let text = text.trim();
        if text.contains('\0') {
            return Err(LabelError::Nul);
        }
        let characters = text.chars().count();
        if characters > MAX_CHARACTERS {
            return Err(LabelError::TooLong(characters));
        }
        let is_seen = |character: char| !character.is_whitespace() && !is_joiner(character) && !is_unseen(character);
        if !text.is_empty() && !text.contains(is_seen) {
            return Err(LabelError::Unseen);
        }
        Ok((!text.is_empty()).then(|| Self(text.to_owned())))
    }

    /// The text of the label.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Labels are private, so `Debug` shows only their length.
impl std::fmt::Debug for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Label({} characters)", self.0.chars().count())
    }
}

/// Characters that shape their neighbours and are needed to write some languages and emoji.
pub(crate) const fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200C}' | '\u{200D}' | '\u{FE00}'..='\u{FE0F}')
}

/// Control characters, line separators, changes of direction, and characters without width.
pub(crate) fn is_unseen(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{AD}'
                | '\u{34F}'
                | '\u{61C}'
                | '\u{115F}'..='\u{1160}'
                | '\u{17B4}'..='\u{17B5}'
                | '\u{180B}'..='\u{180F}'
                | '\u{200B}'
                | '\u{200E}'..='\u{200F}'
                | '\u{2028}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}'
                | '\u{3164}'
                | '\u{FEFF}'
                | '\u{FFA0}'
                | '\u{FFF0}'..='\u{FFFB}'
                | '\u{E0000}'..='\u{E0FFF}'
        )
}
