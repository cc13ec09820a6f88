//! Where the bus is, and how connections to it are secured.

use anyhow::{Result, anyhow, bail};
use tokibako_bus::{Addresses, Tls, tls::TlsError};

use super::{
    key::{self, Key},
    layers::{InvalidValue, Layers, Setting, Source},
};

/// The bus by which processes tell each other of rings.
#[derive(Debug)]
pub(crate) struct BusConfig {
    pub(crate) addresses: Addresses,
    /// Without it, the system's authorities are believed.
    pub(crate) tls: Option<Tls>,
}

impl BusConfig {
    pub(super) fn read(layers: &Layers) -> Result<Option<Self>> {
        let addresses = layers.parse(&key::BUS_URL, |text| match text {
            "" => Ok(None),
            text => Addresses::parse(text).map(Some).ok_or(InvalidValue),
        })?;
        let tls = tls(layers)?;
        let Some(addresses) = addresses else { return Ok(None) };
        if tls.is_some() && !addresses.are_secured() {
            let name = layers.get(&key::BUS_URL)?.source.name_of(&key::BUS_URL);
            bail!("{name} has an address without TLS, and {} is set; write tls:// or unset that", key::BUS_CA.variable);
        }
        Ok(Some(Self { addresses, tls }))
    }
}

fn tls(layers: &Layers) -> Result<Option<Tls>> {
    let (ca, certificate) = (pem(layers, &key::BUS_CA)?, pem(layers, &key::BUS_CERTIFICATE)?);
    let own = match (certificate, pem(layers, &key::BUS_KEY)?) {
        (None, None) => None,
        (Some(certificate), Some(key)) => Some((&*certificate.value, &*key.value)),
        (Some(_), None) => {
            bail!("{} goes with {}; set both or neither", key::BUS_CERTIFICATE.variable, key::BUS_KEY.variable)
        }
        (None, Some(_)) => {
            bail!("{} goes with {}; set both or neither", key::BUS_KEY.variable, key::BUS_CERTIFICATE.variable)
        }
    };
    let Some(ca) = ca else {
        return match own {
            None => Ok(None),
            Some(_) => bail!(
                "{} goes with {}; name the authorities of the servers there, such as those of the system in \
                 /etc/ssl/certs/ca-certificates.crt",
                key::BUS_CERTIFICATE.variable,
                key::BUS_CA.variable
            ),
        };
    };
    Tls::new(&ca.value, own).map(Some).map_err(|error| {
        let key = match error {
            TlsError::NoAuthority => &key::BUS_CA,
            TlsError::NoCertificate => &key::BUS_CERTIFICATE,
            TlsError::NoKey | TlsError::OtherKey => &key::BUS_KEY,
        };
        let name = layers.get(key).map(|setting| setting.source.name_of(key)).unwrap_or_default();
        anyhow!("{name} cannot be used: {error}; write {}", key.form)
    })
}

/// What is set, if anything is. An empty file is a mistake: the system's authorities would be believed instead of ours.
fn pem<'a>(layers: &'a Layers, key: &'static Key) -> Result<Option<&'a Setting>> {
    let setting = layers.get(key)?;
    match (setting.value.is_empty(), &setting.source) {
        (false, _) => Ok(Some(setting)),
        (true, Source::FileOf { .. }) => bail!("{} is empty; write {}", setting.source.name_of(key), key.form),
        (true, _) => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;
    use tokibako_bus::testing::Authority;

    use super::super::tests::config;

    #[track_caller]
    fn refuses(variables: &[(&str, &str)], expected: &[&str]) {
        let message = format!("{:#}", config(variables).expect_err("these settings are wrong"));
        assert!(expected.iter().all(|expected| message.contains(expected)), "{message}");
        assert!(!message.contains("geheim") && !message.contains("MII"), "{message}");
    }

    const URL: (&str, &str) = ("TOKIBAKO_BUS_URL", "tls://box:geheim@nats.example");

    #[test]
    fn the_bus_may_have_an_authority_and_ask_for_a_certificate() {
        let authority = Authority::new();
        let signed = authority.sign("box.example");
        let (ca, certificate, key) = (signed.authority_file(), signed.certificate_file(), signed.key_file());
        let secured = |variables: &[(&str, &str)]| config(variables).unwrap().bus.unwrap().tls.is_some();
        assert!(!secured(&[URL]));
        assert!(secured(&[URL, ("TOKIBAKO_BUS_CA", &authority.certificate)]));
        let all = [
            URL,
            ("TOKIBAKO_BUS_CA_FILE", &*ca),
            ("TOKIBAKO_BUS_CERTIFICATE_FILE", &*certificate),
            ("TOKIBAKO_BUS_KEY_FILE", &*key),
        ];
        assert!(secured(&all));
        let config = config(&all).unwrap();
        for printed in [config.to_string(), format!("{:?}", config.bus)] {
            assert!(!printed.contains("BEGIN") && !printed.contains("geheim"), "{printed}");
        }
    }

    #[test]
    fn a_file_that_is_missing_empty_or_something_else_is_refused_by_name() {
        let folder = TempDir::new().unwrap();
        let file = |name: &str, content: &[u8]| {
            let path = folder.path().join(name);
            fs::write(&path, content).unwrap();
            path.to_str().unwrap().to_owned()
        };
        let (empty, binary) = (file("empty", b"\n"), file("binary", b"\x30\x82\xff\xfe"));
        let (text, missing) = (file("text", b"geheim"), folder.path().join("missing").to_str().unwrap().to_owned());
        for variable in ["TOKIBAKO_BUS_CA_FILE", "TOKIBAKO_BUS_CERTIFICATE_FILE", "TOKIBAKO_BUS_KEY_FILE"] {
            refuses(&[URL, (variable, &missing)], &[variable, &missing, "name a readable file"]);
            refuses(&[URL, (variable, &binary)], &[variable, &binary, "PEM"]);
            refuses(&[URL, (variable, &empty)], &[variable, &empty, "is empty", "PEM"]);
        }
        let signed = Authority::new().sign("box.example");
        let (ca, certificate) = (signed.authority_file(), signed.certificate_file());
        let (other, key) = (Authority::new().sign("box.example").key, signed.key_file());
        let ca = ("TOKIBAKO_BUS_CA_FILE", &*ca);
        refuses(&[URL, ("TOKIBAKO_BUS_CA_FILE", &text)], &[&text, "no usable CA certificate", "PEM"]);
        let own = |certificate, key| [URL, ca, ("TOKIBAKO_BUS_CERTIFICATE_FILE", certificate), key];
        let right_key = ("TOKIBAKO_BUS_KEY_FILE", &*key);
        refuses(&own(&text, right_key), &[&text, "TOKIBAKO_BUS_CERTIFICATE_FILE", "there is no certificate in it"]);
        refuses(&own(&certificate, ("TOKIBAKO_BUS_KEY_FILE", &text)), &[&text, "TOKIBAKO_BUS_KEY_FILE", "private key"]);
        refuses(
            &own(&certificate, ("TOKIBAKO_BUS_KEY", &other)),
            &["TOKIBAKO_BUS_KEY", "the key does not match the certificate"],
        );
    }

    #[test]
    fn settings_that_need_each_other_are_refused_alone() {
        let signed = Authority::new().sign("box.example");
        let ca = ("TOKIBAKO_BUS_CA", &*signed.certificate);
        let (certificate, key) =
            (("TOKIBAKO_BUS_CERTIFICATE", &*signed.certificate), ("TOKIBAKO_BUS_KEY", &*signed.key));
        refuses(&[URL, ca, certificate], &["TOKIBAKO_BUS_CERTIFICATE goes with TOKIBAKO_BUS_KEY"]);
        refuses(&[URL, ca, key], &["TOKIBAKO_BUS_KEY goes with TOKIBAKO_BUS_CERTIFICATE"]);
        refuses(&[URL, certificate, key], &["TOKIBAKO_BUS_CERTIFICATE goes with TOKIBAKO_BUS_CA"]);
        refuses(
            &[("TOKIBAKO_BUS_URL", "tls://nats-1,nats://geheim@nats-2"), ca],
            &["TOKIBAKO_BUS_URL has an address without TLS", "write tls://"],
        );
        assert!(config(&[ca]).unwrap().bus.is_none(), "the bus is off");
    }
}
