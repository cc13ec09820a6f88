//! Rings are pushed by services that fail in every way, while the server is killed repeatedly.

mod away;
mod fate;
mod judge;
mod scene;
mod visitors;

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use anyhow::{Context as _, Result};
pub(super) use away::alone;
use fastrand::Rng;
use judge::Expected;
use scene::{Arrival, SERVICES, Scene, Service, USE};
use time::OffsetDateTime;
use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};

use crate::{
    client::push_service::PushService,
    ground::{
        database::Database,
        due,
        occurrence::Occurrence,
        postgres::Postgres,
        pushed,
        server::{Server, Settings, be_ready, free_address},
    },
    history::History,
};

/// So many that none has more than four rings: of more unsent ones a device is sent only the newest.
const BROWSERS: u32 = 300;

/// One browser of this many has a device whose subscription ends.
const ENDED: u32 = 10;

/// The number of rings, and the milliseconds over which they fall due.
const RINGS: usize = 900;
const WITHIN: i64 = 35_000;

/// The number of rings that are nearly ten minutes late, and how late they are in milliseconds.
const HASTY: usize = 100;
const HASTY_LEFT: std::ops::Range<i64> = 4_000..25_000;

/// The server is killed once in each of this many periods.
const KILLS: u32 = 5;
const STRETCH: u64 = 6_500;

/// How long the service that is down at first stays down.
const AWAY: time::Duration = time::Duration::seconds(20);

/// How many rings wait for a service that is away for longer.
const WAITING: u32 = 500;

/// How long it may take until the queue is empty.
const PATIENCE: Duration = Duration::from_mins(3);

/// How late a ring may be: the lease of a killed server ends after half a minute, and failed posts are retried with
/// growing pauses.
const LIMIT: time::Duration = time::Duration::seconds(150);

pub(super) async fn drill(postgres: &Postgres, chance: &mut Rng) -> Result<Vec<History>> {
    Ok(vec![kills(postgres, chance).await?, away::drill(postgres, WAITING, away::PROBED).await?])
}

/// The services fail in every way while the server is killed repeatedly.
async fn kills(postgres: &Postgres, chance: &mut Rng) -> Result<History> {
    let database = postgres.create("push").await?;
    let address = free_address()?;
    let (scene, to_do) = Scene::new(address, BROWSERS, ENDED, chance);
    let scene = Arc::new(scene);
    let mut services = Vec::new();
    for _ in SERVICES {
        let scene = Arc::clone(&scene);
        services.push(PushService::open(move |post| fate::receive(&scene, post)).await?);
    }
    let origins: Vec<_> = services.iter().map(PushService::origin).collect();
    let settings = pushed::by(Settings::on(&database.url).with("TOKIBAKO_LISTEN", &address), &origins.join(","));
    let mut server = Server::start(&settings).await?;
    let mut tasks = JoinSet::new();
    tasks.spawn(visitors::act(Arc::clone(&scene), to_do));
    visitors::subscribe(&scene, |device| origins[device % SERVICES.len()].clone()).await?;

    let begun = due::now();
    scene.state().away_until = Some(begun + AWAY);
    let expected = set_out(&database, begun, chance).await?;
    let mut stops = have_stopped(&scene, &expected, chance);
    let mut killed = Vec::new();
    for _ in 0..KILLS {
        let pause = chance.u64(STRETCH / 4..STRETCH);
        sleep(Duration::from_millis(pause)).await;
        killed.push(OffsetDateTime::now_utc());
        server.kill().await?;
        server = Server::start(&settings).await?;
        be_ready(address).await?;
        sleep(Duration::from_millis(STRETCH - pause)).await;
    }
    while let Some(stopped) = stops.join_next().await {
        stopped??;
    }
    let give_up = Instant::now() + PATIENCE;
    let last = begun + time::Duration::milliseconds(WITHIN);
    while Instant::now() < give_up && (OffsetDateTime::now_utc() < last || is_waiting(&database).await?) {
        sleep(Duration::from_millis(500)).await;
    }
    let expected = Expected { killed, ..expected };
    let history = judged(&scene, &database, &expected).await?;
    server.stop().await?;
    Ok(history.told())
}

/// Stores the rows that will ring.
async fn set_out(database: &Database, begun: OffsetDateTime, chance: &mut Rng) -> Result<Expected> {
    let after = |milliseconds| begun + time::Duration::milliseconds(milliseconds);
    let dues: Vec<_> = (0..RINGS).map(|_| after(chance.i64(1_000..WITHIN))).collect();
    let hasty: Vec<_> = (0..HASTY).map(|_| after(chance.i64(HASTY_LEFT)) - USE).collect();
    let mut rings = due::rows_at(database, BROWSERS, dues.into_iter()).await?;
    let hasty = due::rows_at(database, BROWSERS, hasty.into_iter()).await?;
    rings.extend(&hasty);
    let owners = due::owners(database).await?;
    let owner =
        |ring: &Occurrence| Ok::<_, anyhow::Error>((*ring, *owners.get(&(ring.kind, ring.row)).context("an owner")?));
    let rings: HashMap<_, _> = rings.iter().map(owner).collect::<Result<_>>()?;
    Ok(Expected { rings, hasty: hasty.into_iter().collect(), killed: Vec::new() })
}

/// Stops a third of the rings: on pages of devices with push, on other pages, and in notifications.
fn have_stopped(scene: &Arc<Scene>, expected: &Expected, chance: &mut Rng) -> JoinSet<Result<()>> {
    let hasty: HashSet<_> = expected.hasty.iter().copied().collect();
    // Sorted, so that the same seed makes the same choices.
    let mut rings: Vec<_> = expected.rings.iter().filter(|(ring, _)| !hasty.contains(ring)).collect();
    rings.sort_unstable();
    let mut stops = JoinSet::new();
    for (ring, browser) in rings {
        let devices: Vec<_> = scene.of_browser(*browser).collect();
        let pause = Duration::from_millis(chance.u64(0..8_000));
        match chance.u32(0..9) {
            0 => drop(stops.spawn(visitors::stop_on_page(Arc::clone(scene), *browser, *ring, None, pause))),
            1 => {
                let on = chance.choice(&devices).copied();
                stops.spawn(visitors::stop_on_page(Arc::clone(scene), *browser, *ring, on, pause));
            }
            2 => {
                if let Some(device) = chance.choice(&devices) {
                    scene.state().stops.insert(*ring, *device);
                }
            }
            _ => {}
        }
    }
    stops
}

/// Whether a message waits to be sent.
async fn is_waiting(database: &Database) -> Result<bool> {
    Ok(database.number::<usize>("SELECT count(*) FROM pushes WHERE accepted_at IS NULL").await? > 0)
}

async fn judged(scene: &Scene, database: &Database, expected: &Expected) -> Result<History> {
    let mut history = {
        let state = scene.state();
        let (devices, posts, given) = (scene.devices.len(), state.arrivals.len(), state.given.len());
        let refused = state.arrivals.iter().filter(|arrival| !arrival.is_taken).count();
        let name = format!(
            "push to {devices} devices, killed {KILLS} times: {posts} posts, {refused} of them not taken; {given} rings stopped"
        );
        let mut history = History::new(name, LIMIT);
        judge::judge(scene, &state, expected, &mut history);
        let is_moody = |it: &Arrival| scene.devices[it.device].service == Service::Moody && !it.is_taken;
        history.require(state.arrivals.iter().any(is_moody), || "no service refused anything".to_owned());
        history
    };
    let rows = expected.rings.len();
    let logged: usize = database.number("SELECT count(*) FROM firings").await?;
    history.require(logged == rows, || format!("{logged} firings of {rows} rings"));
    history.require(!is_waiting(database).await?, || "messages still wait to be sent".to_owned());
    for browser in 1..=BROWSERS {
        let devices = scene.of_browser(browser).map(|number| &scene.devices[number]);
        let living: Vec<_> = devices.filter(|device| device.ended.is_none()).map(|device| device.id.clone()).collect();
        let active = visitors::active(scene, browser).await?;
        history.require(active == living, || format!("browser {browser} has devices {active:?}, not {living:?}"));
    }
    Ok(history)
}
