//! The sounds that an alarm or a timer can ring with.

use std::str::FromStr;

/// The name of a sound: one of the site's, or the visitor's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Sound {
    /// The default sound.
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

/// The text is not the name of a sound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("sound must be one of default, dawn, chime, marimba, pulse, own")]
pub struct UnknownSound;

impl Sound {
    /// All sounds in the order in which the site offers them: the default, then from soft to insistent, then the
    /// visitor's own.
    pub const ALL: [Self; 6] = [Self::Default, Self::Dawn, Self::Chime, Self::Marimba, Self::Pulse, Self::Own];

    /// The name in the API and in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Dawn => "dawn",
            Self::Chime => "chime",
            Self::Marimba => "marimba",
            Self::Pulse => "pulse",
            Self::Own => "own",
        }
    }
}

impl FromStr for Sound {
    type Err = UnknownSound;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|sound| sound.as_str() == text).ok_or(UnknownSound)
    }
}
