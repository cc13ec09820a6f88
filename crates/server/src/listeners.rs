//! Where the server answers: the site's address and, where asked for, one for probes and metrics.

use std::{net::SocketAddr, time::Duration};

use actix_web::{
    HttpServer,
    dev::{Server, ServiceRequest},
    middleware::{Next, from_fn},
};
use anyhow::{Context as _, Result};
use tokibako_http::{Components, Probes};
use tokio_util::sync::CancellationToken;

#[cfg(target_os = "linux")]
use crate::vanished_peers;
use crate::{config::Address, proxy_notice::ProxyNotice, request_log::log_request};

/// Connections that wait to be taken, as when thousands of streams come back at once.
const BACKLOG: u32 = 4_096;

/// Connections of one worker at most; there is a worker for each core.
const CONNECTIONS: usize = 50_000;

/// How long an idle connection is kept for the next request.
const KEEP_ALIVE: Duration = Duration::from_secs(30);

/// How long a client may take to send its headers.
const HEADERS: Duration = Duration::from_secs(10);

/// How many seconds connections may take to finish once the server is told to stop: longer than `app` waits for them,
/// because the ends of thousands of streams are spread.
const DRAIN_SECONDS: u64 = 10;

/// A bound server, which answers while it is awaited.
pub(crate) struct Listener {
    pub(crate) server: Server,
    /// With the port that was taken, whatever was asked for.
    pub(crate) address: SocketAddr,
}

/// The site, its API and its streams.
pub(crate) fn site(
    address: &Address,
    components: &Components,
    notice: ProxyNotice,
    stop: &CancellationToken,
) -> Result<Listener> {
    let components = components.clone();
    let server = HttpServer::new(move || {
        let notice = notice.clone();
        let noticed = from_fn(move |request: ServiceRequest, next: Next<_>| {
            notice.look(request.request());
            next.call(request)
        });
        tokibako_http::app(&components).wrap(from_fn(log_request)).wrap(noticed)
    });
    #[cfg(target_os = "linux")]
    let server = server.on_connect(vanished_peers::give_up_on);
    let server = server.backlog(BACKLOG).max_connections(CONNECTIONS).bind(address.as_str());
    let server = server.with_context(|| format!("cannot listen at {}", address.as_str()))?;
    let address = server.addrs().into_iter().next().context("the host has no address")?;
    let server = server.keep_alive(KEEP_ALIVE).client_request_timeout(HEADERS).tcp_nodelay(true);
    // A browser that closes its half has gone; otherwise a stream would hold its place until a ping fails.
    let server = server.h1_allow_half_closed(false);
    let server = server.shutdown_timeout(DRAIN_SECONDS).shutdown_signal(stop.clone().cancelled_owned());
    Ok(Listener { server: server.run(), address })
}

/// Probes and metrics.
pub(crate) fn ops(address: &Address, probes: &Probes, stop: &CancellationToken) -> Result<Listener> {
    let probes = probes.clone();
    let server = HttpServer::new(move || tokibako_http::ops(&probes));
    #[cfg(target_os = "linux")]
    let server = server.on_connect(vanished_peers::give_up_on);
    let server = server.workers(1).bind(address.as_str());
    let server = server.with_context(|| format!("cannot listen at {}", address.as_str()))?;
    let address = server.addrs().into_iter().next().context("the host has no address")?;
    let server = server.h1_allow_half_closed(false);
    let server = server.shutdown_timeout(DRAIN_SECONDS).shutdown_signal(stop.clone().cancelled_owned());
    Ok(Listener { server: server.run(), address })
}
