use time::{Duration, macros::datetime};
use tokibako_domain::{
    alarm::{AlarmId, AlarmSettings, Arming},
    days_off::Observance,
    length::{Intervals, Step, TimerLength},
    occurrence::{Repeat, Schedule},
    ring_settings::{SnoozeInterval, Sound},
    timer::{Countdown, Plan, Progress, TimerId, TimerSettings},
};

use super::*;

const DUE: OffsetDateTime = datetime!(2026-11-20 22:00 UTC);

fn recipient(language: &str) -> PayloadRecipient<'static> {
    let language = Language::named(language).unwrap();
    PayloadRecipient { device: Uuid::from_u128(1), language, hides_labels: false, site: "https://time.example" }
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
        days_off: Observance::default(),
    };
    let browser = "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c".parse().unwrap();
    let alarm = Alarm { id: AlarmId(42), browser, settings, arming: Arming::Off, skipped: None, created_at: DUE };
    Ring { scheduled_for: DUE, subject: RingSubject::Alarm(alarm), answered: None }
}

fn timer(label: &str) -> Ring {
    let length = TimerLength::from_total_seconds(90).unwrap();
    let settings = TimerSettings { plan: length.into(), sound: Sound::Default, label: Label::parse(label).unwrap() };
    let browser = "3d9f1c1e-5b7a-4b0e-9c53-0f6f5a1a2b3c".parse().unwrap();
    let progress = Progress::default();
    let timer = Timer { id: TimerId(7), browser, settings, countdown: Countdown::COMPLETED, progress, created_at: DUE };
    Ring { scheduled_for: DUE, subject: RingSubject::Timer(timer), answered: None }
}

fn read(message: Option<Vec<u8>>) -> Value {
    serde_json::from_slice(&message.unwrap()).unwrap()
}

#[test]
fn a_ring_names_what_rings_and_its_possible_answers() {
    let message = read(recipient("en").ring(&alarm("Walk"), 0, "secret"));
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
                    "unsent": "What you chose hasn’t reached our server yet. Open the site to send it.",
                    "snoozed": "Snoozed until {time}",
                    "late": "Too late to snooze. The alarm had already ended.",
                },
                "time": "07:00",
            },
        },
        "mutable": true,
    });
    assert_eq!(message, expected);
}

#[test]
fn a_timer_can_only_be_stopped_and_one_without_a_label_is_called_timer() {
    let message = read(recipient("ja").ring(&timer(""), 0, "secret"));
    let notification = &message["notification"];
    assert_eq!(notification["title"], "タイマー終了");
    assert_eq!(notification["navigate"], "https://time.example/timer");
    assert_eq!(notification["actions"].as_array().unwrap().len(), 1);
    let message = read(recipient("de").ring(&alarm(""), 0, "secret"));
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
    let RingSubject::Timer(mut timer) = ring.subject else { panic!("it is a timer") };
    timer.settings.plan = Plan::Intervals(Intervals::new(vec![step("Work hard"), step("")], 2).unwrap());
    timer.countdown = Countdown::Running(DUE + Duration::seconds(90));
    timer.progress.step = index;
    Ring { subject: RingSubject::Timer(timer), ..ring }
}

#[test]
fn a_step_is_called_by_its_label_if_it_has_one() {
    let hiding = PayloadRecipient { hides_labels: true, ..recipient("en") };
    for (recipient, label, index, title, body) in [
        (recipient("en"), "Morning", 2, "Work hard", "Morning · 2/2"),
        (recipient("en"), "", 2, "Work hard", "2/2"),
        (recipient("en"), "Morning", 1, "Morning", "1/2"),
        (recipient("en"), "", 1, "Time’s up", "1/2"),
        (hiding, "Morning", 2, "Time’s up", "2/2"),
    ] {
        let message = read(recipient.ring(&step(label, index), 0, "secret"));
        let notification = &message["notification"];
        assert_eq!((&notification["title"], &notification["body"]), (&json!(title), &json!(body)), "{label} {index}");
        let is_short = (&notification["data"]["ring"]["isStep"], &notification["requireInteraction"]);
        assert_eq!(is_short, (&json!(true), &json!(false)));
    }
    let RingSubject::Timer(mut over) = step("Morning", 3).subject else { panic!("it is a timer") };
    over.countdown = Countdown::COMPLETED;
    let message = read(recipient("en").ring(&Ring { subject: RingSubject::Timer(over), ..timer("") }, 0, "secret"));
    assert_eq!(message["notification"]["title"], "Morning");
    assert_eq!(message["notification"]["body"], "Time’s up");
}

#[test]
fn a_hidden_label_is_in_no_text() {
    let hiding = PayloadRecipient { hides_labels: true, ..recipient("en") };
    let answered = RingAnswer { answer: Answer::Stop, at: DUE, snoozed_until: None };
    for ring in [alarm("Secret plan"), timer("Secret plan"), step("Secret plan", 0)] {
        for message in [hiding.ring(&ring, 0, "token"), hiding.stop(&ring, answered)] {
            assert!(!String::from_utf8(message.unwrap()).unwrap().contains("Secret plan"));
        }
    }
}

#[test]
fn an_answer_replaces_the_notification_silently() {
    let until = DUE + Duration::minutes(9);
    let snoozed = RingAnswer { answer: Answer::Snooze, at: DUE, snoozed_until: Some(until) };
    let message = read(recipient("en").stop(&alarm("Walk"), snoozed));
    let notification = &message["notification"];
    assert_eq!((&notification["tag"], &notification["silent"]), (&json!("alarm-42"), &json!(true)));
    assert_eq!((&notification["body"], notification.get("actions")), (&json!("Snoozed until 07:09"), None));
    assert_eq!(
        notification["data"]["stop"],
        json!({ "kind": "alarm", "id": 42, "scheduledFor": "2026-11-20T22:00:00Z", "answer": "snooze",
            "snoozedUntil": "2026-11-20T22:09:00Z" })
    );
    assert_eq!(notification["data"]["time"], "07:09");
    let stopped = RingAnswer { answer: Answer::Stop, at: DUE, snoozed_until: None };
    let message = read(recipient("ar").stop(&timer(""), stopped));
    let notification = &message["notification"];
    assert_eq!((&notification["dir"], &notification["body"]), (&json!("rtl"), &json!("تم الإيقاف على جهاز آخر")));
    assert_eq!(notification["data"]["time"], Value::Null);
}

#[test]
fn every_message_fits_one_record_in_every_language() {
    let long = "𝄞".repeat(100);
    for language in Language::all() {
        let recipient = recipient(language.code());
        let answered = RingAnswer { answer: Answer::Snooze, at: DUE, snoozed_until: Some(DUE) };
        for message in [
            recipient.hello(&"x".repeat(43)),
            recipient.test(),
            recipient.ring(&alarm(&long), 99, &"x".repeat(64)),
            recipient.ring(&timer(&long), 99, &"x".repeat(64)),
            recipient.stop(&alarm(&long), answered),
        ] {
            assert!(message.unwrap().len() < 2 * crate::seal::PADDING, "{}", language.code());
        }
    }
}

#[test]
fn every_language_has_every_text_with_its_placeholders() {
    assert_eq!(TABLE.as_ref().unwrap().len(), LANGUAGES.len());
    for language in Language::all() {
        let texts = language.texts().unwrap();
        let filled = [texts.snooze(9), texts.missed.replace("{time}", "07:05"), texts.snoozed("07:05")];
        for (text, value) in filled.iter().zip(["9", "07:05", "07:05"]) {
            assert!(text.contains(value) && !text.contains('{'), "{}: {text}", language.code());
        }
        let plain = [
            &texts.alarm,
            &texts.timer,
            &texts.timer_message,
            &texts.stop,
            &texts.unsent,
            &texts.stopped,
            &texts.late,
            &texts.hello,
            &texts.hello_message,
            &texts.test,
            &texts.test_message,
        ];
        for text in plain {
            let is_text = !text.trim().is_empty() && *text == text.trim() && !text.contains(['{', '\'', '"']);
            assert!(is_text, "{}: {text:?}", language.code());
        }
    }
}

#[test]
fn no_language_repeats_the_english_text() {
    let english = Language::named("en").unwrap().texts().unwrap();
    for language in Language::all().filter(|language| language.code() != "en") {
        let texts = language.texts().unwrap();
        for (text, english) in [
            (&texts.unsent, &english.unsent),
            (&texts.hello, &english.hello),
            (&texts.stopped, &english.stopped),
            (&texts.late, &english.late),
        ] {
            assert_ne!(text, english, "{}", language.code());
        }
    }
}

#[test]
fn languages_know_their_direction_and_path() {
    let of = |code| Language::named(code).map(|language| (language.direction(), language.path()));
    assert_eq!(of("ja"), Some(("ltr", String::new())));
    assert_eq!(of("ar"), Some(("rtl", "/ar".to_owned())));
    assert_eq!((of("xx"), of("JA"), of("")), (None, None, None));
}
