//! Escaping values for HTML, JSON, XML and plain text.

use std::fmt::Write as _;

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

    /// Appends `value`, escaped.
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
    use super::Context;

    const HARD: &str = "A & B's \"Time\" </script><!-- \\ \u{2028}\n\u{1}時";

    #[track_caller]
    fn check(context: &str, escaped: &str) {
        let mut written = String::new();
        Context::named(context).unwrap().write(HARD, &mut written);
        assert_eq!(written, escaped);
    }

    #[test]
    fn each_context_has_its_own_escapes() {
        check("html", "A &amp; B&#39;s &quot;Time&quot; &lt;/script&gt;&lt;!-- \\ \u{2028}\n\u{1}時");
        check("xml", "A &amp; B&#39;s &quot;Time&quot; &lt;/script&gt;&lt;!-- \\ \u{2028}時");
        check("text", "A & B's \"Time\" </script><!-- \\ 時");
        check("json", "A \\u0026 B's \\\"Time\\\" \\u003c/script\\u003e\\u003c!-- \\\\ \\u2028\\u000a\\u0001時");
    }

    #[test]
    fn json_is_read_back_as_it_was() {
        let mut written = String::new();
        Context::Json.write(HARD, &mut written);
        assert_eq!(serde_json::from_str::<String>(&format!("\"{written}\"")).unwrap(), HARD);
    }
}
