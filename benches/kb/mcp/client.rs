//! A client of a server that is a program: one request after the other over its standard input and output, timed.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A running server.
pub struct Client {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    patience: Duration,
    next: u64,
}

impl Client {
    /// Starts `command` and greets it; gives up on an answer after `patience`.
    pub fn start(command: &mut Command, patience: Duration) -> Result<Client, String> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{command:?}: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{command:?}: no pipes"));
        };
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let mut client = Client { child, input, lines, patience, next: 0 };
        let greeting = json!({
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "kb-bench", "version": "1" },
        });
        client.ask("initialize", &greeting)?;
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))?;
        Ok(client)
    }

    /// Asks `method` and waits for the result.
    pub fn ask(&mut self, method: &str, params: &Value) -> Result<Value, String> {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        loop {
            let line = self
                .lines
                .recv_timeout(self.patience)
                .map_err(|_| format!("{method}: no answer within {} s", self.patience.as_secs()))?;
            let mut message: Value =
                serde_json::from_str(&line).map_err(|error| format!("{line}: {error}"))?;
            if message["id"] != json!(id) {
                continue;
            }
            return match message.get("error") {
                Some(error) => Err(format!("{method} {params}: {error}")),
                None => Ok(message["result"].take()),
            };
        }
    }

    /// Calls a tool, which must answer; gives the milliseconds until it has, and the result.
    pub fn call(&mut self, tool: &str, arguments: &Value) -> Result<(f64, Value), String> {
        let started = Instant::now();
        let result = self.ask("tools/call", &json!({ "name": tool, "arguments": arguments }))?;
        let taken = started.elapsed().as_secs_f64() * 1_000.0;
        if result["isError"] == json!(true) {
            return Err(format!("{tool} {arguments}: {result}"));
        }
        Ok((taken, result))
    }

    /// The most memory that the server has had so far, in MB; `None` where the system does not tell it in `/proc`.
    pub fn peak_mb(&self) -> Option<f64> {
        let status =
            std::fs::read_to_string(Path::new("/proc").join(self.child.id().to_string()).join("status"))
                .ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.trim().strip_suffix(" kB")?.trim().parse::<f64>().ok().map(|kb| kb / 1_024.0)
    }

    fn send(&mut self, message: &Value) -> Result<(), String> {
        writeln!(self.input, "{message}")
            .and_then(|()| self.input.flush())
            .map_err(|error| format!("sending to the server: {error}"))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // A server that is gone is stopped.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
