//! The connections that everything is carried by. One whose other end takes nothing can be cut, whoever waits for it.

use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use futures_util::task::AtomicWaker;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Sleep, sleep};

/// How long the other end of a wire may take nothing of what is sent to it. Whoever is only slow takes something in that time; whoever
/// is not there any more does not answer a ping within it.
const STUCK_MAX: Duration = Duration::from_secs(20);

/// Where wires come in.
pub(crate) struct Wires(pub(crate) TcpListener);

/// A connection.
pub(crate) struct Wire {
    stream: TcpStream,
    cutter: Cutter,
    /// Runs while nothing is taken.
    stuck: Option<Pin<Box<Sleep>>>,
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

    fn is_cut(&self) -> bool {
        self.0.has_happened.load(Ordering::SeqCst)
    }
}

/// Who is at the other end of a wire.
#[derive(Clone)]
pub(crate) struct Peer {
    pub(crate) address: SocketAddr,
    pub(crate) cutter: Cutter,
}

impl Connected<IncomingStream<'_, Wires>> for Peer {
    fn connect_info(incoming: IncomingStream<'_, Wires>) -> Peer {
        Peer { address: *incoming.remote_addr(), cutter: incoming.io().cutter.clone() }
    }
}

impl Listener for Wires {
    type Io = Wire;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Wire, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.0).await;
        // What is sent is small and waited for: it must not be held back until there is more. A connection that is gone already says so
        // when it is read.
        let _ = stream.set_nodelay(true);
        (Wire { stream, cutter: Cutter::default(), stuck: None }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

impl Wire {
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
        Pin::new(&mut self.stream).poll_read(context, buffer)
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

    use super::*;

    /// Both ends of a wire.
    async fn wire() -> (Wire, TcpStream) {
        let mut wires = Wires(TcpListener::bind("127.0.0.1:0").await.unwrap());
        let other = TcpStream::connect(wires.local_addr().unwrap()).await.unwrap();
        (Listener::accept(&mut wires).await.0, other)
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
}
