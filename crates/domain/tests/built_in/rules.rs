//! Which texts are rules, their normal form, and on which days they ring.

use std::fmt::Write as _;

use proptest::{prelude::*, sample};
use time::{Date, Duration, Weekday, macros::date, util::days_in_month};
use tokibako_domain::rule::{MAX_INTERVAL, Rule, RuleError};

/// A Monday.
const FROM: Date = date!(2026 - 11 - 23);

fn rule(text: &str, from: Date) -> Rule {
    Rule::parse(text, from).unwrap()
}

#[test]
fn a_rule_has_one_normal_form() {
    for (text, form) in [
        ("FREQ=DAILY", "FREQ=DAILY"),
        ("freq=daily;interval=03", "FREQ=DAILY;INTERVAL=3"),
        ("FREQ=DAILY;INTERVAL=1;UNTIL=20270131", "FREQ=DAILY;UNTIL=20270131"),
        ("Freq=Weekly", "FREQ=WEEKLY;BYDAY=MO"),
        ("FREQ=WEEKLY;BYDAY=su,we,mo,we;INTERVAL=2", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,SU"),
        ("FREQ=MONTHLY", "FREQ=MONTHLY;BYMONTHDAY=23"),
        ("FREQ=MONTHLY;BYMONTHDAY=-1,31,+1,-31,1", "FREQ=MONTHLY;BYMONTHDAY=1,31,-31,-1"),
        ("FREQ=MONTHLY;BYDAY=-1fr,4su,+1mo,1tu", "FREQ=MONTHLY;BYDAY=1MO,1TU,4SU,-1FR"),
        ("FREQ=YEARLY;UNTIL=20300101;INTERVAL=366", "FREQ=YEARLY;INTERVAL=366;UNTIL=20300101"),
    ] {
        let read = rule(text, FROM);
        assert_eq!(read.to_string(), form);
        assert_eq!(rule(form, FROM), read);
    }
}

#[test]
fn what_is_no_rule_is_refused_with_the_part_that_is_wrong() {
    use RuleError::{
        Both, ByDayUnused, ByMonthDayUnused, Frequency, Interval, MonthDays, MonthWeekdays, NoName, TooLong, Twice,
        Until, Weekdays,
    };
    let unknown = |name: &str| RuleError::Unknown(name.to_owned());
    for (text, error) in [
        ("", Frequency),
        ("RRULE:FREQ=DAILY", Frequency),
        ("INTERVAL=2;FREQ=DAILY", Frequency),
        ("FREQ=HOURLY", Frequency),
        ("FREQ=", Frequency),
        ("FREQ=DAILY ", Frequency),
        ("FREQ=DAILY;INTERVAL=0", Interval),
        ("FREQ=DAILY;INTERVAL=367", Interval),
        ("FREQ=DAILY;INTERVAL=+2", Interval),
        ("FREQ=DAILY;INTERVAL=", Interval),
        ("FREQ=DAILY;INTERVAL=1.5", Interval),
        ("FREQ=DAILY;BYDAY=MO", ByDayUnused),
        ("FREQ=YEARLY;BYDAY=MO", ByDayUnused),
        ("FREQ=WEEKLY;BYDAY=", Weekdays),
        ("FREQ=WEEKLY;BYDAY=MO,", Weekdays),
        ("FREQ=WEEKLY;BYDAY=1MO", Weekdays),
        ("FREQ=WEEKLY;BYDAY=MONDAY", Weekdays),
        ("FREQ=MONTHLY;BYDAY=MO", MonthWeekdays),
        ("FREQ=MONTHLY;BYDAY=5MO", MonthWeekdays),
        ("FREQ=MONTHLY;BYDAY=-2MO", MonthWeekdays),
        ("FREQ=MONTHLY;BYDAY=0MO", MonthWeekdays),
        ("FREQ=MONTHLY;BYDAY=1ÄÄ", MonthWeekdays),
        ("FREQ=MONTHLY;BYDAY=1日", MonthWeekdays),
        ("FREQ=MONTHLY;BYDAY=1MO;BYMONTHDAY=1", Both),
        ("FREQ=WEEKLY;BYMONTHDAY=1", ByMonthDayUnused),
        ("FREQ=YEARLY;BYMONTHDAY=1", ByMonthDayUnused),
        ("FREQ=MONTHLY;BYMONTHDAY=0", MonthDays),
        ("FREQ=MONTHLY;BYMONTHDAY=32", MonthDays),
        ("FREQ=MONTHLY;BYMONTHDAY=-32", MonthDays),
        ("FREQ=MONTHLY;BYMONTHDAY=1,,2", MonthDays),
        ("FREQ=MONTHLY;BYMONTHDAY=--1", MonthDays),
        ("FREQ=DAILY;UNTIL=20270230", Until),
        ("FREQ=DAILY;UNTIL=2027-01-31", Until),
        ("FREQ=DAILY;UNTIL=20270131T000000Z", Until),
        ("FREQ=DAILY;UNTIL=２０２７０１３１", Until),
        ("FREQ=DAILY;FREQ=DAILY", Twice("FREQ")),
        ("FREQ=DAILY;INTERVAL=2;INTERVAL=2", Twice("INTERVAL")),
        ("FREQ=DAILY;UNTIL=20270131;UNTIL=20270131", Twice("UNTIL")),
        ("FREQ=DAILY;COUNT=3", unknown("COUNT")),
        ("FREQ=MONTHLY;BYSETPOS=1", unknown("BYSETPOS")),
        ("FREQ=WEEKLY;WKST=MO", unknown("WKST")),
        ("FREQ=DAILY;BYWEEKNUMBERS=1", NoName),
        ("FREQ=DAILY;<script>=1", NoName),
        ("FREQ=DAILY;", NoName),
        ("FREQ=DAILY;UNTIL", NoName),
        (&format!("FREQ=MONTHLY;BYMONTHDAY={}", "1,".repeat(250)), TooLong),
    ] {
        assert_eq!(Rule::parse(text, FROM), Err(error), "{text}");
    }
}

#[track_caller]
fn days<const N: usize>(text: &str, from: Date, expected: [Date; N]) {
    let rule = rule(text, from);
    let mut earliest = from;
    let found = [(); N].map(|()| {
        let day = rule.next_day(earliest).unwrap();
        earliest = day.next_day().unwrap();
        day
    });
    assert_eq!(found, expected, "{text} from {from}");
}

#[test]
fn intervals_count_from_the_first_day() {
    days("FREQ=DAILY;INTERVAL=3", FROM, [date!(2026 - 11 - 23), date!(2026 - 11 - 26), date!(2026 - 11 - 29)]);
    let wednesday = date!(2026 - 11 - 25);
    // Its week counts from Monday, but the days before the first one are not of the rule.
    days("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR", wednesday, [date!(2026 - 11 - 27), date!(2026 - 12 - 07)]);
    let sunday = date!(2026 - 11 - 29);
    days("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU", sunday, [sunday, date!(2026 - 12 - 07), date!(2026 - 12 - 13)]);
    days("FREQ=MONTHLY;INTERVAL=2", FROM, [FROM, date!(2027 - 01 - 23), date!(2027 - 03 - 23)]);
}

#[test]
fn a_month_without_the_day_has_none() {
    let last = date!(2026 - 12 - 31);
    days("FREQ=MONTHLY", last, [last, date!(2027 - 01 - 31), date!(2027 - 03 - 31), date!(2027 - 05 - 31)]);
    days("FREQ=MONTHLY;BYMONTHDAY=-1", last, [last, date!(2027 - 01 - 31), date!(2027 - 02 - 28)]);
    days("FREQ=MONTHLY;BYMONTHDAY=-31", last, [date!(2027 - 01 - 01), date!(2027 - 03 - 01), date!(2027 - 05 - 01)]);
    days("FREQ=MONTHLY;BYMONTHDAY=-29", date!(2027 - 02 - 01), [date!(2027 - 03 - 03), date!(2027 - 04 - 02)]);
}

#[test]
fn the_29_february_is_in_leap_years_only() {
    let leap_day = date!(2096 - 02 - 29);
    days("FREQ=YEARLY", leap_day, [leap_day, date!(2104 - 02 - 29), date!(2108 - 02 - 29)]);
    days("FREQ=YEARLY;INTERVAL=25", date!(2000 - 02 - 29), [date!(2000 - 02 - 29), date!(2400 - 02 - 29)]);
    days(
        "FREQ=MONTHLY;INTERVAL=300;BYMONTHDAY=29",
        date!(2000 - 02 - 01),
        [date!(2000 - 02 - 29), date!(2400 - 02 - 29)],
    );
    assert_eq!(rule("FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=30", date!(2028 - 02 - 01)).next_day(leap_day), None);
}

#[test]
fn a_rule_ends_with_its_last_day_and_with_the_calendar() {
    let until = rule("FREQ=DAILY;INTERVAL=2;UNTIL=20261126", FROM);
    assert_eq!(until.next_day(date!(2026 - 11 - 24)), Some(date!(2026 - 11 - 25)));
    assert_eq!(until.next_day(date!(2026 - 11 - 26)), None);
    for text in ["FREQ=DAILY;INTERVAL=366", "FREQ=WEEKLY;BYDAY=MO", "FREQ=MONTHLY", "FREQ=YEARLY;INTERVAL=366"] {
        assert_eq!(rule(text, FROM).next_day(Date::MAX), None, "{text}");
        assert_eq!(rule(text, FROM).next_day(Date::MIN), Some(FROM), "{text}");
    }
}

const NAMES: [&str; 7] = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/// A rule as its parts, to be decided for each day by itself.
#[derive(Debug, Clone)]
struct Wish {
    frequency: &'static str,
    interval: u16,
    weekdays: Vec<(i8, usize)>,
    month_days: Vec<i8>,
    from: Date,
    until: Option<Date>,
}

impl Wish {
    fn rule(&self) -> Rule {
        let mut text = format!("FREQ={};INTERVAL={}", self.frequency, self.interval);
        if !self.weekdays.is_empty() {
            let number = |number: i8| if self.frequency == "MONTHLY" { number.to_string() } else { String::new() };
            let name = |day: usize| NAMES.get(day).copied().unwrap();
            let names = self.weekdays.iter().map(|(nth, day)| format!("{}{}", number(*nth), name(*day)));
            write!(text, ";BYDAY={}", names.collect::<Vec<_>>().join(",")).unwrap();
        }
        if !self.month_days.is_empty() {
            let days = self.month_days.iter().map(i8::to_string);
            write!(text, ";BYMONTHDAY={}", days.collect::<Vec<_>>().join(",")).unwrap();
        }
        if let Some(until) = self.until {
            write!(text, ";UNTIL={}", until.to_string().replace('-', "")).unwrap();
        }
        rule(&text, self.from)
    }

    fn rings_on(&self, day: Date) -> bool {
        let interval = i64::from(self.interval);
        let is_weekday = |name: usize| usize::from(day.weekday().number_days_from_monday()) == name;
        let length = days_in_month(day.month(), day.year());
        let months = |day: Date| i64::from(day.year()) * 12 + i64::from(u8::from(day.month()));
        let is_within = day >= self.from && self.until.is_none_or(|until| day <= until);
        is_within
            && match self.frequency {
                "DAILY" => (day - self.from).whole_days() % interval == 0,
                "WEEKLY" => {
                    let monday = self.from - Duration::days(self.from.weekday().number_days_from_monday().into());
                    let days = if self.weekdays.is_empty() {
                        day.weekday() == self.from.weekday()
                    } else {
                        self.weekdays.iter().any(|(_, name)| is_weekday(*name))
                    };
                    (day - monday).whole_weeks() % interval == 0 && days
                }
                "MONTHLY" => {
                    let by_day = self.weekdays.iter().any(|(nth, name)| {
                        let is_nth = if *nth > 0 {
                            (day.day() - 1) / 7 + 1 == nth.unsigned_abs()
                        } else {
                            day.day() + 7 > length
                        };
                        is_nth && is_weekday(*name)
                    });
                    let by_month_day = self.month_days.iter().any(|number| {
                        if *number > 0 {
                            day.day() == number.unsigned_abs()
                        } else {
                            day.day() + number.unsigned_abs() == length + 1
                        }
                    });
                    let is_default =
                        self.weekdays.is_empty() && self.month_days.is_empty() && day.day() == self.from.day();
                    (months(day) - months(self.from)) % interval == 0 && (by_day || by_month_day || is_default)
                }
                _ => {
                    i64::from(day.year() - self.from.year()) % interval == 0
                        && (day.month(), day.day()) == (self.from.month(), self.from.day())
                }
            }
    }
}

prop_compose! {
    fn any_wish()(
        frequency in sample::select(vec!["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]),
        interval in prop_oneof![Just(1), 1..14_u16, 1..=MAX_INTERVAL],
        weekdays in prop::collection::vec((sample::select(vec![1, 2, 3, 4, -1_i8]), 0..7_usize), 0..4),
        month_days in prop::collection::vec(prop_oneof![1..=31_i8, -31..=-1_i8], 0..4),
        from in 0..40_000_i64,
        until in prop::option::weighted(0.2, 0..4_000_i64),
    ) -> Wish {
        let from = date!(1990-01-01) + Duration::days(from);
        let weekdays = if matches!(frequency, "WEEKLY" | "MONTHLY") { weekdays } else { Vec::new() };
        let month_days = if frequency == "MONTHLY" && weekdays.is_empty() { month_days } else { Vec::new() };
        let until = until.map(|days| from + Duration::days(days));
        Wish { frequency, interval, weekdays, month_days, from, until }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_next_day_is_the_first_that_the_parts_allow(wish in any_wish(), away in -40..6_000_i64) {
        let (rule, earliest) = (wish.rule(), wish.from + Duration::days(away));
        let next = rule.next_day(earliest);
        let walked = (0..4_000).map(|days| earliest + Duration::days(days)).find(|day| wish.rings_on(*day));
        match walked {
            Some(walked) => prop_assert_eq!(next, Some(walked)),
            None => prop_assert!(next.is_none_or(|next| next >= earliest + Duration::days(4_000) && wish.rings_on(next))),
        }
    }

    #[test]
    fn the_normal_form_is_the_rule(wish in any_wish()) {
        let rule = wish.rule();
        prop_assert_eq!(Rule::parse(&rule.to_string(), wish.from), Ok(rule));
        prop_assert_eq!(Rule::parse(&rule.to_string().to_lowercase(), wish.from), Ok(rule));
    }

    #[test]
    fn no_text_panics(text in "(FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY))?[;=,A-Z0-9+\\-é日]{0,40}") {
        if let Ok(rule) = Rule::parse(&text, FROM) {
            let _ = rule.next_day(FROM);
        }
    }
}

/// Each rule that has a leap day within 400 years finds it.
#[test]
fn the_search_is_long_enough_for_every_interval() {
    let leap_day = date!(2024 - 02 - 29);
    for interval in 1..=i32::from(MAX_INTERVAL) {
        let rule = rule(&format!("FREQ=YEARLY;INTERVAL={interval}"), leap_day);
        for years in 1..=400 {
            let year = 2024 + years;
            let Ok(earliest) = Date::from_calendar_date(year, time::Month::January, 1) else { continue };
            let walked =
                (year..year + 400).find(|year| (year - 2024) % interval == 0 && time::util::is_leap_year(*year));
            let found = rule.next_day(earliest).map(Date::year);
            if walked.is_some() {
                assert_eq!(found, walked, "every {interval} years from {year}");
            }
        }
    }
    assert_eq!(leap_day.weekday(), Weekday::Thursday);
}
