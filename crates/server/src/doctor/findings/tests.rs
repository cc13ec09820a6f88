use std::{path::PathBuf, time::Duration as RoundTrip};

use time::macros::datetime;

use super::*;

/// A machine on which nothing is wrong.
fn healthy() -> Facts {
    Facts {
        machine_clock: datetime!(2026-11-20 12:00:00.1 UTC),
        database: DatabaseFact::Answered(diagnosis()),
        most_connections: 25,
        zones: Some("2026b".to_owned()),
        built_in_zones: "2026a",
        zones_left_behind: Vec::new(),
        disk: Some((20 << 30, 100 << 30)),
        files: 500_000,
        is_root: false,
        public_url: "https://time.test".to_owned(),
        is_local: true,
        has_trusted_proxies: true,
        push_contact: Some("mailto:push@time.test".to_owned()),
        calls_any_host: false,
        is_registration_open: true,
        empty_site_dir: None,
        examples: Vec::new(),
        server: Some(Ok(())),
    }
}

fn diagnosis() -> Diagnosis {
    Diagnosis {
        version: 17,
        clock: datetime!(2026-11-20 12:00 UTC),
        round_trip: RoundTrip::from_millis(1),
        encoding: "UTF8".to_owned(),
        schema: SchemaState::Current,
        is_standby: false,
        is_superuser: false,
        connections: 97,
        unsafe_settings: Vec::new(),
    }
}

/// Breaks one thing and expects one finding that is not right, with advice.
#[track_caller]
fn finds(breaks: impl FnOnce(&mut Facts), subject: &str, verdict: Verdict, expected: &str) {
    let mut facts = healthy();
    breaks(&mut facts);
    let findings = findings(&facts);
    let broken: Vec<_> = findings.iter().filter(|finding| finding.verdict != Verdict::Right).collect();
    let [found] = broken.as_slice() else { panic!("{broken:?}") };
    assert_eq!((found.subject, found.verdict), (subject, verdict));
    assert!(found.text.contains(expected), "{}", found.text);
    assert!(found.advice.is_some());
}

fn of_database(change: impl FnOnce(&mut Diagnosis)) -> impl FnOnce(&mut Facts) {
    |facts| {
        let mut diagnosis = diagnosis();
        change(&mut diagnosis);
        facts.database = DatabaseFact::Answered(diagnosis);
    }
}

#[test]
fn a_healthy_machine_has_nothing_to_mend() {
    let findings = findings(&healthy());
    assert!(findings.iter().all(|finding| finding.verdict == Verdict::Right), "{findings:?}");
    assert!(findings.len() > 8);
}

#[test]
fn each_fault_of_the_database_is_named() {
    use Verdict::{Doubtful, Wrong};
    finds(
        |facts| facts.database = DatabaseFact::Unreachable("connection refused".to_owned()),
        "database",
        Wrong,
        "connection refused",
    );
    finds(|facts| facts.database = DatabaseFact::Stopped(PathBuf::from("data")), "database", Doubtful, "does not run");
    finds(
        |facts| facts.database = DatabaseFact::Unusable("no Postgres is installed".to_owned()),
        "database",
        Wrong,
        "no Postgres is installed",
    );
    finds(of_database(|found| found.is_standby = true), "database", Wrong, "standby");
    finds(of_database(|found| found.version = 12), "database", Wrong, "Postgres 12");
    finds(of_database(|found| found.schema = SchemaState::Older), "database", Doubtful, "schema");
    finds(of_database(|found| found.encoding = "SQL_ASCII".to_owned()), "database", Wrong, "SQL_ASCII");
    finds(of_database(|found| found.schema = SchemaState::Missing), "database", Doubtful, "new and empty");
    finds(of_database(|found| found.is_superuser = true), "database", Doubtful, "superuser");
    finds(of_database(|found| found.unsafe_settings = vec!["fsync".to_owned()]), "durability", Wrong, "fsync");
    finds(of_database(|found| found.connections = 20), "connections", Wrong, "25 of 20");
    finds(of_database(|found| found.clock += Duration::minutes(3)), "clock", Wrong, "179.9 s behind");
    finds(of_database(|found| found.clock -= Duration::minutes(3)), "clock", Wrong, "180.1 s ahead");
}

#[test]
fn a_slow_answer_is_no_wrong_clock() {
    let mut facts = healthy();
    facts.database = DatabaseFact::Answered(Diagnosis {
        clock: facts.machine_clock - Duration::seconds(3),
        round_trip: RoundTrip::from_secs(2),
        ..diagnosis()
    });
    assert!(findings(&facts).iter().all(|finding| finding.verdict == Verdict::Right));
}

#[test]
fn each_fault_of_the_machine_is_named() {
    use Verdict::{Doubtful, Wrong};
    finds(|facts| facts.disk = Some((100 << 20, 100 << 30)), "disk", Wrong, "100 MiB of 102400 MiB");
    finds(|facts| facts.zones = None, "time zones", Doubtful, "built-in ones count");
    finds(|facts| facts.zones = Some("2025c".to_owned()), "time zones", Wrong, "older than the built-in 2026a");
    finds(
        |facts| facts.zones_left_behind = vec!["Canada/Pacific".to_owned(), "US/Pacific".to_owned()],
        "time zones",
        Doubtful,
        "lacks 2 names of zones, such as US/Pacific",
    );
    finds(
        |facts| (facts.zones, facts.built_in_zones) = (Some("2025b".to_owned()), "2025b"),
        "time zones",
        Doubtful,
        "of last year",
    );
    finds(|facts| facts.files = 1_024, "open files", Doubtful, "1024");
    finds(|facts| facts.is_root = true, "account", Doubtful, "root");
    finds(|facts| facts.server = Some(Err("nobody answers".to_owned())), "server", Wrong, "nobody answers");
}

#[test]
fn old_zones_are_old_by_the_year() {
    let mut facts = healthy();
    facts.machine_clock = datetime!(2028-01-01 0:00 UTC);
    facts.database = DatabaseFact::Answered(Diagnosis { clock: facts.machine_clock, ..diagnosis() });
    let old: Vec<_> = findings(&facts).into_iter().filter(|finding| finding.verdict == Verdict::Wrong).collect();
    assert_eq!(old.iter().map(|finding| finding.subject).collect::<Vec<_>>(), ["time zones"]);
}

#[test]
fn each_fault_of_the_settings_is_named() {
    use Verdict::{Doubtful, Wrong};
    let own = |facts: &mut Facts| {
        facts.public_url = "http://localhost:8080".to_owned();
        facts.has_trusted_proxies = false;
    };
    finds(
        |facts| facts.public_url = "http://localhost:8080".to_owned(),
        "public address",
        Wrong,
        "changes by pages at another port may be refused",
    );
    finds(|facts| facts.calls_any_host = true, "channels", Doubtful, "every address of its network");
    finds(|facts| facts.empty_site_dir = Some(PathBuf::from("/nope")), "site", Wrong, "no built site in /nope");
    finds(
        |facts| {
            own(facts);
            facts.is_local = false;
        },
        "public address",
        Wrong,
        "http://localhost:8080",
    );
    finds(|facts| facts.public_url = "http://time.test".to_owned(), "public address", Wrong, "not https");
    finds(|facts| facts.has_trusted_proxies = false, "proxy", Wrong, "share one set of limits");
    finds(|facts| facts.push_contact = None, "push", Doubtful, "off");
    finds(|facts| facts.push_contact = Some("mailto:a@b.example".to_owned()), "push", Wrong, "a@b.example");
    finds(|facts| facts.examples = vec!["TOKIBAKO_OPERATOR_NAME"], "operator", Doubtful, "example");
}
