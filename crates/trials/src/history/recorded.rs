//! How a drill writes what it has seen into its history.

use std::{collections::HashSet, mem, path::Path};

use anyhow::{Context as _, Result};
use serde_json::Value;
use time::{Duration, OffsetDateTime};

use super::{
    event::{Event, History, micros},
    judge::judge,
};
use crate::{
    client::crowd::Heard,
    ground::{
        database::Database,
        occurrence::{Kind, Occurrence},
    },
};

/// Where each ring is in the log.
const PLACES: &str = "SELECT kind, row_id, round(extract(epoch FROM scheduled_for) * 1000), (place << 12) + (firings.id & 4095) \
                      FROM firings JOIN batches ON block = firings.id >> 12";

impl History {
    /// Adds expected and received rings.
    pub(crate) fn enter(&mut self, expected: &HashSet<Occurrence>, heard: &[Heard]) -> Result<()> {
        self.events.extend(expected.iter().map(|ring| Event::Due { ring: *ring }));
        for heard in heard {
            let ring = Occurrence::told_by(&heard.data)?;
            let answered = !serde_json::from_str::<Value>(&heard.data)?["answered"].is_null();
            let events = heard.seat.kind.map_or("events", |kind| if kind == Kind::Alarm { "alarms" } else { "timers" });
            let stream = format!("{events} of browser {}", heard.seat.browser);
            self.events.push(Event::Streamed { at: micros(heard.at), stream, ring, answered });
        }
        Ok(())
    }

    /// Adds where these rings are in the log.
    pub(crate) async fn enter_log(&mut self, database: &Database, expected: &HashSet<Occurrence>) -> Result<()> {
        for row in database.sql(PLACES).await?.lines() {
            let (ring, place) = row.rsplit_once('|').context("a row has columns")?;
            let ring = Occurrence::of_row(ring)?;
            if expected.contains(&ring) {
                self.events.push(Event::Placed { place: place.parse()?, ring });
            }
        }
        Ok(())
    }

    /// Adds a fault: a ring that comes after `from` counts as due at `until` at the earliest.
    pub(crate) fn excuse(&mut self, from: OffsetDateTime, until: OffsetDateTime) {
        self.events.push(Event::Away { from: micros(from), until: micros(until) });
    }

    /// Adds rings that were counted elsewhere.
    pub(crate) fn count(&mut self, expected: usize, distinct: usize, all: usize, worst: Duration) {
        let worst = i64::try_from(worst.whole_microseconds()).unwrap_or(i64::MAX);
        self.events.push(Event::Counted { expected, distinct, all, worst });
    }

    /// Takes out the rings that were due before this, with all that has come of them.
    pub(crate) fn cut_off(&mut self, name: String, until: OffsetDateTime) -> Self {
        let (events, open) = mem::take(&mut self.events).into_iter().partition(
            |event| matches!(event, Event::Due { ring } | Event::Streamed { ring, .. } if ring.due() < until),
        );
        self.events = open;
        Self { name, limit: self.limit, events }
    }

    /// Adds what the judge says of a part, and returns that if it has a fault, to be looked at.
    pub(crate) fn add(&mut self, part: Self) -> Option<Self> {
        let verdict = judge(&part);
        self.events.extend(verdict.events());
        (!verdict.is_passed()).then_some(part)
    }

    /// Adds another requirement.
    pub(crate) fn require(&mut self, holds: bool, fault: impl FnOnce() -> String) {
        if !holds {
            self.events.push(Event::Fault { says: fault() });
        }
    }

    /// Prints what the judge says of it.
    pub(crate) fn told(self) -> Self {
        println!("{}", judge(&self));
        self
    }

    /// Writes it into a folder, to be judged again or drawn.
    pub(crate) fn save_in(&self, folder: &Path) -> Result<()> {
        let letters = self.name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' });
        let file = folder.join(format!("{}.jsonl", letters.collect::<String>()));
        self.save(&file)?;
        println!("saved: {}", file.display());
        Ok(())
    }
}
