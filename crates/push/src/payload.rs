//! The content of a message: JSON of Declarative Web Push, which a service worker may replace by its own notification; its
//! texts in the languages of the site.

use std::{collections::HashMap, sync::LazyLock};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use time::{OffsetDateTime, format_description::well_known::Rfc3339, macros::format_description};
use tokibako_domain::{
    alarm::Alarm,
    answer::{Answer, RingAnswer},
    firing::{Kind, Ring, RingId, RingSubject},
    ring_settings::Label,
    timer::Timer,
};
use uuid::Uuid;

/// The value of `web_push` in Declarative Web Push: the number of the RFC of Web Push.
const WEB_PUSH: u16 = 8030;

/// The device that a message is written for.
#[derive(Debug, Clone)]
pub struct PayloadRecipient<'a> {
    pub device: Uuid,
    pub language: Language,
    pub hides_labels: bool,
    /// The origin of the site, without a path.
    pub site: &'a str,
}

#[derive(Serialize)]
struct Message<'a> {
    web_push: u16,
    notification: Notification<'a>,
    mutable: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Notification<'a> {
    title: &'a str,
    body: &'a str,
    lang: &'static str,
    dir: &'static str,
    navigate: String,
    tag: String,
    silent: bool,
    require_interaction: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    timestamp: Option<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    actions: Vec<Action<'a>>,
    data: Value,
}

#[derive(Serialize)]
struct Action<'a> {
    #[serde(rename = "action")]
    name: &'static str,
    title: &'a str,
    navigate: String,
}

impl PayloadRecipient<'_> {
    /// Asks a new device to confirm its subscription: its service worker sends the code back.
    pub fn hello(&self, code: &str) -> Option<Vec<u8>> {
        let texts = self.language.texts()?;
        self.message(Notification {
            require_interaction: false,
            silent: true,
            ..self.notification(
                &texts.hello,
                &texts.hello_message,
                "device".to_owned(),
                Kind::Alarm,
                json!({
                    "hello": { "device": self.device.to_string(), "code": code },
                }),
            )
        })
    }

    pub fn test(&self) -> Option<Vec<u8>> {
        let texts = self.language.texts()?;
        let data = json!({ "test": { "device": self.device.to_string() } });
        self.message(self.notification(&texts.test, &texts.test_message, "device".to_owned(), Kind::Alarm, data))
    }

    /// A ring, or its repeat with this number. The service worker answers it with the token.
    pub fn ring(&self, ring: &Ring, repeat: u16, token: &str) -> Option<Vec<u8>> {
        let texts = self.language.texts()?;
        let navigate = self.page(ring.subject.kind());
        let mut actions = Vec::new();
        let snooze = snooze(ring, texts);
        if let Some(title) = &snooze {
            actions.push(Action { name: "snooze", title, navigate: navigate.clone() });
        }
        actions.push(Action { name: "stop", title: &texts.stop, navigate });
        let (title, body) = self.words(ring, texts);
        let RingId { kind, row, scheduled_for } = ring.id();
        let is_step = matches!(&ring.subject, RingSubject::Timer(timer) if self.begun(timer).is_some());
        let mut about = json!({
            "kind": kind.as_str(), "id": row, "scheduledFor": instant(scheduled_for), "device": self.device.to_string(),
            "token": token,
        });
        if let Some(fields) = about.as_object_mut() {
            if is_step {
                fields.insert("isStep".to_owned(), true.into());
            }
            if repeat > 0 {
                fields.insert("repeat".to_owned(), repeat.into());
            }
        }
        let time = match &ring.subject {
            RingSubject::Alarm(alarm) => Some(time_of(alarm, scheduled_for)),
            RingSubject::Timer(_) => None,
        };
        let data = json!({
            "ring": about,
            "texts": { "missed": texts.missed, "unsent": texts.unsent, "snoozed": texts.snoozed, "late": texts.late },
            "time": time,
        });
        let timestamp = i64::try_from(scheduled_for.unix_timestamp_nanos() / 1_000_000).ok();
        let notification = self.notification(title, &body, tag(ring), kind, data);
        self.message(Notification { timestamp, actions, require_interaction: !is_step, ..notification })
    }

    pub(crate) fn words<'a>(&self, ring: &'a Ring, texts: &'a Texts) -> (&'a str, String) {
        match (&ring.subject, self.label(ring)) {
            (RingSubject::Timer(timer), label) if let Some((step, place)) = self.begun(timer) => match (step, label) {
                (Some(step), Some(label)) => (step, format!("{label} · {place}")),
                (step, label) => (step.or(label).unwrap_or(&texts.timer), place),
            },
            (RingSubject::Alarm(alarm), Some(label)) => {
                (label, format!("{} · {}", texts.alarm, time_of(alarm, ring.scheduled_for)))
            }
            (RingSubject::Alarm(alarm), None) => (texts.alarm.as_str(), time_of(alarm, ring.scheduled_for)),
            (RingSubject::Timer(_), Some(label)) => (label, texts.timer.clone()),
            (RingSubject::Timer(_), None) => (texts.timer.as_str(), texts.timer_message.clone()),
        }
    }

    /// The text of an answer, and the time in it.
    pub(crate) fn answer_words(
        ring: &Ring,
        RingAnswer { answer, snoozed_until, .. }: RingAnswer,
        texts: &Texts,
    ) -> (String, Option<String>) {
        let time = match (answer, snoozed_until, &ring.subject) {
            (Answer::Snooze, Some(until), RingSubject::Alarm(alarm)) => Some(time_of(alarm, until)),
            _ => None,
        };
        (time.as_ref().map_or_else(|| texts.stopped.clone(), |time| texts.snoozed(time)), time)
    }

    /// Replaces the notification of a ring that was answered on another device.
    pub fn stop(&self, ring: &Ring, answered: RingAnswer) -> Option<Vec<u8>> {
        let texts = self.language.texts()?;
        let RingAnswer { answer, snoozed_until, .. } = answered;
        let (body, time) = Self::answer_words(ring, answered, texts);
        let name = if ring.subject.kind() == Kind::Alarm { &texts.alarm } else { &texts.timer };
        let RingId { kind, row, scheduled_for } = ring.id();
        let data = json!({
            "stop": {
                "kind": kind.as_str(), "id": row, "scheduledFor": instant(scheduled_for), "answer": answer.as_str(),
                "snoozedUntil": snoozed_until.map(instant),
            },
            "time": time,
        });
        let step = match &ring.subject {
            RingSubject::Timer(timer) => self.begun(timer).and_then(|(step, _)| step),
            RingSubject::Alarm(_) => None,
        };
        let title = step.or(self.label(ring)).unwrap_or(name);
        let notification = self.notification(title, &body, tag(ring), kind, data);
        self.message(Notification { silent: true, require_interaction: false, ..notification })
    }

    fn notification<'a>(
        &self,
        title: &'a str,
        body: &'a str,
        tag: String,
        kind: Kind,
        data: Value,
    ) -> Notification<'a> {
        Notification {
            title,
            body,
            lang: self.language.code(),
            dir: self.language.direction(),
            navigate: self.page(kind),
            tag,
            silent: false,
            require_interaction: true,
            timestamp: None,
            actions: Vec::new(),
            data,
        }
    }

    #[expect(clippy::unused_self, reason = "it ends what the other methods begin")]
    fn message(&self, notification: Notification<'_>) -> Option<Vec<u8>> {
        serde_json::to_vec(&Message { web_push: WEB_PUSH, notification, mutable: true }).ok()
    }

    pub(crate) fn label<'a>(&self, ring: &'a Ring) -> Option<&'a str> {
        let label = match &ring.subject {
            RingSubject::Alarm(alarm) => &alarm.settings.label,
            RingSubject::Timer(timer) => &timer.settings.label,
        };
        label.as_ref().map(Label::as_str).filter(|_| !self.hides_labels)
    }

    /// The label of the interval that begins with this ring, and its number such as `3/8`; `None` if the timer is over.
    fn begun<'a>(&self, timer: &'a Timer) -> Option<(Option<&'a str>, String)> {
        let intervals = timer.settings.plan.intervals().filter(|_| timer.countdown.is_running())?;
        let label = intervals.step(timer.progress.step).label.as_ref().map(Label::as_str);
        let (number, count) = intervals.position(timer.progress.step);
        Some((label.filter(|_| !self.hides_labels), format!("{number}/{count}")))
    }

    /// The page for alarms or timers, which shows the pop-up.
    pub(crate) fn page(&self, kind: Kind) -> String {
        format!("{}/{}{}", self.site, kind.as_str(), self.language.path())
    }
}

/// The notification's tag: a newer notification of the same alarm or timer replaces the older one.
fn tag(ring: &Ring) -> String {
    format!("{}-{}", ring.subject.kind().as_str(), ring.subject.row())
}

pub(crate) fn snooze(ring: &Ring, texts: &Texts) -> Option<String> {
    match &ring.subject {
        RingSubject::Alarm(alarm) => Some(texts.snooze(alarm.settings.snooze_interval.minutes())),
        RingSubject::Timer(_) => None,
    }
}

/// The local time of an instant in the alarm's zone. A message repeats it as `time`, because a device with a 12-hour clock
/// replaces it in the body.
fn time_of(alarm: &Alarm, instant: OffsetDateTime) -> String {
    let local = alarm.settings.schedule.zone.local(instant);
    local.and_then(|local| local.format(format_description!("[hour]:[minute]")).ok()).unwrap_or_default()
}

pub(crate) fn instant(instant: OffsetDateTime) -> String {
    // The API gives instants in milliseconds.
    let whole = instant.replace_nanosecond(instant.nanosecond() / 1_000_000 * 1_000_000).unwrap_or(instant);
    whole.format(&Rfc3339).unwrap_or_default()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Language(&'static str);

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Texts {
    pub(crate) alarm: String,
    pub(crate) timer: String,
    pub(crate) timer_message: String,
    /// The label of a button; contains `{minutes}`.
    snooze: String,
    pub(crate) stop: String,
    /// Contains `{time}`. The device fills it in, because a timer has no time zone.
    pub(crate) missed: String,
    pub(crate) unsent: String,
    pub(crate) stopped: String,
    /// Contains `{time}`.
    pub(crate) snoozed: String,
    pub(crate) late: String,
    pub(crate) hello: String,
    pub(crate) hello_message: String,
    pub(crate) test: String,
    pub(crate) test_message: String,
}

/// In the order of the specification. The first is the language of paths without a language.
const LANGUAGES: [&str; 13] = ["ja", "en", "zh", "hi", "es", "fr", "ar", "pt", "ru", "id", "de", "tr", "ko"];

/// The one language that is written from right to left.
const ARABIC: &str = "ar";

static TABLE: LazyLock<Result<HashMap<String, Texts>, serde_json::Error>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../../config/push-texts.json")));

impl Language {
    pub fn named(code: &str) -> Option<Self> {
        LANGUAGES.into_iter().find(|known| *known == code).map(Self)
    }

    pub fn all() -> impl Iterator<Item = Self> {
        LANGUAGES.into_iter().map(Self)
    }

    pub const fn code(self) -> &'static str {
        self.0
    }

    pub fn direction(self) -> &'static str {
        if self.0 == ARABIC { "rtl" } else { "ltr" }
    }

    /// The beginning of the site's paths in this language.
    pub fn path(self) -> String {
        if LANGUAGES.first() == Some(&self.0) { String::new() } else { format!("/{}", self.0) }
    }

    /// The texts of the language. A test checks that every language has them.
    pub fn texts(self) -> Option<&'static Texts> {
        TABLE.as_ref().ok()?.get(self.0)
    }
}

impl Texts {
    pub(crate) fn snooze(&self, minutes: u8) -> String {
        self.snooze.replace("{minutes}", &minutes.to_string())
    }

    pub(crate) fn snoozed(&self, time: &str) -> String {
        self.snoozed.replace("{time}", time)
    }
}

#[cfg(test)]
mod tests;
