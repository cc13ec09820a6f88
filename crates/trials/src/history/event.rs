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
    /// A device has to be sent this ring, so many microseconds after it is due at the latest if it has to in any case, and
    /// then rings for so long.
    Owed { device: String, ring: Occurrence, within: Option<i64>, rings_for: i64 },
    /// Something came to the push service of a device.
    Posted(Post),
    /// A device has reported that it shows a ring.
    Shown { at: i64, device: String, ring: Occurrence },
    /// A page that began to answer was told which answer counts; `on` is its device if that is pushed to.
    Answered { begun: i64, at: i64, page: String, on: Option<String>, ring: Occurrence, stands: String },
    /// A process was killed.
    Killed { at: i64 },
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
    /// With its number.
    Repeat(u64),
    Stop,
}

/// A post to a device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Post {
    pub(crate) at: i64,
    pub(crate) device: String,
    pub(crate) ring: Occurrence,
    pub(crate) message: Message,
    /// The topic and the tag, by which the service and the device replace messages.
    pub(crate) slot: String,
    /// Whether the service accepted it, and whether the sender learned of that.
    pub(crate) is_taken: bool,
    pub(crate) is_told: bool,
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

    /// What excuses rings that come late.
    pub(super) fn excuses(&self) -> Excuses {
        let away = |event: &Event| if let Event::Away { from, until } = event { Some((*from, *until)) } else { None };
        Excuses(self.events.iter().filter_map(away).collect())
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

/// From when to when something was away.
pub(super) struct Excuses(Vec<(i64, i64)>);

impl Excuses {
    /// How late a ring came: after it was due, or after the faults that excuse it were over.
    pub(super) fn late(&self, ring: Occurrence, at: i64) -> Duration {
        let excused = self.0.iter().filter(|(from, _)| at > *from).map(|(_, until)| *until);
        Duration::microseconds(at - excused.fold(micros(ring.due()), i64::max))
    }
}
