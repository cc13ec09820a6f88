//! The built-in database is complete, and another one can replace it.

use std::collections::HashSet;

use chrono_tz::{TZ_VARIANTS, Tz};
use jiff::tz::{TimeZone, offset};
use time::macros::{date, datetime};
use tokibako_domain::zone::{DatabaseInUse, Zone, ZoneDatabase};

#[test]
fn every_zone_of_the_built_in_release_is_known() {
    let known: HashSet<_> = Zone::all().map(Zone::name).collect();
    let released: HashSet<_> = TZ_VARIANTS.into_iter().map(Tz::name).collect();
    assert_eq!(known, released);
    assert!(known.len() > 590, "{} zones", known.len());
}

#[test]
fn every_zone_is_found_by_its_name_and_tells_the_date() {
    let dates = [date!(2026 - 11 - 19), date!(2026 - 11 - 20), date!(2026 - 11 - 21)];
    for zone in Zone::all() {
        assert_eq!(zone.name().parse(), Ok(zone));
        let date = zone.local_date(datetime!(2026-11-20 12:00 UTC)).unwrap();
        assert!(dates.contains(&date), "{zone:?} is at {date}");
    }
}

#[test]
fn zones_of_one_name_are_equal() {
    assert_eq!("UTC".parse(), Ok(Zone::UTC));
    assert_ne!("Etc/UTC".parse(), Ok(Zone::UTC));
    assert_eq!(HashSet::from([Zone::UTC, "UTC".parse().unwrap(), "Etc/UTC".parse().unwrap()]).len(), 2);
}

#[test]
fn the_release_has_a_name() {
    let release = ZoneDatabase::built_in_release();
    let (year, letter) = release.split_at(4);
    assert!(year.parse::<u16>().unwrap() >= 2025 && letter.chars().all(|it| it.is_ascii_lowercase()), "{release}");
}

#[test]
fn a_database_cannot_be_installed_after_the_first_look_up() {
    assert_eq!("Asia/Tokyo".parse::<Zone>().unwrap().name(), "Asia/Tokyo");
    let mut database = ZoneDatabase::built_in();
    database.insert("Asia/Tokyo", TimeZone::fixed(offset(1)));
    assert_eq!(database.install(), Err(DatabaseInUse));
}
