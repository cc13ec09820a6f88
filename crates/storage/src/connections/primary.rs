//! Finds the primary of a database with standbys, and keeps off one that was replaced.
//!
//! `DATABASE_URL` may name several hosts (docs/operations.md). A standby that is promoted begins a new timeline of its
//! cluster. The primary before it may still answer, may be frozen with its connections open, or may come back later and
//! take writes: what is claimed there would ring twice, and be lost when it becomes a standby. So a process remembers the
//! latest timeline that it has seen. A connection to an earlier one of the same cluster is refused. If a new connection shows a
//! later one, a new *term* begins: every connection is opened anew, and whoever waits for a result of the term before
//! is told that the database is unavailable. Another cluster, such as a restored one, has another system identifier, and also
//! begins a term.
//!
//! Nothing else may tell a process that its primary was replaced: a frozen one keeps its connections, and one that only
//! its standby has lost goes on. So a thread asks the other hosts every second.

use std::{sync::Arc, thread, time::Duration};

use diesel::{ConnectionError, connection::SimpleConnection as _, prelude::*, sql_query, sql_types};
use parking_lot::Mutex;
use tokio::sync::watch;

use crate::error::Error;

/// The settings of a session: statements and idle transactions have timeouts. So rows that a transaction has locked are
/// free again seconds after its process was frozen or cut off. If the database waits for that process to accept an
/// answer, only `tcp_user_timeout` ends the wait.
const SETUP: &str = "SET TIME ZONE 'UTC'; SET statement_timeout = '20s'; \
    SET idle_in_transaction_session_timeout = '5s'; SET tcp_user_timeout = '3s'";

/// libpq's parameters to detect a peer that has vanished (seconds, milliseconds, seconds, seconds, probes).
const TIMEOUTS: [(&str, u32); 5] = [
    ("connect_timeout", 3),
    ("tcp_user_timeout", 10_000),
    ("keepalives_idle", 5),
    ("keepalives_interval", 2),
    ("keepalives_count", 3),
];

/// Connects to the database at `url` without pooling, for a command or a migration. Blocks until it answers.
pub(crate) fn connect(url: &str) -> Result<PgConnection, Error> {
    PgConnection::establish(&with_timeouts(url)).map_err(|error| Error::Unavailable(error.to_string()))
}

fn open(url: &str) -> Result<PgConnection, ConnectionError> {
    let mut session = PgConnection::establish(url)?;
    session.batch_execute(SETUP).map_err(ConnectionError::CouldntSetupConfiguration)?;
    Ok(session)
}

/// The URL with shorter timeouts of libpq, unless the operator has set them. A server that accepts and never answers,
/// or a network that drops packets, then counts as unavailable after seconds.
pub(crate) fn with_timeouts(url: &str) -> String {
    let (joint, separator) = match (url.contains("://"), url.contains('?')) {
        (true, true) => ("&", "&"),
        (true, false) => ("?", "&"),
        (false, _) => (" ", " "),
    };
    let missing: Vec<String> = TIMEOUTS
        .iter()
        .filter(|(name, _)| !url.contains(&format!("{name}=")))
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    if missing.is_empty() { url.to_owned() } else { format!("{url}{joint}{}", missing.join(separator)) }
}

/// How often the other hosts are asked whether they are the primary now.
const WATCH_INTERVAL: Duration = Duration::from_secs(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq, QueryableByName)]
pub(crate) struct ClusterTimeline {
    #[diesel(sql_type = sql_types::BigInt)]
    system: i64,
    #[diesel(sql_type = sql_types::BigInt)]
    timeline: i64,
}

/// The time in which one primary is used. Terms are numbered.
pub(crate) type Term = u64;

/// The hosts, and the latest primary among them.
pub(crate) struct Primary {
    hosts: Vec<String>,
    latest: watch::Sender<Latest>,
}

#[derive(Clone, Copy, Default)]
struct Latest {
    term: Term,
    place: Option<ClusterTimeline>,
    host: usize,
}

/// A standby, which takes no writes, has no timeline of its own. The name of a file of the log begins with the timeline.
const PLACE: &str = "SELECT system_identifier AS system, \
     ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint AS timeline \
     FROM pg_control_system() WHERE NOT pg_is_in_recovery()";

impl Primary {
    /// The primary among the hosts of this address, of which nothing is known yet.
    pub(crate) fn of(url: &str) -> Arc<Self> {
        Arc::new(Self { hosts: single(url), latest: watch::Sender::default() })
    }

    /// Opens a connection to the primary, and says to which term it belongs.
    pub(crate) fn open(&self) -> Result<(PgConnection, Term), ConnectionError> {
        let Latest { place, host, .. } = *self.latest.borrow();
        let mut outcome = self.open_at(host);
        for other in (0..self.hosts.len()).filter(|other| *other != host) {
            // Two of them may take writes. A process that has seen none of them looks at all.
            if outcome.is_ok() && place.is_some() {
                break;
            }
            outcome = self.open_at(other).or(outcome);
        }
        outcome
    }

    /// Asks the hosts that are not the primary until `is_over`, so that a new one is found. With one host there is nothing
    /// to do.
    pub(crate) fn watch(self: Arc<Self>, is_over: impl Fn() -> bool + Send + 'static) -> std::io::Result<()> {
        if self.hosts.len() < 2 {
            return Ok(());
        }
        thread::Builder::new().name("primary".to_owned()).spawn(move || {
            while !is_over() {
                thread::sleep(WATCH_INTERVAL);
                let Latest { term, host, .. } = *self.latest.borrow();
                // A standby, or a host that is away, refuses.
                let found = |other: usize| self.open_at(other).is_ok() && self.term() != term;
                if (0..self.hosts.len()).filter(|other| *other != host).any(found) {
                    tracing::warn!("the database has another primary");
                }
            }
        })?;
        Ok(())
    }

    pub(crate) fn term(&self) -> Term {
        self.latest.borrow().term
    }

    pub(crate) async fn ended(&self, term: Term) {
        // The sender lives as long as this does.
        let _ = self.latest.subscribe().wait_for(|latest| latest.term != term).await;
    }

    #[cfg(test)]
    pub(crate) fn replace(&self) {
        self.latest.send_modify(|latest| latest.term += 1);
    }

    fn open_at(&self, host: usize) -> Result<(PgConnection, Term), ConnectionError> {
        let url = self.hosts.get(host).map(String::as_str).unwrap_or_default();
        let mut connection = open(url)?;
        // Not known on a standby, which a single address may name.
        let term = match sql_query(PLACE).get_result::<ClusterTimeline>(&mut connection) {
            Ok(place) => self.enter(place, host).ok_or_else(replaced)?,
            Err(_) => self.term(),
        };
        Ok((connection, term))
    }

    /// Takes note of a primary; returns its term, or `None` if it was replaced.
    fn enter(&self, place: ClusterTimeline, host: usize) -> Option<Term> {
        let mut entered = None;
        self.latest.send_if_modified(|latest| {
            let before = latest.place.replace(place);
            if before.is_some_and(|before| before.system == place.system && before.timeline > place.timeline) {
                latest.place = before;
                return false;
            }
            let is_next = before.is_some_and(|before| before != place);
            latest.term += Term::from(is_next);
            if is_next || before.is_none() {
                latest.host = host;
            }
            entered = Some(latest.term);
            is_next
        });
        entered
    }
}

/// A value that is made anew for each term, such as connections: a frozen primary keeps those of its term.
pub(crate) struct TermValue<T> {
    primary: Arc<Primary>,
    make: Box<dyn Fn() -> T + Send + Sync>,
    current: Mutex<(Term, T)>,
}

impl<T: Clone> TermValue<T> {
    pub(crate) fn new(primary: Arc<Primary>, make: impl Fn() -> T + Send + Sync + 'static) -> Self {
        let current = Mutex::new((primary.term(), make()));
        Self { primary, make: Box::new(make), current }
    }

    pub(crate) fn get(&self) -> (Term, T) {
        let mut current = self.current.lock();
        let term = self.primary.term();
        if current.0 != term {
            *current = (term, (self.make)());
        }
        current.clone()
    }
}

/// Why a connection is not used.
pub(crate) fn replaced() -> ConnectionError {
    ConnectionError::BadConnection("this primary was replaced by a standby that was promoted".to_owned())
}

/// The address with one host each, in their order. libpq takes hosts and ports as lists with commas.
pub(crate) fn single(url: &str) -> Vec<String> {
    let (before, hosts, after) = host_list(url);
    let count = hosts.split(',').count();
    if count < 2 {
        return vec![url.to_owned()];
    }
    let one = |(number, host)| one_port(&format!("{before}{host}{after}"), number);
    hosts.split(',').enumerate().map(one).collect()
}

/// The address in three parts, the middle one with all hosts; empty if none is named.
fn host_list(url: &str) -> (&str, &str, &str) {
    if let Some(found) = parameter(url, "host").filter(|(_, hosts, _)| hosts.contains(',')) {
        return found;
    }
    let Some((scheme, rest)) = url.split_once("://") else { return (url, "", "") };
    let authority = rest.split(['/', '?']).next().unwrap_or_default();
    let hosts = authority.rsplit('@').next().unwrap_or_default();
    let begin = scheme.len() + "://".len() + authority.len() - hosts.len();
    (&url[..begin], hosts, &url[begin + hosts.len()..])
}

/// The address with the port of the host with this number, if ports are a list, too.
fn one_port(url: &str, number: usize) -> String {
    match parameter(url, "port") {
        Some((before, ports, after)) if ports.contains(',') => {
            format!("{before}{}{after}", ports.split(',').nth(number).unwrap_or_default())
        }
        _ => url.to_owned(),
    }
}

/// What is before the value of a parameter, the value, and what is after it.
fn parameter<'a>(url: &'a str, name: &str) -> Option<(&'a str, &'a str, &'a str)> {
    let separators: &[char] = if url.contains("://") { &['?', '&'] } else { &[' '] };
    let named = format!("{name}=");
    let begin = url.match_indices(&named).map(|(at, _)| at).find(|at| *at == 0 || url[..*at].ends_with(separators))?;
    let begin = begin + named.len();
    let end = url[begin..].find(separators).map_or(url.len(), |length| begin + length);
    Some((&url[..begin], &url[begin..end], &url[end..]))
}

#[cfg(test)]
mod tests {
    use crate::testing::TestDatabase;

    use super::*;

    #[test]
    fn a_later_timeline_and_another_cluster_begin_a_term_and_an_earlier_timeline_is_refused() {
        let primary = Primary::of("postgres://a,b");
        for (system, timeline, host, term) in [
            (1, 1, 0, Some(0)),
            (1, 1, 1, Some(0)),
            (1, 2, 1, Some(1)),
            (1, 1, 0, None),
            (1, 2, 1, Some(1)),
            (7, 1, 0, Some(2)),
            (7, 3, 1, Some(3)),
            (7, 2, 0, None),
        ] {
            assert_eq!(primary.enter(ClusterTimeline { system, timeline }, host), term, "{system} {timeline}");
        }
        assert_eq!(primary.latest.borrow().host, 1);
    }

    #[test]
    fn a_host_that_is_away_is_passed_over() {
        let database = TestDatabase::create();
        let hosts = vec!["postgres:///db?host=/nowhere".to_owned(), database.url()];
        let primary = Primary { hosts, latest: watch::Sender::default() };
        for _ in 0..2 {
            assert_eq!(primary.open().unwrap().1, 0);
            assert_eq!(primary.latest.borrow().host, 1);
        }
        let other = Primary::of("postgres:///db?host=/nowhere,/elsewhere");
        assert!(other.open().err().unwrap().to_string().contains("nowhere"));
    }

    #[test]
    fn an_address_with_several_hosts_is_one_for_each_of_them() {
        for (url, expected) in [
            ("postgres://u:p@a/db?x=1", vec!["postgres://u:p@a/db?x=1"]),
            ("postgres://u:p@a:1,b:2/db?x=1", vec!["postgres://u:p@a:1/db?x=1", "postgres://u:p@b:2/db?x=1"]),
            ("postgres://a,b", vec!["postgres://a", "postgres://b"]),
            ("postgres://u:p%2Cq@a,[::1]:2?x=1", vec!["postgres://u:p%2Cq@a?x=1", "postgres://u:p%2Cq@[::1]:2?x=1"]),
            ("postgres://u@/db?host=/a,/b", vec!["postgres://u@/db?host=/a", "postgres://u@/db?host=/b"]),
            (
                "postgres:///db?hostaddr=1&host=a,b&port=1,2&x=1",
                vec!["postgres:///db?hostaddr=1&host=a&port=1&x=1", "postgres:///db?hostaddr=1&host=b&port=2&x=1"],
            ),
            ("host=a,b port=1 dbname=c", vec!["host=a port=1 dbname=c", "host=b port=1 dbname=c"]),
            ("dbname=c host=a", vec!["dbname=c host=a"]),
        ] {
            assert_eq!(single(url), expected, "{url}");
        }
    }
}
