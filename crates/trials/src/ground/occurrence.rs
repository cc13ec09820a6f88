//! One expected ring, identified as clients identify it.

use std::fmt;

use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// The kind of the row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    Alarm,
    Timer,
}

impl Kind {
    pub(crate) fn stream_path(self) -> &'static str {
        match self {
            Self::Alarm => "/api/alarms/notifications",
            Self::Timer => "/api/timers/notifications",
        }
    }
}

/// The kind, the row and the due instant of a ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Occurrence {
    pub(crate) kind: Kind,
    pub(crate) row: i64,
    /// Milliseconds since 1970.
    scheduled_for: i64,
}

impl Occurrence {
    pub(crate) fn new(kind: Kind, row: i64, scheduled_for: i64) -> Self {
        Self { kind, row, scheduled_for }
    }

    /// The occurrence that the data of an event announce.
    pub(crate) fn told_by(data: &str) -> Result<Self> {
        let event: Value = serde_json::from_str(data)?;
        let (kind, row) = match event["type"].as_str() {
            Some("ALARM_TRIGGER") => (Kind::Alarm, &event["alarm"]["id"]),
            Some("TIMER_COMPLETE") => (Kind::Timer, &event["timer"]["id"]),
            _ => bail!("an event of no known type: {event}"),
        };
        let scheduled_for = event["scheduledFor"].as_str().context("an event says for when it was due")?;
        Ok(Self::new(kind, row.as_i64().context("a row has a number")?, milliseconds(scheduled_for)?))
    }

    /// The occurrence that a push names.
    pub(crate) fn named_by(ring: &Value) -> Result<Self> {
        let kind = match ring["kind"].as_str() {
            Some("alarm") => Kind::Alarm,
            Some("timer") => Kind::Timer,
            _ => bail!("a ring of no known kind: {ring}"),
        };
        let scheduled_for = ring["scheduledFor"].as_str().context("a ring says for when it was due")?;
        Ok(Self::new(kind, ring["id"].as_i64().context("a row has a number")?, milliseconds(scheduled_for)?))
    }

    /// The occurrence in a row of `kind|id|milliseconds`.
    pub(crate) fn of_row(row: &str) -> Result<Self> {
        let columns: Vec<_> = row.split('|').collect();
        let [kind, number, due] = columns[..] else { bail!("a row has three columns: {row}") };
        let kind = if kind == "alarm" { Kind::Alarm } else { Kind::Timer };
        Ok(Self::new(kind, number.parse()?, due.parse()?))
    }

    /// The API's fields of it.
    pub(crate) fn fields(&self) -> Result<Value> {
        let kind = if self.kind == Kind::Alarm { "alarm" } else { "timer" };
        Ok(json!({ "kind": kind, "id": self.row, "scheduledFor": self.due().format(&Rfc3339)? }))
    }

    /// The occurrence of the timer that `POST /api/timers` returned.
    pub(crate) fn of_running_timer(answer: &[u8]) -> Result<Self> {
        let timer: Value = serde_json::from_slice(answer)?;
        let ends_at = timer["endsAt"].as_str().context("a running timer has an end")?;
        Ok(Self::new(Kind::Timer, timer["id"].as_i64().context("a row has a number")?, milliseconds(ends_at)?))
    }

    /// The instant for which the ring is due.
    pub(crate) fn due(&self) -> OffsetDateTime {
        instant(self.scheduled_for)
    }
}

impl fmt::Display for Occurrence {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.kind == Kind::Alarm { "alarm" } else { "timer" };
        write!(out, "{kind} {} of {}", self.row, self.due())
    }
}

/// The instant `milliseconds` after the start of 1970.
pub(crate) fn instant(milliseconds: i64) -> OffsetDateTime {
    OffsetDateTime::UNIX_EPOCH + time::Duration::milliseconds(milliseconds)
}

fn milliseconds(text: &str) -> Result<i64> {
    let instant = OffsetDateTime::parse(text, &Rfc3339)?;
    Ok(i64::try_from(instant.unix_timestamp_nanos() / 1_000_000)?)
}
