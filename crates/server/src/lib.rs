//! The floor on the network: HTTP commands, a WebSocket stream of every table, sign-in,
//! pages, health and metrics.
//!
//! Nothing here decides about a game: a request is checked for who asks and from where,
//! and handed to the [`floor`].

mod app;
pub mod audit;
mod bots;
mod card;
mod card_number;
mod certificate_end;
mod chart;
mod clock;
mod coach;
mod code;
mod cookie;
pub mod displays;
mod drill;
mod error;
mod files;
mod first;
pub mod floor;
mod headers;
mod keep;
mod limits;
mod logs;
pub mod memory;
mod metrics;
mod names;
pub mod office;
mod own_wagers;
pub mod password;
mod peer;
pub mod postings;
mod presence;
mod refusals;
pub mod reports;
mod room_time;
mod routes;
mod run;
mod session;
mod settings;
mod software;
pub mod staff;
mod strategy;
mod throttle;
mod tls;
mod token;
mod typed_secret;
mod without_key;
mod words;

pub use card::{PROOF_HEADER, StaffCard};
pub use card_number::{CardNumber, Misread};
pub use clock::{Clock, Now};
pub use code::Code;
pub use cookie::NAME as COOKIE;
pub use error::{ApiError, ErrorBody, ErrorFacts};
pub use files::TooFewFiles;
pub use first::{FirstFailed, Handout};
pub use logs::{LogForm, install as install_log, subscriber as log_subscriber};
pub use room_time::RoomTime;
pub use routes::{openapi, openapi_json};
pub use run::{Server, StartFailed};
pub use session::CSRF_HEADER;
pub use settings::{FILE as SETTINGS_FILE, Rates, Said, Settings, SettingsRefused, Transport};
pub use software::software;
pub use tls::TlsRefused;
pub use token::{NoEntropy, Token};
pub use without_key::{KeyGivenUp, NotGivenUp, give_up_key};
