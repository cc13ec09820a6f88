//! One way to play all faults: rows fall due, a fault begins and is over, and the history says what each stream was given.

use std::{collections::HashSet, ops::Range, time::Duration};

use anyhow::{Result, ensure};
use fastrand::Rng;
use time::OffsetDateTime;
use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};

use super::{
    fault::Fault,
    scene::Scene,
    visitors::{Answers, Writes},
};
use crate::{
    client::{connection::Connection, crowd::Crowd, request},
    ground::{
        due,
        occurrence::{Kind, Occurrence},
    },
    history::{Event, History, USE, micros},
};

/// How long rings are waited for after the last is due and the fault over, and how long anything that comes twice.
const PATIENCE: Duration = Duration::from_secs(30);
const CALM: Duration = Duration::from_millis(500);

/// For how many milliseconds a message is still of use that is so late.
const HASTY_LEFT: Range<i64> = 4_000..25_000;

/// A fault, and what falls due around it.
#[derive(Clone)]
pub(super) struct Play {
    pub(super) name: String,
    pub(super) fault: Fault,
    pub(super) rounds: u32,
    /// How often it begins and is over in a round.
    pub(super) times: u32,
    /// How many rows fall due, over how many milliseconds from now.
    pub(super) rings: usize,
    pub(super) within: Range<i64>,
    pub(super) begins: Begins,
    /// Milliseconds until it is over; `None` if it is not until everything has rung.
    pub(super) lasts: Option<Range<u64>>,
    pub(super) owed: Owed,
    /// How late a ring may be after it is owed.
    pub(super) limit: time::Duration,
    pub(super) visitors: Visitors,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Begins {
    BeforeTheRows,
    /// So many milliseconds after it was begun to store the rows.
    After(Range<u64>),
    /// When so many rings were heard.
    Heard(usize),
}

/// From when on a ring is late: its instant, or the fault's begin or end if that is later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owed {
    Due,
    Begun,
    Over,
}

/// What visitors do meanwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Visitors {
    Idle,
    /// Two devices answer every other ring, half of these before it is due.
    Answer,
    /// Timers are written while the fault lasts.
    Write,
    /// So many timers of a second are started before the rows are stored.
    Start(u32),
    /// Devices stop a third of the rings. So many more are so late that their messages are of use for seconds only.
    Stop(usize),
}

impl Play {
    /// Nothing fails, and nobody does anything.
    pub(super) fn of(name: impl Into<String>, rings: usize, within: Range<i64>, limit: time::Duration) -> Self {
        Self {
            name: name.into(),
            fault: Fault::None,
            rounds: 1,
            times: 1,
            rings,
            within,
            begins: Begins::After(0..1),
            lasts: None,
            owed: Owed::Due,
            limit,
            visitors: Visitors::Idle,
        }
    }
}

impl Scene<'_> {
    /// Plays it; there is a history of all streams, or of those of each process if each has all streams.
    pub(super) async fn play(&mut self, play: &Play, chance: &mut Rng) -> Result<Vec<History>> {
        let groups = if self.is_shared { self.nodes.len() } else { 1 };
        let name = |group| if groups == 1 { String::new() } else { format!(", at process {group}") };
        let named = |group| History::new(format!("{}, {}{}", self.name, play.name, name(group)), play.limit);
        let mut histories: Vec<_> = (0..groups).map(named).collect();
        for _ in 0..play.rounds {
            self.play_once(play, chance, &mut histories).await?;
        }
        Ok(histories)
    }

    async fn play_once(&mut self, play: &Play, chance: &mut Rng, histories: &mut [History]) -> Result<()> {
        self.follow_bus().await?;
        self.crowds().for_each(|crowd| drop(crowd.take_heard()));
        let cuts = self.cuts();
        if play.begins == Begins::BeforeTheRows {
            play.fault.begin(self).await?;
        }
        let mut expected = HashSet::new();
        if let Visitors::Start(count) = play.visitors {
            expected = self.start_timers(count).await?;
        }
        let (start, begun_at) = (due::now(), Instant::now());
        let dues = (0..play.rings).map(|_| start + time::Duration::milliseconds(chance.i64(play.within.clone())));
        let dues: Vec<_> = dues.collect();
        let last = dues.iter().copied().max().unwrap_or(start);
        expected.extend(due::rows_at(&self.database, self.browsers, dues.into_iter()).await?);
        let stops = self.expect_pushes(play, start, &mut expected, chance).await?;
        let stored = OffsetDateTime::now_utc();
        let answers = match play.visitors {
            Visitors::Answer => Some(Answers::begin(self, &expected, chance).await?),
            _ => None,
        };

        let (mut away, mut before, mut meanwhile, mut written) = (Vec::new(), None, Vec::new(), None);
        for time in 0..play.times {
            match &play.begins {
                Begins::BeforeTheRows => {}
                Begins::After(range) => {
                    let after = Duration::from_millis(chance.u64(range.clone()));
                    let passed = if time == 0 { begun_at.elapsed() } else { Duration::ZERO };
                    sleep(after.saturating_sub(passed)).await;
                }
                Begins::Heard(count) => self.hear(*count, PATIENCE).await,
            }
            if play.begins != Begins::BeforeTheRows {
                play.fault.begin(self).await?;
            }
            let begun = OffsetDateTime::now_utc();
            if matches!(play.fault, Fault::Killed(_)) {
                histories[0].events.push(Event::Killed { at: micros(begun) });
            }
            before.get_or_insert(self.crowds().map(Crowd::count).sum::<usize>());
            let writes = (play.visitors == Visitors::Write).then(|| Writes::begin(self));
            if let Some(range) = &play.lasts {
                sleep(Duration::from_millis(chance.u64(range.clone()))).await;
            }
            if let Some(writes) = writes {
                written = Some(writes.end(self, &mut histories[0]).await?);
            }
            meanwhile = self.crowds().map(Crowd::count).collect();
            if play.lasts.is_some() {
                play.fault.end(self).await?;
            }
            away.push((begun, OffsetDateTime::now_utc()));
        }
        let to_come = Duration::try_from(last - OffsetDateTime::now_utc()).unwrap_or_default();
        let all = expected.len() * histories.len();
        self.hear(all, to_come + PATIENCE).await;
        sleep(CALM).await;
        if play.lasts.is_none() {
            play.fault.end(self).await?;
        }
        if let Some(devices) = &self.devices {
            devices.end(&self.database, stops, self.browsers, &mut histories[0]).await?;
        }

        for (group, history) in histories.iter_mut().enumerate() {
            let is_elsewhere = self.is_shared && play.fault.of_node().is_some_and(|node| node != group);
            // A row that was stored late could not ring before.
            if play.rings > 0 {
                history.excuse(OffsetDateTime::UNIX_EPOCH, stored);
            }
            match if is_elsewhere { Owed::Due } else { play.owed } {
                Owed::Due => {}
                Owed::Begun => away.iter().for_each(|(begun, _)| history.excuse(OffsetDateTime::UNIX_EPOCH, *begun)),
                Owed::Over => away.iter().for_each(|(begun, over)| history.excuse(*begun, *over)),
            }
            let heard: Vec<_> =
                self.crowds().enumerate().filter(|(number, _)| !self.is_shared || *number == group).collect();
            history.enter(&expected, &heard.iter().flat_map(|(_, crowd)| crowd.heard()).collect::<Vec<_>>())?;
            history.enter_log(&self.database, &expected).await?;
            if is_elsewhere && play.lasts.is_some() {
                let rung = meanwhile[group];
                history.require(rung == expected.len(), || format!("{rung} rang elsewhere while it lasted"));
            }
        }
        let history = &mut histories[0];
        let is_cut = matches!(play.fault, Fault::Killed(node) if self.nodes[node].crowd.is_some());
        let cuts = self.cuts() - cuts;
        history.require(is_cut || cuts == 0, || format!("{cuts} streams were cut"));
        if play.rings > 1 && play.fault != Fault::None {
            history.require(before.is_some_and(|before| before < all), || "all had rung before the fault".to_owned());
        }
        if let Some(answers) = answers {
            answers.end(self, history).await?;
        }
        if let Some(written) = written {
            Writes::judge(written, self, history).await?;
        }
        Ok(())
    }

    /// Stores the rows that are late, and enters what devices are owed; some of them will answer.
    async fn expect_pushes(
        &self,
        play: &Play,
        start: OffsetDateTime,
        expected: &mut HashSet<Occurrence>,
        chance: &mut Rng,
    ) -> Result<JoinSet<Result<()>>> {
        let Some(devices) = &self.devices else { return Ok(JoinSet::new()) };
        let (are_stopped, hasty) = if let Visitors::Stop(hasty) = play.visitors { (true, hasty) } else { (false, 0) };
        let dues = (0..hasty).map(|_| start + time::Duration::milliseconds(chance.i64(HASTY_LEFT)) - USE);
        let hasty = due::rows_at(&self.database, self.browsers, dues.collect::<Vec<_>>().into_iter()).await?;
        expected.extend(&hasty);
        devices.expect(&self.database, expected, &hasty, are_stopped, chance).await
    }

    fn cuts(&self) -> usize {
        self.crowds().map(Crowd::cuts).sum()
    }

    /// Starts timers of the shortest length over HTTP, so far apart that each finds idle processes.
    async fn start_timers(&self, count: u32) -> Result<HashSet<Occurrence>> {
        let site = self.nodes.iter().find(|node| node.crowd.is_some()).map(|node| node.address);
        let mut connection = Connection::open(site.unwrap_or_else(|| self.nodes[0].address)).await?;
        let mut started = HashSet::new();
        for _ in 0..count {
            let answer = connection.ask(&request::write("/api/timers", 1, r#"{"seconds":1,"enabled":1}"#)).await?;
            ensure!(answer.status == 201, "a timer is made, not {}", answer.status);
            let timer = Occurrence::of_running_timer(&answer.body)?;
            ensure!(timer.kind == Kind::Timer, "a timer is made");
            started.insert(timer);
            sleep(Duration::from_millis(40)).await;
        }
        Ok(started)
    }
}
