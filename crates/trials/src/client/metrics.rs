//! A server's metrics, as a monitor reads them.

use std::net::SocketAddr;

use anyhow::{Context as _, Result};

use super::{connection::Connection, request};

/// All of them at one instant.
pub(crate) struct Metrics(String);

impl Metrics {
    /// Those of the server whose operators' listener is at `ops`.
    pub(crate) async fn read(ops: SocketAddr) -> Result<Self> {
        let answer = Connection::open(ops).await?.ask(&request::page("/metrics")).await?;
        Ok(Self(String::from_utf8(answer.body)?))
    }

    /// The value of one, named with its labels.
    pub(crate) fn number(&self, name: &str) -> Result<u64> {
        let line = self.0.lines().find_map(|line| line.strip_prefix(&format!("tokibako_{name} ")));
        Ok(line.with_context(|| format!("the metric {name} is told"))?.parse()?)
    }
}
