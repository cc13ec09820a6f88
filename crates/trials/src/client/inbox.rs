//! What comes over a connection: one HTTP/1.1 message after the other, each with a body as long as it says.

use anyhow::{Context as _, Result, bail, ensure};
use tokio::{io::AsyncReadExt as _, net::TcpStream};

/// The end of a head.
const END: &[u8] = b"\r\n\r\n";

/// The message that was read last, and what has come after it.
#[derive(Default)]
pub(super) struct Inbox {
    bytes: Vec<u8>,
    head: usize,
    whole: usize,
}

impl Inbox {
    /// Reads the next message; false if the connection ended before one began.
    pub(super) async fn next(&mut self, socket: &mut TcpStream) -> Result<bool> {
        self.bytes.drain(..self.whole);
        (self.head, self.whole) = (0, 0);
        loop {
            if self.whole == 0
                && let Some(end) = self.bytes.windows(END.len()).position(|window| window == END)
            {
                self.head = end;
                self.whole = end + END.len() + self.length()?;
            }
            if self.whole > 0 && self.bytes.len() >= self.whole {
                return Ok(true);
            }
            if socket.read_buf(&mut self.bytes).await? == 0 {
                ensure!(self.bytes.is_empty(), "a message was cut off");
                return Ok(false);
            }
        }
    }

    fn length(&self) -> Result<usize> {
        match self.header("content-length") {
            Some(length) => Ok(length.parse()?),
            None if self.header("transfer-encoding").is_some() => bail!("a message says how long it is"),
            None => Ok(0),
        }
    }

    fn lines(&self) -> impl Iterator<Item = &str> {
        str::from_utf8(self.bytes.get(..self.head).unwrap_or_default()).unwrap_or_default().lines()
    }

    /// A word of the first line.
    pub(super) fn word(&self, number: usize) -> Result<&str> {
        self.lines().next().and_then(|line| line.split(' ').nth(number)).context("a message has a first line")
    }

    /// A header, by its name in lower case.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.lines().filter_map(|line| line.split_once(':'));
        headers.find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    pub(super) fn body(&self) -> &[u8] {
        self.bytes.get(self.head + END.len()..self.whole).unwrap_or_default()
    }
}
