//! The queue of messages, as `storage::pushes` keeps it.

use tokibako_domain::{
    lateness::LATEST_RING,
    push::{LONGEST_UNSEEN_STOP, Purpose, REPEAT_INTERVAL, RING_DELAY, RingFor, is_too_young, lease},
};

use crate::{
    bounds::Mutation,
    database::Database,
    instants::{Millis, millis, of, system},
    messages::{LeasedMessage, PostOutcome, Push},
    rows::{Ring, StandingAnswer},
};

/// When the next batch is read whose messages are not queued yet; `now` if it is from a clock that was set back since.
pub(crate) fn next_read(database: &Database, now: Millis) -> Option<Millis> {
    let next = database.log.iter().find(|batch| batch.place > database.read_to)?;
    Some(if is_too_young(system(next.fired_at), system(now)) { next.fired_at + of(RING_DELAY) } else { now })
}

/// Reads the log as far as messages are due; returns the rings that are of use, each with the instant from which its message is
/// due.
pub(crate) fn read_log(database: &mut Database, now: Millis) -> Vec<(Ring, Millis)> {
    let mut read = Vec::new();
    let unread = database.log.iter().filter(|batch| batch.place > database.read_to);
    let mut read_to = database.read_to;
    for batch in unread.take_while(|batch| !is_too_young(system(batch.fired_at), system(now))) {
        read_to = batch.place;
        let is_of_use = batch.fired_at > now - of(LATEST_RING);
        read.extend(batch.rings.iter().filter(|_| is_of_use).map(|ring| (*ring, batch.fired_at.min(now))));
    }
    database.read_to = read_to;
    read
}

/// Queues the messages of rings that nobody has answered. A message replaces an unsent one about an older ring of the same
/// alarm.
pub(crate) fn queue(database: &mut Database, rings: &[(Ring, Millis)], now: Millis) {
    for (ring, fired_at) in rings {
        let is_answered = database.rings.get(ring).is_none_or(|logged| logged.answered.is_some());
        let expires_at = millis(system(ring.due) + LATEST_RING);
        let is_queued = database.pushes.iter().any(|push| push.ring == *ring && push.purpose == Purpose::Ring);
        if is_answered || is_queued || expires_at <= now {
            continue;
        }
        database.pushes.retain(|push| {
            push.purpose != Purpose::Ring
                || push.ring.alarm != ring.alarm
                || push.is_accepted
                || push.leased_until.is_some()
        });
        let id = database.draw_push();
        database.pushes.push(Push::new(id, Purpose::Ring, *ring, fired_at + of(RING_DELAY), expires_at));
    }
}

/// The messages of a ring that an answer finds and locks. It does not see what is queued later.
pub(crate) fn seen_by_answer(database: &Database, ring: Ring) -> Vec<u8> {
    database.pushes.iter().filter(|push| push.is_about(ring)).map(|push| push.id).collect()
}

/// Takes back the unsent messages of an answered ring, and queues the answer if it was sent: of those that the answer has seen.
pub(crate) fn answered(database: &mut Database, ring: Ring, standing: StandingAnswer, seen: &[u8], now: Millis) {
    // A message whose lease has ended without an outcome may have been posted.
    database.pushes.retain(|push| !seen.contains(&push.id) || push.is_accepted || push.leased_until.is_some());
    for push in database.pushes.iter_mut().filter(|push| seen.contains(&push.id)) {
        push.answer = Some(standing);
    }
    if database.pushes.iter().any(|push| seen.contains(&push.id) && push.is_accepted) {
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

/// Whether anything may be taken. Messages that are `locked` may not.
pub(crate) fn is_due(database: &Database, now: Millis, locked: &dyn Fn(&Push) -> bool) -> bool {
    database.pushes.iter().any(|push| push.next().is_some_and(|at| at <= now) && !locked(push))
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

/// Leases all messages that are due and not `locked`. Those that no longer need to be sent are deleted.
pub(crate) fn take(
    database: &mut Database,
    now: Millis,
    held_since: Millis,
    locked: &dyn Fn(&Push) -> bool,
) -> Vec<LeasedMessage> {
    let (mut taken, mut perhaps_sent) = (Vec::new(), Vec::new());
    let (rings, alarms) = (database.rings.clone(), database.alarms.clone());
    database.pushes.retain_mut(|push| {
        if push.is_accepted && push.purpose == Purpose::Ring || push.due_at > now || !push.is_free(now) || locked(push)
        {
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
