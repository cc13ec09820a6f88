//! A link by which little passes: so many bytes a second each way, and whoever sends more has to wait.

use std::{net::SocketAddr, time::Duration};

use anyhow::Result;
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::{TcpListener, TcpSocket, TcpStream},
    sync::watch,
    task::JoinSet,
    time::sleep,
};

/// What passes at a time.
const PIECE: usize = 4 * 1024;

/// What waits in front of it: a real one has a short queue, and the kernel would keep megabytes.
const QUEUE: u32 = 32 * 1024;

/// Forwards connections to an address; dropping it ends them.
pub(crate) struct NarrowLink {
    address: SocketAddr,
    /// Bytes a second, or any number.
    width: watch::Sender<Option<u32>>,
    _task: JoinSet<()>,
}

impl NarrowLink {
    /// A link to an address, of any width so far.
    pub(crate) async fn to(server: SocketAddr) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let (width, watched) = watch::channel(None);
        let mut task = JoinSet::new();
        task.spawn(accept(listener, server, watched));
        Ok(Self { address, width, _task: task })
    }

    /// Where it begins.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Lets so many bytes a second pass from now on, each way and for each connection; `None` for any number.
    pub(crate) fn set_width(&self, bytes_a_second: Option<u32>) {
        self.width.send_replace(bytes_a_second);
    }
}

async fn accept(listener: TcpListener, server: SocketAddr, width: watch::Receiver<Option<u32>>) {
    let mut connections = JoinSet::new();
    while let Ok((client, _)) = listener.accept().await {
        let width = width.clone();
        connections.spawn(async move {
            let Ok(server) = connect(server).await else { return };
            let (client_reads, client_writes) = client.into_split();
            let (server_reads, server_writes) = server.into_split();
            // Whichever way ends first ends the other.
            tokio::select! {
                () = forward(client_reads, server_writes, &width) => {}
                () = forward(server_reads, client_writes, &width) => {}
            }
        });
    }
}

async fn connect(server: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = if server.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    socket.set_recv_buffer_size(QUEUE)?;
    socket.connect(server).await
}

async fn forward(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    width: &watch::Receiver<Option<u32>>,
) {
    let mut buffer = vec![0; PIECE];
    loop {
        let Ok(length @ 1..) = from.read(&mut buffer).await else { return };
        if to.write_all(&buffer[..length]).await.is_err() {
            return;
        }
        let width = *width.borrow();
        if let (Some(width), Ok(length)) = (width, u32::try_from(length)) {
            sleep(Duration::from_secs(1) * length / width).await;
        }
    }
}
