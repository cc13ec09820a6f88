//! A bus of three servers of which one, and then all, are killed, frozen or cut off amid a herd; and a bus that is slow for
//! one process.

mod scene;
mod slow;

use anyhow::Result;
use time::OffsetDateTime;
use tokio::time::sleep;

use super::tally::Tally;
use crate::ground::{nats_cluster::NatsCluster, network::Network, postgres::Postgres};
use scene::{CALM, HERD, LIMIT, SITES, Scene};
pub(super) use slow::drill as slow;

/// How much of the herd is heard before something fails.
const HEARD_BEFORE: usize = HERD / 10;

#[derive(Debug, Clone, Copy)]
enum Fault {
    None,
    OneKilled,
    OneFrozen,
    OneCut,
    AllCut,
    AllKilled,
    AllFrozen,
}

pub(super) async fn drill(postgres: &Postgres) -> Result<Vec<Tally>> {
    // Only there can one be cut off. Postgres is reached by a socket that is a file.
    let network = if Network::can_be_had() { Some(Network::enter()?) } else { None };
    let mut nats = match &network {
        Some(network) => NatsCluster::start_in(network).await?,
        None => NatsCluster::start().await?,
    };
    let urls = nats.urls();
    let scene = Scene::open(postgres, "bus", |_| urls.clone()).await?;
    let mut faults = vec![Fault::None, Fault::OneKilled, Fault::OneFrozen];
    if nats.has_cables() {
        faults.extend([Fault::OneCut, Fault::AllCut]);
    } else {
        println!("a server of the bus cut off: not tried, since only root can make a network, with the program ip");
    }
    faults.extend([Fault::AllFrozen, Fault::AllKilled]);
    let mut tallies = Vec::new();
    for fault in faults {
        tallies.push(herd(&scene, &mut nats, fault).await?.told());
    }
    scene.close().await?;
    Ok(tallies)
}

/// Rings a herd, with a fault in the midst of it, and mends that afterwards.
async fn herd(scene: &Scene, nats: &mut NatsCluster, fault: Fault) -> Result<Tally> {
    let herd = scene.herd().await?;
    herd.hear(HEARD_BEFORE).await;
    fault.befall(nats).await?;
    let (failed, heard_before) = (OffsetDateTime::now_utc(), herd.count());
    herd.hear(HERD).await;
    let read = herd.reads().await?;
    sleep(CALM).await;

    let name = format!("bus, {fault:?} with {heard_before} of {HERD} heard, the log read {read} times");
    let mut tally = Tally::new(name, LIMIT);
    tally.excuse(OffsetDateTime::UNIX_EPOCH, failed);
    tally.enter(&herd.expected, &herd.heard().concat())?;
    tally.enter_log(&scene.database, &herd.expected).await?;
    if matches!(fault, Fault::None) {
        tally.require(read <= SITES.into(), || "the log was read though the bus was well".to_owned());
    }
    fault.pass(nats).await?;
    Ok(tally)
}

impl Fault {
    async fn befall(self, nats: &mut NatsCluster) -> Result<()> {
        match self {
            Self::None => Ok(()),
            Self::OneKilled => nats.kill(0).await,
            Self::OneFrozen => nats.freeze(1),
            Self::OneCut => nats.cut(2),
            Self::AllCut => (0..nats.size()).try_for_each(|number| nats.cut(number)),
            Self::AllFrozen => (0..nats.size()).try_for_each(|number| nats.freeze(number)),
            Self::AllKilled => {
                for number in 0..nats.size() {
                    nats.kill(number).await?;
                }
                Ok(())
            }
        }
    }

    /// Nothing comes after all were killed.
    async fn pass(self, nats: &mut NatsCluster) -> Result<()> {
        match self {
            Self::None | Self::AllKilled => Ok(()),
            Self::OneKilled => nats.start_one(0).await,
            Self::OneFrozen => nats.thaw(1),
            Self::OneCut => nats.mend(2),
            Self::AllCut => (0..nats.size()).try_for_each(|number| nats.mend(number)),
            Self::AllFrozen => (0..nats.size()).try_for_each(|number| nats.thaw(number)),
        }
    }
}
