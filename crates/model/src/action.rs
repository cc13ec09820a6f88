//! Everything that may happen.

use crate::transaction::Owner;

/// Something that happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Time passes until something is due.
    Pass,
    /// A scheduler begins a claim.
    Claim(u8),
    /// A page sends its answer.
    Answer(u8),
    /// A transaction takes its next step.
    Step(Owner),
    /// A client learns that its transaction is committed.
    Learn(Owner),
    /// A client's connection is lost.
    LoseConnection(Owner),
    /// A feed takes a batch of its own process.
    TakeOwn(u8),
    /// A feed reads the log.
    Read(u8),
    /// A message arrives.
    Arrive(usize),
    /// A message arrives, and will arrive again.
    ArriveTwice(usize),
    /// A message is lost.
    Lose(usize),
    /// The bus is disconnected from a process.
    Disconnect(u8),
    /// A scheduler publishes where the log ends.
    Heartbeat,
    /// A dispatcher reads the log and queues messages. It does not matter whose it is.
    Queue,
    /// A dispatcher takes messages.
    Take(u8),
    /// What has expired is deleted.
    Expire,
    /// A message is posted and accepted.
    Post(u8, usize),
    /// A message is posted and refused for now.
    Refuse(u8, usize),
    /// A dispatcher records an outcome.
    Record(u8, usize),
    /// A process is killed and started.
    Crash(u8),
    /// The database is killed and started.
    CrashDatabase,
    /// The database is restored without its last batch.
    Restore,
    /// The system's clock is set back.
    JumpBack,
    /// The visitor switches the first alarm off and on.
    Switch,
}
