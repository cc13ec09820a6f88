//! Hints: notices between processes, for their open streams, that something has changed. A hint may be lost.
//!
//! # How other devices learn of a change
//!
//! A middleware sees each successful write and sends a hint to the streams of the browser that a list has changed, at
//! most once a second. Other processes get hints by `NOTIFY`, many in one, outside of the transactions of the writes: a
//! notification in the transaction would serialise all commits of the cluster, and a row in the log would cost more
//! than most writes. So a hint may be lost, and pages fetch their lists when they return. A client gets no hints of its
//! own changes: requests and streams carry `X-Client-Id`.
//!
//! The lists of pinned cities and of days off are synchronised in the same way, each as a whole (`api/cities-sync.ts` and
//! `offline/days-off-sync.ts` in `frontend/src`). Pages show their own list without waiting, and send it later if it was changed
//! offline; what was changed in two places they merge by entries.

use std::fmt;

use diesel::{RunQueryDsl as _, sql_query, sql_types};
use time::OffsetDateTime;
use tokibako_domain::{
    answer::{Answer, RingAnswer},
    browser_id::BrowserId,
    firing::{Kind, RingId},
};
use uuid::Uuid;

use super::inbox::HINTS;
use crate::{Storage, error::Error, rows::PreparedStatement};

/// The longest payload. Postgres refuses 8,000 bytes.
const LONGEST_PAYLOAD: usize = 7_900;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum List {
    Alarms,
    Timers,
    Cities,
    DaysOff,
}

impl List {
    pub const ALL: [Self; 4] = [Self::Alarms, Self::Timers, Self::Cities, Self::DaysOff];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Alarms => "alarms",
            Self::Timers => "timers",
            Self::Cities => "cities",
            Self::DaysOff => "days-off",
        }
    }

    /// The name of the list in a hint. Other versions recognise the first two as changed alarms and timers.
    const fn word(self) -> &'static str {
        match self {
            Self::Alarms => Kind::Alarm.as_str(),
            Self::Timers => Kind::Timer.as_str(),
            Self::Cities | Self::DaysOff => self.as_str(),
        }
    }
}

impl From<Kind> for List {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Alarm => Self::Alarms,
            Kind::Timer => Self::Timers,
        }
    }
}

/// What happened to the data of a browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum News {
    Changed(List),
    Answered(RingId, RingAnswer),
    /// The browser id is no longer valid: its data were deleted or moved to another id.
    Ended,
}

/// A notice for the streams of a browser. `Debug` hides the browser.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Hint {
    pub browser: BrowserId,
    /// The client that caused it and does not need it; a random number of that client.
    pub client_id: Option<u64>,
    pub news: News,
}

impl fmt::Debug for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hint").field("news", &self.news).finish_non_exhaustive()
    }
}

/// Waits for hints of other processes. Skips hints that it cannot parse, because a newer version sent them.
pub async fn received(storage: &Storage) -> Vec<Hint> {
    let payloads = storage.hints.received().await;
    payloads.iter().flat_map(|payload| hints_in(payload)).collect()
}

pub async fn send(storage: &Storage, hints: &[Hint]) -> Result<(), Error> {
    let payloads = encode(storage, hints);
    if payloads.is_empty() {
        return Ok(());
    }
    storage
        .background(move |conn| {
            for payload in payloads {
                let notify = sql_query("SELECT pg_notify($1, $2)").bind::<sql_types::Text, _>(HINTS);
                PreparedStatement(notify.bind::<sql_types::Text, _>(payload)).execute(conn)?;
            }
            Ok(())
        })
        .await
}

pub fn encode(storage: &Storage, hints: &[Hint]) -> Vec<String> {
    payloads(&storage.hints.own_header(), hints)
}

/// Stores a payload of [`encode`] until [`received`] is called; this process's own payloads are ignored.
pub fn store(storage: &Storage, payload: &str) {
    storage.hints.store(payload);
}

fn payloads(header: &str, hints: &[Hint]) -> Vec<String> {
    let mut payloads: Vec<String> = Vec::new();
    for line in hints.iter().map(line) {
        match payloads.last_mut() {
            Some(payload) if payload.len() + line.len() <= LONGEST_PAYLOAD => payload.push_str(&line),
            _ => payloads.push(format!("{header}{line}")),
        }
    }
    payloads
}

/// The hints of a payload. Its first line is the id of its process.
fn hints_in(payload: &str) -> impl Iterator<Item = Hint> {
    let lines = payload.split_once('\n').map_or("", |(_, hints)| hints);
    lines.lines().filter_map(parse)
}

/// `browser client_id news…`, with `-` for a missing value.
fn line(Hint { browser, client_id, news }: &Hint) -> String {
    let client_id = client_id.map_or("-".to_owned(), |client_id| format!("{client_id:x}"));
    let news = match news {
        News::Changed(list) => format!("changed {}", list.word()),
        News::Ended => "ended".to_owned(),
        News::Answered(ring, RingAnswer { answer, at, snoozed_until }) => {
            let RingId { kind, row, scheduled_for } = ring;
            let until = snoozed_until.map_or("-".to_owned(), |until| milliseconds(until).to_string());
            let (due, at) = (milliseconds(*scheduled_for), milliseconds(*at));
            format!("answered {} {row} {due} {} {at} {until}", kind.as_str(), answer.as_str())
        }
    };
    format!("{} {client_id} {news}\n", browser.as_uuid().simple())
}

fn parse(line: &str) -> Option<Hint> {
    let mut words = line.split(' ');
    let browser = BrowserId::new(Uuid::try_parse(words.next()?).ok()?).ok()?;
    let client_id = u64::from_str_radix(words.next()?, 16).ok();
    let news = match words.next()? {
        "changed" => {
            let word = words.next()?;
            News::Changed(List::ALL.into_iter().find(|list| list.word() == word)?)
        }
        "ended" => News::Ended,
        "answered" => {
            let (kind, row) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
            let scheduled_for = instant(words.next()?)?;
            let answer: Answer = words.next()?.parse().ok()?;
            let (at, snoozed_until) = (instant(words.next()?)?, words.next().and_then(instant));
            News::Answered(RingId { kind, row, scheduled_for }, RingAnswer { answer, at, snoozed_until })
        }
        _ => return None,
    };
    Some(Hint { browser, client_id, news })
}

fn milliseconds(instant: OffsetDateTime) -> i128 {
    instant.unix_timestamp_nanos() / 1_000_000
}

fn instant(text: &str) -> Option<OffsetDateTime> {
    let milliseconds: i128 = text.parse().ok()?;
    OffsetDateTime::from_unix_timestamp_nanos(milliseconds.checked_mul(1_000_000)?).ok()
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;
    use crate::testing::sample::browser;

    const DUE: OffsetDateTime = datetime!(2026-11-20 07:00:00.250 UTC);

    fn hints() -> Vec<Hint> {
        let ring = RingId { kind: Kind::Timer, row: 7, scheduled_for: DUE };
        let answered = |answer, snoozed_until| News::Answered(ring, RingAnswer { answer, at: DUE, snoozed_until });
        [
            (None, News::Changed(List::Alarms)),
            (Some(2), News::Changed(List::Cities)),
            (Some(u64::MAX), News::Ended),
            (Some(1), answered(Answer::Stop, None)),
            (None, answered(Answer::Snooze, Some(DUE))),
        ]
        .map(|(client_id, news)| Hint { browser: browser(1), client_id, news })
        .into()
    }

    #[test]
    fn hints_arrive_as_they_were_sent() {
        let payloads = payloads("mark\n", &hints());
        let arrived: Vec<_> = payloads.iter().flat_map(|payload| hints_in(payload)).collect();
        assert_eq!((payloads.len(), arrived), (1, hints()));
    }

    #[test]
    fn thousands_of_hints_fit_into_payloads_that_postgres_accepts() {
        let many: Vec<_> = hints().into_iter().cycle().take(10_000).collect();
        let payloads = payloads("mark\n", &many);
        assert!(payloads.iter().all(|payload| payload.len() < 8_000));
        let arrived: Vec<_> = payloads.iter().flat_map(|payload| hints_in(payload)).collect();
        assert_eq!(arrived, many);
    }

    #[test]
    fn hints_of_a_newer_version_are_skipped() {
        let known = line(&hints()[0]);
        for unknown in ["", "x - ended", "3d9f1c1e5b7a4b0e9c530f6f5a1a2b3c - reworded alarm", "é"] {
            assert_eq!(parse(unknown), None, "{unknown}");
        }
        assert_eq!(parse(&format!("{} and more", known.trim_end())), Some(hints()[0]));
    }
}
