//! Files embedded in the program, each compressed when it was built.
//!
//! Nothing is compressed or unpacked at run time: a start costs no time, and a file that no client
//! requests costs no memory.

/// A file that clients can request.
#[derive(Clone, Copy, Debug)]
pub struct StaticFile {
    /// The path it is served at.
    pub route: &'static str,
    /// Its media type.
    pub content_type: &'static str,
    /// Changes with its content.
    pub etag: &'static str,
    /// The file as it is.
    pub plain: &'static [u8],
    /// The file compressed with gzip, if that is smaller.
    pub gzip: Option<&'static [u8]>,
    /// The file compressed with Brotli, if that is smaller.
    pub brotli: Option<&'static [u8]>,
}

/// The form of a file that a client gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Content {
    /// The value of `Content-Encoding`.
    pub encoding: Option<&'static str>,
    /// The body.
    pub bytes: &'static [u8],
}

impl StaticFile {
    /// The form that a client prefers by its `Accept-Encoding`; Brotli if it has no preference.
    ///
    /// ```
    /// # use static_files::StaticFile;
    /// let file = StaticFile {
    ///     route: "/a.js",
    ///     content_type: "text/javascript",
    ///     etag: "1",
    ///     plain: b"plain",
    ///     gzip: Some(b"gz"),
    ///     brotli: Some(b"br"),
    /// };
    /// assert_eq!(file.accepted("gzip, deflate, br").bytes, b"br");
    /// assert_eq!(file.accepted("br;q=0.5, gzip").bytes, b"gz");
    /// assert_eq!(file.accepted("br;q=0, identity").bytes, b"plain");
    /// ```
    pub fn accepted(&self, accept_encoding: &str) -> Content {
        let packed = [("br", self.brotli), ("gzip", self.gzip)];
        let offered = packed.into_iter().filter_map(|(encoding, bytes)| {
            let weight = weight_of(encoding, accept_encoding);
            bytes.filter(|_| weight > 0).map(|bytes| (weight, Content { encoding: Some(encoding), bytes }))
        });
        // The first of equal weights is kept.
        let best = offered.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map_or(Content { encoding: None, bytes: self.plain }, |(_, content)| content)
    }

    /// Whether a response depends on `Accept-Encoding`.
    pub const fn is_packed(&self) -> bool {
        self.gzip.is_some() || self.brotli.is_some()
    }

    /// Whether a client that sends this `If-None-Match` has the file already.
    pub fn is_unchanged(&self, if_none_match: &str) -> bool {
        let is_this = |tag: &str| tag.trim_start_matches("W/").trim_matches('"') == self.etag;
        if_none_match.split(',').map(str::trim).any(|tag| tag == "*" || is_this(tag))
    }
}

/// The weight of an encoding in thousandths; 0 if it is not accepted.
fn weight_of(encoding: &str, accept_encoding: &str) -> u32 {
    let ranges = accept_encoding.split(',').map(|range| {
        let (name, parameters) = range.split_once(';').unwrap_or((range, ""));
        let weight = parameters.trim().strip_prefix("q=").map_or(Some(1.0), |q| q.trim().parse::<f32>().ok());
        (name.trim(), (weight.unwrap_or(0.0).clamp(0.0, 1.0) * 1000.0) as u32)
    });
    let weights: Vec<(&str, u32)> = ranges.collect();
    let named = |wanted: &str| weights.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
    named(encoding).or_else(|| named("*")).map_or(0, |&(_, weight)| weight)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: StaticFile = StaticFile {
        route: "/index.html",
        content_type: "text/html",
        etag: "ab12",
        plain: b"plain",
        gzip: Some(b"gzip"),
        brotli: Some(b"brotli"),
    };

    #[test]
    fn a_client_gets_the_encoding_that_it_prefers() {
        for (accepted, expected) in [
            ("", None),
            ("identity", None),
            ("br", Some("br")),
            ("gzip", Some("gzip")),
            ("GZIP", Some("gzip")),
            ("gzip, deflate, br, zstd", Some("br")),
            ("br;q=0.8, gzip;q=0.9", Some("gzip")),
            ("br; q=0, gzip;q=0", None),
            ("*", Some("br")),
            ("br;q=0, *", Some("gzip")),
            ("gzip;q=nonsense", None),
            ("x;q=1", None),
        ] {
            assert_eq!(FILE.accepted(accepted).encoding, expected, "{accepted}");
        }
        let unpacked = StaticFile { gzip: None, brotli: None, ..FILE };
        assert_eq!(unpacked.accepted("gzip, br"), Content { encoding: None, bytes: b"plain" });
    }

    #[test]
    fn a_tag_is_compared_weakly() {
        for (sent, expected) in [
            ("\"ab12\"", true),
            ("W/\"ab12\"", true),
            ("\"other\", \"ab12\"", true),
            ("*", true),
            ("\"ab1\"", false),
            ("", false),
        ] {
            assert_eq!(FILE.is_unchanged(sent), expected, "{sent}");
        }
    }
}
