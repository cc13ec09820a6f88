//! Connects to the bus if it is configured.

use anyhow::{Context as _, Result};
use tokibako_bus::{Bus, Subscription};
use tokibako_storage::{Storage, connections::database_name};

use crate::config::BusConfig;

/// The bus and its subscriptions.
pub(crate) struct OpenBus {
    pub(crate) bus: Bus,
    pub(crate) rings: Subscription,
    pub(crate) hints: Subscription,
}

/// Begins to connect to the configured bus; does not wait for the connection.
pub(crate) async fn open(config: Option<&BusConfig>, storage: &Storage) -> Result<Option<OpenBus>> {
    let Some(BusConfig { addresses, tls }) = config else { return Ok(None) };
    let site = database_name::of(storage).await.context("cannot read which database this is, for the bus")?;
    let bus = Bus::connect(addresses, tls.as_ref(), &site).await?;
    Ok(Some(OpenBus { rings: bus.rings().await?, hints: bus.hints().await?, bus }))
}
