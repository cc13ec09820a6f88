//! Commits answers, with the rings that they log before a scheduler has claimed them.

use std::sync::Arc;

use diesel::prelude::*;
use time::OffsetDateTime;
use tokibako_domain::{
    browser_id::BrowserId,
    firing::{Ring, RingId},
};

use crate::{
    Storage,
    error::Error,
    faults::{Fault, is_planted},
    log::{self, LogAppend},
    rows::FiringRow,
};

/// A ring that `work` has logged.
pub(super) struct LoggedRing {
    pub(super) browser: BrowserId,
    pub(super) ring: RingId,
    pub(super) at: OffsetDateTime,
}

/// Runs `work` in a transaction that is committed only if its caller still waits. The commit assigns the place of the
/// ring that `work` has logged, if any. Then this process's feed and dispatcher are woken, and the ring is published.
pub(super) async fn write<T: Send + 'static>(
    storage: &Storage,
    work: impl FnOnce(&mut PgConnection) -> Result<(T, Option<LoggedRing>), Error> + Send + 'static,
) -> Result<T, Error> {
    let (wakeup, sender) = (storage.shared_wakeup(), storage.hints().process());
    let outgoing = storage.outgoing().clone();
    let (primary, term) = (Arc::clone(storage.primary()), storage.primary().term());
    let done = storage
        .write_and_commit(move |conn, check_awaited| {
            let (done, is_logged, ring) = log::in_batch_transaction(
                conn,
                &sender,
                || true,
                |conn| {
                    let (done, new) = work(conn)?;
                    let (ring, appended) = match &new {
                        Some(LoggedRing { browser, ring, at }) => {
                            let ring = if outgoing.has_publisher() { logged(conn, *browser, *ring)? } else { None };
                            (ring, LogAppend { rings: 1, at: *at })
                        }
                        None => (None, LogAppend { rings: 0, at: OffsetDateTime::UNIX_EPOCH }),
                    };
                    check_awaited()?;
                    Ok(((done, new.is_some(), ring), appended))
                },
            )?;
            // A primary that was replaced says nothing about the log.
            let ring = ring.filter(|_| primary.term() == term);
            match ring.map(|ring| log::last_batch_ends(conn).map(|ends| (ends, ring))) {
                Some(Ok(((previous, end), ring))) => {
                    let feed_has_it = outgoing.send(previous, end, vec![ring]);
                    wakeup.committed(end.place(), feed_has_it);
                }
                Some(Err(_)) => wakeup.fired_now(),
                None if is_logged => wakeup.fired_now(),
                // The dispatcher may have queued messages that are no longer needed.
                None => wakeup.pushes_now(),
            }
            Ok(done)
        })
        .await;
    if done.as_ref().is_err_and(Error::is_unavailable) {
        // The connection may have been lost after the commit, and this process ignores its own notifications.
        storage.wakeup().fired_now();
    }
    done
}

/// A logged ring, with its row locked.
pub(super) fn logged(conn: &mut PgConnection, browser: BrowserId, ring: RingId) -> Result<Option<Ring>, Error> {
    let row = log::one(browser, ring).select(FiringRow::as_select());
    let row = if is_planted(Fault::AnswerWithoutRingLock) {
        row.first(conn).optional()?
    } else {
        row.for_update().first(conn).optional()?
    };
    row.map(Ring::try_from).transpose()
}
