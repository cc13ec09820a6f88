//! Devices that are rung by push beside a herd, and how soon all of them are.

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
use serde_json::Value;
use time::OffsetDateTime;
use tokio::time::{Instant, sleep};

use super::print::{print, print_count};
use crate::{
    client::{
        connection::Connection,
        push_service::{PushService, Reply},
        request,
        subscription::Subscription,
    },
    ground::{browsers, database::Database, server::Settings},
};

/// How long the service takes over a post.
const TAKES: Duration = Duration::from_millis(1);

/// How long all posts may take.
const PATIENCE: Duration = Duration::from_mins(2);

/// A push service that notes when it is posted something.
pub(super) struct Pushed {
    service: PushService,
    posts: Arc<Mutex<Vec<OffsetDateTime>>>,
}

impl Pushed {
    pub(super) async fn open() -> Result<Self> {
        let posts = Arc::<Mutex<Vec<OffsetDateTime>>>::default();
        let noted = Arc::clone(&posts);
        let service = PushService::open(move |_, post| {
            noted.lock().unwrap().push(post.at);
            Reply::Slow(TAKES)
        });
        Ok(Self { service: service.await?, posts })
    }

    /// Settings of a server that pushes to it.
    pub(super) fn settings(&self, settings: Settings) -> Settings {
        let contact = "mailto:push@time.example";
        settings.with("TOKIBAKO_PUSH_SERVICES", &self.service.origin()).with("TOKIBAKO_PUSH_CONTACT", &contact)
    }

    /// Gives so many browsers so many devices each that have confirmed their subscriptions.
    pub(super) async fn subscribe(
        &self,
        database: &Database,
        server: SocketAddr,
        browsers: u32,
        devices: u32,
    ) -> Result<()> {
        let offer = Connection::open(server).await?.ask(&request::page("/api/push")).await?;
        let offer: Value = serde_json::from_slice(&offer.body)?;
        let ours = offer["publicKey"].as_str().context("push is on")?;
        // One pair of keys is as good as many: each message is sealed for itself.
        let keys = Subscription::new(&mut Rng::with_seed(1)).keys();
        let theirs = keys["p256dh"].as_str().context("a subscription has a key")?;
        let bytes = |text: &str| -> Result<String> {
            Ok(format!("decode('{}', 'base64')", STANDARD.encode(URL_SAFE_NO_PAD.decode(text)?)))
        };
        let (ours, theirs, origin, browser) =
            (bytes(ours)?, bytes(theirs)?, self.service.origin(), browsers::sql_id("b"));
        let insert = format!(
            "INSERT INTO devices (browser_id, id, endpoint, origin, endpoint_digest, p256dh, auth, vapid_key, language, \
             hides_labels, state, code_digest, put_at, created_at) \
             SELECT {browser}, gen_random_uuid(), endpoint, '{origin}', sha256(endpoint::bytea), {theirs}, \
             decode(repeat('07', 16), 'hex'), {ours}, 'en', false, 'active', '', now(), now() \
             FROM generate_series(1, {browsers}) b, generate_series(1, {devices}) d, \
             LATERAL (SELECT '{origin}/push/' || b || '-' || d AS endpoint) e; ANALYZE devices",
        );
        database.sql(&insert).await?;
        Ok(())
    }

    /// Waits until so many were posted; gives when each was.
    pub(super) async fn posted(&self, count: usize) -> Result<Vec<OffsetDateTime>> {
        let give_up = Instant::now() + PATIENCE;
        while self.posts.lock().unwrap().len() < count && Instant::now() < give_up {
            sleep(Duration::from_millis(20)).await;
        }
        let posts = self.posts.lock().unwrap().clone();
        ensure!(posts.len() == count, "{} posts of {count}", posts.len());
        Ok(posts)
    }

    /// Waits until so many were posted, and prints how long after they were due the last of them was.
    pub(super) async fn tell(&self, name: &str, count: u32, due: OffsetDateTime) -> Result<()> {
        let posts = self.posted(usize::try_from(count)?).await?;
        print_count(&format!("{name}, posted"), posts.len(), "messages");
        if let Some(last) = posts.last() {
            print(format_args!("{name}, last posted"), (*last - due).as_seconds_f64() * 1_000.0, "ms");
        }
        Ok(())
    }
}
