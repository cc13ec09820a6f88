//! The queue of messages, as `storage::pushes` keeps it. What moves a message to its next state, and which message follows, is
//! the domain's own table (`domain::push::MessageState`).

use tokibako_domain::{
    occurrence::LATEST_RING,
    push::{
        self, Follower, LONGEST_UNSEEN_STOP, MessageEvent, MessageState, Purpose, REPEAT_INTERVAL, RING_DELAY, RingFor,
        is_too_young,
    },
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
    let next = database.log.iter().find(|batch| batch.offset > database.read_to)?;
    Some(if is_too_young(system(next.fired_at), system(now)) { next.fired_at + of(RING_DELAY) } else { now })
}

/// Reads the log as far as messages are due; returns the rings that are of use, each with the instant from which its message is
/// due.
pub(crate) fn read_log(database: &mut Database, now: Millis) -> Vec<(Ring, Millis)> {
    let mut read = Vec::new();
    let unread = database.log.iter().filter(|batch| batch.offset > database.read_to);
    let mut read_to = database.read_to;
    for batch in unread.take_while(|batch| !is_too_young(system(batch.fired_at), system(now))) {
        read_to = batch.offset;
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
        let is_older = |push: &&Push| push.purpose == Purpose::Ring && push.ring.alarm == ring.alarm;
        for id in ids(database, is_older) {
            happen(database, id, MessageEvent::Replaced, now, |_| ());
        }
        let id = database.draw_push();
        database.pushes.push(Push::new(id, Purpose::Ring, *ring, fired_at + of(RING_DELAY), expires_at));
    }
}

/// The messages of a ring that an answer finds and locks. It does not see what is queued later.
pub(crate) fn seen_by_answer(database: &Database, ring: Ring) -> Vec<u8> {
    database.pushes.iter().filter(|push| push.is_about(ring)).map(|push| push.id).collect()
}

/// The ids of some messages.
fn ids(database: &Database, which: impl Fn(&&Push) -> bool) -> Vec<u8> {
    database.pushes.iter().filter(which).map(|push| push.id).collect()
}

/// Moves a message to its next state, with what else changes, and queues the message that follows. Nothing changes if the event
/// does not happen to a message in this state. Returns the next state.
fn happen(
    database: &mut Database,
    id: u8,
    event: MessageEvent,
    now: Millis,
    change: impl FnOnce(&mut Push),
) -> Option<MessageState> {
    let push = database.pushes.iter_mut().find(|push| push.id == id)?;
    let (next, follower) = push.state.after(push.purpose, event)?;
    push.state = next;
    change(push);
    let (ring, answer) = (push.ring, push.answer);
    if next == MessageState::Over {
        database.pushes.retain(|push| push.id != id);
    }
    match (follower, answer) {
        (Follower::Answer, Some(standing)) => queue_stop(database, ring, standing, now),
        (Follower::Repeat, _) => queue_repeat(database, ring, now),
        (Follower::Answer | Follower::Nothing, _) => {}
    }
    Some(next)
}

/// Ends the messages of an answered ring, of those that the answer has seen.
pub(crate) fn answered(database: &mut Database, standing: StandingAnswer, seen: &[u8], now: Millis) {
    for id in seen {
        happen(database, *id, MessageEvent::Answered, now, |push| push.answer = Some(standing));
    }
}

fn queue_stop(database: &mut Database, ring: Ring, standing: StandingAnswer, now: Millis) {
    let is_stop = |push: &&mut Push| push.ring == ring && push.purpose == Purpose::Stop;
    if let Some(stop) = database.pushes.iter_mut().find(is_stop) {
        let id = stop.id;
        happen(database, id, MessageEvent::Answered, now, |stop| (stop.due_at, stop.leased_until) = (now, None));
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

/// Deletes what has expired.
pub(crate) fn expire(database: &mut Database, now: Millis) {
    end(database, ids(database, |push| push.expires_at <= now), now);
}

/// Deletes messages. The answers to rings that were perhaps sent are queued last: an answer that is deleted makes room for a new
/// one.
fn end(database: &mut Database, mut ended: Vec<u8>, now: Millis) {
    let is_answered =
        |id: &u8| database.pushes.iter().any(|push| push.id == *id && push.state == MessageState::Answered);
    ended.sort_by_key(is_answered);
    for id in ended {
        happen(database, id, MessageEvent::Ended, now, |_| ());
    }
}

/// Leases all messages that are due and not `locked`. Those that no longer need to be sent are deleted.
pub(crate) fn take(
    database: &mut Database,
    now: Millis,
    held_since: Millis,
    locked: &dyn Fn(&Push) -> bool,
) -> Vec<LeasedMessage> {
    let is_due = |push: &&Push| !push.is_accepted() && push.due_at <= now && push.is_free(now) && !locked(push);
    let (wanted, unwanted): (Vec<u8>, Vec<u8>) =
        ids(database, is_due).into_iter().partition(|id| is_wanted(database, *id, now));
    let mut taken = Vec::new();
    for id in wanted {
        let leased_until = now + of(push::LEASE);
        happen(database, id, MessageEvent::Leased, now, |push| {
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
        });
    }
    end(database, unwanted, now);
    taken
}

/// Whether a message still needs to be sent.
fn is_wanted(database: &Database, id: u8, now: Millis) -> bool {
    let Some(push) = database.pushes.iter().find(|push| push.id == id) else { return false };
    let logged = database.rings.get(&push.ring);
    let is_unanswered = logged.is_some_and(|logged| logged.answered.is_none());
    let row = database.alarms.get(usize::from(push.ring.alarm));
    let is_meant = || logged.zip(row).is_some_and(|(logged, row)| row.has_current_ring(logged.after, push.ring.due));
    now < push.expires_at
        && match push.purpose {
            Purpose::Ring => is_unanswered,
            Purpose::Repeat => is_unanswered && is_meant(),
            Purpose::Stop | Purpose::Hello | Purpose::Test => true,
        }
}

/// Returns a message that was not posted.
pub(crate) fn release(database: &mut Database, taken: &LeasedMessage, now: Millis, mutation: Option<Mutation>) {
    for id in ids(database, |push| is_own(push, taken)) {
        happen(database, id, MessageEvent::Released, now, |push| give_back(push, mutation));
    }
}

/// Ends a lease without an outcome that says that the message was sent. If another process may have sent it before, it still
/// counts as leased, by a lease that is over.
fn give_back(push: &mut Push, mutation: Option<Mutation>) {
    if mutation == Some(Mutation::LeaseForgotten) && push.state == MessageState::Posting {
        push.state = MessageState::Waiting;
    }
    let perhaps_sent = matches!(push.state, MessageState::Posting | MessageState::AnsweredAgain);
    push.leased_until = push.leased_until.filter(|_| perhaps_sent).map(|until| until - of(push::LEASE));
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
    let is_own = |push: &Push| mutation == Some(Mutation::LeaseUnchecked) || is_own(push, taken);
    let Some(push) = database.pushes.iter().find(|push| push.id == taken.push) else { return };
    let (is_own, is_accepted) = (is_own(push), push.is_accepted());
    let next = match posted {
        PostOutcome::Accepted => {
            let event = if is_own { MessageEvent::Accepted } else { MessageEvent::AcceptedLate };
            happen(database, taken.push, event, now, |push| match push.purpose {
                Purpose::Ring => push.leased_until = None,
                Purpose::Repeat if is_own => {
                    (push.due_at, push.failures, push.leased_until) = (now + of(REPEAT_INTERVAL), 0, None);
                }
                Purpose::Repeat | Purpose::Stop | Purpose::Hello | Purpose::Test => {}
            })
        }
        PostOutcome::Retry(pause) if is_own && !is_accepted => {
            happen(database, taken.push, MessageEvent::RefusedForNow, now, |push| {
                give_back(push, mutation);
                push.due_at = now + pause;
                push.failures += 1;
            })
        }
        PostOutcome::Retry(_) => None,
    };
    let is_late = |push: &&Push| push.id == taken.push && push.due_at >= push.expires_at;
    if is_own && matches!(next, Some(MessageState::Waiting | MessageState::Posting)) {
        end(database, ids(database, is_late), now);
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
