// The TypeScript SDK (npm @modelcontextprotocol/sdk), which speaks the protocol up to 2025-11-25.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { story } from "./story.mjs";

const { KB, KB_BASE, KB_URL, KB_TOKEN, KB_EVIDENCE } = process.env;
for (const transport of ["stdio", "http"]) {
  const client = new Client({ name: `kb-ci-sdk-${transport}`, version: "1.0" });
  const over =
    transport === "stdio"
      ? new StdioClientTransport({ command: KB, args: ["-C", KB_BASE, "mcp", "--as", "support"], stderr: "inherit" })
      : new StreamableHTTPClientTransport(new URL(KB_URL), {
          requestInit: { headers: { Authorization: `Bearer ${KB_TOKEN}` } },
        });
  await client.connect(over);
  assert.equal(client.getServerVersion().name, "kb");
  assert.match(client.getInstructions(), /Search before you answer/);
  client.label = `sdk over ${transport}`;
  await story(client, KB_EVIDENCE);
  await client.ping();
  await client.close();
  console.log(`    @modelcontextprotocol/sdk over ${transport}: every tool, resource and prompt`);
}
