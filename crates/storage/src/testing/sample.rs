//! Rows for tests to store.

use std::convert::Infallible;

use time::{OffsetDateTime, macros::datetime};
use tokibako_domain::{
    account::{PasswordHash, SessionToken, Username},
    alarm::{AlarmSettings, NewAlarm},
    browser_id::BrowserId,
    channel::RingFilter,
    days_off::Observance,
    firing::Kind,
    length::TimerLength,
    occurrence::{Repeat, Schedule},
    push::RingFor,
    ring_settings::{Label, SnoozeInterval, Sound},
    timer::{NewTimer, TimerSettings},
    zone::Zone,
};
use uuid::Uuid;

use crate::{
    accounts::NewAccount,
    channels::{NewChannel, Target},
    devices::{NewDevice, PushAddress},
    sessions::{Agent, NewSession},
};

/// A Friday, an hour before the alarms of most tests.
pub const NOW: OffsetDateTime = datetime!(2026-11-20 06:00 UTC);

/// A check that refuses nothing.
#[must_use = "a check is made for its result"]
pub const fn admitted() -> Result<(), Infallible> {
    Ok(())
}

/// The browser with this number.
#[must_use]
pub fn browser(number: u128) -> BrowserId {
    BrowserId::new(Uuid::from_u128(number)).expect("a sample is well formed")
}

/// An alarm in UTC, armed at `now`.
#[must_use]
pub fn alarm_at(browser: BrowserId, time: &str, repeat: Repeat, now: OffsetDateTime) -> NewAlarm {
    let settings = AlarmSettings {
        schedule: Schedule {
            time: time.parse().expect("a sample is well formed"),
            repeat,
            zone: Zone::UTC,
            paused_until: None,
        },
        sound: Sound::Chime,
        snooze_interval: SnoozeInterval::from_minutes(9).expect("a sample is well formed"),
        label: Label::parse("Walk before the city wakes").expect("a sample is well formed"),
        days_off: Observance::default(),
    };
    NewAlarm::new(browser, settings, true, now)
}

/// A timer that starts at `now`.
#[must_use]
pub fn timer_of(browser: BrowserId, seconds: i64, now: OffsetDateTime) -> NewTimer {
    let settings = TimerSettings {
        plan: TimerLength::from_total_seconds(seconds).expect("a sample is well formed").into(),
        sound: Sound::Marimba,
        label: Label::parse("Noodles").expect("a sample is well formed"),
    };
    NewTimer::new(browser, settings, true, now)
}

/// An account with this name and browser id.
#[must_use]
pub fn account_of(browser: BrowserId, name: &str) -> NewAccount {
    let username = Username::parse(name).expect("a sample is well formed");
    NewAccount { browser, username, password_hash: PasswordHash(format!("hash of {name}'s password")) }
}

/// A channel of an account to an ntfy server.
#[must_use]
pub fn channel_of(browser: BrowserId, number: u8, when: RingFilter) -> NewChannel {
    NewChannel {
        browser,
        id: Uuid::from_u128(0xc0 << 8 | u128::from(number)),
        target: Target { kind: "ntfy".to_owned(), url: "https://ntfy.example/a".to_owned(), secret: None },
        origin: "https://ntfy.example".to_owned(),
        name: None,
        language: "en".to_owned(),
        when,
        kinds: vec![Kind::Alarm, Kind::Timer],
    }
}

/// The token with this number.
#[must_use]
pub fn token(number: u8) -> SessionToken {
    SessionToken::from_random([number; 32])
}

/// The session of the token with this number.
#[must_use]
pub fn session(number: u8) -> NewSession {
    NewSession { token: token(number), replaces: None, agent: Agent::default() }
}

/// The device with this number of a browser, with its own subscription.
#[must_use]
pub fn device_of(browser: BrowserId, number: u8) -> NewDevice {
    NewDevice {
        browser,
        session: None,
        id: Uuid::from_u128(number.into()),
        address: PushAddress {
            endpoint: format!("https://push.example/{number}"),
            origin: "https://push.example".to_owned(),
            p256dh: vec![number; 65],
            auth: vec![number; 16],
            vapid_key: vec![4; 65],
        },
        language: "en".to_owned(),
        hides_labels: false,
        ring_for: RingFor::default(),
    }
}
