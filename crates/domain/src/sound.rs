//! The sounds that an alarm or a timer can ring with.

use crate::names::names;

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
