//! What is logged, in the words of the settings: levels by room, as in `info,storage=debug`.

/// The rooms and what the targets of their events begin with. The binary's own name begins those of all
/// others too, so its room stops at the colons.
const ROOMS: [(&str, &str); 6] = [
    ("domain", "tokibako_domain"),
    ("storage", "tokibako_storage"),
    ("weather", "tokibako_weather"),
    ("scheduler", "tokibako_scheduler"),
    ("http", "tokibako_http"),
    ("server", "tokibako::"),
];

/// The filter with rooms as targets; what is no room, such as a library, stays as it is.
pub(crate) fn by_target(filter: &str) -> String {
    filter.split(',').map(directive).collect::<Vec<_>>().join(",")
}

fn directive(directive: &str) -> String {
    let directive = directive.trim();
    let end = directive.find([':', '=', '[']).unwrap_or(directive.len());
    let (name, rest) = directive.split_at(end);
    match ROOMS.into_iter().find(|(room, _)| *room == name) {
        Some((_, target)) if rest.starts_with("::") => format!("{}{rest}", target.trim_end_matches("::")),
        Some((_, target)) => format!("{target}{rest}"),
        None => directive.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use tracing::{Level, enabled, subscriber::with_default};
    use tracing_subscriber::{EnvFilter, layer::SubscriberExt as _, registry};

    use super::*;

    #[test]
    fn rooms_become_targets_and_the_rest_stays() {
        #[track_caller]
        fn check(filter: &str, expected: &str) {
            assert_eq!(by_target(filter), expected);
        }
        check("info", "info");
        check("info,storage=debug", "info,tokibako_storage=debug");
        check("warn, http=trace ,scheduler", "warn,tokibako_http=trace,tokibako_scheduler");
        check("http::events=debug", "tokibako_http::events=debug");
        check("server=debug", "tokibako::=debug");
        check("server::app=debug", "tokibako::app=debug");
        check("domain=off,weather=off", "tokibako_domain=off,tokibako_weather=off");
        check(
            "tokibako_storage=debug,actix_http=debug,https=debug",
            "tokibako_storage=debug,actix_http=debug,https=debug",
        );
    }

    #[test]
    fn a_room_is_opened_alone() {
        with_default(registry().with(EnvFilter::new(by_target("info,storage=debug"))), || {
            assert!(enabled!(target: "tokibako_storage::pool", Level::DEBUG));
            assert!(!enabled!(target: "tokibako_http::error", Level::DEBUG));
            assert!(enabled!(target: "tokibako_http::error", Level::INFO));
        });
        with_default(registry().with(EnvFilter::new(by_target("info,server=debug"))), || {
            assert!(enabled!(target: "tokibako::app", Level::DEBUG));
            assert!(!enabled!(target: "tokibako_storage::pool", Level::DEBUG));
        });
    }
}
