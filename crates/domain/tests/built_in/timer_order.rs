//! Timers in an order that was chosen by hand.

use time::{Duration, macros::datetime};
use tokibako_domain::timer::{MOST_ORDERED, TimerId, TimerOrder, TimerOrderError};

fn ids(numbers: impl IntoIterator<Item = i64>) -> Vec<TimerId> {
    numbers.into_iter().map(TimerId).collect()
}

#[test]
fn the_named_timers_come_in_their_order_before_all_others() {
    let first = datetime!(2026-11-20 06:00 UTC);
    let order = TimerOrder::new(ids([7, 3, 9])).unwrap();
    let mut places: Vec<_> = order.places(first).collect();
    assert!(places.iter().all(|(_, place)| *place < first));
    places.sort_by_key(|(_, place)| *place);
    assert_eq!(places.iter().map(|(id, _)| *id).collect::<Vec<_>>(), ids([7, 3, 9]));
    // Postgres stores microseconds.
    assert!(places.is_sorted_by(|(_, one), (_, next)| *next - *one >= Duration::MICROSECOND));
}

#[test]
fn the_first_position_of_a_duplicate_counts() {
    assert_eq!(TimerOrder::new(ids([7, 3, 7, 7, 9, 3])).unwrap().ids(), ids([7, 3, 9]));
}

#[test]
fn an_order_has_a_maximum() {
    let most = i64::try_from(MOST_ORDERED).unwrap();
    assert_eq!(TimerOrder::new(ids(0..most)).unwrap().ids().len(), MOST_ORDERED);
    assert_eq!(TimerOrder::new(ids(0..=most)), Err(TimerOrderError));
    assert_eq!(TimerOrder::new(Vec::new()).unwrap().places(datetime!(2026-11-20 06:00 UTC)).count(), 0);
}
