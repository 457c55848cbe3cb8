//! Standard input and output as the protocol sees them. A thread reads, a thread writes, and nothing waits for either but who
//! must.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver as Done, channel as done};
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::sync::Mutex;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::line::{Incoming, LONGEST, read, too_long, written};

/// How many messages wait in either direction; who sends more waits.
const WAITING: usize = 64;

/// How much of a line that is too long is looked at for its id, in bytes.
const HEAD: usize = 64 << 10;

/// How long what is still to be written may take once everything is over.
const PATIENCE: Duration = Duration::from_secs(5);

/// Standard input and output. Every clone has the same.
#[derive(Clone)]
pub(super) struct Wire {
    inward: Arc<Mutex<Inward>>,
    outward: Sender<Vec<u8>>,
}

/// What comes in, and an answer that is owed for something that was no message.
struct Inward {
    messages: Receiver<Incoming>,
    owed: Option<Vec<u8>>,
}

/// Tells when all that was sent is written.
pub(super) struct Written(Done<()>);

impl Written {
    /// Waits until it is, for a while.
    pub fn wait(&self) {
        // Either it is written, or nobody takes it.
        let _ = self.0.recv_timeout(PATIENCE);
    }
}

impl Wire {
    /// Reads `input` and writes `output` from now on.
    pub fn open(
        input: impl FnOnce() -> Box<dyn BufRead> + Send + 'static,
        output: impl Write + Send + 'static,
    ) -> io::Result<(Wire, Written)> {
        let (inward, messages) = channel(WAITING);
        let (outward, lines) = channel(WAITING);
        let (tell, written) = done();
        std::thread::Builder::new()
            .name("kb-mcp-in".to_owned())
            .spawn(move || take(&mut *input(), &inward))?;
        std::thread::Builder::new().name("kb-mcp-out".to_owned()).spawn(move || {
            give(output, lines);
            let _ = tell.send(());
        })?;
        let inward = Arc::new(Mutex::new(Inward { messages, owed: None }));
        Ok((Wire { inward, outward }, Written(written)))
    }

    /// Whether nobody listens any more.
    pub fn is_closed(&self) -> bool {
        self.outward.is_closed()
    }
}

impl Transport<RoleServer> for Wire {
    type Error = io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        let outward = self.outward.clone();
        async move { outward.send(written(&item)).await.map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe)) }
    }

    // Who waits for this may give up waiting at any `await` and ask again: nothing is lost by that.
    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        let mut inward = self.inward.lock().await;
        loop {
            if inward.owed.is_some() {
                let room = self.outward.reserve().await.ok()?;
                room.send(inward.owed.take().unwrap_or_default());
            }
            match inward.messages.recv().await? {
                _ if self.is_closed() => return None,
                Incoming::Message(message) => return Some(*message),
                Incoming::Refused(answer) => inward.owed = Some(answer),
            }
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        Ok(())
    }
}

/// Reads line by line until there is no more, or nobody takes it.
fn take(input: &mut dyn BufRead, to: &Sender<Incoming>) {
    let mut line = Vec::new();
    let mut is_too_long = false;
    loop {
        let available = match input.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        if available.is_empty() {
            // A last line without an end is one all the same.
            if !is_too_long {
                let _ = read(&line).into_iter().try_for_each(|message| to.blocking_send(message));
            }
            return;
        }
        let end = available.iter().position(|&byte| byte == b'\n');
        let taken = end.map_or(available.len(), |end| end + 1);
        if !is_too_long {
            line.extend_from_slice(&available[..taken]);
        }
        input.consume(taken);
        if line.len() > LONGEST && !is_too_long {
            is_too_long = true;
            line.truncate(HEAD);
            if to.blocking_send(too_long(&line)).is_err() {
                return;
            }
            line = Vec::new();
        }
        if end.is_some() {
            let whole = std::mem::take(&mut line);
            if !std::mem::take(&mut is_too_long)
                && read(&whole).into_iter().try_for_each(|message| to.blocking_send(message)).is_err()
            {
                return;
            }
        }
    }
}

/// Writes line by line until there will be no more, or nobody reads them.
fn give(mut output: impl Write, mut lines: Receiver<Vec<u8>>) {
    while let Some(line) = lines.blocking_recv() {
        if output.write_all(&line).and_then(|()| output.flush()).is_err() {
            return;
        }
    }
}
