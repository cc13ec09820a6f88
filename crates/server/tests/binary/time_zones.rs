//! The time zones of the system, as alarms use them.

use std::fs;

use crate::process::{Server, tokibako};

#[test]
fn the_systems_zones_replace_the_built_in_ones() {
    noon_in_tokyo_by_zones_of(None, "2026-11-20T11:00:00Z");
    noon_in_tokyo_by_zones_of(Some("2999a"), "2026-11-20T11:00:00Z");
}

#[test]
fn zones_of_an_outdated_system_only_add_to_the_built_in_ones() {
    noon_in_tokyo_by_zones_of(Some("2001a"), "2026-11-20T03:00:00Z");
}

/// Debian splits them off into the package tzdata-legacy.
#[test]
fn old_names_without_a_file_follow_the_links_of_the_release() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("America")).unwrap();
    fs::write(folder.path().join("America/Vancouver"), compiled("<-07>7")).unwrap();
    let links =
        "# version 2999a\nR x 2000 o - Ap 1 2 0 -\nL America/Vancouver Canada/Pacific\nL America/Nowhere US/Pacific\n";
    fs::write(folder.path().join("tzdata.zi"), links).unwrap();
    let database = tokibako_storage::testing::TestDatabase::create();
    let settings = [("DATABASE_URL", &*database.url()), ("TZDIR", folder.path().to_str().unwrap())];
    let server = Server::start(&mut tokibako(&settings));
    let noon_in = |zone: &str| {
        let day = "time=12:00&repeat=daily&after=2026-11-20T00:00:00Z";
        server.read(&format!("/api/alarms/preview?{day}&timezone={zone}"))["nextTrigger"].as_str().unwrap().to_owned()
    };
    assert_eq!(noon_in("America/Vancouver"), "2026-11-20T19:00:00Z");
    assert_eq!(noon_in("Canada/Pacific"), "2026-11-20T19:00:00Z");
    assert_eq!(noon_in("US/Pacific"), "2026-11-20T20:00:00Z");
    assert!(server.stop().success());
    let doctor = tokibako(&settings).arg("doctor").output().unwrap();
    let said = String::from_utf8(doctor.stdout).unwrap();
    assert!(said.contains("note   time zones: the system's release 2999a lacks"), "{said}");
    assert!(said.contains("such as US/Pacific") && said.contains("tzdata-legacy"), "{said}");
}

/// Checks which rules an alarm uses if the system's zones are of this release.
fn noon_in_tokyo_by_zones_of(release: Option<&str>, expected: &str) {
    let folder = tempfile::tempdir().unwrap();
    for (name, rule) in [("Asia/Tokyo", "<+01>-1"), ("Atlantis/Poseidonis", "<-02>2"), ("localtime", "<+09>-9")] {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, compiled(rule)).unwrap();
    }
    fs::write(folder.path().join("zone.tab"), "JP\t+353916+1394441\tAsia/Tokyo\n").unwrap();
    if let Some(release) = release {
        fs::write(folder.path().join("tzdata.zi"), format!("# version {release}\n")).unwrap();
    }
    fs::create_dir_all(folder.path().join("Europe")).unwrap();
    fs::write(folder.path().join("Europe/Paris"), b"TZif2, and then nothing that makes sense").unwrap();

    let database = tokibako_storage::testing::TestDatabase::create();
    let settings = [("DATABASE_URL", &*database.url()), ("TZDIR", folder.path().to_str().unwrap())];
    let server = Server::start(&mut tokibako(&settings));
    let preview =
        |zone: &str| format!("/api/alarms/preview?time=12:00&repeat=daily&timezone={zone}&after=2026-11-20T00:00:00Z");
    let noon_in = |zone| server.read(&preview(zone))["nextTrigger"].as_str().unwrap().to_owned();

    assert_eq!(noon_in("Asia/Tokyo"), expected);
    assert_eq!(noon_in("Atlantis/Poseidonis"), "2026-11-20T14:00:00Z");
    assert_eq!(noon_in("Europe/Paris"), "2026-11-20T11:00:00Z");
    assert_eq!(noon_in("US/Pacific"), "2026-11-20T20:00:00Z");
    assert_eq!(server.status_of(&preview("localtime")), 422);
    assert!(server.stop().success());
}

/// A compiled zone file (RFC 9636) without transitions, with only the rule at its end.
fn compiled(rule: &str) -> Vec<u8> {
    // Of the six counts only those of local time types and of abbreviation characters are not zero.
    let counts = [0_u32, 0, 0, 0, 1, 4].map(u32::to_be_bytes).concat();
    let header = [b"TZif2".as_slice(), &[0; 15], &counts].concat();
    let kind = [[0; 6].as_slice(), b"UTC\0"].concat();
    [&header, &kind, &header, &kind, b"\n".as_slice(), rule.as_bytes(), b"\n"].concat()
}
