//! Each two operations on the message of one ring to one device, on two connections, as in `pairs`. Whatever the order, no
//! two processes take a message at once, the device is given the ring, and after it the answer, and nothing after that.

use time::{Duration, OffsetDateTime};
use tokibako_domain::{
    account::AccountId,
    alarm::Alarm,
    answer::Answer,
    browser_id::BrowserId,
    firing::{Kind, RingId},
    occurrence::Repeat,
    push::{Disposition, LEASE, Purpose, REPEAT_INTERVAL},
};
use tokibako_storage::{
    Error, Storage, accounts, alarms, devices,
    due::{self, Batch, Decision},
    pushes::{self, LeasedMessage, MessageOutcome, Reach, Selection},
    rings::{self, AnswerRequest},
    testing::{
        TestSession,
        sample::{NOW, account_of, alarm_at, browser, device_of, session},
    },
};
use tokio::{spawn, task::JoinHandle};
use uuid::Uuid;

use crate::{
    interleaving::Interleaving,
    push_world::{World, room},
};

/// When the alarm rings, and when its message is due.
const SEVEN: OffsetDateTime = time::macros::datetime!(2026-11-20 07:00 UTC);
const SENT: OffsetDateTime = time::macros::datetime!(2026-11-20 07:00:00.3 UTC);

const DEVICE: u8 = 1;

/// What two processes, a page or an operator do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operation {
    /// A second process reads the log, takes what is due, posts it and dies.
    Lease,
    /// The first process records that the service has accepted what it has taken.
    Accept,
    /// It records that the service has refused that for a moment.
    Retry,
    Stop,
    /// The device is removed.
    Remove,
    /// The account gets another browser id.
    Renew,
    Expire,
}

const ALL: [Operation; 7] = [
    Operation::Lease,
    Operation::Accept,
    Operation::Retry,
    Operation::Stop,
    Operation::Remove,
    Operation::Renew,
    Operation::Expire,
];

/// The message before both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Message {
    /// No dispatcher has read the log, so it is not queued.
    Unread,
    /// Nobody has taken it.
    Waiting,
    /// The first process posts it.
    Leased,
    /// The first process has posted it for longer than its lease lasts.
    Lapsed,
    /// The same with the first repeat of a ring that was accepted.
    LapsedRepeat,
}

impl Message {
    fn is_taken(self) -> bool {
        !matches!(self, Self::Unread | Self::Waiting)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Done {
    Took(Vec<(i64, Purpose)>),
    Answered,
    Changed,
    /// The ring, or the device, is not there, or is somebody else's now.
    NotFound,
    /// The session had idled for too long, or another one came in between. Nothing was done.
    Refused,
}

/// A device of an account whose daily alarm has rung.
struct Rung {
    world: World,
    looking: TestSession,
    account: AccountId,
    ring: RingId,
    /// What the first process has taken.
    taken: Vec<LeasedMessage>,
    now: OffsetDateTime,
}

impl Rung {
    async fn new() -> Self {
        let world = World::with_devices(&[]).await;
        let looking = world.database.session();
        let ring = RingId { kind: Kind::Alarm, row: 0, scheduled_for: SEVEN };
        Self { world, looking, account: AccountId(0), ring, taken: Vec::new(), now: SENT }
    }

    async fn reset(&mut self, message: Message) {
        // TRUNCATE takes eight times as long.
        self.looking.execute(
            "DELETE FROM accounts; DELETE FROM alarms; DELETE FROM browsers; DELETE FROM firings; DELETE FROM batches; \
             DELETE FROM devices; DELETE FROM removed_devices; DELETE FROM pushes",
        );
        let (storage, owner) = (&self.world.storage, browser(1));
        let new = account_of(owner, "Ann");
        self.account = accounts::register(storage, new, session(1), NOW).await.unwrap().id;
        let mut device = device_of(owner, DEVICE);
        device.session = Some(session(1).token);
        devices::put(storage, device, "code".to_owned(), NOW).await.unwrap();
        devices::confirm(storage, owner, Uuid::from_u128(DEVICE.into()), "code".to_owned()).await.unwrap();
        self.looking.execute("DELETE FROM pushes");
        self.ring.row = alarms::insert(storage, alarm_at(owner, "07:00", Repeat::Daily, NOW)).await.unwrap().id.0;
        let decide = move |alarm: Alarm| Decision { after: alarm.after_ring(SEVEN), rings: true };
        due::claim(storage, SEVEN, Batch::oldest(10), decide).await.unwrap();
        if message != Message::Unread {
            self.world.queue_at(SENT).await;
        }
        (self.taken, self.now) = (Vec::new(), SENT);
        if message.is_taken() {
            self.taken = self.world.take(SENT).await;
            assert_eq!(self.taken.len(), 1);
        }
        if message == Message::LapsedRepeat {
            self.world.record(std::mem::take(&mut self.taken), Disposition::Accepted, SENT).await;
            self.now += REPEAT_INTERVAL;
            self.taken = self.world.take(self.now).await;
            assert_eq!(self.taken.len(), 1);
        }
        self.now += if matches!(message, Message::Lapsed | Message::LapsedRepeat) { LEASE } else { Duration::ZERO };
        self.now += Duration::SECOND;
    }

    fn start(&self, operation: Operation) -> impl FnOnce(Storage) -> JoinHandle<Done> + use<> {
        let (account, ring, taken, now) = (self.account, self.ring, self.taken.clone(), self.now);
        move |storage| spawn(async move { done(run(&storage, operation, account, (ring, taken), now).await) })
    }

    fn one(&mut self, query: &str) -> String {
        self.looking.query(query).pop().unwrap_or_default()
    }
}

async fn run(
    storage: &Storage,
    operation: Operation,
    account: AccountId,
    (ring, taken): (RingId, Vec<LeasedMessage>),
    now: OffsetDateTime,
) -> Result<Done, Error> {
    let device = Uuid::from_u128(DEVICE.into());
    let record = async |next| {
        let sent = taken.iter().cloned().map(|message| MessageOutcome { message, next, error: None }).collect();
        pushes::record(storage, sent, now).await.map(|_| Done::Changed)
    };
    match operation {
        Operation::Lease => {
            pushes::read_log(storage, now).await?;
            let taken =
                pushes::lease(storage, Selection::Due(room(100, &[])), &Reach::everything(), now).await?.messages;
            Ok(Done::Took(taken.iter().map(|message| (message.id, message.body.purpose())).collect()))
        }
        Operation::Accept => record(Disposition::Accepted).await,
        Operation::Retry => record(Disposition::Retry(Duration::SECOND)).await,
        Operation::Stop => stop(storage, browser(1), ring, now).await.map(|()| Done::Answered),
        Operation::Remove => devices::remove(storage, browser(1), device, now).await.map(|()| Done::Changed),
        Operation::Renew => accounts::end_sessions(storage, account, now).await.map(|_| Done::Changed),
        Operation::Expire => pushes::expire(storage, now).await.map(|_| Done::Changed),
    }
}

async fn stop(storage: &Storage, owner: BrowserId, ring: RingId, now: OffsetDateTime) -> Result<(), Error> {
    let given = AnswerRequest { ring, answer: Answer::Stop, at: None };
    rings::answer(storage, owner, given, None, now).await.map(drop)
}

fn done(result: Result<Done, Error>) -> Done {
    match result {
        Err(Error::NotFound) => Done::NotFound,
        Err(Error::Conflict(_) | Error::Unavailable(_)) => Done::Refused,
        done => done.unwrap(),
    }
}

/// Lets a third process send what is left, answers the ring if nobody has, and checks what the device was given.
async fn check(rung: &mut Rung, message: Message, operations: [Operation; 2], done: [Done; 2], context: &str) {
    let took = |done: &Done| if let Done::Took(taken) = done { taken.clone() } else { Vec::new() };
    let [first, second] = [took(&done[0]), took(&done[1])];
    assert!(first.iter().all(|(id, _)| second.iter().all(|(other, _)| id != other)), "two have taken it: {context}");
    let by_second: Vec<Purpose> = [first, second].concat().into_iter().map(|(_, purpose)| purpose).collect();
    let is_stopped = done.contains(&Done::Answered);
    let is_removed = rung.one("SELECT count(*)::text AS value FROM devices") == "0";
    // What the first process has posted and has not recorded may have been shown.
    let by_first = !rung.taken.is_empty() && !operations.contains(&Operation::Retry);
    let is_given = by_first || message == Message::LapsedRepeat || by_second.iter().any(|purpose| is_ring(*purpose));
    let may_be_given = is_given || !rung.taken.is_empty();

    let mut posts = drain(rung, |posts| !is_stopped && posts.iter().any(|purpose| is_ring(*purpose))).await;
    if is_removed {
        assert_eq!(posts, [], "sent to nobody: {context}");
    } else if is_stopped {
        assert!(posts.iter().all(|purpose| !is_ring(*purpose)), "rung after the answer, {posts:?}: {context}");
        let is_told = posts.contains(&Purpose::Stop) || by_second.contains(&Purpose::Stop);
        assert!(is_told || !is_given, "the answer is not sent: {context}");
        assert!(!is_told || may_be_given, "an answer without a ring: {context}");
    } else {
        assert!(posts.iter().any(|purpose| is_ring(*purpose)), "not rung, {posts:?}: {context}");
        let owner = rung.one("SELECT browser_id::text AS value FROM accounts").parse().unwrap();
        stop(&rung.world.storage, owner, rung.ring, rung.now).await.unwrap();
        posts = drain(rung, |_| false).await;
        assert!(posts.contains(&Purpose::Stop), "the answer is not sent, {posts:?}: {context}");
        assert!(posts.iter().all(|purpose| !is_ring(*purpose)), "rung after the answer, {posts:?}: {context}");
    }
    pushes::expire(&rung.world.storage, rung.now + Duration::HOUR).await.unwrap();
    assert_eq!(rung.one("SELECT count(*)::text AS value FROM pushes"), "0", "a message is left: {context}");
}

/// Sends what is due, whenever it is, until nothing is left or `is_enough`.
async fn drain(rung: &mut Rung, is_enough: impl Fn(&[Purpose]) -> bool) -> Vec<Purpose> {
    let mut posts = Vec::new();
    while let Some(next) = rung.world.next().await {
        rung.now = rung.now.max(next);
        pushes::expire(&rung.world.storage, rung.now).await.unwrap();
        let taken = rung.world.take(rung.now).await;
        posts.extend(taken.iter().map(|message| message.body.purpose()));
        rung.world.record(taken, Disposition::Accepted, rung.now).await;
        if is_enough(&posts) {
            break;
        }
        assert!(posts.len() < 30, "messages without an end: {posts:?}");
    }
    posts
}

fn is_ring(purpose: Purpose) -> bool {
    matches!(purpose, Purpose::Ring | Purpose::Repeat)
}

async fn try_all(message: Message) {
    let mut rung = Rung::new().await;
    let mut interleaving = Interleaving::begin(&rung.world.database).await;
    let has_taken = message.is_taken();
    let are_possible = |operation: &Operation| has_taken || !matches!(operation, Operation::Accept | Operation::Retry);
    let is_outcome = |operation| matches!(operation, Operation::Accept | Operation::Retry);
    for first in ALL.into_iter().filter(are_possible) {
        // A process records one outcome.
        for second in ALL.into_iter().filter(are_possible).filter(|second| !is_outcome(first) || !is_outcome(*second)) {
            for statement in 0.. {
                rung.reset(message).await;
                let context = format!("{message:?}: {first:?} stops before statement {statement} for {second:?}");
                let starts = (rung.start(first), rung.start(second));
                let Some(done) = interleaving.run(statement, starts.0, starts.1).await else { break };
                let context = format!("{context}: {done:?}");
                check(&mut rung, message, [first, second], done, &context).await;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ring_that_nobody_has_read() {
    try_all(Message::Unread).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_waits() {
    try_all(Message::Waiting).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_is_posted() {
    try_all(Message::Leased).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_was_posted_for_too_long() {
    try_all(Message::Lapsed).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeat_that_was_posted_for_too_long() {
    try_all(Message::LapsedRepeat).await;
}
