use std::fmt;
use std::str::FromStr;

/// Pages that may embed this server in a frame: `'self'`, `'none'`, or origins such as
/// `https://club.example`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FrameAncestors(String);

/// Error for a text that is not a source of the `frame-ancestors` directive.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected 'self', 'none' or origins such as https://club.example, found {0:?}")]
pub struct NotAFrameAncestor(pub String);

impl Default for FrameAncestors {
    fn default() -> FrameAncestors {
        FrameAncestors("'self'".to_owned())
    }
}

impl FrameAncestors {
    /// Combines several sources; an empty list allows no page.
    pub fn new(sources: &[String]) -> Result<FrameAncestors, NotAFrameAncestor> {
        if sources.is_empty() {
            return Ok(FrameAncestors("'none'".to_owned()));
        }
        let keyword = |source: &str| ["'self'", "'none'", "self", "none"].contains(&source);
        let is_host_part = |c: char| c.is_ascii_alphanumeric() || "-._:[]*/".contains(c);
        let mut named = Vec::new();
        for source in sources {
            if keyword(source) {
                named.push(format!("'{}'", source.trim_matches('\'')));
            } else if (source.starts_with("https://") || source.starts_with("http://"))
                && source.chars().all(is_host_part)
            {
                named.push(source.clone());
            } else {
                return Err(NotAFrameAncestor(source.clone()));
            }
        }
        Ok(FrameAncestors(named.join(" ")))
    }
}

impl FromStr for FrameAncestors {
    type Err = NotAFrameAncestor;

    /// Parses sources separated by spaces or commas.
    fn from_str(text: &str) -> Result<FrameAncestors, NotAFrameAncestor> {
        let sources: Vec<String> =
            text.split([' ', ',']).filter(|s| !s.is_empty()).map(str::to_owned).collect();
        FrameAncestors::new(&sources)
    }
}

impl fmt::Display for FrameAncestors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_written_as_in_a_policy() {
        let read = |text: &str| text.parse::<FrameAncestors>().map(|found| found.to_string());
        assert_eq!(read("self https://club.example"), Ok("'self' https://club.example".to_owned()));
        assert_eq!(read("'none'"), Ok("'none'".to_owned()));
        assert_eq!(read(""), Ok("'none'".to_owned()));
    }

    #[test]
    fn nothing_else_gets_into_the_policy() {
        for bad in ["https://a;script-src", "https://a\n", "javascript:x", "'unsafe-inline'", "*", "é"] {
            assert!(bad.parse::<FrameAncestors>().is_err(), "{bad}");
        }
    }
}
