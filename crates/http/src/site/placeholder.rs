//! Placeholders in built texts, `%%tokibako:CONTEXT:KEY%%`, and the values in their places.

use thiserror::Error;

use super::{config::SiteConfig, escape::Context};

const START: &str = "%%tokibako:";
const END: &str = "%%";

/// The longest placeholder. A longer one has no end.
const LONGEST: usize = 64;

/// Why a placeholder cannot be filled in.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum PlaceholderError {
    /// The context is not html, json, xml or text.
    #[error("the placeholder {0} has no context that this version knows")]
    UnknownContext(String),
    /// The key is unknown.
    #[error("the placeholder {0} names nothing that this version knows")]
    UnknownKey(String),
    /// A placeholder has no end.
    #[error("the placeholder that begins with {0} does not end")]
    Endless(String),
}

/// Replaces every placeholder in `text` by its value, escaped for its context. Values are not searched for
/// placeholders.
pub(super) fn fill(text: &str, config: &SiteConfig) -> Result<String, PlaceholderError> {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(START) {
        filled.push_str(before);
        let Some((inside, after)) = after.split_once(END).filter(|(inside, _)| inside.len() <= LONGEST) else {
            return Err(PlaceholderError::Endless(START.chars().chain(after.chars().take(LONGEST)).collect()));
        };
        let whole = || format!("{START}{inside}{END}");
        let (context, key) = inside.split_once(':').unwrap_or((inside, ""));
        let context = Context::named(context).ok_or_else(|| PlaceholderError::UnknownContext(whole()))?;
        let value = config.value(key).ok_or_else(|| PlaceholderError::UnknownKey(whole()))?;
        context.write(value, &mut filled);
        rest = after;
    }
    filled.push_str(rest);
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::{PlaceholderError, fill};
    use crate::site::config::SiteConfig;

    fn config() -> SiteConfig {
        let values = [
            ("origin", "https://time.example"),
            ("operator.name", "Box & Hand %%tokibako:html:origin%%"),
            ("operator.url", ""),
        ];
        SiteConfig { values: values.map(|(key, value)| (key, value.to_owned())).into(), picture_host: None }
    }

    #[track_caller]
    fn check(text: &str, filled: &str) {
        assert_eq!(fill(text, &config()).as_deref(), Ok(filled));
    }

    #[test]
    fn placeholders_are_replaced_by_their_values() {
        check("", "");
        check("100 %% of %time%", "100 %% of %time%");
        check("%%tokibako:html:origin%%", "https://time.example");
        check("<a href=\"%%tokibako:html:origin%%/en\">", "<a href=\"https://time.example/en\">");
        check("a%%tokibako:text:origin%%%%tokibako:html:operator.url%%z", "ahttps://time.examplez");
    }

    #[test]
    fn a_value_is_escaped_and_not_searched_again() {
        check("%%tokibako:html:operator.name%%", "Box &amp; Hand %%tokibako:html:origin%%");
        check("%%tokibako:json:operator.name%%", "Box \\u0026 Hand %%tokibako:html:origin%%");
    }

    #[test]
    fn unknown_and_broken_placeholders_are_refused() {
        let refused = |text: &str| fill(text, &config()).unwrap_err();
        let whole = |text: &str| text.to_owned();
        let text = "%%tokibako:html:operator.nme%%";
        assert_eq!(refused(text), PlaceholderError::UnknownKey(whole(text)));
        let text = "%%tokibako:yaml:origin%%";
        assert_eq!(refused(text), PlaceholderError::UnknownContext(whole(text)));
        let text = "%%tokibako:origin%%";
        assert_eq!(refused(text), PlaceholderError::UnknownContext(whole(text)));
        let text = "%%tokibako:html:origin</p>";
        assert_eq!(refused(text), PlaceholderError::Endless(whole(text)));
        assert_eq!(
            refused(&format!("%%tokibako:html:{}%%", "時".repeat(99))),
            PlaceholderError::Endless(format!("%%tokibako:html:{}", "時".repeat(59)))
        );
    }
}
