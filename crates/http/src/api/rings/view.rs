//! The JSON of a ring.

use serde::Serialize;
use time::Date;
use tokibako_domain::{
    firing::{Ring, RingSubject},
    intervals::Intervals,
    label::Label,
    rule::Rule,
    time_of_day::TimeOfDay,
    weekdays::Weekdays,
};
use utoipa::ToSchema;

use crate::{
    openapi::schema,
    response::{
        answered::AnsweredView,
        instant::Instant,
        step::StepView,
        text::{day_or_null, text_or_null, time_of_day, weekdays},
    },
};

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
        #[serde(serialize_with = "time_of_day")]
        #[schema(schema_with = schema::time_of_day)]
        time: TimeOfDay,
        #[schema(schema_with = schema::repeat)]
        repeat: &'static str,
        #[serde(serialize_with = "weekdays")]
        #[schema(required = true, schema_with = schema::days)]
        days: Option<Weekdays>,
        #[serde(serialize_with = "day_or_null")]
        #[schema(required = true, schema_with = schema::day)]
        date: Option<Date>,
        #[serde(serialize_with = "text_or_null")]
        #[schema(required = true, schema_with = schema::rule)]
        rule: Option<Rule>,
        #[serde(serialize_with = "day_or_null")]
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
