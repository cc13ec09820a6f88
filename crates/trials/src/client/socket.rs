//! Sockets to a server on this machine.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr},
    sync::atomic::{AtomicU32, Ordering},
};

use tokio::net::{TcpSocket, TcpStream};

/// Connections per source address: somewhat fewer than an address has ports.
const PER_SOURCE: u32 = 10_000;

static OPENED: AtomicU32 = AtomicU32::new(0);

/// Connects from a loopback address, and from the next one when the ports of the last run out.
pub(crate) async fn connect(server: SocketAddr) -> io::Result<TcpStream> {
    let number = OPENED.fetch_add(1, Ordering::Relaxed) / PER_SOURCE;
    connect_from(Ipv4Addr::from_bits(Ipv4Addr::LOCALHOST.to_bits() + number % 200), server).await
}

/// Connects from an address of the loopback.
pub(crate) async fn connect_from(source: Ipv4Addr, server: SocketAddr) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.set_nodelay(true)?;
    socket.bind((source, 0).into())?;
    socket.connect(server).await
}
