//! What devices and pages do: they confirm subscriptions, report that they show a ring, and stop it.

use std::{sync::Arc, time::Duration};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::json;
use time::OffsetDateTime;
use tokio::time::{Instant, sleep};

use super::{Devices, PATIENCE, RETRY};
use crate::{
    client::{connection::Connection, request},
    ground::occurrence::Occurrence,
    history::{Event, micros},
};

impl Devices {
    /// Sends back the code of the first push to a device.
    pub(super) async fn confirm(self: Arc<Self>, number: usize, code: String) {
        let device = &self.all[number];
        let path = format!("/api/push/devices/{}/confirm", device.id);
        let body = json!({ "code": code }).to_string();
        match self.ask(&request::write(&path, device.browser, &body)).await {
            Ok(200) => {}
            other => self.fault(format!("a code was answered with {other:?}")),
        }
    }

    /// Reports once that a ring is shown, as a service worker does, and stops it if that is planned for this device.
    pub(super) async fn show(self: Arc<Self>, number: usize, ring: Occurrence, token: String) {
        if let Err(error) = self.shown(number, ring, &token).await {
            self.fault(format!("{error:#}"));
        }
    }

    async fn shown(&self, number: usize, ring: Occurrence, token: &str) -> Result<()> {
        let device = self.all[number].id.clone();
        let mut body = ring.fields()?;
        body["device"] = device.clone().into();
        // A server that was killed does not answer.
        if let Ok(status) = self.ask(&request::write_by("/api/rings/heard", token, &body.to_string())).await {
            ensure!(status == 204, "a shown ring was answered with {status}");
            self.state().events.push(Event::Shown { at: micros(OffsetDateTime::now_utc()), device, ring });
        }
        let is_stopped_here = self.state().stops.get(&ring) == Some(&number);
        if !is_stopped_here || self.state().stopped.contains(&ring) {
            return Ok(());
        }
        let pause = self.state().chance.u64(0..4_000);
        sleep(Duration::from_millis(pause)).await;
        self.stop(ring, Some(number), &request::write_by("/api/rings/answer", token, &stop(ring)?)).await
    }

    /// Stops a ring on a page, `pause` after it is due; `on` is the device that shows the page, if any.
    pub(super) async fn stop_on_page(
        self: Arc<Self>,
        browser: u32,
        ring: Occurrence,
        on: Option<usize>,
        pause: Duration,
    ) -> Result<()> {
        sleep(Duration::try_from(ring.due() - OffsetDateTime::now_utc()).unwrap_or_default() + pause).await;
        let (path, body) = ("/api/rings/answer", stop(ring)?);
        let request = match on {
            Some(number) => request::write_with(path, browser, "X-Device-Id", &self.all[number].id, &body),
            None => request::write(path, browser, &body),
        };
        self.stop(ring, on, &request).await
    }

    /// Sends an answer until the server has accepted it.
    async fn stop(&self, ring: Occurrence, on: Option<usize>, request: &[u8]) -> Result<()> {
        let begun = micros(OffsetDateTime::now_utc());
        let give_up = Instant::now() + PATIENCE;
        loop {
            match self.ask(request).await {
                Ok(200) => break,
                Ok(status) if Instant::now() > give_up => bail!("an answer to a ring was refused with {status}"),
                Err(error) if Instant::now() > give_up => return Err(error),
                _ => sleep(RETRY).await,
            }
        }
        let mut state = self.state();
        if state.stopped.insert(ring) {
            let (at, on) = (micros(OffsetDateTime::now_utc()), on.map(|number| self.all[number].id.clone()));
            let (page, stands) = ("a page".to_owned(), "stop".to_owned());
            state.events.push(Event::Answered { begun, at, page, on, ring, stands });
        }
        Ok(())
    }

    fn fault(&self, says: String) {
        self.state().events.push(Event::Fault { says });
    }

    pub(super) async fn ask(&self, request: &[u8]) -> Result<u16> {
        Connection::open(*self.node.get().context("a process")?).await?.status(request).await
    }
}

fn stop(ring: Occurrence) -> Result<String> {
    let mut body = ring.fields()?;
    body["answer"] = "stop".into();
    Ok(body.to_string())
}
