//! Sockets to a server on this machine.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr},
};

use tokio::net::{TcpSocket, TcpStream};

pub(crate) async fn connect(server: SocketAddr) -> io::Result<TcpStream> {
    connect_from(Ipv4Addr::UNSPECIFIED, server).await
}

/// Connects from an address of the loopback, or from any. Then each server may have as many connections as there are ports.
pub(crate) async fn connect_from(source: Ipv4Addr, server: SocketAddr) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.set_nodelay(true)?;
    if !source.is_unspecified() {
        socket.bind((source, 0).into())?;
    }
    socket.connect(server).await
}
