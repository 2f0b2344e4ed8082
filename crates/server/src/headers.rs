//! The security headers of every response, errors included (S-12).

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::app::App;

/// Everything comes from here, and nothing is inline. Pictures may be data, because
/// style sheets carry small ones.
const CONTENT: &str = "default-src 'self'; img-src 'self' data:; connect-src 'self'; \
    object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const FIXED: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Two years, as browsers ask for.
const TRANSPORT: &str = "max-age=63072000";

/// Puts the headers on a response on its way out.
pub(crate) async fn secure(State(app): State<App>, request: Request, next: Next) -> Response {
    let cache = cache(request.uri().path());
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in FIXED {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if app.settings.transport.is_secure() {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(TRANSPORT));
    }
    let found = response.status().is_success();
    let cache = HeaderValue::from_static(if found { cache } else { NOT_KEPT });
    response.headers_mut().insert(header::CACHE_CONTROL, cache);
    response
}

const NOT_KEPT: &str = "no-store";

/// Pages and answers are somebody's; only scripts and styles are everybody's. Those of
/// the application have their contents in their names.
fn cache(path: &str) -> &'static str {
    if path.starts_with("/web/") {
        "public, max-age=31536000, immutable"
    } else if path.starts_with("/assets/") {
        "no-cache"
    } else {
        NOT_KEPT
    }
}
