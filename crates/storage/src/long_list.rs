//! Lists of any length: a short one is read by one query, a long one a page at a time.
//!
//! A long list takes the memory of one page and of some thousand cursors, whatever its length. No connection and no
//! transaction is held between two pages, so the list is not a snapshot: rows that are stored or moved meanwhile may be
//! missing.

use std::{fmt, mem, vec};

use diesel::PgConnection;
use tokibako_domain::{alarm::Alarm, browser_id::BrowserId, timer::Timer};

use crate::{Storage, error::Error, keyed::Keyed};

/// A list with more rows is long.
pub const SHORT: usize = 500;

/// How many rows are loaded to find out whether a list is short.
pub(crate) const SHORT_AND_ONE: i64 = 501;

/// The size of a page.
const PAGE: usize = 250;

/// How many cursors are read at once. To find them, Postgres reads all rows of the browser.
const CURSORS: i64 = 10_000;

/// The rows of a browser: all of a short list, or the pages of a long one.
#[derive(Debug)]
#[expect(private_bounds, reason = "how rows are read stays inside the crate")]
pub struct List<Row: Listed>(Length<Row>);

enum Length<Row: Listed> {
    Short(Vec<Row>),
    Long(LongList<Row>),
}

/// A list that is read a page at a time, on a connection for long work.
struct LongList<Row: Listed> {
    storage: Storage,
    browser: BrowserId,
    cursors: vec::IntoIter<Row::Cursor>,
    last: Option<Row::Cursor>,
    is_at_end: bool,
}

/// Rows that are listed in an order.
pub(crate) trait Listed: Sized + Send + 'static {
    /// The sort key of a row. It includes the id, so that it is unique.
    type Cursor: Copy + Send + 'static;

    /// The id of the row with this sort key.
    fn id(cursor: Self::Cursor) -> i64;

    /// The next sort keys after `after`, in order.
    fn cursors(
        conn: &mut PgConnection,
        browser: BrowserId,
        after: Option<Self::Cursor>,
        limit: i64,
    ) -> Result<Vec<Self::Cursor>, Error>;

    /// The rows with these ids that `browser` still owns, in order.
    fn rows(conn: &mut PgConnection, browser: BrowserId, ids: &[i64]) -> Result<Vec<Self>, Error>;

    /// The whole list in order; `None` if it is longer than [`SHORT`].
    fn whole(conn: &mut PgConnection, browser: BrowserId) -> Result<Option<Vec<Self>>, Error>;
}

/// The alarms of `browser`, by time of day, then id.
pub async fn alarms(storage: &Storage, browser: BrowserId) -> Result<List<Keyed<Alarm>>, Error> {
    list(storage, browser).await
}

/// The timers of `browser` in the chosen order, else by creation, then id.
pub async fn timers(storage: &Storage, browser: BrowserId) -> Result<List<Keyed<Timer>>, Error> {
    list(storage, browser).await
}

async fn list<Row: Listed>(storage: &Storage, browser: BrowserId) -> Result<List<Row>, Error> {
    let whole = storage.read(move |conn| Row::whole(conn, browser)).await?;
    Ok(List::of(whole, storage, browser))
}

#[expect(private_bounds, reason = "how rows are read stays inside the crate")]
impl<Row: Listed> List<Row> {
    /// Whether it is read a page at a time.
    #[must_use]
    pub fn is_long(&self) -> bool {
        matches!(self.0, Length::Long(_))
    }

    /// The rows of a short list as one page, the pages of a long one; `None` at the end.
    pub async fn next_page(&mut self) -> Result<Option<Vec<Row>>, Error> {
        match &mut self.0 {
            Length::Short(rows) => Ok(Some(mem::take(rows)).filter(|rows| !rows.is_empty())),
            Length::Long(list) => list.next_page().await,
        }
    }

    pub(crate) fn of(whole: Option<Vec<Row>>, storage: &Storage, browser: BrowserId) -> Self {
        Self(whole.map_or_else(|| Length::Long(LongList::new(storage, browser)), Length::Short))
    }
}

#[cfg(feature = "testing")]
#[expect(private_bounds, reason = "how rows are read stays inside the crate")]
impl<Row> List<Keyed<Row>>
where
    Keyed<Row>: Listed,
{
    /// All rows without their keys, in the memory of a test.
    pub async fn all(mut self) -> Result<Vec<Row>, Error> {
        let mut all = Vec::new();
        while let Some(page) = self.next_page().await? {
            all.extend(page.into_iter().map(|keyed| keyed.row));
        }
        Ok(all)
    }
}

impl<Row: Listed> LongList<Row> {
    fn new(storage: &Storage, browser: BrowserId) -> Self {
        Self { storage: storage.clone(), browser, cursors: Vec::new().into_iter(), last: None, is_at_end: false }
    }

    async fn next_page(&mut self) -> Result<Option<Vec<Row>>, Error> {
        let browser = self.browser;
        if self.cursors.as_slice().is_empty() {
            if self.is_at_end {
                return Ok(None);
            }
            let last = self.last;
            let cursors = self.storage.read_long(move |conn| Row::cursors(conn, browser, last, CURSORS)).await?;
            self.is_at_end = i64::try_from(cursors.len()).is_ok_and(|found| found < CURSORS);
            self.last = cursors.last().copied().or(last);
            self.cursors = cursors.into_iter();
        }
        let ids: Vec<i64> = self.cursors.by_ref().take(PAGE).map(Row::id).collect();
        self.storage.read_long(move |conn| Row::rows(conn, browser, &ids)).await.map(Some)
    }
}

/// Hides the rows, because labels are private.
impl<Row: Listed> fmt::Debug for Length<Row> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Short(_) => "Short",
            Self::Long(_) => "Long",
        })
    }
}
