//! The session's cookie (S-05).

use axum::http::{HeaderMap, HeaderValue, header};

use crate::token::Token;

/// The prefix `__Host-` makes browsers insist on Secure, on Path=/ and on this very host.
pub const NAME: &str = "__Host-bahama";

/// The token a request shows.
pub(crate) fn shown(headers: &HeaderMap) -> Option<&str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|text| text.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(name, value)| (name == NAME).then_some(value))
        .filter(|token| token.len() == 64 && token.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// Sets the cookie; it lives as long as the browser, and at most as long as the session.
pub(crate) fn give(token: &Token) -> Option<HeaderValue> {
    let text = format!("{NAME}={}; Path=/; Secure; HttpOnly; SameSite=Strict", token.reveal());
    let mut value = HeaderValue::from_str(&text).ok()?;
    value.set_sensitive(true);
    Some(value)
}

/// Sets the cookie for as long as browsers keep any, whenever they are closed.
pub(crate) fn give_kept(token: &Token) -> Option<HeaderValue> {
    let text = format!("{}; Max-Age=34560000", give(token)?.to_str().ok()?);
    let mut value = HeaderValue::from_str(&text).ok()?;
    value.set_sensitive(true);
    Some(value)
}

/// Takes the cookie away.
pub(crate) fn take() -> HeaderValue {
    HeaderValue::from_static("__Host-bahama=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cookie_is_found_among_others_and_only_if_it_can_be_one() {
        let token = Token::new().unwrap();
        let of = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, text.parse().unwrap());
            shown(&headers).map(str::to_owned)
        };
        let good = format!("a=b; {NAME}={}; c=d", token.reveal());
        assert_eq!(of(&good).as_deref(), Some(token.reveal()));
        assert_eq!(of(&format!("{NAME}=short")), None);
        assert_eq!(of(&format!("x{NAME}={}", token.reveal())), None);
    }
}
