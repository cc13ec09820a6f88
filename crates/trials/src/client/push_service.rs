//! A stand-in for a push service, which answers each post as a trial decides.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use anyhow::{Context as _, Result};
use time::OffsetDateTime;
use tokio::{
    io::AsyncWriteExt as _,
    net::{TcpListener, TcpStream},
    task::JoinSet,
    time::sleep,
};

use super::inbox::Inbox;

/// A received post.
pub(crate) struct Post<'a> {
    pub(crate) at: OffsetDateTime,
    message: &'a Inbox,
}

impl Post<'_> {
    /// The path of the endpoint.
    pub(crate) fn path(&self) -> Result<&str> {
        self.message.word(1)
    }

    /// A header, by its name in lower case.
    pub(crate) fn header(&self, name: &str) -> Result<&str> {
        self.message.header(name).with_context(|| format!("a header {name}"))
    }

    pub(crate) fn body(&self) -> &[u8] {
        self.message.body()
    }
}

/// How a post is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reply {
    Status(u16),
    /// 429 with a `Retry-After` of this many seconds.
    Throttled(u32),
    /// 201 after this time.
    Slow(Duration),
    /// No answer.
    Hang,
    /// The connection is closed without an answer.
    Cut,
}

/// A push service on the loopback interface; dropping it closes it.
pub(crate) struct PushService {
    address: SocketAddr,
    _task: JoinSet<()>,
}

impl PushService {
    /// Answers every post with the result of `answer`.
    pub(crate) async fn open(answer: impl Fn(&Post<'_>) -> Reply + Send + Sync + 'static) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let mut task = JoinSet::new();
        task.spawn(accept(listener, Arc::new(answer)));
        Ok(Self { address, _task: task })
    }

    /// The origin of the service.
    pub(crate) fn origin(&self) -> String {
        format!("http://{}", self.address)
    }
}

async fn accept(listener: TcpListener, answer: Arc<impl Fn(&Post<'_>) -> Reply + Send + Sync + 'static>) {
    let mut connections = JoinSet::new();
    while let Ok((socket, _)) = listener.accept().await {
        let answer = Arc::clone(&answer);
        connections.spawn(async move {
            // An error is ignored: the sender notices by itself.
            let _ = serve(socket, &*answer).await;
        });
        while connections.try_join_next().is_some() {}
    }
}

/// Answers the posts of one connection until the connection ends.
async fn serve(mut socket: TcpStream, answer: &(impl Fn(&Post<'_>) -> Reply + Send + Sync)) -> Result<()> {
    socket.set_nodelay(true)?;
    let mut inbox = Inbox::default();
    while inbox.next(&mut socket).await? {
        match answer(&Post { at: OffsetDateTime::now_utc(), message: &inbox }) {
            Reply::Status(status) => respond(&mut socket, status, "").await?,
            Reply::Throttled(seconds) => respond(&mut socket, 429, &format!("Retry-After: {seconds}\r\n")).await?,
            Reply::Slow(pause) => {
                sleep(pause).await;
                respond(&mut socket, 201, "").await?;
            }
            // Reads on until the other side gives up.
            Reply::Hang => while inbox.next(&mut socket).await? {},
            Reply::Cut => return Ok(()),
        }
    }
    Ok(())
}

async fn respond(socket: &mut TcpStream, status: u16, header: &str) -> Result<()> {
    let answer = format!("HTTP/1.1 {status} As it is\r\n{header}Content-Length: 0\r\n\r\n");
    Ok(socket.write_all(answer.as_bytes()).await?)
}
