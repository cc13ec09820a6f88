//! Creates many alarms with one request.

use std::collections::BTreeMap;

use actix_web::{HttpRequest, HttpResponse, web::Data};
use serde::{Deserialize, Serialize};
use tokibako_domain::{alarm::NewAlarm, row_limit::RowLimit};
use tokibako_storage::{KeyedRow, Storage, alarms, clock::Clock};
use utoipa::{
    ToSchema,
    openapi::{Array, ArrayBuilder, Ref},
};

use super::json::{AlarmFields, AlarmView, NewAlarmBody};
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

/// New alarms, at most a hundred. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = NewAlarmBatch)]
pub(crate) struct BatchFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    #[schema(required = true, schema_with = alarms_taken)]
    alarms: Sent<Vec<Object<AlarmFields>>>,
}

fn alarms_taken() -> Array {
    let alarm = Ref::from_schema_name(NewAlarmBody::name());
    ArrayBuilder::new().items(alarm).min_items(Some(1)).max_items(Some(batch::MAX_ROWS)).build()
}

impl Fields for BatchFields {
    const LIMIT: usize = batch::LIMIT;

    fn browser_id(&self) -> Option<&str> {
        self.browser_id.as_deref()
    }
}

/// The results for new alarms.
#[derive(Serialize, ToSchema)]
#[schema(as = AlarmBatch)]
pub(crate) struct BatchView<'a> {
    /// One for each alarm of the request, in its order.
    results: Vec<BatchResultView<'a>>,
}

/// The result for a new alarm.
#[derive(Serialize, ToSchema)]
#[schema(as = AlarmBatchResult)]
pub(crate) struct BatchResultView<'a> {
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
    params(BrowserHeader), request_body = BatchFields,
    responses((status = 200, description = "A result for each alarm", body = BatchView<'_>))
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
    let (valid, keys) = batch::read("alarms", fields.alarms, |mut fields: AlarmFields| {
        let (key, (settings, on)) = ValidationErrors::both(fields.client_key(), fields.complete_alarm(now))?;
        Ok(KeyedRow { row: NewAlarm::new(browser, settings, on, now), key })
    })?;
    limits.deferred(&NEW_ROWS, &request)(u32::try_from(valid.len()).unwrap_or(u32::MAX))?;
    if !valid.is_empty() {
        limits.admit_owner(&storage, &request, browser).await?;
    }
    let stored = alarms::insert_batch(&storage, browser, valid, Some(**row_limit), now).await?;
    let results = keys.results(&stored, |alarm, key| AlarmView::of(alarm, now).keyed(key));
    let results = results.map(|BatchResult { row, problem, errors }| BatchResultView { alarm: row, problem, errors });
    response::ok(&BatchView { results: results.collect() })
}
