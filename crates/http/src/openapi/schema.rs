//! Schemas that are derived from the domain rather than from a Rust type.

use tokibako_domain::{
    account,
    answer::Answer,
    channel::{Protocol, RingFilter},
    cities::{self, LONGEST_KEY, MOST_CITIES},
    day::Weekdays,
    days_off::{self, DaysOffMode},
    firing::Kind,
    length::{MOST_ROUNDS, MOST_STEPS},
    occurrence::RepeatName,
    push::{DeviceState, RingFor},
    ring_settings::{self, Sound},
    rule,
    timer::MOST_ORDERED,
};
use tokibako_push::{payload::Language, subscription::service_names};
use tokibako_storage::signals::hints::List;
use tokibako_weather::cities::LONGEST_NAME;
use utoipa::openapi::{
    Array, ArrayBuilder, KnownFormat, Object, ObjectBuilder, OneOfBuilder, Schema, SchemaFormat,
    schema::{SchemaType, Type},
};

pub(crate) const ALARM_TRIGGER: &str = "ALARM_TRIGGER";

pub(crate) const TIMER_COMPLETE: &str = "TIMER_COMPLETE";

/// Functions that return a schema.
macro_rules! schemas {
    ($($(#[$doc:meta])* $name:ident: $schema:expr;)+) => {$(
        $(#[$doc])*
        pub(crate) fn $name() -> Object {
            $schema
        }
    )+};
}

schemas! {
    alarm_trigger: one_of([ALARM_TRIGGER]);
    timer_complete: one_of([TIMER_COMPLETE]);
    kind: one_of(Kind::ALL.map(Kind::as_str));
    answer: one_of(Answer::ALL.map(Answer::as_str));
    list: one_of(List::ALL.map(List::as_str));
    city_name: nullable(Type::String).max_length(Some(cities::LONGEST_NAME)).build();
    repeat: one_of(RepeatName::ALL.map(RepeatName::as_str));
    /// A rule of recurrence in a query.
    rule_in_query: text()
        .max_length(Some(rule::MAX_CHARACTERS))
        .description(Some(RULE))
        .examples(["FREQ=MONTHLY;BYDAY=-1FR"])
        .build();
    days_off_mode: one_of(DaysOffMode::ALL.map(DaysOffMode::as_str));
    range_label: nullable(Type::String).max_length(Some(days_off::MAX_LABEL_CHARACTERS)).build();
    day: nullable(Type::String).format(Some(DATE)).examples(["2026-12-24"]).build();
    day_in_query: text().format(Some(DATE)).examples(["2026-12-24"]).build();
    time_of_day: text().pattern(Some("^([01][0-9]|2[0-3]):[0-5][0-9]$")).examples(["07:30"]).build();
    zone: text().description(Some("A name of the IANA time zone database.")).examples(["Asia/Tokyo"]).build();
    browser_id: text().format(Some(uuid())).build();
    stored_browser_id: nullable(Type::String).format(Some(uuid())).build();
    device_id: text().format(Some(uuid())).build();
    device_state: one_of(DeviceState::ALL.map(DeviceState::as_str));
    channel_kind: one_of(Protocol::ALL.map(Protocol::as_str));
    channel_when: one_of(RingFilter::ALL.map(RingFilter::as_str));
    channel_state: one_of(["active", "failing"]);
    push_service: one_of(service_names());
    language: one_of(Language::all().map(Language::code));
    text_or_null: nullable(Type::String).build();
    label: nullable(Type::String).max_length(Some(ring_settings::MAX_CHARACTERS)).build();
    flag: ObjectBuilder::new().schema_type(Type::Integer).enum_values(Some([0, 1])).build();
    row_number: ObjectBuilder::new().schema_type(Type::Integer).build();
    snooze_interval: whole_number(1, 60);
    hours: whole_number(0, 23);
    /// Minutes or seconds of a timer's length.
    sixtieths: whole_number(0, 59);
    total_seconds: whole_number(1, 86_399);
    run_seconds: whole_number(1, MOST_RUN_SECONDS);
    /// Hours of a timer in a response; with steps, those of all rounds.
    plan_hours: whole_number(0, i64::from(MOST_PLAN_SECONDS) / 3600);
    /// Seconds of a timer in a response; with steps, those of all rounds.
    plan_seconds: whole_number(1, MOST_PLAN_SECONDS.into());
    rounds: nullable(Type::Integer).minimum(Some(1)).maximum(Some(MOST_ROUNDS)).build();
    step: nullable(Type::Integer).minimum(Some(0)).build();
}

const DATE: SchemaFormat = SchemaFormat::KnownFormat(KnownFormat::Date);

fn uuid() -> SchemaFormat {
    SchemaFormat::Custom("uuid".to_owned())
}

fn one_of<Value: Into<serde_json::Value>>(values: impl IntoIterator<Item = Value>) -> Object {
    text().enum_values(Some(values)).build()
}

pub(crate) fn city_key() -> Object {
    text()
        .min_length(Some(1))
        .max_length(Some(LONGEST_KEY))
        .pattern(Some("^[A-Za-z0-9_+/-]+$"))
        .description(Some("The id of a city of the catalogue, or a name of the IANA time zone database."))
        .examples(["tokyo"])
        .build()
}

pub(crate) fn cities_taken() -> Array {
    let city = ObjectBuilder::new().property("key", city_key()).required("key").property("name", city_name());
    ArrayBuilder::new().items(city.build()).max_items(Some(MOST_CITIES)).build()
}

pub(crate) fn rule() -> Object {
    nullable(Type::String)
        .max_length(Some(rule::MAX_CHARACTERS))
        .description(Some(RULE))
        .examples(["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE"])
        .build()
}

const RULE: &str = "A part of RFC 5545: FREQ, then INTERVAL, BYDAY, BYMONTHDAY and UNTIL.";

pub(crate) fn ranges_taken() -> Array {
    let range = ObjectBuilder::new()
        .property("from", day_in_query())
        .required("from")
        .property("to", day_in_query())
        .required("to")
        .property("label", range_label());
    ArrayBuilder::new().items(range.build()).max_items(Some(days_off::MAX_RANGES)).build()
}

pub(crate) fn days() -> Array {
    ArrayBuilder::new()
        .schema_type(SchemaType::from_iter([Type::Array, Type::Null]))
        .items(text().enum_values(Some(Weekdays::NAMES)))
        .min_items(Some(1))
        .unique_items(true)
        .build()
}

pub(crate) fn days_in_query() -> Object {
    let day = Weekdays::NAMES.join("|");
    text().pattern(Some(format!("^({day})(,({day}))*$"))).examples(["mon,wed"]).build()
}

pub(crate) fn sound() -> Object {
    let description =
        "`own` is a file that exists only on the visitor's device. A client without that file plays `default`.";
    text().enum_values(Some(Sound::ALL.map(Sound::as_str))).description(Some(description)).build()
}

pub(crate) fn city() -> Object {
    text()
        .min_length(Some(1))
        .max_length(Some(LONGEST_NAME))
        .description(Some("A city of the catalogue, as City,Country or by its short key; case does not matter."))
        .examples(["Tokyo,Japan"])
        .build()
}

/// An instant in a request, with any offset.
pub(crate) fn instant_taken() -> Object {
    text()
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)))
        .examples(["2026-11-22T07:30:00+09:00"])
        .build()
}

pub(crate) fn client_key() -> Object {
    let uuid = text().format(Some(uuid()));
    uuid.description(Some("Made up by the client: a repeated request with the same one makes no second row.")).build()
}

pub(crate) fn subscription_keys() -> Object {
    let keys = ObjectBuilder::new().property("p256dh", text()).property("auth", text());
    keys.required("p256dh").required("auth").build()
}

/// For how many seconds an unanswered ring is repeated.
pub(crate) fn ring_for() -> Object {
    let default = RingFor::default().seconds();
    ObjectBuilder::from(whole_number(RingFor::SHORTEST.seconds(), RingFor::LONGEST.seconds()))
        .default(Some(default.into()))
        .build()
}

pub(crate) fn channel_kinds() -> Array {
    ArrayBuilder::new().items(kind()).min_items(Some(1)).max_items(Some(2)).build()
}

pub(crate) fn username() -> Object {
    text()
        .min_length(Some(account::MIN_USERNAME))
        .max_length(Some(account::MAX_USERNAME))
        .description(Some("Trimmed; case and width do not matter."))
        .build()
}

pub(crate) fn password() -> Object {
    text()
        .min_length(Some(account::MIN_PASSWORD))
        .max_length(Some(account::MAX_PASSWORD_BYTES))
        .description(Some("The upper limit is in bytes of UTF-8."))
        .build()
}

/// A browser id that a body may repeat, or null.
pub(crate) fn repeated_browser_id() -> Object {
    nullable(Type::String).format(Some(uuid())).description(Some("If sent, it is the browser of the header.")).build()
}

/// 1, 0, true or false in a request.
pub(crate) fn flag_taken() -> Schema {
    OneOfBuilder::new().item(flag()).item(ObjectBuilder::new().schema_type(Type::Boolean)).build().into()
}

pub(crate) fn ordered_ids() -> Array {
    ArrayBuilder::new().items(row_number()).max_items(Some(MOST_ORDERED)).build()
}

pub(crate) fn steps_taken() -> Schema {
    let step = ObjectBuilder::new()
        .schema_type(Type::Object)
        .property("seconds", total_seconds())
        .required("seconds")
        .property("label", label());
    ArrayBuilder::new()
        .schema_type(SchemaType::from_iter([Type::Array, Type::Null]))
        .items(step.build())
        .min_items(Some(1))
        .max_items(Some(MOST_STEPS))
        .build()
        .into()
}

const MOST_PLAN_SECONDS: u32 = 86_399 * 20 * 99;

/// The longest run that a request names, in seconds: a year of extensions.
pub(crate) const MOST_RUN_SECONDS: i64 = 31_536_000;

fn whole_number(least: i64, most: i64) -> Object {
    ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(least)).maximum(Some(most)).build()
}

fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

fn nullable(kind: Type) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::from_iter([kind, Type::Null]))
}
