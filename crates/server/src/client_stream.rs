//! TCP connections with abort handle and timeouts. A connection whose peer stops reading can be
//! aborted by any task; one without requests times out.

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

use crate::connection_limits::Slot;

/// Maximum time for which a peer may read nothing of what is sent. A slow client reads something in
/// that time; a vanished one does not answer a ping within it.
const STUCK_MAX: Duration = Duration::from_secs(20);

/// Timeouts of a connection without a request; `None` for no limit. They do not apply to
/// `WebSocket`s.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timeouts {
    /// For the head of a request, and for the start of the first one.
    pub(crate) head: Option<Duration>,
    /// For the start of the next request.
    pub(crate) idle: Option<Duration>,
}

/// A TCP connection.
pub(crate) struct ClientStream {
    stream: TcpStream,
    cutter: AbortHandle,
    /// Runs while the peer reads nothing.
    stuck: Option<Pin<Box<Sleep>>>,
    slot: Arc<Slot>,
    timeouts: Timeouts,
    /// Runs while the connection waits for a request.
    deadline: Option<Pin<Box<Sleep>>>,
    /// Number of requests before the awaited one.
    requests: u32,
    has_head_begun: bool,
}

/// Handle that aborts a connection from another task.
#[derive(Clone, Default)]
pub(crate) struct AbortHandle(Arc<Cut>);

#[derive(Default)]
struct Cut {
    has_happened: AtomicBool,
    reader: AtomicWaker,
    writer: AtomicWaker,
}

impl AbortHandle {
    /// Aborts the connection: readers and writers fail at once, and unsent data is lost.
    pub(crate) fn cut(&self) {
        self.0.has_happened.store(true, Ordering::SeqCst);
        self.0.reader.wake();
        self.0.writer.wake();
    }

    /// Makes the reader poll again.
    pub(crate) fn wake_reader(&self) {
        self.0.reader.wake();
    }

    pub(crate) fn is_cut(&self) -> bool {
        self.0.has_happened.load(Ordering::SeqCst)
    }
}

/// Addresses and abort handle of a connection.
#[derive(Clone)]
pub(crate) struct Peer {
    pub(crate) address: SocketAddr,
    /// Local address that the client connected to.
    pub(crate) local: Option<IpAddr>,
    pub(crate) cutter: AbortHandle,
}

impl ClientStream {
    pub(crate) fn new(
        stream: TcpStream,
        cutter: AbortHandle,
        slot: Arc<Slot>,
        timeouts: Timeouts,
    ) -> ClientStream {
        // Messages are small and awaited, so they must not be delayed by Nagle's algorithm. A
        // closed connection reports its error on the next read.
        let _ = stream.set_nodelay(true);
        ClientStream {
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

    /// The first bytes of a request arrived: the timeout for its head starts now. For the first
    /// request it started with the connection.
    fn head_begins(&mut self) {
        if self.slot.is_waiting() && !self.has_head_begun && self.requests > 0 {
            self.has_head_begun = true;
            self.deadline = None;
        }
    }

    /// Completes when the awaited request is overdue.
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

    /// The error of an aborted connection. Data in the system's send buffer is discarded.
    fn gone(&self) -> io::Error {
        // The connection may have closed already.
        let _ = self.stream.set_zero_linger();
        io::ErrorKind::ConnectionAborted.into()
    }

    /// Writes, unless the connection is aborted or its peer has read nothing for too long.
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
                // A client that is still reading a response is not idle.
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

impl AsyncRead for ClientStream {
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
                // To the HTTP layer, this looks as if the client had closed the connection.
                ready!(self.poll_deadline(context));
                Poll::Ready(Ok(()))
            }
        }
    }
}

impl AsyncWrite for ClientStream {
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
    use crate::connection_limits::Connections;

    const TIMEOUTS: Timeouts =
        Timeouts { head: Some(Duration::from_secs(10)), idle: Some(Duration::from_secs(60)) };

    /// Both ends of a connection.
    async fn stream() -> (ClientStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let other = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let cutter = AbortHandle::default();
        let slot = Connections::new(0, None).admit(None, cutter.clone()).unwrap();
        (ClientStream::new(listener.accept().await.unwrap().0, cutter, slot, TIMEOUTS), other)
    }

    /// Writes until no more is accepted.
    async fn fill(mut wire: impl AsyncWrite + Unpin) -> io::Error {
        loop {
            if let Err(error) = wire.write_all(&vec![0; 65536]).await {
                return error;
            }
        }
    }

    #[tokio::test]
    async fn aborting_a_connection_wakes_its_readers_and_writers() {
        let (wire, mut other) = stream().await;
        let cutter = wire.cutter.clone();
        let (mut reading, writing) = tokio::io::split(wire);
        let reader = tokio::spawn(async move { reading.read_u8().await.unwrap_err() });
        let writer = tokio::spawn(fill(writing));
        // By now something was written, and the rest waits.
        other.read_u8().await.unwrap();
        cutter.cut();
        assert_eq!(reader.await.unwrap().kind(), io::ErrorKind::ConnectionAborted);
        assert_eq!(writer.await.unwrap().kind(), io::ErrorKind::ConnectionAborted);
        // The peer reads what was already sent, and then nothing more.
        let mut rest = Vec::new();
        let _ = other.read_to_end(&mut rest).await;
    }

    #[tokio::test]
    async fn a_connection_whose_peer_reads_nothing_is_aborted() {
        let (wire, other) = stream().await;
        tokio::time::pause();
        assert_eq!(fill(wire).await.kind(), io::ErrorKind::ConnectionAborted);
        drop(other);
    }

    /// Seconds until a connection times out, while the peer sends a byte every `every` seconds, or
    /// nothing.
    async fn ends_after(wire: &mut ClientStream, other: &mut TcpStream, every: Option<u64>) -> u64 {
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
    async fn a_connection_without_a_request_times_out_despite_a_slow_head() {
        for every in [None, Some(3)] {
            let (mut wire, mut other) = stream().await;
            tokio::time::pause();
            assert_eq!(ends_after(&mut wire, &mut other, every).await, 10, "{every:?}");
            tokio::time::resume();
        }
    }

    #[tokio::test]
    async fn a_connection_can_be_idle_for_longer_between_requests() {
        let (mut wire, mut other) = stream().await;
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
