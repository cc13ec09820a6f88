//! Searches small worlds to the end, and worlds that are broken on purpose.

use tokibako_model::{Bounds, Mutation, SearchResult, search, sizes};

#[test]
fn every_property_holds_in_every_state_of_the_small_worlds() {
    for (name, bounds) in sizes::SMALL {
        let SearchResult { states, broken, .. } = search(bounds);
        assert!(broken.is_empty(), "{name}: {broken:#?}");
        assert!(states > 2_000, "{name} has only {states} states: its faults do not happen");
    }
}

/// Searches a broken world, and expects that a property does not hold.
fn finds(mutation: Mutation, bounds: Bounds, property: &str) {
    let broken = search(Bounds { mutation: Some(mutation), ..bounds }).broken;
    assert!(broken.contains_key(property), "{mutation:?} breaks {broken:#?}");
}

#[test]
fn a_place_that_is_drawn_before_the_lock_loses_rings() {
    let property = "in the end every stream was given the whole log";
    finds(Mutation::OffsetBeforeLock, sizes::STREAMS, property);
    finds(Mutation::OffsetBeforeLock, sizes::BUS, property);
}

#[test]
fn an_answer_without_the_lock_of_its_row_overwrites_another_one() {
    finds(Mutation::AnswerWithoutLock, sizes::ANSWERS, "the first answer counts, for everybody");
}

#[test]
fn an_outcome_that_is_recorded_after_the_lease_leaves_a_device_ringing() {
    let property = "in the end no device that was given a ring misses its answer";
    finds(Mutation::LeaseUnchecked, sizes::REFUSED_PUSHES, property);
}

#[test]
fn a_post_after_the_lease_leaves_a_device_ringing() {
    let property = "in the end no device that was given a ring misses its answer";
    finds(Mutation::PostAfterLease, sizes::SLOW_PUSHES, property);
}

#[test]
fn a_message_that_is_taken_while_its_ring_is_answered_leaves_a_device_ringing() {
    let property = "in the end no device that was given a ring misses its answer";
    finds(Mutation::LeaseDuringAnswer, sizes::PUSHES, property);
}

#[test]
fn a_position_that_moves_before_the_messages_are_queued_loses_a_ring() {
    let unanswered = Bounds { answers: &[], ..sizes::PUSHES };
    finds(Mutation::PositionBeforeMessages, unanswered, "in the end a device was given every ring, or its answer");
}

#[test]
fn a_lease_that_is_forgotten_when_another_one_is_given_back_leaves_a_device_ringing() {
    let property = "in the end no device that was given a ring misses its answer";
    finds(Mutation::LeaseForgotten, sizes::REFUSED_AFTER_CRASH, property);
}
