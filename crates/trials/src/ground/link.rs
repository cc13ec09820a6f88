//! A link to Postgres that can be slow, or cut: then both ends stay open, and nothing passes.

use std::{
    net::SocketAddr,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use anyhow::Result;
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::{TcpListener, UnixStream},
    sync::{mpsc, watch},
    task::JoinSet,
    time::{Instant, sleep_until},
};

/// Forwards connections to the socket of a cluster; dropping it ends them.
pub(crate) struct Link {
    address: SocketAddr,
    is_cut: watch::Sender<bool>,
    dropped: Arc<AtomicU64>,
    _task: JoinSet<()>,
}

impl Link {
    /// A link to the cluster whose socket is `socket`.
    pub(crate) async fn to(socket: PathBuf) -> Result<Self> {
        Self::slow(socket, Duration::ZERO).await
    }

    /// The same where everything is so long on its way, in each direction.
    pub(crate) async fn slow(socket: PathBuf, delay: Duration) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let (is_cut, watched) = watch::channel(false);
        let dropped = Arc::new(AtomicU64::new(0));
        let mut task = JoinSet::new();
        task.spawn(accept(listener, socket, delay, watched, Arc::clone(&dropped)));
        Ok(Self { address, is_cut, dropped, _task: task })
    }

    /// The address of a database at the other end.
    pub(crate) fn url(&self, name: &str) -> String {
        format!("postgres://postgres@{}/{name}", self.address)
    }

    /// Lets nothing pass from now on, and tells nobody.
    pub(crate) fn cut(&self) {
        self.is_cut.send_replace(true);
    }

    /// Ends the connections that were cut, as a router that comes back does, and takes new ones.
    pub(crate) fn mend(&self) {
        self.is_cut.send_replace(false);
    }

    /// How many bytes were lost on the way.
    pub(crate) fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }
}

async fn accept(
    listener: TcpListener,
    socket: PathBuf,
    delay: Duration,
    is_cut: watch::Receiver<bool>,
    dropped: Arc<AtomicU64>,
) {
    let mut connections = JoinSet::new();
    while let Ok((client, _)) = listener.accept().await {
        let (socket, is_cut, dropped) = (socket.clone(), is_cut.clone(), Arc::clone(&dropped));
        connections.spawn(async move {
            let Ok(server) = UnixStream::connect(socket).await else { return };
            let (client_reads, client_writes) = client.into_split();
            let (server_reads, server_writes) = server.into_split();
            // Whichever way ends first ends the other.
            tokio::select! {
                () = forward(client_reads, server_writes, delay, is_cut.clone(), &dropped) => {}
                () = forward(server_reads, client_writes, delay, is_cut, &dropped) => {}
            }
        });
    }
}

/// What is on its way, and when it arrives.
type Sent = (Instant, Vec<u8>);

/// Forwards until one end closes, or until a cut is mended.
async fn forward(
    from: impl AsyncRead + Unpin,
    to: impl AsyncWrite + Unpin,
    delay: Duration,
    is_cut: watch::Receiver<bool>,
    dropped: &AtomicU64,
) {
    let (sender, sent) = mpsc::unbounded_channel();
    // What was sent before the end arrives.
    tokio::join!(send(from, sender, delay, is_cut, dropped), arrive(sent, to));
}

async fn arrive(mut sent: mpsc::UnboundedReceiver<Sent>, mut to: impl AsyncWrite + Unpin) {
    while let Some((at, bytes)) = sent.recv().await {
        if at > Instant::now() {
            sleep_until(at).await;
        }
        if to.write_all(&bytes).await.is_err() {
            return;
        }
    }
}

async fn send(
    mut from: impl AsyncRead + Unpin,
    sender: mpsc::UnboundedSender<Sent>,
    delay: Duration,
    mut is_cut: watch::Receiver<bool>,
    dropped: &AtomicU64,
) {
    let mut buffer = vec![0; 64 * 1024];
    let mut was_cut = *is_cut.borrow();
    loop {
        tokio::select! {
            changed = is_cut.changed() => {
                if changed.is_err() || (was_cut && !*is_cut.borrow()) {
                    return;
                }
                was_cut = *is_cut.borrow();
            }
            read = from.read(&mut buffer) => {
                let Ok(length) = read else { return };
                if was_cut {
                    dropped.fetch_add(u64::try_from(length).unwrap_or_default(), Ordering::Relaxed);
                    if length == 0 {
                        // The end of a connection does not pass either.
                        std::future::pending::<()>().await;
                    }
                } else if length == 0 || sender.send((Instant::now() + delay, buffer[..length].to_vec())).is_err() {
                    return;
                }
            }
        }
    }
}
