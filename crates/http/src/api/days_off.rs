//! Days off over HTTP: read, and replaced as a whole.

use actix_web::{HttpRequest, HttpResponse, web::Data};
use serde::{Deserialize, Serialize};
use time::Date;
use tokibako_domain::{
    day,
    days_off::{DayRange, DaysOff, MAX_RANGES, TooManyRanges},
    ring_settings::Label,
};
use tokibako_storage::{Storage, browser_lists, clock::Clock, days_off, signals::hints::List};
use utoipa::ToSchema;

use crate::{
    error::{Problem, ValidationErrors},
    events::Hints,
    limits::{AddressLimit, Limits},
    openapi::{BrowserHeader, schema},
    request::{
        body::{BrowserBody, Fields},
        field::{Nullable, Object, Sent},
        head::{Browser, ClientId},
    },
    response::{self, text},
};

/// How many tokens of new rows a list of so many ranges takes. Ten ranges have at most 2.7 KB.
fn tokens(ranges: usize) -> u32 {
    1 + u32::try_from(ranges / 10).unwrap_or(u32::MAX - 1)
}

/// Lists the days off of this browser
#[utoipa::path(
    get, path = "/api/days-off", tag = "days off", operation_id = "readDaysOff",
    params(BrowserHeader),
    responses((status = 200, description = "The ranges, by their days", body = DaysOffView<'_>))
)]
pub(crate) async fn read(
    storage: Data<Storage>,
    clock: Data<Clock>,
    Browser(browser): Browser,
) -> Result<HttpResponse, Problem> {
    let list = browser_lists::read::<DaysOff>(&storage, browser).await?;
    let list = list.unwrap_or_default().recent(clock.now().date());
    response::ok(&DaysOffView::of(&list))
}

/// Replaces the days off
///
/// The alarms that are silent on days off move with them. Ranges that share days become one; those that ended more than
/// a week ago are dropped. If two devices replace the list, the later request wins.
#[utoipa::path(
    put, path = "/api/days-off", tag = "days off", operation_id = "putDaysOff",
    params(BrowserHeader), request_body = DaysOffFields,
    responses((status = 200, description = "The ranges, by their days", body = DaysOffView<'_>))
)]
pub(crate) async fn put(
    request: HttpRequest,
    limits: Data<Limits>,
    storage: Data<Storage>,
    clock: Data<Clock>,
    hints: Data<Hints>,
    BrowserBody { browser, fields }: BrowserBody<DaysOffFields>,
) -> Result<HttpResponse, Problem> {
    let list = fields.list()?;
    limits.take_by_address(AddressLimit::DaysOff, &request)?;
    limits.admit_owner(&storage, &request, browser).await?;
    let (new_rows, after) = (limits.deferred(AddressLimit::NewRows, &request), tokens(list.ranges().len()));
    let admit = move |before: Option<usize>| new_rows(after.saturating_sub(before.map_or(0, tokens)));
    let (list, moved) = days_off::put(&storage, browser, list, &clock, admit).await??;
    if moved {
        hints.changed(browser, List::Alarms, ClientId::of(&request).0);
    }
    response::ok(&DaysOffView::of(&list))
}

/// Ranges of days off in any order. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = NewDaysOff)]
pub(crate) struct DaysOffFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    #[schema(required = true, schema_with = schema::ranges_taken)]
    ranges: Sent<Vec<Object<RangeFields>>>,
}

/// A range as it was sent. Without `Debug`, because its label is private.
#[derive(Default, Deserialize)]
#[serde(default)]
struct RangeFields {
    from: Sent<String>,
    to: Sent<String>,
    label: Sent<Nullable<String>>,
}

impl Fields for DaysOffFields {
    /// Four hundred ranges with the longest labels have about 120 KB.
    const LIMIT: usize = 128 * 1024;

    fn browser_id(&self) -> Option<&str> {
        self.browser_id.as_deref()
    }
}

impl DaysOffFields {
    /// The list. An error says in which range it is.
    pub(crate) fn list(self) -> Result<DaysOff, ValidationErrors> {
        let refused = |error: String| ValidationErrors::only("ranges", error);
        let ranges = self.ranges.0.ok_or_else(|| refused("Required".to_owned()))?;
        if ranges.len() > MAX_RANGES {
            return Err(refused(TooManyRanges(ranges.len()).to_string()));
        }
        let ranges = ranges
            .into_iter()
            .enumerate()
            .map(|(index, range)| range.0.range().map_err(|error| refused(format!("ranges[{index}]: {error}"))));
        DaysOff::new(ranges.collect::<Result<_, _>>()?).map_err(|error| refused(error.to_string()))
    }
}

impl RangeFields {
    fn range(self) -> Result<DayRange, String> {
        let day = |name: &str, text: Option<String>| {
            day::parse(&text.unwrap_or_default()).map_err(|error| format!("{name} {error}"))
        };
        let (from, to) = (day("from", self.from.0)?, day("to", self.to.0)?);
        let label = self.label.0.and_then(|label| label.0).map_or(Ok(None), |label| Label::parse(&label));
        let label = label.map_err(|error| error.to_string())?;
        DayRange::new(from, to, label).map_err(|error| error.to_string())
    }
}

/// The days off of a browser.
#[derive(Serialize, ToSchema)]
#[schema(as = DaysOff)]
struct DaysOffView<'a> {
    /// The ranges, by their days; none share a day.
    ranges: Vec<RangeView<'a>>,
}

/// Some days in a row.
#[derive(Serialize, ToSchema)]
#[schema(as = DayRange)]
pub(crate) struct RangeView<'a> {
    /// The first day.
    #[serde(serialize_with = "text")]
    #[schema(schema_with = schema::day_in_query)]
    from: Date,
    /// The last day.
    #[serde(serialize_with = "text")]
    #[schema(schema_with = schema::day_in_query)]
    to: Date,
    /// The name that the user gave it; null if it has none.
    #[schema(required = true, schema_with = schema::range_label)]
    label: Option<&'a str>,
}

impl<'a> DaysOffView<'a> {
    pub(crate) fn of(list: &'a DaysOff) -> Self {
        Self { ranges: RangeView::all(list) }
    }
}

impl<'a> RangeView<'a> {
    pub(crate) fn all(list: &'a DaysOff) -> Vec<Self> {
        let view =
            |range: &'a DayRange| Self { from: range.from(), to: range.to(), label: range.label().map(Label::as_str) };
        list.ranges().iter().map(view).collect()
    }
}
