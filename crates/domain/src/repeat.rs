//! On which days of the week an alarm rings.

use std::{fmt, str::FromStr};

use time::Weekday;

/// How often an alarm rings (specification, section 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Repeat {
    /// Every day.
    Daily,
    /// Monday to Friday.
    Weekday,
    /// Saturday and Sunday.
    Weekend,
    /// The next time only, on any day.
    Once,
}

/// The text names no repeat rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("repeat must be one of daily, weekday, weekend, once")]
pub struct UnknownRepeat;

impl Repeat {
    /// All rules, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Daily, Self::Weekday, Self::Weekend, Self::Once];

    /// Whether the rule rings on this day of the week.
    #[must_use]
    pub const fn allows(self, day: Weekday) -> bool {
        let weekend = matches!(day, Weekday::Saturday | Weekday::Sunday);
        match self {
            Self::Daily | Self::Once => true,
            Self::Weekday => !weekend,
            Self::Weekend => weekend,
        }
    }

    /// The rule's name on the wire and in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Daily => "daily",
            Self::Weekday => "weekday",
            Self::Weekend => "weekend",
            Self::Once => "once",
        }
    }
}

impl fmt::Display for Repeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Repeat {
    type Err = UnknownRepeat;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|repeat| repeat.as_str() == text).ok_or(UnknownRepeat)
    }
}
