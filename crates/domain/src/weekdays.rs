//! The chosen days of the week of an alarm.

use time::Weekday;

/// At least one day of the week.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Weekdays(u8);

/// Why names or bits are not a set of days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WeekdaysError {
    /// No day at all.
    #[error("days must name at least one day")]
    Empty,
    /// A name that is not a day.
    #[error("days must be among mon, tue, wed, thu, fri, sat, sun")]
    Unknown,
    /// A day is named twice.
    #[error("days must name each day once")]
    Twice,
}

/// The days and their names in the API, Monday first.
const NAMES: [(Weekday, &str); 7] = [
    (Weekday::Monday, "mon"),
    (Weekday::Tuesday, "tue"),
    (Weekday::Wednesday, "wed"),
    (Weekday::Thursday, "thu"),
    (Weekday::Friday, "fri"),
    (Weekday::Saturday, "sat"),
    (Weekday::Sunday, "sun"),
];

const ALL_BITS: u8 = 0b111_1111;

impl Weekdays {
    /// Monday to Friday.
    pub const WORKDAYS: Self = Self(0b001_1111);

    /// Saturday and Sunday.
    pub const WEEKEND: Self = Self(0b110_0000);

    /// The names of all days in the API, Monday first.
    pub const NAMES: [&str; 7] = [NAMES[0].1, NAMES[1].1, NAMES[2].1, NAMES[3].1, NAMES[4].1, NAMES[5].1, NAMES[6].1];

    /// The days with these names, in any order.
    ///
    /// ```
    /// use tokibako_domain::weekdays::{Weekdays, WeekdaysError};
    ///
    /// let days = Weekdays::named(["wed", "mon"])?;
    /// assert_eq!(days.names().collect::<Vec<_>>(), ["mon", "wed"]);
    /// assert_eq!(Weekdays::named(["mon", "mon"]), Err(WeekdaysError::Twice));
    /// # Ok::<_, WeekdaysError>(())
    /// ```
    pub fn named<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self, WeekdaysError> {
        let mut bits = 0;
        for name in names {
            let (day, _) = NAMES.iter().find(|(_, known)| *known == name).ok_or(WeekdaysError::Unknown)?;
            let bit = bit(*day);
            if bits & bit != 0 {
                return Err(WeekdaysError::Twice);
            }
            bits |= bit;
        }
        if bits == 0 { Err(WeekdaysError::Empty) } else { Ok(Self(bits)) }
    }

    /// The inverse of [`Self::bits`].
    pub const fn from_bits(bits: u8) -> Result<Self, WeekdaysError> {
        match bits {
            0 => Err(WeekdaysError::Empty),
            1..=ALL_BITS => Ok(Self(bits)),
            _ => Err(WeekdaysError::Unknown),
        }
    }

    /// One bit per day; Monday's is the lowest.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether the set contains this day.
    #[must_use]
    pub const fn contain(self, day: Weekday) -> bool {
        self.0 & bit(day) != 0
    }

    /// These weekdays and another day.
    #[must_use]
    pub const fn with(self, day: Weekday) -> Self {
        Self(self.0 | bit(day))
    }

    /// The days, Monday first.
    pub fn iter(self) -> impl Iterator<Item = Weekday> {
        NAMES.into_iter().map(|(day, _)| day).filter(move |day| self.contain(*day))
    }

    /// Their names in the API, Monday first.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        NAMES.into_iter().filter(move |(day, _)| self.contain(*day)).map(|(_, name)| name)
    }
}

impl From<Weekday> for Weekdays {
    fn from(day: Weekday) -> Self {
        Self(bit(day))
    }
}

const fn bit(day: Weekday) -> u8 {
    1 << day.number_days_from_monday()
}
