//! Rings and their answers, over HTTP.

mod fields;
mod token_verifier;
mod view;

use actix_web::{HttpRequest, HttpResponse, web::Data};
use serde::Deserialize;
use time::OffsetDateTime;
use tokibako_domain::lateness::LATEST_RING;
use tokibako_storage::{
    Storage,
    clock::Clock,
    pushes::{self, RingReceipt},
    rings::{self, LONGEST_LOOK_BACK},
};

pub(crate) use self::view::RingView;
use self::{
    fields::{AnswerFields, HeardFields},
    token_verifier::TokenVerifier,
};
use crate::{
    error::{Problem, ValidationErrors, if_missing},
    events::Hints,
    openapi::{
        parameters::{BrowserHeader, SenderHeaders, SinceParameter},
        problems::{AdmissionProblems, QueryProblems, RingProblems, TokenProblems},
    },
    request::{
        body::{AnswerSender, SenderBody},
        browser::Browser,
        device::DeviceHeader,
        origin::Origin,
        query,
    },
    response::{self, answered::AnsweredView, instant::Instant},
};

#[derive(Deserialize)]
struct ListQuery {
    since: Option<String>,
}

/// Lists recent rings by their due instant
///
/// These are the rings of the last ten minutes, or since an instant of the last 24 hours. The list has only the last
/// ring of each alarm and timer, and none of those that were changed, switched off or deleted since. It has at most the
/// latest 1,000. A ring without `answered` is still ringing.
#[utoipa::path(
    get, path = "/api/rings", tag = "rings", operation_id = "listRings",
    params(BrowserHeader, SinceParameter),
    responses((status = 200, description = "The rings", body = [RingView<'_>]), QueryProblems)
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
/// The first answer counts, and the response always contains it. `stop` also resets a timer that is still at that end;
/// after `snooze` an alarm rings again one snooze interval after `givenAt`. If the server has not rung yet, the answer
/// takes the place of the ring, which is logged as answered.
#[utoipa::path(
    post, path = "/api/rings/answer", tag = "rings", operation_id = "answerRing",
    params(SenderHeaders), request_body = AnswerFields,
    responses((status = 200, description = "The answer that counts", body = AnsweredView), RingProblems, TokenProblems)
)]
pub(crate) async fn answer(
    tokens: TokenVerifier,
    storage: Data<Storage>,
    clock: Data<Clock>,
    hints: Data<Hints>,
    Origin(origin): Origin,
    DeviceHeader(device): DeviceHeader,
    SenderBody { sender, fields }: SenderBody<AnswerFields>,
) -> Result<HttpResponse, Problem> {
    let given = fields.given()?;
    let (browser, device) = match sender {
        AnswerSender::Browser(browser) => (browser, device),
        AnswerSender::Token(token) => {
            tokens.verify(&token, given.ring).await.map(|(browser, id)| (browser, Some(id)))?
        }
    };
    let outcome = rings::answer(&storage, browser, given, device, clock.now()).await;
    let outcome = outcome.map_err(if_missing(Problem::NoSuchRing))?;
    if outcome.is_first {
        hints.answered(browser, given.ring, outcome.stands, origin);
        hints.changed(browser, given.ring.kind.into(), origin);
    }
    response::ok(&AnsweredView::of(outcome.stands))
}

/// Reports that a device shows a ring
///
/// When a page reports a ring that it sounds, the ring is neither pushed to its device nor repeated there. A service
/// worker reports a push that it has shown, with the token of that push; with `dismissed`, that a person has closed it,
/// which ends the repeats on that device and leaves the ring unanswered.
#[utoipa::path(
    post, path = "/api/rings/heard", tag = "rings", operation_id = "hearRing",
    params(SenderHeaders), request_body = HeardFields,
    responses(
        (status = 204, description = "The report is accepted, even if no push was waiting"),
        AdmissionProblems, TokenProblems
    )
)]
pub(crate) async fn heard(
    tokens: TokenVerifier,
    storage: Data<Storage>,
    clock: Data<Clock>,
    SenderBody { sender, fields }: SenderBody<HeardFields>,
) -> Result<HttpResponse, Problem> {
    let (ring, device, is_dismissed) = fields.heard()?;
    let (browser, device, heard) = match sender {
        AnswerSender::Browser(browser) => (browser, device, RingReceipt::ByPage),
        AnswerSender::Token(token) => {
            let (browser, device) = tokens.verify(&token, ring).await?;
            (browser, device, if is_dismissed { RingReceipt::Dismissed } else { RingReceipt::ByWorker })
        }
    };
    pushes::heard(&storage, browser, device, ring, heard, clock.now()).await?;
    Ok(response::no_content())
}
