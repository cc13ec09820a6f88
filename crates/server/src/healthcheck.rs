//! `tokibako healthcheck`: sends a request to the server that runs with the same settings.
//!
//! The request is for `/healthz`, because a failed health check leads to a restart, which does not help against an
//! unavailable database or a late scheduler. Those are for load balancers, at `/readyz`. An operator requests that with
//! `--ready`, since the image has no other HTTP client.

use std::{
    io::{Read as _, Write as _},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream, ToSocketAddrs as _},
    time::Duration,
};

use anyhow::{Context as _, Result, bail};

use crate::config::{Config, ListenAddress};

const TIMEOUT: Duration = Duration::from_secs(5);

/// Where the server says whether it is alive, and whether it is ready.
pub(crate) const ALIVE: &str = "/healthz";
pub(crate) const READY: &str = "/readyz";

/// Fails unless the answer is positive; the error contains the server's reason.
pub(crate) fn ask(config: &Config, path: &str) -> Result<()> {
    let address = match (&config.ops_listen, config.role.serves()) {
        (Some(address), _) => address,
        (None, true) => &config.listen,
        (None, false) => bail!("a scheduler can only be asked where TOKIBAKO_OPS_LISTEN is set"),
    };
    let asked = address.as_str();
    let answer = answer_of(address, path).with_context(|| format!("nobody answers at {asked}"))?;
    if answer.status != "200" {
        match answer.detail() {
            Some(detail) => bail!("the server at {asked} answers {}: {detail}", answer.status),
            None => bail!("the server at {asked} answers {}", answer.status),
        }
    }
    Ok(())
}

struct Answer {
    status: String,
    body: String,
}

impl Answer {
    fn detail(&self) -> Option<String> {
        let problem: serde_json::Value = serde_json::from_str(&self.body).ok()?;
        problem.get("detail")?.as_str().map(str::to_owned)
    }
}

fn answer_of(address: &ListenAddress, path: &str) -> Result<Answer> {
    let address = address.as_str().to_socket_addrs()?.next().context("the host has no address")?;
    let mut stream = TcpStream::connect_timeout(&within_reach(address), TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").as_bytes())?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer);
    let (head, body) = answer.split_once("\r\n\r\n").context("the answer is not HTTP")?;
    let status = head.split_whitespace().nth(1).context("the answer is not HTTP")?;
    Ok(Answer { status: status.to_owned(), body: body.to_owned() })
}

/// A server that listens on all addresses is asked on the loopback interface.
const fn within_reach(address: SocketAddr) -> SocketAddr {
    let here = match address.ip() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(here, address.port())
}
