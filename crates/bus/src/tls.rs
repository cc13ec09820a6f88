//! TLS towards servers whose certificates are not signed by an authority that the system knows, or that ask for ours.

use std::{fmt, sync::Arc};

use async_nats::rustls::{
    ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _},
};

/// How a connection is secured.
#[derive(Clone)]
pub struct Tls(pub(crate) ClientConfig);

/// Why a text cannot be used. It repeats nothing of the text, which may be a private key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TlsError {
    /// The authorities cannot be read.
    #[error("there is no certificate of an authority in it")]
    NoAuthority,
    /// Our certificate cannot be read.
    #[error("there is no certificate in it")]
    NoCertificate,
    /// Our key cannot be read.
    #[error("there is no private key in it, or one that needs a password")]
    NoKey,
    /// The key is not the certificate's.
    #[error("it is not the key of the certificate")]
    OtherKey,
}

impl Tls {
    /// Believes certificates that one of these authorities has signed, and no other; shows our own certificate, given with
    /// its key, to servers that ask for it. All of it is PEM.
    pub fn new(authorities: &str, own: Option<(&str, &str)>) -> Result<Self, TlsError> {
        let mut roots = RootCertStore::empty();
        // A system's bundle may have one that is of no use.
        let (usable, _) = roots.add_parsable_certificates(certificates(authorities).ok_or(TlsError::NoAuthority)?);
        if usable == 0 {
            return Err(TlsError::NoAuthority);
        }
        let versions = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
        // The provider has ciphers for both versions of the protocol that there are.
        let trusting = versions.with_safe_default_protocol_versions().map_err(|_| TlsError::NoAuthority)?;
        let trusting = trusting.with_root_certificates(roots);
        let Some((certificate, key)) = own else { return Ok(Self(trusting.with_no_client_auth())) };
        let chain = certificates(certificate).ok_or(TlsError::NoCertificate)?;
        let key = PrivateKeyDer::from_pem_slice(key.as_bytes()).map_err(|_| TlsError::NoKey)?;
        trusting.with_client_auth_cert(chain, key).map(Self).map_err(|_| TlsError::OtherKey)
    }
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tls").finish_non_exhaustive()
    }
}

/// The certificates of a text, one at least.
fn certificates(text: &str) -> Option<Vec<CertificateDer<'static>>> {
    let read = CertificateDer::pem_slice_iter(text.as_bytes()).collect::<Result<Vec<_>, _>>().ok()?;
    (!read.is_empty()).then_some(read)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Authority;

    #[track_caller]
    fn refusal(authorities: &str, own: Option<(&str, &str)>) -> TlsError {
        Tls::new(authorities, own).map(drop).unwrap_err()
    }

    #[test]
    fn authorities_alone_or_with_a_certificate_of_ones_own() {
        let authority = Authority::new();
        let signed = authority.sign("box.example");
        let own = Some((&*signed.certificate, &*signed.key));
        assert!(Tls::new(&authority.certificate, None).is_ok());
        let tls = Tls::new(&format!("# two\n{0}\n{0}", authority.certificate), own).unwrap();
        assert_eq!(format!("{tls:?}"), "Tls { .. }");
    }

    #[test]
    fn what_is_wrong_is_named() {
        let authority = Authority::new();
        let (signed, other) = (authority.sign("box.example"), authority.sign("box.example"));
        let damaged = authority.certificate.replacen("MII", "AAA", 1);
        for text in ["", "geheim", &*signed.key, "-----BEGIN CERTIFICATE-----\nAAAA\n", &*damaged] {
            assert_eq!(refusal(text, None), TlsError::NoAuthority, "{text}");
        }
        for (certificate, key, why) in [
            ("", &*signed.key, TlsError::NoCertificate),
            (&*signed.key, &*signed.key, TlsError::NoCertificate),
            (&*signed.certificate, "", TlsError::NoKey),
            (&*signed.certificate, &*signed.certificate, TlsError::NoKey),
            (&*signed.certificate, &*other.key, TlsError::OtherKey),
        ] {
            assert_eq!(refusal(&authority.certificate, Some((certificate, key))), why);
        }
    }
}
