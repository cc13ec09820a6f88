//! Single columns that several tables share.

use domain::{
    browser_id::BrowserId, label::Label, occurrence::Schedule, snooze::SnoozeInterval, sound::Sound,
    time_of_day::TimeOfDay,
};
use uuid::Uuid;

use crate::error::Error;

pub(super) fn browser(id: Uuid) -> Result<BrowserId, Error> {
    BrowserId::new(id).map_err(Error::unreadable)
}

pub(super) fn label(text: Option<String>) -> Result<Option<Label>, Error> {
    text.map_or(Ok(None), |text| Label::parse(&text)).map_err(Error::unreadable)
}

pub(super) fn sound(name: &str) -> Result<Sound, Error> {
    name.parse().map_err(Error::unreadable)
}

pub(super) fn snooze_interval(minutes: i16) -> Result<SnoozeInterval, Error> {
    SnoozeInterval::from_minutes(minutes.into()).map_err(Error::unreadable)
}

pub(super) fn schedule(minute_of_day: i16, repeat: &str, timezone: &str) -> Result<Schedule, Error> {
    let hour = u8::try_from(minute_of_day / 60).map_err(Error::unreadable)?;
    let minute = u8::try_from(minute_of_day % 60).map_err(Error::unreadable)?;
    Ok(Schedule {
        time: TimeOfDay::new(hour, minute).map_err(Error::unreadable)?,
        repeat: repeat.parse().map_err(Error::unreadable)?,
        zone: timezone.parse().map_err(Error::unreadable)?,
    })
}

pub(super) fn minute_of_day(time: TimeOfDay) -> i16 {
    i16::from(time.hour()) * 60 + i16::from(time.minute())
}
