//! What the endpoints of alarms and timers share: list, create, change and delete one, and create many with one request.

use std::collections::BTreeMap;

use actix_web::{HttpRequest, HttpResponse, web::Data};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use tokibako_domain::{
    alarm::{Alarm, AlarmId, NewAlarm},
    browser_id::{BrowserId, RowLimit},
    timer::{NewTimer, Timer, TimerId},
};
use tokibako_storage::{
    Storage,
    clock::Clock,
    owned::{self, KeyedRow, OwnedRow},
};
use utoipa::{
    ToSchema,
    openapi::{Array, ArrayBuilder, Ref},
};
use uuid::Uuid;

use super::{
    alarms::json::{AlarmFields, AlarmView, NewAlarmBody},
    timers::json::{TimerFields, TimerView},
};
use crate::{
    error::{Problem, ValidationErrors},
    limits::{AddressLimit, Limits},
    openapi::{BrowserHeader, schema},
    request::{
        body::{BrowserBody, Fields},
        field::{Object, Sent},
        head::{Browser, RowId},
    },
    response,
};

/// An alarm or a timer as the API has it.
pub(crate) trait Resource: OwnedRow {
    const PATH: &'static str;

    type View<'a>: Serialize;

    fn id(number: i64) -> Self::Id;

    fn number(&self) -> i64;

    /// Its JSON at this instant, with the key that its client chose.
    fn view(&self, key: Option<Uuid>, now: OffsetDateTime) -> Self::View<'_>;
}

impl Resource for Alarm {
    const PATH: &'static str = "/api/alarms";
    type View<'a> = AlarmView<'a>;

    fn id(number: i64) -> AlarmId {
        AlarmId(number)
    }

    fn number(&self) -> i64 {
        self.id.0
    }

    fn view(&self, key: Option<Uuid>, now: OffsetDateTime) -> AlarmView<'_> {
        AlarmView::of(self, now).keyed(key)
    }
}

impl Resource for Timer {
    const PATH: &'static str = "/api/timers";
    type View<'a> = TimerView<'a>;

    fn id(number: i64) -> TimerId {
        TimerId(number)
    }

    fn number(&self) -> i64 {
        self.id.0
    }

    fn view(&self, key: Option<Uuid>, now: OffsetDateTime) -> TimerView<'_> {
        TimerView::at(self, now).keyed(key)
    }
}

pub(crate) fn views<Row: Resource>(rows: &[KeyedRow<Row>], now: OffsetDateTime) -> Vec<Row::View<'_>> {
    rows.iter().map(|KeyedRow { row, key }| row.view(*key, now)).collect()
}

pub(crate) type RowRequest = (Data<Storage>, Data<Clock>, Browser, RowId);

pub(crate) async fn list<Row: Resource>(
    storage: &Storage,
    clock: &Clock,
    browser: BrowserId,
) -> Result<HttpResponse, Problem> {
    let rows = owned::list::<Row>(storage, browser).await?;
    response::ok(&views(&rows, clock.now()))
}

pub(crate) async fn create<Row: Resource>(
    storage: &Storage,
    new: KeyedRow<Row::New>,
    limit: RowLimit,
    now: OffsetDateTime,
) -> Result<HttpResponse, Problem> {
    let KeyedRow { row, key } = new;
    let row = owned::insert::<Row>(storage, row, Some(limit), key).await?;
    response::created(&format!("{}/{}", Row::PATH, row.number()), &row.view(key, now))
}

/// Changes a row. The clock is read when it is locked, because another request may change it before that.
pub(crate) async fn update<Row: Resource, E: Into<Problem> + Send + 'static>(
    (storage, clock, Browser(browser), id): RowRequest,
    change: impl FnOnce(Row, OffsetDateTime) -> Result<Row, E> + Send + 'static,
) -> Result<HttpResponse, Problem> {
    let at_lock = clock.clone();
    let change = move |row| change(row, at_lock.now());
    let row = owned::update(&storage, browser, Row::id(id.number()?), change).await?.map_err(Into::into)?;
    response::ok(&row.view(None, clock.now()))
}

pub(crate) async fn delete<Row: Resource>(
    (storage, _, Browser(browser), id): RowRequest,
) -> Result<HttpResponse, Problem> {
    owned::delete::<Row>(&storage, browser, Row::id(id.number()?)).await?;
    Ok(response::no_content())
}

const MAX_ROWS: usize = 100;

/// The longest body of a batch, in bytes. A hundred alarms with the longest labels and rules have about 100 KB; of timers with the
/// longest labels of steps it may have fewer.
const LIMIT: usize = 128 * 1024;

/// For each row of a request its key, or what is wrong with it.
struct BatchKeys(Vec<Result<Option<Uuid>, ValidationErrors>>);

struct BatchResult<'a, View> {
    row: Option<View>,
    problem: Option<&'static str>,
    errors: Option<&'a BTreeMap<&'static str, Vec<String>>>,
}

/// The valid rows of the field `name`, each read by `read`; refuses a request with none or too many.
fn read_batch<Fields, Row>(
    name: &'static str,
    Sent(sent): Sent<Vec<Object<Fields>>>,
    read: impl Fn(Fields) -> Result<KeyedRow<Row>, ValidationErrors>,
) -> Result<(Vec<KeyedRow<Row>>, BatchKeys), ValidationErrors> {
    let sent = sent.unwrap_or_default();
    if sent.is_empty() || sent.len() > MAX_ROWS {
        return Err(ValidationErrors::only(name, format!("must be a list of 1 to {MAX_ROWS} {name}")));
    }
    let mut valid = Vec::new();
    let keys = sent.into_iter().map(|Object(fields)| {
        read(fields).map(|row| {
            let key = row.key;
            valid.push(row);
            key
        })
    });
    let keys = keys.collect();
    Ok((valid, BatchKeys(keys)))
}

impl BatchKeys {
    /// The result for each row of the request, from what was stored of the valid ones.
    fn results<'a, Row: Resource>(
        &'a self,
        stored: &'a [Option<Row>],
        now: OffsetDateTime,
    ) -> impl Iterator<Item = BatchResult<'a, Row::View<'a>>> {
        let mut stored = stored.iter();
        self.0.iter().map(move |read| match read {
            Ok(key) => {
                let row = stored.next().and_then(Option::as_ref).map(|row| row.view(*key, now));
                BatchResult { problem: row.is_none().then_some("full"), row, errors: None }
            }
            Err(errors) => BatchResult { row: None, problem: Some("validation"), errors: Some(errors.messages()) },
        })
    }
}

/// Stores the valid rows of a batch. Each has a result of its own: one that is not valid, or for which there is no room, does
/// not keep the others from being created.
async fn store_batch<Row: Resource>(
    storage: &Storage,
    limits: &Data<Limits>,
    request: &HttpRequest,
    browser: BrowserId,
    valid: Vec<KeyedRow<Row::New>>,
    limit: RowLimit,
    now: OffsetDateTime,
) -> Result<Vec<Option<Row>>, Problem> {
    limits.deferred(AddressLimit::NewRows, request)(u32::try_from(valid.len()).unwrap_or(u32::MAX))?;
    if !valid.is_empty() {
        limits.admit_owner(storage, request, browser).await?;
    }
    Ok(owned::insert_batch(storage, browser, valid, Some(limit), now).await?)
}

/// New alarms, at most a hundred. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = NewAlarmBatch)]
pub(crate) struct AlarmBatchFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    #[schema(required = true, schema_with = alarms_taken)]
    alarms: Sent<Vec<Object<AlarmFields>>>,
}

fn alarms_taken() -> Array {
    let alarm = Ref::from_schema_name(NewAlarmBody::name());
    ArrayBuilder::new().items(alarm).min_items(Some(1)).max_items(Some(MAX_ROWS)).build()
}

impl Fields for AlarmBatchFields {
    const LIMIT: usize = LIMIT;

    fn browser_id(&self) -> Option<&str> {
        self.browser_id.as_deref()
    }
}

/// The results for new alarms.
#[derive(Serialize, ToSchema)]
#[schema(as = AlarmBatch)]
pub(crate) struct AlarmBatchView<'a> {
    /// One for each alarm of the request, in its order.
    results: Vec<AlarmBatchResultView<'a>>,
}

/// The result for a new alarm.
#[derive(Serialize, ToSchema)]
#[schema(as = AlarmBatchResult)]
pub(crate) struct AlarmBatchResultView<'a> {
    /// The alarm; null if it was not created.
    #[schema(required = true)]
    alarm: Option<AlarmView<'a>>,
    /// Why it was not created: `validation`, or `full` if the browser has as many alarms as the operator allows. Null if
    /// it was.
    #[schema(required = true, value_type = Option<String>, example = "full")]
    problem: Option<&'static str>,
    /// With `validation` the messages by field, else null.
    #[schema(required = true, value_type = Option<BTreeMap<String, Vec<String>>>)]
    errors: Option<&'a BTreeMap<&'static str, Vec<String>>>,
}

/// Creates many alarms
///
/// In one transaction, in the order of the list. Those that are not valid, or for which there is no room, do not keep the
/// others from being created. If the browser already has an alarm with the same `clientKey`, the result is that alarm, so
/// the request can be repeated.
#[utoipa::path(
    post, path = "/api/alarms/batch", tag = "alarms", operation_id = "createAlarms",
    params(BrowserHeader), request_body = AlarmBatchFields,
    responses((status = 200, description = "A result for each alarm", body = AlarmBatchView<'_>))
)]
pub(crate) async fn create_alarms(
    request: HttpRequest,
    limits: Data<Limits>,
    storage: Data<Storage>,
    clock: Data<Clock>,
    row_limit: Data<RowLimit>,
    BrowserBody { browser, fields }: BrowserBody<AlarmBatchFields>,
) -> Result<HttpResponse, Problem> {
    let now = clock.now();
    let (valid, keys) = read_batch("alarms", fields.alarms, |mut fields: AlarmFields| {
        let (key, (settings, on)) = ValidationErrors::both(fields.client_key(), fields.complete_alarm(now))?;
        Ok(KeyedRow { row: NewAlarm::new(browser, settings, on, now), key })
    })?;
    let stored = store_batch::<Alarm>(&storage, &limits, &request, browser, valid, **row_limit, now).await?;
    let results = keys.results(&stored, now);
    let results =
        results.map(|BatchResult { row, problem, errors }| AlarmBatchResultView { alarm: row, problem, errors });
    response::ok(&AlarmBatchView { results: results.collect() })
}

/// New timers, at most a hundred. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = NewTimerBatch)]
pub(crate) struct TimerBatchFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    #[schema(required = true, schema_with = timers_taken)]
    timers: Sent<Vec<Object<TimerFields>>>,
}

fn timers_taken() -> Array {
    let timer = Ref::from_schema_name(TimerFields::name());
    ArrayBuilder::new().items(timer).min_items(Some(1)).max_items(Some(MAX_ROWS)).build()
}

impl Fields for TimerBatchFields {
    const LIMIT: usize = LIMIT;

    fn browser_id(&self) -> Option<&str> {
        self.browser_id.as_deref()
    }
}

/// The results for new timers.
#[derive(Serialize, ToSchema)]
#[schema(as = TimerBatch)]
pub(crate) struct TimerBatchView<'a> {
    /// One for each timer of the request, in its order.
    results: Vec<TimerBatchResultView<'a>>,
}

/// The result for a new timer.
#[derive(Serialize, ToSchema)]
#[schema(as = TimerBatchResult)]
pub(crate) struct TimerBatchResultView<'a> {
    /// The timer; null if it was not created.
    #[schema(required = true)]
    timer: Option<TimerView<'a>>,
    /// Why it was not created: `validation`, or `full` if the browser has as many timers as the operator allows. Null if
    /// it was.
    #[schema(required = true, value_type = Option<String>, example = "full")]
    problem: Option<&'static str>,
    /// With `validation` the messages by field, else null.
    #[schema(required = true, value_type = Option<BTreeMap<String, Vec<String>>>)]
    errors: Option<&'a BTreeMap<&'static str, Vec<String>>>,
}

/// Creates many timers
///
/// In one transaction, in the order of the list. Those that are not valid, or for which there is no room, do not keep the
/// others from being created. If the browser already has a timer with the same `clientKey`, the result is that timer, so
/// the request can be repeated. The timers are not started.
#[utoipa::path(
    post, path = "/api/timers/batch", tag = "timers", operation_id = "createTimers",
    params(BrowserHeader), request_body = TimerBatchFields,
    responses((status = 200, description = "A result for each timer", body = TimerBatchView<'_>))
)]
pub(crate) async fn create_timers(
    request: HttpRequest,
    limits: Data<Limits>,
    storage: Data<Storage>,
    clock: Data<Clock>,
    row_limit: Data<RowLimit>,
    BrowserBody { browser, fields }: BrowserBody<TimerBatchFields>,
) -> Result<HttpResponse, Problem> {
    let now = clock.now();
    let (valid, keys) = read_batch("timers", fields.timers, |mut fields: TimerFields| {
        let (key, (settings, start)) = ValidationErrors::both(fields.client_key(), fields.complete_timer())?;
        if start {
            // Their rings would take more tokens than a request may.
            return Err(ValidationErrors::only("enabled", "a batch starts no timers"));
        }
        Ok(KeyedRow { row: NewTimer::new(browser, settings, start, now), key })
    })?;
    let stored = store_batch::<Timer>(&storage, &limits, &request, browser, valid, **row_limit, now).await?;
    let results = keys.results(&stored, now);
    let results =
        results.map(|BatchResult { row, problem, errors }| TimerBatchResultView { timer: row, problem, errors });
    response::ok(&TimerBatchView { results: results.collect() })
}
