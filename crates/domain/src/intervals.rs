//! The steps of an interval timer: work and rest, one after the other, in rounds.

use std::iter;

use crate::{label::Label, length::TimerLength};

/// How many steps a round has at most.
pub const MOST_STEPS: usize = 20;

/// How many rounds there are at most.
pub const MOST_ROUNDS: u8 = 99;

/// A part of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// How long it takes.
    pub length: TimerLength,
    /// What it is for.
    pub label: Option<Label>,
}

/// Steps that are counted down one after the other, as many times as there are rounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Intervals {
    first: Step,
    others: Vec<Step>,
    rounds: u8,
}

/// Why steps and rounds make no interval timer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IntervalsError {
    /// No steps, or too many.
    #[error("steps must be a list of 1 to 20 steps")]
    Steps,
    /// No rounds, or too many.
    #[error("rounds must be a whole number from 1 to 99")]
    Rounds,
}

impl Intervals {
    /// 1 to [`MOST_STEPS`] steps, run through 1 to [`MOST_ROUNDS`] times.
    pub fn new(steps: Vec<Step>, rounds: i64) -> Result<Self, IntervalsError> {
        if steps.len() > MOST_STEPS {
            return Err(IntervalsError::Steps);
        }
        let mut steps = steps.into_iter();
        let first = steps.next().ok_or(IntervalsError::Steps)?;
        let rounds = u8::try_from(rounds).ok().filter(|rounds| (1..=MOST_ROUNDS).contains(rounds));
        Ok(Self { first, others: steps.collect(), rounds: rounds.ok_or(IntervalsError::Rounds)? })
    }

    /// The steps of one round.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        iter::once(&self.first).chain(&self.others)
    }

    /// How many times the steps are run through.
    #[must_use]
    pub const fn rounds(&self) -> u8 {
        self.rounds
    }

    /// How many steps there are over all rounds.
    #[must_use]
    pub fn count(&self) -> u16 {
        u16::try_from(self.steps().count() * usize::from(self.rounds)).unwrap_or(u16::MAX)
    }

    /// The step with this index over all rounds, from 0.
    #[must_use]
    pub fn step(&self, index: u16) -> &Step {
        let place = usize::from(index) % (1 + self.others.len());
        self.steps().nth(place).unwrap_or(&self.first)
    }

    /// Which step the one with this index over all rounds is, from 1, and of how many: the round, or with one round the step.
    #[must_use]
    pub fn place(&self, index: u16) -> (u16, u16) {
        let steps = self.count() / u16::from(self.rounds);
        if self.rounds == 1 { (index + 1, steps) } else { (index / steps + 1, self.rounds.into()) }
    }

    /// Seconds of all steps in all rounds.
    #[must_use]
    pub fn total_seconds(&self) -> i32 {
        let round: i32 = self.steps().map(|step| step.length.total_seconds()).sum();
        round * i32::from(self.rounds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn intervals(steps: usize, rounds: i64) -> Intervals {
        let step = Step { length: TimerLength::from_total_seconds(20).unwrap(), label: None };
        Intervals::new(vec![step; steps], rounds).unwrap()
    }

    #[test]
    fn a_place_is_that_of_the_round_or_with_one_round_of_the_step() {
        let places =
            |intervals: &Intervals| (0..intervals.count()).map(|index| intervals.place(index)).collect::<Vec<_>>();
        assert_eq!(places(&intervals(3, 1)), [(1, 3), (2, 3), (3, 3)]);
        assert_eq!(places(&intervals(2, 3)), [(1, 3), (1, 3), (2, 3), (2, 3), (3, 3), (3, 3)]);
        assert_eq!(places(&intervals(1, 1)), [(1, 1)]);
    }
}
