//! A push service that records its posts, and devices that use it.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use anyhow::{Context as _, Result, ensure};
use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use fastrand::Rng;
use time::OffsetDateTime;
use tokio::time::{Instant, sleep};

use super::{browsers, database::Database, server::Settings};
use crate::client::{
    connection::Connection,
    push_service::{PushService, Reply},
    request,
    subscription::Subscription,
};

/// How long all posts may take.
const PATIENCE: Duration = Duration::from_mins(2);

/// The TTL of a repeat; that of the first message of a ring is what is left of its ten minutes.
const REPEAT_TTL: &str = "30";

/// A push service that records when it accepted the first message of each ring.
pub(crate) struct Pushed {
    service: PushService,
    posts: Arc<Mutex<Vec<Arrival>>>,
}

/// An accepted post.
#[derive(Debug, Clone)]
pub(crate) struct Arrival {
    pub(crate) at: OffsetDateTime,
    /// The path of the endpoint.
    pub(crate) path: String,
}

impl Pushed {
    /// A service that takes this long for each post.
    pub(crate) async fn taking(time: Duration) -> Result<Self> {
        let posts = Arc::<Mutex<Vec<Arrival>>>::default();
        let noted = Arc::clone(&posts);
        let service = PushService::open(move |post| {
            let is_repeat = post.header("ttl").is_ok_and(|ttl| ttl == REPEAT_TTL);
            if !is_repeat && let Ok(path) = post.path() {
                noted.lock().unwrap().push(Arrival { at: post.at, path: path.to_owned() });
            }
            Reply::Slow(time)
        });
        Ok(Self { service: service.await?, posts })
    }

    /// Adds the settings by which a server pushes to it.
    pub(crate) fn settings(&self, settings: Settings) -> Settings {
        by(settings, &self.origin())
    }

    pub(crate) fn origin(&self) -> String {
        self.service.origin()
    }

    /// Creates this many devices with confirmed subscriptions for each of the browsers, from the first on.
    pub(crate) async fn subscribe(
        &self,
        database: &Database,
        server: SocketAddr,
        browsers: u32,
        devices: u32,
    ) -> Result<()> {
        let offer = Connection::open(server).await?.json(&request::page("/api/push")).await?;
        let ours = offer["publicKey"].as_str().context("push is on")?;
        // All devices share a key pair: each message is encrypted separately anyway.
        let keys = Subscription::new(&mut Rng::with_seed(1)).keys();
        let theirs = keys["p256dh"].as_str().context("a subscription has a key")?;
        let bytes = |text: &str| -> Result<String> {
            Ok(format!("decode('{}', 'base64')", STANDARD.encode(URL_SAFE_NO_PAD.decode(text)?)))
        };
        let (ours, theirs, origin) = (bytes(ours)?, bytes(theirs)?, self.origin());
        let (browser, device) = (browsers::sql_id("b"), browsers::sql_device_id("b", "d"));
        let insert = format!(
            "INSERT INTO devices (browser_id, id, endpoint, origin, endpoint_digest, p256dh, auth, vapid_key, language, \
             hides_labels, ring_for, state, code_digest, put_at, created_at) \
             SELECT {browser}, {device}, endpoint, '{origin}', sha256(endpoint::bytea), {theirs}, \
             decode(repeat('07', 16), 'hex'), {ours}, 'en', false, 300, 'active', '', now(), now() \
             FROM generate_series(1, {browsers}) b, generate_series(1, {devices}) d, \
             LATERAL (SELECT '{origin}/push/' || b || '-' || d AS endpoint) e; ANALYZE devices",
        );
        database.sql(&insert).await?;
        Ok(())
    }

    /// Waits until this many posts were accepted; returns them in their order.
    pub(crate) async fn posted(&self, count: usize) -> Result<Vec<Arrival>> {
        let give_up = Instant::now() + PATIENCE;
        while self.posts.lock().unwrap().len() < count && Instant::now() < give_up {
            sleep(Duration::from_millis(20)).await;
        }
        let posts = self.posts.lock().unwrap().clone();
        ensure!(posts.len() == count, "{} posts of {count}", posts.len());
        Ok(posts)
    }
}

/// Adds the settings by which a server pushes to these services.
pub(crate) fn by(settings: Settings, origins: &str) -> Settings {
    settings.with("TOKIBAKO_PUSH_SERVICES", &origins).with("TOKIBAKO_PUSH_CONTACT", &"mailto:push@time.example")
}
