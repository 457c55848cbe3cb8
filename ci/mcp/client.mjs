// The TypeScript client of the protocol of 2026 (npm @modelcontextprotocol/client): pinned to 2026-07-28, and as it negotiates by itself.
import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { story } from "./story.mjs";

const { KB, KB_BASE, KB_URL, KB_TOKEN, KB_EVIDENCE } = process.env;
for (const transport of ["stdio", "http"]) {
  for (const mode of [{ pin: "2026-07-28" }, "auto"]) {
    const shown = mode.pin ?? mode;
    const client = new Client({ name: `kb-ci-client-${transport}-${shown}`, version: "1.0" }, { versionNegotiation: { mode } });
    const over =
      transport === "stdio"
        ? new StdioClientTransport({ command: KB, args: ["-C", KB_BASE, "mcp", "--as", "support"], stderr: "inherit" })
        : new StreamableHTTPClientTransport(new URL(KB_URL), {
            requestInit: { headers: { Authorization: `Bearer ${KB_TOKEN}` } },
          });
    await client.connect(over);
    assert.equal(client.getServerVersion().name, "kb");
    client.label = `client over ${transport}, ${shown}`;
    await story(client, KB_EVIDENCE);
    await client.close();
    console.log(`    @modelcontextprotocol/client over ${transport}, ${shown}: every tool, resource and prompt`);
  }
}
