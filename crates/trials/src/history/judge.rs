//! The judge of a history: what was lost, doubled, early, late, out of order, or told differently.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    fmt,
};

use time::Duration;

use super::event::{Event, History, micros};
use crate::ground::occurrence::Occurrence;

/// A page whose clock is ahead may answer a ring at most this long before it is due.
const EARLIEST_ANSWER: Duration = Duration::MINUTE;

/// What is wrong in a history.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    name: String,
    limit: Duration,
    rung: usize,
    pub(super) lost: usize,
    pub(super) doubled: usize,
    /// Rings that were not expected.
    strays: usize,
    early: usize,
    worst: Duration,
    /// Rings that devices were sent, the posts of them, and how many of these were not accepted.
    pub(super) pushed: usize,
    pub(super) posts: usize,
    pub(super) refused: usize,
    pub(super) worst_post: Duration,
    /// Everything else, in words.
    pub(super) faults: Vec<String>,
}

/// Judges a history.
pub(crate) fn judge(history: &History) -> Verdict {
    let mut verdict = Verdict { name: history.name.clone(), limit: history.limit, ..Verdict::default() };
    verdict.of_streams(history);
    verdict.of_the_log(history);
    verdict.of_answers(history);
    verdict.of_pushes(history);
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

    /// The rings of streams, only counted, and the faults in words.
    pub(super) fn events(&self) -> Vec<Event> {
        let Self { rung, lost, doubled, strays, early, .. } = *self;
        let worst = i64::try_from(self.worst.whole_microseconds()).unwrap_or(i64::MAX);
        let counted = Event::Counted { expected: rung + lost - strays, distinct: rung, all: rung + doubled, worst };
        let early = (early > 0).then(|| format!("{early} rings before their time"));
        let says = self.faults.iter().cloned().chain(early);
        [counted].into_iter().chain(says.map(|says| Event::Fault { says })).collect()
    }

    /// Each due ring once, not early and not later than the faults excuse. Only an answer of a page whose clock is ahead
    /// logs a ring early.
    fn of_streams(&mut self, history: &History) {
        let mut times = BTreeMap::<Occurrence, (bool, usize)>::new();
        let excuses = history.excuses();
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
                    self.worst = self.worst.max(excuses.late(*ring, *at));
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

    /// The first answer counts, and everybody is told the same.
    fn of_answers(&mut self, history: &History) {
        let mut answers = BTreeMap::<Occurrence, &str>::new();
        for event in &history.events {
            let Event::Answered { ring, stands, page, .. } = event else { continue };
            let told = answers.entry(*ring).or_insert(stands);
            if told != stands {
                self.faults
                    .push(format!("{page} was told of {stands} as the answer to {ring}, and another page of {told}"));
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
        if self.posts > 0 {
            let (pushed, posts, refused, worst) =
                (self.pushed, self.posts, self.refused, self.worst_post.as_seconds_f64());
            write!(out, "; pushed {pushed} worst {worst:.2} s, {posts} posts, {refused} of them not accepted")?;
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
