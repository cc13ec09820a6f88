//! The bus as configured, and what of this process goes by it.

use anyhow::{Context as _, Result};
use tokibako_bus::{Bus, Incoming};
use tokibako_storage::{Storage, database_name};

use crate::config::BusConfig;

/// The bus with what it brings.
pub(crate) struct OpenBus {
    pub(crate) bus: Bus,
    pub(crate) rings: Incoming,
    pub(crate) hints: Incoming,
}

/// Begins to connect to the bus, where there is one; nobody waits until that is done.
pub(crate) async fn open(config: Option<&BusConfig>, storage: &Storage) -> Result<Option<OpenBus>> {
    let Some(BusConfig { addresses, tls }) = config else { return Ok(None) };
    let site = database_name::of(storage).await.context("cannot read which database this is, for the bus")?;
    let bus = Bus::connect(addresses, tls.as_ref(), &site).await?;
    Ok(Some(OpenBus { rings: bus.rings().await?, hints: bus.hints().await?, bus }))
}
