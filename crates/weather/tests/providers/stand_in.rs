//! A server that gives the answers of a test and records the requests.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use tokibako_weather::{
    cities::{Catalogue, City},
    provider::ProviderAddress,
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};

pub(crate) struct StandIn {
    pub(crate) socket: SocketAddr,
    asked: Arc<Mutex<Vec<String>>>,
}

/// The bytes of an answer; `None` leaves the connection silent.
pub(crate) type Reply = Option<Vec<u8>>;

impl StandIn {
    /// Answers every request with what `reply` returns for its path and query.
    pub(crate) async fn answering(reply: impl Fn(&str) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let socket = listener.local_addr().unwrap();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (reply, log) = (Arc::new(reply), Arc::clone(&asked));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(converse(stream, Arc::clone(&reply), Arc::clone(&log)));
            }
        });
        Self { socket, asked }
    }

    /// Answers every request with this JSON.
    pub(crate) async fn saying(status: u16, body: impl ToString) -> Self {
        let body = body.to_string();
        Self::answering(move |_| Some(response(status, "", body.as_bytes()))).await
    }

    pub(crate) fn address(&self) -> ProviderAddress {
        ProviderAddress::of(&format!("http://{}", self.socket)).unwrap()
    }

    /// The paths and queries requested so far.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

/// The bytes of a response. Each header line ends with a line break.
pub(crate) fn response(status: u16, headers: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let mut response =
        format!("HTTP/1.1 {status} -\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n{headers}\r\n")
            .into_bytes();
    response.extend_from_slice(body);
    response
}

/// Cities of the catalogue by their ids.
pub(crate) fn cities<const N: usize>(ids: [&str; N]) -> [Arc<City>; N] {
    let catalogue = Catalogue::built_in().unwrap();
    ids.map(|id| Arc::clone(catalogue.cities().iter().find(|city| city.id == id).unwrap()))
}

async fn converse(mut stream: TcpStream, reply: Arc<impl Fn(&str) -> Reply>, asked: Arc<Mutex<Vec<String>>>) {
    let mut received = Vec::new();
    while stream.read_buf(&mut received).await.is_ok_and(|length| length > 0) {
        let text = String::from_utf8_lossy(&received);
        if !text.contains("\r\n\r\n") {
            continue;
        }
        let target = text.split(' ').nth(1).unwrap().to_owned();
        asked.lock().unwrap().push(target.clone());
        received.clear();
        match reply(&target) {
            Some(response) => stream.write_all(&response).await.unwrap(),
            None => std::future::pending().await,
        }
    }
}
