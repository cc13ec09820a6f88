//! Rings and their answers, over HTTP.

use actix_web::{HttpRequest, HttpResponse, web::Data};
use serde::{Deserialize, Serialize};
use time::{Date, OffsetDateTime};
use tokibako_domain::{
    answer::Answer,
    browser_id::BrowserId,
    day::{TimeOfDay, Weekdays},
    firing::{Kind, Ring, RingId, RingSubject},
    length::Intervals,
    occurrence::LATEST_RING,
    ring_settings::Label,
    rule::Rule,
};
use tokibako_storage::{
    Storage,
    clock::Clock,
    pushes::{self, RingReceipt},
    rings::{self, AnswerRequest, LONGEST_LOOK_BACK},
    upkeep::last_seen::LastSeen,
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{channels::ChannelSettings, push::PushSettings};
use crate::{
    error::{Problem, ValidationErrors, if_missing},
    events::Hints,
    openapi::{
        AdmissionProblems, BrowserHeader, QueryProblems, RingProblems, SenderHeaders, SinceParameter, TokenProblems,
        schema,
    },
    request::{
        body::{AnswerSender, SenderBody, fields},
        field::{Sent, WholeNumber},
        head::{self, Browser, ClientId, DeviceHeader},
    },
    response::{self, AnsweredView, Instant, StepView, text, text_or_null, weekdays},
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
    let since = since(head::query(&request)?, now)?;
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
    components: TokenComponents,
    storage: Data<Storage>,
    clock: Data<Clock>,
    hints: Data<Hints>,
    ClientId(client_id): ClientId,
    DeviceHeader(device): DeviceHeader,
    SenderBody { sender, fields }: SenderBody<AnswerFields>,
) -> Result<HttpResponse, Problem> {
    let given = fields.given()?;
    let (browser, device) = match sender {
        AnswerSender::Browser(browser) => (browser, device),
        AnswerSender::Token(token) => {
            holder(components, &token, given.ring).await.map(|(browser, id)| (browser, Some(id)))?
        }
    };
    let outcome = rings::answer(&storage, browser, given, device, clock.now()).await;
    let outcome = outcome.map_err(if_missing(Problem::NoSuchRing))?;
    if outcome.is_first {
        hints.answered(browser, given.ring, outcome.stands, client_id);
        hints.changed(browser, given.ring.kind.into(), client_id);
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
    components: TokenComponents,
    storage: Data<Storage>,
    clock: Data<Clock>,
    SenderBody { sender, fields }: SenderBody<HeardFields>,
) -> Result<HttpResponse, Problem> {
    let (ring, device, is_dismissed) = fields.heard()?;
    let (browser, device, heard) = match sender {
        AnswerSender::Browser(browser) => (browser, device, RingReceipt::ByPage),
        AnswerSender::Token(token) => {
            let (browser, device) = holder(components, &token, ring).await?;
            (browser, device, if is_dismissed { RingReceipt::Dismissed } else { RingReceipt::ByWorker })
        }
    };
    pushes::heard(&storage, browser, device, ring, heard, clock.now()).await?;
    Ok(response::no_content())
}

/// An answer to a ring. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = RingAnswer)]
pub(crate) struct AnswerFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    #[schema(required = true, schema_with = schema::kind)]
    kind: Sent<String>,
    /// The id of the alarm or timer.
    #[schema(required = true, schema_with = schema::row_number)]
    id: Sent<WholeNumber>,
    /// The instant for which the ring was due, as the server sent it.
    #[schema(required = true, schema_with = schema::instant_taken)]
    scheduled_for: Sent<String>,
    #[schema(required = true, schema_with = schema::answer)]
    answer: Sent<String>,
    /// When the answer was given, if it could not be sent at once; now by default.
    #[schema(schema_with = schema::instant_taken)]
    given_at: Sent<String>,
}

fields!(AnswerFields, HeardFields);

impl AnswerFields {
    pub(crate) fn given(self) -> Result<AnswerRequest, ValidationErrors> {
        let mut errors = ValidationErrors::default();
        let is_timer = self.kind.as_deref() == Some(Kind::Timer.as_str());
        let ring = ring_id(&mut errors, self.kind, self.id, self.scheduled_for);
        let answer = errors.required("answer", self.answer, |answer| answer.parse::<Answer>());
        let at = errors.sent("givenAt", self.given_at, |text| Instant::parse("givenAt", &text));
        if (is_timer, answer) == (true, Some(Answer::Snooze)) {
            errors.add("answer", "a timer cannot be snoozed, only stopped");
        }
        match (errors.is_empty(), ring, answer) {
            (true, Some(ring), Some(answer)) => Ok(AnswerRequest { ring, answer, at }),
            _ => Err(errors),
        }
    }
}

/// The report that a device shows a ring. Other fields are ignored.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = HeardRing)]
pub(crate) struct HeardFields {
    #[schema(schema_with = schema::repeated_browser_id)]
    browser_id: Option<String>,
    #[schema(required = true, schema_with = schema::kind)]
    kind: Sent<String>,
    /// The id of the alarm or timer.
    #[schema(required = true, schema_with = schema::row_number)]
    id: Sent<WholeNumber>,
    /// The instant for which the ring was due, as the server sent it.
    #[schema(required = true, schema_with = schema::instant_taken)]
    scheduled_for: Sent<String>,
    /// The device's id.
    #[schema(required = true, schema_with = schema::device_id)]
    device: Sent<String>,
    /// Whether a person has dismissed the notification: then the ring is not repeated on this device. False by default.
    #[schema(value_type = bool)]
    dismissed: Sent<bool>,
}

impl HeardFields {
    /// The ring, the device, and whether a person has dismissed the notification.
    pub(crate) fn heard(self) -> Result<(RingId, Uuid, bool), ValidationErrors> {
        let mut errors = ValidationErrors::default();
        let ring = ring_id(&mut errors, self.kind, self.id, self.scheduled_for);
        let device = errors.required("device", self.device, |id| head::device_id(&id).ok_or("device must be a UUID"));
        match (errors.is_empty(), ring, device) {
            (true, Some(ring), Some(device)) => Ok((ring, device, self.dismissed.0.unwrap_or_default())),
            _ => Err(errors),
        }
    }
}

fn ring_id(
    errors: &mut ValidationErrors,
    kind: Sent<String>,
    id: Sent<WholeNumber>,
    scheduled_for: Sent<String>,
) -> Option<RingId> {
    let kind = errors.required("kind", kind, |kind| kind.parse::<Kind>());
    let row = errors.required("id", id, |id| id.number().ok_or("id must be a whole number"));
    let due = errors.required("scheduledFor", scheduled_for, |text| Instant::parse("scheduledFor", &text));
    Some(RingId { kind: kind?, row: row?, scheduled_for: due? })
}

/// What verifying a token uses.
type TokenComponents =
    (Data<Storage>, Data<Option<PushSettings>>, Data<Option<ChannelSettings>>, Data<Clock>, Data<LastSeen>);

/// The browser and the device, or channel, that a token was issued to, for this ring.
async fn holder(
    (storage, push, channels, clock, last_seen): TokenComponents,
    token: &str,
    ring: RingId,
) -> Result<(BrowserId, Uuid), Problem> {
    let of_channels = || channels.as_ref().as_ref().map(|settings| &settings.tokens);
    let tokens = push.as_ref().as_ref().map(|settings| &settings.tokens).or_else(of_channels);
    let number = tokens.and_then(|tokens| tokens.device(token, ring, clock.now())).ok_or(Problem::BadToken)?;
    let owner = pushes::owner(&storage, number).await;
    let (browser, device) = owner.map_err(if_missing(Problem::BadToken))?;
    // A visitor who only answers notifications also counts as seen.
    last_seen.record(browser, clock.precise_now());
    Ok((browser, device))
}

/// A ring with its alarm or timer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Ring)]
pub(crate) struct RingView<'a> {
    #[schema(schema_with = schema::kind)]
    kind: &'static str,
    /// The id of the alarm or timer.
    id: i64,
    /// The instant for which the ring was due.
    scheduled_for: Instant,
    #[schema(required = true, schema_with = schema::label)]
    label: Option<&'a str>,
    #[schema(schema_with = schema::sound)]
    sound: &'static str,
    /// The answer to the ring; null while it rings.
    #[schema(required = true)]
    answered: Option<AnsweredView>,
    #[serde(flatten)]
    settings: SettingsView,
}

/// The fields of an alarm or of a timer.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum SettingsView {
    #[serde(rename_all = "camelCase")]
    Alarm {
        /// The local time of the alarm.
        #[serde(serialize_with = "text")]
        #[schema(schema_with = schema::time_of_day)]
        time: TimeOfDay,
        #[schema(schema_with = schema::repeat)]
        repeat: &'static str,
        #[serde(serialize_with = "weekdays")]
        #[schema(required = true, schema_with = schema::days)]
        days: Option<Weekdays>,
        #[serde(serialize_with = "text_or_null")]
        #[schema(required = true, schema_with = schema::day)]
        date: Option<Date>,
        #[serde(serialize_with = "text_or_null")]
        #[schema(required = true, schema_with = schema::rule)]
        rule: Option<Rule>,
        #[serde(serialize_with = "text_or_null")]
        #[schema(required = true, schema_with = schema::day)]
        from: Option<Date>,
        #[schema(schema_with = schema::zone)]
        timezone: &'static str,
        #[schema(schema_with = schema::snooze_interval)]
        snooze_interval: u8,
    },
    #[serde(rename_all = "camelCase")]
    Timer {
        #[schema(schema_with = schema::plan_seconds)]
        total_seconds: i32,
        #[schema(required = true)]
        steps: Option<Vec<StepView>>,
        #[schema(required = true, schema_with = schema::rounds)]
        rounds: Option<u8>,
        /// The index, over all rounds, of the step that begins with this ring. If the timer is complete, the index of
        /// its last step; null without steps.
        #[schema(required = true, schema_with = schema::step)]
        step: Option<u16>,
        /// When that step ends; null if the timer is complete.
        #[schema(required = true)]
        ends_at: Option<Instant>,
    },
}

impl<'a> RingView<'a> {
    pub(crate) fn of(ring: &'a Ring) -> Self {
        let (label, sound, settings) = match &ring.subject {
            RingSubject::Alarm(alarm) => {
                let settings = &alarm.settings;
                let schedule = &settings.schedule;
                let view = SettingsView::Alarm {
                    time: schedule.time,
                    repeat: schedule.repeat.name().as_str(),
                    days: schedule.repeat.days(),
                    date: schedule.repeat.date(),
                    rule: schedule.repeat.rule(),
                    from: schedule.repeat.rule().map(Rule::from),
                    timezone: schedule.zone.name(),
                    snooze_interval: settings.snooze_interval.minutes(),
                };
                (&settings.label, settings.sound, view)
            }
            RingSubject::Timer(timer) => {
                let settings = &timer.settings;
                let intervals = settings.plan.intervals();
                let view = SettingsView::Timer {
                    total_seconds: settings.plan.total_seconds(),
                    steps: intervals.map(StepView::all),
                    rounds: intervals.map(Intervals::rounds),
                    step: intervals.map(|_| timer.progress.step),
                    ends_at: timer.countdown.ends_at().map(Instant),
                };
                (&settings.label, settings.sound, view)
            }
        };
        Self {
            kind: ring.subject.kind().as_str(),
            id: ring.subject.row(),
            scheduled_for: Instant(ring.scheduled_for),
            label: label.as_ref().map(Label::as_str),
            sound: sound.as_str(),
            answered: ring.answered.map(AnsweredView::of),
            settings,
        }
    }
}
