//! The table of timers: its rows, the queries on them, and their order.

use std::collections::HashSet;

use diesel::{
    dsl::min,
    prelude::*,
    sql_query,
    sql_types::{self, Timestamptz},
};
use serde_json::Value;
use time::{Duration, OffsetDateTime};
use tokibako_domain::{
    browser_id::BrowserId,
    firing::RingSubject,
    length::{Intervals, Step, TimerLength},
    ring_settings::{Label, Sound},
    timer::{Countdown, NewTimer, Plan, Progress, Timer, TimerId, TimerOrder, TimerSettings},
};
use uuid::Uuid;

#[cfg(feature = "testing")]
pub use crate::testing::timers::{insert, list};
use crate::{
    Storage, browser_ids,
    due::{DueRow, due_queries},
    error::Error,
    faults::is_planted,
    owned::{KeyedRow, OwnedRow},
    rows::{
        PreparedStatement,
        encoding::{self, LabelText, ParsedText},
        readable,
    },
    schema::{coalesce, timers},
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = timers, check_for_backend(diesel::pg::Pg))]
pub(crate) struct TimerRow {
    pub(crate) id: i64,
    pub(crate) browser_id: Uuid,
    total_seconds: i32,
    sound: ParsedText<Sound>,
    label: Option<LabelText>,
    ends_at: Option<OffsetDateTime>,
    remaining_ms: Option<i64>,
    created_at: OffsetDateTime,
    run_seconds: Option<i32>,
    #[diesel(embed)]
    intervals: IntervalColumns,
}

/// The columns that an update writes.
#[derive(Insertable, AsChangeset)]
#[diesel(table_name = timers, treat_none_as_null = true, treat_none_as_default_value = false)]
struct TimerStateRow<'a> {
    total_seconds: i32,
    sound: &'a str,
    label: Option<&'a str>,
    ends_at: Option<OffsetDateTime>,
    remaining_ms: Option<i64>,
    run_seconds: Option<i32>,
    #[diesel(embed)]
    intervals: IntervalColumns,
}

/// The three columns, all null for a timer without steps.
#[derive(Default, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = timers, check_for_backend(diesel::pg::Pg))]
#[diesel(treat_none_as_null = true, treat_none_as_default_value = false)]
pub(crate) struct IntervalColumns {
    steps: Option<Value>,
    rounds: Option<i16>,
    step: Option<i32>,
}

/// A step as JSON: `[1500, "Focus"]`.
type StepJson = (i64, Option<String>);

impl IntervalColumns {
    fn new(plan: &Plan, progress: Progress) -> Self {
        let Some(intervals) = plan.intervals() else { return Self::default() };
        let step = |step: &Step| -> Value {
            let label = step.label.as_ref().map(Label::as_str);
            vec![Value::from(step.length.total_seconds()), label.map_or(Value::Null, Value::from)].into()
        };
        Self {
            steps: Some(intervals.steps().map(step).collect()),
            rounds: Some(intervals.rounds().into()),
            step: Some(progress.step.into()),
        }
    }

    /// The plan and the index of the present step; `None` if the columns are null.
    fn read(self) -> Result<Option<(Plan, u16)>, Error> {
        let (Some(steps), Some(rounds), Some(step)) = (self.steps, self.rounds, self.step) else { return Ok(None) };
        let steps: Vec<StepJson> =
            serde_json::from_value(steps).map_err(|_| Error::unreadable("steps are not JSON"))?;
        let steps = steps.into_iter().map(step_of).collect::<Result<_, _>>()?;
        let intervals = Intervals::new(steps, rounds.into()).map_err(Error::unreadable)?;
        let step = u16::try_from(step).ok().filter(|step| *step < intervals.count());
        let step = step.ok_or_else(|| Error::unreadable("a timer is at a step that it does not have"))?;
        Ok(Some((Plan::Intervals(intervals), step)))
    }
}

fn step_of((seconds, label): StepJson) -> Result<Step, Error> {
    Ok(Step {
        length: TimerLength::from_total_seconds(seconds).map_err(Error::unreadable)?,
        label: label.map_or(Ok(None), |label| Label::parse(&label)).map_err(Error::unreadable)?,
    })
}

impl TryFrom<TimerRow> for Timer {
    type Error = Error;

    fn try_from(row: TimerRow) -> Result<Self, Error> {
        let countdown = match (row.ends_at, row.remaining_ms) {
            (Some(ends_at), _) => Countdown::Running(ends_at),
            (None, Some(remaining)) => Countdown::Stopped(Duration::milliseconds(remaining)),
            (None, None) => return Err(Error::unreadable("a timer has neither an end nor a rest")),
        };
        let (plan, step) = if let Some(intervals) = row.intervals.read()? {
            intervals
        } else {
            let length = TimerLength::from_total_seconds(row.total_seconds.into()).map_err(Error::unreadable)?;
            (Plan::Once(length), 0)
        };
        let extended_to = row.run_seconds.map(|seconds| Duration::seconds(seconds.into()));
        Ok(Self {
            id: TimerId(row.id),
            browser: encoding::browser(row.browser_id)?,
            settings: TimerSettings {
                plan,
                // A timer with a sound of a newer version rings with the default one.
                sound: row.sound.read_or_default(),
                label: encoding::label(row.label)?,
            },
            countdown,
            progress: Progress { step, extended_to },
            created_at: row.created_at,
        })
    }
}

impl<'a> TimerStateRow<'a> {
    fn new(settings: &'a TimerSettings, countdown: Countdown, progress: Progress) -> Self {
        let (ends_at, remaining_ms) = match countdown {
            Countdown::Running(ends_at) => (Some(ends_at), None),
            Countdown::Stopped(remaining) => (None, i64::try_from(remaining.whole_milliseconds()).ok()),
        };
        // Rounded up, so that the remaining time is never longer than the run.
        let run_seconds = progress.extended_to.map(|run| run.whole_seconds() + i64::from(run.subsec_nanoseconds() > 0));
        Self {
            total_seconds: match &settings.plan {
                Plan::Once(length) => length.total_seconds(),
                Plan::Intervals(_) => 0,
            },
            sound: settings.sound.as_str(),
            label: settings.label.as_ref().map(Label::as_str),
            ends_at,
            remaining_ms,
            run_seconds: run_seconds.map(|seconds| i32::try_from(seconds).unwrap_or(i32::MAX)),
            intervals: IntervalColumns::new(&settings.plan, progress),
        }
    }
}

impl OwnedRow for Timer {
    type Id = TimerId;
    type New = NewTimer;

    fn owner(new: &NewTimer) -> (BrowserId, OffsetDateTime) {
        (new.browser, new.created_at)
    }

    fn next_due(&self) -> Option<OffsetDateTime> {
        self.countdown.ends_at()
    }

    fn first_due(new: &NewTimer) -> Option<OffsetDateTime> {
        new.countdown.ends_at()
    }

    /// In the chosen order, else by creation, then id.
    fn of_browser(conn: &mut PgConnection, browser: BrowserId) -> Result<Vec<KeyedRow<Self>>, Error> {
        let rows = timers::table.filter(timers::browser_id.eq(browser.as_uuid())).order((listed_at(), timers::id));
        let rows: Vec<(TimerRow, Option<Uuid>)> =
            rows.select((TimerRow::as_select(), timers::client_key)).load(conn)?;
        Ok(readable(rows).collect())
    }

    fn count(conn: &mut PgConnection, browser: BrowserId) -> Result<i64, Error> {
        Ok(timers::table.filter(timers::browser_id.eq(browser.as_uuid())).count().get_result(conn)?)
    }

    fn with_key(conn: &mut PgConnection, browser: BrowserId, key: Uuid) -> Result<Option<Self>, Error> {
        let row = timers::table.filter(timers::browser_id.eq(browser.as_uuid()).and(timers::client_key.eq(key)));
        let row = row.select(TimerRow::as_select()).first(conn).optional()?;
        row.map(Self::try_from).transpose()
    }

    fn store(conn: &mut PgConnection, new: NewTimer, key: Option<Uuid>) -> Result<Option<Self>, Error> {
        let row = (
            timers::browser_id.eq(new.browser.as_uuid()),
            timers::created_at.eq(new.created_at),
            timers::client_key.eq(key),
            TimerStateRow::new(&new.settings, new.countdown, Progress::default()),
        );
        let insert = diesel::insert_into(timers::table).values(row).on_conflict_do_nothing();
        let id: Option<i64> = PreparedStatement(insert.returning(timers::id)).get_result(conn).optional()?;
        let Some(id) = id.map(TimerId) else { return Ok(None) };
        let NewTimer { browser, settings, countdown, created_at } = new;
        Ok(Some(Self { id, browser, settings, countdown, progress: Progress::default(), created_at }))
    }

    fn lock(conn: &mut PgConnection, browser: BrowserId, id: TimerId) -> Result<(Self, String), Error> {
        let row = one(browser, id).select((TimerRow::as_select(), timers::sound));
        let is_unlocked = is_planted("answer-without-row-lock");
        let (row, sound): (_, String) = if is_unlocked { row.first(conn)? } else { row.for_update().first(conn)? };
        Ok((Self::try_from(row)?, sound))
    }

    fn write(conn: &mut PgConnection, before: &Self, after: &Self, stored_sound: &str) -> Result<(), Error> {
        let mut changed = TimerStateRow::new(&after.settings, after.countdown, after.progress);
        if after.settings.sound == before.settings.sound {
            changed.sound = stored_sound;
        }
        PreparedStatement(diesel::update(one(before.browser, before.id)).set(changed)).execute(conn)?;
        Ok(())
    }

    fn remove(conn: &mut PgConnection, browser: BrowserId, id: TimerId) -> QueryResult<usize> {
        diesel::delete(one(browser, id)).execute(conn)
    }
}

/// Moves timers of `browser` to the front of its list, in this order. Ids that it does not have are skipped: a timer
/// may have been deleted meanwhile.
pub async fn put_in_order(storage: &Storage, browser: BrowserId, order: TimerOrder) -> Result<(), Error> {
    storage
        .write(move |conn| {
            let named: Vec<i64> = order.ids().iter().map(|id| id.0).collect();
            let of_browser = timers::table.filter(timers::browser_id.eq(browser.as_uuid()));
            let owned = of_browser.filter(timers::id.eq_any(named)).order(timers::id).select(timers::id);
            let owned: HashSet<i64> = owned.for_update().load(conn)?.into_iter().collect();
            let Some(first) = of_browser.select(min(listed_at())).first(conn)? else {
                return browser_ids::refuse_renewed(conn, browser);
            };
            let owned_places = order.places(first).map(|(id, at)| (id.0, at)).filter(|(id, _)| owned.contains(id));
            let (ids, instants): (Vec<i64>, Vec<OffsetDateTime>) = owned_places.unzip();
            sql_query(
                "UPDATE timers SET listed_at = place.at FROM unnest($1, $2) AS place (id, at) \
                 WHERE timers.id = place.id AND timers.browser_id = $3",
            )
            .bind::<sql_types::Array<sql_types::BigInt>, _>(ids)
            .bind::<sql_types::Array<Timestamptz>, _>(instants)
            .bind::<sql_types::Uuid, _>(browser.as_uuid())
            .execute(conn)?;
            Ok(())
        })
        .await
}

/// What timers are sorted by: their creation, unless another order was chosen.
#[diesel::dsl::auto_type(no_type_alias)]
fn listed_at() -> _ {
    coalesce(timers::listed_at, timers::created_at)
}

impl DueRow for Timer {
    type Row = TimerRow;
    /// The new end if the timer continues, and the index of its current step if it has steps.
    type NextColumns = (Option<OffsetDateTime>, Option<i32>);

    due_queries!(timers, ends_at, TimerRow);

    type Context = ();

    fn context(_: &mut PgConnection, _: &[TimerRow]) -> QueryResult<()> {
        Ok(())
    }

    fn read(row: TimerRow, (): &()) -> Result<Self, Error> {
        row.try_into()
    }

    fn subject(self) -> RingSubject {
        RingSubject::Timer(self)
    }

    fn next(&self) -> Self::NextColumns {
        (self.next_due(), self.settings.plan.intervals().map(|_| self.progress.step.into()))
    }

    /// A timer without a new end has no time left.
    fn move_on(conn: &mut PgConnection, ids: &[i64], nexts: &[Self::NextColumns]) -> QueryResult<usize> {
        let (ends, steps): (Vec<_>, Vec<_>) = nexts.iter().copied().unzip();
        sql_query(
            "UPDATE timers SET ends_at = moved.ends_at, remaining_ms = CASE WHEN moved.ends_at IS NULL THEN 0 END, \
             step = moved.step, run_seconds = NULL \
             FROM unnest($1, $2, $3) AS moved (id, ends_at, step) WHERE timers.id = moved.id",
        )
        .bind::<sql_types::Array<sql_types::BigInt>, _>(ids)
        .bind::<sql_types::Array<sql_types::Nullable<sql_types::Timestamptz>>, _>(ends)
        .bind::<sql_types::Array<sql_types::Nullable<sql_types::Integer>>, _>(steps)
        .execute(conn)
    }
}

#[diesel::dsl::auto_type(no_type_alias)]
pub(crate) fn one(browser: BrowserId, id: TimerId) -> _ {
    let (browser, id): (Uuid, i64) = (browser.as_uuid(), id.0);
    timers::table.filter(timers::id.eq(id).and(timers::browser_id.eq(browser)))
}
