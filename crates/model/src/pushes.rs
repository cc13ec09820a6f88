//! The queue of messages, as `storage::pushes` keeps it.

use tokibako_domain::{
    lateness::LATEST_RING,
    push::{LONGEST_UNSEEN_STOP, Purpose, REPEAT_INTERVAL, RING_DELAY, RingFor, lease},
};

use crate::{
    bounds::Mutation,
    database::Database,
    instants::{Millis, millis, of, system},
    messages::{LeasedMessage, PostOutcome, Push},
    rows::{Ring, StandingAnswer},
};

/// Queues the messages of a batch. The two steps of the server, `push_batches` and `pushes`, are one here. A message
/// replaces an unsent one about an older ring of the same alarm.
pub(crate) fn queue(database: &mut Database, rings: &[Ring], fired_at: Millis) {
    for ring in rings {
        database.pushes.retain(|push| {
            push.purpose != Purpose::Ring
                || push.ring.alarm != ring.alarm
                || push.is_accepted
                || push.leased_until.is_some()
        });
        let id = database.draw_push();
        let expires_at = millis(system(ring.due) + LATEST_RING);
        database.pushes.push(Push::new(id, Purpose::Ring, *ring, fired_at + of(RING_DELAY), expires_at));
    }
}

/// Takes back the unsent messages of an answered ring, and queues the answer if it was sent.
pub(crate) fn answered(database: &mut Database, ring: Ring, standing: StandingAnswer, now: Millis) {
    // A message whose lease has ended without an outcome may have been posted.
    database.pushes.retain(|push| !push.is_about(ring) || push.is_accepted || push.leased_until.is_some());
    for push in database.pushes.iter_mut().filter(|push| push.is_about(ring)) {
        push.answer = Some(standing);
    }
    if database.pushes.iter().any(|push| push.is_about(ring) && push.is_accepted) {
        queue_stop(database, ring, standing, now);
    }
}

fn queue_stop(database: &mut Database, ring: Ring, standing: StandingAnswer, now: Millis) {
    let is_stop = |push: &&mut Push| push.ring == ring && push.purpose == Purpose::Stop;
    if let Some(stop) = database.pushes.iter_mut().find(is_stop) {
        (stop.due_at, stop.leased_until) = (now, None);
        return;
    }
    let id = database.draw_push();
    let stop = Push::new(id, Purpose::Stop, ring, now, now + of(LONGEST_UNSEEN_STOP));
    database.pushes.push(Push { answer: Some(standing), ..stop });
}

/// Whether anything may be taken.
pub(crate) fn is_due(database: &Database, now: Millis) -> bool {
    database.pushes.iter().any(|push| push.next().is_some_and(|at| at <= now))
}

/// Whether anything has expired.
pub(crate) fn is_expired(database: &Database, now: Millis) -> bool {
    database.pushes.iter().any(|push| push.expires_at <= now)
}

/// Deletes what has expired. The answer to a ring that was perhaps sent is queued.
pub(crate) fn expire(database: &mut Database, now: Millis) {
    let mut perhaps_sent = Vec::new();
    database.pushes.retain(|push| {
        if push.expires_at > now {
            return true;
        }
        if push.purpose != Purpose::Stop
            && push.leased_until.is_some()
            && let Some(standing) = push.answer
        {
            perhaps_sent.push((push.ring, standing));
        }
        false
    });
    for (ring, standing) in perhaps_sent {
        queue_stop(database, ring, standing, now);
    }
}

/// Leases all messages that are due. Those that no longer need to be sent are deleted.
pub(crate) fn take(database: &mut Database, now: Millis, held_since: Millis) -> Vec<LeasedMessage> {
    let (mut taken, mut perhaps_sent) = (Vec::new(), Vec::new());
    let (rings, alarms) = (database.rings.clone(), database.alarms.clone());
    database.pushes.retain_mut(|push| {
        if push.is_accepted && push.purpose == Purpose::Ring || push.due_at > now || !push.is_free(now) {
            return true;
        }
        let logged = rings.get(&push.ring);
        let is_unanswered = logged.is_some_and(|logged| logged.answered.is_none());
        let row = alarms.get(usize::from(push.ring.alarm));
        let is_meant =
            || logged.zip(row).is_some_and(|(logged, row)| row.has_current_ring(logged.after, push.ring.due));
        let is_wanted = match push.purpose {
            Purpose::Ring => is_unanswered,
            Purpose::Repeat => is_unanswered && is_meant(),
            Purpose::Stop | Purpose::Hello | Purpose::Test => true,
        };
        if now >= push.expires_at || !is_wanted {
            if push.purpose != Purpose::Stop
                && let Some(standing) = push.answer
            {
                perhaps_sent.push((push.ring, standing));
            }
            return false;
        }
        let leased_until = now + of(lease::LEASE);
        push.leased_until = Some(leased_until);
        push.leases += 1;
        let Push { id, purpose, ring, expires_at, failures, leases: lease, .. } = *push;
        taken.push(LeasedMessage {
            push: id,
            purpose,
            ring,
            leased_until,
            held_since,
            lease,
            expires_at,
            failures,
            next: None,
        });
        true
    });
    for (ring, standing) in perhaps_sent {
        queue_stop(database, ring, standing, now);
    }
    taken
}

/// Returns a message that was not posted.
pub(crate) fn release(database: &mut Database, taken: &LeasedMessage) {
    for push in database.pushes.iter_mut().filter(|push| is_own(push, taken)) {
        push.leased_until = None;
    }
}

fn is_own(push: &Push, taken: &LeasedMessage) -> bool {
    push.id == taken.push && push.leased_until.is_some() && push.leases == taken.lease
}

/// Records the outcome of a post.
pub(crate) fn record(
    database: &mut Database,
    taken: &LeasedMessage,
    posted: PostOutcome,
    now: Millis,
    mutation: Option<Mutation>,
) {
    let is_own =
        |push: &Push| push.id == taken.push && (mutation == Some(Mutation::LeaseUnchecked) || is_own(push, taken));
    let Some(push) = database.pushes.iter_mut().find(|push| push.id == taken.push) else { return };
    match (posted, taken.purpose) {
        (PostOutcome::Accepted, Purpose::Ring) => {
            // Accepted is accepted, whoever holds the lease now.
            (push.is_accepted, push.leased_until) = (true, None);
            match push.answer {
                Some(standing) => queue_stop(database, taken.ring, standing, now),
                None => queue_repeat(database, taken.ring, now),
            }
        }
        (PostOutcome::Accepted, Purpose::Repeat) => {
            if let Some(standing) = push.answer {
                // One that another process has leased since is posted once more, and its answer after that.
                database.pushes.retain(|push| !is_own(push));
                queue_stop(database, taken.ring, standing, now);
            } else if is_own(push) {
                (push.due_at, push.failures, push.leased_until) = (now + of(REPEAT_INTERVAL), 0, None);
                database.pushes.retain(|push| push.id != taken.push || push.due_at < push.expires_at);
            }
        }
        (PostOutcome::Accepted, _) => database.pushes.retain(|push| !is_own(push)),
        (PostOutcome::Retry(pause), purpose) => {
            if is_own(push) && !push.is_accepted {
                (push.due_at, push.leased_until) = (now + pause, None);
                push.failures += 1;
            }
            let (is_unsent, is_late) =
                (push.leased_until.is_none() && !push.is_accepted, push.due_at >= push.expires_at);
            if is_unsent && (is_late || purpose != Purpose::Stop && push.answer.is_some()) {
                database.pushes.retain(|push| push.id != taken.push);
            }
        }
    }
}

/// Queues the first repeat of a ring that nobody has answered. The ring stays in the queue a minute longer than its
/// repeats, so that its answer reaches the device.
fn queue_repeat(database: &mut Database, ring: Ring, now: Millis) {
    let rings_for = RingFor::SHORTEST.seconds() * 1_000;
    for push in database.pushes.iter_mut().filter(|push| push.ring == ring && push.purpose == Purpose::Ring) {
        push.expires_at = push.expires_at.max(now + rings_for + 60_000);
    }
    if database.pushes.iter().any(|push| push.ring == ring && push.purpose == Purpose::Repeat) {
        return;
    }
    let id = database.draw_push();
    database.pushes.push(Push::new(id, Purpose::Repeat, ring, now + of(REPEAT_INTERVAL), now + rings_for));
}
