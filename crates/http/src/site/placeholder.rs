//! Placeholders in built texts, `%%tokibako:CONTEXT:KEY%%`, and the values in their places, escaped for their context.

use std::{collections::BTreeMap, fmt::Write as _};

use thiserror::Error;

const START: &str = "%%tokibako:";
const END: &str = "%%";

/// The longest placeholder. A longer one has no end.
const LONGEST: usize = 64;

/// One without an end is named by its beginning.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("this version does not know the placeholder {0}")]
pub struct PlaceholderError(String);

/// Replaces every placeholder in `text` by its value, escaped for its context. Values are not searched for
/// placeholders.
pub(super) fn fill(text: &str, config: &SiteConfig) -> Result<String, PlaceholderError> {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(START) {
        filled.push_str(before);
        let Some((inside, after)) = after.split_once(END).filter(|(inside, _)| inside.len() <= LONGEST) else {
            return Err(PlaceholderError(START.chars().chain(after.chars().take(LONGEST)).collect()));
        };
        let unknown = || PlaceholderError(format!("{START}{inside}{END}"));
        let (context, key) = inside.split_once(':').unwrap_or((inside, ""));
        let context = Context::named(context).ok_or_else(unknown)?;
        let value = config.value(key).ok_or_else(unknown)?;
        context.write(value, &mut filled);
        rest = after;
    }
    filled.push_str(rest);
    Ok(filled)
}

/// The values of the placeholders, and other settings of pages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteConfig {
    /// The values by key, such as `operator.name`. An empty value hides its element. `origin` is the public address
    /// without a path, such as `https://time.example`.
    pub values: BTreeMap<&'static str, String>,
    /// Another host whose images pages may show, such as `https://pictures.example`.
    pub picture_host: Option<String>,
}

impl SiteConfig {
    /// The value of a placeholder; `None` for an unknown key.
    pub(super) fn value(&self, key: &str) -> Option<&str> {
        self.values.get(key).map(String::as_str)
    }

    pub(super) fn origin(&self) -> &str {
        self.value("origin").unwrap_or_default()
    }
}

/// The kind of text around a value, which determines the escaping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    /// HTML text, or an attribute in double quotes.
    Html,
    /// A JSON string, which may be inside of a script element.
    Json,
    /// XML text, or an attribute in double quotes.
    Xml,
    /// A line of plain text.
    Text,
}

impl Context {
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "html" => Self::Html,
            "json" => Self::Json,
            "xml" => Self::Xml,
            "text" => Self::Text,
            _ => return None,
        })
    }

    pub(super) fn write(self, value: &str, to: &mut String) {
        match self {
            Self::Html => value.chars().for_each(|letter| markup(letter, to)),
            Self::Json => value.chars().for_each(|letter| json(letter, to)),
            // XML cannot represent most control characters, so they are left out.
            Self::Xml => value.chars().filter(|letter| !letter.is_control()).for_each(|letter| markup(letter, to)),
            Self::Text => to.extend(value.chars().filter(|letter| !ends_or_controls_a_line(*letter))),
        }
    }
}

fn markup(letter: char, to: &mut String) {
    match letter {
        '&' => to.push_str("&amp;"),
        '<' => to.push_str("&lt;"),
        '>' => to.push_str("&gt;"),
        '"' => to.push_str("&quot;"),
        '\'' => to.push_str("&#39;"),
        other => to.push(other),
    }
}

/// In addition to what JSON requires, escapes characters that could end a script element, begin a comment in it, or end
/// a line in older scripts.
fn json(letter: char, to: &mut String) {
    match letter {
        '"' => to.push_str("\\\""),
        '\\' => to.push_str("\\\\"),
        '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => unicode(letter, to),
        control if control.is_control() => unicode(control, to),
        other => to.push(other),
    }
}

fn unicode(letter: char, to: &mut String) {
    // Writing to a string does not fail; all letters that come here have four digits.
    let _ = write!(to, "\\u{:04x}", u32::from(letter));
}

fn ends_or_controls_a_line(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let refused = |text: &str| fill(text, &config()).unwrap_err().0;
        for text in [
            "%%tokibako:html:operator.nme%%",
            "%%tokibako:yaml:origin%%",
            "%%tokibako:origin%%",
            "%%tokibako:html:origin</p>",
        ] {
            assert_eq!(refused(text), text);
        }
        let endless = format!("%%tokibako:html:{}%%", "時".repeat(99));
        assert_eq!(refused(&endless), format!("%%tokibako:html:{}", "時".repeat(59)));
    }

    const HARD: &str = "A & B's \"Time\" </script><!-- \\ \u{2028}\n\u{1}時";

    #[track_caller]
    fn escapes(context: &str, escaped: &str) {
        let mut written = String::new();
        Context::named(context).unwrap().write(HARD, &mut written);
        assert_eq!(written, escaped);
    }

    #[test]
    fn each_context_has_its_own_escapes() {
        escapes("html", "A &amp; B&#39;s &quot;Time&quot; &lt;/script&gt;&lt;!-- \\ \u{2028}\n\u{1}時");
        escapes("xml", "A &amp; B&#39;s &quot;Time&quot; &lt;/script&gt;&lt;!-- \\ \u{2028}時");
        escapes("text", "A & B's \"Time\" </script><!-- \\ 時");
        escapes("json", "A \\u0026 B's \\\"Time\\\" \\u003c/script\\u003e\\u003c!-- \\\\ \\u2028\\u000a\\u0001時");
    }

    #[test]
    fn json_is_read_back_as_it_was() {
        let mut written = String::new();
        Context::Json.write(HARD, &mut written);
        assert_eq!(serde_json::from_str::<String>(&format!("\"{written}\"")).unwrap(), HARD);
    }
}
