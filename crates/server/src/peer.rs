//! Where a request comes from: its address, and whether it is from our own pages.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use rules::Word as _;

use crate::app::App;
use crate::code::Code;
use crate::error::ApiError;
use crate::settings::{Settings, Transport};

/// Who is at the other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Peer {
    /// The client's address; the proxy's word for it where a proxy is believed.
    pub(crate) address: IpAddr,
    /// Whether the browser speaks https.
    pub(crate) secure: bool,
}

impl Peer {
    fn of(connected: SocketAddr, headers: &HeaderMap, settings: &Settings) -> Peer {
        let (transport, address) = (&settings.transport, connected.ip());
        if *transport != Transport::BehindProxy {
            return Peer { address, secure: transport.is_tls() };
        }
        // Whoever comes past the proxies is what he is, and speaks in the clear (S-22).
        if !settings.believes(address) {
            return Peer { address, secure: false };
        }
        Peer {
            address: forwarded(headers, settings).unwrap_or(address),
            secure: last(headers, "x-forwarded-proto").is_none_or(|scheme| scheme == "https"),
        }
    }

    /// The key for limits: an address, or the network of 64 bits a household has in
    /// the larger address space.
    pub(crate) fn network(&self) -> IpAddr {
        match self.address.to_canonical() {
            IpAddr::V4(four) => IpAddr::V4(four),
            IpAddr::V6(six) => {
                let network = u128::from(six) & !u128::from(u64::MAX);
                IpAddr::V6(Ipv6Addr::from(network))
            }
        }
    }

    /// Whether the client sits on this machine.
    pub(crate) fn is_local(&self) -> bool {
        self.address.to_canonical().is_loopback()
    }
}

/// The last address that is not one of our proxies: each proxy adds the one it has seen,
/// and those before it are what the client claims.
fn forwarded(headers: &HeaderMap, settings: &Settings) -> Option<IpAddr> {
    let lines = headers.get_all("x-forwarded-for").iter().rev();
    let texts = lines.filter_map(|line| line.to_str().ok()).flat_map(|line| line.rsplit(','));
    let mut address = None;
    for text in texts {
        address = Some(text.trim().parse().ok()?);
        if !address.is_some_and(|address| settings.believes(address)) {
            break;
        }
    }
    address
}

/// The last of the values a header lists.
fn last<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let text = headers.get_all(name).iter().next_back()?.to_str().ok()?;
    text.rsplit(',').next().map(str::trim)
}

/// Finds out who asks, and lets a request pass only if it does not ask for too much
/// and is addressed to us.
pub(crate) async fn admit(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let connected = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let Some(ConnectInfo(connected)) = connected.copied() else {
        return ApiError::inside(&"a request without an address").into_response();
    };
    let peer = Peer::of(connected, request.headers(), &app.settings);
    request.extensions_mut().insert(peer);
    if !app.limits.allows_request(&peer) {
        app.refused("rate.address", &peer).await;
        return ApiError::rate().into_response();
    }
    if let Err(refused) = addressed_to_us(&app, &request) {
        app.refused(refused.code.word(), &peer).await;
        return refused.into_response();
    }
    if request.method() != Method::GET
        && request.method() != Method::HEAD
        && let Err(refused) = own_origin(request.headers(), peer.secure)
    {
        app.refused(refused.code.word(), &peer).await;
        return refused.into_response();
    }
    next.run(request).await
}

/// On a server for this machine only, a name that merely points here is not ours: a
/// foreign page could otherwise reach us under its own name.
fn addressed_to_us(app: &App, request: &Request) -> Result<(), ApiError> {
    let unknown = || {
        let message = "the Host header does not name this server";
        ApiError::new(StatusCode::MISDIRECTED_REQUEST, Code::HostUnknown, message)
    };
    let host = host(request.headers()).ok_or_else(unknown)?;
    if app.settings.transport != Transport::Plain {
        return Ok(());
    }
    let name = match host.strip_prefix('[') {
        Some(six) => six.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    let local = name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    local.then_some(()).ok_or_else(unknown)
}

fn host(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::HOST)?.to_str().ok()
}

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Whether a request comes from a page of ours (S-06).
///
/// Browsers send `Origin: null` with a form of a page that gives no referrer; what
/// they say about the site of the request then decides, which no page can forge.
pub(crate) fn own_origin(headers: &HeaderMap, secure: bool) -> Result<(), ApiError> {
    let text = |name: &HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let refused = |code, message| Err(ApiError::new(StatusCode::FORBIDDEN, code, message));
    let site = text(&FETCH_SITE);
    match text(&header::ORIGIN) {
        None | Some("null") if site == Some("same-origin") => Ok(()),
        None => refused(Code::OriginMissing, "the request does not say which page it comes from"),
        Some(origin) => {
            let scheme = if secure { "https" } else { "http" };
            let own = host(headers).map(|host| format!("{scheme}://{host}"));
            let foreign = site.is_some_and(|site| site != "same-origin" && site != "none");
            if own.is_some_and(|own| own.eq_ignore_ascii_case(origin)) && !foreign {
                Ok(())
            } else {
                refused(Code::OriginForeign, "the request comes from a page of another site")
            }
        }
    }
}

/// The peer of a request that has been admitted.
pub(crate) fn peer_of(parts: &Parts) -> Result<Peer, ApiError> {
    parts.extensions.get::<Peer>().copied().ok_or_else(|| ApiError::inside(&"no peer"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(list: &[(&'static str, &str)]) -> HeaderMap {
        list.iter()
            .map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap()))
            .collect()
    }

    #[test]
    fn s_06_only_our_own_pages_are_believed() {
        let check = |list: &[(&'static str, &str)]| {
            let mut all = headers(list);
            all.insert(header::HOST, "127.0.0.1:8080".parse().unwrap());
            own_origin(&all, false).map_err(|refused| refused.code.word())
        };
        assert_eq!(check(&[("origin", "http://127.0.0.1:8080")]), Ok(()));
        assert_eq!(check(&[("sec-fetch-site", "same-origin")]), Ok(()));
        assert_eq!(check(&[("origin", "null"), ("sec-fetch-site", "same-origin")]), Ok(()));
        assert_eq!(check(&[]), Err("origin.missing"));
        assert_eq!(check(&[("sec-fetch-site", "same-site")]), Err("origin.missing"));
        for foreign in [
            "null",
            "https://127.0.0.1:8080",
            "http://127.0.0.1:8081",
            "http://127.0.0.1:8080.evil.example",
            "http://evil.example",
        ] {
            assert_eq!(check(&[("origin", foreign)]), Err("origin.foreign"), "{foreign}");
        }
        let both = [("origin", "http://127.0.0.1:8080"), ("sec-fetch-site", "cross-site")];
        assert_eq!(check(&both), Err("origin.foreign"));
    }

    #[test]
    fn s_22_a_proxy_is_believed_only_from_listed_addresses() {
        let claims =
            headers(&[("x-forwarded-for", "9.9.9.9, 1.2.3.4"), ("x-forwarded-proto", "http")]);
        let seen = |from: &str, settings: &Settings| {
            let peer = Peer::of(from.parse().unwrap(), &claims, settings);
            (peer.address.to_string(), peer.secure)
        };
        let mut settings = Settings::new("data");
        settings.transport = Transport::SelfSigned;
        assert_eq!(seen("10.0.0.1:5", &settings), ("10.0.0.1".to_owned(), true));
        // S-22: without a list, only a proxy on this machine.
        settings.transport = Transport::BehindProxy;
        assert_eq!(seen("127.0.0.1:5", &settings), ("1.2.3.4".to_owned(), false));
        assert_eq!(seen("10.0.0.1:5", &settings), ("10.0.0.1".to_owned(), false));
        settings.trusted_proxies = vec!["10.0.0.1".parse().unwrap()];
        assert_eq!(seen("10.0.0.1:5", &settings), ("1.2.3.4".to_owned(), false));
        assert_eq!(seen("[::ffff:10.0.0.1]:5", &settings), ("1.2.3.4".to_owned(), false));
        assert_eq!(seen("127.0.0.1:5", &settings), ("127.0.0.1".to_owned(), false));
        assert_eq!(seen("10.0.0.2:5", &settings), ("10.0.0.2".to_owned(), false));
        // A proxy behind a proxy: the first address that is neither.
        settings.trusted_proxies.push("1.2.3.4".parse().unwrap());
        assert_eq!(seen("10.0.0.1:5", &settings), ("9.9.9.9".to_owned(), false));
    }

    #[test]
    fn a_household_of_the_larger_address_space_is_one() {
        let of = |text: &str| Peer { address: text.parse().unwrap(), secure: true }.network();
        assert_eq!(of("2001:db8:1:2:3::4"), of("2001:db8:1:2::9"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:1.2.3.4"), of("1.2.3.4"));
    }
}
