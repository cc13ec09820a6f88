//! A stand-in for a push service or the server of a channel, on this machine.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
};

/// A service that gives every request the same answer and records the requests.
pub(crate) struct Service {
    pub(crate) origin: String,
    pub(crate) seen: Arc<Mutex<Vec<String>>>,
    pub(crate) connections: Arc<AtomicUsize>,
}

impl Service {
    pub(crate) async fn answering(answer: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let (seen, connections) = (Arc::<Mutex<Vec<String>>>::default(), Arc::<AtomicUsize>::default());
        let (kept, counted) = (Arc::clone(&seen), Arc::clone(&connections));
        tokio::spawn(async move {
            while let Ok((mut socket, _)) = listener.accept().await {
                counted.fetch_add(1, Ordering::SeqCst);
                let (answer, kept) = (answer.clone(), Arc::clone(&kept));
                tokio::spawn(async move {
                    let mut request = Vec::new();
                    let mut part = [0; 4_096];
                    while !is_whole(&request) {
                        match socket.read(&mut part).await {
                            Ok(read @ 1..) => request.extend(part.iter().take(read)),
                            _ => break,
                        }
                    }
                    kept.lock().unwrap().push(String::from_utf8_lossy(&request).into_owned());
                    // The write fails if the client hangs up after it has read enough.
                    let _ = socket.write_all(answer.as_bytes()).await;
                });
            }
        });
        Self { origin, seen, connections }
    }
}

/// Whether a request has as much body as its head says.
fn is_whole(request: &[u8]) -> bool {
    let request = String::from_utf8_lossy(request).to_lowercase();
    let Some((head, body)) = request.split_once("\r\n\r\n") else { return false };
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
    body.len() >= length.unwrap_or(0_usize)
}
