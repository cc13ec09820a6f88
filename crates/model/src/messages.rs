//! Messages to a device: in the queue, with a dispatcher, and as the device was given them.

use std::collections::BTreeMap;

use tokibako_domain::push::{self, Disposition, MessageState, Purpose};

use crate::{
    bounds::Mutation,
    instants::{Millis, of, system},
    rows::{Ring, StandingAnswer},
};

/// A message in the queue.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Push {
    pub(crate) id: u8,
    pub(crate) purpose: Purpose,
    pub(crate) state: MessageState,
    /// The ring that it is about.
    pub ring: Ring,
    pub(crate) due_at: Millis,
    pub(crate) expires_at: Millis,
    pub(crate) leased_until: Option<Millis>,
    /// How often it was leased. The server tells leases apart by when they end.
    pub(crate) leases: u8,
    pub(crate) answer: Option<StandingAnswer>,
    pub(crate) failures: u8,
}

/// A message that a dispatcher holds.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct LeasedMessage {
    /// The message's number in the queue.
    pub push: u8,
    /// The message's purpose.
    pub purpose: Purpose,
    pub(crate) ring: Ring,
    pub(crate) leased_until: Millis,
    /// When it was taken, by the monotonic clock.
    pub(crate) held_since: Millis,
    pub(crate) lease: u8,
    pub(crate) expires_at: Millis,
    /// How often it was refused.
    pub failures: u8,
    /// What follows from the service's reply; `None` if it is not posted yet.
    pub next: Option<PostOutcome>,
}

/// What follows from a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum PostOutcome {
    /// The service has accepted the message.
    Accepted,
    /// Another attempt after this long.
    Retry(Millis),
}

/// What a device was given about each ring.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Device(pub BTreeMap<Ring, Purpose>);

impl LeasedMessage {
    /// Whether the lease has not ended yet, by the clock of the system and the monotonic one.
    pub(crate) fn is_leased(&self, now: Millis, monotonic: Millis) -> bool {
        now < self.leased_until && monotonic - self.held_since < of(push::LEASE)
    }

    /// Whether a post may begin, by the domain.
    pub(crate) fn may_be_posted(&self, now: Millis, monotonic: Millis, mutation: Option<Mutation>) -> bool {
        let held = time::Duration::milliseconds(monotonic - self.held_since);
        let is_leased = mutation == Some(Mutation::PostAfterLease)
            || push::covers_a_post(system(self.leased_until), system(now), held);
        now < self.expires_at && is_leased
    }
}

impl PostOutcome {
    /// The domain's decision.
    pub(crate) fn of(next: Disposition) -> Self {
        match next.pause() {
            Some(pause) => Self::Retry(of(pause)),
            None => Self::Accepted,
        }
    }
}

impl Device {
    /// Receives a message, which replaces the one before.
    pub(crate) fn receive(&mut self, taken: &LeasedMessage) {
        self.0.insert(taken.ring, taken.purpose);
    }
}

impl Push {
    /// A message that nobody has leased.
    pub(crate) fn new(id: u8, purpose: Purpose, ring: Ring, due_at: Millis, expires_at: Millis) -> Self {
        Self {
            id,
            purpose,
            state: MessageState::Waiting,
            ring,
            due_at,
            expires_at,
            leased_until: None,
            leases: 0,
            answer: None,
            failures: 0,
        }
    }

    pub(crate) fn is_free(&self, now: Millis) -> bool {
        self.leased_until.is_none_or(|until| until <= now)
    }

    pub(crate) fn is_about(&self, ring: Ring) -> bool {
        self.ring == ring && self.purpose != Purpose::Stop
    }

    /// When it may be taken next.
    pub(crate) fn next(&self) -> Option<Millis> {
        let at = self.leased_until.map_or(self.due_at, |until| until.max(self.due_at));
        (!self.is_accepted()).then_some(at)
    }

    /// Whether its service has accepted it.
    pub(crate) fn is_accepted(&self) -> bool {
        matches!(self.state, MessageState::Sent | MessageState::SentAnswered)
    }
}
