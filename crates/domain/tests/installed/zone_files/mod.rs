//! Compiled zone files of the IANA release 2026f, which is newer than the built-in rules.

use jiff::tz::TimeZone;

macro_rules! zone_files {
    ($($name:literal)*) => { [$(($name, include_bytes!($name).as_slice())),*] };
}

/// Some zones by name: newer rules, rules without an end, and all kinds of changes.
pub(crate) fn rules() -> impl Iterator<Item = (&'static str, TimeZone)> {
    let files = zone_files! {
        "Africa/Cairo" "Africa/Casablanca" "Africa/Monrovia"
        "America/Edmonton" "America/New_York" "America/Nuuk" "America/Vancouver" "America/Winnipeg"
        "Australia/Lord_Howe" "Europe/Dublin" "Pacific/Apia"
    };
    files.into_iter().map(|(name, tzif)| (name, TimeZone::tzif(name, tzif).unwrap()))
}
