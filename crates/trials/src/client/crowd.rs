//! Thousands of event streams at once, and the events that they receive.

use std::{
    cell::RefCell,
    future::poll_fn,
    mem,
    net::SocketAddr,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard},
    task::ready,
    time::Duration,
};

use anyhow::{Context as _, Result};
use time::OffsetDateTime;
use tokio::{
    io::{AsyncRead as _, AsyncWriteExt as _, ReadBuf},
    sync::Semaphore,
    task::JoinSet,
    time::{Instant, sleep, timeout},
};

use super::{reader::Reader, request, socket};
use crate::ground::occurrence::Kind;

/// How many streams are opened at a time.
const OPENING: usize = 256;

/// How long the opening of all streams may take.
const PATIENCE: Duration = Duration::from_mins(1);

/// How long a stream that was cut waits before it comes back with the last id that it received.
const PAUSE: Duration = Duration::from_millis(50);

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = RefCell::new(vec![0; 64 * 1024]);
}

/// Whose stream it is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seat {
    pub(crate) browser: u32,
    /// Which events it asks for; without a kind all, as the pages do.
    pub(crate) kind: Option<Kind>,
    /// On which device it is, if that is rung by push as well.
    pub(crate) device: Option<u32>,
}

/// An event other than a ping or the greeting, and when its last byte reached the client's socket.
#[derive(Debug, Clone)]
pub(crate) struct Heard {
    pub(crate) at: OffsetDateTime,
    pub(crate) data: String,
    pub(crate) seat: Seat,
}

/// A set of open streams; dropping it closes them.
pub(crate) struct Crowd {
    shared: Arc<Shared>,
    pub(crate) size: usize,
    _tasks: JoinSet<()>,
}

struct Shared {
    state: Mutex<State>,
    doors: Semaphore,
}

#[derive(Default)]
struct State {
    heard: Vec<Heard>,
    /// How many streams are open and have received the greeting.
    open: usize,
    /// How many times one was refused or cut, and how many times the server ended one in due form.
    cuts: usize,
    ended: usize,
    is_over: bool,
}

impl Seat {
    /// The stream of all events of a browser.
    pub(crate) fn of(browser: u32) -> Self {
        Self { browser, kind: None, device: None }
    }

    /// Every other browser has a stream for each kind instead.
    pub(crate) fn mixed(browser: u32) -> Vec<Self> {
        let of = |kind| Self { kind: Some(kind), ..Self::of(browser) };
        if browser.is_multiple_of(2) { vec![of(Kind::Alarm), of(Kind::Timer)] } else { vec![Self::of(browser)] }
    }
}

impl Crowd {
    /// Opens a stream for every seat and waits until all have received the greeting.
    pub(crate) async fn open(server: SocketAddr, seats: impl IntoIterator<Item = Seat>) -> Result<Self> {
        let shared = Arc::new(Shared { state: Mutex::default(), doors: Semaphore::new(OPENING) });
        let mut tasks = JoinSet::new();
        for seat in seats {
            tasks.spawn(listen(server, seat, Arc::clone(&shared)));
        }
        let crowd = Self { shared, size: tasks.len(), _tasks: tasks };
        let opened = timeout(PATIENCE, async {
            while crowd.shared.state().open < crowd.size {
                sleep(Duration::from_millis(10)).await;
            }
        });
        opened.await.with_context(|| format!("{} of {} streams opened", crowd.shared.state().open, crowd.size))?;
        Ok(crowd)
    }

    /// Waits until `count` events in all were received, or until `give_up`.
    pub(crate) async fn hear(&self, count: usize, give_up: Instant) {
        while self.count() < count && Instant::now() < give_up {
            sleep(Duration::from_millis(10)).await;
        }
    }

    /// From now on no stream comes back.
    pub(crate) fn stay_away(&self) {
        self.shared.state().is_over = true;
    }

    pub(crate) fn heard(&self) -> Vec<Heard> {
        self.shared.state().heard.clone()
    }

    /// What was heard since this was last asked; it is forgotten here.
    pub(crate) fn take_heard(&self) -> Vec<Heard> {
        mem::take(&mut self.shared.state().heard)
    }

    pub(crate) fn count(&self) -> usize {
        self.shared.state().heard.len()
    }

    /// How many times a stream was refused or cut.
    pub(crate) fn cuts(&self) -> usize {
        self.shared.state().cuts
    }

    /// How many times the server ended a stream properly.
    pub(crate) fn ended(&self) -> usize {
        self.shared.state().ended
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }
}

/// Keeps the stream of `seat` open until dropped.
async fn listen(server: SocketAddr, seat: Seat, shared: Arc<Shared>) {
    let mut last_id = None;
    loop {
        let mut reader = Reader::after(last_id);
        // Whatever the reason, it is counted as cut.
        let _ = attend(server, seat, &mut reader, &shared).await;
        last_id = reader.last_id.take();
        {
            let mut state = shared.state();
            state.open -= usize::from(reader.is_ready);
            state.cuts += 1;
            state.ended += usize::from(reader.has_ended());
            if state.is_over {
                return;
            }
        }
        sleep(PAUSE).await;
    }
}

/// Opens one stream and reads it to its end.
async fn attend(server: SocketAddr, seat: Seat, reader: &mut Reader, shared: &Shared) -> Result<()> {
    let mut door = Some(shared.doors.acquire().await?);
    let mut socket = socket::connect(server).await?;
    let path = seat.kind.map_or("/api/events", Kind::stream_path);
    socket.write_all(&request::stream(path, seat.browser, seat.device, reader.last_id.as_deref())).await?;
    loop {
        let heard = poll_fn(|cx| {
            BUFFER.with_borrow_mut(|buffer| {
                let mut buffer = ReadBuf::new(buffer);
                if let Err(error) = ready!(Pin::new(&mut socket).poll_read(cx, &mut buffer)) {
                    return Err(error.into()).into();
                }
                if buffer.filled().is_empty() {
                    return Ok(None).into();
                }
                let at = OffsetDateTime::now_utc();
                reader.take(buffer.filled()).map(|heard| Some((at, heard))).into()
            })
        });
        let Some((at, heard)) = heard.await? else { return Ok(()) };
        if reader.is_ready && door.take().is_some() {
            shared.state().open += 1;
        }
        if !heard.is_empty() {
            shared.state().heard.extend(heard.into_iter().map(|data| Heard { at, data, seat }));
        }
    }
}
