//! Reading what was sent: within its size, in its time, and with a coded answer to
//! everything that cannot be read.

use std::time::Duration;

use axum::body::{Bytes, to_bytes};
use axum::extract::{FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use rules::Word as _;
use serde::de::DeserializeOwned;
use table::{Command, CommandId, TableId};

use crate::app::App;
use crate::code::Code;
use crate::error::ApiError;
use crate::floor::RoundResult;

/// The most a request may carry (S-11).
pub(crate) const MOST_BYTES: usize = 64 * 1024;
/// The longest sending it may take.
const MOST_TIME: Duration = Duration::from_secs(10);
/// The most of a parser's words that is sent back.
const MOST_WORDS: usize = 300;

/// Whether the parser's words about a fault may be sent back: they can repeat what was
/// sent, which must not happen to a password.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Words {
    Repeat,
    Keep,
}

/// Reads a JSON document of a request.
pub(crate) async fn json<T: DeserializeOwned>(
    request: Request,
    code: Code,
    words: Words,
) -> Result<T, ApiError> {
    if !is_json(request.headers()) {
        let message = "send application/json";
        return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, Code::RequestType, message));
    }
    let bytes = bytes(request).await?;
    parse(&bytes, code, words)
}

/// Reads a command, from a request or a socket.
pub(crate) fn command(bytes: &[u8]) -> Result<Command, ApiError> {
    parse(bytes, Code::CommandMalformed, Words::Repeat)
}

fn parse<T: DeserializeOwned>(bytes: &[u8], code: Code, words: Words) -> Result<T, ApiError> {
    serde_json::from_slice(bytes).map_err(|error| {
        let message = match words {
            Words::Repeat => error.to_string().chars().take(MOST_WORDS).collect(),
            Words::Keep => {
                let (line, column) = (error.line(), error.column());
                format!("this is not what is expected here, at line {line} column {column}")
            }
        };
        ApiError::malformed(code, message)
    })
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    kind.and_then(|kind| kind.split(';').next())
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// The body of a request.
pub(crate) async fn bytes(request: Request) -> Result<Bytes, ApiError> {
    let too_large = || {
        let message = format!("a request carries at most {MOST_BYTES} bytes");
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, Code::RequestLarge, message)
    };
    let announced = request.headers().get(header::CONTENT_LENGTH);
    let announced = announced.and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|length| length > MOST_BYTES as u64) {
        return Err(too_large());
    }
    match tokio::time::timeout(MOST_TIME, to_bytes(request.into_body(), MOST_BYTES)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(_)) => Err(too_large()),
        Err(_) => {
            let message = "the request was not sent in time";
            Err(ApiError::new(StatusCode::REQUEST_TIMEOUT, Code::RequestSlow, message))
        }
    }
}

/// The number of a table in an address.
pub(crate) fn table(text: &str) -> Result<TableId, ApiError> {
    text.parse().map(TableId).map_err(|_| unknown_table())
}

/// There is no such table, or it is not for you.
pub(crate) fn unknown_table() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, Code::TableUnknown, "there is no such table")
}

pub(crate) fn no_day(text: &str) -> ApiError {
    let message = format!("{text:?} is not a gaming day such as 20261116");
    ApiError::new(StatusCode::BAD_REQUEST, Code::DayUnknown, message)
}

/// The id of a command in an address.
pub(crate) fn command_id(text: String) -> Result<CommandId, ApiError> {
    CommandId::try_from(text)
        .map_err(|error| ApiError::malformed(Code::IdMalformed, error.to_string()))
}

/// A number of an address or a query.
pub(crate) fn number<T: std::str::FromStr>(what: &str, text: &str) -> Result<T, ApiError> {
    let message = || format!("{what} is a whole number");
    text.parse().map_err(|_| ApiError::malformed(Code::RequestMalformed, message()))
}

/// A round's place in a player's list, as `ended,table,round`.
pub(crate) fn round_mark(text: &str) -> Result<store::RoundMark, ApiError> {
    let parts: Vec<&str> = text.split(',').collect();
    let &[ended, at, round] = &parts[..] else {
        let message = "before is a round as ended,table,round";
        return Err(ApiError::malformed(Code::RequestMalformed, message.to_owned()));
    };
    let (ended, round) = (table::Time(number("ended", ended)?), number("round", round)?);
    Ok(store::RoundMark { ended, table: table(at)?, round })
}

/// What a round came to for its player, by its word.
pub(crate) fn round_result(text: &str) -> Result<RoundResult, ApiError> {
    RoundResult::from_word(text).ok_or_else(|| {
        let message = "a round's result is won, lost or even";
        ApiError::malformed(Code::RequestMalformed, message.to_owned())
    })
}

/// The parts of an address, with a coded answer where they cannot be read.
pub(crate) struct At<T>(pub(crate) T);

impl<T: DeserializeOwned + Send> FromRequestParts<App> for At<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<At<T>, ApiError> {
        let found = Path::<T>::from_request_parts(parts, app).await;
        found.map(|Path(found)| At(found)).map_err(|_| ApiError::not_found("page"))
    }
}

/// What stands behind the question mark, with a coded answer where it cannot be read.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned + Send> FromRequestParts<App> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Asked<T>, ApiError> {
        let found = Query::<T>::from_request_parts(parts, app).await;
        let message = "what stands behind the question mark cannot be read";
        found
            .map(|Query(found)| Asked(found))
            .map_err(|_| ApiError::malformed(Code::RequestMalformed, message))
    }
}
