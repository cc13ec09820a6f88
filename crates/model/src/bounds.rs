//! How much of everything a search may try, and what is broken in the model on purpose.

use tokibako_domain::answer::Answer;

use crate::instants::Millis;

/// The size of a world. A search tries every order of what it allows.
#[derive(Debug, Clone, Copy, Default)]
pub struct Bounds {
    /// Server processes. Each has a scheduler and a dispatcher of pushes, and takes requests.
    pub processes: u8,
    /// Alarms that are due at the same instant.
    pub alarms: u8,
    /// How many of them one claim takes.
    pub batch: u8,
    /// The processes that serve a stream.
    pub streams: &'static [u8],
    /// Whether batches also go by a bus.
    pub has_bus: bool,
    /// Whether the visitor has a device that gets pushes.
    pub has_device: bool,
    /// What pages answer to the first alarm's first ring, each once, at any time.
    pub answers: &'static [Answer],
    /// How often everything else may happen.
    pub limits: Limits,
    /// Until when something may begin that nothing forces: an answer, a fault.
    pub until: Millis,
    /// Until when time passes, for whatever has to catch up.
    pub horizon: Millis,
    /// What is broken.
    pub mutation: Option<Mutation>,
}

/// How often something may happen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Time passes although something else could happen first.
    pub passes: u8,
    /// A visitor switches the first alarm off and on again.
    pub switches: u8,
    /// A scheduler publishes a heartbeat.
    pub heartbeats: u8,
    /// A process is killed and started again.
    pub crashes: u8,
    /// The database is killed and started again.
    pub database_crashes: u8,
    /// A connection to the database is lost, before the commit was sent or after it was done.
    pub lost_connections: u8,
    /// A notification or a message of the bus is lost, or the bus is disconnected.
    pub lost_messages: u8,
    /// A message of the bus arrives twice.
    pub doubled_messages: u8,
    /// The database is restored without its last batch.
    pub restores: u8,
    /// The system's clock is set a minute back.
    pub jumps_back: u8,
    /// A push service refuses a message for now.
    pub refused_posts: u8,
}

/// A fault of the protocol, which a search has to find.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mutation {
    /// A batch draws its offset before it has the lock of the log.
    OffsetBeforeLock,
    /// An answer reads its row without a lock.
    AnswerWithoutLock,
    /// The outcome of a post is recorded whoever has the lease now.
    LeaseUnchecked,
    /// A post begins although its lease has ended.
    PostAfterLease,
    /// A process that gives back a message forgets that another one had leased it.
    LeaseForgotten,
    /// A dispatcher takes the message of a ring that is being answered.
    LeaseDuringAnswer,
    /// A dispatcher moves its position in the log in one transaction, and queues the messages in the next one.
    PositionBeforeMessages,
}
