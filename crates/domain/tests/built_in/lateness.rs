//! How late a ring may be.

use time::{Duration, OffsetDateTime, macros::datetime};
use tokibako_domain::occurrence::still_rings;

const DUE: OffsetDateTime = datetime!(2026-11-20 07:00 UTC);

#[track_caller]
fn check(late_by: Duration, expected: bool) {
    assert_eq!(still_rings(DUE, DUE + late_by), expected, "{late_by} late");
}

#[test]
fn a_ring_may_be_ten_minutes_late() {
    check(Duration::ZERO, true);
    check(Duration::milliseconds(250), true);
    check(Duration::minutes(10), true);
    check(Duration::minutes(10) + Duration::MILLISECOND, false);
    check(Duration::days(1), false);
}
