//! Which times, labels, browser ids, zones, lengths, snooze intervals, repeat rules, days and sounds are accepted.

use std::{fmt::Debug, str::FromStr};

use time::macros::date;
use tokibako_domain::{
    browser_id::{BrowserId, BrowserIdError},
    day::{self, DayError, TimeOfDay, Weekdays, WeekdaysError},
    length::{LengthError, TimerLength},
    occurrence::{Repeat, RepeatError, RepeatName},
    ring_settings::{Label, LabelError, SnoozeInterval, Sound},
    rule::Rule,
    zone::Zone,
};

#[track_caller]
fn accepts<T: FromStr<Err: Debug>>(text: &str) -> T {
    text.parse().unwrap()
}

#[track_caller]
fn refuses<T: FromStr + Debug>(text: &str) {
    assert!(text.parse::<T>().is_err(), "{text:?} was taken");
}

#[test]
fn times_of_day_are_parsed_in_one_form_only() {
    for (text, hour, minute) in [("00:00", 0, 0), ("07:30", 7, 30), ("12:05", 12, 5), ("23:59", 23, 59)] {
        let time: TimeOfDay = accepts(text);
        assert_eq!((time.hour(), time.minute(), time.to_string()), (hour, minute, text.to_owned()));
    }
    for text in ["", "7:30", "07:3", "07:300", "24:00", "23:60", "07-30", "07:30:00", " 07:30", "07:30 ", "+7:30"] {
        refuses::<TimeOfDay>(text);
    }
    for text in ["-1:30", "ab:cd", "07：30", "０７:30", "٠٧:٣٠", "0:\u{0}30", "/9:00", "0::00", "99:99"] {
        refuses::<TimeOfDay>(text);
    }
}

#[track_caller]
fn label(text: &str, expected: Result<Option<&str>, LabelError>) {
    let parsed = Label::parse(text);
    assert_eq!(parsed.as_ref().map(|it| it.as_ref().map(Label::as_str)), expected.as_ref().map(|it| *it));
}

#[test]
fn labels_are_trimmed_and_never_empty() {
    label("tea", Ok(Some("tea")));
    label("  tea time \n", Ok(Some("tea time")));
    label("\u{3000}お茶\u{3000}", Ok(Some("お茶")));
    label("", Ok(None));
    label(" \t\r\n\u{a0}\u{3000}", Ok(None));
    label("te\u{200b}a", Ok(Some("te\u{200b}a")));
}

#[test]
fn a_label_needs_a_character_that_can_be_seen() {
    for unseen in
        ["\u{200b}", "\u{feff} \u{2060}", "\u{202e}\u{202c}", "\u{e0041}", "\u{3164}", "\u{200d}\u{fe0f}", "\u{1b}"]
    {
        label(unseen, Err(LabelError::Unseen));
    }
    label("\u{202b}שעון\u{202c}", Ok(Some("\u{202b}שעון\u{202c}")));
    label("👩\u{200d}🚀", Ok(Some("👩\u{200d}🚀")));
}

#[test]
fn labels_have_a_hundred_characters_of_any_width() {
    for character in ["a", "é", "時", "🕰", "ا"] {
        let longest = character.repeat(100);
        label(&longest, Ok(Some(&longest)));
        label(&format!("  {longest}  "), Ok(Some(&longest)));
        label(&character.repeat(101), Err(LabelError::TooLong(101)));
    }
}

#[test]
fn labels_hold_no_nul() {
    label("te\0a", Err(LabelError::Nul));
    label("\0", Err(LabelError::Nul));
    label(&"\0".repeat(101), Err(LabelError::Nul));
}

#[test]
fn labels_and_browser_ids_are_hidden_from_logs() {
    let label = Label::parse("my secret").unwrap().unwrap();
    assert_eq!(format!("{label:?}"), "Label(9 characters)");
    let browser: BrowserId = accepts("3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c");
    assert_eq!(format!("{browser:?}"), "BrowserId(…)");
}

#[track_caller]
fn refuses_browser(text: &str, expected: BrowserIdError) {
    assert_eq!(text.parse::<BrowserId>(), Err(expected), "{text:?}");
}

#[test]
fn browser_ids_are_hyphenated_uuids_in_any_case() {
    for text in ["3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c", "00000000-0000-0000-0000-000000000001"] {
        assert_eq!(accepts::<BrowserId>(text).as_uuid().to_string(), text);
    }
    let upper: BrowserId = accepts("3D9F1C1E-5B7A-4B0E-9C53-0F6F5A1A2B3C");
    assert_eq!(upper, accepts("3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c"));

    refuses_browser("00000000-0000-0000-0000-000000000000", BrowserIdError::Nil);
    refuses_browser("", BrowserIdError::NotAUuid);
    refuses_browser("null", BrowserIdError::NotAUuid);
    refuses_browser("3d9f1c1e5b7a4b0e9c530f6f5a1a2b3c", BrowserIdError::NotAUuid);
    refuses_browser("{3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c}", BrowserIdError::NotAUuid);
    refuses_browser("urn:uuid:3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c", BrowserIdError::NotAUuid);
    refuses_browser("3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3", BrowserIdError::NotAUuid);
    refuses_browser("3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3g", BrowserIdError::NotAUuid);
    refuses_browser(" 3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3", BrowserIdError::NotAUuid);
    refuses_browser("3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b時", BrowserIdError::NotAUuid);
}

#[test]
fn zones_are_parsed_by_their_exact_iana_names() {
    for name in ["UTC", "Asia/Tokyo", "America/Argentina/ComodRivadavia", "America/Port-au-Prince", "Etc/GMT+5"] {
        assert_eq!(accepts::<Zone>(name).name(), name);
    }
    for link in ["US/Pacific", "GB", "GB-Eire", "NZ-CHAT", "EST5EDT", "GMT0", "Asia/Calcutta", "Europe/Kiev"] {
        assert_eq!(accepts::<Zone>(link).name(), link);
    }
    for text in ["", " UTC", "utc", "asia/tokyo", "Asia", "Asia/", "Mars/Base", "UTC+9", "+09:00", "JST-9", "PST"] {
        refuses::<Zone>(text);
    }
    for text in ["Asia/Tokyo\0", "../Asia/Tokyo", "posix/UTC", "right/UTC", "localtime", "posixrules", "Factory"] {
        refuses::<Zone>(text);
    }
}

#[track_caller]
fn length(hours: i64, minutes: i64, seconds: i64, expected: Result<i32, LengthError>) {
    assert_eq!(TimerLength::new(hours, minutes, seconds).map(TimerLength::total_seconds), expected);
}

#[test]
fn each_part_of_a_length_has_a_range() {
    length(0, 0, 1, Ok(1));
    length(0, 1, 0, Ok(60));
    length(1, 2, 3, Ok(3_723));
    length(23, 59, 59, Ok(86_399));
    length(0, 0, 0, Err(LengthError::Zero));
    length(24, 0, 0, Err(LengthError::Hours));
    length(0, 60, 0, Err(LengthError::Minutes));
    length(0, 0, 60, Err(LengthError::Seconds));
    length(-1, 0, 0, Err(LengthError::Hours));
    length(1, -1, 0, Err(LengthError::Minutes));
    length(256, 0, 0, Err(LengthError::Hours));
    length(i64::MAX, i64::MIN, 0, Err(LengthError::Hours));
}

#[test]
fn an_invalid_length_has_a_closest_valid_one() {
    for (total, closest) in [(-1, 1), (0, 1), (1, 1), (86_399, 86_399), (86_400, 86_399), (i64::MAX, 86_399)] {
        assert_eq!(TimerLength::closest_to(total).total_seconds(), closest, "{total}");
    }
}

#[test]
fn a_total_of_seconds_is_split_into_its_parts() {
    for total in [1, 59, 60, 3_599, 3_600, 3_661, 86_399] {
        let length = TimerLength::from_total_seconds(total).unwrap();
        assert_eq!(i64::from(length.total_seconds()), total);
        assert_eq!(length.duration().whole_seconds(), total);
        let parts = (length.hours(), length.minutes(), length.seconds());
        assert_eq!(TimerLength::new(parts.0.into(), parts.1.into(), parts.2.into()), Ok(length));
    }
    for total in [0, -1, 86_400, i64::MAX, i64::MIN] {
        assert!(TimerLength::from_total_seconds(total).is_err(), "{total}");
    }
}

#[test]
fn a_snooze_interval_is_one_to_sixty_minutes() {
    for minutes in [1, 5, 60] {
        let interval = SnoozeInterval::from_minutes(minutes).unwrap();
        assert_eq!((i64::from(interval.minutes()), interval.duration().whole_minutes()), (minutes, minutes));
    }
    for minutes in [0, 61, -5, 257, i64::MAX, i64::MIN] {
        assert!(SnoozeInterval::from_minutes(minutes).is_err(), "{minutes}");
    }
    assert_eq!(SnoozeInterval::default().minutes(), 5);
}

#[test]
fn repeat_rules_and_sounds_are_parsed_by_name() {
    for repeat in RepeatName::ALL {
        assert_eq!(accepts::<RepeatName>(repeat.as_str()), repeat);
    }
    for sound in Sound::ALL {
        assert_eq!(accepts::<Sound>(sound.as_str()), sound);
    }
    assert_eq!(accepts::<Sound>("own"), Sound::Own);
    for text in ["", "Daily", "daily ", "weekdays", "never", "day"] {
        refuses::<RepeatName>(text);
    }
    for text in ["", "Default", "default.mp3", "../default"] {
        refuses::<Sound>(text);
    }
}

#[test]
fn a_repeat_accepts_only_its_own_days_date_or_rule() {
    let days = Weekdays::named(["mon"]).unwrap();
    let date = date!(2026 - 12 - 24);
    let rule = Rule::parse("FREQ=DAILY;INTERVAL=2", date).unwrap();
    for (name, days, date, rule, expected) in [
        (RepeatName::Daily, None, None, None, Ok(Repeat::Daily)),
        (RepeatName::Weekday, None, None, None, Ok(Repeat::Weekday)),
        (RepeatName::Weekend, None, None, None, Ok(Repeat::Weekend)),
        (RepeatName::Days, Some(days), None, None, Ok(Repeat::Days(days))),
        (RepeatName::Once, None, None, None, Ok(Repeat::Once)),
        (RepeatName::Once, None, Some(date), None, Ok(Repeat::OnDate(date))),
        (RepeatName::Days, None, None, None, Err(RepeatError::DaysMissing)),
        (RepeatName::Days, None, Some(date), None, Err(RepeatError::DaysMissing)),
        (RepeatName::Days, Some(days), Some(date), None, Err(RepeatError::DateUnused)),
        (RepeatName::Daily, Some(days), None, None, Err(RepeatError::DaysUnused)),
        (RepeatName::Once, Some(days), None, None, Err(RepeatError::DaysUnused)),
        (RepeatName::Weekend, None, Some(date), None, Err(RepeatError::DateUnused)),
        (RepeatName::Rule, None, None, Some(rule), Ok(Repeat::Rule(rule))),
        (RepeatName::Rule, None, None, None, Err(RepeatError::RuleMissing)),
        (RepeatName::Rule, Some(days), None, Some(rule), Err(RepeatError::DaysUnused)),
        (RepeatName::Rule, None, Some(date), Some(rule), Err(RepeatError::DateUnused)),
        (RepeatName::Daily, None, None, Some(rule), Err(RepeatError::RuleUnused)),
        (RepeatName::Once, None, None, Some(rule), Err(RepeatError::RuleUnused)),
    ] {
        assert_eq!(Repeat::new(name, days, date, rule), expected, "{name}");
        let Ok(repeat) = expected else { continue };
        assert_eq!((repeat.name(), repeat.days(), repeat.date(), repeat.rule()), (name, days, date, rule));
    }
}

#[test]
fn days_of_the_week_are_sorted_and_unique() {
    for (names, listed) in [
        (&["sun"][..], "sun"),
        (&["sun", "mon"], "mon sun"),
        (&["fri", "wed", "sat", "tue", "sun", "thu", "mon"], "mon tue wed thu fri sat sun"),
    ] {
        let days = Weekdays::named(names.iter().copied()).unwrap();
        assert_eq!(days.names().collect::<Vec<_>>().join(" "), listed);
        assert_eq!(Weekdays::from_bits(days.bits()), Ok(days));
    }
    for (names, error) in [
        (&[][..], WeekdaysError::Empty),
        (&["mon", "tue", "mon"], WeekdaysError::Twice),
        (&["Mon"], WeekdaysError::Unknown),
        (&["monday"], WeekdaysError::Unknown),
        (&[""], WeekdaysError::Unknown),
    ] {
        assert_eq!(Weekdays::named(names.iter().copied()), Err(error));
    }
    assert_eq!(Weekdays::from_bits(0), Err(WeekdaysError::Empty));
    assert_eq!(Weekdays::from_bits(128), Err(WeekdaysError::Unknown));
}

#[test]
fn calendar_days_are_parsed_in_one_form_only() {
    for (text, expected) in [
        ("2026-12-24", date!(2026 - 12 - 24)),
        ("2028-02-29", date!(2028 - 02 - 29)),
        ("0001-01-01", date!(0001 - 01 - 01)),
        ("9999-12-31", date!(9999 - 12 - 31)),
    ] {
        assert_eq!(day::parse(text), Ok(expected));
        assert_eq!(expected.to_string(), text);
    }
    for text in [
        "",
        "2026-12-32",
        "2026-13-01",
        "2026-02-29",
        "2026-00-10",
        "2026-10-00",
        "0000-01-01",
        "2026-1-01",
        "20261224",
        "2026/12/24",
        "+026-12-24",
        "-026-12-24",
        "12026-12-24",
        "2026-12-24T",
        "\u{ff12}026-12-24",
        "२०२६-12-24",
    ] {
        assert_eq!(day::parse(text), Err(DayError), "{text}");
    }
}
