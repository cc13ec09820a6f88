//! The normal form of a rule as text.

use std::fmt;

use time::Weekday;

use super::recurrence::{Days, Rule};

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.days {
            Days::Daily => "FREQ=DAILY",
            Days::Weekly(_) => "FREQ=WEEKLY",
            Days::OfMonth(_) | Days::WeekdaysOfMonth(_) => "FREQ=MONTHLY",
            Days::Yearly => "FREQ=YEARLY",
        })?;
        if self.interval > 1 {
            write!(f, ";INTERVAL={}", self.interval)?;
        }
        match self.days {
            Days::Daily | Days::Yearly => {}
            Days::Weekly(days) => list(f, ";BYDAY=", days.iter().map(name))?,
            Days::OfMonth(days) => list(f, ";BYMONTHDAY=", days.numbers())?,
            Days::WeekdaysOfMonth(days) => {
                list(f, ";BYDAY=", days.numbers().map(|(number, day)| format!("{number}{}", name(day))))?;
            }
        }
        self.until.map_or(Ok(()), |until| {
            write!(f, ";UNTIL={:04}{:02}{:02}", until.year(), u8::from(until.month()), until.day())
        })
    }
}

fn list(f: &mut fmt::Formatter<'_>, part: &str, values: impl Iterator<Item = impl fmt::Display>) -> fmt::Result {
    let mut before = part;
    for value in values {
        write!(f, "{before}{value}")?;
        before = ",";
    }
    Ok(())
}

/// The days of the week and their names in a rule.
pub(super) const NAMES: [(Weekday, &str); 7] = [
    (Weekday::Monday, "MO"),
    (Weekday::Tuesday, "TU"),
    (Weekday::Wednesday, "WE"),
    (Weekday::Thursday, "TH"),
    (Weekday::Friday, "FR"),
    (Weekday::Saturday, "SA"),
    (Weekday::Sunday, "SU"),
];

const fn name(day: Weekday) -> &'static str {
    match day {
        Weekday::Monday => NAMES[0].1,
        Weekday::Tuesday => NAMES[1].1,
        Weekday::Wednesday => NAMES[2].1,
        Weekday::Thursday => NAMES[3].1,
        Weekday::Friday => NAMES[4].1,
        Weekday::Saturday => NAMES[5].1,
        Weekday::Sunday => NAMES[6].1,
    }
}
