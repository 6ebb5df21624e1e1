//! The Socket.IO client in a task of its own. Everything that arrives is recorded verbatim.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use load::socket_io::SocketIo;
use serde_json::{Value, json};
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinHandle;

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
        let mut io = SocketIo::open(&format!("http://{address}")).await.unwrap();
        io.enter(auth).await.unwrap();
        let (outgoing, mut lines) = mpsc::unbounded_channel::<String>();
        let heard = Arc::new(ReceivedEvents::default());
        let hearing = Arc::clone(&heard);
        let task = tokio::spawn(async move {
            loop {
                tokio::select! {
                    line = lines.recv() => {
                        let Some(line) = line else { return };
                        if io.send_text(line).await.is_err() {
                            return;
                        }
                    }
                    text = io.next_text() => {
                        let Ok(text) = text else { return };
                        hearing.packets.lock().unwrap().push(text.to_string());
                        hearing.news.notify_one();
                    }
                }
            }
        });
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
