//! Lists of cities: read, replaced as a whole, handed over.

use diesel::prelude::*;
use serde_json::Value;
use time::OffsetDateTime;
use tokibako_domain::{
    browser_id::BrowserId,
    cities::{ChosenCity, CityList},
};
use uuid::Uuid;

use crate::{Storage, error::Error, locks, renewed_ids, schema::city_lists};

/// A city as JSON: `["tokyo", "Home"]`.
type CityJson = (String, Option<String>);

/// The list of a browser; `None` if it never chose any.
pub async fn read(storage: &Storage, browser: BrowserId) -> Result<Option<CityList>, Error> {
    storage
        .read(move |conn| {
            let list = of_browser(conn, browser.as_uuid())?;
            if list.is_none() {
                renewed_ids::refuse(conn, browser)?;
            }
            Ok(list)
        })
        .await
}

/// Replaces the list of a browser. Its first list is stored only if `admit` succeeds; the inner result is that of
/// `admit`.
pub async fn put<E: Send + 'static>(
    storage: &Storage,
    browser: BrowserId,
    list: CityList,
    now: OffsetDateTime,
    admit: impl FnOnce() -> Result<(), E> + Send + 'static,
) -> Result<Result<(), E>, Error> {
    storage
        .write(move |conn| {
            let is_known = diesel::dsl::exists(city_lists::table.find(browser.as_uuid()));
            if !diesel::select(is_known).get_result::<bool>(conn)?
                && let Err(refused) = admit()
            {
                return Ok(Err(refused));
            }
            locks::lock_owner(conn, browser, now)?;
            store(conn, browser.as_uuid(), &list, now).map(Ok)
        })
        .await
}

/// [`read`] within a transaction.
pub(crate) fn of_browser(conn: &mut PgConnection, browser: Uuid) -> Result<Option<CityList>, Error> {
    let cities: Option<Value> = city_lists::table.find(browser).select(city_lists::cities).first(conn).optional()?;
    cities.map(list_of).transpose()
}

/// Appends the list of `from` to that of `to`. Both browsers must be locked.
pub(crate) fn hand_over(conn: &mut PgConnection, from: Uuid, to: Uuid) -> Result<(), Error> {
    let moved = diesel::delete(city_lists::table.find(from)).returning((city_lists::cities, city_lists::changed_at));
    let moved: Option<(Value, OffsetDateTime)> = moved.get_result(conn).optional()?;
    let Some((cities, changed_at)) = moved else { return Ok(()) };
    let list = list_of(cities)?;
    let list = match of_browser(conn, to)? {
        Some(current) => current.followed_by(list),
        None => list,
    };
    store(conn, to, &list, changed_at)
}

pub(crate) fn delete(conn: &mut PgConnection, browsers: &[Uuid]) -> Result<(), Error> {
    diesel::delete(city_lists::table.filter(city_lists::browser_id.eq_any(browsers))).execute(conn)?;
    Ok(())
}

fn store(conn: &mut PgConnection, browser: Uuid, list: &CityList, now: OffsetDateTime) -> Result<(), Error> {
    let cities: Value = list.cities().iter().map(json_of).collect();
    let columns = (city_lists::cities.eq(cities), city_lists::changed_at.eq(now));
    diesel::insert_into(city_lists::table)
        .values((city_lists::browser_id.eq(browser), columns.clone()))
        .on_conflict(city_lists::browser_id)
        .do_update()
        .set(columns)
        .execute(conn)?;
    Ok(())
}

fn json_of(city: &ChosenCity) -> Value {
    vec![Value::from(city.key()), city.name().map_or(Value::Null, Value::from)].into()
}

fn list_of(cities: Value) -> Result<CityList, Error> {
    let cities: Vec<CityJson> =
        serde_json::from_value(cities).map_err(|_| Error::unreadable("a list of cities is not JSON of one"))?;
    let cities = cities.into_iter().map(|(key, name)| ChosenCity::new(key, name.as_deref()));
    let cities = cities.collect::<Result<_, _>>().map_err(Error::unreadable)?;
    CityList::new(cities).map_err(Error::unreadable)
}
