//! A keep-alive HTTP/1.1 connection that sends one request after another.

use std::net::{Ipv4Addr, SocketAddr};

use anyhow::{Result, ensure};
use serde_json::Value;
use tokio::{io::AsyncWriteExt as _, net::TcpStream};

use super::{inbox::Inbox, socket};

/// A response with its body.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

pub(crate) struct Connection {
    socket: TcpStream,
    inbox: Inbox,
}

impl Connection {
    pub(crate) async fn open(server: SocketAddr) -> Result<Self> {
        Self::open_from(Ipv4Addr::UNSPECIFIED, server).await
    }

    /// Opens a connection from a loopback address.
    pub(crate) async fn open_from(source: Ipv4Addr, server: SocketAddr) -> Result<Self> {
        Ok(Self { socket: socket::connect_from(source, server).await?, inbox: Inbox::default() })
    }

    /// Sends a request and reads the whole response.
    pub(crate) async fn ask(&mut self, request: &[u8]) -> Result<Answer> {
        let status = self.status(request).await?;
        Ok(Answer { status, body: self.inbox.body().to_vec() })
    }

    /// Sends a request; the response must be JSON.
    pub(crate) async fn json(&mut self, request: &[u8]) -> Result<Value> {
        Ok(serde_json::from_slice(&self.ask(request).await?.body)?)
    }

    /// The cookie that the last response has set: its name and value.
    pub(crate) fn cookie(&self) -> Option<String> {
        self.inbox.header("set-cookie").and_then(|set| set.split(';').next()).map(str::to_owned)
    }

    /// Sends a request, reads the whole response and returns its status.
    pub(crate) async fn status(&mut self, request: &[u8]) -> Result<u16> {
        self.socket.write_all(request).await?;
        ensure!(self.inbox.next(&mut self.socket).await?, "the server hung up");
        Ok(self.inbox.word(1)?.parse()?)
    }
}
