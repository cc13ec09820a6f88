//! The order of a browser's timers.

use actix_web::{HttpRequest, HttpResponse, web::Data};
use serde::Deserialize;
use tokibako_domain::{
    timer::TimerId,
    timer_order::{TimerOrder, TimerOrderError},
};
use tokibako_storage::{Storage, timers};
use utoipa::ToSchema;

use crate::{
    error::{Problem, ValidationErrors},
    limits::{
        Limits,
        bounds::{MOST_MOVED, MOVED_ROWS},
    },
    openapi::{parameters::BrowserHeader, schema},
    request::{
        body::{BrowserBody, fields},
        field::{Sent, WholeNumber},
    },
    response,
};

/// An order of timers. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = TimerOrder)]
pub(crate) struct OrderFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    /// The ids of timers in their new order. Ids of timers that the browser does not have are ignored.
    #[schema(required = true, schema_with = schema::ordered_ids)]
    ids: Sent<Vec<WholeNumber>>,
}

fields!(OrderFields);

impl OrderFields {
    fn read(self) -> Result<TimerOrder, ValidationErrors> {
        let mut errors = ValidationErrors::default();
        errors.require([("ids", self.ids.is_some())]);
        let order = errors.sent("ids", self.ids, |ids| {
            let ids = ids.iter().map(|id| id.number().map(TimerId)).collect::<Option<_>>();
            TimerOrder::new(ids.ok_or(TimerOrderError)?)
        });
        order.ok_or(errors)
    }
}

/// Sets the order of timers
///
/// The named timers are listed first, in this order. The others follow in their previous order, and new timers come
/// last.
#[utoipa::path(
    put, path = "/api/timers/order", tag = "timers", operation_id = "orderTimers",
    params(BrowserHeader), request_body = OrderFields,
    responses((status = 204, description = "The timers have this order"))
)]
pub(crate) async fn put(
    request: HttpRequest,
    limits: Data<Limits>,
    storage: Data<Storage>,
    BrowserBody { browser, fields }: BrowserBody<OrderFields>,
) -> Result<HttpResponse, Problem> {
    let order = fields.read()?;
    let named = u32::try_from(order.ids().len()).unwrap_or(MOST_MOVED);
    limits.deferred(&MOVED_ROWS, &request)(named.min(MOST_MOVED))?;
    timers::put_in_order(&storage, browser, order).await?;
    Ok(response::no_content())
}
