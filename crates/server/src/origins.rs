use axum::http::{HeaderMap, header};

/// Which pages may connect.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    /// Pages from elsewhere that may, such as `https://club.example`.
    pub allowed: Vec<String>,
}

impl Origins {
    /// A browser says which page it connects for: that must be one of this server's, or one that is allowed. What is no
    /// browser says nothing, and has no page to be tricked by.
    pub(crate) fn allow(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(header::ORIGIN) else { return true };
        let Ok(origin) = origin.to_str() else { return false };
        if self.allowed.iter().any(|allowed| allowed == origin) {
            return true;
        }
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let origin_host = origin.split_once("://").map(|(_, host)| host);
        host.is_some() && host == origin_host
    }
}
