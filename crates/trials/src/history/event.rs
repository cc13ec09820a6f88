//! The events of a history, which is a file of JSON lines.

use std::{fs, path::Path};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

use crate::ground::occurrence::Occurrence;

/// What happened, in any order: events say when.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct History {
    pub(crate) name: String,
    /// How late a ring may be.
    pub(crate) limit: Duration,
    pub(crate) events: Vec<Event>,
}

/// Instants are microseconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub(crate) enum Event {
    /// One of the streams has to be given this ring.
    Due { ring: Occurrence },
    /// The log has it, at this place.
    Placed { place: i64, ring: Occurrence },
    /// A stream was given it; `answered` if the event said so.
    Streamed { at: i64, stream: String, ring: Occurrence, answered: bool },
    /// A push service has accepted a message to a device.
    Posted { at: i64, device: String, ring: Occurrence, message: Message },
    /// A page was told which answer counts, by what it says of itself.
    Answered { at: i64, page: String, ring: Occurrence, stands: String },
    /// What a fault excuses: a ring that comes after `from` counts as due at `until` at the earliest.
    Away { from: i64, until: i64 },
    /// Rings that were only counted: how many were expected, came, and came in all; how late the last was.
    Counted { expected: usize, distinct: usize, all: usize, worst: i64 },
    /// Something else that must not be.
    Fault { says: String },
}

/// What a push says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Message {
    Ring,
    Repeat,
    Stop,
}

#[derive(Serialize, Deserialize)]
struct Head {
    name: String,
    limit: i64,
}

/// The microseconds of an instant.
pub(crate) fn micros(at: OffsetDateTime) -> i64 {
    i64::try_from(at.unix_timestamp_nanos() / 1_000).unwrap_or_default()
}

impl History {
    /// An empty history in which no ring may be later than `limit`.
    pub(crate) fn new(name: impl Into<String>, limit: Duration) -> Self {
        Self { name: name.into(), limit, events: Vec::new() }
    }

    /// Reads a file that [`save`](Self::save) has written.
    pub(crate) fn read(file: &Path) -> Result<Self> {
        Self::parse(&fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?)
    }

    pub(super) fn parse(text: &str) -> Result<Self> {
        let mut lines = text.lines().zip(1..);
        let (head, _) = lines.next().context("an empty history")?;
        let Head { name, limit } = serde_json::from_str(head).context("line 1 is no head of a history")?;
        let event = |(line, number)| serde_json::from_str(line).with_context(|| format!("line {number} is no event"));
        let events = lines.map(event).collect::<Result<_>>()?;
        Ok(Self { name, limit: Duration::microseconds(limit), events })
    }

    pub(super) fn written(&self) -> Result<String> {
        let limit = i64::try_from(self.limit.whole_microseconds())?;
        let mut lines = vec![serde_json::to_string(&Head { name: self.name.clone(), limit })?];
        for event in &self.events {
            lines.push(serde_json::to_string(event)?);
        }
        Ok(lines.join("\n") + "\n")
    }

    /// Writes it to a file.
    pub(crate) fn save(&self, file: &Path) -> Result<()> {
        fs::write(file, self.written()?).with_context(|| format!("cannot write {}", file.display()))
    }
}
