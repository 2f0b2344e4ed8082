//! The floor on the network: HTTP commands, a WebSocket stream of every table, sign-in,
//! plain pages, health and metrics.
//!
//! Nothing here decides about a game: a request is checked for who asks and from where,
//! and handed to the [`floor`].

mod app;
mod clock;
mod cookie;
mod error;
mod files;
pub mod floor;
mod headers;
mod limits;
mod logs;
mod metrics;
mod names;
pub mod password;
mod peer;
mod routes;
mod run;
mod settings;
mod throttle;
mod tls;
mod token;

pub use clock::Clock;
pub use error::{ApiError, ErrorBody, ErrorFacts};
pub use files::TooFewFiles;
pub use logs::{LogForm, install as install_log, subscriber as log_subscriber};
pub use run::{Server, StartFailed};
pub use settings::{FILE as SETTINGS_FILE, Rates, Said, Settings, SettingsRefused, Transport};
pub use tls::TlsRefused;
pub use token::{NoEntropy, Token};
