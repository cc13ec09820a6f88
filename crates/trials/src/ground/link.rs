//! A proxy to Postgres that can delay traffic, or cut it: then both connections stay open and nothing passes.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use anyhow::{Context as _, Result};
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
    /// A proxy to the cluster with this socket.
    pub(crate) async fn to(socket: PathBuf) -> Result<Self> {
        Self::slow(socket, Duration::ZERO).await
    }

    /// The same with a delay in each direction.
    pub(crate) async fn slow(socket: PathBuf, delay: Duration) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let (is_cut, watched) = watch::channel(false);
        let dropped = Arc::new(AtomicU64::new(0));
        let mut task = JoinSet::new();
        task.spawn(accept(listener, socket, delay, watched, Arc::clone(&dropped)));
        Ok(Self { address, is_cut, dropped, _task: task })
    }

    /// The URL of a database behind the proxy.
    pub(crate) fn url(&self, name: &str) -> String {
        format!("postgres://postgres@{}/{name}", self.address)
    }

    /// The URL of a database of whichever takes writes: the cluster behind the proxy, or the one with this socket.
    pub(crate) fn url_of_either(&self, name: &str, other: &Path) -> Result<String> {
        let folder = other.parent().context("a socket is in a folder")?.display();
        let (host, port) = (self.address.ip(), self.address.port());
        Ok(format!("postgres://postgres@/{name}?host={host},{folder}&port={port},5432&target_session_attrs=read-write"))
    }

    /// Cuts all traffic without closing any connection.
    pub(crate) fn cut(&self) {
        self.is_cut.send_replace(true);
    }

    /// Closes the connections that were cut, like a router that comes back, and accepts new ones.
    pub(crate) fn mend(&self) {
        self.is_cut.send_replace(false);
    }

    /// How many bytes were dropped.
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
            // When one direction ends, the other is ended, too.
            tokio::select! {
                () = forward(client_reads, server_writes, delay, is_cut.clone(), &dropped) => {}
                () = forward(server_reads, client_writes, delay, is_cut, &dropped) => {}
            }
        });
    }
}

/// Delayed bytes, with the time of their arrival.
type Sent = (Instant, Vec<u8>);

/// Forwards until one side closes, or until a cut is mended.
async fn forward(
    from: impl AsyncRead + Unpin,
    to: impl AsyncWrite + Unpin,
    delay: Duration,
    is_cut: watch::Receiver<bool>,
    dropped: &AtomicU64,
) {
    let (sender, sent) = mpsc::unbounded_channel();
    // Bytes that were sent before the end still arrive.
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
                        // The end of a connection is cut, too.
                        std::future::pending::<()>().await;
                    }
                } else if length == 0 || sender.send((Instant::now() + delay, buffer[..length].to_vec())).is_err() {
                    return;
                }
            }
        }
    }
}
