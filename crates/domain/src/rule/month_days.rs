//! Days of a month by their number, and days of the week by their number in a month.

use time::Weekday;

use crate::weekdays::Weekdays;

/// Days of a month, counted from its first or its last; at least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct MonthDays {
    /// Bit 0 is the first day.
    from_first: u32,
    /// Bit 0 is the last day.
    from_last: u32,
}

impl MonthDays {
    /// The furthest day from either end.
    pub(super) const MAX: u8 = 31;

    /// These days and another one, from 1 or from −1.
    pub(super) fn with(self, day: i8) -> Self {
        let bit = 1 << (day.unsigned_abs() - 1);
        if day > 0 {
            Self { from_first: self.from_first | bit, ..self }
        } else {
            Self { from_last: self.from_last | bit, ..self }
        }
    }

    /// The numbers, those from the first day before those from the last, each in the order of a long month.
    pub(super) fn numbers(self) -> impl Iterator<Item = i8> {
        let max = Self::MAX.cast_signed();
        let from_first = (1..=max).filter(move |day| self.from_first >> (day - 1) & 1 == 1);
        let from_last = (-max..=-1).filter(move |day| self.from_last >> (-day - 1) & 1 == 1);
        from_first.chain(from_last)
    }

    /// The days of a month with this many days, the first as the lowest bit.
    pub(super) fn in_month(self, length: u8) -> u32 {
        let of_length = u32::MAX >> (32 - u32::from(length));
        self.from_first & of_length | self.from_last.reverse_bits() >> (32 - u32::from(length))
    }
}

/// Days of the week in a month: the first to the fourth, and the last; at least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct MonthWeekdays([Option<Weekdays>; 5]);

impl MonthWeekdays {
    /// The numbers that a day may have.
    pub(super) const NUMBERS: [i8; 5] = [1, 2, 3, 4, -1];

    /// These days and another one; `None` if the number is not one of [`Self::NUMBERS`].
    pub(super) fn with(mut self, number: i8, day: Weekday) -> Option<Self> {
        let index = Self::NUMBERS.iter().position(|known| *known == number)?;
        let days = self.0.get_mut(index)?;
        *days = Some(days.map_or(Weekdays::from(day), |days| days.with(day)));
        Some(self)
    }

    /// The days with their numbers, by number, Monday first.
    pub(super) fn numbers(self) -> impl Iterator<Item = (i8, Weekday)> {
        let numbered = Self::NUMBERS.into_iter().zip(self.0);
        numbered.flat_map(|(number, days)| days.into_iter().flat_map(Weekdays::iter).map(move |day| (number, day)))
    }

    /// The days of a month with this many days and this first weekday, the first as the lowest bit.
    pub(super) fn in_month(self, length: u8, first: Weekday) -> u32 {
        self.numbers().fold(0, |days, (number, day)| {
            let first_such = (day.number_days_from_monday() + 7 - first.number_days_from_monday()) % 7;
            let index = match number {
                -1 => first_such + (length - 1 - first_such) / 7 * 7,
                number => first_such + (number.unsigned_abs() - 1) * 7,
            };
            days | 1 << index
        })
    }
}
