//! Reads the log from a position on, a page at a time; replays the rings of a browser to its streams that reconnect.

use std::collections::{HashMap, HashSet};

use diesel::{dsl::sql, prelude::*, sql_types};
use time::OffsetDateTime;
use tokibako_domain::{
    browser_id::BrowserId,
    firing::{Firing, FiringId, Kind, REPLAY_WINDOW, Ring, RingId},
};
use uuid::Uuid;

use super::position::{INDEX_BITS, LAST_INDEX, LogPosition, block, firing_id, id_in_log};
use crate::{
    Storage, browser_ids,
    error::Error,
    rows::{FiringRow, readable, readable_one},
    schema::{batches, firings},
};

/// Up to this many browsers, the query filters by browser. With thousands of browsers, planning and running such a
/// query (10 to 25 ms for 9,000) takes longer than reading the ids of 1,000 firings of other browsers.
const MAX_FILTERED_BROWSERS: usize = 100;

const MAX_BATCHES: i64 = 256;

/// How many firings are examined for each firing that the page may have. Of a firing without a listener only the ids
/// are read.
const EXAMINED_PER_FIRING: i64 = 2;

/// A part of the log, with the firings of some browsers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogPage {
    /// The firings of those browsers, oldest first.
    pub firings: Vec<Firing>,
    pub end: LogPosition,
    /// Whether the log was restored without its last batches, so that earlier positions are invalid. The page is then
    /// empty, and ends at the end of the log.
    pub is_another_log: bool,
}

pub async fn end(storage: &Storage) -> Result<LogPosition, Error> {
    storage.read(end_of_log).await
}

/// The end of the log for heartbeats, read with a connection that does not wait behind requests.
pub async fn end_for_heartbeats(storage: &Storage) -> Result<LogPosition, Error> {
    storage.background(end_of_log).await
}

/// Reads the log after `position`: at most `limit` firings of `browsers`.
///
/// `browsers` is called once the end of the log is known. A stream that opens after that starts with a
/// [`replay`] up to that end or a later one, so it misses no firing.
pub async fn read_page(
    storage: &Storage,
    position: LogPosition,
    browsers: impl FnOnce() -> Vec<BrowserId> + Send + 'static,
    limit: u16,
) -> Result<LogPage, Error> {
    storage
        .ringing(move |conn| {
            let end = end_of_log(conn)?;
            let empty = |end, is_another_log| LogPage { firings: Vec::new(), end, is_another_log };
            if end == position {
                return Ok(empty(end, false));
            }
            if is_another_log(conn, position, end)? {
                return Ok(empty(end, true));
            }
            let browsers: HashSet<Uuid> = browsers().into_iter().map(BrowserId::as_uuid).collect();
            if browsers.is_empty() {
                return Ok(empty(end, false));
            }
            let batches = Batches::after(conn, position.firing, end, i64::from(limit) * EXAMINED_PER_FIRING)?;
            let mut located = batches.locate(conn, &browsers)?;
            located.retain(|row| row.firing > position.firing);
            located.sort_unstable_by_key(|row| row.firing);
            let is_whole = located.len() <= usize::from(limit);
            located.truncate(limit.into());
            let end = match located.last() {
                Some(last) if !is_whole => LogPosition { firing: last.firing, fired_at: batches.fired_at(last.firing) },
                _ => batches.end,
            };
            Ok(LogPage { firings: read_firings(conn, &located)?, end, is_another_log: false })
        })
        .await
}

fn end_of_log(conn: &mut PgConnection) -> Result<LogPosition, Error> {
    let last = batches::table.order(batches::place.desc()).select((batches::place, batches::fired_at));
    let last: Option<(i64, OffsetDateTime)> = last.first(conn).optional()?;
    Ok(last.map_or_else(LogPosition::default, |(offset, fired_at)| LogPosition::end_of_batch(offset, Some(fired_at))))
}

/// Whether the log was restored since `position` was read: it ends before that batch, or has another batch at its
/// offset. If it has no batch there, it is the same log, and was purged.
fn is_another_log(conn: &mut PgConnection, position: LogPosition, end: LogPosition) -> Result<bool, Error> {
    let Some(fired_at) = position.fired_at else { return Ok(false) };
    if end.fired_at.is_none() {
        // A purge has emptied the log, unless the batch was too young to be purged.
        let now = diesel::select(sql::<sql_types::Timestamptz>("clock_timestamp()"));
        return Ok(fired_at > now.get_result::<OffsetDateTime>(conn)? - REPLAY_WINDOW);
    }
    if end.firing < position.firing {
        return Ok(true);
    }
    let stored: Option<OffsetDateTime> =
        batches::table.find(position.offset()).select(batches::fired_at).first(conn).optional()?;
    Ok(stored.is_some_and(|stored| stored != fired_at))
}

/// Where a firing is: its id in the log, and its row in the table.
struct FiringLocation {
    firing: FiringId,
    row: i64,
    partition: i16,
}

struct Batches {
    /// The offset and the instant of each batch, by its block.
    by_block: HashMap<i64, (i64, OffsetDateTime)>,
    end: LogPosition,
}

impl Batches {
    /// Consecutive batches from the one that contains `firing` on, until they have `rings` firings.
    fn after(conn: &mut PgConnection, firing: FiringId, end: LogPosition, rings: i64) -> Result<Self, Error> {
        let rows: Vec<(i64, i64, i32, OffsetDateTime)> = batches::table
            .filter(batches::place.ge(firing.0 >> INDEX_BITS))
            .filter(batches::place.le(end.offset()))
            .order(batches::place)
            .limit(MAX_BATCHES)
            .select((batches::block, batches::place, batches::rings, batches::fired_at))
            .load(conn)?;
        let (mut batches, mut seen) = (Self { by_block: HashMap::new(), end }, 0);
        for (block, offset, count, fired_at) in rows {
            batches.by_block.insert(block, (offset, fired_at));
            batches.end = LogPosition::end_of_batch(offset, Some(fired_at));
            seen += i64::from(count);
            if seen >= rings {
                break;
            }
        }
        Ok(batches)
    }

    fn locate(&self, conn: &mut PgConnection, browsers: &HashSet<Uuid>) -> Result<Vec<FiringLocation>, Error> {
        let (Some(first), Some(last)) = (self.by_block.keys().min(), self.by_block.keys().max()) else {
            return Ok(Vec::new());
        };
        // Blocks are assigned almost in the order of the offsets, so this range has few firings of other batches.
        let rows = firings::table
            .filter(firings::id.between(firing_id(*first, 0).0, firing_id(*last, LAST_INDEX).0))
            .select((firings::id, firings::lane, firings::browser_id));
        let rows: Vec<(i64, i16, Uuid)> = if browsers.len() <= MAX_FILTERED_BROWSERS {
            rows.filter(firings::browser_id.eq_any(browsers)).load(conn)?
        } else {
            rows.load(conn)?
        };
        let listened = rows.into_iter().filter(|(_, _, browser)| browsers.contains(browser));
        let located = |(row, partition, _): (i64, i16, _)| {
            let (offset, _) = self.by_block.get(&(row >> INDEX_BITS))?;
            Some(FiringLocation { firing: firing_id(*offset, row & LAST_INDEX), row, partition })
        };
        Ok(listened.filter_map(located).collect())
    }

    fn fired_at(&self, firing: FiringId) -> Option<OffsetDateTime> {
        let mut batches = self.by_block.values();
        batches.find(|(offset, _)| *offset == firing.0 >> INDEX_BITS).map(|(_, fired_at)| *fired_at)
    }
}

/// Reads these firings in the order of the log.
fn read_firings(conn: &mut PgConnection, located: &[FiringLocation]) -> Result<Vec<Firing>, Error> {
    let firing_of: HashMap<i64, FiringId> = located.iter().map(|found| (found.row, found.firing)).collect();
    let partitions: HashSet<i16> = located.iter().map(|found| found.partition).collect();
    let mut firings = Vec::new();
    // One partition at a time: a query without the partition key would search all partitions for each id.
    for partition in partitions {
        let ids: Vec<i64> =
            located.iter().filter(|found| found.partition == partition).map(|found| found.row).collect();
        let of_partition: Vec<(i64, FiringRow)> = firings::table
            .filter(firings::id.eq_any(ids).and(firings::lane.eq(partition)))
            .select((firings::id, FiringRow::as_select()))
            .load(conn)?;
        let firing = |(id, row)| Some(Firing { id: *firing_of.get(&id)?, ring: readable_one(row)? });
        firings.extend(of_partition.into_iter().filter_map(firing));
    }
    firings.sort_unstable_by_key(|firing| firing.id);
    Ok(firings)
}

/// The most firings that one replay, or an export, returns.
pub const REPLAY_BATCH: usize = 512;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplayFrom {
    /// At the end of the log: nothing was missed.
    End,
    /// After this ring. If the log does not have the ring (it was purged, or the log was restored), at the start.
    After(RingId),
    Start,
}

/// The firings that a browser has missed, in order. If there are more than [`REPLAY_BATCH`], it has the oldest of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// The firings, oldest first.
    pub missed: Vec<Firing>,
    /// The browser's last ring that the replay covers. It reveals nothing about other browsers.
    pub last: Option<RingId>,
    /// The replay covers the log up to this id.
    pub end: FiringId,
    pub has_more: bool,
}

/// Reads the rings of `browser` after `from`, of one kind or of both. Rings from before `since` are left out.
///
/// [`Error::Renewed`] if an account has given up the id.
pub async fn replay(
    storage: &Storage,
    browser: BrowserId,
    kind: Option<Kind>,
    from: ReplayFrom,
    since: OffsetDateTime,
) -> Result<Replay, Error> {
    storage
        .read(move |conn| {
            browser_ids::refuse_renewed(conn, browser)?;
            let end = end_of_log(conn)?.firing;
            let after = match from {
                ReplayFrom::Start => FiringId::default(),
                ReplayFrom::After(ring) => id_of(conn, browser, ring)?.unwrap_or_default(),
                ReplayFrom::End => {
                    let last = last_of(conn, browser, kind, end)?;
                    return Ok(Replay { missed: Vec::new(), last, end, has_more: false });
                }
            };
            let mut rows = firings::table
                .inner_join(batches::table.on(batches::block.eq(block())))
                .filter(firings::browser_id.eq(browser.as_uuid()))
                .filter(id_in_log().gt(after.0).and(id_in_log().le(end.0)))
                .filter(firings::fired_at.ge(since))
                .order(id_in_log())
                .limit(i64::try_from(REPLAY_BATCH).unwrap_or(i64::MAX).saturating_add(1))
                .select((id_in_log(), FiringRow::as_select()))
                .into_boxed();
            if let Some(kind) = kind {
                rows = rows.filter(firings::kind.eq(kind.as_str()));
            }
            let mut rows: Vec<(i64, FiringRow)> = rows.load(conn)?;
            let has_more = rows.len() > REPLAY_BATCH;
            rows.truncate(REPLAY_BATCH);
            let last_read = rows.last().map(|(id, _)| FiringId(*id));
            let firing = |(id, row)| Some(Firing { id: FiringId(id), ring: readable_one(row)? });
            let missed: Vec<Firing> = rows.into_iter().filter_map(firing).collect();
            let last = match missed.last() {
                Some(firing) => Some(firing.ring.id()),
                None => last_of(conn, browser, kind, end)?,
            };
            let end = if has_more { last_read.unwrap_or(end) } else { end };
            Ok(Replay { missed, last, end, has_more })
        })
        .await
}

/// The rings of a browser, the oldest first; if there are more than [`REPLAY_BATCH`], the latest of them.
pub(crate) fn of_browser(conn: &mut PgConnection, browser: BrowserId) -> Result<Vec<Ring>, Error> {
    let mut rows: Vec<FiringRow> = firings::table
        .filter(firings::browser_id.eq(browser.as_uuid()))
        .order(firings::id.desc())
        .limit(REPLAY_BATCH.try_into().unwrap_or(i64::MAX))
        .select(FiringRow::as_select())
        .load(conn)?;
    rows.reverse();
    Ok(readable(rows).collect())
}

#[diesel::dsl::auto_type(no_type_alias)]
pub(crate) fn one(browser: BrowserId, ring: RingId) -> _ {
    let (browser, kind): (Uuid, &'static str) = (browser.as_uuid(), ring.kind.as_str());
    let (row, scheduled_for): (i64, OffsetDateTime) = (ring.row, ring.scheduled_for);
    firings::table
        .filter(firings::kind.eq(kind).and(firings::row_id.eq(row)).and(firings::scheduled_for.eq(scheduled_for)))
        .filter(firings::browser_id.eq(browser))
}

fn id_of(conn: &mut PgConnection, browser: BrowserId, ring: RingId) -> Result<Option<FiringId>, Error> {
    let id = one(browser, ring).inner_join(batches::table.on(batches::block.eq(block()))).select(id_in_log());
    Ok(id.first(conn).optional()?.map(FiringId))
}

fn last_of(
    conn: &mut PgConnection,
    browser: BrowserId,
    kind: Option<Kind>,
    end: FiringId,
) -> Result<Option<RingId>, Error> {
    let mut last = firings::table
        .inner_join(batches::table.on(batches::block.eq(block())))
        .filter(firings::browser_id.eq(browser.as_uuid()).and(id_in_log().le(end.0)))
        .order(id_in_log().desc())
        .select((firings::kind, firings::row_id, firings::scheduled_for))
        .into_boxed();
    if let Some(kind) = kind {
        last = last.filter(firings::kind.eq(kind.as_str()));
    }
    let last = last.first::<(String, i64, OffsetDateTime)>(conn).optional()?;
    Ok(last.and_then(|(kind, row, scheduled_for)| Some(RingId { kind: kind.parse().ok()?, row, scheduled_for })))
}
