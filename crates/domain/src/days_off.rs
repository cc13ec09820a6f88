//! Days off: the days on which alarms do not ring.

use std::{cmp::Reverse, sync::Arc};

use time::{Date, Duration};

use crate::ring_settings::Label;

pub const MAX_RANGES: usize = 400;

pub const MAX_DAYS: u16 = 400;

/// At most this many characters (Unicode scalar values) in the label of a range.
pub const MAX_LABEL_CHARACTERS: usize = 60;

/// For this long a range is kept after its last day.
const KEPT_FOR: Duration = Duration::WEEK;

/// Some days in a row, with their name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayRange {
    from: Date,
    to: Date,
    label: Option<Label>,
}

/// Why two days and a label are not a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DayRangeError {
    #[error("a range of days off cannot end before it begins")]
    Reversed,
    #[error("a range of days off may have at most {MAX_DAYS} days, not {0}")]
    TooLong(i32),
    #[error("the label of a range may have at most {MAX_LABEL_CHARACTERS} characters, not {0}")]
    LongLabel(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there may be at most {MAX_RANGES} ranges of days off, not {0}")]
pub struct TooManyRanges(pub usize);

/// The days off of a browser: ranges in their order, of which none share a day.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DaysOff(Vec<DayRange>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum DaysOffMode {
    #[default]
    Silent,
    Ring,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("daysOff must be silent or ring")]
pub struct UnknownMode;

/// How an alarm observes days off.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Observance {
    pub mode: DaysOffMode,
    /// The days off of its browser. Read only where a next ring is computed; `None` if there are none.
    pub list: Option<Arc<DaysOff>>,
}

names! {
    DaysOffMode, UnknownMode: Silent = "silent", Ring = "ring"
}

impl From<DaysOffMode> for Observance {
    fn from(mode: DaysOffMode) -> Self {
        Self { mode, list: None }
    }
}

impl Observance {
    pub fn silent_days(&self) -> &DaysOff {
        static NONE: DaysOff = DaysOff::NONE;
        match (self.mode, &self.list) {
            (DaysOffMode::Silent, Some(list)) => list,
            _ => &NONE,
        }
    }
}

impl DayRange {
    /// The days from `from` to `to`, both included.
    pub fn new(from: Date, to: Date, label: Option<Label>) -> Result<Self, DayRangeError> {
        let range = Self { from, to, label };
        let characters = range.label.as_ref().map_or(0, |label| label.as_str().chars().count());
        if to < from {
            Err(DayRangeError::Reversed)
        } else if range.length() > MAX_DAYS.into() {
            Err(DayRangeError::TooLong(range.length()))
        } else if characters > MAX_LABEL_CHARACTERS {
            Err(DayRangeError::LongLabel(characters))
        } else {
            Ok(range)
        }
    }

    pub const fn from(&self) -> Date {
        self.from
    }

    pub const fn to(&self) -> Date {
        self.to
    }

    pub const fn label(&self) -> Option<&Label> {
        self.label.as_ref()
    }

    /// How many days it has.
    const fn length(&self) -> i32 {
        self.to.to_julian_day() - self.from.to_julian_day() + 1
    }

    /// These days in ranges of at most [`MAX_DAYS`].
    fn split(self) -> impl Iterator<Item = Self> {
        let mut rest = Some(self);
        std::iter::from_fn(move || {
            let mut range = rest.take()?;
            let next = range.from.checked_add(Duration::days(MAX_DAYS.into())).filter(|next| *next <= range.to);
            if let Some((from, to)) = next.and_then(|next| Some((next, next.previous_day()?))) {
                rest = Some(Self { from, to: range.to, label: range.label.clone() });
                range.to = to;
            }
            Some(range)
        })
    }
}

impl DaysOff {
    pub const NONE: Self = Self(Vec::new());

    /// The list of these ranges, in any order.
    ///
    /// Ranges that share days become one, with the label of the longest that has one. Neighbours with the same label
    /// become one if it is not too long.
    ///
    /// ```
    /// use time::macros::date;
    /// use tokibako_domain::{days_off::{DayRange, DaysOff}, ring_settings::Label};
    ///
    /// let range = |from, to, label| DayRange::new(from, to, Label::parse(label).unwrap()).unwrap();
    /// let away = range(date!(2026-12-23), date!(2027-01-03), "away");
    /// let christmas = range(date!(2026-12-25), date!(2026-12-26), "Christmas");
    /// let days_off = DaysOff::new(vec![christmas, away.clone()])?;
    /// assert_eq!(days_off.ranges(), [away]);
    /// # Ok::<_, tokibako_domain::days_off::TooManyRanges>(())
    /// ```
    pub fn new(ranges: Vec<DayRange>) -> Result<Self, TooManyRanges> {
        if ranges.len() > MAX_RANGES { Err(TooManyRanges(ranges.len())) } else { Ok(Self::merged(ranges)) }
    }

    /// Both lists in one. If they have too many ranges together, the last ones are left out.
    #[must_use]
    pub fn joined(self, other: Self) -> Self {
        let mut joined = Self::merged([self.0, other.0].concat());
        joined.0.truncate(MAX_RANGES);
        joined
    }

    /// The list without ranges that ended more than a week before `today`.
    #[must_use]
    pub fn recent(self, today: Date) -> Self {
        let is_recent = |range: &DayRange| today - range.to <= KEPT_FOR;
        Self(self.0.into_iter().filter(is_recent).collect())
    }

    /// The ranges, by their days.
    pub fn ranges(&self) -> &[DayRange] {
        &self.0
    }

    pub fn range_of(&self, day: Date) -> Option<&DayRange> {
        let index = self.0.partition_point(|range| range.to < day);
        self.0.get(index).filter(|range| range.from <= day)
    }

    fn merged(mut ranges: Vec<DayRange>) -> Self {
        ranges.sort_by_key(|range| (range.from, Reverse(range.to)));
        let mut groups = Vec::<(DayRange, i32)>::new();
        for range in ranges {
            let length = if range.label.is_some() { range.length() } else { 0 };
            match groups.last_mut() {
                Some((group, longest)) if range.from <= group.to => {
                    group.to = group.to.max(range.to);
                    if length > *longest {
                        (group.label, *longest) = (range.label, length);
                    }
                }
                _ => groups.push((range, length)),
            }
        }
        let mut merged = Vec::<DayRange>::new();
        for range in groups.into_iter().flat_map(|(group, _)| group.split()) {
            match merged.last_mut() {
                Some(last)
                    if last.to.next_day() == Some(range.from)
                        && last.label == range.label
                        && last.length() + range.length() <= MAX_DAYS.into() =>
                {
                    last.to = range.to;
                }
                _ => merged.push(range),
            }
        }
        Self(merged)
    }
}
