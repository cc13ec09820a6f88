//! The dispatcher of pushes: takes messages from the queue, posts them concurrently, and records the outcomes.
//!
//! Any number of processes may send, because a process takes a lease on each message. If it is killed, another process
//! takes its messages half a minute later. Claims of rings do not wait for pushes.
//!
//! # A device rings with the page closed
//!
//! docs/push.md describes what is pushed and how pages and service workers take part. On the server:
//!
//! 1. **A device is registered** with its subscription and is `pending`. A `hello` message with a code is pushed to it.
//!    Only the device can decrypt the code; when it sends the code back, it becomes `active`. So nobody can make the
//!    server send messages to strangers.
//! 2. **A ring is queued** by a reader of the log. A claim only appends to the log; streams and pushes follow it as equal readers.
//!    The dispatchers of all processes share one position, a row that they advance in the transaction that queues messages
//!    (`storage::pushes::read_log`), so a crash loses neither the ring nor its pushes. They read a batch 300 ms after it was
//!    logged, when its first messages are due, and queue a message for each active device of each ring that nobody has answered.
//!    No statement locks a device.
//! 3. **It waits for 300 ms**, so that a page can report that it sounds (`heard`), which mutes the push. If a stream
//!    of the device received the ring, it waits for three seconds: the feed that gave it to the stream postpones the push, in
//!    one statement, whichever process has claimed the ring. Both leave a message if there is none yet, which then takes the
//!    place of the one that would be queued. A frozen page reports nothing, so the push is sent.
//! 4. **It is sent** by the dispatcher (`scheduler::pushes`), which sleeps until a message is due. It leases messages
//!    for half a minute with `SKIP LOCKED`, separately for each push service (`pushes.origin`). One index tells which
//!    services have messages and which is longest due for each, so a service that is slow or down does not delay the
//!    others, however many messages wait for it. Of one service 128 messages are leased at once, 512 in total, and 64
//!    are posted at once while the next are read. Outcomes are recorded together within 20 ms. A message is encrypted (`push::seal`, RFC 8291, with a new ephemeral key) and signed (`push::vapid`, RFC
//!    8292, one token per service for hours). `domain::push` decides what follows from the service's answer. When a
//!    process is killed, another one sends what it had leased, with the same topic and tag, so the second message
//!    replaces the first. A process that was frozen does not post what it had leased before.
//! 5. **It is repeated** half a minute after its service has accepted it, by a message that the same transaction
//!    queues, and so on until the device's time is over (`storage::pushes::outcome`). When a repeat is due,
//!    its lease asks whether it is still wanted. A service's repeats are read after its other
//!    messages, so that nobody's ring waits for them.
//! 6. **It is answered** by the page, or by the worker with a token for this ring on this device. The answer is in the log, so
//!    that nothing about the ring is queued or sent any more, and messages that were not sent are deleted. Devices that were sent the ring, or may have been by a process that was killed, get a
//!    `stop`, which replaces the notification. If a repeat was being posted meanwhile, the `stop` is sent again after
//!    it.
//!
//! Addresses are checked twice against requests to internal hosts: the host of the endpoint when a device is registered
//! and before every request (`push::subscription`), and the addresses that its name resolves to at every connection
//! (`push::resolver`). Redirects are not followed.

mod admission;
mod compose;
mod run;
mod upkeep;

pub use self::{
    compose::{Composer, MessageSender},
    run::{Dispatcher, run},
};
pub use crate::metrics::PushMetrics;
