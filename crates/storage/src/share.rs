//! How much of what is stored a deletion would take.

/// How many of all would be deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// Those whose time is over.
    pub over: i64,
    /// All there are.
    pub all: i64,
}

/// How many may always be deleted at once.
const ALWAYS: i64 = 50;

/// One in so many may be deleted at once where that is more.
const ONE_IN: i64 = 20;

impl Share {
    /// Whether it is more than goes in a day where the clock is right: then it may be the clock that is wrong.
    #[must_use]
    pub fn is_too_much(self) -> bool {
        self.over > ALWAYS.max(self.all / ONE_IN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_twentieth_may_go_at_once_and_some_tens_always() {
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
}
