//! Notifications between processes, which wake the scheduler and the feed of another process after a write or a claim.

use std::{sync::Arc, thread, time::Duration};

use diesel::{PgConnection, connection::SimpleConnection as _};

use super::{
    hints,
    inbox::Inbox,
    wakeup::{DUE, Wakeup},
};
use crate::{
    Storage,
    connections::primary::{Primary, Term},
    error::Error,
    log::append::FIRED,
};

/// How often the listener polls for notifications, because diesel has no blocking wait.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// How long the listener waits before it connects again.
const RECONNECT_DELAY: Duration = Duration::from_millis(250);

const PUSHES: &str = "tokibako_pushes";

/// Notifies the feeds of all other processes of the end of the log.
pub async fn notify_of_log(storage: &Storage) -> Result<(), Error> {
    let sender = storage.hints.process();
    let notify = format!("SELECT pg_notify('{FIRED}', '{sender} ' || max(place)) FROM batches");
    storage.background(move |conn| Ok(conn.batch_execute(&notify)?)).await
}

/// Notifies all processes, when the transaction commits, of a new message for devices that is not about a new ring.
pub(crate) fn notify_pushes(conn: &mut PgConnection) -> Result<(), Error> {
    Ok(conn.batch_execute(&format!("NOTIFY {PUSHES}"))?)
}

/// Listens for notifications on a thread of its own, as long as another clone of `storage` exists. Another one watches for
/// a new primary.
///
/// After each connection it wakes the scheduler and the feed, because notifications may have been lost before.
pub fn listen(storage: &Storage) -> std::io::Result<()> {
    let primary = Arc::clone(&storage.pool.primary);
    let wakeup = Arc::downgrade(&storage.wakeup);
    let watched = wakeup.clone();
    Arc::clone(&primary).watch(move || watched.strong_count() == 0)?;
    let inbox = Arc::clone(&storage.hints);
    let listener = thread::Builder::new().name("listen".to_owned());
    listener.spawn(move || {
        let mut was_lost = false;
        while wakeup.strong_count() > 0 {
            let Ok((mut conn, term)) = listening(&primary) else {
                if !std::mem::replace(&mut was_lost, true) {
                    tracing::warn!("the connection to the database is lost: notifications of other processes are missed until it is back");
                }
                thread::sleep(RECONNECT_DELAY);
                continue;
            };
            if std::mem::replace(&mut was_lost, false) {
                tracing::info!("notifications of other processes arrive again");
            }
            if let Some(wakeup) = wakeup.upgrade() {
                wakeup.due_now();
                wakeup.fired_now();
            }
            while let Some(wakeup) = wakeup.upgrade() {
                if dispatch(&mut conn, &wakeup, &inbox).is_err() || primary.term() != term {
                    break;
                }
                drop(wakeup);
                thread::sleep(POLL_INTERVAL);
            }
        }
    })?;
    Ok(())
}

fn listening(primary: &Primary) -> Result<(PgConnection, Term), Error> {
    let (mut conn, term) = primary.open().map_err(|error| Error::Unavailable(error.to_string()))?;
    conn.batch_execute(&format!("LISTEN {DUE}; LISTEN {FIRED}; LISTEN {PUSHES}; LISTEN {}", hints::CHANNEL))?;
    Ok((conn, term))
}

/// Sends a wake-up for each notification that was received, or stores its hints.
fn dispatch(conn: &mut PgConnection, wakeup: &Wakeup, inbox: &Inbox) -> Result<(), Error> {
    let process = inbox.process();
    for notification in conn.notifications_iter() {
        let notification = notification?;
        let (sender, offset) = notification.payload.split_once(' ').unwrap_or((&notification.payload, ""));
        match notification.channel.as_str() {
            // This process's own notification.
            DUE | FIRED if sender == process => {}
            DUE => wakeup.due_now(),
            FIRED => match offset.parse() {
                Ok(offset) => wakeup.fired_to(offset),
                // Servers of the previous version send no offset.
                Err(_) => wakeup.fired_now(),
            },
            PUSHES => wakeup.pushes_now(),
            hints::CHANNEL => inbox.store(&notification.payload),
            _ => {}
        }
    }
    Ok(())
}
