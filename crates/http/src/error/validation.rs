//! Validation errors by field, so that one response names them all.

use std::{collections::BTreeMap, fmt::Display};

use crate::request::field::Sent;

/// Messages by the field they are about.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ValidationErrors(BTreeMap<&'static str, Vec<String>>);

impl ValidationErrors {
    /// One field with one message.
    pub(crate) fn only(field: &'static str, message: impl Display) -> Self {
        let mut errors = Self::default();
        errors.add(field, message);
        errors
    }

    pub(crate) fn add(&mut self, field: &'static str, message: impl Display) {
        self.0.entry(field).or_default().push(message.to_string());
    }

    /// Adds an error for each of these fields that is missing.
    pub(crate) fn require<const N: usize>(&mut self, fields: [(&'static str, bool); N]) {
        for (field, _) in fields.into_iter().filter(|(_, is_sent)| !is_sent) {
            self.add(field, "Required");
        }
    }

    pub(crate) fn extend(&mut self, more: Self) {
        for (field, messages) in more.0 {
            self.0.entry(field).or_default().extend(messages);
        }
    }

    /// The value, or `None` and a message.
    pub(crate) fn take<T, E: Display>(&mut self, field: &'static str, value: Result<T, E>) -> Option<T> {
        value.map_err(|message| self.add(field, message)).ok()
    }

    /// The value, or `None` and the messages of another check.
    pub(crate) fn take_from<T>(&mut self, value: Result<T, Self>) -> Option<T> {
        value.map_err(|more| self.extend(more)).ok()
    }

    /// Both values, or the messages of both checks.
    pub(crate) fn both<T, U>(first: Result<T, Self>, second: Result<U, Self>) -> Result<(T, U), Self> {
        let mut errors = Self::default();
        match (errors.take_from(first), errors.take_from(second)) {
            (Some(first), Some(second)) => Ok((first, second)),
            _ => Err(errors),
        }
    }

    /// Parses a field with `read`, if it was sent.
    pub(crate) fn sent<V, T, E: Display>(
        &mut self,
        field: &'static str,
        Sent(value): Sent<V>,
        read: impl FnOnce(V) -> Result<T, E>,
    ) -> Option<T> {
        value.and_then(|value| self.take(field, read(value)))
    }

    pub(crate) fn none(self) -> Result<(), Self> {
        if self.0.is_empty() { Ok(()) } else { Err(self) }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn contains(&self, field: &str) -> bool {
        self.0.contains_key(field)
    }

    pub(crate) fn messages(&self) -> &BTreeMap<&'static str, Vec<String>> {
        &self.0
    }

    /// The names of the fields, for a sentence.
    pub(crate) fn names(&self) -> String {
        self.0.keys().copied().collect::<Vec<_>>().join(", ")
    }
}
