//! Alarms of the model: small values of which the domain's alarms are made when its rules are asked.

use std::sync::LazyLock;

use time::OffsetDateTime;
use tokibako_domain::{
    alarm::{Alarm, AlarmId, AlarmSettings, Arming},
    answer::{Answer, RingAnswer},
    browser_id::BrowserId,
    day::TimeOfDay,
    days_off::Observance,
    occurrence::{Repeat, Schedule},
    ring_settings::{SnoozeInterval, Sound},
    zone::Zone,
};

use crate::instants::{Millis, millis, system};

/// What a row of the database says about when an alarm rings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum RowArming {
    /// Never.
    Off,
    /// By its schedule.
    Scheduled(Millis),
    /// After a snooze.
    Snoozed(Millis),
}

/// A ring: the alarm and the due instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Ring {
    /// The number of the alarm.
    pub alarm: u8,
    /// When it was due.
    pub due: Millis,
}

/// An answer that counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct StandingAnswer {
    /// The answer.
    pub answer: Answer,
    /// When it was given.
    pub at: Millis,
    /// When the snooze ends.
    pub snoozed_until: Option<Millis>,
}

impl RowArming {
    /// When it rings next.
    pub(crate) fn due(self) -> Option<Millis> {
        match self {
            Self::Off => None,
            Self::Scheduled(at) | Self::Snoozed(at) => Some(at),
        }
    }

    /// After the ring that is due, by the domain.
    pub(crate) fn after_ring(self, now: Millis) -> Self {
        Self::of(&self.alarm().after_ring(system(now)))
    }

    /// Switched off or on, by the domain.
    pub(crate) fn toggled(self, now: Millis) -> Self {
        Self::of(&self.alarm().toggled(system(now)))
    }

    /// After an answer to its last ring, by the domain.
    pub(crate) fn answered(self, answer: Answer, at: OffsetDateTime) -> (Self, StandingAnswer) {
        let (after, RingAnswer { answer, at, snoozed_until }) = self.alarm().answered(answer, at);
        (Self::of(&after), StandingAnswer { answer, at: millis(at), snoozed_until: snoozed_until.map(millis) })
    }

    /// Whether a ring after which the alarm was as in `after` is still current, by the domain.
    pub(crate) fn has_current_ring(self, after: Self, due: Millis) -> bool {
        self.alarm().has_current_ring(&after.alarm(), system(due))
    }

    pub(crate) fn of(alarm: &Alarm) -> Self {
        match alarm.arming {
            Arming::Off => Self::Off,
            Arming::Scheduled(at) => Self::Scheduled(millis(at)),
            Arming::Snoozed(at) => Self::Snoozed(millis(at)),
        }
    }

    fn alarm(self) -> Alarm {
        let arming = match self {
            Self::Off => Arming::Off,
            Self::Scheduled(at) => Arming::Scheduled(system(at)),
            Self::Snoozed(at) => Arming::Snoozed(system(at)),
        };
        Alarm { arming, ..SEVEN.clone() }
    }
}

/// The settings of the model's alarms.
#[cfg(test)]
pub(crate) fn settings() -> AlarmSettings {
    SEVEN.settings.clone()
}

/// An alarm that rings at seven every day.
static SEVEN: LazyLock<Alarm> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a literal that is valid")]
    let time: TimeOfDay = "07:00".parse().expect("a time of day");
    #[expect(clippy::expect_used, reason = "a literal that is valid")]
    let browser: BrowserId = "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c".parse().expect("a browser id");
    Alarm {
        id: AlarmId(1),
        browser,
        settings: AlarmSettings {
            schedule: Schedule { time, repeat: Repeat::Daily, zone: Zone::UTC, paused_until: None },
            sound: Sound::default(),
            snooze_interval: SnoozeInterval::default(),
            label: None,
            days_off: Observance::default(),
        },
        arming: Arming::Off,
        skipped: None,
        created_at: system(0),
    }
});
