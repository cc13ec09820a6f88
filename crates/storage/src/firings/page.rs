//! Reads what the log has gained since a place.

use std::collections::{HashMap, HashSet};

use diesel::{dsl::sql, prelude::*, sql_types};
use time::OffsetDateTime;
use tokibako_domain::{
    browser_id::BrowserId,
    firing::{Firing, FiringId, REPLAY_WINDOW},
};
use uuid::Uuid;

use super::{
    followed::Followed,
    places::{INDEX_BITS, LAST_INDEX, at},
};
use crate::{
    Storage,
    error::Error,
    rows::{FiringRow, PlacedRow, readable},
    schema::{batches, firings},
};

/// Up to this many browsers, the query names them. Planning and running a query with thousands of names (10 to 25 ms
/// for 9,000) takes longer than reading the ids of 1,000 firings of others.
const NAMED_BROWSERS: usize = 100;

/// How many batches a stretch may have.
const MOST_BATCHES: i64 = 256;

/// How many firings a stretch looks at for each firing that it may return. A firing of a browser without a listener
/// costs its id only.
const LOOKED_THROUGH: i64 = 2;

/// A stretch of the log, as the listening browsers see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stretch {
    /// The firings of those browsers, oldest first.
    pub firings: Vec<Firing>,
    /// Where in the log the stretch ends.
    pub followed: Followed,
    /// Whether this is another log than before: it was restored without its last batches, so earlier positions mean
    /// nothing. The stretch is then empty, and ends at the end of the log.
    pub is_another_log: bool,
}

/// The end of the log.
pub async fn end(storage: &Storage) -> Result<Followed, Error> {
    storage.read(end_of_log).await
}

/// The same with a connection that does not wait behind requests, for beats.
pub async fn end_for_others(storage: &Storage) -> Result<Followed, Error> {
    storage.ringing(end_of_log).await
}

/// Reads the log after `followed` for `browsers`, at most `limit` of their firings.
///
/// `browsers` is called once the end of the stretch is known. A stream that opens after that starts with a
/// [`replay`](super::replay()) up to that end or a later one, so no firing falls between the two.
pub async fn stretch(
    storage: &Storage,
    followed: Followed,
    browsers: impl FnOnce() -> Vec<BrowserId> + Send + 'static,
    limit: u16,
) -> Result<Stretch, Error> {
    storage
        .before_requests(move |conn| {
            let end = end_of_log(conn)?;
            let nothing = |followed, is_another_log| Stretch { firings: Vec::new(), followed, is_another_log };
            if end == followed {
                return Ok(nothing(end, false));
            }
            if is_another_log(conn, followed, end)? {
                return Ok(nothing(end, true));
            }
            let browsers: HashSet<Uuid> = browsers().into_iter().map(BrowserId::as_uuid).collect();
            if browsers.is_empty() {
                return Ok(nothing(end, false));
            }
            let batches = Batches::after(conn, followed.position, end, i64::from(limit) * LOOKED_THROUGH)?;
            let mut places = batches.places_of(conn, &browsers)?;
            places.retain(|place| place.at > followed.position);
            places.sort_unstable_by_key(|place| place.at);
            let is_whole = places.len() <= usize::from(limit);
            places.truncate(limit.into());
            let followed = match places.last() {
                Some(last) if !is_whole => Followed { position: last.at, fired_at: batches.fired_at(last.at) },
                _ => batches.end,
            };
            Ok(Stretch { firings: firings_at(conn, &places)?, followed, is_another_log: false })
        })
        .await
}

fn end_of_log(conn: &mut PgConnection) -> Result<Followed, Error> {
    let last = batches::table.order(batches::place.desc()).select((batches::place, batches::fired_at));
    let last: Option<(i64, OffsetDateTime)> = last.first(conn).optional()?;
    Ok(last.map_or_else(Followed::default, |(place, fired_at)| end_of_batch(place, fired_at)))
}

pub(super) const fn end_of_batch(place: i64, fired_at: OffsetDateTime) -> Followed {
    Followed { position: at(place, LAST_INDEX), fired_at: Some(fired_at) }
}

/// Whether the log is another one than was followed: it ends before that place, or has another batch there. If it has
/// none there, it is the same log, and was purged.
fn is_another_log(conn: &mut PgConnection, followed: Followed, end: Followed) -> Result<bool, Error> {
    let Some(fired_at) = followed.fired_at else { return Ok(false) };
    if end.fired_at.is_none() {
        // The same log, emptied by a purge, unless the batch was too young for that.
        let now = diesel::select(sql::<sql_types::Timestamptz>("clock_timestamp()"));
        return Ok(fired_at > now.get_result::<OffsetDateTime>(conn)? - REPLAY_WINDOW);
    }
    if end.position < followed.position {
        return Ok(true);
    }
    let place = followed.position.0 >> INDEX_BITS;
    let there: Option<OffsetDateTime> = batches::table.find(place).select(batches::fired_at).first(conn).optional()?;
    Ok(there.is_some_and(|there| there != fired_at))
}

/// The position of a firing in the log and its id in the table.
struct Found {
    at: FiringId,
    id: i64,
    lane: i16,
}

/// Consecutive batches of the log.
struct Batches {
    /// The place and the instant of each batch, by its block.
    by_block: HashMap<i64, (i64, OffsetDateTime)>,
    /// The end of the last batch.
    end: Followed,
}

impl Batches {
    /// The batches after a position, with the one that contains it, up to the one that completes `rings` firings.
    fn after(conn: &mut PgConnection, position: FiringId, end: Followed, rings: i64) -> Result<Self, Error> {
        let rows: Vec<(i64, i64, i32, OffsetDateTime)> = batches::table
            .filter(batches::place.ge(position.0 >> INDEX_BITS))
            .filter(batches::place.le(end.position.0 >> INDEX_BITS))
            .order(batches::place)
            .limit(MOST_BATCHES)
            .select((batches::block, batches::place, batches::rings, batches::fired_at))
            .load(conn)?;
        let (mut batches, mut seen) = (Self { by_block: HashMap::new(), end }, 0);
        for (block, place, count, fired_at) in rows {
            batches.by_block.insert(block, (place, fired_at));
            batches.end = end_of_batch(place, fired_at);
            seen += i64::from(count);
            if seen >= rings {
                break;
            }
        }
        Ok(batches)
    }

    /// The positions of the firings of some browsers.
    fn places_of(&self, conn: &mut PgConnection, browsers: &HashSet<Uuid>) -> Result<Vec<Found>, Error> {
        let (Some(first), Some(last)) = (self.by_block.keys().min(), self.by_block.keys().max()) else {
            return Ok(Vec::new());
        };
        // Blocks are drawn roughly in the order of the places, so this range has hardly any other firings.
        let rows = firings::table.filter(firings::id.between(at(*first, 0).0, at(*last, LAST_INDEX).0)).select((
            firings::id,
            firings::lane,
            firings::browser_id,
        ));
        let rows: Vec<(i64, i16, Uuid)> = if browsers.len() <= NAMED_BROWSERS {
            rows.filter(firings::browser_id.eq_any(browsers)).load(conn)?
        } else {
            rows.load(conn)?
        };
        let heard = rows.into_iter().filter(|(_, _, browser)| browsers.contains(browser));
        let found = |(id, lane, _): (i64, i16, _)| {
            let (place, _) = self.by_block.get(&(id >> INDEX_BITS))?;
            Some(Found { at: at(*place, id & LAST_INDEX), id, lane })
        };
        Ok(heard.filter_map(found).collect())
    }

    /// When the batch at a position was logged.
    fn fired_at(&self, position: FiringId) -> Option<OffsetDateTime> {
        let mut batches = self.by_block.values();
        batches.find(|(place, _)| *place == position.0 >> INDEX_BITS).map(|(_, fired_at)| *fired_at)
    }
}

/// Reads these firings in the order of the log.
fn firings_at(conn: &mut PgConnection, found: &[Found]) -> Result<Vec<Firing>, Error> {
    let places: HashMap<i64, FiringId> = found.iter().map(|found| (found.id, found.at)).collect();
    let lanes: HashSet<i16> = found.iter().map(|found| found.lane).collect();
    let mut rows = Vec::new();
    // One partition at a time; otherwise each id would be looked for in all of them.
    for lane in lanes {
        let ids: Vec<i64> = found.iter().filter(|found| found.lane == lane).map(|found| found.id).collect();
        let of_lane: Vec<(i64, FiringRow)> = firings::table
            .filter(firings::id.eq_any(ids).and(firings::lane.eq(lane)))
            .select((firings::id, FiringRow::as_select()))
            .load(conn)?;
        rows.extend(of_lane.into_iter().filter_map(|(id, row)| Some(PlacedRow(*places.get(&id)?, row))));
    }
    rows.sort_unstable_by_key(|PlacedRow(place, _)| *place);
    Ok(readable(rows).collect())
}
