//! The floor on the network: HTTP commands, a WebSocket stream of every table, sign-in,
//! pages, health and metrics.
//!
//! Nothing here decides about a game: a request is checked for who asks and from where,
//! and handed to the [`floor`].

mod app;
mod bots;
mod card;
mod clock;
mod code;
mod cookie;
mod error;
mod files;
mod first;
pub mod floor;
mod headers;
mod keep;
mod limits;
mod logs;
mod metrics;
mod names;
pub mod office;
pub mod password;
mod peer;
pub mod postings;
mod presence;
mod refusals;
mod routes;
mod run;
mod session;
mod settings;
pub mod staff;
mod strategy;
mod throttle;
mod tls;
mod token;
mod typed_secret;
mod without_key;
mod words;

pub use card::{PROOF_HEADER, StaffCard};
pub use clock::{Clock, Now};
pub use code::Code;
pub use cookie::NAME as COOKIE;
pub use error::{ApiError, ErrorBody, ErrorFacts};
pub use files::{TooFewFiles, no_core_dumps};
pub use first::{FirstFailed, Handout};
pub use logs::{LogForm, install as install_log, subscriber as log_subscriber};
pub use routes::{openapi, openapi_json};
pub use run::{Server, StartFailed};
pub use session::CSRF_HEADER;
pub use settings::{FILE as SETTINGS_FILE, Rates, Said, Settings, SettingsRefused, Transport};
pub use tls::TlsRefused;
pub use token::{NoEntropy, Token};
pub use without_key::{KeyGivenUp, NotGivenUp, give_up_key};
