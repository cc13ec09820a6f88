//! A stand-in for a push service, which answers each post as a trial decides.

use std::{collections::HashMap, net::SocketAddr, sync::Arc, time::Duration};

use anyhow::{Context as _, Result, bail};
use time::OffsetDateTime;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    task::JoinSet,
    time::sleep,
};

/// A received post.
pub(crate) struct Post {
    pub(crate) at: OffsetDateTime,
    pub(crate) path: String,
    /// By name in lower case.
    pub(crate) headers: HashMap<String, String>,
    pub(crate) body: Vec<u8>,
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
    pub(crate) async fn open(answer: impl Fn(&Post) -> Reply + Send + Sync + 'static) -> Result<Self> {
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

async fn accept(listener: TcpListener, answer: Arc<impl Fn(&Post) -> Reply + Send + Sync + 'static>) {
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
async fn serve(mut socket: TcpStream, answer: &(impl Fn(&Post) -> Reply + Send + Sync)) -> Result<()> {
    socket.set_nodelay(true)?;
    let mut inbox = Vec::new();
    while let Some(post) = read(&mut socket, &mut inbox).await? {
        match answer(&post) {
            Reply::Status(status) => respond(&mut socket, status, "").await?,
            Reply::Throttled(seconds) => respond(&mut socket, 429, &format!("Retry-After: {seconds}\r\n")).await?,
            Reply::Slow(pause) => {
                sleep(pause).await;
                respond(&mut socket, 201, "").await?;
            }
            // Reads on until the other side gives up.
            Reply::Hang => while socket.read_buf(&mut inbox).await? > 0 {},
            Reply::Cut => return Ok(()),
        }
    }
    Ok(())
}

async fn respond(socket: &mut TcpStream, status: u16, header: &str) -> Result<()> {
    let answer = format!("HTTP/1.1 {status} As it is\r\n{header}Content-Length: 0\r\n\r\n");
    Ok(socket.write_all(answer.as_bytes()).await?)
}

/// The next post; `None` if the connection ended before one began.
async fn read(socket: &mut TcpStream, inbox: &mut Vec<u8>) -> Result<Option<Post>> {
    loop {
        if let Some(post) = complete(inbox)? {
            return Ok(Some(post));
        }
        if socket.read_buf(inbox).await? == 0 {
            if inbox.is_empty() {
                return Ok(None);
            }
            bail!("a post was cut off");
        }
    }
}

/// Takes a post from the inbox once it is complete.
fn complete(inbox: &mut Vec<u8>) -> Result<Option<Post>> {
    let Some(end) = inbox.windows(4).position(|window| window == b"\r\n\r\n") else { return Ok(None) };
    let head = std::str::from_utf8(&inbox[..end])?;
    let mut lines = head.lines();
    let path = lines.next().and_then(|line| line.strip_prefix("POST ")?.split(' ').next());
    let path = path.context("it is a post")?.to_owned();
    let named = lines.filter_map(|line| line.split_once(": "));
    let headers: HashMap<_, _> = named.map(|(name, value)| (name.to_lowercase(), value.to_owned())).collect();
    let length: usize = headers.get("content-length").context("a post says how long it is")?.parse()?;
    let whole = end + 4 + length;
    if inbox.len() < whole {
        return Ok(None);
    }
    let body = inbox[end + 4..whole].to_vec();
    inbox.drain(..whole);
    Ok(Some(Post { at: OffsetDateTime::now_utc(), path, headers, body }))
}
