//! Rings and their answers, over HTTP.

mod fields;
mod ringers;
mod view;

use actix_web::{HttpRequest, HttpResponse, web::Data};
use serde::Deserialize;
use time::{Duration, OffsetDateTime};
use tokibako_domain::lateness::LATEST_RING;
use tokibako_storage::{
    Error, Storage,
    pushes::{self, Heard},
    rings,
};

pub(crate) use self::view::RingView;
use self::{
    fields::{AnswerFields, HeardFields},
    ringers::Ringers,
};
use crate::{
    clock::Clock,
    error::{Problem, ValidationErrors},
    events::Hints,
    openapi::{
        parameters::{BrowserHeader, RingerHeaders, SinceParameter},
        problems::{
            AdmissionProblems, BodyProblems, BrowserProblems, QueryProblems, RowProblems, ServerProblems, TokenProblems,
        },
    },
    request::{
        body::{FromRinger, Ringer},
        browser::Browser,
        device::DeviceHeader,
        origin::Origin,
        query,
    },
    response::{self, answered::AnsweredView, instant::Instant},
};

/// How far back a list of rings may go.
const LONGEST_LOOK_BACK: Duration = Duration::DAY;

#[derive(Deserialize)]
struct ListQuery {
    since: Option<String>,
}

/// What fell due lately, by its instant
///
/// That is within the last ten minutes, or since an instant of the last 24 hours. Left out are rings whose alarm or timer was
/// changed, switched off or deleted since, and all but the last ring of each; at most the latest 1,000. What is
/// `answered` is over; the rest rings.
#[utoipa::path(
    get,
    path = "/api/rings",
    tag = "rings",
    operation_id = "listRings",
    params(BrowserHeader, SinceParameter),
    responses(
        (status = 200, description = "The rings", body = [RingView<'_>]),
        BrowserProblems,
        QueryProblems,
        ServerProblems
    )
)]
pub(crate) async fn list(
    storage: Data<Storage>,
    clock: Data<Clock>,
    Browser(browser): Browser,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let now = clock.now();
    let since = since(query::read(&request)?, now)?;
    let rings = rings::recent(&storage, browser, since, now).await?;
    response::ok(&rings.iter().map(RingView::of).collect::<Vec<_>>())
}

fn since(query: ListQuery, now: OffsetDateTime) -> Result<OffsetDateTime, ValidationErrors> {
    let Some(text) = query.since else { return Ok(now - LATEST_RING) };
    let since = Instant::parse("since", &text).map_err(|error| ValidationErrors::only("since", error))?;
    Ok(since.max(now - LONGEST_LOOK_BACK))
}

/// Answers a ring
///
/// The first answer stands, and is what everybody gets. `stop` also resets a timer that still stands at that end; `snooze` lets
/// an alarm ring again its snooze interval after `givenAt`. An answer to a ring that the server has not rung yet settles it.
#[utoipa::path(
    post,
    path = "/api/rings/answer",
    tag = "rings",
    operation_id = "answerRing",
    params(RingerHeaders),
    request_body = AnswerFields,
    responses(
        (status = 200, description = "The answer that stands", body = AnsweredView),
        BodyProblems,
        RowProblems,
        TokenProblems,
        ServerProblems
    )
)]
pub(crate) async fn answer(
    ringers: Ringers,
    storage: Data<Storage>,
    clock: Data<Clock>,
    hints: Data<Hints>,
    Origin(origin): Origin,
    DeviceHeader(device): DeviceHeader,
    FromRinger { ringer, fields }: FromRinger<AnswerFields>,
) -> Result<HttpResponse, Problem> {
    let given = fields.given()?;
    let (browser, device) = match ringer {
        Ringer::Browser(browser) => (browser, device),
        Ringer::Token(token) => ringers.of_token(&token, given.ring).await.map(|(browser, id)| (browser, Some(id)))?,
    };
    let outcome = match rings::answer_at(&storage, browser, given, device, clock.now()).await {
        Err(Error::NotFound) => return Err(Problem::NoSuchRing),
        outcome => outcome?,
    };
    if outcome.is_first {
        hints.answered(browser, given.ring, outcome.stands, origin);
        hints.changed(browser, given.ring.kind.into(), origin);
    }
    response::ok(&AnsweredView::of(outcome.stands))
}

/// Says that a device rings
///
/// A page that sounds says so, and what was to be pushed for this ring to its device is not. A service worker that has shown
/// what was pushed says so with its token.
#[utoipa::path(
    post,
    path = "/api/rings/heard",
    tag = "rings",
    operation_id = "hearRing",
    params(RingerHeaders),
    request_body = HeardFields,
    responses(
        (status = 204, description = "It is noted, whether or not anything was waiting"),
        BodyProblems,
        AdmissionProblems,
        TokenProblems,
        ServerProblems
    )
)]
pub(crate) async fn heard(
    ringers: Ringers,
    storage: Data<Storage>,
    clock: Data<Clock>,
    FromRinger { ringer, fields }: FromRinger<HeardFields>,
) -> Result<HttpResponse, Problem> {
    let (ring, device) = fields.heard()?;
    let (browser, device, heard) = match ringer {
        Ringer::Browser(browser) => (browser, device, Heard::ByPage),
        Ringer::Token(token) => {
            let (browser, device) = ringers.of_token(&token, ring).await?;
            (browser, device, Heard::ByWorker)
        }
    };
    pushes::heard(&storage, browser, device, ring, heard, clock.now()).await?;
    Ok(response::no_content())
}
