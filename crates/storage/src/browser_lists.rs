//! Lists that a browser has as a whole, in one row as JSON: the chosen cities and the days off. Both are read, replaced, handed
//! over and deleted; that days off move alarms is in `storage::days_off`.

use std::{cell::OnceCell, collections::HashMap, sync::Arc};

use diesel::{dsl::sql, prelude::*, sql_query, sql_types};
use serde_json::{Value, json};
use time::{Date, OffsetDateTime};
use tokibako_domain::{
    browser_id::BrowserId,
    cities::{ChosenCity, CityList},
    day,
    days_off::{DayRange, DaysOff},
    ring_settings::Label,
};
use uuid::Uuid;

use crate::{
    Storage, browser_ids,
    error::Error,
    rows::{PreparedStatement, typed},
    schema::days_off,
};

pub trait BrowserList: Sized + Send + 'static {
    const TABLE: &'static str;

    const COLUMN: &'static str;

    fn to_json(&self) -> Value;

    /// The list of this JSON; `None` if one that this version cannot read is as good as none.
    fn of_json(json: Value) -> Result<Option<Self>, Error>;
}

/// A city as JSON: `["tokyo", "Home"]`.
type CityJson = (String, Option<String>);

impl BrowserList for CityList {
    const TABLE: &'static str = "city_lists";
    const COLUMN: &'static str = "cities";

    fn to_json(&self) -> Value {
        self.cities().iter().map(|city| json!([city.key(), city.name()])).collect()
    }

    fn of_json(json: Value) -> Result<Option<Self>, Error> {
        let cities: Vec<CityJson> =
            serde_json::from_value(json).map_err(|_| Error::unreadable("a list of cities is not JSON of one"))?;
        let cities = cities.into_iter().map(|(key, name)| ChosenCity::new(key, name.as_deref()));
        let cities = cities.collect::<Result<_, _>>().map_err(Error::unreadable)?;
        Self::new(cities).map(Some).map_err(Error::unreadable)
    }
}

/// A range of days as JSON: `["2026-12-24", "2026-12-26", "Christmas"]`.
type RangeJson = (String, String, Option<String>);

impl BrowserList for DaysOff {
    const TABLE: &'static str = "days_off";
    const COLUMN: &'static str = "ranges";

    fn to_json(&self) -> Value {
        let range = |range: &DayRange| {
            json!([range.from().to_string(), range.to().to_string(), range.label().map(Label::as_str)])
        };
        self.ranges().iter().map(range).collect()
    }

    /// Without a list that can be read, the alarms ring.
    fn of_json(json: Value) -> Result<Option<Self>, Error> {
        let range = |(from, to, label): RangeJson| {
            let label = label.map_or(Ok(None), |label| Label::parse(&label)).ok()?;
            DayRange::new(day::parse(&from).ok()?, day::parse(&to).ok()?, label).ok()
        };
        let ranges = serde_json::from_value(json).ok();
        let ranges = ranges.and_then(|ranges: Vec<RangeJson>| ranges.into_iter().map(range).collect::<Option<_>>());
        Ok(ranges.and_then(|ranges| Self::new(ranges).ok()))
    }
}

pub async fn read<List: BrowserList>(storage: &Storage, browser: BrowserId) -> Result<Option<List>, Error> {
    storage
        .read(move |conn| {
            let list = of_browser(conn, browser.as_uuid())?;
            if list.is_none() {
                browser_ids::refuse_renewed(conn, browser)?;
            }
            Ok(list)
        })
        .await
}

/// Replaces the cities of a browser. Its first list is stored only if `admit` succeeds; the inner result is that of
/// `admit`.
pub async fn put_cities<E: Send + 'static>(
    storage: &Storage,
    browser: BrowserId,
    list: CityList,
    now: OffsetDateTime,
    admit: impl FnOnce() -> Result<(), E> + Send + 'static,
) -> Result<Result<(), E>, Error> {
    storage
        .write(move |conn| {
            if stored_json::<CityList>(conn, browser.as_uuid())?.is_none()
                && let Err(refused) = admit()
            {
                return Ok(Err(refused));
            }
            browser_ids::lock_owner(conn, browser, now)?;
            store(conn, browser.as_uuid(), &list, now).map(Ok)
        })
        .await
}

pub(crate) fn stored_json<List: BrowserList>(conn: &mut PgConnection, browser: Uuid) -> QueryResult<Option<Value>> {
    let (table, column) = (List::TABLE, List::COLUMN);
    let list = sql_query(format!("SELECT {column} FROM {table} WHERE browser_id = $1"));
    let list = typed::<sql_types::Jsonb, _>(list.bind::<sql_types::Uuid, _>(browser));
    PreparedStatement(list).get_result(conn).optional()
}

/// [`read`] within a transaction.
pub(crate) fn of_browser<List: BrowserList>(conn: &mut PgConnection, browser: Uuid) -> Result<Option<List>, Error> {
    stored_json::<List>(conn, browser)?.map_or(Ok(None), List::of_json)
}

pub(crate) fn store<List: BrowserList>(
    conn: &mut PgConnection,
    browser: Uuid,
    list: &List,
    now: OffsetDateTime,
) -> Result<(), Error> {
    let (table, column) = (List::TABLE, List::COLUMN);
    sql_query(format!(
        "INSERT INTO {table} (browser_id, {column}, changed_at) VALUES ($1, $2, $3) \
         ON CONFLICT (browser_id) DO UPDATE SET {column} = excluded.{column}, changed_at = excluded.changed_at"
    ))
    .bind::<sql_types::Uuid, _>(browser)
    .bind::<sql_types::Jsonb, _>(list.to_json())
    .bind::<sql_types::Timestamptz, _>(now)
    .execute(conn)?;
    Ok(())
}

/// Deletes the list of a browser; returns it, and when it was changed.
pub(crate) fn take<List: BrowserList>(
    conn: &mut PgConnection,
    browser: Uuid,
) -> Result<Option<(Option<List>, OffsetDateTime)>, Error> {
    let (table, column) = (List::TABLE, List::COLUMN);
    let taken = sql_query(format!("DELETE FROM {table} WHERE browser_id = $1 RETURNING {column}, changed_at"));
    let taken = typed::<(sql_types::Jsonb, sql_types::Timestamptz), _>(taken.bind::<sql_types::Uuid, _>(browser));
    let taken: Option<(Value, OffsetDateTime)> = taken.get_result(conn).optional()?;
    taken.map(|(list, changed_at)| Ok((List::of_json(list)?, changed_at))).transpose()
}

pub(crate) fn delete<List: BrowserList>(conn: &mut PgConnection, browsers: &[Uuid]) -> QueryResult<usize> {
    sql_query(format!("DELETE FROM {} WHERE browser_id = ANY ($1)", List::TABLE))
        .bind::<sql_types::Array<sql_types::Uuid>, _>(browsers)
        .execute(conn)
}

/// Appends the cities of `from` to those of `to`. Both browsers must be locked.
pub(crate) fn hand_over_cities(conn: &mut PgConnection, from: Uuid, to: Uuid) -> Result<(), Error> {
    let Some((Some(moved), changed_at)) = take::<CityList>(conn, from)? else { return Ok(()) };
    let list = match of_browser::<CityList>(conn, to)? {
        Some(current) => current.followed_by(moved),
        None => moved,
    };
    store(conn, to, &list, changed_at)
}

/// The days off of a browser, for an alarm that is about to change; `None` if there are none.
pub(crate) fn days_off(conn: &mut PgConnection, browser: BrowserId) -> Result<Option<Arc<DaysOff>>, Error> {
    let list = of_browser::<DaysOff>(conn, browser.as_uuid())?.unwrap_or_default();
    Ok((list != DaysOff::NONE).then(|| Arc::new(list)))
}

/// The days off of some browsers, for a claim: without the labels of their ranges, which are most of a list, so that a
/// batch of the largest lists has a few megabytes. Each list is made when its first alarm is decided on.
#[derive(Default)]
pub(crate) struct ListsOfDays(HashMap<Uuid, LazyList>);

/// The first and last days of the ranges of a list, and the list once it is made.
struct LazyList {
    days: Vec<Date>,
    list: OnceCell<Option<Arc<DaysOff>>>,
}

impl ListsOfDays {
    /// Reads the lists of those of the browsers that have one. A list that is not of this version is as good as none.
    pub(crate) fn of_browsers(conn: &mut PgConnection, browsers: &[Uuid]) -> QueryResult<Self> {
        // A list that was last written before there were `days` has none yet.
        let days =
            sql::<sql_types::Nullable<sql_types::Array<sql_types::Date>>>("coalesce(days, days_of_ranges(ranges))");
        let lists = days_off::table.filter(days_off::browser_id.eq_any(browsers));
        let lists: Vec<(Uuid, Option<Vec<Date>>)> = lists.select((days_off::browser_id, days)).load(conn)?;
        let lists = lists.into_iter().filter_map(|(browser, days)| Some((browser, days?)));
        Ok(Self(lists.map(|(browser, days)| (browser, LazyList { days, list: OnceCell::new() })).collect()))
    }

    pub(crate) fn get(&self, browser: Uuid) -> Option<Arc<DaysOff>> {
        let LazyList { days, list } = self.0.get(&browser)?;
        list.get_or_init(|| list_of_days(days).map(Arc::new)).clone()
    }
}

/// The list of these first and last days of its ranges.
fn list_of_days(days: &[Date]) -> Option<DaysOff> {
    let ranges = days.as_chunks().0.iter().map(|[from, to]| DayRange::new(*from, *to, None).ok());
    DaysOff::new(ranges.collect::<Option<_>>()?).ok()
}
