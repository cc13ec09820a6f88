//! Each two operations on the same alarm, on two connections: the first stops before one of its statements, the second goes
//! as far as it can, then both go on. Tried with each statement of the first. Whatever the order, the alarm rings once, one
//! answer is the first, and no change is lost.

use std::convert::Infallible;

use time::{Duration, OffsetDateTime};
use tokibako_domain::{
    account::{Account, AccountId},
    alarm::{Alarm, AlarmId},
    answer::Answer,
    browser_id::BrowserId,
    firing::{Kind, RingId},
    occurrence::Repeat,
    ring_settings::Label,
};
use tokibako_storage::{
    Error, Storage, accounts, alarms,
    due::{self, Batch, Decision},
    owned,
    rings::{self, AnswerOutcome, AnswerRequest},
    testing::{
        TestDatabase, TestSession,
        sample::{NOW, account_of, alarm_at, browser, session},
    },
    upkeep::retention::{self, BATCH},
};
use tokio::{spawn, task::JoinHandle};

use crate::interleaving::Interleaving;

/// When the alarm rings.
const SEVEN: OffsetDateTime = time::macros::datetime!(2026-11-20 07:00 UTC);

/// What a browser or a scheduler does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operation {
    Claim,
    Stop,
    Snooze,
    Edit,
    Delete,
    /// The account gets another browser id.
    Renew,
    /// Browsers that are idle are deleted.
    Sweep,
}

const ALL: [Operation; 7] = [
    Operation::Claim,
    Operation::Stop,
    Operation::Snooze,
    Operation::Edit,
    Operation::Delete,
    Operation::Renew,
    Operation::Sweep,
];

/// The result of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Done {
    Rang(usize),
    Answered(AnswerOutcome),
    Changed,
    /// The row is not there, or is somebody else's now.
    NotFound,
    /// The other one came in between, or the session had idled for too long. Nothing was done.
    Refused,
}

/// A daily alarm of an account, which is due at seven.
struct World {
    database: TestDatabase,
    storage: Storage,
    looking: TestSession,
    account: Account,
    owner: BrowserId,
    alarm: AlarmId,
}

impl World {
    async fn new() -> Self {
        let database = TestDatabase::create();
        let (storage, looking) = (database.storage(), database.session());
        let account = accounts::register(&storage, account_of(browser(1), "Ann"), session(1), NOW).await.unwrap();
        Self { storage, looking, database, account, owner: browser(1), alarm: AlarmId(0) }
    }

    /// Begins anew, with an alarm that is due.
    async fn reset(&mut self) {
        // TRUNCATE takes eight times as long.
        self.looking.execute(
            "DELETE FROM accounts; DELETE FROM alarms; DELETE FROM browsers; DELETE FROM firings; DELETE FROM batches; \
             DELETE FROM sessions",
        );
        let new = account_of(self.owner, "Ann");
        self.account = accounts::register(&self.storage, new, session(1), NOW).await.unwrap();
        let alarm = alarm_at(self.owner, "07:00", Repeat::Daily, NOW);
        self.alarm = alarms::insert(&self.storage, alarm).await.unwrap().id;
    }

    fn start(&self, operation: Operation) -> impl FnOnce(Storage) -> JoinHandle<Done> {
        let (owner, alarm, account) = (self.owner, self.alarm, self.account.id);
        move |storage| spawn(async move { done(run(&storage, operation, owner, alarm, account).await) })
    }

    fn one(&mut self, query: &str) -> String {
        self.looking.query(query).pop().unwrap_or_default()
    }
}

async fn claim(storage: &Storage) -> Result<usize, Error> {
    let decide = move |alarm: Alarm| Decision { after: alarm.after_ring(SEVEN), rings: true };
    Ok(due::claim(storage, SEVEN, Batch::oldest(10), decide).await?.rings)
}

async fn run(
    storage: &Storage,
    operation: Operation,
    owner: BrowserId,
    alarm: AlarmId,
    account: AccountId,
) -> Result<Done, Error> {
    let answered = async |answer| {
        let ring = RingId { kind: Kind::Alarm, row: alarm.0, scheduled_for: SEVEN };
        let given = AnswerRequest { ring, answer, at: None };
        rings::answer(storage, owner, given, None, SEVEN).await.map(Done::Answered)
    };
    match operation {
        Operation::Claim => claim(storage).await.map(Done::Rang),
        Operation::Stop => answered(Answer::Stop).await,
        Operation::Snooze => answered(Answer::Snooze).await,
        Operation::Edit => {
            let edit = |alarm: Alarm| {
                let mut settings = alarm.settings.clone();
                settings.label = Label::parse("edited").unwrap();
                let is_on = alarm.arming.is_on();
                Ok::<_, Infallible>(alarm.changed(settings, is_on, SEVEN))
            };
            owned::update::<Alarm, _>(storage, owner, alarm, edit).await.map(|_| Done::Changed)
        }
        Operation::Delete => owned::delete::<Alarm>(storage, owner, alarm).await.map(|()| Done::Changed),
        Operation::Renew => accounts::end_sessions(storage, account, SEVEN).await.map(|_| Done::Changed),
        Operation::Sweep => {
            let report = retention::forget(storage, NOW + Duration::days(500), BATCH).await?;
            Ok(if report.browsers > 0 { Done::Changed } else { Done::NotFound })
        }
    }
}

fn done(result: Result<Done, Error>) -> Done {
    match result {
        Err(Error::NotFound) => Done::NotFound,
        Err(Error::Conflict(_) | Error::Unavailable(_)) => Done::Refused,
        done => done.unwrap(),
    }
}

/// Checks that the alarm has rung once, that one answer is the first, and that no change is lost.
async fn check(world: &mut World, operations: [Operation; 2], done: [Done; 2], context: &str) {
    let with = |wanted: Operation| {
        operations.iter().zip(done).filter(move |(operation, _)| **operation == wanted).map(|(_, done)| done)
    };
    let is_done = |wanted| with(wanted).any(|done| done == Done::Changed);
    let answers: Vec<_> =
        done.iter().filter_map(|done| if let Done::Answered(outcome) = done { Some(*outcome) } else { None }).collect();
    if let Some(one) = answers.first() {
        let firsts = answers.iter().filter(|outcome| outcome.is_first).count();
        assert_eq!(firsts, 1, "first answers: {context}");
        assert!(answers.iter().all(|outcome| outcome.stands == one.stands), "what stands: {context}");
    }
    let is_deleted = is_done(Operation::Delete) || is_done(Operation::Sweep);
    // A scheduler claims what is left.
    claim(&world.storage).await.unwrap();
    let logged = world.one("SELECT count(*)::text AS value FROM firings");
    let claimed: usize = done.iter().map(|done| if let Done::Rang(rings) = done { *rings } else { 0 }).sum();
    let by_answers = answers.iter().filter(|outcome| outcome.is_first).count();
    if is_done(Operation::Sweep) {
        assert!(claimed <= 1, "rings: {context}");
    } else if is_deleted {
        assert!(logged.parse::<usize>().unwrap() <= 1, "rings: {context}");
        assert!(claimed + by_answers == 0 || logged == "1", "rings: {context}");
    } else {
        // An edit at seven may set the alarm for the next day before anybody has claimed it.
        let may_skip = operations.contains(&Operation::Edit);
        assert!(logged == "1" || may_skip && logged == "0" && claimed + by_answers == 0, "{logged} rings: {context}");
    }
    let batches =
        "SELECT count(*)::text AS value FROM firings LEFT JOIN batches ON block = id >> 12 WHERE place IS NULL";
    assert_eq!(world.one(batches), "0", "rings without a place: {context}");
    let rows = "SELECT (label = 'edited')::text AS value FROM alarms";
    match world.one(rows).as_str() {
        "" => assert!(is_deleted, "the alarm is gone: {context}"),
        is_edited => {
            assert!(!is_deleted, "the alarm is there: {context}");
            assert!(!is_done(Operation::Edit) || is_edited == "true", "the edit is lost: {context}");
        }
    }
    if let Some(first) = answers.iter().find(|outcome| outcome.is_first)
        && !is_done(Operation::Sweep)
    {
        let answer = world.one("SELECT answer AS value FROM firings");
        assert_eq!(answer, first.stands.answer.as_str(), "the answer that is stored: {context}");
    }
    // An orphan: a row of a browser that nobody can reach any more.
    let orphans =
        "SELECT count(*)::text AS value FROM alarms WHERE browser_id NOT IN (SELECT browser_id FROM accounts)";
    assert_eq!(world.one(orphans), "0", "an alarm of nobody: {context}");
}

async fn try_all(first: Operation) {
    let mut world = World::new().await;
    let mut interleaving = Interleaving::begin(&world.database).await;
    for second in ALL {
        for statement in 0.. {
            let context = format!("{first:?} stops before statement {statement} for {second:?}");
            world.reset().await;
            let both = interleaving.run(statement, world.start(first), world.start(second));
            let Some(done) = both.await else { break };
            check(&mut world, [first, second], done, &format!("{context}: {done:?}")).await;
        }
    }
}

macro_rules! pairs {
    ($($name:ident: $first:ident),*) => {
        $(#[tokio::test(flavor = "multi_thread")]
        async fn $name() {
            try_all(Operation::$first).await;
        })*
    };
}

pairs! {
    a_claim_beside_anything: Claim,
    a_stop_beside_anything: Stop,
    a_snooze_beside_anything: Snooze,
    an_edit_beside_anything: Edit,
    a_deletion_beside_anything: Delete,
    a_renewal_beside_anything: Renew,
    a_sweep_beside_anything: Sweep
}
