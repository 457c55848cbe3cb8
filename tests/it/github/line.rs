//! A connection that can be cut in the middle of an answer: where hyper is told to send all of it, half of the body goes out.

use std::io::{Error, ErrorKind};
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

/// The header of an answer that is cut in the middle.
pub const HALF: &str = "x-fake-half";

/// Takes connections.
pub struct Lines(pub TcpListener);

/// A connection.
pub struct Line {
    stream: TcpStream,
    is_cut: bool,
}

impl Listener for Lines {
    type Io = Line;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Line, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.0).await;
        (Line { stream, is_cut: false }, address)
    }

    fn local_addr(&self) -> std::io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

impl AsyncRead for Line {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl AsyncWrite for Line {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        if self.is_cut {
            return Poll::Ready(Err(Error::from(ErrorKind::BrokenPipe)));
        }
        let Some(kept) = kept(bytes) else { return Pin::new(&mut self.stream).poll_write(context, bytes) };
        let written = ready!(Pin::new(&mut self.stream).poll_write(context, &bytes[..kept]))?;
        self.is_cut = written == kept;
        Poll::Ready(Ok(written))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// How much of an answer goes out that is to be cut.
fn kept(bytes: &[u8]) -> Option<usize> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
    let marked = bytes[..end].windows(HALF.len()).any(|part| part == HALF.as_bytes());
    marked.then_some(end + (bytes.len() - end) / 2)
}
