//! Hints over NATS.

use std::time::Duration;

use async_nats::ConnectOptions;
use async_trait::async_trait;
use futures_util::StreamExt;
use tokio::sync::mpsc;

use super::{Hint, HintChannels, Hints};

const SUBJECT: &str = "dord.hints";
const RETRY: Duration = Duration::from_millis(500);

/// Hints over a NATS server. While it is down, hints are lost and nodes rely on polling.
pub struct NatsHints(HintChannels);

/// Why a NATS server cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum NatsError {
    /// The address is invalid.
    #[error("expected an address such as nats://127.0.0.1:4222: {0}")]
    Address(std::io::Error),
    /// The client rejects its settings.
    #[error(transparent)]
    Connect(#[from] async_nats::ConnectError),
}

impl NatsHints {
    /// Connects as soon as the server is reachable, and reconnects when the connection is lost.
    pub async fn connect(url: &str) -> Result<NatsHints, NatsError> {
        let addresses: Vec<async_nats::ServerAddr> = url
            .split(',')
            .map(|address| address.trim().parse())
            .collect::<Result<_, _>>()
            .map_err(NatsError::Address)?;
        let client = ConnectOptions::new()
            .name("dord")
            .no_echo()
            .retry_on_initial_connect()
            .max_reconnects(None)
            .reconnect_delay_callback(|_| RETRY)
            .event_callback(|event| async move { tracing::info!(%event, "NATS") })
            .connect(addresses)
            .await?;
        let (post, outgoing, incoming) = HintChannels::new();
        post.keep(tokio::spawn(send(client.clone(), outgoing)));
        post.keep(tokio::spawn(listen(client, incoming)));
        Ok(NatsHints(post))
    }
}

#[async_trait]
impl Hints for NatsHints {
    fn give(&self, hint: Hint) {
        self.0.give(hint);
    }

    async fn next(&self) -> Hint {
        self.0.next().await
    }
}

async fn send(client: async_nats::Client, mut outgoing: mpsc::Receiver<Hint>) {
    while let Some(hint) = outgoing.recv().await {
        if let Err(error) = client.publish(SUBJECT, hint.to_string().into()).await {
            tracing::debug!(%error, "a hint was lost");
        }
    }
}

async fn listen(client: async_nats::Client, incoming: mpsc::Sender<Hint>) {
    loop {
        match client.subscribe(SUBJECT).await {
            Ok(mut messages) => {
                while let Some(message) = messages.next().await {
                    let hint = std::str::from_utf8(&message.payload).ok().and_then(|text| text.parse().ok());
                    if let Some(hint) = hint
                        && incoming.try_send(hint).is_err()
                    {
                        tracing::debug!("more hints than can be taken in");
                    }
                }
            }
            Err(error) => tracing::debug!(%error, "hints are not heard"),
        }
        tokio::time::sleep(RETRY).await;
    }
}
