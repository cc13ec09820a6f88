//! Parses an event stream: the HTTP chunks, and the events in them.

use anyhow::{Context as _, Result, bail};
use time::OffsetDateTime;

/// An event other than a ping or the greeting, and when its last byte reached the client's socket.
#[derive(Debug, Clone)]
pub(crate) struct Heard {
    pub(crate) at: OffsetDateTime,
    pub(crate) data: String,
    /// The browser that owns the stream; the reader does not know it.
    pub(crate) browser: u32,
}

/// An incremental parser.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    pending: Vec<u8>,
    phase: Phase,
    /// The id of the last event, of whatever name.
    pub(crate) last_id: Option<String>,
    /// Whether the greeting has arrived, which holds the position of the stream.
    pub(crate) is_ready: bool,
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
    pub(crate) fn after(last_id: Option<String>) -> Self {
        Self { last_id, ..Self::default() }
    }

    /// Parses bytes that were read at `at`; returns the events that they complete.
    pub(crate) fn take(&mut self, bytes: &[u8], at: OffsetDateTime) -> Result<Vec<Heard>> {
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
                    let chunk = std::str::from_utf8(&chunk[..size])?;
                    for event in chunk.split_terminator("\n\n") {
                        let event = Event::parse(event);
                        if let Some(id) = event.id {
                            self.last_id = Some(id.to_owned());
                        }
                        self.is_ready |= event.name == Some("ready");
                        if let (None, Some(data)) = (event.name, event.data) {
                            event.id.context("an event has an id")?;
                            heard.push(Heard { at, data: data.to_owned(), browser: 0 });
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
    pub(crate) fn has_ended(&self) -> bool {
        self.phase == Phase::Ended
    }
}

#[derive(Default)]
struct Event<'a> {
    id: Option<&'a str>,
    name: Option<&'a str>,
    data: Option<&'a str>,
}

impl<'a> Event<'a> {
    fn parse(text: &'a str) -> Self {
        let mut event = Self::default();
        for (field, value) in text.lines().filter_map(|line| line.split_once(": ")) {
            match field {
                "id" => event.id = Some(value),
                "event" => event.name = Some(value),
                "data" => event.data = Some(value),
                _ => {}
            }
        }
        event
    }
}
