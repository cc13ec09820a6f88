//! Creates many timers with one request.

use std::collections::BTreeMap;

use actix_web::{HttpRequest, HttpResponse, web::Data};
use serde::{Deserialize, Serialize};
use tokibako_domain::{row_limit::RowLimit, timer::NewTimer};
use tokibako_storage::{KeyedRow, Storage, clock::Clock, timers};
use utoipa::{
    ToSchema,
    openapi::{Array, ArrayBuilder, Ref},
};

use super::json::{TimerFields, TimerView};
use crate::{
    error::{Problem, ValidationErrors},
    limits::{Limits, bounds::NEW_ROWS},
    openapi::{BrowserHeader, schema},
    request::{
        batch::{self, BatchResult},
        body::{BrowserBody, Fields},
        field::{Object, Sent},
    },
    response,
};

/// New timers, at most a hundred. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = NewTimerBatch)]
pub(crate) struct BatchFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    #[schema(required = true, schema_with = timers_taken)]
    timers: Sent<Vec<Object<TimerFields>>>,
}

fn timers_taken() -> Array {
    let timer = Ref::from_schema_name(TimerFields::name());
    ArrayBuilder::new().items(timer).min_items(Some(1)).max_items(Some(batch::MAX_ROWS)).build()
}

impl Fields for BatchFields {
    const LIMIT: usize = batch::LIMIT;

    fn browser_id(&self) -> Option<&str> {
        self.browser_id.as_deref()
    }
}

/// The results for new timers.
#[derive(Serialize, ToSchema)]
#[schema(as = TimerBatch)]
pub(crate) struct BatchView<'a> {
    /// One for each timer of the request, in its order.
    results: Vec<BatchResultView<'a>>,
}

/// The result for a new timer.
#[derive(Serialize, ToSchema)]
#[schema(as = TimerBatchResult)]
pub(crate) struct BatchResultView<'a> {
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
    params(BrowserHeader), request_body = BatchFields,
    responses((status = 200, description = "A result for each timer", body = BatchView<'_>))
)]
pub(crate) async fn create(
    request: HttpRequest,
    limits: Data<Limits>,
    storage: Data<Storage>,
    clock: Data<Clock>,
    row_limit: Data<RowLimit>,
    BrowserBody { browser, fields }: BrowserBody<BatchFields>,
) -> Result<HttpResponse, Problem> {
    let now = clock.now();
    let (valid, keys) = batch::read("timers", fields.timers, |mut fields: TimerFields| {
        let (key, (settings, start)) = ValidationErrors::both(fields.client_key(), fields.complete_timer())?;
        if start {
            // Their rings would take more tokens than a request may.
            return Err(ValidationErrors::only("enabled", "a batch starts no timers"));
        }
        Ok(KeyedRow { row: NewTimer::new(browser, settings, start, now), key })
    })?;
    limits.deferred(&NEW_ROWS, &request)(u32::try_from(valid.len()).unwrap_or(u32::MAX))?;
    if !valid.is_empty() {
        limits.admit_owner(&storage, &request, browser).await?;
    }
    let stored = timers::insert_batch(&storage, browser, valid, Some(**row_limit), now).await?;
    let results = keys.results(&stored, |timer, key| TimerView::at(timer, now).keyed(key));
    let results = results.map(|BatchResult { row, problem, errors }| BatchResultView { timer: row, problem, errors });
    response::ok(&BatchView { results: results.collect() })
}
