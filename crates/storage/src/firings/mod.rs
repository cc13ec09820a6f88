//! The log of firings: appended to by the claim, read by the feed and by streams that come back.
//!
//! A batch of firings is written without any lock, in a block of ids of its own. Its place in the log is taken last, with
//! the commit, under one advisory lock: so places become visible in order, and a reader keeps its place as the greatest
//! [`FiringId`] it has seen, the place of a batch and the index of a ring within it.

mod append;
mod follow;
mod lookup;
mod purge;
mod replay;
#[cfg(test)]
mod tests;

use diesel::{PgConnection, dsl::sql, expression::SqlLiteral, prelude::*, sql_types};
use tokibako_domain::firing::FiringId;

pub use self::{
    append::LARGEST_BATCH,
    follow::{Followed, Stretch, end, stretch},
    purge::{PURGE_BATCH, purge},
    replay::{Place, REPLAY_BATCH, Replay, replay},
};
pub(crate) use self::{
    append::{append, place, placing},
    lookup::{of_browser, one},
};
use crate::{error::Error, schema::batches};

/// How many bits of a firing's id are its index in its block, and of its place its index in its batch. A place has 40 bits
/// above them.
const INDEX_BITS: u32 = 12;

/// The last index.
const LAST_INDEX: i64 = (1 << INDEX_BITS) - 1;

/// The place of a row of `firings` that is joined with its batch.
fn position() -> SqlLiteral<sql_types::BigInt> {
    sql("((batches.place << 12) + (firings.id & 4095))")
}

/// The block of a row of `firings`.
fn block() -> SqlLiteral<sql_types::BigInt> {
    sql("(firings.id >> 12)")
}

/// The place of the firing with an index in the batch at `place`.
const fn at(place: i64, index: i64) -> FiringId {
    FiringId(place << INDEX_BITS | index)
}

/// The place of the last batch, and of all that it may hold.
fn last_place(conn: &mut PgConnection) -> Result<FiringId, Error> {
    let last: Option<i64> = batches::table.select(diesel::dsl::max(batches::place)).first(conn)?;
    Ok(last.map_or_else(FiringId::default, |place| at(place, LAST_INDEX)))
}
