//! How far a connection to PostgreSQL is protected, in the words of PostgreSQL's own programs.

use std::path::PathBuf;
use std::sync::Arc;

use postgres::config::SslMode;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{verify_server_cert_signed_by_trust_anchor, verify_server_name};
use rustls::crypto::{
    CryptoProvider, WebPkiSupportedAlgorithms, ring, verify_tls12_signature, verify_tls13_signature,
};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme,
};

use super::super::address::Address;

/// How far a connection is protected.
#[derive(Debug)]
pub(super) struct Encryption {
    /// Whether it is encrypted.
    pub(super) mode: SslMode,
    /// Who vouches for the server; nobody is asked without.
    authorities: Option<Authorities>,
    /// Whether the certificate must name the host.
    checks_name: bool,
    /// By which this side proves who it is: a certificate and its key.
    own: Option<(PathBuf, PathBuf)>,
}

#[derive(Debug, PartialEq)]
enum Authorities {
    /// Those of a file.
    File(PathBuf),
    /// Those that browsers trust.
    Public,
}

impl Encryption {
    /// Takes what an address says about it.
    ///
    /// # Errors
    /// What cannot be met, in words.
    pub(super) fn take(address: &mut Address) -> Result<Self, String> {
        let authorities = address.take("sslrootcert").filter(|file| !file.is_empty());
        let authorities = authorities.map(|file| match file.as_str() {
            "system" => Authorities::Public,
            _ => Authorities::File(file.into()),
        });
        let usual = match authorities {
            Some(Authorities::Public) => "verify-full",
            _ => "prefer",
        };
        let mode = address.take("sslmode").unwrap_or_else(|| usual.to_owned());
        let (mode, verifies, checks_name) = match mode.as_str() {
            "disable" => (SslMode::Disable, false, false),
            "allow" | "prefer" => (SslMode::Prefer, false, false),
            // Whoever names authorities wants them to be asked.
            "require" => (SslMode::Require, authorities.is_some(), false),
            "verify-ca" => (SslMode::Require, true, false),
            "verify-full" => (SslMode::Require, true, true),
            other => {
                return Err(format!(
                    "there is no sslmode={other}; there are disable, allow, prefer, require, \
                     verify-ca, verify-full"
                ));
            }
        };
        if authorities == Some(Authorities::Public) && !checks_name {
            return Err(
                "sslrootcert=system needs sslmode=verify-full: anybody can have a \
                        certificate from a public authority"
                    .to_owned(),
            );
        }
        let own = (address.take("sslcert"), address.take("sslkey"));
        let own = match own {
            (Some(certificate), Some(key)) => Some((certificate.into(), key.into())),
            (None, None) => None,
            _ => return Err("sslcert and sslkey are given together, or neither".to_owned()),
        };
        Ok(Self {
            mode,
            authorities: verifies.then(|| authorities.unwrap_or(Authorities::Public)),
            checks_name,
            own,
        })
    }

    /// What the encryption layer has to know.
    ///
    /// # Errors
    /// A certificate or a key cannot be read, in words.
    pub(super) fn config(&self) -> Result<ClientConfig, String> {
        let provider = Arc::new(ring::default_provider());
        let verifier = Verifier {
            trusted: self.authorities.as_ref().map(Trusted::of).transpose()?,
            checks_name: self.checks_name,
            algorithms: provider.signature_verification_algorithms,
        };
        let builder = ClientConfig::builder_with_provider(provider as Arc<CryptoProvider>)
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier));
        let Some((certificate, key)) = &self.own else {
            return Ok(builder.with_no_client_auth());
        };
        let chain = certificates(certificate)?;
        let own = PrivateKeyDer::from_pem_file(key)
            .map_err(|error| format!("{}: {error}", key.display()))?;
        let config = builder.with_client_auth_cert(chain, own);
        config.map_err(|error| format!("{}: {error}", certificate.display()))
    }
}

/// The certificates of a file.
fn certificates(path: &PathBuf) -> Result<Vec<CertificateDer<'static>>, String> {
    let told = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let read = CertificateDer::pem_file_iter(path).map_err(|error| told(&error))?;
    let all: Vec<_> = read
        .collect::<Result<_, _>>()
        .map_err(|error| told(&error))?;
    if all.is_empty() {
        return Err(told(&"there is no certificate in it"));
    }
    Ok(all)
}

/// Whose word is taken for a certificate.
#[derive(Debug)]
struct Trusted {
    roots: RootCertStore,
    /// Certificates that are trusted themselves, such as one that a server has signed itself.
    named: Vec<CertificateDer<'static>>,
}

impl Trusted {
    fn of(authorities: &Authorities) -> Result<Self, String> {
        match authorities {
            Authorities::Public => Ok(Self {
                roots: webpki_roots::TLS_SERVER_ROOTS.iter().cloned().collect(),
                named: Vec::new(),
            }),
            Authorities::File(path) => {
                let named = certificates(path)?;
                let mut roots = RootCertStore::empty();
                roots.add_parsable_certificates(named.iter().cloned());
                Ok(Self { roots, named })
            }
        }
    }
}

/// Looks at the certificate of a server as far as the address asks for it.
#[derive(Debug)]
struct Verifier {
    /// Without it every certificate will do.
    trusted: Option<Trusted>,
    checks_name: bool,
    algorithms: WebPkiSupportedAlgorithms,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        _: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        if let Some(trusted) = &self.trusted {
            let parsed = ParsedCertificate::try_from(certificate)?;
            if !trusted.named.contains(certificate) {
                verify_server_cert_signed_by_trust_anchor(
                    &parsed,
                    &trusted.roots,
                    intermediates,
                    now,
                    self.algorithms.all,
                )
                .map_err(explained)?;
            }
            if self.checks_name {
                verify_server_name(&parsed, name).map_err(explained)?;
            }
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        // A key that nobody vouches for proves nothing, and old certificates cannot be parsed.
        if self.trusted.is_none() {
            return Ok(HandshakeSignatureValid::assertion());
        }
        verify_tls12_signature(message, certificate, signed, &self.algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        if self.trusted.is_none() {
            return Ok(HandshakeSignatureValid::assertion());
        }
        verify_tls13_signature(message, certificate, signed, &self.algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms.supported_schemes()
    }
}

/// The two things that go wrong most, in words.
fn explained(error: rustls::Error) -> rustls::Error {
    let rustls::Error::InvalidCertificate(reason) = &error else {
        return error;
    };
    rustls::Error::General(match reason {
        // That of an authority is refused as that of a server.
        CertificateError::UnknownIssuer | CertificateError::Other(_) => {
            "nobody who is trusted has signed the certificate of the server; sslrootcert=FILE says \
             who is, or is the certificate itself"
                .to_owned()
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            format!("the certificate of the server is for another host ({reason})")
        }
        _ => return error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_how_far_a_connection_is_protected() {
        use SslMode::{Disable, Prefer, Require};

        let file = |path: &str| Some(Authorities::File(path.into()));
        let public = || Some(Authorities::Public);
        let cases = [
            ("postgres://me@host/lab", Prefer, None, false),
            ("postgres://host/lab?sslmode=allow", Prefer, None, false),
            ("host=h sslmode=disable", Disable, None, false),
            ("host=h sslmode='require'", Require, None, false),
            (
                "host=h sslmode=require sslrootcert=a",
                Require,
                file("a"),
                false,
            ),
            ("host=h sslmode=verify-ca", Require, public(), false),
            (
                "postgres://host/lab?sslmode=verify-full",
                Require,
                public(),
                true,
            ),
            (
                "postgres://host/lab?sslmode=verify-full&sslrootcert=%2Fa",
                Require,
                file("/a"),
                true,
            ),
            ("host=h sslrootcert=system", Require, public(), true),
        ];
        for (given, mode, authorities, checks_name) in cases {
            let found = Encryption::take(&mut Address::read(given)).unwrap();
            let found = (found.mode, found.authorities, found.checks_name);
            assert_eq!(found, (mode, authorities, checks_name), "{given}");
        }
        for (given, reason) in [
            ("host=h sslmode=always", "there is no sslmode=always"),
            ("host=h sslmode=require sslrootcert=system", "verify-full"),
            ("host=h sslcert=a", "sslkey"),
        ] {
            let found = Encryption::take(&mut Address::read(given)).unwrap_err();
            assert!(found.contains(reason), "{given}: {found}");
        }
    }
}
