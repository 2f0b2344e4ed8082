//! What a client is told when something is refused: a stable code, a sentence and its facts.
//!
//! Outside an error is generic; what happened in detail stands in the log (S-13).

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use rules::Word as _;
use serde::Serialize;
use table::RefusalFacts;

use crate::code::Code;

/// A refusal as it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct ErrorBody {
    /// The refusal.
    pub error: ErrorFacts,
}

/// Code, sentence and facts of a refusal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct ErrorFacts {
    /// The stable code.
    pub code: Code,
    /// What is wrong, in a sentence.
    pub message: String,
    /// What the sentence names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facts: Option<RefusalFacts>,
}

/// A refused request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{code}: {message}")]
pub struct ApiError {
    /// The HTTP status.
    pub status: StatusCode,
    /// The stable code.
    pub code: Code,
    /// What is wrong, in a sentence.
    pub message: String,
    /// What the sentence names.
    pub facts: Option<RefusalFacts>,
}

impl ApiError {
    /// A refusal with this status, code and sentence.
    pub fn new(status: StatusCode, code: impl Into<Code>, message: impl Into<String>) -> ApiError {
        ApiError { status, code: code.into(), message: message.into(), facts: None }
    }

    /// The same with what its sentence names.
    #[must_use]
    pub fn naming(self, facts: impl Into<Option<RefusalFacts>>) -> ApiError {
        ApiError { facts: facts.into(), ..self }
    }

    /// Nobody is signed in.
    pub fn no_session() -> ApiError {
        ApiError::new(StatusCode::UNAUTHORIZED, Code::SessionNone, "sign in first")
    }

    /// The role may not do this.
    pub fn role(what: &str) -> ApiError {
        ApiError::new(
            StatusCode::FORBIDDEN,
            table::Code::RoleDenied,
            format!("your role may not {what}"),
        )
    }

    /// There is no such thing, or it is not yours: both look the same.
    pub fn not_found(what: &str) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, Code::NotFound, format!("there is no such {what}"))
    }

    /// A message that cannot be read.
    pub fn malformed(code: Code, message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// Too much at once.
    pub fn rate() -> ApiError {
        let message = "too many requests; wait a little";
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, Code::RateLimit, message)
    }

    /// Something failed inside. The cause goes to the log, never to the client.
    pub fn inside(cause: &dyn std::fmt::Display) -> ApiError {
        tracing::error!(%cause, "a request failed inside");
        ApiError::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            Code::ServerFailed,
            "something failed on our side; nothing was accepted unless its outcome says so",
        )
    }

    /// The body of the answer.
    pub fn body(&self) -> ErrorBody {
        let ApiError { code, message, facts, .. } = self.clone();
        ErrorBody { error: ErrorFacts { code, message, facts } }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        metrics::counter!("bahama_refusals_total", "code" => self.code.word()).increment(1);
        let mut response = (self.status, Json(self.body())).into_response();
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            let wait = axum::http::HeaderValue::from_static("1");
            response.headers_mut().insert(axum::http::header::RETRY_AFTER, wait);
        }
        response
    }
}
