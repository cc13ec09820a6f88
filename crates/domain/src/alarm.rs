//! An alarm: its settings, whether it is armed, and what toggling, snoozing and ringing do to it.

use time::OffsetDateTime;

use crate::{
    browser_id::BrowserId, days_off::DaysOff, label::Label, lateness, occurrence::Schedule, snooze::SnoozeInterval,
    sound::Sound,
};

/// The id of an alarm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AlarmId(pub i64);

/// The settings of an alarm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlarmSettings {
    /// When it rings.
    pub schedule: Schedule,
    /// What it rings with.
    pub sound: Sound,
    /// How long a snooze lasts.
    pub snooze_interval: SnoozeInterval,
    /// Its name.
    pub label: Option<Label>,
}

/// Whether an alarm will ring, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arming {
    /// Off.
    Off,
    /// Armed for the next occurrence of its schedule.
    Scheduled(OffsetDateTime),
    /// Snoozed: rings at this instant, then follows its schedule again.
    Snoozed(OffsetDateTime),
}

/// An alarm that is not stored yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAlarm {
    /// The browser that owns it.
    pub browser: BrowserId,
    /// The chosen settings.
    pub settings: AlarmSettings,
    /// Whether and when it rings.
    pub arming: Arming,
    /// When it was created.
    pub created_at: OffsetDateTime,
}

/// A stored alarm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alarm {
    /// Its id.
    pub id: AlarmId,
    /// The browser that owns it.
    pub browser: BrowserId,
    /// The chosen settings.
    pub settings: AlarmSettings,
    /// Whether and when it rings.
    pub arming: Arming,
    /// The ring that was skipped, in the past or the future.
    pub skipped: Option<OffsetDateTime>,
    /// When it was created.
    pub created_at: OffsetDateTime,
}

/// Why the next ring of an alarm cannot be skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SkipError {
    /// The alarm is off.
    #[error("the alarm is off: there is no ring to skip")]
    Off,
    /// It rings only once, so it would never ring.
    #[error("an alarm that rings once cannot skip that ring, only a snooze of it: switch it off")]
    RingsOnce,
}

impl Arming {
    /// Armed for the next occurrence of `schedule`; off if there is none before the year 10000.
    #[must_use]
    pub fn scheduled(schedule: &Schedule, now: OffsetDateTime) -> Self {
        schedule.next_after(now, &DaysOff::NONE).map_or(Self::Off, Self::Scheduled)
    }

    /// Whether the alarm will ring.
    #[must_use]
    pub const fn is_on(self) -> bool {
        !matches!(self, Self::Off)
    }

    /// The instant of the next ring.
    #[must_use]
    pub const fn next_trigger(self) -> Option<OffsetDateTime> {
        match self {
            Self::Off => None,
            Self::Scheduled(at) | Self::Snoozed(at) => Some(at),
        }
    }

    /// When its snooze ends, if it is snoozed.
    #[must_use]
    pub const fn snoozed_until(self) -> Option<OffsetDateTime> {
        match self {
            Self::Snoozed(until) => Some(until),
            Self::Off | Self::Scheduled(_) => None,
        }
    }
}

impl NewAlarm {
    /// An alarm created at `now`, armed if `on`.
    #[must_use]
    pub fn new(browser: BrowserId, settings: AlarmSettings, on: bool, now: OffsetDateTime) -> Self {
        let arming = if on { Arming::scheduled(&settings.schedule, now) } else { Arming::Off };
        Self { browser, settings, arming, created_at: now }
    }
}

impl Alarm {
    /// The alarm with new settings, switched on or off.
    ///
    /// If neither the schedule nor the switch changes, a snooze, a skipped ring and a ring that is due at this moment
    /// are kept.
    #[must_use]
    pub fn changed(self, settings: AlarmSettings, on: bool, now: OffsetDateTime) -> Self {
        if on && self.arming.is_on() && settings.schedule == self.settings.schedule {
            return Self { settings, ..self };
        }
        let arming = if on { Arming::scheduled(&settings.schedule, now) } else { Arming::Off };
        Self { settings, arming, skipped: None, ..self }
    }

    /// Toggles the alarm: it is switched off, or armed for its next occurrence.
    #[must_use]
    pub fn toggled(self, now: OffsetDateTime) -> Self {
        let arming = if self.arming.is_on() { Arming::Off } else { Arming::scheduled(&self.settings.schedule, now) };
        Self { arming, skipped: None, ..self }
    }

    /// Skips the next ring, scheduled or snoozed; the occurrence after it stays.
    ///
    /// One ring is skipped at a time: asked again before its instant, nothing changes, unless it was snoozed since.
    /// Then the snooze ends, and the ring that was to be skipped still is. `once` is off without its snooze.
    ///
    /// ```
    /// # use time::macros::datetime;
    /// # use tokibako_domain::{alarm::*, occurrence::Schedule, repeat::Repeat, zone::Zone};
    /// # let browser = "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c".parse().unwrap();
    /// # let (time, zone) = ("07:00".parse().unwrap(), Zone::UTC);
    /// # let schedule = Schedule { time, repeat: Repeat::Daily, zone, paused_until: None };
    /// # let settings =
    /// #     AlarmSettings { schedule, sound: Default::default(), snooze_interval: Default::default(), label: None };
    /// # let created_at = datetime!(2026-11-01 00:00 UTC);
    /// let tomorrow = datetime!(2026-11-21 07:00 UTC);
    /// let armed = Arming::Scheduled(tomorrow);
    /// let daily = Alarm { id: AlarmId(1), browser, settings, arming: armed, skipped: None, created_at };
    ///
    /// let now = datetime!(2026-11-20 12:00 UTC);
    /// let skipping = daily.clone().skipping(now).unwrap();
    /// assert_eq!(skipping.skips(now), Some(tomorrow));
    /// assert_eq!(skipping.arming, Arming::Scheduled(datetime!(2026-11-22 07:00 UTC)));
    /// assert_eq!(skipping.clone().skipping(now), Ok(skipping.clone()));
    /// assert_eq!(skipping.unskipped(now), daily);
    /// ```
    pub fn skipping(self, now: OffsetDateTime) -> Result<Self, SkipError> {
        let next = self.arming.next_trigger().ok_or(SkipError::Off)?;
        let is_snoozed = self.arming.snoozed_until().is_some();
        if self.settings.schedule.repeat.is_once() {
            let done = Self { arming: Arming::Off, skipped: Some(next), ..self };
            return if is_snoozed { Ok(done) } else { Err(SkipError::RingsOnce) };
        }
        match self.skips(now) {
            Some(_) if !is_snoozed => return Ok(self),
            Some(skipped) if skipped > next => {
                let arming = self.unskipped_after(next).map_or(Arming::Off, Arming::Scheduled);
                return Ok(Self { arming, ..self });
            }
            Some(_) | None => {}
        }
        let arming = Arming::scheduled(&self.settings.schedule, next);
        Ok(Self { arming, skipped: Some(next), ..self })
    }

    /// The alarm without its ring at `ring`: where another one is next, nothing changes, and none is lost.
    pub fn skipping_ring(self, ring: OffsetDateTime, now: OffsetDateTime) -> Result<Self, SkipError> {
        if self.arming.next_trigger() == Some(ring) { self.skipping(now) } else { Ok(self) }
    }

    /// Undoes a skip: the alarm rings at the skipped instant after all. Changes nothing if that has passed.
    #[must_use]
    pub fn unskipped(self, now: OffsetDateTime) -> Self {
        let Some(skipped) = self.skips(now) else { return Self { skipped: None, ..self } };
        let is_scheduled = self.settings.schedule.nearest(skipped) == Some(skipped);
        let arming = match self.arming {
            // It was snoozed since; the schedule counts again after that.
            Arming::Snoozed(_) => self.arming,
            // Off, because there is no occurrence after it: switching it off would have ended the skip.
            Arming::Scheduled(_) | Arming::Off if is_scheduled => Arming::Scheduled(skipped),
            Arming::Scheduled(_) | Arming::Off => Arming::Snoozed(skipped),
        };
        Self { arming, skipped: None, ..self }
    }

    /// The ring that will be skipped, until its instant.
    #[must_use]
    pub fn skips(&self, now: OffsetDateTime) -> Option<OffsetDateTime> {
        self.skipped.filter(|skipped| *skipped > now)
    }

    /// Snoozes the alarm: it next rings its snooze interval after `now`.
    ///
    /// This also arms an alarm that is off, as a `once` alarm is after its ring. An occurrence of the schedule during
    /// the snooze is merged with the snoozed ring.
    #[must_use]
    pub fn snoozed(self, now: OffsetDateTime) -> Self {
        let until = now + self.settings.snooze_interval.duration();
        Self { arming: Arming::Snoozed(until), ..self }
    }

    /// The alarm after the ring that was due, processed at `now`: a `once` alarm is off, any other moves to its next
    /// occurrence.
    ///
    /// An occurrence since the due one that is not too late to ring is not passed over: it is the next one, and due at
    /// once. If the rules of the zone have changed since the ring was computed, the occurrence that it was computed for
    /// counts as rung even if its instant by the new rules is in the future.
    ///
    /// ```
    /// # use time::macros::datetime;
    /// # use tokibako_domain::{alarm::*, occurrence::Schedule, repeat::Repeat, zone::Zone};
    /// # let browser = "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c".parse().unwrap();
    /// let (time, zone) = ("07:00".parse().unwrap(), Zone::UTC);
    /// let seven = Schedule { time, repeat: Repeat::Daily, zone, paused_until: None };
    /// # let settings = AlarmSettings {
    /// #     schedule: seven, sound: Default::default(), snooze_interval: Default::default(), label: None,
    /// # };
    /// # let alarm = |arming| {
    /// #     let created_at = datetime!(2026-11-01 00:00 UTC);
    /// #     Alarm { id: AlarmId(1), browser, settings: settings.clone(), arming, skipped: None, created_at }
    /// # };
    /// let due = alarm(Arming::Scheduled(datetime!(2026-11-20 07:00 UTC)));
    /// // A moment later:
    /// let rung = due.clone().rung(datetime!(2026-11-20 07:00:00.012 UTC));
    /// assert_eq!(rung.arming, Arming::Scheduled(datetime!(2026-11-21 07:00 UTC)));
    /// // After a day without a scheduler:
    /// let rung = due.rung(datetime!(2026-11-21 07:04 UTC));
    /// assert_eq!(rung.arming, Arming::Scheduled(datetime!(2026-11-21 07:00 UTC)));
    /// ```
    #[must_use]
    pub fn rung(self, now: OffsetDateTime) -> Self {
        if self.settings.schedule.repeat.is_once() {
            return Self { arming: Arming::Off, ..self };
        }
        let too_late = lateness::last_too_late(now);
        let handled = match self.arming {
            Arming::Off => now,
            Arming::Snoozed(due) => due.max(too_late),
            Arming::Scheduled(due) => self.settings.schedule.nearest(due).unwrap_or(due).max(due).max(too_late),
        };
        let arming = self.unskipped_after(handled).map_or(Arming::Off, Arming::Scheduled);
        Self { arming, ..self }
    }

    /// The first occurrence after `handled` that is not skipped: a snooze may end before the skipped one.
    fn unskipped_after(&self, handled: OffsetDateTime) -> Option<OffsetDateTime> {
        let schedule = &self.settings.schedule;
        let next = schedule.next_after(handled, &DaysOff::NONE)?;
        if self.skipped == Some(next) { schedule.next_after(next, &DaysOff::NONE) } else { Some(next) }
    }

    /// Recomputes an alarm that was armed by other rules of its zone: same occurrence, new instant. If that instant has
    /// passed already, the alarm keeps its old instant, so that it rings late rather than not at all.
    #[must_use]
    pub fn rearmed(self, now: OffsetDateTime) -> Self {
        let meant = |due| self.settings.schedule.nearest(due).filter(|meant| *meant > now);
        match self.arming {
            Arming::Scheduled(due) if due > now => {
                let due = meant(due).unwrap_or(due);
                let skipped = self.skips(now).and_then(meant).filter(|skipped| *skipped < due).or(self.skipped);
                Self { arming: Arming::Scheduled(due), skipped, ..self }
            }
            Arming::Scheduled(_) | Arming::Snoozed(_) | Arming::Off => self,
        }
    }
}
