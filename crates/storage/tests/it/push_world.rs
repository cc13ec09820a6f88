//! A browser with devices, for tests of the messages to them.

use time::OffsetDateTime;
use tokibako_domain::{
    answer::Answer,
    browser_id::BrowserId,
    firing::{Kind, RingId},
    push::{Disposition, Purpose},
    timer::Timer,
};
use tokibako_storage::{
    Storage, devices,
    due::{self, Batch, Decision},
    pushes::{self, LeasedMessage, MessageOutcome, Reach, Room, Selection},
    rings::{self, AnswerRequest},
    testing::{
        TestDatabase,
        sample::{NOW, browser, device_of, timer_of},
    },
    timers,
};
use uuid::Uuid;

pub(crate) struct World {
    pub(crate) database: TestDatabase,
    pub(crate) storage: Storage,
}

/// Room for `each` messages to each service, with exceptions by origin.
pub(crate) fn room(each: u16, less: &[(&str, u16)]) -> Room {
    let less = less.iter().map(|(origin, room)| ((*origin).to_owned(), *room)).collect();
    Room { in_all: 100, each, less, paused: Vec::new(), without_repeats: Vec::new() }
}

/// The instant at which the timers here ring.
pub(crate) const DUE: OffsetDateTime = time::macros::datetime!(2026-11-20 06:01 UTC);

impl World {
    /// Creates active devices of the first browser.
    pub(crate) async fn with_devices(numbers: &[u8]) -> Self {
        let database = TestDatabase::create();
        let storage = database.storage();
        let world = Self { database, storage };
        for number in numbers {
            world.add_device(browser(1), *number).await;
        }
        world
    }

    pub(crate) async fn add_device(&self, owner: BrowserId, number: u8) {
        devices::put(&self.storage, device_of(owner, number), "code".to_owned(), NOW).await.unwrap();
        let id = Uuid::from_u128(number.into());
        devices::confirm(&self.storage, owner, id, "code".to_owned()).await.unwrap();
        self.database.execute("DELETE FROM pushes");
    }

    /// Lets a timer of a browser ring.
    pub(crate) async fn ring(&self, owner: BrowserId) -> RingId {
        let timer = timers::insert(&self.storage, timer_of(owner, 60, NOW)).await.unwrap();
        let decide = |timer: Timer| Decision { after: timer.completed(), rings: true };
        due::claim(&self.storage, DUE, Batch::oldest(10), decide).await.unwrap();
        RingId { kind: Kind::Timer, row: timer.id.0, scheduled_for: DUE }
    }

    pub(crate) async fn take(&self, now: OffsetDateTime) -> Vec<LeasedMessage> {
        while pushes::read_log(&self.storage, now).await.unwrap().has_more {}
        let mut taken = pushes::lease(&self.storage, Selection::Due(room(100, &[])), &Reach::everything(), now)
            .await
            .unwrap()
            .messages;
        // Messages that are due at the same instant come in any order.
        taken.sort_by_key(|taken| taken.device_id);
        taken
    }

    pub(crate) async fn record(&self, taken: Vec<LeasedMessage>, next: Disposition, now: OffsetDateTime) -> usize {
        let sent = taken.into_iter().map(|message| MessageOutcome { message, next, error: None }).collect();
        pushes::record(&self.storage, sent, now).await.unwrap()
    }

    pub(crate) async fn answer(&self, ring: RingId, on: Option<u128>, now: OffsetDateTime) {
        let given = AnswerRequest { ring, answer: Answer::Stop, at: None };
        rings::answer(&self.storage, browser(1), given, on.map(Uuid::from_u128), now).await.unwrap();
    }

    pub(crate) async fn next(&self) -> Option<OffsetDateTime> {
        self.next_within(room(1, &[])).await
    }

    pub(crate) async fn next_within(&self, room: Room) -> Option<OffsetDateTime> {
        let reach = Reach::everything();
        let nothing = Selection::Probes(Vec::new());
        let waiting = pushes::lease(&self.storage, nothing, &reach, NOW).await.unwrap().services;
        pushes::next(&self.storage, waiting, room, &reach).await.unwrap()
    }

    /// Reads the log, and queues the messages of all rings.
    pub(crate) async fn queue(&self) {
        self.queue_at(SENT).await;
    }

    pub(crate) async fn queue_at(&self, now: OffsetDateTime) {
        while pushes::read_log(&self.storage, now).await.unwrap().has_more {}
    }

    /// The messages in the queue, with those of all rings of the log, and without muted ones.
    pub(crate) async fn queued(&self) -> Vec<String> {
        self.queue().await;
        let messages = "SELECT purpose || ' ' || device AS value FROM pushes WHERE due_at < expires_at";
        self.database.query(&format!("{messages} ORDER BY purpose, device"))
    }
}

pub(crate) fn devices_of(taken: &[LeasedMessage]) -> Vec<u128> {
    taken.iter().map(|taken| taken.device_id.as_u128()).collect()
}

pub(crate) fn purposes(taken: &[LeasedMessage]) -> Vec<Purpose> {
    taken.iter().map(|taken| taken.body.purpose()).collect()
}

/// When a ring is due to be sent if no page reports it.
pub(crate) const SENT: OffsetDateTime = time::macros::datetime!(2026-11-20 06:01:00.3 UTC);
