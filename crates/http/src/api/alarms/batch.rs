//! Creates many alarms with one request.

use std::collections::BTreeMap;

use actix_web::{HttpRequest, HttpResponse, web::Data};
use serde::{Deserialize, Serialize};
use tokibako_domain::{
    alarm::{Alarm, NewAlarm},
    row_limit::RowLimit,
};
use tokibako_storage::{KeyedRow, Storage, alarms, clock::Clock};
use utoipa::{
    ToSchema,
    openapi::{Array, ArrayBuilder, Ref},
};
use uuid::Uuid;

use super::{
    fields::{AlarmFields, NewAlarmBody},
    view::AlarmView,
};
use crate::{
    error::{Problem, ValidationErrors},
    limits::{Limits, bounds::NEW_ROWS},
    openapi::{parameters::BrowserHeader, schema},
    request::{
        body::{BrowserBody, Fields},
        field::{Object, Sent},
    },
    response,
};

/// How many alarms a request may have.
pub(crate) const MAX_ALARMS: usize = 100;

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
    ArrayBuilder::new().items(alarm).min_items(Some(1)).max_items(Some(MAX_ALARMS)).build()
}

impl Fields for BatchFields {
    /// A hundred alarms with the longest labels and rules have about 100 KB.
    const LIMIT: usize = 128 * 1024;

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

type Parsed = Result<KeyedRow<NewAlarm>, ValidationErrors>;

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
    let alarms = fields.alarms.0.unwrap_or_default();
    if alarms.is_empty() || alarms.len() > MAX_ALARMS {
        let error = format!("must be a list of 1 to {MAX_ALARMS} alarms");
        return Err(ValidationErrors::only("alarms", error).into());
    }
    let parse = |Object(mut fields): Object<AlarmFields>| -> Parsed {
        let (key, (settings, on)) = ValidationErrors::both(fields.client_key(), fields.whole_alarm(now))?;
        Ok(KeyedRow { row: NewAlarm::new(browser, settings, on, now), key })
    };
    let mut refused = Vec::new();
    let mut valid = Vec::new();
    let mut keys = Vec::new();
    for parsed in alarms.into_iter().map(parse) {
        refused.push(parsed.map(|alarm| {
            keys.push(alarm.key);
            valid.push(alarm);
        }));
    }
    let tokens = u32::try_from(valid.len()).unwrap_or(u32::MAX);
    limits.deferred(&NEW_ROWS, &request)(tokens)?;
    let stored = alarms::insert_batch(&storage, browser, valid, Some(**row_limit), now).await?;
    let mut stored = stored.iter().zip(keys);
    let results = refused.iter().map(|parsed| match parsed {
        Ok(()) => BatchResultView::of(stored.next(), now),
        Err(errors) => BatchResultView { alarm: None, problem: Some("validation"), errors: Some(errors.messages()) },
    });
    response::ok(&BatchView { results: results.collect() })
}

impl<'a> BatchResultView<'a> {
    fn of(stored: Option<(&'a Option<Alarm>, Option<Uuid>)>, now: time::OffsetDateTime) -> Self {
        let alarm = stored.and_then(|(alarm, key)| Some(AlarmView::of(alarm.as_ref()?, now).keyed(key)));
        Self { problem: alarm.is_none().then_some("full"), alarm, errors: None }
    }
}
