//! The judge of a history: what was lost, doubled, early, late, out of order, or told differently.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    fmt,
};

use time::Duration;

use super::event::{Event, History, Message, micros};
use crate::ground::occurrence::Occurrence;

/// A page whose clock is ahead may answer a ring at most this long before it is due.
const EARLIEST_ANSWER: Duration = Duration::MINUTE;

/// A post that is under way when its ring is answered takes this long at most, in microseconds.
const UNDER_WAY: i64 = 25_000_000;

/// What is wrong in a history.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    name: String,
    limit: Duration,
    rung: usize,
    lost: usize,
    doubled: usize,
    /// Rings that were not expected.
    strays: usize,
    early: usize,
    worst: Duration,
    /// Everything else, in words.
    faults: Vec<String>,
}

/// Judges a history.
pub(crate) fn judge(history: &History) -> Verdict {
    let mut verdict = Verdict { name: history.name.clone(), limit: history.limit, ..Verdict::default() };
    verdict.of_streams(history);
    verdict.of_the_log(history);
    verdict.of_answers(history);
    for event in &history.events {
        match event {
            Event::Counted { expected, distinct, all, worst } => {
                verdict.rung += distinct;
                verdict.lost += expected.saturating_sub(*distinct);
                verdict.strays += distinct.saturating_sub(*expected);
                verdict.doubled += all.saturating_sub(*distinct);
                verdict.worst = verdict.worst.max(Duration::microseconds(*worst));
            }
            Event::Fault { says } => verdict.faults.push(says.clone()),
            _ => {}
        }
    }
    verdict
}

impl Verdict {
    pub(crate) fn is_passed(&self) -> bool {
        self.lost + self.doubled + self.strays + self.early == 0 && self.worst <= self.limit && self.faults.is_empty()
    }

    /// Each due ring once, not early and not later than the faults excuse. Only an answer of a page whose clock is ahead
    /// logs a ring early.
    fn of_streams(&mut self, history: &History) {
        let mut times = BTreeMap::<Occurrence, (bool, usize)>::new();
        let away: Vec<(i64, i64)> = history
            .events
            .iter()
            .filter_map(|event| if let Event::Away { from, until } = event { Some((*from, *until)) } else { None })
            .collect();
        let answers: HashSet<Occurrence> = history
            .events
            .iter()
            .filter_map(|event| if let Event::Answered { ring, .. } = event { Some(*ring) } else { None })
            .collect();
        for event in &history.events {
            match event {
                Event::Due { ring } => times.entry(*ring).or_default().0 = true,
                Event::Streamed { at, ring, answered, .. } => {
                    times.entry(*ring).or_default().1 += 1;
                    let due = micros(ring.due());
                    let excused = away.iter().filter(|(from, _)| at > from).map(|(_, until)| *until);
                    let owed = excused.fold(due, i64::max);
                    self.worst = self.worst.max(Duration::microseconds(at - owed));
                    let may_be_early = *answered && answers.contains(ring);
                    let allowed = if may_be_early { EARLIEST_ANSWER } else { Duration::ZERO };
                    self.early += usize::from(Duration::microseconds(due - at) > allowed);
                }
                _ => {}
            }
        }
        for (is_due, times) in times.into_values() {
            self.rung += usize::from(times > 0);
            self.lost += usize::from(is_due && times == 0);
            self.strays += usize::from(!is_due);
            self.doubled += times.saturating_sub(1);
        }
    }

    /// Each ring has one place, and streams are given rings in the order of the places.
    fn of_the_log(&mut self, history: &History) {
        let mut places = HashMap::<Occurrence, i64>::new();
        for event in &history.events {
            if let Event::Placed { place, ring } = event
                && places.insert(*ring, *place).is_some()
            {
                self.faults.push(format!("the log has {ring} twice"));
            }
        }
        if places.is_empty() {
            return;
        }
        let mut given: Vec<(&str, i64, Occurrence)> = Vec::new();
        for event in &history.events {
            match event {
                Event::Due { ring } if !places.contains_key(ring) => {
                    self.faults.push(format!("the log does not have {ring}"));
                }
                Event::Streamed { at, stream, ring, .. } => given.push((stream, *at, *ring)),
                _ => {}
            }
        }
        // Stable: what arrived at the same instant keeps its order.
        given.sort_by_key(|(stream, at, _)| (*stream, *at));
        for two in given.windows(2) {
            let [(stream, _, first), (other, _, second)] = two else { continue };
            if stream == other && places.get(first) > places.get(second) {
                self.faults.push(format!("{stream} was given {second} after {first}, which is later in the log"));
            }
        }
    }

    /// The first answer counts, everybody is told the same, and a device is not left ringing.
    fn of_answers(&mut self, history: &History) {
        let mut answers = BTreeMap::<Occurrence, (i64, &str)>::new();
        for event in &history.events {
            let Event::Answered { at, ring, stands, page } = event else { continue };
            let (first, told) = answers.entry(*ring).or_insert((*at, stands));
            *first = (*first).min(*at);
            if told != stands {
                self.faults
                    .push(format!("{page} was told of {stands} as the answer to {ring}, and another page of {told}"));
            }
        }
        let mut last = BTreeMap::<(&str, Occurrence), (i64, Message)>::new();
        for event in &history.events {
            let Event::Posted { at, device, ring, message } = event else { continue };
            let latest = last.entry((device, *ring)).or_insert((*at, *message));
            if at >= &latest.0 {
                *latest = (*at, *message);
            }
            let answered = answers.get(ring).map(|(at, _)| *at);
            if *message != Message::Stop && answered.is_some_and(|answered| *at > answered + UNDER_WAY) {
                self.faults.push(format!("{device} was sent {ring} after its answer"));
            }
            if *message == Message::Stop && answered.is_none() {
                self.faults.push(format!("{device} was sent the end of {ring}, which nobody answered"));
            }
        }
        for ((device, ring), (_, message)) in last {
            if answers.contains_key(&ring) && message != Message::Stop {
                self.faults.push(format!("{device} was not told of the answer to {ring}"));
            }
        }
    }
}

impl fmt::Display for Verdict {
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
        let shown = self.faults.len().min(5);
        self.faults.iter().take(shown).try_for_each(|fault| write!(out, " FAULT: {fault}"))?;
        if self.faults.len() > shown {
            write!(out, " and {} more", self.faults.len() - shown)?;
        }
        Ok(())
    }
}
