//! Acts for devices and pages: confirms subscriptions, confirms rings, stops them.

use std::{sync::Arc, time::Duration};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::json;
use time::OffsetDateTime;
use tokio::{
    sync::mpsc::UnboundedReceiver,
    time::{Instant, sleep, timeout},
};

use super::scene::{Given, RING_FOR, Scene, Task};
use crate::{
    client::{connection::Connection, request},
    ground::occurrence::Occurrence,
};

/// How long a device waits before it tries again.
const RETRY: Duration = Duration::from_millis(100);

/// How long a device retries.
const PATIENCE: Duration = Duration::from_mins(1);

/// Performs the devices' tasks until the channel closes.
pub(super) async fn act(scene: Arc<Scene>, mut to_do: UnboundedReceiver<Task>) {
    while let Some(task) = to_do.recv().await {
        let scene = Arc::clone(&scene);
        tokio::spawn(async move {
            let outcome = match task {
                Task::Confirm { device, code } => confirm(&scene, device, &code).await,
                Task::Hear { device, ring, token } => hear(&scene, device, ring, &token).await,
            };
            if let Err(error) = outcome {
                scene.state().faults.push(format!("{error:#}"));
            }
        });
    }
}

/// Registers every device and waits until all have confirmed their subscriptions.
pub(super) async fn subscribe(scene: &Scene, origin_of: impl Fn(usize) -> String) -> Result<()> {
    let offer = Connection::open(scene.server).await?.json(&request::page("/api/push")).await?;
    offer["publicKey"].as_str().context("push is on")?.clone_into(&mut scene.state().key);
    for (number, device) in scene.devices.iter().enumerate() {
        let endpoint = format!("{}/push/{number}", origin_of(number));
        let keys = device.subscription.keys();
        let body = json!({ "endpoint": endpoint, "keys": keys, "language": "en", "ringFor": RING_FOR.whole_seconds() });
        let path = format!("/api/push/devices/{}", device.id);
        let status = ask(scene, &request::put(&path, device.browser, &body.to_string())).await?;
        ensure!(status == 202, "a device was answered with {status}");
    }
    let confirmed = async {
        for device in &scene.devices {
            while !active(scene, device.browser).await?.contains(&device.id) {
                sleep(RETRY).await;
            }
        }
        Ok(())
    };
    timeout(PATIENCE, confirmed).await.context("not all devices were greeted")?
}

/// The active devices of a browser.
pub(super) async fn active(scene: &Scene, browser: u32) -> Result<Vec<String>> {
    let devices = Connection::open(scene.server).await?.json(&request::read("/api/push/devices", browser)).await?;
    let active = devices.as_array().context("a list")?.iter().filter(|device| device["state"] == "active");
    Ok(active.filter_map(|device| device["id"].as_str().map(str::to_owned)).collect())
}

/// Stops a ring on a page, `pause` after it is due; `on` is the device with push that shows the page, if any.
pub(super) async fn stop_on_page(
    scene: Arc<Scene>,
    browser: u32,
    ring: Occurrence,
    on: Option<usize>,
    pause: Duration,
) -> Result<()> {
    sleep(Duration::try_from(ring.due() - OffsetDateTime::now_utc()).unwrap_or_default() + pause).await;
    let body = stop(ring)?;
    let path = "/api/rings/answer";
    let request = match on {
        Some(number) => request::write_with(path, browser, "X-Device-Id", &scene.devices[number].id, &body),
        None => request::write(path, browser, &body),
    };
    give(&scene, ring, on, &request).await
}

async fn confirm(scene: &Scene, number: usize, code: &str) -> Result<()> {
    let device = &scene.devices[number];
    let path = format!("/api/push/devices/{}/confirm", device.id);
    let body = json!({ "code": code }).to_string();
    let status = ask(scene, &request::write(&path, device.browser, &body)).await?;
    ensure!(status == 200, "a code was answered with {status}");
    Ok(())
}

/// Confirms once that a ring is shown, as a service worker does, and stops it if that is planned for this device.
async fn hear(scene: &Scene, number: usize, ring: Occurrence, token: &str) -> Result<()> {
    let mut body = ring.fields()?;
    body["device"] = scene.devices[number].id.clone().into();
    let request = request::write_by("/api/rings/heard", token, &body.to_string());
    // A server that was killed does not answer.
    if let Ok(status) = ask(scene, &request).await {
        ensure!(status == 204, "a shown ring was answered with {status}");
        scene.state().heard.entry((number, ring)).or_insert_with(OffsetDateTime::now_utc);
    }
    let is_stopped_here = scene.state().stops.get(&ring) == Some(&number);
    if !is_stopped_here || scene.state().given.contains_key(&ring) {
        return Ok(());
    }
    let pause = scene.state().chance.u64(0..4_000);
    sleep(Duration::from_millis(pause)).await;
    give(scene, ring, Some(number), &request::write_by("/api/rings/answer", token, &stop(ring)?)).await
}

fn stop(ring: Occurrence) -> Result<String> {
    let mut body = ring.fields()?;
    body["answer"] = "stop".into();
    Ok(body.to_string())
}

/// Sends an answer until the server has accepted it.
async fn give(scene: &Scene, ring: Occurrence, on: Option<usize>, request: &[u8]) -> Result<()> {
    let begun = OffsetDateTime::now_utc();
    let give_up = Instant::now() + PATIENCE;
    loop {
        match ask(scene, request).await {
            Ok(200) => break,
            Ok(status) if Instant::now() > give_up => bail!("an answer to a ring was refused with {status}"),
            Err(error) if Instant::now() > give_up => return Err(error),
            _ => sleep(RETRY).await,
        }
    }
    scene.state().given.entry(ring).or_insert(Given { begun, done: OffsetDateTime::now_utc(), on });
    Ok(())
}

async fn ask(scene: &Scene, request: &[u8]) -> Result<u16> {
    Connection::open(scene.server).await?.status(request).await
}
