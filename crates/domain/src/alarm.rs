//! An alarm: its settings, whether it is armed, and what toggling, snoozing and ringing do to it.

use std::{iter, sync::Arc};

use time::OffsetDateTime;

use crate::{
    browser_id::BrowserId,
    days_off::{DaysOff, DaysOffMode, Observance},
    occurrence::{self, Schedule},
    ring_settings::{Label, SnoozeInterval, Sound},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AlarmId(pub i64);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlarmSettings {
    pub schedule: Schedule,
    pub sound: Sound,
    pub snooze_interval: SnoozeInterval,
    pub label: Option<Label>,
    pub days_off: Observance,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arming {
    Off,
    /// Armed for the next occurrence of its schedule.
    Scheduled(OffsetDateTime),
    /// Snoozed: rings at this instant, then follows its schedule again.
    Snoozed(OffsetDateTime),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAlarm {
    pub browser: BrowserId,
    pub settings: AlarmSettings,
    pub arming: Arming,
    /// The first ring, if days off cover that and all others.
    pub skipped: Option<OffsetDateTime>,
    pub created_at: OffsetDateTime,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alarm {
    pub id: AlarmId,
    pub browser: BrowserId,
    pub settings: AlarmSettings,
    pub arming: Arming,
    /// The ring that was skipped, in the past or the future. Also the first of those that days off cover, if they cover
    /// all: the alarm is then off until the days off change.
    pub skipped: Option<OffsetDateTime>,
    pub created_at: OffsetDateTime,
}

/// Why the next ring of an alarm cannot be skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SkipError {
    #[error("the alarm is off: there is no ring to skip")]
    Off,
    #[error("an alarm that rings once cannot skip that ring, only a snooze of it: switch it off")]
    RingsOnce,
}

/// So many occurrences may have been handled before they are due: one was answered early, one skipped, one has rung by
/// other rules of its zone.
const MOST_HANDLED: usize = 16;

impl AlarmSettings {
    /// The first occurrence after `after` that is not on a day off.
    fn next_after(&self, after: OffsetDateTime) -> Option<OffsetDateTime> {
        self.schedule.next_after(after, self.days_off.silent_days())
    }

    /// Armed for that, or off if there is none. The instant is the first occurrence, if days off cover all of them.
    fn armed_after(&self, after: OffsetDateTime) -> (Arming, Option<OffsetDateTime>) {
        match self.next_after(after) {
            Some(next) => (Arming::Scheduled(next), None),
            None => (Arming::Off, self.schedule.next_after(after, &DaysOff::NONE)),
        }
    }
}

impl Arming {
    pub const fn is_on(self) -> bool {
        !matches!(self, Self::Off)
    }

    pub const fn next_trigger(self) -> Option<OffsetDateTime> {
        match self {
            Self::Off => None,
            Self::Scheduled(at) | Self::Snoozed(at) => Some(at),
        }
    }

    pub const fn snoozed_until(self) -> Option<OffsetDateTime> {
        match self {
            Self::Snoozed(until) => Some(until),
            Self::Off | Self::Scheduled(_) => None,
        }
    }
}

impl NewAlarm {
    pub fn new(browser: BrowserId, settings: AlarmSettings, on: bool, now: OffsetDateTime) -> Self {
        let (arming, skipped) = if on { settings.armed_after(now) } else { (Arming::Off, None) };
        Self { browser, settings, arming, skipped, created_at: now }
    }

    /// The alarm with the days off of its browser.
    #[must_use]
    pub fn observing(self, list: Arc<DaysOff>) -> Self {
        let Self { browser, mut settings, arming, created_at, .. } = self;
        settings.days_off.list = Some(list);
        Self::new(browser, settings, arming.is_on(), created_at)
    }
}

impl Alarm {
    /// The alarm with new settings, switched on or off.
    ///
    /// If neither the schedule nor the switch changes, a snooze, a skipped ring and a ring that is due at this moment
    /// are kept.
    #[must_use]
    pub fn changed(self, settings: AlarmSettings, on: bool, now: OffsetDateTime) -> Self {
        if on && self.arming.is_on() && !self.is_moved_by(&settings) {
            return Self { settings, ..self };
        }
        let (arming, skipped) = if on { settings.armed_after(now) } else { (Arming::Off, None) };
        Self { settings, arming, skipped, ..self }
    }

    pub fn is_moved_by(&self, settings: &AlarmSettings) -> bool {
        settings.schedule != self.settings.schedule || settings.days_off.mode != self.settings.days_off.mode
    }

    /// Toggles the alarm: it is switched off, or armed for its next occurrence.
    #[must_use]
    pub fn toggled(self, now: OffsetDateTime) -> Self {
        let (arming, skipped) = if self.arming.is_on() { (Arming::Off, None) } else { self.settings.armed_after(now) };
        Self { arming, skipped, ..self }
    }

    /// Skips the next ring, scheduled or snoozed; the occurrence after it stays.
    ///
    /// One ring is skipped at a time: asked again before its instant, nothing changes, unless it was snoozed since.
    /// Then the snooze ends, and the ring that was to be skipped still is. `once` is off without its snooze.
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
        let arming = self.settings.next_after(next).map_or(Arming::Off, Arming::Scheduled);
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
    /// An occurrence since the due one that is not too late to ring is not missed: it is the next one, and due at
    /// once. If the rules of the zone have changed since the ring was computed, the occurrence that it was computed for
    /// counts as rung even if its instant by the new rules is in the future.
    #[must_use]
    pub fn after_ring(self, now: OffsetDateTime) -> Self {
        if self.settings.schedule.repeat.is_once() {
            return Self { arming: Arming::Off, ..self };
        }
        let too_late = occurrence::last_too_late(now);
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
        let next = self.settings.next_after(handled)?;
        if self.skipped == Some(next) { self.settings.next_after(next) } else { Some(next) }
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

    /// The alarm after the days off of its browser have changed from `before` to `after`.
    ///
    /// Only what the change concerns moves: from a ring on a day that has become off to the next one, and back to the
    /// first ring of a day that no longer is. A ring that is due, that was answered early or skipped is left alone, and
    /// so is a snooze. An alarm is off if its last days are off, and on again when one of them no longer is.
    ///
    /// `last_due` is the last ring of an alarm that nobody has switched since.
    #[must_use]
    pub fn with_days_off(
        mut self,
        before: &DaysOff,
        after: Arc<DaysOff>,
        last_due: Option<OffsetDateTime>,
        now: OffsetDateTime,
    ) -> Self {
        let was_off = |alarm: &Self, at| alarm.settings.schedule.is_off(at, before);
        self.settings.days_off.list = Some(after);
        if self.settings.days_off.mode == DaysOffMode::Ring {
            return self;
        }
        let is_off = |at| self.settings.schedule.is_off(at, self.settings.days_off.silent_days());
        let handled = last_due.map_or(now, |due| due.max(now));
        match self.arming {
            Arming::Scheduled(due) if due > now => match self.freed(before, handled, Some(due), self.skipped) {
                Some(freed) => Self { arming: Arming::Scheduled(freed), ..self },
                None if is_off(due) && !was_off(&self, due) => match self.settings.next_after(due) {
                    Some(next) => Self { arming: Arming::Scheduled(next), ..self },
                    None => Self { arming: Arming::Off, skipped: Some(due), ..self },
                },
                None => self,
            },
            // Whoever switches an alarm off ends a skip and the answers to its last ring.
            Arming::Off
                if self.settings.schedule.repeat.rule().is_some() && (self.skipped.is_some() || last_due.is_some()) =>
            {
                let skipped = self.skipped.filter(|skipped| !was_off(&self, *skipped));
                match self.freed(before, handled, None, skipped) {
                    Some(freed) => Self { arming: Arming::Scheduled(freed), skipped, ..self },
                    None => self,
                }
            }
            Arming::Scheduled(_) | Arming::Snoozed(_) | Arming::Off => self,
        }
    }

    /// The first ring after `handled`, and before `due`, that was on a day off before and no longer is, but for the
    /// skipped one.
    fn freed(
        &self,
        before: &DaysOff,
        handled: OffsetDateTime,
        due: Option<OffsetDateTime>,
        skipped: Option<OffsetDateTime>,
    ) -> Option<OffsetDateTime> {
        let rings = iter::successors(self.settings.next_after(handled), |ring| self.settings.next_after(*ring));
        let mut rings = rings.take_while(|ring| due.is_none_or(|due| *ring < due)).take(MOST_HANDLED);
        rings.find(|ring| self.settings.schedule.is_off(*ring, before) && skipped != Some(*ring))
    }
}
