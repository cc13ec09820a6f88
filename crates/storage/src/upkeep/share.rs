//! The share of all rows that a deletion would delete.

/// How many rows of all would be deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    pub over: i64,
    pub all: i64,
}

/// Up to this many rows may always be deleted.
const ALWAYS: i64 = 50;

/// Beyond that, one in this many rows may be deleted.
const ONE_IN: i64 = 20;

impl Share {
    /// Whether this is more than normal for a day.
    pub fn is_too_much(self) -> bool {
        self.over > self.most_a_day()
    }

    pub fn most_a_day(self) -> i64 {
        ALWAYS.max(self.all / ONE_IN)
    }

    /// Whether this is so much that a clock is probably wrong: no spike of visitors becomes idle at once like that.
    pub fn suggests_a_wrong_clock(self) -> bool {
        self.over > ALWAYS.max(self.all / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_in_twenty_may_be_deleted_at_once_and_some_tens_always() {
        for (over, all, is_too_much) in [
            (0, 0, false),
            (50, 50, false),
            (51, 51, true),
            (51, 1_019, true),
            (51, 1_020, false),
            (500, 10_000, false),
            (501, 10_000, true),
        ] {
            assert_eq!(Share { over, all }.is_too_much(), is_too_much, "{over} of {all}");
        }
    }

    #[test]
    fn more_than_half_suggests_a_wrong_clock() {
        for (over, all, suggests) in
            [(50, 50, false), (51, 101, true), (51, 102, false), (5_000, 10_000, false), (5_001, 10_000, true)]
        {
            assert_eq!(Share { over, all }.suggests_a_wrong_clock(), suggests, "{over} of {all}");
        }
    }
}
