//! Serves one client over standard input and output, until it closes either.

use std::io::BufReader;
use std::sync::Arc;

use rmcp::service::{ServerInitializeError, serve_server};

use super::base::{Fault, Opener};
use super::handler::{Server, Settings};
use super::wire::Wire;

/// Serves the client at standard input and output on behalf of the reader of `settings`.
pub fn serve_stdio(opener: Arc<dyn Opener>, settings: Settings) -> Result<(), Fault> {
    let started = |error: std::io::Error| Fault::new(format!("starting the server: {error}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().map_err(started)?;
    let server = Server::new(opener, settings);
    server.warm();
    let input = || Box::new(BufReader::with_capacity(64 << 10, std::io::stdin())) as Box<_>;
    let (wire, written) = Wire::open(input, std::io::stdout()).map_err(started)?;
    runtime.block_on(async {
        while !wire.is_closed() {
            match serve_server(server.clone(), wire.clone()).await {
                Ok(running) => {
                    // Why it ended is of no consequence: it is over.
                    let _ = running.waiting().await;
                    return;
                }
                Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::Cancelled) => return,
                // A client that begins otherwise than the protocol says may still begin.
                Err(_) => {}
            }
        }
    });
    // With the runtime goes whoever could still send something.
    drop((runtime, wire));
    written.wait();
    Ok(())
}
