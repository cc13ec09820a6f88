//! The length of a timer, and of its steps in rounds.

use std::iter;

use time::Duration;

use crate::ring_settings::Label;

/// A timer's length: hours 0–23, minutes 0–59, seconds 0–59, at least one second in all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimerLength {
    hours: u8,
    minutes: u8,
    seconds: u8,
}

/// Why hours, minutes and seconds are not a length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LengthError {
    #[error("hours must be a whole number from 0 to 23")]
    Hours,
    #[error("minutes must be a whole number from 0 to 59")]
    Minutes,
    #[error("seconds must be a whole number from 0 to 59")]
    Seconds,
    #[error("a timer must run for at least one second")]
    Zero,
}

impl TimerLength {
    pub fn new(hours: i64, minutes: i64, seconds: i64) -> Result<Self, LengthError> {
        let hours = bounded(hours, 23).ok_or(LengthError::Hours)?;
        let minutes = bounded(minutes, 59).ok_or(LengthError::Minutes)?;
        let seconds = bounded(seconds, 59).ok_or(LengthError::Seconds)?;
        if (hours, minutes, seconds) == (0, 0, 0) {
            return Err(LengthError::Zero);
        }
        Ok(Self { hours, minutes, seconds })
    }

    /// The length of this many seconds, 1 to 86,399.
    pub fn from_total_seconds(total: i64) -> Result<Self, LengthError> {
        Self::new(total.div_euclid(3600), total.rem_euclid(3600) / 60, total.rem_euclid(60))
    }

    pub fn closest_to(total: i64) -> Self {
        let longest = Self { hours: 23, minutes: 59, seconds: 59 };
        let shortest = Self { hours: 0, minutes: 0, seconds: 1 };
        Self::from_total_seconds(total).unwrap_or(if total > 0 { longest } else { shortest })
    }

    pub const fn hours(self) -> u8 {
        self.hours
    }

    pub const fn minutes(self) -> u8 {
        self.minutes
    }

    pub const fn seconds(self) -> u8 {
        self.seconds
    }

    pub fn total_seconds(self) -> i32 {
        i32::from(self.hours) * 3600 + i32::from(self.minutes) * 60 + i32::from(self.seconds)
    }

    pub fn duration(self) -> Duration {
        Duration::seconds(self.total_seconds().into())
    }
}

fn bounded(value: i64, most: u8) -> Option<u8> {
    u8::try_from(value).ok().filter(|value| *value <= most)
}

pub const MOST_STEPS: usize = 20;

pub const MOST_ROUNDS: u8 = 99;

pub const MOST_LABEL_CHARACTERS: usize = 1_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    pub length: TimerLength,
    pub label: Option<Label>,
}

/// Steps that are counted down one after the other, in each round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Intervals {
    first: Step,
    others: Vec<Step>,
    rounds: u8,
}

/// Why steps and rounds are refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IntervalsError {
    #[error("steps must be a list of 1 to 20 steps")]
    Steps,
    #[error("the labels of all steps may have {MOST_LABEL_CHARACTERS} characters together, not {0}")]
    Labels(usize),
    #[error("rounds must be a whole number from 1 to 99")]
    Rounds,
}

impl Intervals {
    /// 1 to [`MOST_STEPS`] steps, repeated for 1 to [`MOST_ROUNDS`] rounds.
    pub fn new(steps: Vec<Step>, rounds: i64) -> Result<Self, IntervalsError> {
        if steps.len() > MOST_STEPS {
            return Err(IntervalsError::Steps);
        }
        let labels = steps.iter().filter_map(|step| step.label.as_ref());
        let characters = labels.map(|label| label.as_str().chars().count()).sum();
        if characters > MOST_LABEL_CHARACTERS {
            return Err(IntervalsError::Labels(characters));
        }
        let mut steps = steps.into_iter();
        let first = steps.next().ok_or(IntervalsError::Steps)?;
        let rounds = u8::try_from(rounds).ok().filter(|rounds| (1..=MOST_ROUNDS).contains(rounds));
        Ok(Self { first, others: steps.collect(), rounds: rounds.ok_or(IntervalsError::Rounds)? })
    }

    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        iter::once(&self.first).chain(&self.others)
    }

    pub const fn rounds(&self) -> u8 {
        self.rounds
    }

    pub fn count(&self) -> u16 {
        u16::try_from(self.steps().count() * usize::from(self.rounds)).unwrap_or(u16::MAX)
    }

    /// The step with this index over all rounds, counted from 0.
    pub fn step(&self, index: u16) -> &Step {
        let place = usize::from(index) % (1 + self.others.len());
        self.steps().nth(place).unwrap_or(&self.first)
    }

    /// The number of the round, counted from 1, that contains this step, and the number of rounds; with one round,
    /// those of the step.
    pub fn position(&self, index: u16) -> (u16, u16) {
        let steps = self.count() / u16::from(self.rounds);
        if self.rounds == 1 { (index + 1, steps) } else { (index / steps + 1, self.rounds.into()) }
    }

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
    fn the_labels_of_all_steps_have_a_limit_together() {
        let length = TimerLength::from_total_seconds(20).unwrap();
        let steps = |characters: usize, count| {
            let label = Label::parse(&"家".repeat(characters)).unwrap();
            Intervals::new(vec![Step { length, label }; count], 99)
        };
        assert!(steps(100, 10).is_ok() && steps(50, 20).is_ok());
        assert_eq!(steps(100, 11), Err(IntervalsError::Labels(1_100)));
        assert_eq!(steps(51, 20), Err(IntervalsError::Labels(1_020)));
    }

    #[test]
    fn the_position_counts_rounds_or_the_steps_of_a_single_round() {
        let places =
            |intervals: &Intervals| (0..intervals.count()).map(|index| intervals.position(index)).collect::<Vec<_>>();
        assert_eq!(places(&intervals(3, 1)), [(1, 3), (2, 3), (3, 3)]);
        assert_eq!(places(&intervals(2, 3)), [(1, 3), (1, 3), (2, 3), (2, 3), (3, 3), (3, 3)]);
        assert_eq!(places(&intervals(1, 1)), [(1, 1)]);
    }
}
