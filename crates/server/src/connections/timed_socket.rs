//! A socket with deadlines, which ends a connection whose client is idle for too long.
//!
//! The web server has deadlines for the head of the first request and for silence between two requests. It has none for
//! the head of a later request, for a body that its handler does not read, and for a client that does not read.

use std::{
    io,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep},
};

use super::activity::Activity;

/// How often a connection without a deadline is checked: the end of a response does not wake its socket.
const CHECK_INTERVAL: Duration = Duration::from_secs(30);

/// A socket with deadlines.
pub(crate) struct TimedSocket<Socket, Permit> {
    socket: Socket,
    activity: Rc<Activity>,
    timer: Pin<Box<Sleep>>,
    _permit: Permit,
}

impl<Socket, Permit> TimedSocket<Socket, Permit> {
    /// The socket of a new connection, which holds its permit.
    pub(crate) fn new(socket: Socket, permit: Permit) -> Self {
        Self {
            socket,
            activity: Activity::new(Instant::now()),
            timer: Box::pin(sleep(CHECK_INTERVAL)),
            _permit: permit,
        }
    }

    /// The state of the connection.
    pub(crate) fn activity(&self) -> &Rc<Activity> {
        &self.activity
    }

    /// Pending until the deadline, then an error.
    fn poll_deadline(&mut self, cx: &mut Context<'_>) -> Poll<io::Error> {
        loop {
            let now = Instant::now();
            let next = self.activity.deadline().unwrap_or(now + CHECK_INTERVAL);
            if next <= now {
                return Poll::Ready(io::ErrorKind::TimedOut.into());
            }
            // Setting the timer again when it fires too early is cheaper than setting it at each request.
            if self.timer.deadline() > next {
                self.timer.as_mut().reset(next);
            }
            ready!(self.timer.as_mut().poll(cx));
            self.timer.as_mut().reset(next);
        }
    }
}

impl<Socket: AsyncRead + Unpin, Permit: Unpin> AsyncRead for TimedSocket<Socket, Permit> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let read = Pin::new(&mut self.socket).poll_read(cx, buf);
        if read.is_ready() {
            let received = buf.filled().get(before..).unwrap_or_default();
            if !received.is_empty() && !self.activity.received(received, Instant::now()) {
                return Poll::Ready(Err(io::ErrorKind::InvalidData.into()));
            }
            return read;
        }
        self.poll_deadline(cx).map(Err)
    }
}

impl<Socket: AsyncWrite + Unpin, Permit: Unpin> AsyncWrite for TimedSocket<Socket, Permit> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.socket).poll_write(cx, bytes);
        match written {
            Poll::Ready(_) => {
                self.activity.sent(Instant::now());
                written
            }
            Poll::Pending => {
                self.activity.blocked(Instant::now());
                self.poll_deadline(cx).map(Err)
            }
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn an_incomplete_request_ends_the_connection_after_its_deadline() {
        let (mut client, socket) = duplex(64);
        let mut socket = TimedSocket::new(socket, ());
        let begun = Instant::now();
        client.write_all(b"G").await.unwrap();
        let mut byte = [0; 1];
        socket.read_exact(&mut byte).await.unwrap();
        let ended = socket.read_exact(&mut byte).await.unwrap_err();
        assert_eq!((ended.kind(), begun.elapsed().as_secs()), (io::ErrorKind::TimedOut, 12));
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_does_not_read_is_disconnected_after_its_deadline() {
        let (_client, socket) = duplex(64);
        let mut socket = TimedSocket::new(socket, ());
        let begun = Instant::now();
        let ended = socket.write_all(&[0; 1_000]).await.unwrap_err();
        assert_eq!((ended.kind(), begun.elapsed().as_secs()), (io::ErrorKind::TimedOut, 20));
    }

    #[tokio::test(start_paused = true)]
    async fn silence_ends_the_connection() {
        let (_client, socket) = duplex(64);
        let mut socket = TimedSocket::new(socket, ());
        let begun = Instant::now();
        let ended = socket.read_u8().await.unwrap_err();
        assert_eq!((ended.kind(), begun.elapsed().as_secs()), (io::ErrorKind::TimedOut, 35));
    }
}
