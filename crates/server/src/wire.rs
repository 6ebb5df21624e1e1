//! The connections that everything is carried by. One whose other end takes nothing can be cut, whoever waits for it; one on which no request
//! comes ends by itself.

use std::io::{self, IoSlice};
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures_util::task::AtomicWaker;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

use crate::connections::Slot;

/// How long the other end of a wire may take nothing of what is sent to it. Whoever is only slow takes something in that time; whoever
/// is not there any more does not answer a ping within it.
const STUCK_MAX: Duration = Duration::from_secs(20);

/// How long a connection without a request is kept; `None` for ever. `WebSocket`s are not meant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timeouts {
    /// How long the head of a request may take, and the first one to begin.
    pub(crate) head: Option<Duration>,
    /// How long the next request may take to begin.
    pub(crate) idle: Option<Duration>,
}

/// A connection.
pub(crate) struct Wire {
    stream: TcpStream,
    cutter: Cutter,
    /// Runs while nothing is taken.
    stuck: Option<Pin<Box<Sleep>>>,
    slot: Arc<Slot>,
    timeouts: Timeouts,
    /// Runs while a request is waited for.
    deadline: Option<Pin<Box<Sleep>>>,
    /// How many requests there were before the one that is waited for.
    requests: u32,
    has_head_begun: bool,
}

/// Cuts a wire from elsewhere.
#[derive(Clone, Default)]
pub(crate) struct Cutter(Arc<Cut>);

#[derive(Default)]
struct Cut {
    has_happened: AtomicBool,
    reader: AtomicWaker,
    writer: AtomicWaker,
}

impl Cutter {
    /// Cuts the wire: who reads from it and who writes to it hear at once that it is gone. What was not taken is lost.
    pub(crate) fn cut(&self) {
        self.0.has_happened.store(true, Ordering::SeqCst);
        self.0.reader.wake();
        self.0.writer.wake();
    }

    /// Lets the one that reads look again.
    pub(crate) fn wake_reader(&self) {
        self.0.reader.wake();
    }

    pub(crate) fn is_cut(&self) -> bool {
        self.0.has_happened.load(Ordering::SeqCst)
    }
}

/// Who is at the other end of a wire.
#[derive(Clone)]
pub(crate) struct Peer {
    pub(crate) address: SocketAddr,
    /// The address of this machine that the client has reached.
    pub(crate) local: Option<IpAddr>,
    pub(crate) cutter: Cutter,
}

impl Wire {
    pub(crate) fn new(stream: TcpStream, cutter: Cutter, slot: Arc<Slot>, timeouts: Timeouts) -> Wire {
        // What is sent is small and waited for: it must not be held back until there is more. A connection that is gone already says so
        // when it is read.
        let _ = stream.set_nodelay(true);
        Wire {
            stream,
            cutter,
            stuck: None,
            slot,
            timeouts,
            deadline: None,
            requests: 0,
            has_head_begun: false,
        }
    }

    /// Something has come while a request was waited for: from now on its head must be sent. The first one had to be from the start.
    fn head_begins(&mut self) {
        if self.slot.is_waiting() && !self.has_head_begun && self.requests > 0 {
            self.has_head_begun = true;
            self.deadline = None;
        }
    }

    /// Comes when a request was waited for too long.
    fn poll_deadline(&mut self, context: &mut Context<'_>) -> Poll<()> {
        if !self.slot.is_waiting() {
            self.deadline = None;
            return Poll::Pending;
        }
        let requests = self.slot.requests();
        if self.requests != requests {
            (self.requests, self.has_head_begun, self.deadline) = (requests, false, None);
        }
        let is_head_due = self.has_head_begun || requests == 0;
        let Some(longest) = (if is_head_due { self.timeouts.head } else { self.timeouts.idle }) else {
            return Poll::Pending;
        };
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep(longest)));
        deadline.as_mut().poll(context)
    }

    /// The error of a wire that was cut. What the system still holds for the other end goes with it.
    fn gone(&self) -> io::Error {
        // It may be gone already.
        let _ = self.stream.set_zero_linger();
        io::ErrorKind::ConnectionAborted.into()
    }

    /// Writes, unless the wire is cut or has taken nothing for too long.
    fn write<T>(
        &mut self,
        context: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut TcpStream>, &mut Context<'_>) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        self.cutter.0.writer.register(context.waker());
        if self.cutter.is_cut() {
            return Poll::Ready(Err(self.gone()));
        }
        if let Poll::Ready(written) = write(Pin::new(&mut self.stream), context) {
            self.stuck = None;
            if !self.has_head_begun
                && self.requests > 0
                && let (Some(deadline), Some(idle)) = (&mut self.deadline, self.timeouts.idle)
            {
                // A client that still takes a response is not idle.
                deadline.as_mut().reset(Instant::now() + idle);
            }
            return Poll::Ready(written);
        }
        let stuck = self.stuck.get_or_insert_with(|| Box::pin(sleep(STUCK_MAX)));
        if stuck.as_mut().poll(context).is_ready() {
            self.cutter.cut();
            return Poll::Ready(Err(self.gone()));
        }
        Poll::Pending
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.cutter.0.reader.register(context.waker());
        if self.cutter.is_cut() {
            return Poll::Ready(Err(self.gone()));
        }
        let before = buffer.filled().len();
        match Pin::new(&mut self.stream).poll_read(context, buffer) {
            Poll::Ready(read) => {
                if buffer.filled().len() > before {
                    self.head_begins();
                }
                Poll::Ready(read)
            }
            Poll::Pending => {
                // To whoever serves it, the client has closed the connection.
                ready!(self.poll_deadline(context));
                Poll::Ready(Ok(()))
            }
        }
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.write(context, |stream, context| stream.poll_write(context, bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.write(context, |stream, context| stream.poll_write_vectored(context, slices))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;
    use crate::connections::Connections;

    const TIMEOUTS: Timeouts =
        Timeouts { head: Some(Duration::from_secs(10)), idle: Some(Duration::from_secs(60)) };

    /// Both ends of a wire.
    async fn wire() -> (Wire, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let other = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let cutter = Cutter::default();
        let slot = Connections::new(0, None).admit(None, cutter.clone()).unwrap();
        (Wire::new(listener.accept().await.unwrap().0, cutter, slot, TIMEOUTS), other)
    }

    /// Writes until nothing more is taken.
    async fn fill(mut wire: impl AsyncWrite + Unpin) -> io::Error {
        loop {
            if let Err(error) = wire.write_all(&vec![0; 65536]).await {
                return error;
            }
        }
    }

    #[tokio::test]
    async fn whoever_waits_for_a_wire_hears_that_it_was_cut() {
        let (wire, mut other) = wire().await;
        let cutter = wire.cutter.clone();
        let (mut reading, writing) = tokio::io::split(wire);
        let reader = tokio::spawn(async move { reading.read_u8().await.unwrap_err() });
        let writer = tokio::spawn(fill(writing));
        // By then something was written, and the rest waits.
        other.read_u8().await.unwrap();
        cutter.cut();
        assert_eq!(reader.await.unwrap().kind(), io::ErrorKind::ConnectionAborted);
        assert_eq!(writer.await.unwrap().kind(), io::ErrorKind::ConnectionAborted);
        // The other end finds what was on its way, and then no more.
        let mut rest = Vec::new();
        let _ = other.read_to_end(&mut rest).await;
    }

    #[tokio::test]
    async fn a_wire_that_takes_nothing_for_long_is_cut() {
        let (wire, other) = wire().await;
        tokio::time::pause();
        assert_eq!(fill(wire).await.kind(), io::ErrorKind::ConnectionAborted);
        drop(other);
    }

    /// After how many seconds a wire ends by itself on which something comes every so many seconds, or nothing.
    async fn ends_after(wire: &mut Wire, other: &mut TcpStream, every: Option<u64>) -> u64 {
        let begun = Instant::now();
        loop {
            let step = Duration::from_secs(every.unwrap_or(1_000_000));
            match tokio::time::timeout(step, wire.read_u8()).await {
                Ok(Err(error)) if error.kind() == io::ErrorKind::UnexpectedEof => {
                    return begun.elapsed().as_secs();
                }
                Ok(read) => drop(read.unwrap()),
                Err(_) => other.write_all(b"x").await.unwrap(),
            }
        }
    }

    #[tokio::test]
    async fn a_connection_without_a_request_ends_by_itself_and_a_slow_head_does_not_hold_it() {
        for every in [None, Some(3)] {
            let (mut wire, mut other) = wire().await;
            tokio::time::pause();
            assert_eq!(ends_after(&mut wire, &mut other, every).await, 10, "{every:?}");
            tokio::time::resume();
        }
    }

    #[tokio::test]
    async fn between_requests_a_connection_may_idle_for_longer() {
        let (mut wire, mut other) = wire().await;
        tokio::time::pause();
        wire.slot.begin_request();
        let idle = tokio::time::timeout(Duration::from_secs(3600), wire.read_u8());
        assert!(idle.await.is_err(), "a request that is under way takes as long as it takes");
        wire.slot.end_request();
        assert_eq!(ends_after(&mut wire, &mut other, None).await, 60);
        wire.slot.begin_request();
        wire.slot.end_request();
        // Three seconds idle, then ten for the head.
        assert_eq!(ends_after(&mut wire, &mut other, Some(3)).await, 13);
        wire.slot.upgrade();
        let idle = tokio::time::timeout(Duration::from_secs(86_400), wire.read_u8());
        assert!(idle.await.is_err(), "a WebSocket is not meant");
    }
}
