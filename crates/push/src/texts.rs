//! The texts of notifications in the languages of the site.

use std::{collections::HashMap, sync::LazyLock};

use serde::Deserialize;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Language(&'static str);

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Texts {
    pub(crate) alarm: String,
    pub(crate) timer: String,
    pub(crate) timer_message: String,
    /// The label of a button; contains `{minutes}`.
    snooze: String,
    pub(crate) stop: String,
    /// Contains `{time}`. The device fills it in, because a timer has no time zone.
    pub(crate) missed: String,
    pub(crate) unsent: String,
    pub(crate) stopped: String,
    /// Contains `{time}`.
    pub(crate) snoozed: String,
    pub(crate) late: String,
    pub(crate) hello: String,
    pub(crate) hello_message: String,
    pub(crate) test: String,
    pub(crate) test_message: String,
}

/// In the order of the specification. The first is the language of paths without a language.
const LANGUAGES: [&str; 13] = ["ja", "en", "zh", "hi", "es", "fr", "ar", "pt", "ru", "id", "de", "tr", "ko"];

/// The one language that is written from right to left.
const ARABIC: &str = "ar";

static TABLE: LazyLock<Result<HashMap<String, Texts>, serde_json::Error>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../../config/push-texts.json")));

impl Language {
    pub fn named(code: &str) -> Option<Self> {
        LANGUAGES.into_iter().find(|known| *known == code).map(Self)
    }

    pub fn all() -> impl Iterator<Item = Self> {
        LANGUAGES.into_iter().map(Self)
    }

    pub const fn code(self) -> &'static str {
        self.0
    }

    pub fn direction(self) -> &'static str {
        if self.0 == ARABIC { "rtl" } else { "ltr" }
    }

    /// The beginning of the site's paths in this language.
    pub fn path(self) -> String {
        if LANGUAGES.first() == Some(&self.0) { String::new() } else { format!("/{}", self.0) }
    }

    /// The texts of the language. A test checks that every language has them.
    pub fn texts(self) -> Option<&'static Texts> {
        TABLE.as_ref().ok()?.get(self.0)
    }
}

impl Texts {
    pub(crate) fn snooze(&self, minutes: u8) -> String {
        self.snooze.replace("{minutes}", &minutes.to_string())
    }

    pub(crate) fn snoozed(&self, time: &str) -> String {
        self.snoozed.replace("{time}", time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_every_text_with_its_placeholders() {
        assert_eq!(TABLE.as_ref().unwrap().len(), LANGUAGES.len());
        for language in Language::all() {
            let texts = language.texts().unwrap();
            let filled = [texts.snooze(9), texts.missed.replace("{time}", "07:05"), texts.snoozed("07:05")];
            for (text, value) in filled.iter().zip(["9", "07:05", "07:05"]) {
                assert!(text.contains(value) && !text.contains('{'), "{}: {text}", language.code());
            }
            let plain = [
                &texts.alarm,
                &texts.timer,
                &texts.timer_message,
                &texts.stop,
                &texts.unsent,
                &texts.stopped,
                &texts.late,
                &texts.hello,
                &texts.hello_message,
                &texts.test,
                &texts.test_message,
            ];
            for text in plain {
                let is_text = !text.trim().is_empty() && *text == text.trim() && !text.contains(['{', '\'', '"']);
                assert!(is_text, "{}: {text:?}", language.code());
            }
        }
    }

    #[test]
    fn no_language_repeats_the_english_text() {
        let english = Language::named("en").unwrap().texts().unwrap();
        for language in Language::all().filter(|language| language.code() != "en") {
            let texts = language.texts().unwrap();
            for (text, english) in [
                (&texts.unsent, &english.unsent),
                (&texts.hello, &english.hello),
                (&texts.stopped, &english.stopped),
                (&texts.late, &english.late),
            ] {
                assert_ne!(text, english, "{}", language.code());
            }
        }
    }

    #[test]
    fn languages_know_their_direction_and_path() {
        let of = |code| Language::named(code).map(|language| (language.direction(), language.path()));
        assert_eq!(of("ja"), Some(("ltr", String::new())));
        assert_eq!(of("ar"), Some(("rtl", "/ar".to_owned())));
        assert_eq!((of("xx"), of("JA"), of("")), (None, None, None));
    }
}
