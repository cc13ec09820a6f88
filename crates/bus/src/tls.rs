//! TLS for servers whose certificate is signed by a private authority, or that ask for a client certificate.

use std::{fmt, sync::Arc};

use async_nats::rustls::{
    ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _},
};

#[derive(Clone)]
pub struct Tls(pub(crate) ClientConfig);

/// Why a text cannot be used. The error does not repeat the text, which may be a private key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TlsError {
    #[error("there is no usable CA certificate in it")]
    NoAuthority,
    #[error("there is no certificate in it")]
    NoCertificate,
    #[error("there is no private key in it, or one that needs a password")]
    NoKey,
    #[error("the key does not match the certificate")]
    OtherKey,
}

impl Tls {
    /// Trusts only certificates that one of these authorities has signed. `client` is the certificate, with its key,
    /// for servers that ask for one. All of it is PEM.
    pub fn new(authorities: &str, client: Option<(&str, &str)>) -> Result<Self, TlsError> {
        let mut roots = RootCertStore::empty();
        // The bundle of a system may contain certificates that cannot be parsed.
        let (usable, _) = roots.add_parsable_certificates(certificates(authorities).ok_or(TlsError::NoAuthority)?);
        if usable == 0 {
            return Err(TlsError::NoAuthority);
        }
        let versions = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
        // Cannot fail: the provider has ciphers for TLS 1.2 and 1.3.
        let config = versions.with_safe_default_protocol_versions().map_err(|_| TlsError::NoAuthority)?;
        let config = config.with_root_certificates(roots);
        let Some((certificate, key)) = client else { return Ok(Self(config.with_no_client_auth())) };
        let chain = certificates(certificate).ok_or(TlsError::NoCertificate)?;
        let key = PrivateKeyDer::from_pem_slice(key.as_bytes()).map_err(|_| TlsError::NoKey)?;
        config.with_client_auth_cert(chain, key).map(Self).map_err(|_| TlsError::OtherKey)
    }
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tls").finish_non_exhaustive()
    }
}

/// The certificates of a text; `None` if there are none.
fn certificates(text: &str) -> Option<Vec<CertificateDer<'static>>> {
    let read = CertificateDer::pem_slice_iter(text.as_bytes()).collect::<Result<Vec<_>, _>>().ok()?;
    (!read.is_empty()).then_some(read)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Authority;

    #[track_caller]
    fn error(authorities: &str, client: Option<(&str, &str)>) -> TlsError {
        Tls::new(authorities, client).map(drop).unwrap_err()
    }

    #[test]
    fn a_client_certificate_is_optional() {
        let authority = Authority::new();
        let signed = authority.sign("box.example");
        let client = Some((&*signed.certificate, &*signed.key));
        assert!(Tls::new(&authority.certificate, None).is_ok());
        let tls = Tls::new(&format!("# two\n{0}\n{0}", authority.certificate), client).unwrap();
        assert_eq!(format!("{tls:?}"), "Tls { .. }");
    }

    #[test]
    fn each_kind_of_bad_input_has_its_own_error() {
        let authority = Authority::new();
        let (signed, other) = (authority.sign("box.example"), authority.sign("box.example"));
        let damaged = authority.certificate.replacen("MII", "AAA", 1);
        for text in ["", "text", &*signed.key, "-----BEGIN CERTIFICATE-----\nAAAA\n", &*damaged] {
            assert_eq!(error(text, None), TlsError::NoAuthority, "{text}");
        }
        for (certificate, key, expected) in [
            ("", &*signed.key, TlsError::NoCertificate),
            (&*signed.key, &*signed.key, TlsError::NoCertificate),
            (&*signed.certificate, "", TlsError::NoKey),
            (&*signed.certificate, &*signed.certificate, TlsError::NoKey),
            (&*signed.certificate, &*other.key, TlsError::OtherKey),
        ] {
            assert_eq!(error(&authority.certificate, Some((certificate, key))), expected);
        }
    }
}
