//! The response to a connection that is refused.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use actix_web::rt;
use tokibako_http::ReachedLimit;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

/// How long a client may take to read the response.
const TIMEOUT: Duration = Duration::from_secs(1);

/// How many refused connections are answered at the same time; others are closed without a response.
const ANSWERED: usize = 256;

static ANSWERING: AtomicUsize = AtomicUsize::new(0);

/// Answers and closes a connection without reading its request first.
pub(crate) fn refuse(mut socket: TcpStream, refused: ReachedLimit) {
    if ANSWERING.fetch_add(1, Ordering::Relaxed) >= ANSWERED {
        ANSWERING.fetch_sub(1, Ordering::Relaxed);
        return;
    }
    rt::spawn(async move {
        let answered = timeout(TIMEOUT, async {
            socket.write_all(answer(refused, fastrand::u32(2..=10)).as_bytes()).await?;
            socket.shutdown().await?;
            // Closing a socket with unread data would reset the connection and discard the response.
            while socket.read(&mut [0; 1_024]).await? > 0 {}
            std::io::Result::Ok(())
        });
        let _ = answered.await;
        ANSWERING.fetch_sub(1, Ordering::Relaxed);
    });
}

fn answer(refused: ReachedLimit, seconds: u32) -> String {
    let (status, reason, kind, title) = match refused {
        ReachedLimit::OfKey => (429, "Too Many Requests", "too-many-requests", "Too many requests"),
        ReachedLimit::Total => (503, "Service Unavailable", "unavailable", "Temporarily unavailable"),
    };
    let body = format!(
        r#"{{"type":"/problems/{kind}","title":"{title}","status":{status},"detail":"too many connections are open, try again in {seconds} s"}}"#
    );
    let length = body.len();
    format!(
        "HTTP/1.1 {status} {reason}\r\nContent-Type: application/problem+json\r\nContent-Length: {length}\r\n\
         Retry-After: {seconds}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n{body}"
    )
}
