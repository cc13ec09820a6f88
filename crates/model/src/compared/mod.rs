//! Random operations on the model's database and on a real one, in the same order at the same instants: both have to hold
//! the same rows, the same log and the same messages after each.
//!
//! One operation at a time: what happens between statements is for the model and for the tests of `storage`.

mod state;

use std::convert::Infallible;

use fastrand::Rng;
use tokibako_domain::{
    alarm::{Alarm, AlarmId, NewAlarm},
    answer::{Answer, RingAnswer},
    browser_id::BrowserId,
    firing::{Kind, RingId},
    push::{Disposition, LEASE, RING_DELAY, RingFor},
};
use tokibako_scheduler::tick::tick;
use tokibako_storage::{
    Error, Storage, alarms, devices, owned, pushes as queue,
    rings::{self, AnswerRequest},
    testing::{
        TestDatabase, TestSession,
        sample::{browser, device_of},
    },
};

use crate::{
    database::Database,
    instants::{Millis, millis, of, system},
    messages::{LeasedMessage, PostOutcome},
    pushes,
    rows::{Ring, StandingAnswer, settings},
    transaction::{AnswerResponse, OtherTransactions, Phase, Transaction},
};

/// How many histories are tried each time.
const SEEDS: u64 = 12;

/// What a longer run has found: an answer that was deleted together with the one that it replaced.
const KEPT: [u64; 1] = [235];

/// How many operations a history has.
const OPERATIONS: usize = 60;

/// How many alarms the visitor has.
const ALARMS: u8 = 3;

/// What happens to both databases.
#[derive(Debug, Clone, Copy)]
enum Operation {
    /// Time passes.
    Pass(Millis),
    /// Due alarms are claimed.
    Claim,
    /// A page answers a ring.
    Answer(Ring, Answer),
    /// The visitor switches an alarm off or on.
    Switch(u8),
    /// The log is read, and the messages of its rings are queued.
    Queue,
    /// Due messages are leased.
    Lease,
    /// The outcome of the post of one of these is recorded.
    Record(usize, PostOutcome),
    /// One of these is returned without a post.
    Release(usize),
    /// The process that holds one of these is killed.
    Forget(usize),
    /// Expired messages are deleted.
    Expire,
}

/// Both databases, and the messages that were leased from them.
struct Pair {
    session: TestSession,
    _real: TestDatabase,
    storage: Storage,
    model: Database,
    now: Millis,
    held: Vec<(queue::LeasedMessage, LeasedMessage)>,
    /// What has happened.
    history: Vec<(Millis, Operation)>,
}

fn visitor() -> BrowserId {
    browser(1)
}

impl Pair {
    async fn begin() -> Self {
        let real = TestDatabase::create();
        let storage = real.storage();
        let device = devices::NewDevice { ring_for: RingFor::SHORTEST, ..device_of(visitor(), 1) };
        let (id, code) = (device.id, "code".to_owned());
        devices::put(&storage, device, code.clone(), system(-1_000)).await.unwrap();
        devices::confirm(&storage, visitor(), id, code).await.unwrap();
        let session = real.session();
        Self {
            session,
            _real: real,
            storage,
            model: Database::default(),
            now: 0,
            held: Vec::new(),
            history: Vec::new(),
        }
    }

    /// Empties both, but for alarms that are due a second later.
    async fn start(&mut self) {
        self.session.execute("TRUNCATE alarms, firings, batches, pushes RESTART IDENTITY; UPDATE push_position SET place = 0, fired_at = NULL");
        (self.model, self.now) = (Database::with_alarms(ALARMS), -1_000);
        self.held.clear();
        self.history.clear();
        for _ in 0..ALARMS {
            let alarm = NewAlarm::new(visitor(), settings(), true, system(self.now));
            alarms::insert(&self.storage, alarm).await.unwrap();
        }
    }

    /// Any operation; one that changes nothing only now and then.
    fn any(&self, chance: &mut Rng) -> Operation {
        loop {
            let operation = self.drawn(chance);
            let now = self.now;
            let changes = match operation {
                Operation::Claim => self.model.alarms.iter().any(|alarm| alarm.due().is_some_and(|due| due <= now)),
                Operation::Lease => pushes::is_due(&self.model, now, &|_| false),
                Operation::Expire => pushes::is_expired(&self.model, now),
                _ => true,
            };
            if changes || chance.u8(..20) == 0 {
                return operation;
            }
        }
    }

    fn drawn(&self, chance: &mut Rng) -> Operation {
        let alarm = chance.u8(..ALARMS);
        let held = (!self.held.is_empty()).then(|| chance.usize(..self.held.len()));
        match (chance.u8(..24), held) {
            (0 | 1, _) => Operation::Pass(chance.i64(1..1_000)),
            (2 | 3, _) => Operation::Pass(of(LEASE) + chance.i64(-1_000..1_000)),
            (4, _) if chance.u8(..20) == 0 => Operation::Pass(86_400_000),
            (4, _) if chance.u8(..3) == 0 => Operation::Pass(chance.i64(60_000..700_000)),
            (5..8, _) => Operation::Claim,
            (8 | 9, _) => {
                let next = self.model.alarm(alarm).due().map(|due| Ring { alarm, due });
                let last = self.model.rings.keys().rev().take(3).copied();
                let answer = if chance.bool() { Answer::Stop } else { Answer::Snooze };
                let ring = chance.choice(last.chain(next).collect::<Vec<_>>());
                ring.map_or(Operation::Claim, |ring| Operation::Answer(ring, answer))
            }
            (10 | 11, _) => Operation::Expire,
            (12, _) if chance.u8(..6) == 0 => Operation::Switch(alarm),
            (12, _) if chance.bool() => Operation::Queue,
            (13, Some(at)) if chance.bool() => Operation::Forget(at),
            (13, Some(at)) => Operation::Release(at),
            (14..17, Some(at)) => Operation::Record(at, PostOutcome::Accepted),
            (17, Some(at)) => Operation::Record(at, PostOutcome::Retry(chance.i64(1..60) * 1_000)),
            _ => Operation::Lease,
        }
    }

    async fn happen(&mut self, operation: Operation) {
        // No two operations at one instant: leases are told apart by their ends.
        self.now += 1;
        self.history.push((self.now, operation));
        let (storage, now) = (self.storage.clone(), system(self.now));
        match operation {
            Operation::Pass(pause) => self.now += pause,
            Operation::Claim => {
                let ticked = tick(&storage, now).await.unwrap();
                let rings = self.claim();
                assert_eq!(ticked.rings, rings, "rings: {:?}", self.history);
            }
            Operation::Answer(ring, answer) => {
                let given = AnswerRequest { ring: id(ring), answer, at: None };
                let real = match rings::answer(&storage, visitor(), given, None, now).await {
                    Ok(outcome) => AnswerResponse::Stands(standing(outcome.stands), outcome.is_first),
                    Err(Error::NotFound) => AnswerResponse::NotFound,
                    Err(error) => panic!("{error}"),
                };
                assert_eq!(Some(real), self.answer(ring, answer), "what the page is told: {:?}", self.history);
            }
            Operation::Switch(alarm) => {
                let switch = move |alarm: Alarm| Ok::<_, Infallible>(alarm.toggled(now));
                owned::update::<Alarm, _>(&storage, visitor(), AlarmId(i64::from(alarm) + 1), switch)
                    .await
                    .unwrap()
                    .unwrap();
                let switched = self.model.alarm(alarm).toggled(self.now);
                self.model.set_alarm(alarm, switched);
            }
            Operation::Queue => self.queue(self.now + of(RING_DELAY)).await,
            Operation::Lease => {
                self.queue(self.now).await;
                let room =
                    queue::Room { in_all: 100, each: 100, less: vec![], paused: vec![], without_repeats: vec![] };
                let which = queue::Selection::Due(room);
                let leased_now = queue::lease(&storage, which, &queue::Reach::everything(), now).await.unwrap();
                let mut real = leased_now.messages;
                let mut model = pushes::take(&mut self.model, self.now, self.now, &|_| false);
                real.sort_by_key(leased);
                model.sort_by_key(|taken| (taken.ring, taken.purpose.as_str()));
                let names = |taken: &LeasedMessage| (taken.ring, taken.purpose.as_str());
                assert_eq!(
                    real.iter().map(leased).collect::<Vec<_>>(),
                    model.iter().map(names).collect::<Vec<_>>(),
                    "leased messages: {:?}",
                    self.history
                );
                self.held.extend(real.into_iter().zip(model));
            }
            Operation::Record(at, outcome) => {
                let (real, model) = self.held.remove(at);
                let next = match outcome {
                    PostOutcome::Accepted => Disposition::Accepted,
                    PostOutcome::Retry(pause) => Disposition::Retry(time::Duration::milliseconds(pause)),
                };
                let sent = queue::MessageOutcome { message: real, next, error: None };
                queue::record(&storage, vec![sent], now).await.unwrap();
                pushes::record(&mut self.model, &model, outcome, self.now, None);
            }
            Operation::Release(at) => {
                let (real, model) = self.held.remove(at);
                queue::release(&storage, vec![real]).await.unwrap();
                pushes::release(&mut self.model, &model, self.now, None);
            }
            Operation::Forget(at) => {
                self.held.remove(at);
            }
            Operation::Expire => {
                self.queue(self.now).await;
                queue::expire(&storage, now).await.unwrap();
                pushes::expire(&mut self.model, self.now);
            }
        }
    }

    /// Reads both logs, and queues their messages.
    async fn queue(&mut self, now: Millis) {
        while queue::read_log(&self.storage, system(now)).await.unwrap().has_more {}
        let read = pushes::read_log(&mut self.model, now);
        pushes::queue(&mut self.model, &read, now);
    }

    /// Runs a transaction of the model to its end.
    fn run(&mut self, mut transaction: Transaction, answer: Option<(Ring, Answer)>) -> Transaction {
        while !matches!(transaction.phase, Phase::Committed(_)) {
            let alone = OtherTransactions(&[], transaction.owner);
            transaction = transaction.step(&mut self.model, &alone, answer, None).expect("nobody holds a lock");
        }
        if let Some((_, standing)) = transaction.writes.answer {
            pushes::answered(&mut self.model, standing, &transaction.messages, transaction.began);
        }
        transaction
    }

    fn claim(&mut self) -> usize {
        let claim = Transaction::claim(0, &self.model, &[], self.now, ALARMS);
        claim.map_or(0, |claim| self.run(claim, None).writes.rings.len())
    }

    fn answer(&mut self, ring: Ring, answer: Answer) -> Option<AnswerResponse> {
        let begun = Transaction::answer(0, ring, &self.model, &[], self.now, None)?;
        self.run(begun, Some((ring, answer))).told
    }
}

fn id(ring: Ring) -> RingId {
    RingId { kind: Kind::Alarm, row: i64::from(ring.alarm) + 1, scheduled_for: system(ring.due) }
}

fn standing(RingAnswer { answer, at, snoozed_until }: RingAnswer) -> StandingAnswer {
    StandingAnswer { answer, at: millis(at), snoozed_until: snoozed_until.map(millis) }
}

fn leased(message: &queue::LeasedMessage) -> (Ring, &'static str) {
    let (queue::MessageBody::Ring(ring) | queue::MessageBody::Repeat(ring, _) | queue::MessageBody::Stop(ring, _)) =
        &message.body
    else {
        panic!("a message about no ring")
    };
    let alarm = u8::try_from(ring.subject.row() - 1).expect("few alarms");
    (Ring { alarm, due: millis(ring.scheduled_for) }, message.body.purpose().as_str())
}

#[tokio::test]
async fn the_model_and_the_real_database_do_the_same() {
    let mut pair = Pair::begin().await;
    for seed in (0..SEEDS).chain(KEPT) {
        let mut chance = Rng::with_seed(seed);
        pair.start().await;
        for _ in 0..OPERATIONS {
            let operation = pair.any(&mut chance);
            pair.happen(operation).await;
            pair.compare().await;
        }
    }
}
