//! The drills that play faults: which processes there are, what fails, and how late a ring may be.

use std::path::Path;

use anyhow::{Result, ensure};
use fastrand::Rng;
use time::Duration;

use super::{
    fault::Fault,
    play::{Begins, Owed, Play, Visitors},
    scene::Scene,
};
use crate::{
    client::{connection::Connection, request},
    ground::{clock::Clock, disk::Disk, nats::Nats, network::Network, postgres::Postgres},
    history::History,
};

/// How many rings are due at one instant where there are very many, and how many are heard before something fails.
const HERD: usize = 10_000;
const HEARD_BEFORE: usize = HERD / 10;

/// At which processes a browser has a stream where three serve.
const SITES: u32 = 3;

/// How often the log is read for a herd if the bus is well.
const READS: u64 = 3;

/// Plays one after the other, and ends the scene.
pub(super) async fn played(mut scene: Scene<'_>, plays: &[Play], chance: &mut Rng) -> Result<Vec<History>> {
    let mut histories = Vec::new();
    for play in plays {
        histories.extend(scene.play(play, chance).await?.into_iter().map(History::told));
    }
    histories.push(scene.close().await?);
    Ok(histories)
}

/// Postgres crashes, and later is frozen, while rows fall due and visitors write.
pub(super) async fn database(postgres: &mut Postgres, away: u32, chance: &mut Rng) -> Result<Vec<History>> {
    let mut scene = Scene::new(postgres, "database").await?;
    scene.start("all", 1..=25).await?;
    let away = u64::from(away) * 1_000;
    let play = |name: &str, fault| Play {
        fault,
        begins: Begins::After(1_500..1_501),
        lasts: Some(away..away + 1),
        owed: Owed::Over,
        visitors: Visitors::Write,
        ..Play::of(format!("{name} for {away} ms"), 400, 1_000..away.cast_signed() + 3_000, Duration::seconds(2))
    };
    let plays = [play("stopped", Fault::DatabaseKilled), play("frozen", Fault::DatabaseFrozen)];
    played(scene, &plays, chance).await
}

/// Two servers, each with a stream of everybody: nothing fails; one is frozen; one is cut off from the database.
pub(super) async fn servers(postgres: &mut Postgres, chance: &mut Rng) -> Result<Vec<History>> {
    let mut scene = Scene::new(postgres, "servers").await?;
    scene.is_shared = true;
    let near = scene.settings.clone();
    let link = scene.postgres.link().await?;
    scene.settings = near.clone().with("DATABASE_URL", &link.url("servers"));
    scene.link = Some(link);
    scene.start("all", 1..=100).await?;
    scene.settings = near;
    scene.start("all", 1..=100).await?;
    // A claim may be inactive for a second, and a session whose answers are not acknowledged ends after three.
    let limit = Duration::seconds(5);
    let play = |name: &str, fault, rounds, lasts| Play {
        fault,
        rounds,
        begins: Begins::After(1_600..3_500),
        lasts: Some(lasts..lasts + 1),
        owed: Owed::Over,
        ..Play::of(name, 2_000, 1_500..4_000, limit)
    };
    let plays = [
        Play::of("10000 within a second", HERD, 3_000..4_000, Duration::seconds(2)),
        play("one frozen 3 times for 8 s", Fault::Frozen(0), 3, 8_000),
        play("one cut off for 10 s", Fault::NetworkCut, 1, 10_000),
    ];
    played(scene, &plays, chance).await
}

/// An older server and this one on one database: each lists what the other stored, and rings it.
pub(super) async fn versions(postgres: &mut Postgres, old: &Path, chance: &mut Rng) -> Result<Vec<History>> {
    let mut scene = Scene::new(postgres, "versions").await?;
    scene.is_shared = true;
    scene.start("all", 1..=50).await?;
    scene.start_binary(Some(old), "all", 1..=50).await?;
    for (writer, reader) in [(0, 1), (1, 0)] {
        for (path, body) in
            [("/api/alarms", r#"{"time":"07:30","repeat":"daily"}"#), ("/api/timers", r#"{"minutes":5,"enabled":1}"#)]
        {
            for (node, request, expected) in
                [(writer, request::write(path, 51, body), 201), (reader, request::read(path, 51), 200)]
            {
                let status = Connection::open(scene.nodes[node].address).await?.status(&request).await?;
                ensure!(status == expected, "{path} was answered with {status}");
            }
        }
    }
    played(scene, &[Play::of("two of them", 1_000, 2_000..3_000, Duration::seconds(2))], chance).await
}

/// One process serves and two ring; one of these is killed during a herd.
pub(super) async fn roles(postgres: &mut Postgres, chance: &mut Rng) -> Result<Vec<History>> {
    let mut scene = Scene::new(postgres, "roles").await?;
    scene.start("scheduler", []).await?;
    scene.start("scheduler", []).await?;
    scene.start("http", 1..=500).await?;
    let fresh =
        Play { visitors: Visitors::Start(50), ..Play::of("fresh timers", 0, 0..1, Duration::milliseconds(250)) };
    let herd = Play {
        fault: Fault::Killed(0),
        begins: Begins::Heard(HEARD_BEFORE),
        owed: Owed::Begun,
        ..Play::of("a scheduler killed", HERD, 3_000..3_001, Duration::seconds(3))
    };
    played(scene, &[fresh, herd], chance).await
}

/// Three processes that serve and two that ring, with a bus.
pub(super) async fn three_sites<'a>(
    postgres: &'a mut Postgres,
    name: &str,
    nats: Nats,
    url_of_first: &str,
) -> Result<Scene<'a>> {
    let mut scene = Scene::new(postgres, name).await?;
    let settings = scene.settings.clone();
    for number in 0..SITES {
        let urls = nats.urls();
        scene.settings = settings.clone().with("TOKIBAKO_BUS_URL", &if number == 0 { url_of_first } else { &urls });
        scene.start("http", (1..=1_000 * SITES).filter(|browser| browser % SITES == number)).await?;
    }
    for _ in 0..2 {
        scene.start("scheduler", []).await?;
    }
    scene.nats = Some(nats);
    Ok(scene)
}

/// A herd by the bus, after a tenth of which something happens to one or all of its servers.
pub(super) fn herd(name: &str, fault: Fault) -> Play {
    Play {
        fault,
        begins: Begins::Heard(HEARD_BEFORE),
        owed: Owed::Begun,
        ..Play::of(name, HERD, 3_000..3_001, Duration::seconds(3))
    }
}

/// Servers of the bus fail amid a herd.
pub(super) async fn bus(postgres: &mut Postgres, chance: &mut Rng) -> Result<Vec<History>> {
    // Only there can one be cut off. Postgres is reached by a socket that is a file.
    let network = if Network::can_be_had() { Some(Network::enter()?) } else { None };
    let nats = if network.is_some() { Nats::start_in_network().await? } else { Nats::start(3).await? };
    let (urls, all) = (nats.urls(), nats.size());
    let mut scene = three_sites(postgres, "bus", nats, &urls).await?;
    let mut histories = Vec::new();
    let before: u64 = scene.metrics("log_reads_total").await?.iter().sum();
    let mut well = scene.play(&herd("nothing fails", Fault::None), chance).await?;
    let reads = scene.metrics("log_reads_total").await?.iter().sum::<u64>() - before;
    well[0].require(reads <= READS, || format!("the log was read {reads} times though the bus was well"));
    histories.extend(well.into_iter().map(History::told));
    let mut plays = vec![herd("one killed", Fault::BusKilled(1)), herd("one frozen", Fault::BusFrozen(1))];
    if network.is_some() {
        plays.extend([herd("one cut off", Fault::BusCut(1)), herd("all cut off", Fault::BusCut(all))]);
    } else {
        println!("a server of the bus cut off: not tried, since only root can make a network, with the program ip");
    }
    plays.extend([herd("all frozen", Fault::BusFrozen(all)), herd("all killed", Fault::BusKilled(all))]);
    histories.extend(played(scene, &plays, chance).await?);
    Ok(histories)
}

/// The disk of the database is full for a while.
pub(super) async fn disk(postgres: &mut Postgres, chance: &mut Rng) -> Result<Vec<History>> {
    if !Disk::can_be_had() {
        println!("the disk full: not tried, since only root can mount a small one");
        return Ok(Vec::new());
    }
    let disk = Disk::mount()?;
    let database = postgres.create_in(&disk.database(), "small").await?;
    let mut scene = Scene::on(postgres, "disk", database);
    scene.disk = Some(disk);
    scene.start("all", 1..=50).await?;
    let full = Play {
        fault: Fault::DiskFull,
        begins: Begins::After(2_500..2_501),
        lasts: Some(6_000..6_001),
        owed: Owed::Over,
        visitors: Visitors::Write,
        ..Play::of("full for 6 s", 2_000, 2_000..8_000, Duration::seconds(3))
    };
    played(scene, &[full], chance).await
}

/// Each fault with exactly one ring due, and nothing else that would wake anybody: one process rings, one serves the only
/// stream.
pub(super) async fn quiet(postgres: &mut Postgres, chance: &mut Rng) -> Result<Vec<History>> {
    let mut scene = Scene::new(postgres, "quiet").await?;
    let (link, nats, clock) = (scene.postgres.link().await?, Nats::start(3).await?, Clock::off("+1h")?);
    let settings = scene.settings.with("DATABASE_URL", &link.url("quiet")).with("TOKIBAKO_BUS_URL", &nats.urls());
    let all = nats.size();
    scene.settings = clock.settings(settings.clone())?;
    (scene.link, scene.clock, scene.nats) = (Some(link), Some(clock), Some(nats));
    scene.start("scheduler", []).await?;
    scene.settings = settings;
    scene.start("http", [1]).await?;
    let play = |fault: Fault, lasts: bool| Play {
        fault,
        begins: Begins::After(2_000..2_001),
        lasts: lasts.then_some(3_500..3_501),
        owed: if lasts { Owed::Over } else { Owed::Due },
        ..Play::of(fault.to_string(), 1, 2_500..2_501, Duration::seconds(5))
    };
    let plays = [
        play(Fault::None, false),
        play(Fault::Killed(0), true),
        play(Fault::Frozen(0), true),
        play(Fault::ClockSet("-402d"), false),
        play(Fault::Killed(1), true),
        play(Fault::Frozen(1), true),
        play(Fault::DatabaseKilled, true),
        play(Fault::DatabaseFrozen, true),
        play(Fault::NetworkCut, true),
        play(Fault::SessionsEnded, false),
        // Just before the row is written, which is announced to nobody then.
        Play { begins: Begins::BeforeTheRows, ..play(Fault::ListenersEnded, false) },
        play(Fault::BusFrozen(all), false),
        play(Fault::BusKilled(all), false),
    ];
    played(scene, &plays, chance).await
}

/// The server is asked to stop with thousands of open streams.
pub(super) async fn stop(postgres: &mut Postgres) -> Result<Vec<History>> {
    let mut scene = Scene::new(postgres, "stop").await?;
    scene.start("all", 1..=3_333).await?;
    Ok(vec![scene.close().await?])
}
