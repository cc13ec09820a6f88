//! Parses an event stream: the HTTP chunks, and the events in them.

use anyhow::{Context as _, Result, bail};

/// An incremental parser.
#[derive(Debug, Default)]
pub(super) struct Reader {
    pending: Vec<u8>,
    phase: Phase,
    /// The id of the last event, of whatever name.
    pub(super) last_id: Option<String>,
    /// Whether the greeting has arrived, which holds the position of the stream.
    pub(super) is_ready: bool,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Phase {
    #[default]
    Head,
    Size,
    Chunk(usize),
    Ended,
}

impl Reader {
    /// A reader of a stream that resumes after the event `last_id`.
    pub(super) fn after(last_id: Option<String>) -> Self {
        Self { last_id, ..Self::default() }
    }

    /// Parses bytes; returns the data of the events that they complete, other than pings and the greeting.
    pub(super) fn take(&mut self, bytes: &[u8]) -> Result<Vec<String>> {
        self.pending.extend_from_slice(bytes);
        let mut heard = Vec::new();
        let mut taken = 0;
        loop {
            let rest = &self.pending[taken..];
            match self.phase {
                Phase::Head => {
                    let Some(end) = rest.windows(4).position(|window| window == b"\r\n\r\n") else { break };
                    if !rest.starts_with(b"HTTP/1.1 200") {
                        bail!("the stream was refused: {}", String::from_utf8_lossy(rest.get(9..12).unwrap_or(rest)));
                    }
                    taken += end + 4;
                    self.phase = Phase::Size;
                }
                Phase::Size => {
                    let Some(end) = rest.windows(2).position(|window| window == b"\r\n") else { break };
                    let size = usize::from_str_radix(std::str::from_utf8(&rest[..end])?, 16)?;
                    taken += end + 2;
                    self.phase = if size == 0 { Phase::Ended } else { Phase::Chunk(size) };
                }
                Phase::Chunk(size) => {
                    let Some(chunk) = rest.get(..size + 2) else { break };
                    // The server writes each event and the greeting as one chunk.
                    for event in std::str::from_utf8(&chunk[..size])?.split_terminator("\n\n") {
                        let field = |name| {
                            event.lines().filter_map(|line| line.split_once(": ")).find(|(field, _)| *field == name)
                        };
                        let (id, name) = (field("id"), field("event"));
                        if let Some((_, id)) = id {
                            self.last_id = Some(id.to_owned());
                        }
                        self.is_ready |= name == Some(("event", "ready"));
                        if let (None, Some((_, data))) = (name, field("data")) {
                            id.context("an event has an id")?;
                            heard.push(data.to_owned());
                        }
                    }
                    taken += size + 2;
                    self.phase = Phase::Size;
                }
                Phase::Ended => break,
            }
        }
        self.pending.drain(..taken);
        Ok(heard)
    }

    /// Whether the server has announced the end of the stream, rather than just closed it.
    pub(super) fn has_ended(&self) -> bool {
        self.phase == Phase::Ended
    }
}
