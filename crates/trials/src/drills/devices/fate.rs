//! What a push service does with a post: whether the post is as it should be, and how it is answered.

use std::{sync::Arc, time::Duration};

use anyhow::{Context as _, Result, ensure};
use fastrand::Rng;
use serde_json::Value;
use time::OffsetDateTime;

use super::{Devices, Service};
use crate::{
    client::push_service::{Post, Reply},
    ground::occurrence::Occurrence,
    history::{self, Event, Message, USE, micros},
};

/// After this many refused posts a message is accepted.
const MOST_REFUSALS: u32 = 3;

impl Devices {
    /// Answers a post to a device.
    pub(super) fn receive(self: &Arc<Self>, post: &Post<'_>) -> Reply {
        read(self, post).unwrap_or_else(|error| {
            let says = format!("a post is not as it should be: {error:#}");
            self.state().events.push(Event::Fault { says });
            Reply::Status(201)
        })
    }
}

fn read(devices: &Arc<Devices>, post: &Post<'_>) -> Result<Reply> {
    let number: usize = post.path()?.strip_prefix("/push/").context("an endpoint")?.parse()?;
    let device = devices.all.get(number).context("a device")?;
    let key = format!(", k={}", devices.state().key);
    ensure!(post.header("authorization")?.ends_with(&key), "it names the key that the subscription is bound to");
    ensure!(post.header("content-encoding")? == "aes128gcm", "it is sealed as web push is");
    let message = device.subscription.open(post.body())?;
    let notification = &message["notification"];
    let data = &notification["data"];
    let urgency = post.header("urgency")?;
    if let Some(code) = data["hello"]["code"].as_str() {
        tokio::spawn(Arc::clone(devices).confirm(number, code.to_owned()));
        return Ok(Reply::Status(201));
    }
    let (message, ring) = if let ring @ Value::Object(_) = &data["ring"] {
        ensure!(ring["device"] == device.id && urgency == "high", "a ring is urgent, and for this device");
        (ring["repeat"].as_u64().map_or(Message::Ring, Message::Repeat), Occurrence::named_by(ring)?)
    } else {
        ensure!(urgency == "normal" && notification["silent"] == true, "an answer is told in silence");
        (Message::Stop, Occurrence::named_by(&data["stop"])?)
    };
    check_ttl(message, ring, post.header("ttl")?.parse()?, post.at)?;
    let mut state = devices.state();
    let tag = notification["tag"].as_str().context("a notification has a tag")?;
    let refusals = state.refusals.get(&(number, tag.to_owned())).copied().unwrap_or_default();
    let (is_taken, reply) = match (device.ended, device.service) {
        (Some(status), _) => (false, Reply::Status(status)),
        (None, Service::Away) if state.away_until.is_some_and(|until| post.at < until) => (false, Reply::Cut),
        (None, Service::Moody) if refusals < MOST_REFUSALS => fate(&mut state.chance),
        (None, _) => (true, Reply::Status(201)),
    };
    if !is_taken {
        *state.refusals.entry((number, tag.to_owned())).or_default() += 1;
    }
    state.events.push(Event::Posted(history::Post {
        at: micros(post.at),
        device: device.id.clone(),
        ring,
        message,
        slot: format!("{} {tag}", post.header("topic")?),
        is_taken,
        is_told: matches!(reply, Reply::Status(_) | Reply::Slow(_)),
    }));
    if let (Message::Ring, Some(token), true) = (message, data["ring"]["token"].as_str(), is_taken) {
        tokio::spawn(Arc::clone(devices).show(number, ring, token.to_owned()));
    }
    Ok(reply)
}

/// The TTL must be what is left of the ring's ten minutes, half a minute at least; an answer may have less. A repeat is kept
/// until the next one.
fn check_ttl(message: Message, ring: Occurrence, ttl: i64, at: OffsetDateTime) -> Result<()> {
    let left = (ring.due() + USE - at).whole_seconds().max(30);
    let is_right = match message {
        Message::Ring => (left - 1..=left + 15).contains(&ttl),
        Message::Repeat(_) => ttl == 30,
        Message::Stop => (30..=left + 15).contains(&ttl),
    };
    ensure!(is_right, "a message is kept for {left} s, not {ttl}");
    Ok(())
}

/// Draws the behaviour of a service on a bad day, in percent: whether it accepts the message, and what the sender is told.
fn fate(chance: &mut Rng) -> (bool, Reply) {
    match chance.u32(0..100) {
        0..45 => (true, Reply::Status(201)),
        45..57 => (true, Reply::Slow(Duration::from_millis(chance.u64(50..3_000)))),
        57..67 => (false, Reply::Throttled(chance.u32(1..4))),
        67..79 => (false, Reply::Status(if chance.bool() { 500 } else { 503 })),
        79..86 => (false, Reply::Cut),
        // The service has accepted the message, but its answer is lost.
        86..93 => (true, Reply::Cut),
        93..97 => (true, Reply::Hang),
        _ => (false, Reply::Hang),
    }
}
