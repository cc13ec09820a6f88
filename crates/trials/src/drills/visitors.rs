//! What visitors do while a fault lasts: they answer rings, and write timers.

use std::{collections::HashSet, net::SocketAddr, time::Duration};

use anyhow::{Context as _, Result, bail, ensure};
use fastrand::Rng;
use serde_json::Value;
use time::OffsetDateTime;
use tokio::{
    task::JoinHandle,
    time::{Instant, sleep, timeout},
};
use tokio_util::sync::CancellationToken;

use super::scene::Scene;
use crate::{
    client::{connection::Connection, request},
    ground::{due, occurrence::Occurrence},
    history::{Event, History, micros},
};

/// How long a device waits before it tries again, and how long it tries to give one answer.
const RETRY: Duration = Duration::from_millis(50);
const PATIENCE: Duration = Duration::from_secs(30);

/// The pause between writes, and how soon one must be refused, whether the database is down or frozen.
const PAUSE: Duration = Duration::from_millis(20);
const REFUSAL: Duration = Duration::from_secs(7);

/// Browsers that only write, and how many timers each writes at most: no limit of rows refuses one.
const WRITERS: u32 = 900_000;
const EACH: u32 = 100;

/// Two devices that answer.
pub(super) struct Answers([JoinHandle<Result<Vec<Event>>>; 2]);

impl Answers {
    /// Has every other ring answered by both, and half of these before it is due.
    pub(super) async fn begin(scene: &Scene<'_>, rings: &HashSet<Occurrence>, chance: &mut Rng) -> Result<Self> {
        let owners = due::owners(&scene.database).await?;
        let mut rings: Vec<_> = rings.iter().copied().filter(|ring| ring.row % 2 == 0).collect();
        rings.sort_unstable();
        let server = scene.nodes[0].address;
        Ok(Self(["one device", "another device"].map(|device| {
            chance.shuffle(&mut rings);
            let rings = rings.iter().filter_map(|ring| Some((*ring, *owners.get(&(ring.kind, ring.row))?)));
            tokio::spawn(answer_all(server, device, rings.collect()))
        })))
    }

    pub(super) async fn end(self, scene: &Scene<'_>, history: &mut History) -> Result<()> {
        for device in self.0 {
            history.events.extend(device.await??);
        }
        for (what, count) in [
            ("rings are logged without their answer", "firings WHERE row_id % 2 = 0 AND answer IS NULL"),
            ("answered timers stand at their end", "timers WHERE id % 2 = 0 AND remaining_ms = 0"),
        ] {
            let count: usize = scene.database.number(&format!("SELECT count(*) FROM {count}")).await?;
            history.require(count == 0, || format!("{count} {what}"));
        }
        Ok(())
    }
}

/// Sends each answer until the server has accepted it; returns which answers count.
async fn answer_all(server: SocketAddr, device: &'static str, rings: Vec<(Occurrence, u32)>) -> Result<Vec<Event>> {
    let mut told = Vec::new();
    for (ring, browser) in rings {
        if ring.row % 4 == 0 {
            sleep(Duration::try_from(ring.due() - OffsetDateTime::now_utc()).unwrap_or_default()).await;
        }
        let (begun, give_up) = (micros(OffsetDateTime::now_utc()), Instant::now() + PATIENCE);
        let stands = loop {
            match answer(server, browser, ring).await {
                Ok(stands) => break stands,
                Err(error) if Instant::now() > give_up => return Err(error),
                Err(_) => sleep(RETRY).await,
            }
        };
        let at = micros(OffsetDateTime::now_utc());
        told.push(Event::Answered { begun, at, page: device.to_owned(), on: None, ring, stands });
    }
    Ok(told)
}

async fn answer(server: SocketAddr, browser: u32, ring: Occurrence) -> Result<String> {
    let mut body = ring.fields()?;
    body["answer"] = "stop".into();
    let request = request::write("/api/rings/answer", browser, &body.to_string());
    let answer = Connection::open(server).await?.ask(&request).await?;
    ensure!(answer.status == 200, "an answer was refused with {}", answer.status);
    let stands: Value = serde_json::from_slice(&answer.body)?;
    Ok(stands["at"].as_str().context("an answer says when it was given")?.to_owned())
}

/// Timers that are written one after the other; each must be stored and answered with 201, or not be and with 503.
pub(super) struct Writes {
    stop: CancellationToken,
    task: JoinHandle<Vec<Result<u16>>>,
}

impl Writes {
    pub(super) fn begin(scene: &Scene<'_>) -> Self {
        let (server, stop) = (scene.nodes[0].address, CancellationToken::new());
        let task = tokio::spawn(write_all(server, stop.clone()));
        Self { stop, task }
    }

    /// Ends them, and judges what they were answered while the fault lasts, and whether `/readyz` tells of it.
    pub(super) async fn end(self, scene: &Scene<'_>, history: &mut History) -> Result<usize> {
        let readiness = Connection::open(scene.nodes[0].ops).await?.status(&request::page("/readyz")).await?;
        history.require(readiness == 503, || format!("/readyz answered {readiness} beside refused writes"));
        self.stop.cancel();
        let writes = self.task.await?;
        let count = |status| writes.iter().filter(|write| write.as_ref().is_ok_and(|seen| *seen == status)).count();
        let (stored, refused) = (count(201), count(503));
        let is_all = refused > 0 && stored + refused == writes.len();
        history.require(is_all, || format!("not each write was stored, or refused with 503 in time: {writes:?}"));
        Ok(stored)
    }

    /// Whether as many are stored as were said to be.
    pub(super) async fn judge(stored: usize, scene: &Scene<'_>, history: &mut History) -> Result<()> {
        let kept: usize = scene.database.number("SELECT count(*) FROM timers WHERE label LIKE 'written%'").await?;
        history.require(kept == stored, || format!("{stored} writes were answered with 201, and {kept} are stored"));
        Ok(())
    }
}

/// Writes until told to stop; the last write is waited for.
async fn write_all(server: SocketAddr, stop: CancellationToken) -> Vec<Result<u16>> {
    let body = format!(r#"{{"minutes":5,"label":"written {}"}}"#, "x".repeat(80));
    let mut writes = Vec::new();
    for number in 0.. {
        if stop.run_until_cancelled(sleep(PAUSE)).await.is_none() {
            break;
        }
        let request = request::write("/api/timers", WRITERS + number / EACH, &body);
        let answer = async { Connection::open(server).await?.status(&request).await };
        writes.push(timeout(REFUSAL, answer).await.unwrap_or_else(|_| bail!("no answer")));
    }
    writes
}
