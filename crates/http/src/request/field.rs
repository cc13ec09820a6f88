//! Fields of a body, which distinguish absent, null, a wrong type and a wrong value.

use std::{fmt, marker::PhantomData, ops::Deref};

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error, MapAccess, Visitor, value::MapAccessDeserializer},
};
use serde_json::Number;
use tokibako_domain::ring_settings::{Label, LabelError};
use uuid::Uuid;

/// A field of a body, if it was sent. `null` is a wrong type, unless `T` takes it. Serialized for the OpenAPI document
/// only, which has defaults.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Sent<T>(pub(crate) Option<T>);

/// A label as it was sent; `null` clears it. Without `Debug`, because labels are private.
#[derive(PartialEq, Eq, Deserialize)]
pub(crate) struct LabelField(Option<String>);

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NewLabel(pub(crate) Option<Label>);

/// A value or an explicit `null`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(crate) struct Nullable<T>(pub(crate) Option<T>);

/// A JSON object with the fields of `T`. Alone, `T` would also accept an array of its fields in the order of their
/// declaration.
#[derive(Default)]
pub(crate) struct Object<T>(pub(crate) T);

/// Any JSON number; only whole numbers are accepted later.
#[derive(Debug, PartialEq, Deserialize)]
pub(crate) struct WholeNumber(Number);

/// 1, 0, true, false, or an invalid number, which is `None`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Flag(Option<bool>);

/// Parses an idempotency key: a repeated request with the same key finds the row that the first one created.
#[expect(clippy::needless_pass_by_value, reason = "a field is read by value")]
pub(crate) fn client_key(text: String) -> Result<Uuid, &'static str> {
    text.parse().map_err(|_| "clientKey must be a UUID")
}

/// The field that serde's message reports as a duplicate.
pub(super) fn duplicate_field(message: &str) -> Option<&str> {
    message.strip_prefix("duplicate field `")?.strip_suffix('`')
}

impl<T> Sent<T> {
    /// The field, which counts as not sent after that.
    pub(crate) fn take(&mut self) -> Self {
        std::mem::take(self)
    }
}

impl<T> Default for Sent<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Deref for Sent<T> {
    type Target = Option<T>;

    fn deref(&self) -> &Option<T> {
        &self.0
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Sent<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(|value| Self(Some(value)))
    }
}

impl LabelField {
    /// The trimmed label; an empty one counts as none.
    pub(crate) fn read(self) -> Result<NewLabel, LabelError> {
        self.0.map_or(Ok(None), |text| Label::parse(&text)).map(NewLabel)
    }
}

impl<T> Nullable<T> {
    /// Parses the value; null stays null.
    pub(crate) fn read<U, E>(self, read: impl FnOnce(T) -> Result<U, E>) -> Result<Nullable<U>, E> {
        self.0.map(read).transpose().map(Nullable)
    }
}

impl WholeNumber {
    pub(crate) fn zero() -> Self {
        Self(Number::from(0))
    }

    /// The number, if it is whole and in range; 5.0 counts as 5.
    pub(crate) fn number(&self) -> Option<i64> {
        self.0.as_i64().or_else(|| {
            #[expect(clippy::cast_possible_truncation, reason = "whole and far inside i64, both just checked")]
            self.0.as_f64().filter(|it| it.fract() == 0.0 && it.abs() < 1e15).map(|it| it as i64)
        })
    }
}

impl Flag {
    pub(crate) fn value(self) -> Result<bool, &'static str> {
        self.0.ok_or("enabled must be 1 or 0")
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor(PhantomData))
    }
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = Object<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Object<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(fields)).map(Object)
    }
}

impl<'de> Deserialize<'de> for Flag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FlagVisitor)
    }
}

struct FlagVisitor;

impl Visitor<'_> for FlagVisitor {
    type Value = Flag;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("1, 0, true or false")
    }

    fn visit_bool<E: Error>(self, on: bool) -> Result<Flag, E> {
        Ok(Flag(Some(on)))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Flag, E> {
        Ok(Flag(match number {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Flag, E> {
        u64::try_from(number).map_or(Ok(Flag(None)), |number| self.visit_u64(number))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Flag, E> {
        Ok(Flag(if number == 0.0 { Some(false) } else { number.total_cmp(&1.0).is_eq().then_some(true) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Body {
        #[serde(default)]
        flag: Sent<Flag>,
        #[serde(default)]
        whole: Sent<WholeNumber>,
        #[serde(default)]
        text: Sent<LabelField>,
    }

    fn body(json: &str) -> Result<Body, serde_json::Error> {
        serde_json::from_str(json)
    }

    #[track_caller]
    fn flag(json: &str, expected: Option<bool>) {
        assert_eq!(body(&format!(r#"{{"flag":{json}}}"#)).unwrap().flag.0.unwrap().0, expected, "{json}");
    }

    #[track_caller]
    fn whole(json: &str, expected: Option<i64>) {
        assert_eq!(body(&format!(r#"{{"whole":{json}}}"#)).unwrap().whole.0.unwrap().number(), expected, "{json}");
    }

    #[track_caller]
    fn wrong_type(field: &str, values: &[&str]) {
        for value in values {
            let read = body(&format!(r#"{{"{field}":{value}}}"#));
            assert!(read.is_err_and(|error| error.is_data()), "{field}: {value}");
        }
    }

    #[test]
    fn a_flag_is_one_zero_true_or_false() {
        flag("1", Some(true));
        flag("0", Some(false));
        flag("true", Some(true));
        flag("false", Some(false));
        flag("1.0", Some(true));
        flag("-0", Some(false));
        flag("2", None);
        flag("-1", None);
        flag("0.5", None);
        flag("18446744073709551616", None);
        wrong_type("flag", &["null", "\"1\"", "\"true\"", "[]", "[1]", "{}"]);
    }

    #[test]
    fn a_whole_number_may_be_written_with_a_point() {
        whole("5", Some(5));
        whole("-5", Some(-5));
        whole("5.0", Some(5));
        whole("1e1", Some(10));
        whole("9223372036854775807", Some(i64::MAX));
        whole("5.5", None);
        whole("9223372036854775808", None);
        whole("1e300", None);
        wrong_type("whole", &["null", "\"5\"", "true", "[5]", "{}"]);
    }

    #[test]
    fn null_clears_a_text_and_absence_leaves_it() {
        assert!(body("{}").unwrap().text.is_none());
        assert!(body(r#"{"text":null}"#).unwrap().text.0 == Some(LabelField(None)));
        assert!(body(r#"{"text":""}"#).unwrap().text.0 == Some(LabelField(Some(String::new()))));
        wrong_type("text", &["5", "true", "[]", "{}"]);
    }
}
