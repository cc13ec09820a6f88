//! What a drill has seen, written into its history.

use std::{collections::HashSet, fmt, path::Path};

use anyhow::{Result, bail};
use serde_json::Value;
use time::{Duration, OffsetDateTime};

use crate::{
    client::reader::Heard,
    ground::{
        database::Database,
        occurrence::{Kind, Occurrence},
    },
    history::{Event, History, judge, micros},
};

/// The history of one drill. Nothing but [`judge`] says whether the drill has passed.
#[derive(Debug)]
pub(crate) struct Tally(History);

impl Tally {
    /// An empty history; a ring later than `limit` fails the drill.
    pub(crate) fn new(name: impl Into<String>, limit: Duration) -> Self {
        Self(History::new(name, limit))
    }

    /// Adds expected and received rings.
    pub(crate) fn enter(&mut self, expected: &HashSet<Occurrence>, heard: &[Heard]) -> Result<()> {
        self.0.events.extend(expected.iter().map(|ring| Event::Due { ring: *ring }));
        for heard in heard {
            let ring = Occurrence::told_by(heard)?;
            let answered = !serde_json::from_str::<Value>(&heard.data)?["answered"].is_null();
            let kind = if ring.kind == Kind::Alarm { "alarms" } else { "timers" };
            let stream = format!("{kind} of browser {}", heard.browser);
            self.0.events.push(Event::Streamed { at: micros(heard.at), stream, ring, answered });
        }
        Ok(())
    }

    /// Adds where these rings are in the log.
    pub(crate) async fn enter_log(&mut self, database: &Database, expected: &HashSet<Occurrence>) -> Result<()> {
        let rows = database
            .sql(
                "SELECT kind, row_id, round(extract(epoch FROM scheduled_for) * 1000), (place << 12) + (firings.id & 4095) \
                 FROM firings JOIN batches ON block = firings.id >> 12",
            )
            .await?;
        for row in rows.lines() {
            let columns: Vec<_> = row.split('|').collect();
            let [kind, number, due, place] = columns[..] else { bail!("a row has four columns") };
            let kind = if kind == "alarm" { Kind::Alarm } else { Kind::Timer };
            let ring = Occurrence::new(kind, number.parse()?, due.parse()?);
            if expected.contains(&ring) {
                self.0.events.push(Event::Placed { place: place.parse()?, ring });
            }
        }
        Ok(())
    }

    /// Adds a fault: a ring that comes after `from` counts as due at `until` at the earliest.
    pub(crate) fn excuse(&mut self, from: OffsetDateTime, until: OffsetDateTime) {
        self.0.events.push(Event::Away { from: micros(from), until: micros(until) });
    }

    /// Adds what a page was told: the answer that counts.
    pub(crate) fn answered(&mut self, page: &str, at: OffsetDateTime, ring: Occurrence, stands: String) {
        self.0.events.push(Event::Answered { at: micros(at), page: page.to_owned(), ring, stands });
    }

    /// Adds rings that were counted elsewhere.
    pub(crate) fn enter_counts(&mut self, expected: usize, distinct: usize, all: usize, worst: Duration) {
        let worst = i64::try_from(worst.whole_microseconds()).unwrap_or(i64::MAX);
        self.0.events.push(Event::Counted { expected, distinct, all, worst });
    }

    /// Adds another requirement.
    pub(crate) fn require(&mut self, holds: bool, fault: impl FnOnce() -> String) {
        if !holds {
            self.0.events.push(Event::Fault { says: fault() });
        }
    }

    /// Prints the verdict and returns it.
    pub(crate) fn told(self) -> Self {
        println!("{self}");
        self
    }

    pub(crate) fn is_passed(&self) -> bool {
        judge(&self.0).is_passed()
    }

    /// Writes the history into a folder, to be judged again or drawn.
    pub(crate) fn save(&self, folder: &Path) -> Result<()> {
        let letters = self.0.name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' });
        let file = folder.join(format!("{}.jsonl", letters.collect::<String>()));
        self.0.save(&file)?;
        println!("saved: {}", file.display());
        Ok(())
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        judge(&self.0).fmt(out)
    }
}
