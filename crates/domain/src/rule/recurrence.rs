//! A rule of recurrence and its days: by their number in a month, or days of the week by theirs.

use time::{Date, Duration, Month, Weekday, util::days_in_month};

use crate::day::Weekdays;

pub const MAX_INTERVAL: u16 = 366;

/// A rule with a day within this many years is not refused.
pub const HORIZON_YEARS: i32 = 400;

/// A day that only some months or years have is among this many candidates of a rule that has it at all: 29 February of
/// every 25th year is the rarest, once in 400 years.
const CANDIDATES: i32 = 18;

/// On which days an alarm rings, counted from a first day.
///
/// Equal rules have one normal form, which is what `Display` prints: the parts in one order, in upper case, without
/// `INTERVAL=1` and with the days that follow from the first one.
///
/// ```
/// use time::macros::date;
/// use tokibako_domain::rule::Rule;
///
/// let monday = date!(2026-11-23);
/// let rule = Rule::parse("freq=weekly;byday=we,mo;interval=2", monday)?;
/// assert_eq!(rule.to_string(), "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE");
/// assert_eq!(rule.next_day(date!(2026-11-24)), Some(date!(2026-11-25)));
/// assert_eq!(rule.next_day(date!(2026-11-26)), Some(date!(2026-12-07)));
/// assert_eq!(Rule::parse("FREQ=MONTHLY", monday)?.to_string(), "FREQ=MONTHLY;BYMONTHDAY=23");
/// # Ok::<_, tokibako_domain::rule::RuleError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rule {
    pub(super) days: Days,
    pub(super) interval: u16,
    pub(super) from: Date,
    pub(super) until: Option<Date>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Days {
    Daily,
    Weekly(Weekdays),
    OfMonth(MonthDays),
    WeekdaysOfMonth(MonthWeekdays),
    Yearly,
}

impl Rule {
    /// The first day of the rule, from which intervals count.
    pub const fn from(self) -> Date {
        self.from
    }

    /// The last day on which it may ring.
    pub const fn until(self) -> Option<Date> {
        self.until
    }

    /// The first day of the rule that is not before `earliest`. `None` after its last one or at the calendar's end.
    pub fn next_day(self, earliest: Date) -> Option<Date> {
        let earliest = earliest.max(self.from);
        let day = match self.days {
            Days::Daily => self.next_of_days(earliest),
            Days::Weekly(weekdays) => self.next_of_weeks(weekdays, earliest),
            Days::OfMonth(days) => self.next_of_months(earliest, |length, _| days.in_month(length)),
            Days::WeekdaysOfMonth(days) => self.next_of_months(earliest, |length, first| days.in_month(length, first)),
            Days::Yearly => self.next_of_years(earliest),
        };
        day.filter(|day| self.until.is_none_or(|until| *day <= until))
    }

    fn next_of_days(self, earliest: Date) -> Option<Date> {
        let interval = i32::from(self.interval);
        let passed = earliest.to_julian_day() - self.from.to_julian_day();
        let to_go = (interval - passed % interval) % interval;
        Date::from_julian_day(earliest.to_julian_day() + to_go).ok()
    }

    fn next_of_weeks(self, weekdays: Weekdays, earliest: Date) -> Option<Date> {
        let interval = i32::from(self.interval);
        let week = monday_before(earliest);
        let passed = (week - monday_before(self.from)) / 7;
        let in_week = |week: i32, first: i32| (first..week + 7).find(|day| weekdays.contain(weekday(*day)));
        let day = match passed % interval {
            0 => in_week(week, earliest.to_julian_day()).or_else(|| in_week(week + 7 * interval, week + 7 * interval)),
            since => {
                let next = week + 7 * (interval - since);
                in_week(next, next)
            }
        };
        Date::from_julian_day(day?).ok()
    }

    /// `days` are the days of a month with this many days and this first weekday, as bits from the lowest.
    fn next_of_months(self, earliest: Date, days: impl Fn(u8, Weekday) -> u32) -> Option<Date> {
        let interval = i32::from(self.interval);
        let present = month_number(earliest);
        let to_go = (interval - (present - month_number(self.from)) % interval) % interval;
        (0..CANDIDATES).find_map(|candidate| {
            let number = present + to_go + candidate * interval;
            let month = Month::try_from(u8::try_from(number % 12 + 1).ok()?).ok()?;
            let first = Date::from_calendar_date(number / 12, month, 1).ok()?;
            let passed = if number == present { u32::from(earliest.day()) - 1 } else { 0 };
            let left = days(days_in_month(month, first.year()), first.weekday()) >> passed << passed;
            (left != 0).then(|| first + Duration::days(left.trailing_zeros().into()))
        })
    }

    fn next_of_years(self, earliest: Date) -> Option<Date> {
        let interval = i32::from(self.interval);
        let to_go = (interval - (earliest.year() - self.from.year()) % interval) % interval;
        (0..CANDIDATES).find_map(|candidate| {
            let year = earliest.year() + to_go + candidate * interval;
            Date::from_calendar_date(year, self.from.month(), self.from.day()).ok().filter(|day| *day >= earliest)
        })
    }
}

fn monday_before(day: Date) -> i32 {
    day.to_julian_day() - i32::from(day.weekday().number_days_from_monday())
}

/// Julian days count from a Monday.
fn weekday(julian_day: i32) -> Weekday {
    Weekday::Monday.nth_next(u8::try_from(julian_day.rem_euclid(7)).unwrap_or_default())
}

/// Months since the year 0.
fn month_number(day: Date) -> i32 {
    day.year() * 12 + i32::from(u8::from(day.month())) - 1
}

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
