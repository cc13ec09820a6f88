//! The judge itself: a history without a fault passes, and one with a planted fault of each kind does not.

mod pushes;

use time::Duration;

use super::{Event, History, Message, Post, judge, picture};
use crate::ground::occurrence::{Kind, Occurrence};

const SECOND: i64 = 1_000_000;
const BEGIN: i64 = 1_795_244_400 * SECOND;

fn ring(row: i64) -> Occurrence {
    Occurrence::new(Kind::Alarm, row, BEGIN / 1_000)
}

fn streamed(seconds: f64, row: i64) -> Event {
    Event::Streamed { at: after(seconds), stream: "stream".to_owned(), ring: ring(row), answered: false }
}

fn post(seconds: f64, row: i64, message: Message) -> Post {
    let (device, slot) = ("phone".to_owned(), format!("slot {row}"));
    Post { at: after(seconds), device, ring: ring(row), message, slot, is_taken: true, is_told: true }
}

fn posted(seconds: f64, message: Message) -> Event {
    Event::Posted(post(seconds, 1, message))
}

fn owed(row: i64) -> Event {
    Event::Owed { device: "phone".to_owned(), ring: ring(row), within: Some(2 * SECOND), rings_for: 90 * SECOND }
}

fn answered(seconds: f64, page: &str, stands: &str) -> Event {
    let (at, page, stands) = (after(seconds), page.to_owned(), stands.to_owned());
    Event::Answered { begun: at, at, page, on: None, ring: ring(1), stands }
}

#[expect(clippy::cast_possible_truncation, reason = "seconds of a test")]
fn after(seconds: f64) -> i64 {
    BEGIN + (seconds * 1e6) as i64
}

/// Two rings, streamed in order, pushed and repeated; one is shown and answered.
fn sound() -> History {
    let mut history = History::new("a drill", Duration::SECOND);
    for row in [1, 2] {
        history.events.push(Event::Due { ring: ring(row) });
        history.events.push(Event::Placed { place: row, ring: ring(row) });
    }
    history.events.extend([
        streamed(0.1, 1),
        streamed(0.2, 2),
        owed(1),
        owed(2),
        posted(0.4, Message::Ring),
        Event::Posted(post(0.4, 2, Message::Ring)),
        Event::Shown { at: after(0.5), device: "phone".to_owned(), ring: ring(1) },
        posted(30.4, Message::Repeat(1)),
        Event::Posted(post(30.4, 2, Message::Repeat(1))),
        answered(40.0, "page", "stop"),
        answered(40.5, "other", "stop"),
        posted(41.0, Message::Stop),
    ]);
    history
}

/// The verdict after a change of the events.
fn with(change: impl FnOnce(&mut Vec<Event>)) -> String {
    let mut history = sound();
    change(&mut history.events);
    let verdict = judge(&history);
    assert!(!verdict.is_passed(), "{verdict}");
    verdict.to_string()
}

fn is_streamed(event: &Event, row: i64) -> bool {
    matches!(event, Event::Streamed { ring: streamed, .. } if *streamed == ring(row))
}

#[test]
fn a_history_without_a_fault_passes() {
    let verdict = judge(&sound());
    assert!(verdict.is_passed(), "{verdict}");
    assert_eq!(
        verdict.to_string(),
        "a drill: rung 2 lost 0 doubled 0 worst 0.20 s; pushed 1 worst 0.40 s, 5 posts, 0 of them not accepted"
    );
}

#[test]
fn a_lost_doubled_or_unexpected_ring_fails() {
    assert!(with(|events| events.retain(|event| !is_streamed(event, 2))).contains("rung 1 lost 1"));
    assert!(with(|events| events.push(streamed(0.3, 2))).contains("doubled 1"));
    let unknown = |events: &mut Vec<Event>| {
        events.extend([Event::Placed { place: 3, ring: ring(3) }, streamed(0.3, 3)]);
    };
    assert!(with(unknown).contains("strays 1"));
}

#[test]
fn an_early_ring_fails_unless_it_was_answered() {
    let early = |events: &mut Vec<Event>| {
        events.retain(|event| !is_streamed(event, 1));
        events.push(streamed(-0.5, 1));
    };
    assert!(with(early).contains("early 1"));
    let answered_at = |seconds: f64| {
        move |events: &mut Vec<Event>| {
            for event in events {
                if let Event::Streamed { at, ring: streamed, answered, .. } = event
                    && *streamed == ring(1)
                {
                    (*at, *answered) = (after(seconds), true);
                }
            }
        }
    };
    let mut history = sound();
    answered_at(-0.5)(&mut history.events);
    assert!(judge(&history).is_passed());
    assert!(with(answered_at(-61.0)).contains("early 1"));
    let said_so = |events: &mut Vec<Event>| {
        answered_at(-0.5)(events);
        events.retain(|event| !matches!(event, Event::Answered { .. }));
    };
    assert!(with(said_so).contains("early 1"));
}

#[test]
fn a_late_ring_fails_unless_a_fault_excuses_it() {
    let late = |events: &mut Vec<Event>| {
        events.retain(|event| !is_streamed(event, 2));
        events.push(streamed(5.0, 2));
    };
    assert!(with(late).contains("LATE"));
    assert!(
        with(|events| {
            late(events);
            events.push(Event::Away { from: after(0.15), until: after(3.9) });
        })
        .contains("LATE")
    );
    let mut history = sound();
    late(&mut history.events);
    history.events.push(Event::Away { from: after(0.15), until: after(4.1) });
    assert!(judge(&history).is_passed());
}

#[test]
fn a_stream_out_of_the_order_of_the_log_fails() {
    let swapped = |events: &mut Vec<Event>| {
        events.retain(|event| !is_streamed(event, 1));
        events.push(streamed(0.3, 1));
    };
    assert!(with(swapped).contains("later in the log"));
}

#[test]
fn a_ring_that_the_log_has_twice_or_not_at_all_fails() {
    assert!(with(|events| events.push(Event::Placed { place: 3, ring: ring(1) })).contains("twice"));
    let missing = |event: &Event| !matches!(event, Event::Placed { place: 2, .. });
    assert!(with(|events| events.retain(missing)).contains("does not have"));
}

#[test]
fn two_answers_to_one_ring_fail() {
    assert!(with(|events| events.push(answered(41.0, "third", "snooze"))).contains("another page of stop"));
}

#[test]
fn a_fault_in_words_and_wrong_counts_fail() {
    assert!(with(|events| events.push(Event::Fault { says: "cut".to_owned() })).contains("FAULT: cut"));
    for (distinct, all, says) in [(9, 9, "lost 1"), (10, 11, "doubled 1"), (11, 11, "strays 1")] {
        let counted = Event::Counted { expected: 10, distinct, all, worst: 0 };
        assert!(with(|events| events.push(counted)).contains(says));
    }
    assert!(
        with(|events| events.push(Event::Counted { expected: 0, distinct: 0, all: 0, worst: 2 * SECOND }))
            .contains("LATE")
    );
}

#[test]
fn a_saved_history_is_read_and_judged_as_before() {
    let history = sound();
    let text = history.written().unwrap();
    assert_eq!(History::parse(&text).unwrap(), history);
    assert!(History::parse("").is_err());
    assert!(History::parse("{\"name\":\"x\",\"limit\":1}\nnonsense\n").unwrap_err().to_string().contains("line 2"));
}

#[test]
fn a_picture_has_a_lane_for_everybody() {
    let drawn = picture(&sound());
    for (lane, letters) in [("phone ", "2o2x"), ("page ", "a"), ("stream ", "2"), ("due ", "2")] {
        let line = drawn.lines().find(|line| line.starts_with(lane)).unwrap();
        let marks: String = line[lane.len()..].chars().filter(|letter| *letter != ' ').collect();
        assert_eq!(marks, letters, "{drawn}");
    }
}

#[test]
fn a_part_is_judged_like_the_whole_and_a_ring_that_comes_again_after_it_is_a_stray() {
    let streams = |event: &Event| matches!(event, Event::Due { .. } | Event::Streamed { .. });
    let mut open = sound();
    open.events.retain(streams);
    open.events.push(Event::Due { ring: Occurrence::new(Kind::Alarm, 3, BEGIN / 1_000 + 60_000) });
    let part = open.cut_off("part".to_owned(), ring(1).due() + Duration::SECOND);
    assert_eq!((part.events.len(), open.events.len()), (4, 1));
    let mut whole = History::new("a drill", Duration::SECOND);
    assert!(whole.add(part.clone()).is_none());
    assert_eq!(judge(&whole).to_string(), "a drill: rung 2 lost 0 doubled 0 worst 0.20 s");
    for (change, says) in [
        (streamed(0.3, 2), "doubled 1"),
        (streamed(0.3, 9), "strays 1"),
        (streamed(-0.3, 2), "before their time"),
        (Event::Due { ring: ring(7) }, "lost 1"),
    ] {
        let (mut whole, mut part) = (History::new("a drill", Duration::SECOND), part.clone());
        part.events.push(change);
        assert!(whole.add(part).is_some());
        let verdict = judge(&whole);
        assert!(!verdict.is_passed() && verdict.to_string().contains(says), "{verdict}");
    }
}
