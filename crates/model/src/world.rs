//! The world of the model: processes, the database, the bus, pages and a device.

use tokibako_domain::push::Purpose;
use tokibako_feed::{BatchId, LogGrowth};

use crate::{
    bounds::{Bounds, Limits},
    database::Database,
    feed::Feed,
    instants::Millis,
    messages::{Device, LeasedMessage},
    rows::Ring,
    transaction::{AnswerResponse, Owner, Phase, Transaction},
};

/// When a world begins: a second before the first ring.
const BEGINNING: Millis = -1_000;

/// The ring that pages answer.
pub(crate) const ANSWERED: Ring = Ring { alarm: 0, due: 0 };

/// A state of everything.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct World {
    /// The monotonic clock.
    pub(crate) now: Millis,
    /// How far the system's clock is behind it.
    pub(crate) behind: Millis,
    /// What is committed.
    pub(crate) database: Database,
    /// Transactions, by owner.
    pub(crate) open: Vec<Transaction>,
    /// The processes.
    pub(crate) processes: Vec<Process>,
    /// What is on its way to a process.
    pub(crate) under_way: Vec<(u8, Message)>,
    /// The pages that answer.
    pub(crate) pages: Vec<Page>,
    /// The visitor's device.
    pub(crate) device: Device,
    /// What else may happen.
    pub(crate) left: Limits,
}

/// A server process.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Process {
    /// The feed and the stream, if the process serves one.
    pub feed: Option<Feed>,
    /// Batches that it has committed and its feed has not taken yet.
    pub(crate) committed: Vec<(BatchId, BatchId)>,
    /// The rings that its dispatcher has read and not queued yet, if that is the fault.
    pub unqueued: Vec<(Ring, Millis)>,
    /// The messages that its dispatcher holds.
    pub taken: Vec<LeasedMessage>,
}

/// A message to a process.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Message {
    /// A batch by the bus: the one before it, and itself.
    Batch(Id, Id),
    /// A heartbeat by the bus.
    Heartbeat(Id),
    /// A notification of the database: the log has a batch at this offset.
    Notification(i64),
}

/// An order of ids for messages: what is under way is a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Id(pub BatchId);

impl PartialOrd for Id {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Id {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.0.offset, self.0.fired_at).cmp(&(other.0.offset, other.0.fired_at))
    }
}

/// A page that answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Page {
    /// Nobody has answered on the page.
    Silent,
    /// The page's answer is under way, or has to be sent again.
    Waits,
    /// The page knows what counts.
    Knows(AnswerResponse),
}

impl World {
    pub(crate) fn begin(bounds: &Bounds) -> Self {
        let database = Database::with_alarms(bounds.alarms);
        let process = |number| Process {
            feed: bounds.streams.contains(&number).then(|| Feed::start(&database, BEGINNING)),
            committed: Vec::new(),
            unqueued: Vec::new(),
            taken: Vec::new(),
        };
        Self {
            now: BEGINNING,
            behind: 0,
            processes: (0..bounds.processes).map(process).collect(),
            database,
            open: Vec::new(),
            under_way: Vec::new(),
            pages: vec![Page::Silent; bounds.answers.len()],
            device: Device::default(),
            left: bounds.limits,
        }
    }

    /// The system's clock, which is that of the database as well.
    pub(crate) fn system(&self) -> Millis {
        self.now - self.behind
    }

    pub(crate) fn transaction(&self, owner: Owner) -> Option<&Transaction> {
        self.open.iter().find(|transaction| transaction.owner == owner)
    }

    pub(crate) fn remove(&mut self, owner: Owner) -> Option<Transaction> {
        let at = self.open.iter().position(|transaction| transaction.owner == owner)?;
        Some(self.open.remove(at))
    }

    pub(crate) fn put(&mut self, transaction: Transaction) {
        self.remove(transaction.owner);
        let at = self.open.partition_point(|other| other.owner < transaction.owner);
        self.open.insert(at, transaction);
    }

    /// The process that serves the requests of a page.
    pub(crate) fn process_of(&self, owner: Owner) -> u8 {
        match owner {
            Owner::Scheduler(process) => process,
            Owner::Page(page) => page % u8::try_from(self.processes.len().max(1)).unwrap_or(1),
        }
    }

    pub(crate) fn process(&mut self, number: u8) -> Option<&mut Process> {
        self.processes.get_mut(usize::from(number))
    }

    pub(crate) fn feed(&mut self, number: u8) -> Option<&mut Feed> {
        self.process(number)?.feed.as_mut()
    }

    pub(crate) fn set_page(&mut self, owner: Owner, page: Page) {
        if let Owner::Page(number) = owner
            && let Some(own) = self.pages.get_mut(usize::from(number))
        {
            *own = page;
        }
    }

    pub(crate) fn send(&mut self, to: u8, message: Message) {
        let at = self.under_way.partition_point(|other| *other < (to, message.clone()));
        self.under_way.insert(at, (to, message));
    }

    /// The processes with a feed.
    pub(crate) fn listening(&self) -> Vec<u8> {
        (0..).zip(&self.processes).filter(|(_, process)| process.feed.is_some()).map(|(number, _)| number).collect()
    }

    pub(crate) fn wake(&mut self, process: u8) {
        let now = self.now;
        if let Some(feed) = self.feed(process) {
            feed.woken(LogGrowth::Unknown, now);
        }
    }

    /// Ends what a client has begun. What the database was sent it finishes.
    pub(crate) fn abandon(&mut self, owner: Owner) {
        let Some(mut transaction) = self.remove(owner) else { return };
        self.set_page(owner, Page::Waits);
        if transaction.is_sent() && !matches!(transaction.phase, Phase::Committed(_)) {
            transaction.is_orphan = true;
            self.put(transaction);
        }
    }

    pub(crate) fn crash(&mut self, number: u8) {
        let owners = self.open.iter().map(|transaction| transaction.owner);
        let owners: Vec<Owner> = owners.filter(|owner| self.process_of(*owner) == number).collect();
        for owner in owners {
            self.abandon(owner);
        }
        self.under_way.retain(|(to, _)| *to != number);
        let (database, now) = (self.database.clone(), self.now);
        if let Some(process) = self.process(number) {
            let feed = process.feed.is_some().then(|| Feed::start(&database, now));
            *process = Process { feed, committed: Vec::new(), unqueued: Vec::new(), taken: Vec::new() };
        }
    }

    /// All sessions end. A transaction whose commit was not done is rolled back.
    pub(crate) fn end_sessions(&mut self) {
        for transaction in std::mem::take(&mut self.open) {
            self.set_page(transaction.owner, Page::Waits);
            self.wake(self.process_of(transaction.owner));
        }
    }
}

impl Page {
    /// What it was told.
    pub(crate) fn told(self) -> Option<AnswerResponse> {
        match self {
            Self::Knows(told) => Some(told),
            Self::Silent | Self::Waits => None,
        }
    }
}

impl World {
    /// The last message about a ring that its device was given.
    pub(crate) fn last_given(&self, ring: Ring) -> Option<Purpose> {
        self.device.0.get(&ring).copied()
    }
}
