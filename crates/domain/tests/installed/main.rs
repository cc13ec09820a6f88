//! Schedules by installed zone rules. A binary of its own, because a process has one zone database.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod newer_rules;
mod schedules;
mod second_opinion;
mod zone_files;

use std::{collections::BTreeMap, sync::LazyLock};

use jiff::tz::TimeZone;
use tokibako_domain::zone::ZoneDatabase;

/// Rules without a history, like those at the end of a compiled file.
const FOR_EVER: [(&str, &str); 4] = [
    ("Atlantis/By_Half_An_Hour", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0"),
    ("Atlantis/Late_In_The_Evening", "<-02>2<-01>,M3.5.0/-1,M10.5.0/0"),
    ("Atlantis/At_Midnight", "EET-2EEST,M4.5.5/0,M10.5.4/24"),
    ("Atlantis/By_Two_Hours", "<+00>0<+02>-2,M3.5.0/1,M10.5.0/3"),
];

/// The installed rules by zone.
static RULES: LazyLock<BTreeMap<&str, TimeZone>> = LazyLock::new(|| {
    let for_ever = FOR_EVER.map(|(name, rule)| (name, TimeZone::posix(rule).unwrap()));
    let rules: BTreeMap<_, _> = zone_files::rules().chain(for_ever).collect();
    let mut database = ZoneDatabase::built_in();
    for (name, rules) in &rules {
        database.insert(*name, rules.clone());
    }
    database.install().unwrap();
    rules
});
