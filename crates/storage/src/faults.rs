//! Faults that `scripts/proof` plants in the server, to see that a test fails with each of them.
//!
//! Only a build with the feature `faults` has them, and of those only the one that `TOKIBAKO_FAULT` names. In every other
//! build [`is_planted`] is a constant, and nothing is left of it.

/// A fault: something is not done on which a promise of docs/proof.md rests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// A batch draws its place before it has the lock of the log.
    OffsetBeforeLock,
    /// A claim reads its rows without locking them.
    ClaimWithoutLock,
    /// An answer, like any change, reads its row without a lock.
    AnswerWithoutRowLock,
    /// An answer reads its ring without a lock.
    AnswerWithoutRingLock,
    /// An outcome is recorded whoever holds the lease now.
    OutcomeOfAnyLease,
    /// A post begins although its lease has ended.
    PostAfterLease,
    /// A repeat is sent although its ring was answered.
    RepeatAfterAnswer,
    /// A sweep deletes the browsers that it has found without locking them.
    SweepWithoutLock,
    /// A dispatcher takes messages that it cannot send.
    LeaseOutOfReach,
    /// A dispatcher takes the message of a ring that is being answered.
    LeaseDuringAnswer,
    /// A dispatcher moves its position in the log without the messages that it queues.
    PositionBeforeMessages,
}

impl Fault {
    /// The name in `TOKIBAKO_FAULT`.
    #[cfg(feature = "faults")]
    const fn name(self) -> &'static str {
        match self {
            Self::OffsetBeforeLock => "offset-before-lock",
            Self::ClaimWithoutLock => "claim-without-lock",
            Self::AnswerWithoutRowLock => "answer-without-row-lock",
            Self::AnswerWithoutRingLock => "answer-without-ring-lock",
            Self::OutcomeOfAnyLease => "outcome-of-any-lease",
            Self::PostAfterLease => "post-after-lease",
            Self::RepeatAfterAnswer => "repeat-after-answer",
            Self::SweepWithoutLock => "sweep-without-lock",
            Self::LeaseOutOfReach => "lease-out-of-reach",
            Self::LeaseDuringAnswer => "lease-during-answer",
            Self::PositionBeforeMessages => "position-before-messages",
        }
    }
}

/// Whether this process has the fault.
#[cfg(feature = "faults")]
pub fn is_planted(fault: Fault) -> bool {
    static PLANTED: std::sync::LazyLock<Option<String>> =
        std::sync::LazyLock::new(|| std::env::var("TOKIBAKO_FAULT").ok());
    PLANTED.as_deref() == Some(fault.name())
}

/// Whether this process has the fault: never in this build.
#[cfg(not(feature = "faults"))]
pub const fn is_planted(_: Fault) -> bool {
    false
}
