//! Certificates: from files, or made at the start.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use sha2::{Digest, Sha256};
use table::Time;

use crate::certificate_end;

/// Why there is no TLS.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum TlsRefused {
    #[error("{}: {cause}", path.display())]
    File { path: PathBuf, cause: String },
    #[error("{} holds no certificate", .0.display())]
    Empty(PathBuf),
    #[error("certificate and key do not work: {0}")]
    Pair(#[from] rustls::Error),
    #[error("no certificate could be made: {0}")]
    Made(#[from] rcgen::Error),
}

/// A certificate with its key, ready to listen with.
pub(crate) struct Certificate {
    pub(crate) config: Arc<ServerConfig>,
    /// SHA-256 of the certificate, as browsers show it.
    pub(crate) fingerprint: String,
    /// When it ends.
    pub(crate) ends: Option<Time>,
}

/// Reads certificate chain and key.
pub(crate) fn from_files(cert: &Path, key: &Path) -> Result<Certificate, TlsRefused> {
    let fault = |path: &Path, cause: &dyn std::fmt::Display| TlsRefused::File {
        path: path.to_owned(),
        cause: cause.to_string(),
    };
    let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(cert)
        .and_then(Iterator::collect)
        .map_err(|error| fault(cert, &error))?;
    if chain.is_empty() {
        return Err(TlsRefused::Empty(cert.to_owned()));
    }
    let private = PrivateKeyDer::from_pem_file(key).map_err(|error| fault(key, &error))?;
    pair(chain, private).map_err(|refused| match refused {
        TlsRefused::Pair(cause) => {
            let cause = format!("does not work with {}: {cause}", cert.display());
            fault(key, &cause)
        }
        other => other,
    })
}

/// Makes a certificate for these names.
pub(crate) fn self_signed(names: Vec<String>) -> Result<Certificate, TlsRefused> {
    let made = rcgen::generate_simple_self_signed(names)?;
    let key = PrivatePkcs8KeyDer::from(made.signing_key.serialize_der());
    pair(vec![made.cert.der().clone()], key.into())
}

fn pair(
    chain: Vec<CertificateDer<'static>>,
    key: PrivateKeyDer<'static>,
) -> Result<Certificate, TlsRefused> {
    let first: &[u8] = chain.first().map_or(&[], |first| first.as_ref());
    let (fingerprint, ends) = (fingerprint(first), certificate_end::ends(first));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(chain, key)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Certificate { config: Arc::new(config), fingerprint, ends })
}

/// SHA-256 in pairs of digits with colons.
fn fingerprint(der: &[u8]) -> String {
    let pairs: Vec<String> = Sha256::digest(der).iter().map(|byte| format!("{byte:02X}")).collect();
    pairs.join(":")
}
