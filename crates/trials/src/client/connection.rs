//! A keep-alive HTTP/1.1 connection that sends one request after another.

use std::net::{Ipv4Addr, SocketAddr};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use super::socket;

/// A response with its body.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

pub(crate) struct Connection {
    socket: TcpStream,
    inbox: Vec<u8>,
}

impl Connection {
    pub(crate) async fn open(server: SocketAddr) -> Result<Self> {
        Ok(Self::over(socket::connect(server).await?))
    }

    /// Opens a connection from a loopback address.
    pub(crate) async fn open_from(source: Ipv4Addr, server: SocketAddr) -> Result<Self> {
        Ok(Self::over(socket::connect_from(source, server).await?))
    }

    fn over(socket: TcpStream) -> Self {
        Self { socket, inbox: Vec::with_capacity(16 * 1024) }
    }

    /// Sends a request and reads the whole response.
    pub(crate) async fn ask(&mut self, request: &[u8]) -> Result<Answer> {
        let (status, head, length) = self.exchange(request).await?;
        let body = self.inbox.get(head..head + length).context("the body is short")?.to_vec();
        Ok(Answer { status, body })
    }

    /// Sends a request; the response must be JSON.
    pub(crate) async fn json(&mut self, request: &[u8]) -> Result<Value> {
        Ok(serde_json::from_slice(&self.ask(request).await?.body)?)
    }

    /// Sends a request, reads the whole response and returns its status.
    pub(crate) async fn status(&mut self, request: &[u8]) -> Result<u16> {
        Ok(self.exchange(request).await?.0)
    }

    /// The response's status, and the lengths of its head and body, which are then in the inbox.
    async fn exchange(&mut self, request: &[u8]) -> Result<(u16, usize, usize)> {
        self.socket.write_all(request).await?;
        self.inbox.clear();
        let mut head = None;
        loop {
            if let Some((_, head, length)) = head
                && self.inbox.len() >= head + length
            {
                break;
            }
            if self.socket.read_buf(&mut self.inbox).await? == 0 {
                bail!("the server hung up");
            }
            if head.is_none() {
                head = read_head(&self.inbox)?;
            }
        }
        head.context("an answer has a head")
    }
}

/// The status and the lengths of head and body, once the head is complete.
fn read_head(bytes: &[u8]) -> Result<Option<(u16, usize, usize)>> {
    let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else { return Ok(None) };
    let head = std::str::from_utf8(&bytes[..end])?;
    let status = head.get(9..12).context("a status line has a status")?.parse()?;
    let length = head
        .lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .map(|(_, length)| length.trim().parse())
        .transpose()?;
    if length.is_none() && status != 204 && status != 304 {
        bail!("an answer says how long it is");
    }
    Ok(Some((status, end + 4, length.unwrap_or_default())))
}
