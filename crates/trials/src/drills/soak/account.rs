//! Which rings are waited for and which were heard, for as long as it matters: a soak may last for days.

use std::{collections::HashSet, fmt};

use anyhow::Result;
use time::OffsetDateTime;

use crate::{client::crowd::Heard, ground::occurrence::Occurrence, history::History};

/// How long a ring is waited for.
pub(super) const GRACE: std::time::Duration = std::time::Duration::from_secs(30);

/// How long one that was heard is remembered.
const MEMORY: time::Duration = time::Duration::minutes(2);

#[derive(Default)]
pub(super) struct Account {
    waiting: HashSet<Occurrence>,
    heard: HashSet<Occurrence>,
    rung: usize,
    lost: usize,
    doubled: usize,
    strays: usize,
    early: usize,
    worst: time::Duration,
}

impl Account {
    /// These must ring.
    pub(super) fn expect(&mut self, rings: impl IntoIterator<Item = Occurrence>) {
        self.waiting.extend(rings);
    }

    /// Takes what was heard until `now`.
    pub(super) fn hear(&mut self, heard: impl Iterator<Item = Heard>, now: OffsetDateTime) -> Result<()> {
        for heard in heard {
            let ring = Occurrence::told_by(&heard.data)?;
            if self.waiting.remove(&ring) {
                self.rung += 1;
                self.early += usize::from(heard.at < ring.due());
                self.worst = self.worst.max(heard.at - ring.due());
                self.heard.insert(ring);
            } else if self.heard.contains(&ring) {
                self.doubled += 1;
            } else {
                self.strays += 1;
            }
        }
        let before = self.waiting.len();
        self.waiting.retain(|ring| now - ring.due() < GRACE);
        self.lost += before - self.waiting.len();
        self.heard.retain(|ring| now - ring.due() < MEMORY);
        Ok(())
    }

    /// Whether any ring is still waited for.
    pub(super) fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Enters all of it; what is still waited for is lost.
    pub(super) fn close(self, history: &mut History) {
        let (rung, expected) = (self.rung, self.rung + self.lost + self.waiting.len());
        history.count(expected, rung, rung + self.doubled, self.worst);
        history.require(self.strays == 0, || format!("{} rings of which nothing was known", self.strays));
        history.require(self.early == 0, || format!("{} rings before their time", self.early));
    }
}

impl fmt::Display for Account {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rung, lost, doubled, .. } = self;
        write!(out, "rung {rung} lost {lost} doubled {doubled} worst {:.2} s", self.worst.as_seconds_f64())
    }
}
