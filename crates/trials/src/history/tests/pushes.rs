//! What devices are sent: each planted fault is found.

use super::{after, judge, post, posted, ring, sound, with};
use crate::history::{Event, Message, Post};

/// The post of a message of a ring.
fn of(events: &mut [Event], row: i64, message: Message) -> &mut Post {
    let mut posts =
        events.iter_mut().filter_map(|event| if let Event::Posted(post) = event { Some(post) } else { None });
    posts.find(|post| post.ring == ring(row) && post.message == message).unwrap()
}

#[test]
fn a_device_that_rings_on_after_the_answer_fails() {
    let is_stop = |event: &Event| matches!(event, Event::Posted(post) if post.message == Message::Stop);
    assert!(with(|events| events.retain(|event| !is_stop(event))).contains("was not told of its answer"));
    assert!(with(|events| events.push(posted(62.0, Message::Repeat(2)))).contains("after its end"));
    assert!(
        with(|events| events.extend([posted(70.0, Message::Repeat(2)), posted(71.0, Message::Stop)]))
            .contains("after its answer")
    );
    let is_answer = |event: &Event| matches!(event, Event::Answered { .. });
    assert!(with(|events| events.retain(|event| !is_answer(event))).contains("nobody answered"));
}

#[test]
fn a_device_that_reported_nothing_is_left_alone_only_if_its_service_confirmed_nothing() {
    let is_dropped = |event: &Event| match event {
        Event::Posted(post) => post.message == Message::Stop,
        Event::Shown { .. } => true,
        _ => false,
    };
    assert!(with(|events| events.retain(|event| !is_dropped(event))).contains("was sent a ring and not its answer"));
    let mut unconfirmed = sound();
    unconfirmed.events.retain(|event| !is_dropped(event));
    of(&mut unconfirmed.events, 1, Message::Ring).is_told = false;
    let verdict = judge(&unconfirmed);
    assert!(verdict.is_passed(), "{verdict}");
}

#[test]
fn a_device_that_is_told_of_its_own_answer_fails() {
    let answers_itself = |events: &mut Vec<Event>| {
        for event in events {
            if let Event::Answered { on, .. } = event {
                *on = Some("phone".to_owned());
            }
        }
    };
    assert!(with(answers_itself).contains("was told of its own answer"));
}

#[test]
fn a_ring_that_a_device_is_not_sent_or_late_or_after_its_use_fails() {
    let is_of_second = |event: &Event| matches!(event, Event::Posted(post) if post.ring == ring(2));
    assert!(with(|events| events.retain(|event| !is_of_second(event))).contains("lost 1"));
    let refused = |events: &mut Vec<Event>| of(events, 2, Message::Ring).is_taken = false;
    assert!(with(refused).contains("lost 1"));
    let late = |events: &mut Vec<Event>| of(events, 2, Message::Ring).at = after(2.5);
    assert!(with(late).contains("late"));
    assert!(with(|events| events.push(Event::Posted(post(602.0, 2, Message::Ring)))).contains("of no use any more"));
    let not_owed = |event: &Event| !matches!(event, Event::Owed { ring: of, .. } if *of == ring(2));
    assert!(with(|events| events.retain(not_owed)).contains("of somebody else"));
}

#[test]
fn a_message_that_is_accepted_twice_fails_unless_its_sender_could_not_know() {
    let twice = |events: &mut Vec<Event>| events.push(Event::Posted(post(1.0, 2, Message::Ring)));
    assert!(with(twice).contains("doubled 1"));
    assert!(with(|events| events.push(Event::Posted(post(31.0, 2, Message::Repeat(1))))).contains("doubled 1"));
    let mut untold = sound();
    of(&mut untold.events, 2, Message::Ring).is_told = false;
    twice(&mut untold.events);
    let mut killed = sound();
    twice(&mut killed.events);
    killed.events.push(Event::Killed { at: after(0.6) });
    for history in [untold, killed] {
        let verdict = judge(&history);
        assert!(verdict.is_passed(), "{verdict}");
    }
    let killed_later = |events: &mut Vec<Event>| {
        twice(events);
        events.push(Event::Killed { at: after(5.0) });
    };
    assert!(with(killed_later).contains("doubled 1"));
}

#[test]
fn repeats_that_are_missing_too_soon_too_long_or_before_the_ring_fail() {
    let is_repeat = |event: &Event| matches!(event, Event::Posted(post) if post.ring == ring(2) && post.message == Message::Repeat(1));
    assert!(with(|events| events.retain(|event| !is_repeat(event))).contains("was not sent the repeat"));
    let soon = |events: &mut Vec<Event>| of(events, 2, Message::Repeat(1)).at = after(20.0);
    assert!(with(soon).contains("too soon"));
    assert!(with(|events| events.push(Event::Posted(post(120.0, 2, Message::Repeat(2))))).contains("for too long"));
    let refused = |events: &mut Vec<Event>| of(events, 2, Message::Ring).is_taken = false;
    assert!(with(refused).contains("before that"));
    let elsewhere = |events: &mut Vec<Event>| of(events, 2, Message::Repeat(1)).slot = "another".to_owned();
    assert!(with(elsewhere).contains("two topics or tags"));
}
