//! `tokibako healthcheck`: one request to the server that runs with the same settings.
//!
//! It requests `/healthz`, because a failed health check leads to a restart. A restart does not help against a database
//! that is away or a scheduler that is late; those are for load balancers, at `/readyz`.

use std::{
    io::{Read as _, Write as _},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream, ToSocketAddrs as _},
    time::Duration,
};

use anyhow::{Context as _, Result, bail};

use crate::config::{Address, Config};

const PATIENCE: Duration = Duration::from_secs(5);

/// Fails unless the server answers that it is well.
pub(crate) fn ask(config: &Config) -> Result<()> {
    let address = match (&config.ops_listen, config.role.serves()) {
        (Some(address), _) => address,
        (None, true) => &config.listen,
        (None, false) => bail!("a scheduler can only be asked where TOKIBAKO_OPS_LISTEN is set"),
    };
    let status = status_of(address).with_context(|| format!("nobody answers at {}", address.as_str()))?;
    if status != "200" {
        bail!("the server at {} answers {status}", address.as_str());
    }
    Ok(())
}

fn status_of(address: &Address) -> Result<String> {
    let address = address.as_str().to_socket_addrs()?.next().context("the host has no address")?;
    let mut stream = TcpStream::connect_timeout(&within_reach(address), PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(format!("GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").as_bytes())?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer);
    Ok(answer.split_whitespace().nth(1).context("the answer is not HTTP")?.to_owned())
}

/// A server that listens everywhere is asked here.
const fn within_reach(address: SocketAddr) -> SocketAddr {
    let here = match address.ip() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(here, address.port())
}
