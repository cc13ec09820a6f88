//! The configuration of push and of channels: the contact of the operator, the allowed services and hosts, and the key.

use std::fmt;

use anyhow::{Result, bail};
use tokibako_push::{channel::hosts::Hosts, subscription::Services, vapid::VapidKey};
use url::Url;

use super::{
    key,
    layers::{InvalidValue, Layers},
};

#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PushConfig {
    /// The contact in VAPID tokens; `None` turns push off.
    pub(crate) subject: Option<String>,
    pub(crate) services: Services,
    pub(crate) channel_hosts: Hosts,
    /// The operator's VAPID key in PKCS #8, if there is one.
    pub(crate) key: Option<Vec<u8>>,
    pub(crate) site: String,
}

impl fmt::Debug for PushConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PushConfig")
            .field("subject", &self.subject)
            .field("services", &self.services)
            .field("channel_hosts", &self.channel_hosts)
            .finish_non_exhaustive()
    }
}

impl PushConfig {
    pub(super) fn read(layers: &Layers, is_loopback: bool, site: &str) -> Result<Self> {
        let contact = layers.parse(&key::PUSH_CONTACT, contact)?;
        let services: Services = layers.parse(&key::PUSH_SERVICES, |text| text.parse().map_err(|_| InvalidValue))?;
        let channel_hosts: Hosts = layers.parse(&key::CHANNEL_HOSTS, |text| text.parse().map_err(|_| InvalidValue))?;
        for (key, has_local) in
            [(&key::PUSH_SERVICES, services.has_local()), (&key::CHANNEL_HOSTS, channel_hosts.has_local())]
        {
            if has_local && !is_loopback {
                let (hosts, listen) = (key.variable, key::LISTEN.variable);
                bail!(
                    "{hosts} cannot name an origin of this machine unless {listen} is a loopback address: that is for tests"
                );
            }
        }
        let key = layers.parse(&key::PUSH_KEY, |text| match text {
            "" => Ok(None),
            text => VapidKey::decode(text).map(Some).map_err(|_| InvalidValue),
        })?;
        // A push service on this machine, for tests, needs no contact.
        let can_answer = site.starts_with("https:") || services.has_local();
        let subject = contact.or_else(|| can_answer.then(|| site.to_owned()));
        Ok(Self { subject, services, channel_hosts, key, site: site.to_owned() })
    }
}

/// A `mailto:` or `https:` URL on one line, as RFC 9116 (section 2.5.3) and RFC 8292 (section 2.1) require.
pub(super) fn contact(text: &str) -> Result<Option<String>, InvalidValue> {
    if text.is_empty() {
        return Ok(None);
    }
    let url = Url::parse(text).map_err(|_| InvalidValue)?;
    let is_one_line = !text.contains(char::is_control) && text.trim() == text;
    let is_contact = match url.scheme() {
        "mailto" => url.path().contains('@'),
        "https" => url.has_host(),
        _ => false,
    };
    (is_contact && is_one_line).then(|| Some(text.to_owned())).ok_or(InvalidValue)
}

#[cfg(test)]
mod tests {
    use tokibako_push::channel::hosts::Hosts;

    use super::*;
    use crate::config::tests::config;

    fn push(variables: &[(&str, &str)]) -> PushConfig {
        config(variables).unwrap().push
    }

    #[track_caller]
    fn refuses(variables: &[(&str, &str)], expected: &str) {
        let message = format!("{:#}", config(variables).unwrap_err());
        assert!(message.contains(expected), "{message}");
        assert!(!message.contains("geheim"), "{message}");
    }

    const CONTACT: (&str, &str) = ("TOKIBAKO_PUSH_CONTACT", "mailto:push@time.example");
    const HTTPS: (&str, &str) = ("TOKIBAKO_PUBLIC_URL", "https://time.example");
    const LOCAL: (&str, &str) = ("TOKIBAKO_PUSH_SERVICES", "http://127.0.0.1:9999");

    #[test]
    fn the_contact_is_the_configured_one_or_a_public_site() {
        let subject = |variables| push(variables).subject;
        assert_eq!(subject(&[]), None);
        assert_eq!(subject(&[CONTACT]).as_deref(), Some("mailto:push@time.example"));
        assert_eq!(subject(&[HTTPS]).as_deref(), Some("https://time.example"));
        assert_eq!(subject(&[HTTPS, CONTACT]).as_deref(), Some("mailto:push@time.example"));
        assert_eq!(subject(&[LOCAL]).as_deref(), Some("http://localhost:8080"));
        assert_eq!(push(&[HTTPS]).site, "https://time.example");
    }

    #[test]
    fn a_push_service_on_this_machine_requires_a_loopback_listener() {
        assert!(push(&[LOCAL, ("TOKIBAKO_LISTEN", "[::1]:0")]).services.has_local());
        for listen in ["0.0.0.0:8080", "[::]:8080", "time.example:80", "192.168.1.2:80"] {
            refuses(
                &[LOCAL, ("TOKIBAKO_LISTEN", listen)],
                "TOKIBAKO_PUSH_SERVICES cannot name an origin of this machine",
            );
        }
        assert!(!push(&[("TOKIBAKO_LISTEN", "0.0.0.0:80"), ("TOKIBAKO_PUSH_SERVICES", "any")]).services.has_local());
    }

    #[test]
    fn channels_are_called_at_ntfy_sh_unless_the_operator_says_otherwise() {
        let hosts = |variables| push(variables).channel_hosts;
        assert_eq!(hosts(&[]), "ntfy.sh".parse().unwrap());
        assert_eq!(hosts(&[("TOKIBAKO_CHANNEL_HOSTS", "off")]), Hosts::Off);
        assert_eq!(hosts(&[("TOKIBAKO_CHANNEL_HOSTS", "any")]), Hosts::Any);
        refuses(&[("TOKIBAKO_CHANNEL_HOSTS", "https://u:geheim@ntfy.sh")], "TOKIBAKO_CHANNEL_HOSTS cannot be");
        refuses(
            &[("TOKIBAKO_CHANNEL_HOSTS", "http://127.0.0.1:9999"), ("TOKIBAKO_LISTEN", "0.0.0.0:8080")],
            "TOKIBAKO_CHANNEL_HOSTS cannot name an origin of this machine",
        );
    }

    #[test]
    fn an_invalid_contact_service_or_key_is_refused_by_name() {
        refuses(&[("TOKIBAKO_PUSH_CONTACT", "push@time.example")], "TOKIBAKO_PUSH_CONTACT cannot be");
        refuses(&[("TOKIBAKO_PUSH_SERVICES", "http://10.0.0.1:80")], "TOKIBAKO_PUSH_SERVICES cannot be");
        refuses(&[("TOKIBAKO_PUSH_KEY", "geheim")], "TOKIBAKO_PUSH_KEY cannot be");
    }

    #[test]
    fn a_key_is_read_and_never_printed() {
        let bytes = tokibako_push::vapid::VapidKey::generate().unwrap();
        let text = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, &bytes);
        let config = config(&[("TOKIBAKO_PUSH_KEY", &text)]).unwrap();
        assert_eq!(config.push.key, Some(bytes));
        for printed in [config.to_string(), format!("{:?}", config.push)] {
            assert!(!printed.contains(&text), "{printed}");
        }
    }
}
