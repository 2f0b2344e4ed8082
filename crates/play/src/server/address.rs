//! Where a server is: `http://HOST:PORT` or `https://HOST`.

use std::fmt;
use std::str::FromStr;

use hyper::Uri;

/// The address of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    is_tls: bool,
    host: String,
    port: u16,
    /// Host and port as they were written; a server compares them with where a request comes
    /// from.
    authority: String,
}

/// A text that is not the address of a server.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is not a server's address; write http://127.0.0.1:8080 or https://HOST")]
pub struct NotAnAddress(String);

impl FromStr for Address {
    type Err = NotAnAddress;

    fn from_str(text: &str) -> Result<Address, NotAnAddress> {
        let refused = || NotAnAddress(text.to_owned());
        let uri: Uri = text.parse().map_err(|_| refused())?;
        let is_tls = match uri.scheme_str() {
            Some("http") => false,
            Some("https") => true,
            _ => return Err(refused()),
        };
        let authority = uri.authority().ok_or_else(refused)?;
        let is_bare = uri.path() == "/" && uri.query().is_none();
        if !is_bare || authority.as_str().contains('@') {
            return Err(refused());
        }
        let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_owned();
        let port = authority.port_u16().unwrap_or(if is_tls { 443 } else { 80 });
        Ok(Address { is_tls, host, port, authority: authority.to_string() })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_tls { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.authority)
    }
}

impl Address {
    /// Whether it is spoken to through TLS.
    pub(super) fn is_tls(&self) -> bool {
        self.is_tls
    }

    /// The name or number of the machine, without brackets.
    pub(super) fn host(&self) -> &str {
        &self.host
    }

    /// The port.
    pub(super) fn port(&self) -> u16 {
        self.port
    }

    /// Host and port as the header `Host` has them.
    pub(super) fn authority(&self) -> &str {
        &self.authority
    }

    /// The address of a WebSocket on it.
    pub(super) fn socket(&self, path: &str) -> String {
        let scheme = if self.is_tls { "wss" } else { "ws" };
        format!("{scheme}://{}{path}", self.authority)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_with_their_defaults_and_nothing_behind_them() {
        let read = |text: &str| text.parse::<Address>();
        let local = read("http://127.0.0.1:8080").unwrap();
        assert_eq!((local.host(), local.port(), local.is_tls()), ("127.0.0.1", 8080, false));
        assert_eq!(local.to_string(), "http://127.0.0.1:8080");
        assert_eq!(read("http://127.0.0.1:8080/").unwrap(), local);
        let far = read("https://cards.example").unwrap();
        assert_eq!((far.port(), far.socket("/x")), (443, "wss://cards.example/x".to_owned()));
        assert_eq!(read("http://[::1]:9").unwrap().host(), "::1");
        for wrong in ["", "127.0.0.1:8080", "ftp://x", "http://", "http://h/tables", "http://u@h"] {
            assert_eq!(read(wrong), Err(NotAnAddress(wrong.to_owned())), "{wrong}");
        }
    }
}
