//! A proxy that can delay what passes it, let little pass, or nothing: then both connections stay open.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use anyhow::Result;
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, split},
    net::{TcpListener, TcpSocket, UnixStream},
    sync::{mpsc, watch},
    task::JoinSet,
    time::{Instant, sleep, sleep_until},
};

/// What passes at a time, and how many pieces are on their way: whoever sends more has to wait.
const PIECE: usize = 4 * 1024;
const PIECES: usize = 16;

/// What the kernel may keep in front of it: it would keep megabytes.
const QUEUE: u32 = 32 * 1024;

/// Where a link leads.
#[derive(Clone)]
pub(crate) enum End {
    Socket(PathBuf),
    Port(SocketAddr),
}

/// Forwards connections; dropping it ends them.
pub(crate) struct Link {
    pub(crate) address: SocketAddr,
    passage: watch::Sender<Passage>,
    _task: JoinSet<()>,
}

/// What may pass now.
#[derive(Clone, Copy, Default)]
struct Passage {
    is_cut: bool,
    /// Bytes a second, each way and for each connection, or any number.
    width: Option<u32>,
    /// In each direction.
    delay: Duration,
}

trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> Stream for S {}

impl Link {
    pub(crate) async fn to(end: End) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let (passage, watched) = watch::channel(Passage::default());
        let mut task = JoinSet::new();
        task.spawn(accept(listener, end, watched));
        Ok(Self { address, passage, _task: task })
    }

    /// The URL of a database behind it.
    pub(crate) fn url(&self, name: &str) -> String {
        format!("postgres://postgres@{}/{name}", self.address)
    }

    /// Cuts all traffic without closing any connection.
    pub(crate) fn cut(&self) {
        self.passage.send_modify(|passage| passage.is_cut = true);
    }

    /// Closes the connections that were cut, like a router that comes back, and accepts new ones.
    pub(crate) fn mend(&self) {
        self.passage.send_modify(|passage| passage.is_cut = false);
    }

    pub(crate) fn set_width(&self, bytes_a_second: Option<u32>) {
        self.passage.send_modify(|passage| passage.width = bytes_a_second);
    }

    pub(crate) fn set_delay(&self, delay: Duration) {
        self.passage.send_modify(|passage| passage.delay = delay);
    }
}

async fn accept(listener: TcpListener, end: End, passage: watch::Receiver<Passage>) {
    let mut connections = JoinSet::new();
    while let Ok((client, _)) = listener.accept().await {
        let (end, passage) = (end.clone(), passage.clone());
        connections.spawn(async move {
            let Ok(server) = connect(end).await else { return };
            let ((client_reads, client_writes), (server_reads, server_writes)) = (client.into_split(), split(server));
            // When one direction ends, the other is ended, too.
            tokio::select! {
                () = forward(client_reads, server_writes, passage.clone()) => {}
                () = forward(server_reads, client_writes, passage) => {}
            }
        });
    }
}

async fn connect(end: End) -> std::io::Result<Box<dyn Stream>> {
    match end {
        End::Socket(path) => Ok(Box::new(UnixStream::connect(path).await?)),
        End::Port(address) => {
            let socket = TcpSocket::new_v4()?;
            socket.set_recv_buffer_size(QUEUE)?;
            Ok(Box::new(socket.connect(address).await?))
        }
    }
}

/// Forwards until one side closes, or until a cut is mended.
async fn forward(from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin, mut passage: watch::Receiver<Passage>) {
    let (sender, mut sent) = mpsc::channel::<(Instant, Vec<u8>)>(PIECES);
    let width = passage.clone();
    let arrive = async move {
        while let Some((at, bytes)) = sent.recv().await {
            if at > Instant::now() {
                sleep_until(at).await;
            }
            if to.write_all(&bytes).await.is_err() {
                return;
            }
            let width = width.borrow().width;
            if let (Some(width), Ok(length)) = (width, u32::try_from(bytes.len())) {
                sleep(Duration::from_secs(1) * length / width).await;
            }
        }
    };
    // Bytes that were sent before the end still arrive.
    tokio::join!(send(from, sender, &mut passage), arrive);
}

async fn send(
    mut from: impl AsyncRead + Unpin,
    sender: mpsc::Sender<(Instant, Vec<u8>)>,
    passage: &mut watch::Receiver<Passage>,
) {
    let mut buffer = vec![0; PIECE];
    loop {
        let Passage { is_cut: was_cut, delay, .. } = *passage.borrow_and_update();
        tokio::select! {
            changed = passage.changed() => {
                if changed.is_err() || (was_cut && !passage.borrow().is_cut) {
                    return;
                }
            }
            read = from.read(&mut buffer) => match read {
                Ok(0) if was_cut => std::future::pending().await, // The end of a connection is cut, too.
                Ok(_) if was_cut => {}
                Ok(length @ 1..) if sender.send((Instant::now() + delay, buffer[..length].to_vec())).await.is_ok() => {}
                _ => return,
            },
        }
    }
}
