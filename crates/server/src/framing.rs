use std::fmt;
use std::str::FromStr;

/// Who may show pages of this server in a frame: `'self'`, `'none'`, or origins such as `https://club.example`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FrameAncestors(String);

/// A text that a policy cannot name a page's place by.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected 'self', 'none' or origins such as https://club.example, found {0:?}")]
pub struct NotAFrameAncestor(pub String);

impl Default for FrameAncestors {
    fn default() -> FrameAncestors {
        FrameAncestors("'self'".to_owned())
    }
}

impl FrameAncestors {
    /// Several of them; none means that no page may.
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

    /// Reads sources with spaces or commas between them.
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
    fn places_are_named_as_a_policy_names_them() {
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
