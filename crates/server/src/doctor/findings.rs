//! What follows from the facts: pure, so that each rule is tested without the machine that breaks it.

use time::{Duration, Month, OffsetDateTime};
use tokibako_storage::connections::diagnosis::{Diagnosis, SchemaState};

use super::facts::{DatabaseFact, Facts};
use crate::database::USE_UTF8;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) subject: &'static str,
    pub(super) verdict: Verdict,
    /// What is the case.
    pub(super) text: String,
    /// What to do.
    pub(super) advice: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Right,
    /// Nothing is broken, but the operator may not want it so.
    Doubtful,
    Wrong,
}

/// The oldest Postgres on which this version is tested.
const OLDEST_POSTGRES: i32 = 15;

/// A clock that NTP keeps differs by less.
const LARGEST_OFFSET: Duration = Duration::seconds(2);

/// The embedded Postgres keeps write-ahead log of up to a gigabyte.
const SMALLEST_ROOM: u64 = 2 << 30;

/// Each open page is a stream, and each stream a file.
const FILES_WANTED: u64 = 20_000;

/// One finding for each subject, in the order in which an operator fixes them.
pub(super) fn findings(facts: &Facts) -> Vec<Finding> {
    let mut findings = vec![("database", database(facts))];
    if let DatabaseFact::Answered(diagnosis) = &facts.database {
        findings.extend([
            ("durability", durability(diagnosis)),
            ("connections", connections(facts, diagnosis)),
            ("clock", clock(facts, diagnosis)),
        ]);
    }
    findings.extend(facts.disk.map(|room| ("disk", disk(room))));
    findings.extend([
        ("time zones", zones(facts)),
        ("open files", files(facts)),
        ("public address", address(facts)),
        ("proxy", proxy(facts)),
        ("push", push(facts)),
        ("channels", channels(facts)),
        ("site", site(facts)),
        ("operator", operator(facts)),
    ]);
    findings.extend(facts.server.as_ref().map(|answer| ("server", server(answer))));
    if facts.is_root {
        findings.push(("account", doubtful("this command runs as root", "run the server as an account of its own")));
    }
    let finding = |(subject, (verdict, text, advice))| Finding { subject, verdict, text, advice };
    findings.into_iter().map(finding).collect()
}

/// What is the case with a subject, and what to do.
type Judgement = (Verdict, String, Option<String>);

fn right(text: impl Into<String>) -> Judgement {
    (Verdict::Right, text.into(), None)
}

fn doubtful(text: impl Into<String>, advice: impl Into<String>) -> Judgement {
    (Verdict::Doubtful, text.into(), Some(advice.into()))
}

fn wrong(text: impl Into<String>, advice: impl Into<String>) -> Judgement {
    (Verdict::Wrong, text.into(), Some(advice.into()))
}

fn database(facts: &Facts) -> Judgement {
    match &facts.database {
        DatabaseFact::Unreachable(reason) => wrong(
            format!("it does not answer: {reason}"),
            "start Postgres, and check DATABASE_URL, its password and its pg_hba.conf",
        ),
        DatabaseFact::Unusable(reason) => wrong(
            format!("the embedded Postgres cannot start: {reason}"),
            "fix that, choose another folder with TOKIBAKO_DATA_DIR, or set DATABASE_URL",
        ),
        DatabaseFact::Stopped(folder) => doubtful(
            format!("the embedded Postgres in {} does not run, so it was not examined", folder.display()),
            "start the server and run this again",
        ),
        DatabaseFact::Answered(found) if found.is_standby => wrong(
            "it is a standby, which takes no writes",
            "name all hosts in DATABASE_URL and add target_session_attrs=read-write, or promote it",
        ),
        DatabaseFact::Answered(found) if found.version < OLDEST_POSTGRES => wrong(
            format!("Postgres {} is too old", found.version),
            format!("upgrade it to {OLDEST_POSTGRES} or newer (docs/operations.md)"),
        ),
        DatabaseFact::Answered(found) if found.encoding != "UTF8" => {
            wrong(format!("its encoding is {}, which cannot store every text", found.encoding), USE_UTF8)
        }
        DatabaseFact::Answered(found) if found.schema == SchemaState::Missing => doubtful(
            format!("Postgres {}; it is new and empty", found.version),
            "the server creates its tables when it starts, or run `tokibako migrate`",
        ),
        DatabaseFact::Answered(found) if found.schema == SchemaState::Older => doubtful(
            format!("Postgres {}; its schema is older than this version", found.version),
            "the server migrates it when it starts, or run `tokibako migrate`; back it up before",
        ),
        DatabaseFact::Answered(found) if found.is_superuser => doubtful(
            format!("Postgres {}; the role is a superuser, which the server does not need", found.version),
            "create a role that owns its database and nothing else (docs/operations.md)",
        ),
        DatabaseFact::Answered(found) => right(format!("Postgres {}", found.version)),
    }
}

fn durability(found: &Diagnosis) -> Judgement {
    match found.unsafe_settings.as_slice() {
        [] => right("what was saved survives a crash"),
        settings => wrong(
            format!("after a crash saved alarms may be lost: off is {}", settings.join(", ")),
            "set them to on in postgresql.conf and reload Postgres",
        ),
    }
}

fn connections(facts: &Facts, found: &Diagnosis) -> Judgement {
    let text = format!("a process opens up to {} of {}", facts.most_connections, found.connections);
    if facts.most_connections > found.connections {
        return wrong(text, "raise max_connections of Postgres, or lower TOKIBAKO_POOL or TOKIBAKO_CLAIMERS");
    }
    right(text)
}

fn clock(facts: &Facts, found: &Diagnosis) -> Judgement {
    let offset = facts.machine_clock - found.clock;
    let seconds = offset.abs().as_seconds_f64();
    let direction = if offset.is_negative() { "behind" } else { "ahead of" };
    if offset.abs() > LARGEST_OFFSET + found.round_trip {
        return wrong(
            format!("this machine is {seconds:.1} s {direction} the database, by whose clock everything rings"),
            "run an NTP client on both machines, such as chrony or systemd-timesyncd",
        );
    }
    right(format!("{seconds:.3} s {direction} the database"))
}

fn disk((free, total): (u64, u64)) -> Judgement {
    let text = format!("{} MiB of {} MiB are free", free >> 20, total >> 20);
    if free < SMALLEST_ROOM {
        return wrong(text, "make room: while the disk of the database is full, nothing is saved and nothing rings");
    }
    right(text)
}

fn zones(facts: &Facts) -> Judgement {
    let built_in = facts.built_in_zones;
    let update = "update the package tzdata, or set TZDIR to a folder with a current release";
    match &facts.zones {
        None => doubtful(
            format!("the system has none, so the built-in ones count, release {built_in}"),
            "install the package tzdata, which brings new rules without an upgrade of the server",
        ),
        Some(release) if release.as_str() < built_in => {
            wrong(format!("the system's release {release} is older than the built-in {built_in}"), update)
        }
        Some(release) if age_in_years(release, facts.machine_clock.year()).is_some_and(|age| age > 1) => {
            wrong(format!("the release {release} is more than a year old"), update)
        }
        Some(release) if release != built_in && !facts.zones_left_behind.is_empty() => doubtful(
            format!(
                "the system's release {release} lacks {} names of zones, such as {}, which keep the rules of the built-in \
                 release {built_in}: alarms there may ring an hour off",
                facts.zones_left_behind.len(),
                example_of(&facts.zones_left_behind),
            ),
            "install the package tzdata-legacy, or set TZDIR to a folder with the old names too",
        ),
        Some(release) if is_of_another_year(release, facts.machine_clock) => doubtful(
            format!("release {release} is of last year, and there are several a year"),
            format!("if there is a newer one, {update}"),
        ),
        Some(release) => right(format!("release {release}, the newest that is installed")),
    }
}

/// A name that people know, if it is among these.
fn example_of(names: &[String]) -> &str {
    const KNOWN: &str = "US/Pacific";
    if names.iter().any(|name| name == KNOWN) { KNOWN } else { names.first().map_or("", String::as_str) }
}

/// Whether a release is of the year before, once this year has usually had one.
fn is_of_another_year(release: &str, now: OffsetDateTime) -> bool {
    now.month() >= Month::April && age_in_years(release, now.year()).is_some_and(|age| age > 0)
}

/// Whole calendar years since a release such as `2026f`.
fn age_in_years(release: &str, year: i32) -> Option<i32> {
    Some(year - release.get(..4)?.parse::<i32>().ok()?)
}

fn files(facts: &Facts) -> Judgement {
    let text = format!("at most {}", facts.files);
    if facts.files < FILES_WANTED {
        return doubtful(
            format!("{text}, so as many pages can be open"),
            "raise LimitNOFILE of the service, or `ulimit -n`",
        );
    }
    right(text)
}

fn address(facts: &Facts) -> Judgement {
    let url = &facts.public_url;
    let is_own_machine =
        ["http://localhost", "http://127.0.0.1", "http://[::1]"].iter().any(|own| url.starts_with(own));
    if is_own_machine && !facts.is_local {
        return wrong(
            format!("others can reach the server, but its links name {url}"),
            "set TOKIBAKO_PUBLIC_URL to the address that visitors open",
        );
    }
    if is_own_machine && facts.has_trusted_proxies {
        return wrong(
            format!(
                "a proxy is in front, but the links name {url}, and changes by pages at another port may be refused"
            ),
            "set TOKIBAKO_PUBLIC_URL to the address that visitors open",
        );
    }
    if url.starts_with("http://") && !is_own_machine {
        return wrong(
            format!("{url} is not https, so browsers allow neither notifications nor offline use"),
            "put a proxy with a certificate in front, such as Caddy (config/Caddyfile), and name its https address",
        );
    }
    right(url)
}

fn proxy(facts: &Facts) -> Judgement {
    if facts.has_trusted_proxies {
        return right("visitors' addresses come from X-Forwarded-For of the trusted proxies");
    }
    if facts.public_url.starts_with("https://") {
        return wrong(
            "the site is https, so a proxy is in front, but none is trusted: all visitors share one set of limits",
            "set TOKIBAKO_TRUSTED_PROXIES to the proxy's address",
        );
    }
    right("visitors connect directly")
}

fn push(facts: &Facts) -> Judgement {
    match &facts.push_contact {
        None => doubtful(
            "off: nothing rings while the site is closed",
            "set TOKIBAKO_PUSH_CONTACT or an https TOKIBAKO_PUBLIC_URL",
        ),
        Some(contact) if contact.contains(".example") => wrong(
            format!("push services cannot reach the contact {contact}, and may refuse messages"),
            "set TOKIBAKO_PUSH_CONTACT to an address that somebody reads",
        ),
        Some(contact) => right(format!("on, with the contact {contact}")),
    }
}

fn channels(facts: &Facts) -> Judgement {
    if facts.calls_any_host && facts.is_registration_open {
        return doubtful(
            "whoever registers can make the server send requests to every address of its network",
            "set TOKIBAKO_REGISTRATION=off once your accounts exist, or list the hosts in TOKIBAKO_CHANNEL_HOSTS",
        );
    }
    right("they call hosts that you allow")
}

fn site(facts: &Facts) -> Judgement {
    match &facts.empty_site_dir {
        Some(folder) => wrong(
            format!("there is no built site in {}, so every page is the not-found page", folder.display()),
            "set TOKIBAKO_SITE_DIR to the folder of the built site, or build it (scripts/run)",
        ),
        None => right("its pages are there"),
    }
}

fn operator(facts: &Facts) -> Judgement {
    match facts.examples.as_slice() {
        [] => right("all settings have values of your own"),
        examples => doubtful("visitors see example values", format!("set {}", examples.join(", "))),
    }
}

fn server(answer: &Result<(), String>) -> Judgement {
    match answer {
        Ok(()) => right("it runs and is ready"),
        Err(reason) => wrong(
            reason,
            "start the server with these settings, and read its log; another program may have its address",
        ),
    }
}

#[cfg(test)]
mod tests;
