//! What follows when something happens.

use tokibako_domain::push::Reply;
use tokibako_feed::LogGrowth;

use crate::{
    action::Action,
    bounds::{Bounds, Mutation},
    instants::Millis,
    messages::{PostOutcome, Push},
    pushes,
    transaction::{OtherTransactions, Owner, Phase, Transaction},
    world::{ANSWERED, Id, Message, Page, World},
};

/// How far the system's clock is set back.
const JUMP: Millis = 60_000;

impl World {
    /// The world after an action; `None` if that cannot happen.
    #[expect(clippy::too_many_lines, reason = "a list of all actions")]
    pub(crate) fn happen(&mut self, action: Action, bounds: &Bounds) -> Option<()> {
        let (now, system) = (self.now, self.system());
        match action {
            Action::Pass => {
                if !self.necessary(bounds).is_empty() {
                    self.left.passes -= 1;
                }
                self.now = self.next_due(bounds)?;
            }
            Action::Claim(process) => {
                let claim = Transaction::claim(process, &self.database, &self.open, system, bounds.batch)?;
                self.put(claim);
            }
            Action::Answer(page) => {
                let answer = Transaction::answer(page, ANSWERED, &self.database, &self.open, system, bounds.mutation)?;
                self.set_page(Owner::Page(page), Page::Waits);
                self.put(answer);
            }
            Action::Step(owner) => self.step(owner, bounds)?,
            Action::Learn(owner) => self.learn(owner, bounds),
            Action::LoseConnection(owner) => {
                self.left.lost_connections -= 1;
                self.abandon(owner);
                self.wake(self.process_of(owner));
            }
            Action::TakeOwn(process) => {
                let own = self.process(process)?;
                let (previous, id) = own.committed.remove(0);
                own.feed.as_mut()?.batch(previous, id, now);
            }
            Action::Read(process) => {
                let database = self.database.clone();
                self.feed(process)?.read(&database, now);
            }
            Action::Arrive(at) => {
                let (to, message) = self.under_way.remove(at);
                self.arrive(to, &message);
            }
            Action::ArriveTwice(at) => {
                self.left.doubled_messages -= 1;
                let (to, message) = self.under_way.get(at)?.clone();
                self.arrive(to, &message);
            }
            Action::Lose(at) => {
                self.left.lost_messages -= 1;
                self.under_way.remove(at);
            }
            Action::Disconnect(process) => {
                self.left.lost_messages -= 1;
                self.feed(process)?.bus_lost();
            }
            Action::Heartbeat => {
                self.left.heartbeats -= 1;
                let end = Id(self.database.end());
                for to in self.listening() {
                    self.send(to, Message::Heartbeat(end));
                }
            }
            Action::Queue => self.queue(bounds.mutation)?,
            Action::Take(process) => {
                let open = self.open.clone();
                let others = OtherTransactions(&open, Owner::Scheduler(process));
                let locked = |push: &Push| others.locks_message(push, bounds.mutation);
                let taken = pushes::take(&mut self.database, system, now, &locked);
                self.process(process)?.taken.extend(taken);
            }
            Action::Expire => pushes::expire(&mut self.database, system),
            Action::Post(process, at) => {
                self.post(
                    process,
                    at,
                    Reply::Status { code: 201, retry_after: None, is_other_key: false },
                    bounds.mutation,
                )?;
            }
            Action::Refuse(process, at) => {
                self.left.refused_posts -= 1;
                self.post(
                    process,
                    at,
                    Reply::Status { code: 503, retry_after: None, is_other_key: false },
                    bounds.mutation,
                )?;
            }
            Action::Record(process, at) => {
                let taken = self.process(process)?.taken.remove(at);
                pushes::record(&mut self.database, &taken, taken.next?, system, bounds.mutation);
            }
            Action::Crash(process) => {
                self.left.crashes -= 1;
                self.crash(process);
            }
            Action::CrashDatabase => {
                self.left.database_crashes -= 1;
                self.end_sessions();
            }
            Action::Restore => {
                self.left.restores -= 1;
                self.end_sessions();
                self.database.restore();
                // No two batches at one offset are logged at the same instant.
                self.now += 1;
            }
            Action::JumpBack => {
                self.left.jumps_back -= 1;
                self.behind += JUMP;
            }
            Action::Switch => {
                self.left.switches -= 1;
                let switched = self.database.alarm(0).toggled(system).toggled(system);
                self.database.set_alarm(0, switched);
            }
        }
        Some(())
    }

    /// A dispatcher reads the log, and queues the messages in the same transaction unless that is the fault.
    fn queue(&mut self, mutation: Option<Mutation>) -> Option<()> {
        let system = self.system();
        let unqueued = std::mem::take(&mut self.process(0)?.unqueued);
        if !unqueued.is_empty() {
            pushes::queue(&mut self.database, &unqueued, system);
            return Some(());
        }
        let read = pushes::read_log(&mut self.database, system);
        if mutation == Some(Mutation::PositionBeforeMessages) {
            self.process(0)?.unqueued = read;
        } else {
            pushes::queue(&mut self.database, &read, system);
        }
        Some(())
    }

    /// A step of a transaction. A commit notifies the other processes. An answer ends the messages of its ring.
    fn step(&mut self, owner: Owner, bounds: &Bounds) -> Option<()> {
        let open = self.open.clone();
        let transaction = self.transaction(owner)?.clone();
        let answer = match owner {
            Owner::Page(page) => Some((ANSWERED, *bounds.answers.get(usize::from(page))?)),
            Owner::Scheduler(_) => None,
        };
        let next = transaction.step(&mut self.database, &OtherTransactions(&open, owner), answer, bounds.mutation)?;
        if let Phase::Committed(offset) = next.phase {
            if let Some(offset) = offset {
                let own = self.process_of(owner);
                for to in self.listening().into_iter().filter(|to| *to != own) {
                    self.send(to, Message::Notification(offset));
                }
            }
            if let Some((_, standing)) = next.writes.answer {
                pushes::answered(&mut self.database, standing, &next.messages, next.began);
            }
            if next.is_orphan {
                self.remove(owner);
                return Some(());
            }
        }
        self.put(next);
        Some(())
    }

    /// What a client does after its commit: hand the batch to its own feed, publish it, and answer the page.
    fn learn(&mut self, owner: Owner, bounds: &Bounds) {
        let Some(done) = self.remove(owner) else { return };
        if let Some(told) = done.told {
            self.set_page(owner, Page::Knows(told));
        }
        let Phase::Committed(Some(offset)) = done.phase else { return };
        let own = self.process_of(owner);
        let Some(batch) = self.database.log.iter().find(|batch| batch.offset == offset) else {
            // The log was restored meanwhile.
            self.wake(own);
            return;
        };
        let (previous, id) = (self.database.before(offset), batch.id());
        if let Some(process) = self.process(own)
            && process.feed.is_some()
        {
            process.committed.push((previous, id));
        }
        if bounds.has_bus {
            for to in self.listening().into_iter().filter(|to| *to != own) {
                self.send(to, Message::Batch(Id(previous), Id(id)));
            }
        }
    }

    fn arrive(&mut self, to: u8, message: &Message) {
        let now = self.now;
        let Some(feed) = self.feed(to) else { return };
        match *message {
            Message::Batch(Id(previous), Id(id)) => feed.batch(previous, id, now),
            Message::Heartbeat(Id(last)) => feed.heartbeat(last, now),
            Message::Notification(offset) => feed.woken(LogGrowth::ToOffset(offset), now),
        }
    }

    fn post(&mut self, number: u8, at: usize, reply: Reply, mutation: Option<Mutation>) -> Option<()> {
        let (now, monotonic) = (self.system(), self.now);
        let taken = self.process(number)?.taken.get(at)?.clone();
        if !taken.may_be_posted(now, monotonic, mutation) {
            self.process(number)?.taken.remove(at);
            pushes::release(&mut self.database, &taken, now, mutation);
            return Some(());
        }
        let posted = PostOutcome::of(reply.next(taken.failures.into(), 0.5));
        if posted == PostOutcome::Accepted {
            self.device.receive(&taken);
        }
        self.process(number)?.taken.get_mut(at)?.next = Some(posted);
        Some(())
    }
}
