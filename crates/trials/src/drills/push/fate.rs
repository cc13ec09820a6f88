//! Decides how the push services answer each post, and checks the posts.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use fastrand::Rng;
use serde_json::Value;
use time::OffsetDateTime;

use super::scene::{Arrival, Said, Scene, Service, Task, expiry};
use crate::{
    client::push_service::{Post, Reply},
    ground::occurrence::Occurrence,
};

/// After this many refused posts a message is accepted.
const MOST_REFUSALS: u32 = 3;

/// Whether a post is accepted, and what the sender is told.
struct Fate {
    is_taken: bool,
    reply: Reply,
}

/// Answers a post to a service.
pub(super) fn receive(scene: &Scene, post: &Post) -> Reply {
    read(scene, post).unwrap_or_else(|error| {
        scene.state().faults.push(format!("a post is not as it should be: {error:#}"));
        Reply::Status(201)
    })
}

fn read(scene: &Scene, post: &Post) -> Result<Reply> {
    let number: usize = post.path.strip_prefix("/push/").context("an endpoint")?.parse()?;
    let device = scene.devices.get(number).context("a device")?;
    let header = |name: &str| post.headers.get(name).with_context(|| format!("a header {name}"));
    let key = format!(", k={}", scene.state().key);
    ensure!(header("authorization")?.ends_with(&key), "it names the key that the subscription is bound to");
    ensure!(header("content-encoding")? == "aes128gcm", "it is sealed as web push is");
    let message = device.subscription.open(&post.body)?;
    let notification = &message["notification"];
    let data = &notification["data"];
    let urgency = header("urgency")?;
    if let Some(code) = data["hello"]["code"].as_str() {
        scene.have_done(Task::Confirm { device: number, code: code.to_owned() });
        return Ok(Reply::Status(201));
    }
    let (said, token) = match (&data["ring"], &data["stop"]) {
        (ring @ Value::Object(_), _) => {
            ensure!(ring["device"] == device.id && urgency == "high", "a ring is urgent, and for this device");
            let said = match ring["repeat"].as_u64() {
                None => Said::Ring(Occurrence::named_by(ring)?),
                Some(nth) => Said::Repeat(Occurrence::named_by(ring)?, nth),
            };
            (said, ring["token"].as_str())
        }
        (_, stop) => {
            ensure!(urgency == "normal" && notification["silent"] == true, "an answer is told in silence");
            (Said::Stop(Occurrence::named_by(stop)?), None)
        }
    };
    let ttl: i64 = header("ttl")?.parse()?;
    check_ttl(said, ttl, post.at)?;
    let mut state = scene.state();
    let tag = notification["tag"].as_str().context("a notification has a tag")?;
    let refusals = state.refusals.get(&(number, tag.to_owned())).copied().unwrap_or_default();
    let fate = match (device.ended, device.service) {
        (Some(status), _) => Fate { is_taken: false, reply: Reply::Status(status) },
        (None, Service::Away) if state.away_until.is_some_and(|until| post.at < until) => cut(),
        (None, Service::Moody) if refusals < MOST_REFUSALS => fate(&mut state.chance),
        (None, _) => taken(),
    };
    if !fate.is_taken {
        *state.refusals.entry((number, tag.to_owned())).or_default() += 1;
    }
    let topic = header("topic")?.to_owned();
    let is_told = matches!(fate.reply, Reply::Status(_) | Reply::Slow(_));
    let (at, tag, is_taken) = (post.at, tag.to_owned(), fate.is_taken);
    state.arrivals.push(Arrival { at, device: number, said, topic, tag, is_taken, is_told });
    if let (Said::Ring(ring), Some(token), true) = (said, token, fate.is_taken) {
        scene.have_done(Task::Hear { device: number, ring, token: token.to_owned() });
    }
    Ok(fate.reply)
}

/// The TTL must be what is left of the ring's ten minutes, half a minute at least; an answer may have less. A repeat is kept
/// until the next one.
fn check_ttl(said: Said, ttl: i64, at: OffsetDateTime) -> Result<()> {
    let (Said::Ring(ring) | Said::Repeat(ring, _) | Said::Stop(ring)) = said;
    let left = (expiry(ring) - at).whole_seconds().max(30);
    let is_right = match said {
        Said::Ring(_) => (left - 1..=left + 15).contains(&ttl),
        Said::Repeat(..) => ttl == 30,
        Said::Stop(_) => (30..=left + 15).contains(&ttl),
    };
    ensure!(is_right, "a message is kept for {left} s, not {ttl}");
    Ok(())
}

fn taken() -> Fate {
    Fate { is_taken: true, reply: Reply::Status(201) }
}

fn cut() -> Fate {
    Fate { is_taken: false, reply: Reply::Cut }
}

/// Draws the behaviour of a service on a bad day, in percent.
fn fate(chance: &mut Rng) -> Fate {
    match chance.u32(0..100) {
        0..45 => taken(),
        45..57 => Fate { is_taken: true, reply: Reply::Slow(Duration::from_millis(chance.u64(50..3_000))) },
        57..67 => Fate { is_taken: false, reply: Reply::Throttled(chance.u32(1..4)) },
        67..79 => Fate { is_taken: false, reply: Reply::Status(if chance.bool() { 500 } else { 503 }) },
        79..86 => cut(),
        // The service has accepted the message, but its answer is lost.
        86..93 => Fate { is_taken: true, reply: Reply::Cut },
        93..97 => Fate { is_taken: true, reply: Reply::Hang },
        _ => Fate { is_taken: false, reply: Reply::Hang },
    }
}
