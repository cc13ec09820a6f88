//! The table of alarms: its rows, and the queries on them.

use std::{collections::HashSet, sync::Arc};

use diesel::{prelude::*, sql_query, sql_types};
use time::{Date, OffsetDateTime};
use tokibako_domain::{
    alarm::{Alarm, AlarmId, AlarmSettings, Arming, NewAlarm},
    browser_id::BrowserId,
    firing::RingSubject,
    occurrence::{RepeatName, Schedule},
    ring_settings::{Label, Sound},
    zone::Zone,
};
use uuid::Uuid;

#[cfg(feature = "testing")]
pub use crate::testing::alarms::{insert, list};
use crate::{
    browser_lists::{self, ListsOfDays},
    due::{DueRow, due_queries},
    error::Error,
    faults::is_planted,
    owned::{KeyedRow, OwnedRow},
    rows::{
        PreparedStatement,
        encoding::{self, LabelText, ParsedText},
        readable,
    },
    schema::alarms,
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = alarms, check_for_backend(diesel::pg::Pg))]
pub(crate) struct AlarmRow {
    pub(crate) id: i64,
    pub(crate) browser_id: Uuid,
    minute_of_day: i16,
    repeat: ParsedText<RepeatName>,
    days: Option<i16>,
    date: Option<Date>,
    timezone: ParsedText<Zone>,
    paused_until: Option<Date>,
    rule: Option<String>,
    sound: ParsedText<Sound>,
    snooze_minutes: i16,
    label: Option<LabelText>,
    next_trigger: Option<OffsetDateTime>,
    snoozed_until: Option<OffsetDateTime>,
    skipped: Option<OffsetDateTime>,
    rings_on_days_off: Option<bool>,
    created_at: OffsetDateTime,
}

/// The columns that an update writes.
#[derive(Insertable, AsChangeset)]
#[diesel(table_name = alarms, treat_none_as_null = true, treat_none_as_default_value = false)]
pub(crate) struct AlarmSettingsRow<'a> {
    minute_of_day: i16,
    repeat: &'static str,
    days: Option<i16>,
    date: Option<Date>,
    timezone: &'static str,
    sound: &'a str,
    snooze_minutes: i16,
    label: Option<&'a str>,
    next_trigger: Option<OffsetDateTime>,
    snoozed_until: Option<OffsetDateTime>,
    skipped: Option<OffsetDateTime>,
    paused_until: Option<Date>,
    rule: Option<String>,
    rings_on_days_off: Option<bool>,
}

impl TryFrom<AlarmRow> for Alarm {
    type Error = Error;

    fn try_from(row: AlarmRow) -> Result<Self, Error> {
        let arming = match (row.snoozed_until, row.next_trigger) {
            (Some(until), _) => Arming::Snoozed(until),
            (None, Some(next)) => Arming::Scheduled(next),
            (None, None) => Arming::Off,
        };
        Ok(Self {
            id: AlarmId(row.id),
            browser: encoding::browser(row.browser_id)?,
            settings: AlarmSettings {
                schedule: Schedule {
                    time: encoding::time_of_day(row.minute_of_day)?,
                    repeat: encoding::repeat(row.repeat.read()?, row.days, row.date, row.rule.as_deref())?,
                    zone: row.timezone.read()?,
                    paused_until: row.paused_until,
                },
                // An alarm with a sound of a newer version rings with the default one.
                sound: row.sound.read_or_default(),
                snooze_interval: encoding::snooze_interval(row.snooze_minutes)?,
                label: encoding::label(row.label)?,
                days_off: encoding::days_off(row.rings_on_days_off).into(),
            },
            arming,
            skipped: row.skipped,
            created_at: row.created_at,
        })
    }
}

impl<'a> AlarmSettingsRow<'a> {
    /// The row with the stored sound, which this version may not know.
    pub(crate) fn keeping_sound(self, stored: &'a str) -> Self {
        Self { sound: stored, ..self }
    }

    pub(crate) fn of(alarm: &'a Alarm) -> Self {
        Self::new(&alarm.settings, alarm.arming, alarm.skipped)
    }

    fn new(settings: &'a AlarmSettings, arming: Arming, skipped: Option<OffsetDateTime>) -> Self {
        let schedule = &settings.schedule;
        Self {
            minute_of_day: encoding::minute_of_day(schedule.time),
            repeat: schedule.repeat.name().as_str(),
            days: encoding::days(schedule.repeat),
            date: encoding::date(schedule.repeat),
            timezone: schedule.zone.name(),
            sound: settings.sound.as_str(),
            snooze_minutes: settings.snooze_interval.minutes().into(),
            label: settings.label.as_ref().map(Label::as_str),
            next_trigger: arming.next_trigger(),
            snoozed_until: arming.snoozed_until(),
            skipped,
            paused_until: schedule.paused_until,
            rule: encoding::rule(schedule.repeat),
            rings_on_days_off: encoding::rings_on_days_off(&settings.days_off),
        }
    }
}

impl OwnedRow for Alarm {
    type Id = AlarmId;
    type New = NewAlarm;

    fn owner(new: &NewAlarm) -> (BrowserId, OffsetDateTime) {
        (new.browser, new.created_at)
    }

    fn next_due(&self) -> Option<OffsetDateTime> {
        self.arming.next_trigger()
    }

    fn first_due(new: &NewAlarm) -> Option<OffsetDateTime> {
        new.arming.next_trigger()
    }

    /// By time of day, then id.
    fn of_browser(conn: &mut PgConnection, browser: BrowserId) -> Result<Vec<KeyedRow<Self>>, Error> {
        let rows = alarms::table.filter(alarms::browser_id.eq(browser.as_uuid()));
        let rows: Vec<(AlarmRow, Option<Uuid>)> =
            rows.select((AlarmRow::as_select(), alarms::client_key)).load(conn)?;
        let mut alarms: Vec<KeyedRow<Self>> = readable(rows).collect();
        alarms.sort_unstable_by_key(|KeyedRow { row, .. }| (row.settings.schedule.time, row.id.0));
        Ok(alarms)
    }

    fn count(conn: &mut PgConnection, browser: BrowserId) -> Result<i64, Error> {
        Ok(alarms::table.filter(alarms::browser_id.eq(browser.as_uuid())).count().get_result(conn)?)
    }

    fn with_key(conn: &mut PgConnection, browser: BrowserId, key: Uuid) -> Result<Option<Self>, Error> {
        let row = alarms::table.filter(alarms::browser_id.eq(browser.as_uuid()).and(alarms::client_key.eq(key)));
        let row = row.select(AlarmRow::as_select()).first(conn).optional()?;
        row.map(Self::try_from).transpose()
    }

    /// Moves them by the days off.
    fn completed(
        conn: &mut PgConnection,
        browser: BrowserId,
        batch: Vec<KeyedRow<NewAlarm>>,
    ) -> Result<Vec<KeyedRow<NewAlarm>>, Error> {
        let Some(list) = browser_lists::days_off(conn, browser)? else { return Ok(batch) };
        let moved =
            batch.into_iter().map(|KeyedRow { row, key }| KeyedRow { row: row.observing(Arc::clone(&list)), key });
        Ok(moved.collect())
    }

    fn store(conn: &mut PgConnection, new: NewAlarm, key: Option<Uuid>) -> Result<Option<Self>, Error> {
        let row = (
            alarms::browser_id.eq(new.browser.as_uuid()),
            alarms::created_at.eq(new.created_at),
            alarms::client_key.eq(key),
            AlarmSettingsRow::new(&new.settings, new.arming, new.skipped),
        );
        let insert = diesel::insert_into(alarms::table).values(row).on_conflict_do_nothing();
        let id: Option<i64> = PreparedStatement(insert.returning(alarms::id)).get_result(conn).optional()?;
        let Some(id) = id.map(AlarmId) else { return Ok(None) };
        let NewAlarm { browser, settings, arming, skipped, created_at } = new;
        Ok(Some(Self { id, browser, settings, arming, skipped, created_at }))
    }

    fn lock(conn: &mut PgConnection, browser: BrowserId, id: AlarmId) -> Result<(Self, String), Error> {
        let row = one(browser, id).select((AlarmRow::as_select(), alarms::sound));
        let is_unlocked = is_planted("answer-without-row-lock");
        let (row, sound): (_, String) = if is_unlocked { row.first(conn)? } else { row.for_update().first(conn)? };
        let mut alarm = Self::try_from(row)?;
        // After the lock: who replaces the list later waits for it, and moves the alarm.
        alarm.settings.days_off.list = browser_lists::days_off(conn, browser)?;
        Ok((alarm, sound))
    }

    fn write(conn: &mut PgConnection, before: &Self, after: &Self, stored_sound: &str) -> Result<(), Error> {
        let mut changed = AlarmSettingsRow::of(after);
        if after.settings.sound == before.settings.sound {
            changed.sound = stored_sound;
        }
        PreparedStatement(diesel::update(one(before.browser, before.id)).set(changed)).execute(conn)?;
        // A skip changes the next ring only; the last one can still be answered.
        let only_skips = after.skipped != before.skipped
            && matches!((before.arming, after.arming), (Arming::Scheduled(_), Arming::Scheduled(_)));
        if after.is_moved_by(&before.settings) || (after.arming != before.arming && !only_skips) {
            // After any other change the last ring can no longer be answered.
            let last_due = alarms::last_due.eq(None::<OffsetDateTime>);
            diesel::update(one(before.browser, before.id)).set(last_due).execute(conn)?;
        }
        Ok(())
    }

    fn remove(conn: &mut PgConnection, browser: BrowserId, id: AlarmId) -> QueryResult<usize> {
        diesel::delete(one(browser, id)).execute(conn)
    }
}

impl DueRow for Alarm {
    type Row = AlarmRow;
    type NextColumns = Option<OffsetDateTime>;

    due_queries!(alarms, next_trigger, AlarmRow);

    /// The days off of their browsers. Read after the rows are locked: who replaces a list later waits for them.
    type Context = ListsOfDays;

    fn context(conn: &mut PgConnection, rows: &[AlarmRow]) -> QueryResult<ListsOfDays> {
        let browsers: HashSet<_> = rows.iter().map(|row| row.browser_id).collect();
        if browsers.is_empty() {
            return Ok(ListsOfDays::default());
        }
        ListsOfDays::of_browsers(conn, &Vec::from_iter(browsers))
    }

    fn read(row: AlarmRow, lists: &ListsOfDays) -> Result<Self, Error> {
        let list = lists.get(row.browser_id);
        let mut alarm = Self::try_from(row)?;
        alarm.settings.days_off.list = list;
        Ok(alarm)
    }

    fn subject(self) -> RingSubject {
        RingSubject::Alarm(self)
    }

    fn next(&self) -> Self::NextColumns {
        self.next_due()
    }

    /// A snooze ends with its ring.
    fn move_on(conn: &mut PgConnection, ids: &[i64], nexts: &[Option<OffsetDateTime>]) -> QueryResult<usize> {
        sql_query(
            "UPDATE alarms SET last_due = alarms.next_trigger, next_trigger = moved.next_trigger, snoozed_until = NULL \
             FROM unnest($1, $2) AS moved (id, next_trigger) WHERE alarms.id = moved.id",
        )
        .bind::<sql_types::Array<sql_types::BigInt>, _>(ids)
        .bind::<sql_types::Array<sql_types::Nullable<sql_types::Timestamptz>>, _>(nexts)
        .execute(conn)
    }
}

#[diesel::dsl::auto_type(no_type_alias)]
pub(crate) fn one(browser: BrowserId, id: AlarmId) -> _ {
    let (browser, id): (Uuid, i64) = (browser.as_uuid(), id.0);
    alarms::table.filter(alarms::id.eq(id).and(alarms::browser_id.eq(browser)))
}
