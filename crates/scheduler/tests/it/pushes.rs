//! The dispatcher on a real database, with stand-ins for push services.

use std::{
    collections::VecDeque,
    ops::RangeInclusive,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicI64, Ordering},
    },
};

use time::{Duration, OffsetDateTime};
use tokibako_domain::{
    channel::RingFilter,
    push::{DeviceState, Purpose, Reply},
    timer::Timer,
};
use tokibako_scheduler::pushes::{Dispatcher, MessageSender, PushMetrics};
use tokibako_storage::{
    Storage, accounts, channels,
    clock::Clock,
    devices,
    due::{self, Batch, Decision},
    pushes::{self, ExpiryReport, LeasedMessage, Reach, Room},
    testing::{
        TestDatabase,
        sample::{NOW, account_of, browser, channel_of, device_of, session, timer_of},
    },
    timers,
};
use tokio::sync::Semaphore;
use uuid::Uuid;

/// When the messages of these tests are due.
fn sent() -> OffsetDateTime {
    NOW + Duration::seconds(61)
}

/// A stand-in that returns the given answers in order, and then 201.
#[derive(Clone, Default)]
struct Services {
    answers: Arc<Mutex<VecDeque<Reply>>>,
    seen: Arc<Mutex<Vec<(Purpose, u128)>>>,
}

impl Services {
    fn answering(codes: &[u16]) -> Self {
        let services = Self::default();
        services.answers.lock().unwrap().extend(codes.iter().map(|code| status(*code)));
        services
    }

    fn seen(&self) -> Vec<(Purpose, u128)> {
        std::mem::take(&mut *self.seen.lock().unwrap())
    }
}

fn status(code: u16) -> Reply {
    Reply::Status { code, retry_after: None, is_other_key: false }
}

impl MessageSender for Services {
    async fn post(&self, message: &LeasedMessage, _: OffsetDateTime) -> Reply {
        self.seen.lock().unwrap().push((message.body.purpose(), message.device_id.as_u128()));
        self.answers.lock().unwrap().pop_front().unwrap_or(status(201))
    }
}

struct World {
    database: TestDatabase,
    storage: Storage,
}

impl World {
    /// Creates this many active devices of the first browser.
    async fn with_devices(count: u8) -> Self {
        let database = TestDatabase::create();
        let storage = database.storage();
        let world = Self { database, storage };
        world.add_devices(1, 1..=count).await;
        world
    }

    /// Creates active devices of a browser. Their services are three in turn.
    async fn add_devices(&self, owner: u128, numbers: RangeInclusive<u8>) {
        for number in numbers {
            let mut new = device_of(browser(owner), number);
            new.address.endpoint = format!("https://push.example/{owner}/{number}");
            new.address.origin = format!("https://{}.example", number % 3);
            devices::put(&self.storage, new, "code".to_owned(), NOW).await.unwrap();
            let id = Uuid::from_u128(number.into());
            devices::confirm(&self.storage, browser(owner), id, "code".to_owned()).await.unwrap();
        }
        self.database.execute("DELETE FROM pushes");
    }

    /// Lets this many timers of the first browser ring.
    async fn ring(&self, count: usize) {
        self.ring_all(&vec![1; count]).await;
    }

    /// Lets a timer of each of these browsers ring.
    async fn ring_all(&self, owners: &[u128]) {
        for owner in owners {
            timers::insert(&self.storage, timer_of(browser(*owner), 60, NOW)).await.unwrap();
        }
        let decide = |timer: Timer| Decision { after: timer.completed(), rings: true };
        due::claim(&self.storage, NOW + Duration::MINUTE, Batch::oldest(1_000), decide).await.unwrap();
    }

    /// The pause that a dispatcher makes after its first post, with nothing else in the queue.
    async fn pause_after(&self, posted: Reply) -> std::time::Duration {
        let services = Services::default();
        services.answers.lock().unwrap().push_back(posted);
        let mut dispatcher = self.dispatcher(&services);
        while services.seen.lock().unwrap().is_empty() {
            let pause = dispatcher.round().await;
            dispatcher.wait(pause).await;
        }
        dispatcher.round().await
    }

    fn dispatcher(&self, services: &Services) -> Dispatcher<Services> {
        Dispatcher::new(self.database.storage(), Clock::simulated(sent), services.clone(), PushMetrics::default())
    }

    fn left(&self) -> Vec<String> {
        self.database.query("SELECT purpose AS value FROM pushes WHERE accepted_at IS NULL AND NOT is_repeat")
    }

    async fn states(&self) -> Vec<DeviceState> {
        devices::list(&self.storage, browser(1)).await.unwrap().iter().map(|device| device.state).collect()
    }
}

#[tokio::test]
async fn each_ring_is_posted_once_to_each_device() {
    let world = World::with_devices(5).await;
    for owner in 2..=30 {
        world.add_devices(owner, 1..=5).await;
    }
    world.ring_all(&(1..=30).flat_map(|owner| [owner; 4]).collect::<Vec<_>>()).await;
    let services = Services::default();
    let (mut one, mut two) = (world.dispatcher(&services), world.dispatcher(&services));
    let (first, second) = tokio::join!(one.drain(), two.drain());
    first.unwrap();
    second.unwrap();
    let seen = services.seen();
    assert_eq!((seen.len(), world.left()), (600, vec![]));
    for device in 1..=5 {
        assert_eq!(seen.iter().filter(|(_, seen)| *seen == device).count(), 120);
    }
}

#[tokio::test]
async fn the_status_of_a_post_decides_what_happens_to_message_and_device() {
    for (code, left, states) in [
        (200, 0, vec![DeviceState::Active]),
        (201, 0, vec![DeviceState::Active]),
        (202, 0, vec![DeviceState::Active]),
        (301, 0, vec![DeviceState::Active]),
        (307, 0, vec![DeviceState::Active]),
        (400, 0, vec![DeviceState::Active]),
        (401, 1, vec![DeviceState::Active]),
        (403, 1, vec![DeviceState::Active]),
        (404, 0, vec![]),
        (406, 1, vec![DeviceState::Active]),
        (408, 1, vec![DeviceState::Active]),
        (410, 0, vec![]),
        (413, 0, vec![DeviceState::Active]),
        (429, 1, vec![DeviceState::Active]),
        (500, 1, vec![DeviceState::Active]),
        (503, 1, vec![DeviceState::Active]),
    ] {
        let world = World::with_devices(1).await;
        world.ring(1).await;
        let services = Services::answering(&[code]);
        world.dispatcher(&services).drain().await.unwrap();
        assert_eq!((world.left().len(), world.states().await), (left, states), "{code}");
        assert_eq!(services.seen().len(), 1, "{code}");
    }
}

#[tokio::test]
async fn a_lost_key_renews_the_subscription_and_a_timeout_is_retried() {
    for (posted, left, state) in [(Reply::Unsendable, 0, DeviceState::Failing), (Reply::None, 1, DeviceState::Active)] {
        let world = World::with_devices(1).await;
        world.ring(1).await;
        let services = Services::default();
        services.answers.lock().unwrap().push_back(posted);
        world.dispatcher(&services).drain().await.unwrap();
        assert_eq!((world.left().len(), world.states().await), (left, vec![state]), "{posted:?}");
    }
}

#[tokio::test]
async fn with_an_idle_queue_the_next_attempt_is_as_soon_as_the_answer_asks_for() {
    let throttled = Reply::Status { code: 429, retry_after: Some(Duration::seconds(3)), is_other_key: false };
    for (posted, least, most) in
        [(status(500), 0.7, 1.3), (status(503), 0.7, 1.3), (throttled, 2.5, 3.1), (Reply::None, 0.7, 1.3)]
    {
        let world = World::with_devices(1).await;
        world.ring(1).await;
        let pause = world.pause_after(posted).await.as_secs_f64();
        assert!((least..most).contains(&pause), "{posted:?}: {pause}");
    }
}

#[tokio::test]
async fn a_post_that_panics_takes_no_slot_from_the_others() {
    struct Panics(Services);
    impl MessageSender for Panics {
        async fn post(&self, message: &LeasedMessage, now: OffsetDateTime) -> Reply {
            let posted = self.0.post(message, now).await;
            assert_ne!(posted, status(599), "as asked");
            posted
        }
    }
    let world = World::with_devices(1).await;
    world.ring(3).await;
    let services = Services::answering(&[599, 599]);
    let mut dispatcher = Dispatcher::new(
        world.database.storage(),
        Clock::simulated(sent),
        Panics(services.clone()),
        PushMetrics::default(),
    );
    dispatcher.drain().await.unwrap();
    // `drain` returns only once no message is in progress.
    assert_eq!((services.seen().len(), world.left().len()), (3, 2));
}

#[tokio::test]
async fn a_process_that_was_frozen_leaves_what_it_had_taken_to_others() {
    let world = World::with_devices(1).await;
    world.ring(1).await;
    let services = Services::default();
    // Each time that the clock is read, most of a lease has passed.
    let read = AtomicI64::new(0);
    let clock = Clock::simulated(move || sent() + Duration::seconds(25 * read.fetch_add(1, Ordering::Relaxed)));
    let mut dispatcher = Dispatcher::new(world.database.storage(), clock, services.clone(), PushMetrics::default());
    dispatcher.round().await;
    dispatcher.finish().await;
    assert_eq!((services.seen().len(), world.left()), (0, vec!["ring".to_owned()]));
    world.dispatcher(&services).drain().await.unwrap();
    assert_eq!((services.seen().len(), world.left().len()), (1, 0));
}

#[tokio::test]
async fn a_failing_service_does_not_delay_others_and_gets_its_messages_later() {
    struct OneFails(Services);
    impl MessageSender for OneFails {
        async fn post(&self, message: &LeasedMessage, now: OffsetDateTime) -> Reply {
            let posted = self.0.post(message, now).await;
            if message.origin == "https://1.example" { status(503) } else { posted }
        }
    }
    let world = World::with_devices(3).await;
    for owner in 2..=200 {
        world.add_devices(owner, 1..=3).await;
    }
    world.ring_all(&(1..=200).collect::<Vec<_>>()).await;
    let services = Services::default();
    let failing = OneFails(services.clone());
    let mut dispatcher =
        Dispatcher::new(world.database.storage(), Clock::simulated(sent), failing, PushMetrics::default());
    dispatcher.drain().await.unwrap();
    let seen = services.seen();
    for healthy in [2, 3] {
        assert_eq!(seen.iter().filter(|(_, device)| *device == healthy).count(), 200);
    }
    let failed = seen.iter().filter(|(_, device)| *device == 1).count();
    assert!((10..200).contains(&failed), "{failed}");
    assert_eq!(world.left().len(), 200);
    // Another process, which has seen no failures, sends what is due.
    world.database.execute("DELETE FROM pushes WHERE is_repeat");
    world.database.execute("UPDATE pushes SET due_at = '2026-11-20 06:01Z' WHERE accepted_at IS NULL");
    world.dispatcher(&services).drain().await.unwrap();
    assert_eq!((services.seen().len(), world.left()), (200, vec![]));
}

#[tokio::test]
async fn a_failing_webhook_of_one_account_does_not_delay_another_accounts_at_the_same_host() {
    struct OnesFail(Services);
    impl MessageSender for OnesFail {
        async fn post(&self, message: &LeasedMessage, now: OffsetDateTime) -> Reply {
            let posted = self.0.post(message, now).await;
            if message.browser == browser(1) { status(503) } else { posted }
        }
    }
    let world = World::with_devices(0).await;
    for (number, hooks) in [(1, 1..=4), (2, 5..=5)] {
        let owner = browser(number.into());
        let account = account_of(owner, &format!("Ann {number}"));
        accounts::register(&world.storage, account, session(number), NOW).await.unwrap();
        for hook in hooks {
            let mut hook = channel_of(owner, hook, RingFilter::Always);
            hook.target.kind = "webhook".to_owned();
            channels::create(&world.storage, hook, NOW).await.unwrap();
        }
    }
    world.ring(20).await;
    let services = Services::default();
    let failing = OnesFail(services.clone());
    let mut dispatcher =
        Dispatcher::new(world.database.storage(), Clock::simulated(sent), failing, PushMetrics::default());
    dispatcher.drain().await.unwrap();
    assert!(services.seen().len() >= 10);
    world.ring_all(&[2]).await;
    dispatcher.drain().await.unwrap();
    let seen = services.seen();
    let of_the_other = channel_of(browser(2), 5, RingFilter::Always).id.as_u128();
    assert!(seen.contains(&(Purpose::Ring, of_the_other)), "{seen:?}");
}

#[tokio::test]
async fn a_message_that_one_process_took_but_never_posted_is_sent_by_another() {
    struct Never;
    impl MessageSender for Never {
        async fn post(&self, _: &LeasedMessage, _: OffsetDateTime) -> Reply {
            std::future::pending().await
        }
    }
    let world = World::with_devices(1).await;
    world.ring(1).await;
    let mut killed = Dispatcher::new(world.database.storage(), Clock::simulated(sent), Never, PushMetrics::default());
    killed.round().await;
    drop(killed);
    let services = Services::default();
    world.dispatcher(&services).drain().await.unwrap();
    assert_eq!(services.seen(), []);
    let later = Clock::simulated(|| sent() + Duration::seconds(30));
    let mut other = Dispatcher::new(world.database.storage(), later, services.clone(), PushMetrics::default());
    other.drain().await.unwrap();
    assert_eq!(services.seen(), [(Purpose::Ring, 1)]);
}

#[tokio::test]
async fn a_message_that_expired_while_it_waited_is_not_posted() {
    static IS_LATER: AtomicBool = AtomicBool::new(false);
    /// The clock passes the expiry of the waiting messages during the first posts.
    struct Slow(Services);
    impl MessageSender for Slow {
        async fn post(&self, message: &LeasedMessage, now: OffsetDateTime) -> Reply {
            IS_LATER.store(true, Ordering::SeqCst);
            self.0.post(message, now).await
        }
    }
    let clock =
        Clock::simulated(|| if IS_LATER.load(Ordering::SeqCst) { sent() + Duration::minutes(10) } else { sent() });
    let world = World::with_devices(1).await;
    world.ring(3).await;
    let services = Services::default();
    let mut dispatcher =
        Dispatcher::new(world.database.storage(), clock, Slow(services.clone()), PushMetrics::default());
    dispatcher.drain().await.unwrap();
    assert_eq!((services.seen().len(), world.left()), (1, vec![]));
}

#[tokio::test]
async fn a_breaker_ends_with_the_last_message_for_its_service() {
    let world = World::with_devices(1).await;
    for owner in 2..=12 {
        world.add_devices(owner, 1..=1).await;
    }
    world.ring_all(&(1..=12).collect::<Vec<_>>()).await;
    let services = Services::answering(&[500; 20]);
    let mut dispatcher = world.dispatcher(&services);
    dispatcher.drain().await.unwrap();
    assert!(services.seen().len() >= 10);
    let probed_after = dispatcher.round().await;
    assert!(probed_after <= std::time::Duration::from_secs(2), "{probed_after:?}");
    world.database.execute("DELETE FROM pushes");
    dispatcher.wait(probed_after).await;
    dispatcher.round().await;
    assert!(dispatcher.round().await > std::time::Duration::from_secs(5), "nothing is probed any more");
}

#[tokio::test]
async fn a_visitor_with_many_rings_does_not_hold_up_another_ones() {
    let world = World::with_devices(10).await;
    world.add_devices(2, 3..=3).await;
    let services = Services::default();
    let mut dispatcher = world.dispatcher(&services);
    for _ in 0..3 {
        world.ring(40).await;
        dispatcher.drain().await.unwrap();
    }
    // Ten devices with four rings each, then what is left of the allowance.
    assert_eq!(services.seen().len(), 80);
    world.ring_all(&[2]).await;
    dispatcher.drain().await.unwrap();
    assert_eq!(services.seen(), [(Purpose::Ring, 3)]);
    // The other process knows nothing of the allowance.
    assert_eq!(world.left().len(), 40);
}

#[tokio::test]
async fn messages_that_were_not_posted_return_to_the_queue_when_the_process_stops() {
    static BEGUN: AtomicI64 = AtomicI64::new(0);
    struct Never;
    impl MessageSender for Never {
        async fn post(&self, _: &LeasedMessage, _: OffsetDateTime) -> Reply {
            BEGUN.fetch_add(1, Ordering::SeqCst);
            std::future::pending().await
        }
    }
    let world = World::with_devices(0).await;
    for owner in 1..=70 {
        world.add_devices(owner, 1..=1).await;
    }
    world.ring_all(&(1..=70).collect::<Vec<_>>()).await;
    let mut stopped = Dispatcher::new(world.database.storage(), Clock::simulated(sent), Never, PushMetrics::default());
    stopped.round().await;
    while BEGUN.load(Ordering::SeqCst) < 64 {
        tokio::task::yield_now().await;
    }
    stopped.finish().await;
    let services = Services::default();
    world.dispatcher(&services).drain().await.unwrap();
    // The others may have been posted.
    assert_eq!(services.seen().len(), 6);
}

#[tokio::test]
async fn an_unanswered_ring_is_posted_again_every_half_minute_until_its_time_is_over() {
    static PASSED: AtomicI64 = AtomicI64::new(0);
    let world = World::with_devices(2).await;
    world.ring(1).await;
    let services = Services::default();
    let clock = Clock::simulated(|| sent() + Duration::seconds(PASSED.load(Ordering::SeqCst)));
    let mut dispatcher = Dispatcher::new(world.database.storage(), clock, services.clone(), PushMetrics::default());
    for passed in 0..=330 {
        PASSED.store(passed, Ordering::SeqCst);
        dispatcher.drain().await.unwrap();
        let mut seen = services.seen();
        seen.sort_by_key(|(_, device)| *device);
        let expected = match passed {
            0 => vec![(Purpose::Ring, 1), (Purpose::Ring, 2)],
            1..300 if passed % 30 == 0 => vec![(Purpose::Repeat, 1), (Purpose::Repeat, 2)],
            _ => vec![],
        };
        assert_eq!(seen, expected, "{passed}");
    }
}

#[tokio::test]
async fn a_service_that_wants_fewer_messages_gets_first_ones_but_no_repeats() {
    static PASSED: AtomicI64 = AtomicI64::new(0);
    let world = World::with_devices(0).await;
    world.add_devices(1, 1..=1).await;
    world.add_devices(2, 4..=4).await;
    let services = Services::default();
    let clock = Clock::simulated(|| sent() + Duration::seconds(PASSED.load(Ordering::SeqCst)));
    let mut dispatcher = Dispatcher::new(world.database.storage(), clock, services.clone(), PushMetrics::default());
    world.ring_all(&[1]).await;
    dispatcher.drain().await.unwrap();
    PASSED.store(1, Ordering::SeqCst);
    world.ring_all(&[2]).await;
    dispatcher.drain().await.unwrap();
    assert_eq!(services.seen(), [(Purpose::Ring, 1), (Purpose::Ring, 4)]);

    let throttled = Reply::Status { code: 429, retry_after: Some(Duration::MINUTE), is_other_key: false };
    services.answers.lock().unwrap().push_back(throttled);
    PASSED.store(30, Ordering::SeqCst);
    dispatcher.drain().await.unwrap();
    assert_eq!(services.seen(), [(Purpose::Repeat, 1)]);
    // The repeat to the other device of this service is due, too.
    PASSED.store(32, Ordering::SeqCst);
    world.ring_all(&[2]).await;
    dispatcher.drain().await.unwrap();
    assert_eq!(services.seen(), [(Purpose::Ring, 4)]);
}

/// A sender that can post some messages only.
struct Selective {
    services: Services,
    reach: Reach,
}

impl MessageSender for Selective {
    fn reach(&self) -> Reach {
        self.reach.clone()
    }

    async fn post(&self, message: &LeasedMessage, now: OffsetDateTime) -> Reply {
        self.services.post(message, now).await
    }
}

impl World {
    /// Lets a dispatcher send what it can reach; returns how many messages it has posted.
    async fn sent_by(&self, reach: Reach) -> usize {
        let services = Services::default();
        let sender = Selective { services: services.clone(), reach };
        let storage = self.database.storage();
        let mut dispatcher = Dispatcher::new(storage, Clock::simulated(sent), sender, PushMetrics::default());
        dispatcher.drain().await.unwrap();
        services.seen().len()
    }
}

/// A reach with these keys.
fn with_keys(keys: &[u8]) -> Reach {
    Reach { keys: keys.iter().map(|key| vec![*key; 65]).collect::<Vec<_>>().into(), ..Reach::everything() }
}

#[tokio::test]
async fn during_a_change_of_the_key_each_process_sends_to_the_devices_of_its_keys() {
    let world = World::with_devices(2).await;
    world.database.execute("UPDATE devices SET vapid_key = decode(repeat('09', 65), 'hex') WHERE number = 2");
    world.ring(3).await;
    // The process of before knows one key, that of now both.
    assert_eq!(world.sent_by(with_keys(&[4])).await, 3);
    assert_eq!((world.left().len(), world.states().await), (3, vec![DeviceState::Active; 2]));
    assert_eq!(world.sent_by(with_keys(&[4])).await, 0);
    assert_eq!(world.sent_by(with_keys(&[9, 4])).await, 3);
    assert_eq!((world.left().len(), world.states().await), (0, vec![DeviceState::Active; 2]));
}

#[tokio::test]
async fn a_process_without_push_language_or_host_leaves_messages_to_another_one() {
    let nothing = Reach::everything;
    for (less, lacks) in [
        (Reach { keys: Some(vec![]), ..nothing() }, "push"),
        (Reach { languages: Some(vec!["tlh".to_owned()]), ..nothing() }, "language"),
        (Reach { calls: Arc::new(|origin| (origin != "https://1.example", true)), ..nothing() }, "host"),
    ] {
        let world = World::with_devices(1).await;
        world.ring(2).await;
        let room = Room { in_all: 1, each: 1, ..Room::default() };
        let next = pushes::next(&world.storage, Vec::new(), room.clone(), &less).await.unwrap();
        assert_eq!(next, Some(NOW + Duration::milliseconds(60_300)), "{lacks}: batches are queued by anybody");
        assert_eq!(world.sent_by(less.clone()).await, 0, "{lacks}");
        let waiting = vec!["https://1.example".to_owned()];
        assert_eq!(pushes::next(&world.storage, waiting, room, &less).await.unwrap(), None, "{lacks}");
        assert_eq!((world.left().len(), world.states().await), (2, vec![DeviceState::Active]), "{lacks}");
        assert_eq!(world.sent_by(nothing()).await, 2, "{lacks}");
    }
}

#[tokio::test]
async fn what_nobody_can_send_ends_after_its_time_and_no_device_is_to_blame() {
    let world = World::with_devices(2).await;
    world.ring(1).await;
    let half = Reach { calls: Arc::new(|origin| (origin == "https://2.example", false)), ..Reach::everything() };
    assert_eq!(world.sent_by(half).await, 1);
    let report = pushes::expire(&world.storage, sent() + Duration::minutes(10)).await.unwrap();
    assert_eq!(report, ExpiryReport { unsent: 1, untried: 1 });
    assert_eq!((world.left().len(), world.states().await), (0, vec![DeviceState::Active; 2]));
}

#[tokio::test]
async fn of_eight_busy_services_none_waits_for_the_messages_of_another() {
    #[derive(Clone, Default)]
    struct Order(Arc<Mutex<Vec<String>>>);
    impl MessageSender for Order {
        async fn post(&self, message: &LeasedMessage, _: OffsetDateTime) -> Reply {
            self.0.lock().unwrap().push(message.origin.clone());
            status(201)
        }
    }
    let world = World::with_devices(1).await;
    world.database.execute(&format!(
        "INSERT INTO devices (browser_id, id, endpoint, origin, endpoint_digest, p256dh, auth, vapid_key, language, \
             hides_labels, ring_for, state, code_digest, put_at, created_at) \
         SELECT gen_random_uuid(), gen_random_uuid(), endpoint || service || n, 'https://' || service || '.example', \
             sha256((service || n)::bytea), p256dh, auth, vapid_key, language, hides_labels, ring_for, state, \
             code_digest, put_at, created_at \
         FROM devices, regexp_split_to_table('abcdefgz', '') AS service, generate_series(1, 200) AS n; \
         INSERT INTO pushes (device, origin, purpose, due_at, expires_at) SELECT number, origin, 'test', '{0}', \
             '{0}'::timestamptz + interval '5 minutes' FROM devices WHERE number > 1",
        sent()
    ));
    let order = Order::default();
    let storage = world.database.storage();
    Dispatcher::new(storage, Clock::simulated(sent), order.clone(), PushMetrics::default()).drain().await.unwrap();
    let order = order.0.lock().unwrap();
    assert_eq!(order.len(), 1_600);
    for service in "abcdefgz".chars() {
        let first = order.iter().position(|origin| *origin == format!("https://{service}.example")).unwrap();
        // As many as may be in progress.
        assert!(first < 512, "the first message to {service} is number {first}");
    }
}

/// A herd of messages is posted in many rounds, which find nothing new in the log.
#[tokio::test]
async fn room_for_more_messages_is_no_reason_to_read_the_log() {
    #[derive(Clone)]
    struct Gate(Arc<Semaphore>);
    impl MessageSender for Gate {
        async fn post(&self, _: &LeasedMessage, _: OffsetDateTime) -> Reply {
            self.0.acquire().await.unwrap().forget();
            status(201)
        }
    }
    let world = World::with_devices(1).await;
    // More than one service may have in progress.
    world.database.execute(&format!(
        "INSERT INTO devices (browser_id, id, endpoint, origin, endpoint_digest, p256dh, auth, vapid_key, language, \
             hides_labels, ring_for, state, code_digest, put_at, created_at) \
         SELECT gen_random_uuid(), gen_random_uuid(), endpoint || n, 'https://busy.example', sha256(n::text::bytea), p256dh, \
             auth, vapid_key, language, hides_labels, ring_for, state, code_digest, put_at, created_at \
         FROM devices, generate_series(1, 200) AS n; \
         INSERT INTO pushes (device, origin, purpose, due_at, expires_at) SELECT number, origin, 'test', '{0}', \
             '{0}'::timestamptz + interval '5 minutes' FROM devices WHERE number > 1",
        sent()
    ));
    let waiting = || world.database.query("SELECT id::text AS value FROM pushes WHERE claimed_until IS NULL").len();
    let rings = || world.database.query("SELECT id::text AS value FROM pushes WHERE purpose = 'ring'").len();
    let gate = Gate(Arc::new(Semaphore::new(0)));
    let mut dispatcher =
        Dispatcher::new(world.database.storage(), Clock::simulated(sent), gate.clone(), PushMetrics::default());
    let pause = dispatcher.round().await;
    assert_eq!(waiting(), 72);
    // Nobody tells the dispatcher of this one.
    world.ring(1).await;
    gate.0.add_permits(Semaphore::MAX_PERMITS);
    while waiting() == 72 {
        dispatcher.wait(pause).await;
        dispatcher.round().await;
    }
    assert_eq!(rings(), 0);
    dispatcher.drain().await.unwrap();
    assert_eq!(rings(), 1);
}
