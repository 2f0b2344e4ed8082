use std::io::Write;
use std::sync::{Arc, Mutex};

use reqwest::StatusCode;
use serde_json::json;
use table::Role;

use crate::house::{House, PASSWORD, visitor};

/// A log that can be read again.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn s_14_the_log_holds_no_secrets_at_any_level() {
    let paper = Paper::default();
    let writer = paper.clone();
    let log = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || writer.clone())
        .finish();
    // For the whole process: the server's tasks run on other threads.
    tracing::subscriber::set_global_default(log).unwrap();
    let house = House::open().await;
    let link = house.staff().link(None, Role::Player, "/").await.unwrap();
    let entered = house.enter(link.reveal()).await.1;
    let dealer = house.signed_in("dealer-2", Role::Dealer).await;
    assert_eq!(
        house.sign_in("dealer-2", "wrong-secret-word").await.status(),
        StatusCode::UNAUTHORIZED
    );
    let again = visitor(house.sign_in("dealer-2", PASSWORD).await).await;
    house.post(&again, "/api/sign-out", &json!({})).await;
    let handouts: Vec<String> = house.server.handouts().map(|(_, link)| link).collect();
    house.close().await;
    let log = String::from_utf8_lossy(&paper.0.lock().unwrap()).into_owned();
    assert!(log.contains("sign-in.refused"), "the log was read: {} bytes", log.len());
    let mut secrets =
        vec![link.reveal().to_owned(), PASSWORD.to_owned(), "wrong-secret-word".to_owned()];
    for who in [&entered, &dealer, &again] {
        secrets.extend([who.cookie.replace("__Host-bahama=", ""), who.csrf.clone()]);
    }
    secrets.extend(handouts.iter().map(|link| link.rsplit('/').next().unwrap().to_owned()));
    for secret in secrets {
        assert!(secret.len() > 8);
        // The client's own library logs in this process too; ours must not.
        let ours = log.lines().filter(|line| !line.contains("hyper") && !line.contains("reqwest"));
        assert_eq!(ours.filter(|line| line.contains(&secret)).count(), 0, "a secret was logged");
    }
}
