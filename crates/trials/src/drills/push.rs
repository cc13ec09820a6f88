//! The drills that play faults of pushes: every browser has a stream, and devices on push services.

use anyhow::Result;
use fastrand::Rng;
use time::{Duration, OffsetDateTime};

use super::{
    devices::{Devices, Service},
    fault::Fault,
    faults::played,
    play::{Begins, Owed, Play, Visitors},
    scene::Scene,
};
use crate::{
    ground::{postgres::Postgres, pushed},
    history::History,
};

/// One browser of so many has a device whose subscription has ended.
const ENDED: u32 = 10;

/// Rings are pushed by services that fail in every way, while the server is killed repeatedly.
pub(super) async fn drill(postgres: &mut Postgres, chance: &mut Rng) -> Result<Vec<History>> {
    let services = [Service::Healthy, Service::Moody, Service::Away];
    // So many that none has more than four rings: of more unsent ones a device is sent only the newest. The lease of a killed
    // server ends after half a minute, and failed posts are tried again with growing pauses.
    let scene = pushed_to(postgres, "push", 300, &services, Duration::seconds(150), chance).await?;
    scene.devices()?.stay_away(OffsetDateTime::now_utc() + Duration::seconds(20));
    let kills = Play {
        fault: Fault::Killed(0),
        times: 5,
        begins: Begins::After(3_000..6_500),
        lasts: Some(0..1),
        visitors: Visitors::Stop(100),
        ..Play::of("to 900 devices, killed 5 times", 900, 1_000..35_000, Duration::seconds(5))
    };
    let mut histories = played(scene, &[kills], chance).await?;
    // A service that fails for many messages is probed every two seconds.
    histories.extend(away(postgres, 500, Duration::milliseconds(2_500), chance).await?);
    Ok(histories)
}

/// One ring waits for a service that is away, and nothing else happens. A message that waits alone is tried again after a
/// minute at most, give or take a fifth.
pub(super) async fn alone(postgres: &mut Postgres, chance: &mut Rng) -> Result<Vec<History>> {
    away(postgres, 1, Duration::seconds(73), chance).await
}

/// A push service is away for a minute, while a ring of each browser waits for it; so soon after that it has them all.
async fn away(postgres: &mut Postgres, count: u32, within: Duration, chance: &mut Rng) -> Result<Vec<History>> {
    let scene = pushed_to(postgres, &format!("push-away-{count}"), count, &[Service::Away], within, chance).await?;
    let away = Play {
        fault: Fault::PushAway,
        begins: Begins::BeforeTheRows,
        lasts: Some(64_000..64_001),
        owed: Owed::Over,
        ..Play::of("a push service away for a minute", usize::try_from(count)?, 3_000..3_001, Duration::seconds(2))
    };
    played(scene, &[away], chance).await
}

/// A process, and browsers with a stream on one device and with devices that are pushed to.
async fn pushed_to<'a>(
    postgres: &'a mut Postgres,
    name: &str,
    browsers: u32,
    services: &[Service],
    within: Duration,
    chance: &mut Rng,
) -> Result<Scene<'a>> {
    let mut scene = Scene::new(postgres, name).await?;
    let devices = Devices::of(browsers, services, ENDED, within, chance).await?;
    scene.settings = pushed::by(scene.settings, &devices.origins().join(","));
    scene.start("all", 1..=browsers).await?;
    devices.subscribe(scene.nodes[0].address).await?;
    scene.devices = Some(devices);
    Ok(scene)
}
