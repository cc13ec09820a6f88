//! Detects clients that vanish without closing their connection, like a phone that leaves its network, and bounds the
//! memory of clients that do not read.
//!
//! By default what is sent to them is retransmitted for a quarter of an hour, and their streams stay open as long. On
//! Linux a socket option shortens that.

use std::time::Duration;

use socket2::SockRef;
use tokio::net::TcpStream;
use tracing::debug;

/// How long sent data may stay unacknowledged.
const TIMEOUT: Duration = Duration::from_secs(30);

/// How many bytes the kernel buffers for a client before it sends them. What it has sent is acknowledged soon, or the
/// client's window is closed.
const UNSENT: u32 = 32 << 10;

/// Ends the connection when its peer has acknowledged nothing for [`TIMEOUT`], and bounds what the kernel buffers for it.
pub(crate) fn bound(connection: &TcpStream) {
    let socket = SockRef::from(connection);
    if let Err(error) = socket.set_tcp_user_timeout(Some(TIMEOUT)) {
        debug!(%error, "a client that vanishes will be noticed late");
    }
    if let Err(error) = socket.set_tcp_notsent_lowat(UNSENT) {
        debug!(%error, "the kernel may buffer megabytes for a client that does not read");
    }
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn the_bounds_are_set_on_a_connection() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (client, accepted) = tokio::join!(TcpStream::connect(address), listener.accept());
        let (_client, (connection, _)) = (client.unwrap(), accepted.unwrap());
        bound(&connection);
        assert_eq!(SockRef::from(&connection).tcp_user_timeout().unwrap(), Some(TIMEOUT));
        assert_eq!(SockRef::from(&connection).tcp_notsent_lowat().unwrap(), UNSENT);
    }
}
