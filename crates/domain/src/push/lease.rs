//! For how long one process has a message of the queue to itself.

use time::{Duration, OffsetDateTime};

/// How long a process may hold a message. After that another process may take it.
pub const LEASE: Duration = Duration::seconds(30);

/// The longest that a post takes: its timeout.
pub const LONGEST_POST: Duration = Duration::seconds(10);

/// Whether a post that begins at `now` ends before the lease does. A process that was frozen after it had taken a message
/// posts it no more: another one may have, and the answer to it as well.
///
/// `held` is for how long the process has had the message by a monotonic clock. The clock by which the lease ends may have been
/// set back after another process took the message.
#[must_use]
pub fn covers_a_post(leased_until: OffsetDateTime, now: OffsetDateTime, held: Duration) -> bool {
    now + LONGEST_POST <= leased_until && held <= LEASE - LONGEST_POST
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn a_post_begins_only_if_it_can_end_within_the_lease() {
        let taken = datetime!(2026-11-20 07:00 UTC);
        for (seconds, expected) in [(0, true), (20, true), (21, false), (30, false), (3_600, false)] {
            let after = Duration::seconds(seconds);
            assert_eq!(covers_a_post(taken + LEASE, taken + after, after), expected, "{seconds}");
            assert_eq!(covers_a_post(taken + LEASE, taken + after, Duration::ZERO), expected, "{seconds}");
            // The clock was set back.
            assert_eq!(covers_a_post(taken + LEASE, taken, after), expected, "{seconds}");
        }
    }
}
