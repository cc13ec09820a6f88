//! Counts the rings of a drill: expected, received, lost, duplicated, late.

use std::{
    collections::{HashMap, HashSet},
    fmt,
};

use anyhow::Result;
use serde_json::Value;
use time::{Duration, OffsetDateTime};

use crate::{client::reader::Heard, ground::occurrence::Occurrence};

/// The result of one drill.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    name: String,
    limit: Duration,
    rung: usize,
    lost: usize,
    doubled: usize,
    /// Rings that were not expected.
    strays: usize,
    early: usize,
    worst: Duration,
    /// Other failures, in words.
    faults: Vec<String>,
}

impl Tally {
    /// An empty tally; a ring later than `limit` fails the drill.
    pub(crate) fn new(name: impl Into<String>, limit: Duration) -> Self {
        Self { name: name.into(), limit, ..Self::default() }
    }

    /// Adds expected and received rings. `owed` gives the instant from which lateness counts, from when a ring was due
    /// and when it was received.
    pub(crate) fn enter(
        &mut self,
        expected: &HashSet<Occurrence>,
        heard: &[Heard],
        owed: impl Fn(OffsetDateTime, OffsetDateTime) -> OffsetDateTime,
    ) -> Result<()> {
        let mut times = HashMap::<Occurrence, usize>::new();
        for heard in heard {
            let occurrence = Occurrence::told_by(heard)?;
            *times.entry(occurrence).or_default() += 1;
            self.worst = self.worst.max(heard.at - owed(occurrence.due(), heard.at));
            self.early += usize::from(heard.at < occurrence.due());
        }
        self.rung += times.len();
        self.lost += expected.iter().filter(|occurrence| !times.contains_key(occurrence)).count();
        self.doubled += times.values().map(|times| times - 1).sum::<usize>();
        self.strays += times.keys().filter(|occurrence| !expected.contains(occurrence)).count();
        Ok(())
    }

    /// The same where an answer may have settled a ring before it was due: the ring is then announced early, with its
    /// answer.
    pub(crate) fn enter_settled(
        &mut self,
        expected: &HashSet<Occurrence>,
        heard: &[Heard],
        owed: impl Fn(OffsetDateTime, OffsetDateTime) -> OffsetDateTime,
    ) -> Result<()> {
        let early = self.early;
        self.enter(expected, heard, owed)?;
        self.early = early;
        for heard in heard {
            let is_early = heard.at < Occurrence::told_by(heard)?.due();
            let is_settled = !serde_json::from_str::<Value>(&heard.data)?["answered"].is_null();
            self.early += usize::from(is_early && !is_settled);
        }
        Ok(())
    }

    /// Adds rings that were counted elsewhere.
    pub(crate) fn enter_counts(&mut self, expected: usize, distinct: usize, all: usize, worst: Duration) {
        self.rung += distinct;
        self.lost += expected.saturating_sub(distinct);
        self.strays += distinct.saturating_sub(expected);
        self.doubled += all - distinct;
        self.worst = self.worst.max(worst);
    }

    /// Adds another requirement.
    pub(crate) fn require(&mut self, holds: bool, fault: impl FnOnce() -> String) {
        if !holds {
            self.faults.push(fault());
        }
    }

    /// Prints the result and returns it.
    pub(crate) fn told(self) -> Self {
        println!("{self}");
        self
    }

    pub(crate) fn is_passed(&self) -> bool {
        self.lost + self.doubled + self.strays + self.early == 0 && self.worst <= self.limit && self.faults.is_empty()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, rung, lost, doubled, strays, early, .. } = self;
        let worst = self.worst.as_seconds_f64();
        write!(out, "{name}: rung {rung} lost {lost} doubled {doubled} worst {worst:.2} s")?;
        if strays + early > 0 {
            write!(out, " strays {strays} early {early}")?;
        }
        if self.worst > self.limit {
            write!(out, " LATE: at most {} is allowed", self.limit)?;
        }
        self.faults.iter().try_for_each(|fault| write!(out, " FAULT: {fault}"))
    }
}
