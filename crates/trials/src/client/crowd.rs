//! Thousands of event streams at once, and the events that they receive.

use std::{
    cell::RefCell,
    future::poll_fn,
    mem,
    net::SocketAddr,
    pin::Pin,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    task::ready,
    time::Duration,
};

use anyhow::{Context as _, Result, bail};
use time::OffsetDateTime;
use tokio::{
    io::{AsyncRead as _, AsyncWriteExt as _, ReadBuf},
    sync::Semaphore,
    task::JoinSet,
    time::{Instant, sleep, timeout},
};

use super::{
    reader::{Heard, Reader},
    request, socket,
};
use crate::ground::occurrence::Kind;

/// How many streams are opened at a time.
const OPENING: usize = 256;

/// How long the opening of all streams may take.
const PATIENCE: Duration = Duration::from_mins(1);

/// How long a stream that was cut waits before it reconnects.
const PAUSE: Duration = Duration::from_millis(50);

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = RefCell::new(vec![0; 64 * 1024]);
}

/// Which browser a stream belongs to, and which kind of events it asks for; without a kind all, as the pages do.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seat {
    pub(crate) browser: u32,
    pub(crate) kind: Option<Kind>,
}

/// What a client does when its stream is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cut {
    /// It reconnects with the last event id.
    Returns,
    /// It does not reconnect.
    StaysAway,
}

/// A set of open streams; dropping it closes them.
pub(crate) struct Crowd {
    shared: Arc<Shared>,
    size: usize,
    _tasks: JoinSet<()>,
}

struct Shared {
    heard: Mutex<Vec<Heard>>,
    open: AtomicUsize,
    cuts: AtomicUsize,
    ended: AtomicUsize,
    doors: Semaphore,
    /// On which device of its browser each stream is.
    device: Option<u32>,
}

impl Crowd {
    /// Opens a stream for every seat and waits until all have received the greeting.
    pub(crate) async fn open(server: SocketAddr, seats: impl Iterator<Item = Seat>, cut: Cut) -> Result<Self> {
        Self::seated(server, seats, cut, None).await
    }

    /// The same with each stream on its browser's first device that is rung by push; one that is cut stays away.
    pub(crate) async fn open_on_devices(server: SocketAddr, seats: impl Iterator<Item = Seat>) -> Result<Self> {
        Self::seated(server, seats, Cut::StaysAway, Some(1)).await
    }

    async fn seated(
        server: SocketAddr,
        seats: impl Iterator<Item = Seat>,
        cut: Cut,
        device: Option<u32>,
    ) -> Result<Self> {
        let shared = Arc::new(Shared {
            heard: Mutex::default(),
            open: AtomicUsize::new(0),
            cuts: AtomicUsize::new(0),
            ended: AtomicUsize::new(0),
            doors: Semaphore::new(OPENING),
            device,
        });
        let mut tasks = JoinSet::new();
        for seat in seats {
            tasks.spawn(listen(server, seat, cut, Arc::clone(&shared)));
        }
        let crowd = Self { shared, size: tasks.len(), _tasks: tasks };
        timeout(PATIENCE, async {
            while crowd.open_streams() < crowd.size {
                if cut == Cut::StaysAway && crowd.cuts() > 0 {
                    bail!("{} streams were refused or cut at once", crowd.cuts());
                }
                sleep(Duration::from_millis(10)).await;
            }
            Ok(())
        })
        .await
        .with_context(|| format!("{} of {} streams opened", crowd.open_streams(), crowd.size))??;
        Ok(crowd)
    }

    /// Waits until `count` events in all were received, or until `give_up`.
    pub(crate) async fn hear(&self, count: usize, give_up: Instant) {
        while self.count() < count && Instant::now() < give_up {
            sleep(Duration::from_millis(10)).await;
        }
    }

    /// Waits until no stream is open, or until `give_up`.
    pub(crate) async fn be_gone(&self, give_up: Instant) {
        while self.open_streams() > 0 && Instant::now() < give_up {
            sleep(Duration::from_millis(10)).await;
        }
    }

    /// All events received so far.
    pub(crate) fn heard(&self) -> Vec<Heard> {
        self.shared.heard.lock().unwrap().clone()
    }

    /// What was heard since this was last asked; it is forgotten here.
    pub(crate) fn take_heard(&self) -> Vec<Heard> {
        mem::take(&mut *self.shared.heard.lock().unwrap())
    }

    /// The number of events received so far.
    pub(crate) fn count(&self) -> usize {
        self.shared.heard.lock().unwrap().len()
    }

    /// The number of streams that are open and have received the greeting.
    pub(crate) fn open_streams(&self) -> usize {
        self.shared.open.load(Ordering::Relaxed)
    }

    /// How many times a stream was refused or cut.
    pub(crate) fn cuts(&self) -> usize {
        self.shared.cuts.load(Ordering::Relaxed)
    }

    /// How many times the server ended a stream properly.
    pub(crate) fn ended(&self) -> usize {
        self.shared.ended.load(Ordering::Relaxed)
    }
}

/// Keeps the stream of `seat` open until dropped.
async fn listen(server: SocketAddr, seat: Seat, cut: Cut, shared: Arc<Shared>) {
    let mut last_id = None;
    loop {
        let mut reader = Reader::after(last_id);
        // Whatever the reason, it is counted as cut.
        let _ = attend(server, seat, &mut reader, &shared).await;
        last_id = reader.last_id.take();
        if reader.is_ready {
            shared.open.fetch_sub(1, Ordering::Relaxed);
        }
        shared.cuts.fetch_add(1, Ordering::Relaxed);
        shared.ended.fetch_add(reader.has_ended().into(), Ordering::Relaxed);
        if cut == Cut::StaysAway {
            return;
        }
        sleep(PAUSE).await;
    }
}

/// Opens one stream and reads it to its end.
async fn attend(server: SocketAddr, seat: Seat, reader: &mut Reader, shared: &Shared) -> Result<()> {
    let mut door = Some(shared.doors.acquire().await?);
    let mut socket = socket::connect(server).await?;
    let path = seat.kind.map_or("/api/events", Kind::stream_path);
    socket.write_all(&request::stream(path, seat.browser, shared.device, reader.last_id.as_deref())).await?;
    loop {
        let heard = poll_fn(|cx| {
            BUFFER.with_borrow_mut(|buffer| {
                let mut buffer = ReadBuf::new(buffer);
                if let Err(error) = ready!(Pin::new(&mut socket).poll_read(cx, &mut buffer)) {
                    return Err(error.into()).into();
                }
                let at = OffsetDateTime::now_utc();
                if buffer.filled().is_empty() {
                    return Ok(None).into();
                }
                reader.take(buffer.filled(), at).map(Some).into()
            })
        });
        let Some(heard) = heard.await? else { return Ok(()) };
        if reader.is_ready && door.take().is_some() {
            shared.open.fetch_add(1, Ordering::Relaxed);
        }
        if !heard.is_empty() {
            let heard = heard.into_iter().map(|heard| Heard { browser: seat.browser, ..heard });
            shared.heard.lock().unwrap().extend(heard);
        }
    }
}
