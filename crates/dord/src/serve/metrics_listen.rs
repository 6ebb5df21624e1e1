//! The listener for metrics.

use std::net::SocketAddr;

use anyhow::Context;
use server::MetricsPlace;
use tokio::net::TcpListener;

/// Default address for metrics, reachable only from this machine.
const DEFAULT: &str = "127.0.0.1:3090";

/// The operator's choice for metrics.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum MetricsListen {
    /// The default address if it is free. Otherwise none, so that a second server on a machine can
    /// start.
    Default,
    /// At `/metrics` of the main address.
    Main,
    /// No metrics.
    Off,
    /// This address; the server fails to start if it is not available.
    At(String),
}

/// Where metrics are served, with their own address if they have one.
pub(super) struct Bound {
    pub(super) place: MetricsPlace,
    pub(super) address: Option<SocketAddr>,
}

impl MetricsListen {
    pub(super) fn new(setting: Option<String>) -> MetricsListen {
        match setting {
            None => MetricsListen::Default,
            Some(setting) => match setting.as_str() {
                "main" => MetricsListen::Main,
                "off" => MetricsListen::Off,
                _ => MetricsListen::At(setting),
            },
        }
    }

    pub(super) async fn bind(&self) -> anyhow::Result<Bound> {
        let listener = match self {
            MetricsListen::Main => return Ok(Bound { place: MetricsPlace::Main, address: None }),
            MetricsListen::Off => return Ok(Bound { place: MetricsPlace::Nowhere, address: None }),
            MetricsListen::Default => match TcpListener::bind(DEFAULT).await {
                Ok(listener) => listener,
                Err(error) => {
                    tracing::warn!(
                        "metrics are off: {DEFAULT} is not available ({error}); set --metrics-listen to an address, or to off"
                    );
                    return Ok(Bound { place: MetricsPlace::Nowhere, address: None });
                }
            },
            MetricsListen::At(address) => TcpListener::bind(address).await.with_context(|| {
                format!(
                    "cannot listen on {address} for metrics: --metrics-listen takes an address such as {DEFAULT}, main or off"
                )
            })?,
        };
        let address = listener.local_addr().ok();
        Ok(Bound { place: MetricsPlace::Own(listener), address })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(setting: &str) -> MetricsListen {
        MetricsListen::new(Some(setting.to_owned()))
    }

    #[tokio::test]
    async fn metrics_are_where_the_operator_wants_them() {
        assert_eq!(MetricsListen::new(None), MetricsListen::Default);
        assert!(matches!(asked("main").bind().await.unwrap().place, MetricsPlace::Main));
        assert!(matches!(asked("off").bind().await.unwrap().place, MetricsPlace::Nowhere));
        let bound = asked("127.0.0.1:0").bind().await.unwrap();
        assert!(matches!(bound.place, MetricsPlace::Own(_)) && bound.address.is_some());
        let taken = bound.address.unwrap().to_string();
        let error = asked(&taken).bind().await.err().unwrap();
        assert!(error.to_string().contains("--metrics-listen"), "{error}");
    }

    #[tokio::test]
    async fn metrics_are_off_if_the_default_address_is_taken() {
        // Either this test or another program holds the address.
        let _holder = TcpListener::bind(DEFAULT).await;
        let bound = MetricsListen::Default.bind().await.unwrap();
        assert!(matches!(bound.place, MetricsPlace::Nowhere) && bound.address.is_none());
    }
}
