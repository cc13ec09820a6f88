//! What may happen next.

use crate::{
    action::Action,
    bounds::{Bounds, Limits},
    instants::Millis,
    messages::Push,
    pushes,
    transaction::{OtherTransactions, Owner, Phase, Transaction},
    world::{ANSWERED, Message, Page, World},
};

/// The longest pause within a transaction: `idle_in_transaction_session_timeout` of a batch.
const LONGEST_TRANSACTION: Millis = 1_000;

impl World {
    /// Everything that may happen next.
    pub(crate) fn choices(&self, bounds: &Bounds) -> Vec<Action> {
        let mut actions = self.necessary(bounds);
        let is_idle = actions.is_empty();
        if self.now < bounds.until {
            self.possible(bounds, &mut actions);
        }
        if is_idle && !actions.contains(&Action::Pass) && self.next_due(bounds).is_some() {
            actions.push(Action::Pass);
        }
        actions
    }

    /// Whether nothing more happens.
    pub(crate) fn is_over(&self, bounds: &Bounds) -> bool {
        self.choices(bounds).is_empty()
    }

    /// What is bound to happen: everything but faults, and what nobody has to do.
    pub(crate) fn necessary(&self, bounds: &Bounds) -> Vec<Action> {
        let mut actions = Vec::new();
        let now = self.system();
        for transaction in &self.open {
            let owner = transaction.owner;
            if matches!(transaction.phase, Phase::Committed(_)) {
                actions.push(Action::Learn(owner));
                continue;
            }
            let answer = match owner {
                Owner::Page(page) => bounds.answers.get(usize::from(page)).map(|answer| (ANSWERED, *answer)),
                Owner::Scheduler(_) => None,
            };
            let mut database = self.database.clone();
            if transaction.step(&mut database, &OtherTransactions(&self.open, owner), answer, bounds.mutation).is_some()
            {
                actions.push(Action::Step(owner));
            }
        }
        for (number, process) in (0..).zip(&self.processes) {
            if self.transaction(Owner::Scheduler(number)).is_none()
                && Transaction::claim(number, &self.database, &self.open, now, bounds.batch).is_some()
            {
                actions.push(Action::Claim(number));
            }
            if !process.committed.is_empty() {
                actions.push(Action::TakeOwn(number));
            }
            if process.feed.as_ref().is_some_and(|feed| feed.waits_until(self.now).is_none()) {
                actions.push(Action::Read(number));
            }
            let others = OtherTransactions(&self.open, Owner::Scheduler(number));
            let locked = |push: &Push| others.locks_message(push, bounds.mutation);
            if bounds.has_device && pushes::is_due(&self.database, now, &locked) {
                actions.push(Action::Take(number));
            }
            for (at, taken) in process.taken.iter().enumerate() {
                match taken.next {
                    None => actions.push(Action::Post(number, at)),
                    // Its row may be locked by an answer.
                    Some(_) if self.is_seen_by_answer(taken.push) => {}
                    Some(_) => actions.push(Action::Record(number, at)),
                }
            }
        }
        let has_unqueued = self.processes.iter().any(|process| !process.unqueued.is_empty());
        if bounds.has_device && (has_unqueued || pushes::next_read(&self.database, now).is_some_and(|at| at <= now)) {
            actions.push(Action::Queue);
        }
        let is_locked =
            || self.database.pushes.iter().any(|push| push.expires_at <= now && self.is_seen_by_answer(push.id));
        if pushes::is_expired(&self.database, now) && !is_locked() {
            actions.push(Action::Expire);
        }
        actions.extend((0..self.under_way.len()).map(Action::Arrive));
        for (number, page) in (0..).zip(&self.pages) {
            if *page == Page::Waits && self.can_answer(number, bounds) {
                actions.push(Action::Answer(number));
            }
        }
        actions
    }

    /// Whether an answer that is not committed yet has locked a message.
    fn is_seen_by_answer(&self, push: u8) -> bool {
        self.open.iter().any(|open| !matches!(open.phase, Phase::Committed(_)) && open.messages.contains(&push))
    }

    fn can_answer(&self, number: u8, bounds: &Bounds) -> bool {
        let owner = Owner::Page(number);
        self.transaction(owner).is_none()
            && Transaction::answer(number, ANSWERED, &self.database, &self.open, self.system(), bounds.mutation)
                .is_some()
    }

    /// What may happen as well, as long as there is some of it left.
    fn possible(&self, bounds: &Bounds, actions: &mut Vec<Action>) {
        for (number, page) in (0..).zip(&self.pages) {
            if *page == Page::Silent && self.can_answer(number, bounds) {
                actions.push(Action::Answer(number));
            }
        }
        let Limits { passes, switches, heartbeats, crashes, database_crashes, lost_connections, .. } = self.left;
        let Limits { lost_messages, doubled_messages, restores, jumps_back, refused_posts, .. } = self.left;
        let numbers = || (0..).zip(&self.processes).map(|(number, _): (u8, _)| number);
        let mut offer = |left: u8, offered: &mut dyn Iterator<Item = Action>| {
            if left > 0 {
                actions.extend(offered);
            }
        };
        offer(passes, &mut [Action::Pass].into_iter().filter(|_| self.next_due(bounds).is_some()));
        offer(
            switches,
            &mut [Action::Switch].into_iter().filter(|_| !OtherTransactions(&self.open, Owner::Page(u8::MAX)).lock(0)),
        );
        offer(heartbeats, &mut [Action::Heartbeat].into_iter());
        offer(crashes, &mut numbers().map(Action::Crash));
        offer(database_crashes, &mut [Action::CrashDatabase].into_iter());
        let clients = self.open.iter().filter(|transaction| !transaction.is_orphan);
        offer(lost_connections, &mut clients.map(|transaction| Action::LoseConnection(transaction.owner)));
        offer(lost_messages, &mut (0..self.under_way.len()).map(Action::Lose));
        if bounds.has_bus {
            offer(lost_messages, &mut self.listening().into_iter().map(Action::Disconnect));
            let batches = self.under_way.iter().enumerate();
            let batches = batches.filter(|(_, (_, message))| !matches!(message, Message::Notification(_)));
            offer(doubled_messages, &mut batches.map(|(at, _)| Action::ArriveTwice(at)));
        }
        offer(restores, &mut [Action::Restore].into_iter().filter(|_| !self.database.log.is_empty()));
        offer(jumps_back, &mut [Action::JumpBack].into_iter());
        for (number, process) in (0..).zip(&self.processes) {
            let unposted = process.taken.iter().enumerate().filter(|(_, taken)| taken.next.is_none());
            offer(refused_posts, &mut unposted.map(|(at, _)| Action::Refuse(number, at)));
        }
    }

    /// When something is due next, up to the horizon.
    pub(crate) fn next_due(&self, bounds: &Bounds) -> Option<Millis> {
        let system = self.database.alarms.iter().filter_map(|alarm| alarm.due());
        let system = system.chain(self.database.pushes.iter().filter_map(Push::next));
        let feeds = self.processes.iter().filter_map(|process| process.feed.as_ref()?.waits_until(self.now));
        let read = if bounds.has_device { pushes::next_read(&self.database, self.system()) } else { None };
        let next = system.chain(read).map(|at| at + self.behind).chain(feeds).filter(|at| *at > self.now).min()?;
        let is_open = self.open.iter().any(|transaction| !matches!(transaction.phase, Phase::Committed(_)));
        let is_too_long = is_open && next - self.now > LONGEST_TRANSACTION;
        (next <= bounds.horizon && !is_too_long).then_some(next)
    }
}
