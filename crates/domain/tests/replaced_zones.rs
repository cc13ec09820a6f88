//! Zones of another database; a binary of its own, because a process has one zone database.

use jiff::tz::{TimeZone, offset};
use time::macros::{date, datetime};
use tokibako_domain::zone::{UnknownZone, Zone, ZoneDatabase};

#[test]
fn zones_come_from_the_installed_database() {
    let mut database = ZoneDatabase::built_in();
    database.insert("Asia/Tokyo", TimeZone::fixed(offset(1)));
    database.insert("Atlantis/Poseidonis".to_owned(), TimeZone::fixed(offset(-2)));
    database.insert("localtime", TimeZone::fixed(offset(9)));
    database.install().unwrap();

    let noon = "12:00".parse().unwrap();
    let at_noon = |name: &str| name.parse().map(|zone: Zone| zone.instant(date!(2026 - 11 - 20), noon).unwrap());
    assert_eq!(at_noon("Asia/Tokyo"), Ok(datetime!(2026-11-20 11:00 UTC)));
    assert_eq!(at_noon("Atlantis/Poseidonis"), Ok(datetime!(2026-11-20 14:00 UTC)));
    assert_eq!(at_noon("Europe/Paris"), Ok(datetime!(2026-11-20 11:00 UTC)));
    assert_eq!(at_noon("localtime"), Err(UnknownZone));
}
