//! The content of a message: JSON of Declarative Web Push, which a service worker may replace by its own notification.

use serde::Serialize;
use serde_json::{Value, json};
use time::{OffsetDateTime, format_description::well_known::Rfc3339, macros::format_description};
use tokibako_domain::{
    alarm::Alarm,
    answer::{Answer, Answered},
    firing::{Kind, Ring, RingId, Rung},
    label::Label,
    timer::Timer,
};
use uuid::Uuid;

use crate::texts::{Language, Texts};

/// The value of `web_push` in Declarative Web Push: the number of the RFC of Web Push.
const WEB_PUSH: u16 = 8030;

/// The device that a message is written for.
#[derive(Debug, Clone)]
pub struct Reader<'a> {
    /// The device.
    pub device: Uuid,
    /// Its language.
    pub language: Language,
    /// Whether notifications leave out labels.
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

impl Reader<'_> {
    /// Asks a new device to confirm its subscription: its service worker sends the code back.
    #[must_use]
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

    /// A test notification.
    #[must_use]
    pub fn test(&self) -> Option<Vec<u8>> {
        let texts = self.language.texts()?;
        let data = json!({ "test": { "device": self.device.to_string() } });
        self.message(self.notification(&texts.test, &texts.test_message, "device".to_owned(), Kind::Alarm, data))
    }

    /// A ring. The service worker answers it with the token.
    #[must_use]
    pub fn ring(&self, ring: &Ring, token: &str) -> Option<Vec<u8>> {
        let texts = self.language.texts()?;
        let navigate = self.page(ring.rung.kind());
        let mut actions = Vec::new();
        let snooze = snooze(ring, texts);
        if let Some(title) = &snooze {
            actions.push(Action { name: "snooze", title, navigate: navigate.clone() });
        }
        actions.push(Action { name: "stop", title: &texts.stop, navigate });
        let label = self.label(ring);
        let (title, body) = match (&ring.rung, label) {
            (Rung::Timer(timer), label) if let Some((step, place)) = self.begun(timer) => match (step, label) {
                (Some(step), Some(label)) => (step, format!("{label} · {place}")),
                (step, label) => (step.or(label).unwrap_or(&texts.timer), place),
            },
            (Rung::Alarm(alarm), Some(label)) => {
                (label, format!("{} · {}", texts.alarm, time_of(alarm, ring.scheduled_for)))
            }
            (Rung::Alarm(alarm), None) => (texts.alarm.as_str(), time_of(alarm, ring.scheduled_for)),
            (Rung::Timer(_), Some(label)) => (label, texts.timer.clone()),
            (Rung::Timer(_), None) => (texts.timer.as_str(), texts.timer_message.clone()),
        };
        let RingId { kind, row, scheduled_for } = ring.id();
        let is_step = matches!(&ring.rung, Rung::Timer(timer) if self.begun(timer).is_some());
        let mut about = json!({
            "kind": kind.as_str(), "id": row, "scheduledFor": instant(scheduled_for), "device": self.device.to_string(),
            "token": token,
        });
        if let Some(fields) = about.as_object_mut().filter(|_| is_step) {
            fields.insert("isStep".to_owned(), true.into());
        }
        let data = json!({
            "ring": about,
            "texts": { "missed": texts.missed, "unsent": texts.unsent, "snoozed": texts.snoozed },
        });
        let timestamp = i64::try_from(scheduled_for.unix_timestamp_nanos() / 1_000_000).ok();
        let notification = self.notification(title, &body, tag(ring), kind, data);
        self.message(Notification { timestamp, actions, require_interaction: !is_step, ..notification })
    }

    /// Replaces the notification of a ring that was answered on another device.
    #[must_use]
    pub fn stop(&self, ring: &Ring, Answered { answer, snoozed_until, .. }: Answered) -> Option<Vec<u8>> {
        let texts = self.language.texts()?;
        let body = match (answer, snoozed_until, &ring.rung) {
            (Answer::Snooze, Some(until), Rung::Alarm(alarm)) => texts.snoozed(&time_of(alarm, until)),
            _ => texts.stopped.clone(),
        };
        let name = if ring.rung.kind() == Kind::Alarm { &texts.alarm } else { &texts.timer };
        let RingId { kind, row, scheduled_for } = ring.id();
        let data = json!({ "stop": {
            "kind": kind.as_str(), "id": row, "scheduledFor": instant(scheduled_for), "answer": answer.as_str(),
            "snoozedUntil": snoozed_until.map(instant),
        } });
        let step = match &ring.rung {
            Rung::Timer(timer) => self.begun(timer).and_then(|(step, _)| step),
            Rung::Alarm(_) => None,
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

    fn label<'a>(&self, ring: &'a Ring) -> Option<&'a str> {
        let label = match &ring.rung {
            Rung::Alarm(alarm) => &alarm.settings.label,
            Rung::Timer(timer) => &timer.settings.label,
        };
        label.as_ref().map(Label::as_str).filter(|_| !self.hides_labels)
    }

    /// The label of the interval that begins with this ring, and its number such as `3/8`; `None` if the timer is over.
    fn begun<'a>(&self, timer: &'a Timer) -> Option<(Option<&'a str>, String)> {
        let intervals = timer.settings.plan.intervals().filter(|_| timer.countdown.is_running())?;
        let label = intervals.step(timer.progress.step).label.as_ref().map(Label::as_str);
        let (number, count) = intervals.place(timer.progress.step);
        Some((label.filter(|_| !self.hides_labels), format!("{number}/{count}")))
    }

    /// The page for alarms or timers, which shows the pop-up.
    fn page(&self, kind: Kind) -> String {
        format!("{}/{}{}", self.site, kind.as_str(), self.language.path())
    }
}

/// The notification's tag: a newer notification of the same alarm or timer replaces the older one.
fn tag(ring: &Ring) -> String {
    format!("{}-{}", ring.rung.kind().as_str(), ring.rung.row())
}

fn snooze(ring: &Ring, texts: &Texts) -> Option<String> {
    match &ring.rung {
        Rung::Alarm(alarm) => Some(texts.snooze(alarm.settings.snooze_interval.minutes())),
        Rung::Timer(_) => None,
    }
}

/// The local time of an instant in the alarm's zone.
fn time_of(alarm: &Alarm, instant: OffsetDateTime) -> String {
    let local = alarm.settings.schedule.zone.local(instant);
    local.and_then(|local| local.format(format_description!("[hour]:[minute]")).ok()).unwrap_or_default()
}

fn instant(instant: OffsetDateTime) -> String {
    // The API gives instants in milliseconds.
    let whole = instant.replace_nanosecond(instant.nanosecond() / 1_000_000 * 1_000_000).unwrap_or(instant);
    whole.format(&Rfc3339).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use time::{Duration, macros::datetime};
    use tokibako_domain::{
        alarm::{AlarmId, AlarmSettings, Arming},
        intervals::{Intervals, Step},
        length::TimerLength,
        occurrence::Schedule,
        repeat::Repeat,
        snooze::SnoozeInterval,
        sound::Sound,
        timer::{Countdown, Plan, Progress, TimerId, TimerSettings},
    };

    use super::*;

    const DUE: OffsetDateTime = datetime!(2026-11-20 22:00 UTC);

    fn reader(language: &str) -> Reader<'static> {
        let language = Language::named(language).unwrap();
        Reader { device: Uuid::from_u128(1), language, hides_labels: false, site: "https://time.example" }
    }

    fn alarm(label: &str) -> Ring {
        let schedule = Schedule {
            time: "07:00".parse().unwrap(),
            repeat: Repeat::Daily,
            zone: "Asia/Tokyo".parse().unwrap(),
            paused_until: None,
        };
        let settings = AlarmSettings {
            schedule,
            sound: Sound::Default,
            snooze_interval: SnoozeInterval::from_minutes(9).unwrap(),
            label: Label::parse(label).unwrap(),
        };
        let browser = "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c".parse().unwrap();
        let alarm = Alarm { id: AlarmId(42), browser, settings, arming: Arming::Off, skipped: None, created_at: DUE };
        Ring { scheduled_for: DUE, rung: Rung::Alarm(alarm), answered: None }
    }

    fn timer(label: &str) -> Ring {
        let length = TimerLength::from_total_seconds(90).unwrap();
        let settings =
            TimerSettings { plan: length.into(), sound: Sound::Default, label: Label::parse(label).unwrap() };
        let browser = "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c".parse().unwrap();
        let progress = Progress::default();
        let timer =
            Timer { id: TimerId(7), browser, settings, countdown: Countdown::COMPLETED, progress, created_at: DUE };
        Ring { scheduled_for: DUE, rung: Rung::Timer(timer), answered: None }
    }

    fn read(message: Option<Vec<u8>>) -> Value {
        serde_json::from_slice(&message.unwrap()).unwrap()
    }

    #[test]
    fn a_ring_names_what_rings_and_its_possible_answers() {
        let message = read(reader("en").ring(&alarm("Walk"), "secret"));
        let page = "https://time.example/alarm/en";
        let expected = json!({
            "web_push": 8030,
            "notification": {
                "title": "Walk", "body": "Alarm · 07:00", "lang": "en", "dir": "ltr", "navigate": page,
                "tag": "alarm-42", "silent": false, "requireInteraction": true, "timestamp": 1_795_212_000_000_i64,
                "actions": [
                    { "action": "snooze", "title": "Snooze 9\u{a0}min", "navigate": page },
                    { "action": "stop", "title": "Stop", "navigate": page },
                ],
                "data": {
                    "ring": {
                        "kind": "alarm", "id": 42, "scheduledFor": "2026-11-20T22:00:00Z",
                        "device": "00000000-0000-0000-0000-000000000001", "token": "secret",
                    },
                    "texts": {
                        "missed": "Missed at {time}",
                        "unsent": "Your answer hasn’t reached our server yet. Open the site to send it.",
                        "snoozed": "Snoozed until {time}",
                    },
                },
            },
            "mutable": true,
        });
        assert_eq!(message, expected);
    }

    #[test]
    fn a_timer_can_only_be_stopped_and_one_without_a_label_is_called_timer() {
        let message = read(reader("ja").ring(&timer(""), "secret"));
        let notification = &message["notification"];
        assert_eq!(notification["title"], "タイマー終了");
        assert_eq!(notification["navigate"], "https://time.example/timer");
        assert_eq!(notification["actions"].as_array().unwrap().len(), 1);
        let message = read(reader("de").ring(&alarm(""), "secret"));
        assert_eq!(
            (&message["notification"]["title"], &message["notification"]["body"]),
            (&json!("Wecker"), &json!("07:00"))
        );
    }

    /// The ring at which the step at `index` begins, in two rounds of work and an unnamed pause.
    fn step(label: &str, index: u16) -> Ring {
        let step = |label: &str| Step {
            length: TimerLength::from_total_seconds(90).unwrap(),
            label: Label::parse(label).unwrap(),
        };
        let ring = timer(label);
        let Rung::Timer(mut timer) = ring.rung else { panic!("it is a timer") };
        timer.settings.plan = Plan::Intervals(Intervals::new(vec![step("Work hard"), step("")], 2).unwrap());
        timer.countdown = Countdown::Running(DUE + Duration::seconds(90));
        timer.progress.step = index;
        Ring { rung: Rung::Timer(timer), ..ring }
    }

    #[test]
    fn a_step_is_called_by_its_label_if_it_has_one() {
        let hiding = Reader { hides_labels: true, ..reader("en") };
        for (reader, label, index, title, body) in [
            (reader("en"), "Morning", 2, "Work hard", "Morning · 2/2"),
            (reader("en"), "", 2, "Work hard", "2/2"),
            (reader("en"), "Morning", 1, "Morning", "1/2"),
            (reader("en"), "", 1, "Time’s up", "1/2"),
            (hiding, "Morning", 2, "Time’s up", "2/2"),
        ] {
            let message = read(reader.ring(&step(label, index), "secret"));
            let notification = &message["notification"];
            assert_eq!(
                (&notification["title"], &notification["body"]),
                (&json!(title), &json!(body)),
                "{label} {index}"
            );
            let is_short = (&notification["data"]["ring"]["isStep"], &notification["requireInteraction"]);
            assert_eq!(is_short, (&json!(true), &json!(false)));
        }
        let Rung::Timer(mut over) = step("Morning", 3).rung else { panic!("it is a timer") };
        over.countdown = Countdown::COMPLETED;
        let message = read(reader("en").ring(&Ring { rung: Rung::Timer(over), ..timer("") }, "secret"));
        assert_eq!(message["notification"]["title"], "Morning");
        assert_eq!(message["notification"]["body"], "Time’s up");
    }

    #[test]
    fn a_hidden_label_is_in_no_text() {
        let hiding = Reader { hides_labels: true, ..reader("en") };
        let answered = Answered { answer: Answer::Stop, at: DUE, snoozed_until: None };
        for ring in [alarm("Secret plan"), timer("Secret plan"), step("Secret plan", 0)] {
            for message in [hiding.ring(&ring, "token"), hiding.stop(&ring, answered)] {
                assert!(!String::from_utf8(message.unwrap()).unwrap().contains("Secret plan"));
            }
        }
    }

    #[test]
    fn an_answer_replaces_the_notification_silently() {
        let until = DUE + Duration::minutes(9);
        let snoozed = Answered { answer: Answer::Snooze, at: DUE, snoozed_until: Some(until) };
        let message = read(reader("en").stop(&alarm("Walk"), snoozed));
        let notification = &message["notification"];
        assert_eq!((&notification["tag"], &notification["silent"]), (&json!("alarm-42"), &json!(true)));
        assert_eq!((&notification["body"], notification.get("actions")), (&json!("Snoozed until 07:09"), None));
        assert_eq!(
            notification["data"]["stop"],
            json!({ "kind": "alarm", "id": 42, "scheduledFor": "2026-11-20T22:00:00Z", "answer": "snooze",
                "snoozedUntil": "2026-11-20T22:09:00Z" })
        );
        let stopped = Answered { answer: Answer::Stop, at: DUE, snoozed_until: None };
        let message = read(reader("ar").stop(&timer(""), stopped));
        let notification = &message["notification"];
        assert_eq!((&notification["dir"], &notification["body"]), (&json!("rtl"), &json!("تم الإيقاف على جهاز آخر")));
    }

    #[test]
    fn every_message_fits_one_record_in_every_language() {
        let long = "𝄞".repeat(100);
        for language in Language::all() {
            let reader = reader(language.code());
            let answered = Answered { answer: Answer::Snooze, at: DUE, snoozed_until: Some(DUE) };
            for message in [
                reader.hello(&"x".repeat(43)),
                reader.test(),
                reader.ring(&alarm(&long), &"x".repeat(64)),
                reader.ring(&timer(&long), &"x".repeat(64)),
                reader.stop(&alarm(&long), answered),
            ] {
                assert!(message.unwrap().len() < 2 * crate::seal::PADDING, "{}", language.code());
            }
        }
    }
}
