//! The log: text for people, JSON for machines. Tokens, cards and passwords are never
//! given to it; an address is logged by its route, because a link's token is in it.

use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::util::SubscriberInitExt;

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogForm {
    /// Lines for people, in colour where asked for.
    Text {
        /// Whether a terminal reads them.
        colour: bool,
    },
    /// One JSON document a line.
    Json,
}

/// A log that can be installed, or used for one part of a program.
pub fn subscriber<W>(form: LogForm, writer: W) -> Box<dyn tracing::Subscriber + Send + Sync>
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    let filter = EnvFilter::try_from_env("BAHAMA_LOG")
        .unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn,hyper=warn,rustls=warn"));
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(writer);
    match form {
        LogForm::Text { colour } => Box::new(builder.with_ansi(colour).with_target(false).finish()),
        LogForm::Json => Box::new(builder.json().flatten_event(true).finish()),
    }
}

/// Installs the log of the program; a second call changes nothing.
pub fn install(form: LogForm) {
    let _already_there = subscriber(form, std::io::stderr).try_init();
}
