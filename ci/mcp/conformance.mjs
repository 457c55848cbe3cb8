// The conformance suite (npm @modelcontextprotocol/conformance) against the server. Its scenarios that need no tools of a server made
// for it are run; it brings no token, so a proxy of one process adds that, and changes nothing else.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import http from "node:http";

const SCENARIOS = ["server-initialize", "ping", "tools-list", "resources-list", "prompts-list", "dns-rebinding-protection"];
const { KB_URL, KB_TOKEN, KB_SUITE, KB_PROXY } = process.env;
const { hostname, port, pathname } = new URL(KB_URL);

const proxy = http.createServer((asked, answer) => {
  const headers = { ...asked.headers, authorization: `Bearer ${KB_TOKEN}` };
  const onward = http.request({ hostname, port, path: pathname, method: asked.method, headers }, (came) => {
    answer.writeHead(came.statusCode, came.headers);
    came.pipe(answer);
  });
  onward.on("error", (error) => answer.writeHead(502).end(String(error)));
  asked.pipe(onward);
});
await new Promise((ready) => proxy.listen(Number(KB_PROXY), "127.0.0.1", ready));
const url = `http://localhost:${KB_PROXY}${pathname}`;

for (const scenario of SCENARIOS) {
  const run = spawn(process.execPath, [KB_SUITE, "server", "--url", url, "--scenario", scenario]);
  let said = "";
  run.stdout.on("data", (part) => (said += part));
  run.stderr.on("data", (part) => (said += part));
  const code = await new Promise((ended) => run.on("close", ended));
  assert.equal(code, 0, `${scenario}:\n${said}`);
  assert.doesNotMatch(said, /FAILURE/, `${scenario}:\n${said}`);
  const passed = said.match(/Passed: (\d+)\/(\d+)/);
  assert.ok(passed && passed[1] === passed[2] && passed[1] !== "0", `${scenario} ran nothing:\n${said}`);
  console.log(`    ${scenario}: ${passed[1]} of ${passed[2]}`);
}
proxy.close();
proxy.closeAllConnections();
