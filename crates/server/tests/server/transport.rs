use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{
    ClientConfig, ClientConnection, DigitallySignedStruct, Error, SignatureScheme, Stream,
};
use server::floor::{Floor, World};
use server::{Clock, Server, Settings, StartFailed, Transport};
use sha2::{Digest, Sha256};

use crate::house::{House, within};

/// Trusts the one certificate whose fingerprint was printed.
#[derive(Debug)]
struct Pinned(String);

impl ServerCertVerifier for Pinned {
    fn verify_server_cert(
        &self,
        end: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let pairs: Vec<String> =
            Sha256::digest(end.as_ref()).iter().map(|byte| format!("{byte:02X}")).collect();
        if pairs.join(":") == self.0 {
            Ok(ServerCertVerified::assertion())
        } else {
            Err(Error::General("another certificate".to_owned()))
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let known = rustls::crypto::ring::default_provider().signature_verification_algorithms;
        rustls::crypto::verify_tls12_signature(message, cert, signed, &known)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let known = rustls::crypto::ring::default_provider().signature_verification_algorithms;
        rustls::crypto::verify_tls13_signature(message, cert, signed, &known)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        rustls::crypto::ring::default_provider()
            .signature_verification_algorithms
            .supported_schemes()
    }
}

/// What a server answers over TLS to a client that trusts one fingerprint.
pub(crate) async fn ask_over_tls(house: &House, path: &'static str) -> String {
    let fingerprint = house.server.fingerprint().unwrap().to_owned();
    assert_eq!(fingerprint.len(), 32 * 3 - 1);
    assert!(house.server.url().starts_with("https://"));
    let address = house.server.address();
    let asked = tokio::task::spawn_blocking(move || {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(Pinned(fingerprint)))
            .with_no_client_auth();
        let name = ServerName::try_from("localhost").unwrap();
        let mut connection = ClientConnection::new(Arc::new(config), name).unwrap();
        let mut tcp = TcpStream::connect(address).unwrap();
        let mut stream = Stream::new(&mut connection, &mut tcp);
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        // The end of the connection may come without TLS' own goodbye.
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8(answer).unwrap()
    });
    asked.await.unwrap()
}

#[tokio::test]
async fn a_self_signed_server_speaks_tls_under_the_printed_fingerprint() {
    let house = House::with(|settings| settings.transport = Transport::SelfSigned).await;
    let answer = ask_over_tls(&house, "/healthz").await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("strict-transport-security: max-age="), "{answer}");
}

#[tokio::test]
async fn a_certificate_from_files_is_the_one_that_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let (cert, key) = (folder.path().join("cert.pem"), folder.path().join("key.pem"));
    std::fs::write(&cert, made.cert.pem()).unwrap();
    std::fs::write(&key, made.signing_key.serialize_pem()).unwrap();
    let files = Transport::Files { cert: cert.clone(), key };
    let house = House::with(|settings| settings.transport = files).await;
    assert!(ask_over_tls(&house, "/healthz").await.starts_with("HTTP/1.1 200"));
    let shown = house.server.fingerprint().unwrap().to_owned();
    let own = Sha256::digest(made.cert.der().as_ref());
    let own: Vec<String> = own.iter().map(|byte| format!("{byte:02X}")).collect();
    assert_eq!(shown, own.join(":"));

    // The key of another certificate does not fit, and is named.
    let other = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let strange = folder.path().join("other.pem");
    std::fs::write(&strange, other.signing_key.serialize_pem()).unwrap();
    for key in [strange, folder.path().join("none.pem")] {
        let mut settings = Settings::new(".");
        settings.listen = "127.0.0.1:0".parse().unwrap();
        settings.transport = Transport::Files { cert: cert.clone(), key: key.clone() };
        let world = World::new(&settings, Clock::System, BTreeMap::new());
        let floor = Floor::open(house.store.clone(), world).await.unwrap();
        let people = Arc::clone(&house.people);
        let refused = Server::start(settings, Clock::System, floor, people).await.err().unwrap();
        let sentence = refused.to_string();
        assert!(matches!(refused, StartFailed::Tls(_)), "{sentence}");
        assert!(sentence.contains(&key.display().to_string()), "{sentence}");
    }
}

#[tokio::test]
async fn a_taken_port_is_named() {
    let house = House::open().await;
    let taken = house.server.address();
    let mut settings = Settings::new(".");
    settings.listen = taken;
    let world = World::new(&settings, Clock::System, BTreeMap::new());
    let floor = Floor::open(house.store.clone(), world).await.unwrap();
    let people = Arc::clone(&house.people);
    let refused = Server::start(settings, Clock::System, floor, people).await.err().unwrap();
    assert!(matches!(refused, StartFailed::Taken(address) if address == taken));
    let sentence = refused.to_string();
    assert!(sentence.contains(&taken.to_string()) && sentence.contains("--listen"), "{sentence}");
}

#[tokio::test]
async fn metrics_are_for_this_machine_and_for_staff() {
    let house = House::open().await;
    let local = house.get(&Default::default(), "/metrics").await;
    let text = local.text().await.unwrap();
    assert!(text.contains("bahama_store_commits_total"), "{text}");
    let house = House::with(|settings| settings.transport = Transport::BehindProxy).await;
    let plain = house.get(&Default::default(), "/metrics").await;
    assert_eq!(plain.status(), reqwest::StatusCode::FORBIDDEN);
}

/// The operator's watch: how long answers take, what is refused and why, who is connected, and
/// what waits.
#[tokio::test]
async fn metrics_have_latency_refusals_sockets_and_queues() {
    let house = House::open().await;
    let guest = house.guest().await;
    let figure = async |name: &str| -> Option<f64> {
        let text = house.get(&Default::default(), "/metrics").await.text().await.unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.map(|value| value.parse().unwrap())
    };
    let refusals = r#"bahama_refusals_total{code="session.none"}"#;
    let answers = r#"bahama_request_seconds_count{route="/api/me"}"#;
    let before = figure(refusals).await.unwrap_or(0.0);
    house.get(&Default::default(), "/api/me").await;
    assert!(figure(refusals).await.unwrap() > before);
    assert!(figure(answers).await.unwrap() >= 1.0);
    assert!(figure(r#"bahama_request_seconds{route="/api/me",quantile="0.99"}"#).await.is_some());
    // Other houses of this process count their sockets in the same figure.
    within(async {
        let mut streams = Vec::new();
        while figure("bahama_sockets").await.is_none_or(|open| open < 1.0) {
            streams.push(house.socket(&guest, "/api/tables/1/stream").await);
        }
    })
    .await;
    for waits in ["bahama_store_waiting", r#"bahama_password_queue{queue="cards"}"#] {
        assert!(figure(waits).await.is_some(), "{waits}");
    }
}
