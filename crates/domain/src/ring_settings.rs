//! What an alarm or a timer rings with: its sound, its label, and the snooze interval of an alarm.

use time::Duration;

/// The name of a sound: one of the site's, or the visitor's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Sound {
    #[default]
    Default,
    /// Slow swells, the softest.
    Dawn,
    /// Soft struck bells.
    Chime,
    /// Wooden bars.
    Marimba,
    /// Short bright calls, the most insistent.
    Pulse,
    /// A file that only the visitor's device has. Other devices play the default sound.
    Own,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("sound must be one of default, dawn, chime, marimba, pulse, own")]
pub struct UnknownSound;

names! {
    /// All sounds in the order in which the site offers them: the default, then from soft to insistent, then the
    /// visitor's own.
    Sound, UnknownSound:
        Default = "default",
        Dawn = "dawn",
        Chime = "chime",
        Marimba = "marimba",
        Pulse = "pulse",
        Own = "own"
}

/// A snooze interval of 1 to 60 whole minutes; 5 by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SnoozeInterval(u8);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("snoozeInterval must be a whole number of minutes from 1 to 60")]
pub struct SnoozeIntervalError;

impl SnoozeInterval {
    pub fn from_minutes(minutes: i64) -> Result<Self, SnoozeIntervalError> {
        match u8::try_from(minutes) {
            Ok(minutes @ 1..=60) => Ok(Self(minutes)),
            _ => Err(SnoozeIntervalError),
        }
    }

    pub const fn minutes(self) -> u8 {
        self.0
    }

    pub fn duration(self) -> Duration {
        Duration::minutes(self.0.into())
    }
}

impl Default for SnoozeInterval {
    fn default() -> Self {
        Self(5)
    }
}

/// At most this many characters (Unicode scalar values).
pub const MAX_CHARACTERS: usize = 100;

/// A label: trimmed, never empty, at most [`MAX_CHARACTERS`] long.
#[derive(Clone, PartialEq, Eq)]
pub struct Label(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LabelError {
    #[error("a label may have at most {MAX_CHARACTERS} characters, not {0}")]
    TooLong(usize),
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
