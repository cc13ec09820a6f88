//! Calendar days in the API, `YYYY-MM-DD`.

use time::{Date, Month};

/// The text is not a day of the years 1 to 9999 in that form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a day YYYY-MM-DD, such as 2026-12-24")]
pub struct DayError;

/// Parses a day. [`Date`] prints one in the same form.
///
/// ```
/// use time::macros::date;
/// use tokibako_domain::day::{self, DayError};
///
/// assert_eq!(day::parse("2026-12-24"), Ok(date!(2026-12-24)));
/// assert_eq!(day::parse("2026-02-29"), Err(DayError));
/// assert_eq!(date!(0800-12-24).to_string(), "0800-12-24");
/// ```
pub fn parse(text: &str) -> Result<Date, DayError> {
    let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text.as_bytes() else {
        return Err(DayError);
    };
    let year = number(&[y1, y2, y3, y4])?;
    let month = u8::try_from(number(&[m1, m2])?).ok().and_then(|month| Month::try_from(month).ok());
    let day = u8::try_from(number(&[d1, d2])?).map_err(|_| DayError)?;
    if year == 0 {
        return Err(DayError);
    }
    Date::from_calendar_date(year, month.ok_or(DayError)?, day).map_err(|_| DayError)
}

fn number(digits: &[u8]) -> Result<i32, DayError> {
    digits.iter().try_fold(0, |number, digit| {
        if digit.is_ascii_digit() { Ok(number * 10 + i32::from(digit - b'0')) } else { Err(DayError) }
    })
}
