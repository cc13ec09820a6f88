//! Claims and answers, statement by statement, as `storage::due::claim`, `storage::rings::answer` and
//! `storage::log::append` send them.

use tokibako_domain::{
    answer::{Answer, EARLIEST_ANSWER, effective_instant},
    occurrence::still_rings,
    push::Purpose,
};

use crate::{
    bounds::Mutation,
    database::{Database, Writes},
    instants::{Millis, of, system},
    messages::Push,
    pushes,
    rows::{Ring, RowArming, StandingAnswer},
};

/// Who runs a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Owner {
    /// The scheduler of a process.
    Scheduler(u8),
    /// The request of a page: its number among the answers.
    Page(u8),
}

/// How far a transaction is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    /// The rows are locked.
    Begun,
    /// Everything needed is read and, but for an answer without a lock, the row is locked.
    Decided,
    /// The last message, which commits, is with the database.
    Sent,
    /// The offset is drawn, before the lock of the log.
    Drawn(i64),
    /// The log is locked and the offset is drawn; `None` if nothing is appended.
    HasOffset(Option<i64>),
    /// The transaction is committed, and its client is about to learn that.
    Committed(Option<i64>),
}

/// A transaction.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Transaction {
    /// Who runs it.
    pub owner: Owner,
    /// How far it is.
    pub phase: Phase,
    /// When it began, by the system's clock.
    pub began: Millis,
    /// The locked alarms.
    pub locked: Vec<u8>,
    /// The alarm as an answer has read it.
    seen: RowArming,
    /// Whether rings that the log has are skipped.
    skips_repeated: bool,
    /// What it writes.
    pub writes: Writes,
    /// What an answer is told.
    pub told: Option<AnswerResponse>,
    /// The messages of its ring that an answer has found and locked.
    pub messages: Vec<u8>,
    /// Whether its client has ended. The database goes on with what it was sent.
    pub is_orphan: bool,
}

/// What the page that answered is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum AnswerResponse {
    /// There is no such ring.
    NotFound,
    /// The answer that counts, and whether that is this one.
    Stands(StandingAnswer, bool),
}

/// What a step of a transaction needs to know of the others.
pub(crate) struct OtherTransactions<'a>(pub &'a [Transaction], pub Owner);

impl OtherTransactions<'_> {
    fn each(&self) -> impl Iterator<Item = &Transaction> {
        self.0.iter().filter(|other| other.owner != self.1)
    }

    /// Whether another transaction has locked an alarm.
    pub(crate) fn lock(&self, alarm: u8) -> bool {
        self.each().any(|other| !matches!(other.phase, Phase::Committed(_)) && other.locked.contains(&alarm))
    }

    fn has_log(&self) -> bool {
        self.each().any(|other| matches!(other.phase, Phase::HasOffset(Some(_))))
    }

    /// Whether another transaction is about to insert a ring, so that its unique key is taken or will be free.
    fn inserts(&self, ring: Ring) -> bool {
        self.each().any(|other| {
            matches!(other.phase, Phase::Sent | Phase::Drawn(_) | Phase::HasOffset(_))
                && other.writes.rings.contains(&ring)
        })
    }

    /// Whether another transaction has locked a message: an answer that has found it or, unless that is the fault, the lock on
    /// its ring.
    pub(crate) fn locks_message(&self, push: &Push, mutation: Option<Mutation>) -> bool {
        let is_found = |other: &Transaction| {
            !matches!(other.phase, Phase::Begun | Phase::Committed(_)) && other.messages.contains(&push.id)
        };
        let is_new = push.purpose == Purpose::Ring && push.leased_until.is_none();
        self.each().any(is_found)
            || is_new && mutation != Some(Mutation::LeaseDuringAnswer) && self.locks_ring(push.ring)
    }

    fn locks_ring(&self, ring: Ring) -> bool {
        self.each().any(|other| {
            !matches!(other.phase, Phase::Begun | Phase::Committed(_))
                && other.writes.answer.is_some_and(|(answered, _)| answered == ring)
        })
    }
}

impl Transaction {
    /// A claim of at most `batch` due alarms that nobody has locked; `None` if there are none.
    pub(crate) fn claim(process: u8, database: &Database, open: &[Self], now: Millis, batch: u8) -> Option<Self> {
        let owner = Owner::Scheduler(process);
        let others = OtherTransactions(open, owner);
        let numbered = (0..).zip(&database.alarms);
        let taken: Vec<(u8, RowArming)> = numbered
            .filter(|(alarm, armed)| armed.due().is_some_and(|due| due <= now) && !others.lock(*alarm))
            .map(|(alarm, armed)| (alarm, *armed))
            .take(batch.into())
            .collect();
        if taken.is_empty() {
            return None;
        }
        let locked = taken.iter().map(|(alarm, _)| *alarm).collect();
        let rings = taken.iter().filter_map(|(alarm, armed)| {
            let due = armed.due().filter(|due| still_rings(system(*due), system(now)))?;
            Some(Ring { alarm: *alarm, due })
        });
        let writes = Writes {
            rings: rings.collect(),
            moves: taken.iter().map(|(alarm, armed)| (*alarm, armed.after_ring(now))).collect(),
            answer: None,
        };
        Some(Self { locked, writes, ..Self::begun(owner, now) })
    }

    /// An answer to a ring; `None` while its row is locked.
    pub(crate) fn answer(
        page: u8,
        ring: Ring,
        database: &Database,
        open: &[Self],
        now: Millis,
        mutation: Option<Mutation>,
    ) -> Option<Self> {
        let owner = Owner::Page(page);
        let seen = database.alarm(ring.alarm);
        if mutation == Some(Mutation::AnswerWithoutLock) {
            return Some(Self { seen, ..Self::begun(owner, now) });
        }
        let is_free = !OtherTransactions(open, owner).lock(ring.alarm);
        is_free.then(|| Self { seen, locked: vec![ring.alarm], ..Self::begun(owner, now) })
    }

    fn begun(owner: Owner, now: Millis) -> Self {
        Self {
            owner,
            phase: Phase::Begun,
            began: now,
            locked: Vec::new(),
            seen: RowArming::Off,
            skips_repeated: false,
            writes: Writes::default(),
            told: None,
            messages: Vec::new(),
            is_orphan: false,
        }
    }

    /// Whether the database has been sent the commit.
    pub(crate) fn is_sent(&self) -> bool {
        !matches!(self.phase, Phase::Begun | Phase::Decided)
    }

    /// The transaction after its next statement; `None` while it waits for another one. `answer` is what a page answers.
    pub(crate) fn step(
        &self,
        database: &mut Database,
        others: &OtherTransactions<'_>,
        answer: Option<(Ring, Answer)>,
        mutation: Option<Mutation>,
    ) -> Option<Self> {
        let mut next = self.clone();
        next.phase = match (self.phase, answer) {
            (Phase::Begun, None) => next.append(database, others)?,
            (Phase::Begun, Some((ring, answer))) => {
                if database.rings.contains_key(&ring) && others.locks_ring(ring) {
                    return None;
                }
                next.decide(ring, answer, database);
                if mutation == Some(Mutation::AnswerWithoutLock) {
                    Phase::Decided
                } else {
                    next.append(database, others)?
                }
            }
            (Phase::Decided, _) => {
                // The update of the row waits for its lock.
                if next.writes.moves.iter().any(|(alarm, _)| others.lock(*alarm)) {
                    return None;
                }
                next.locked = next.writes.moves.iter().map(|(alarm, _)| *alarm).collect();
                next.append(database, others)?
            }
            (Phase::Sent, _) if next.writes.rings.is_empty() => Phase::HasOffset(None),
            (Phase::Sent, _) if mutation == Some(Mutation::OffsetBeforeLock) => Phase::Drawn(database.draw_offset()),
            (Phase::Sent | Phase::Drawn(_), _) if others.has_log() => return None,
            (Phase::Sent, _) => Phase::HasOffset(Some(database.draw_offset())),
            (Phase::Drawn(offset), _) => Phase::HasOffset(Some(offset)),
            (Phase::HasOffset(offset), _) => {
                database.commit(&self.writes, offset, self.began);
                Phase::Committed(offset)
            }
            (Phase::Committed(_), _) => return None,
        };
        Some(next)
    }

    /// Inserts the rings and sends the commit. A claim that finds one of them in the log begins again, and skips it.
    fn append(&mut self, database: &Database, others: &OtherTransactions<'_>) -> Option<Phase> {
        if self.writes.rings.iter().any(|ring| others.inserts(*ring)) {
            return None;
        }
        let is_logged = |ring: &Ring| database.rings.contains_key(ring);
        if self.writes.rings.iter().any(is_logged) {
            if matches!(self.owner, Owner::Scheduler(_)) && !self.skips_repeated {
                self.skips_repeated = true;
                return Some(Phase::Begun);
            }
            self.writes.rings.retain(|ring| !is_logged(ring));
        }
        if let Some((ring, _)) = self.writes.answer {
            self.messages = pushes::seen_by_answer(database, ring);
        }
        Some(Phase::Sent)
    }

    /// What an answer does, as `storage::rings::answer` decides with the domain's rules.
    fn decide(&mut self, ring: Ring, answer: Answer, database: &Database) {
        let now = system(self.began);
        let logged = database.rings.get(&ring);
        if let Some(stands) = logged.and_then(|logged| logged.answered) {
            self.told = Some(AnswerResponse::Stands(stands, false));
            return;
        }
        let before = if logged.is_some() {
            self.seen
        } else {
            if self.seen.due() != Some(ring.due) || ring.due > self.began + of(EARLIEST_ANSWER) {
                self.told = Some(AnswerResponse::NotFound);
                return;
            }
            self.writes.rings.push(ring);
            self.seen.after_ring(self.began)
        };
        let (after, stands) = before.answered(answer, effective_instant(None, system(ring.due), now));
        self.writes.moves.push((ring.alarm, after));
        self.writes.answer = Some((ring, stands));
        self.told = Some(AnswerResponse::Stands(stands, true));
    }
}
