//! The faults that a scene can have: how each begins, and how it is over.

use std::fmt;

use anyhow::{Context as _, Result};
use time::{Duration, OffsetDateTime};

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
    /// Through the link of the scene no packet passes, and no connection ends; or it passes so many bytes a second.
    NetworkCut,
    NetworkNarrow(u32),
    /// All sessions of the database are ended, or those that listen.
    SessionsEnded,
    ListenersEnded,
    DiskFull,
    /// Servers of the bus: the first so many.
    BusKilled(usize),
    BusFrozen(usize),
    BusCut(usize),
    /// The push services that can be away.
    PushAway,
}

impl Fault {
    /// The process that it is a fault of, if of one.
    pub(super) fn of_node(self) -> Option<usize> {
        match self {
            Self::Killed(node) | Self::Frozen(node) => Some(node),
            Self::NetworkCut | Self::NetworkNarrow(_) => Some(0),
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
            Self::NetworkCut => scene.link()?.cut(),
            Self::NetworkNarrow(width) => scene.link()?.set_width(Some(width)),
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
            Self::PushAway => scene.devices()?.stay_away(OffsetDateTime::now_utc() + Duration::DAY),
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
            Self::NetworkCut => scene.link()?.mend(),
            Self::NetworkNarrow(_) => scene.link()?.set_width(None),
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
            Self::PushAway => scene.devices()?.stay_away(OffsetDateTime::now_utc()),
        }
        Ok(())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => out.write_str("nothing fails"),
            Self::Killed(node) => write!(out, "process {node} killed"),
            Self::Frozen(node) => write!(out, "process {node} frozen"),
            Self::ClockSet(error) => write!(out, "the clock set to {error}"),
            Self::DatabaseKilled => out.write_str("the database killed"),
            Self::DatabaseFrozen => out.write_str("the database frozen"),
            Self::NetworkCut => out.write_str("the network cut"),
            Self::NetworkNarrow(width) => write!(out, "the network narrowed to {} kbit/s", width * 8 / 1_000),
            Self::SessionsEnded => out.write_str("all sessions of the database ended"),
            Self::ListenersEnded => out.write_str("the sessions that listen ended"),
            Self::DiskFull => out.write_str("the disk full"),
            Self::BusKilled(count) => write!(out, "servers of the bus killed: {count}"),
            Self::BusFrozen(count) => write!(out, "servers of the bus frozen: {count}"),
            Self::BusCut(count) => write!(out, "servers of the bus cut off: {count}"),
            Self::PushAway => out.write_str("the push service away"),
        }
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
