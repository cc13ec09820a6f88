//! The faults that a scene can have: how each begins, and how it is over.

use anyhow::{Context as _, Result};

use super::scene::Scene;
use crate::ground::network::Network;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    None,
    /// A process, by its number in the scene.
    Killed(usize),
    Frozen(usize),
    /// The clock of a machine is set, and stays so.
    ClockSet(&'static str),
    DatabaseKilled,
    DatabaseFrozen,
    /// No packet passes between the first process and the database, and no connection ends.
    NetworkCut,
    /// All sessions of the database are ended, or those that listen.
    SessionsEnded,
    ListenersEnded,
    DiskFull,
    /// Servers of the bus: the first so many.
    BusKilled(usize),
    BusFrozen(usize),
    BusCut(usize),
}

impl Fault {
    /// The process that it is a fault of, if of one.
    pub(super) fn of_node(self) -> Option<usize> {
        match self {
            Self::Killed(node) | Self::Frozen(node) => Some(node),
            Self::NetworkCut => Some(0),
            _ => None,
        }
    }

    pub(super) async fn begin(self, scene: &mut Scene<'_>) -> Result<()> {
        let nats = scene.nats.as_mut().context("there is a bus");
        match self {
            Self::None => {}
            Self::Killed(node) => scene.nodes[node].kill().await?,
            Self::Frozen(node) => scene.nodes[node].freeze()?,
            Self::ClockSet(error) => scene.clock.as_ref().context("there is a clock")?.set(error)?,
            Self::DatabaseKilled => scene.postgres.stop_at_once().await?,
            Self::DatabaseFrozen => scene.postgres.freeze()?,
            Self::NetworkCut => scene.link.as_ref().context("there is a link")?.cut(),
            Self::SessionsEnded => end_sessions(scene, "true").await?,
            Self::ListenersEnded => end_sessions(scene, "query LIKE 'LISTEN%'").await?,
            Self::DiskFull => scene.disk.as_ref().context("there is a disk")?.fill()?,
            Self::BusKilled(count) => {
                let nats = nats?;
                for number in 0..count {
                    nats.kill(number).await?;
                }
            }
            Self::BusFrozen(count) => {
                let nats = nats?;
                (0..count).try_for_each(|number| nats.freeze(number))?;
            }
            Self::BusCut(count) => (0..u8::try_from(count)?).try_for_each(Network::cut)?,
        }
        Ok(())
    }

    pub(super) async fn end(self, scene: &mut Scene<'_>) -> Result<()> {
        let nats = scene.nats.as_mut().context("there is a bus");
        match self {
            Self::None | Self::ClockSet(_) | Self::SessionsEnded | Self::ListenersEnded => {}
            Self::Killed(node) => scene.nodes[node].restart().await?,
            Self::Frozen(node) => scene.nodes[node].thaw()?,
            Self::DatabaseKilled => scene.postgres.boot().await?,
            Self::DatabaseFrozen => scene.postgres.thaw()?,
            Self::NetworkCut => scene.link.as_ref().context("there is a link")?.mend(),
            Self::DiskFull => scene.disk.as_ref().context("there is a disk")?.make_room()?,
            Self::BusKilled(count) => {
                let nats = nats?;
                for number in 0..count {
                    nats.start_one(number).await?;
                }
            }
            Self::BusFrozen(count) => {
                let nats = nats?;
                (0..count).try_for_each(|number| nats.thaw(number))?;
            }
            Self::BusCut(count) => (0..u8::try_from(count)?).try_for_each(Network::mend)?,
        }
        Ok(())
    }
}

async fn end_sessions(scene: &Scene<'_>, which: &str) -> Result<()> {
    let end = format!(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND {which}"
    );
    scene.database.number::<u32>(&end).await?;
    Ok(())
}
