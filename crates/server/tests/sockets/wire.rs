//! Minimal Socket.IO client. Everything that arrives is recorded verbatim.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinHandle;
use tokio_tungstenite::connect_async_with_config;
use tokio_tungstenite::tungstenite::Message;

#[derive(Default)]
struct ReceivedEvents {
    packets: Mutex<Vec<String>>,
    news: Notify,
}

pub(crate) struct Socket {
    outgoing: mpsc::UnboundedSender<String>,
    heard: Arc<ReceivedEvents>,
    next_ack: u64,
    /// Number of packets that `next` has consumed.
    seen: usize,
    task: JoinHandle<()>,
}

impl Socket {
    /// Connects and opens the namespace, without waiting for the server's answer.
    pub(crate) async fn knock(address: SocketAddr, auth: &Value) -> Socket {
        let url = format!("ws://{address}/socket.io/?EIO=4&transport=websocket");
        // No delay: requests and answers are small messages.
        let (stream, _) = connect_async_with_config(url, None, true).await.unwrap();
        let (mut sink, mut stream) = stream.split();
        let (outgoing, mut lines) = mpsc::unbounded_channel::<String>();
        let heard = Arc::new(ReceivedEvents::default());
        let hearing = Arc::clone(&heard);
        let task = tokio::spawn(async move {
            loop {
                tokio::select! {
                    line = lines.recv() => {
                        let Some(line) = line else { return };
                        if sink.send(Message::text(line)).await.is_err() {
                            return;
                        }
                    }
                    message = stream.next() => match message {
                        Some(Ok(Message::Text(text))) if text.as_str() == "2" => {
                            if sink.send(Message::text("3")).await.is_err() {
                                return;
                            }
                        }
                        Some(Ok(Message::Text(text))) => {
                            hearing.packets.lock().unwrap().push(text.to_string());
                            hearing.news.notify_one();
                        }
                        Some(Ok(_)) => {}
                        Some(Err(_)) | None => return,
                    },
                }
            }
        });
        let auth = if auth.is_null() { json!({}) } else { auth.clone() };
        outgoing.send(format!("40{auth}")).unwrap();
        Socket { outgoing, heard, next_ack: 0, seen: 0, task }
    }

    pub(crate) async fn connect(address: SocketAddr, auth: &Value) -> Socket {
        let socket = Socket::knock(address, auth).await;
        socket.find(|packet| packet.starts_with("40").then_some(())).await;
        socket
    }

    /// Waits for the first matching packet.
    async fn find<T>(&self, wanted: impl Fn(&str) -> Option<T>) -> T {
        loop {
            let found = self.heard.packets.lock().unwrap().iter().find_map(|packet| wanted(packet));
            match found {
                Some(found) => return found,
                None => self.heard.news.notified().await,
            }
        }
    }

    /// Sends an event and waits for its acknowledgement.
    pub(crate) async fn ask(&mut self, event: &str, payload: Value) -> Value {
        let number = self.next_ack;
        self.next_ack += 1;
        self.outgoing.send(format!("42{number}{}", json!([event, payload]))).unwrap();
        let prefix = format!("43{number}[");
        let ack = self.find(|packet| packet.starts_with(&prefix).then(|| packet.to_owned())).await;
        let answer: Value = serde_json::from_str(&ack[prefix.len() - 1..]).unwrap();
        answer[0].clone()
    }

    /// Sends an event that must be accepted.
    pub(crate) async fn does(&mut self, event: &str, payload: Value) -> Value {
        let answer = self.ask(event, payload).await;
        assert_eq!(answer["ok"], true, "{event} was refused: {answer}");
        answer
    }

    /// The next event with a name, after those already returned.
    pub(crate) async fn next(&mut self, name: &str) -> Value {
        let prefix = format!("42[\"{name}\"");
        loop {
            let place = {
                let packets = self.heard.packets.lock().unwrap();
                let new = packets.iter().enumerate().skip(self.seen);
                new.into_iter()
                    .find(|(_, packet)| packet.starts_with(&prefix))
                    .map(|(place, packet)| (place, packet.clone()))
            };
            if let Some((place, packet)) = place {
                self.seen = place + 1;
                let body: Value = serde_json::from_str(&packet[2..]).unwrap();
                return body[1].clone();
            }
            self.heard.news.notified().await;
        }
    }

    /// Everything that arrived, verbatim, except for the connection's id.
    pub(crate) fn transcript(&self) -> Vec<String> {
        let packets = self.heard.packets.lock().unwrap();
        packets
            .iter()
            .filter(|packet| packet.starts_with("42") || packet.starts_with("43"))
            .cloned()
            .collect()
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        // Dropping the stream with its task is like cutting the cable.
        self.task.abort();
    }
}
