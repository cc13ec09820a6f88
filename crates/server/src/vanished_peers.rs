//! Detects clients that vanish without closing their connection, like a phone that leaves its network.
//!
//! By default what is sent to them is retransmitted for a quarter of an hour, and their streams stay open as long. On
//! Linux a socket option shortens that.

use std::time::Duration;

use socket2::SockRef;
use tokio::net::TcpStream;
use tracing::debug;

/// How long sent data may stay unacknowledged.
const PATIENCE: Duration = Duration::from_secs(30);

/// Ends the connection when its peer has acknowledged nothing for [`PATIENCE`].
pub(crate) fn give_up_on(connection: &TcpStream) {
    if let Err(error) = SockRef::from(connection).set_tcp_user_timeout(Some(PATIENCE)) {
        debug!(%error, "a client that vanishes will be noticed late");
    }
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn the_timeout_is_set_on_a_connection() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (client, accepted) = tokio::join!(TcpStream::connect(address), listener.accept());
        let (_client, (connection, _)) = (client.unwrap(), accepted.unwrap());
        give_up_on(&connection);
        assert_eq!(SockRef::from(&connection).tcp_user_timeout().unwrap(), Some(PATIENCE));
    }
}
