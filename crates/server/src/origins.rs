//! Origins whose pages may use this server.

use axum::http::{HeaderMap, HeaderValue, header};

/// Allowed origins, besides the server's own.
#[derive(Clone, Debug, Default)]
pub struct Origins(pub(crate) AllowedOrigins);

#[derive(Clone, Debug)]
pub(crate) enum AllowedOrigins {
    /// These origins, as a browser sends them.
    Listed(Vec<HeaderValue>),
    /// Every origin.
    Any,
}

impl Default for AllowedOrigins {
    fn default() -> AllowedOrigins {
        AllowedOrigins::Listed(Vec::new())
    }
}

/// Error for a text that is not an origin.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{found:?} is not an origin such as https://club.example: {reason}")]
pub struct NotAnOrigin {
    /// The text.
    pub found: String,
    /// What is wrong with it.
    pub reason: &'static str,
}

impl Origins {
    /// Parses origins such as `https://club.example`. `*` allows every origin.
    pub fn new(origins: &[String]) -> Result<Origins, NotAnOrigin> {
        if origins.iter().any(|origin| origin == "*") {
            return Ok(Origins(AllowedOrigins::Any));
        }
        let read =
            |text: &String| serialized(text).map_err(|reason| NotAnOrigin { found: text.clone(), reason });
        Ok(Origins(AllowedOrigins::Listed(origins.iter().map(read).collect::<Result<_, _>>()?)))
    }

    /// Whether a request may be answered. A browser sends the origin of the requesting page, which
    /// must be this server's or an allowed one. Other programs send none and run no foreign pages.
    pub(crate) fn allow(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(header::ORIGIN) else { return true };
        match &self.0 {
            AllowedOrigins::Any => return true,
            AllowedOrigins::Listed(listed) if listed.contains(origin) => return true,
            AllowedOrigins::Listed(_) => {}
        }
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let origin = origin.to_str().ok();
        let origin_host = origin.and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
        host.is_some() && host == origin_host
    }
}

/// Normalises an origin to the form that browsers send: lower case, and without the scheme's
/// default port.
fn serialized(text: &str) -> Result<HeaderValue, &'static str> {
    let lower = text.to_ascii_lowercase();
    let (own_port, host) = if let Some(host) = lower.strip_prefix("https://") {
        (":443", host)
    } else if let Some(host) = lower.strip_prefix("http://") {
        (":80", host)
    } else {
        return Err("it must begin with https:// or http://");
    };
    if host.contains(['/', '?', '#']) {
        return Err("an origin has no path, so it ends before the slash after the host");
    }
    if !host.is_ascii() {
        return Err("write the host as browsers send it, in ASCII (xn--…)");
    }
    let authority: axum::http::uri::Authority = host.parse().map_err(|_| "the host is malformed")?;
    if authority.host().is_empty() || host.contains(['@', '*']) {
        return Err("it must name one host, and nothing before it");
    }
    let is_port = |text: &str| {
        text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse::<u16>().is_ok_and(|port| port > 0)
    };
    // In an IPv6 address, colons occur before the closing bracket.
    if host.rsplit_once(':').is_some_and(|(_, port)| !port.ends_with(']') && !is_port(port)) {
        return Err("the port must be a number from 1 to 65535");
    }
    let origin = lower.strip_suffix(own_port).unwrap_or(&lower);
    HeaderValue::from_str(origin).map_err(|_| "the host is malformed")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(origin: &str) -> Result<String, NotAnOrigin> {
        match Origins::new(&[origin.to_owned()])?.0 {
            AllowedOrigins::Listed(origins) => Ok(origins[0].to_str().unwrap().to_owned()),
            AllowedOrigins::Any => Ok("*".to_owned()),
        }
    }

    #[test]
    fn origins_are_normalised_as_browsers_send_them() {
        for (given, kept) in [
            ("https://club.example", "https://club.example"),
            ("HTTPS://Club.Example", "https://club.example"),
            ("https://club.example:443", "https://club.example"),
            ("http://club.example:80", "http://club.example"),
            ("http://club.example:443", "http://club.example:443"),
            ("http://localhost:5173", "http://localhost:5173"),
            ("http://[::1]:8080", "http://[::1]:8080"),
            ("*", "*"),
        ] {
            assert_eq!(listed(given).as_deref(), Ok(kept), "{given}");
        }
    }

    #[test]
    fn an_origin_that_no_browser_sends_is_refused_with_the_reason() {
        for (given, reason) in [
            ("https://club.example/", "path"),
            ("https://club.example/play", "path"),
            ("https://club.example?x", "path"),
            ("club.example", "begin with"),
            ("ftp://club.example", "begin with"),
            ("null", "begin with"),
            ("", "begin with"),
            ("https://", "host"),
            ("https://:443", "host"),
            ("https://ann@club.example", "host"),
            ("https://*.club.example", "host"),
            ("https://clüb.example", "ASCII"),
            ("https://a b", "malformed"),
            ("https://club.example\r\nx: y", "malformed"),
            ("https://club.example:", "port"),
            ("https://club.example:99999", "port"),
            ("https://club.example:+80", "port"),
            ("https://club.example:0", "port"),
        ] {
            let error = listed(given).unwrap_err();
            assert_eq!(error.found, given);
            assert!(error.reason.contains(reason), "{given}: {error}");
            assert!(error.to_string().contains("https://club.example"), "{error}");
        }
    }
}
