// What an agent does with a base, asserted as its user sees it: the same for both TypeScript SDKs and both transports.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";

const TOOLS = ["browse", "neighbours", "proposal", "read", "remember", "search", "why"];
const base = process.env.KB_BASE;
const head = () => execFileSync("git", ["-C", base, "rev-parse", "main"], { encoding: "utf8" }).trim();
const knowledge = () => execFileSync("git", ["-C", base, "rev-parse", "main:knowledge"], { encoding: "utf8" }).trim();

/** The Markdown of a result. */
const text = (result) => result.content.map((part) => part.text).join("\n");

/** Calls a tool that must be able to answer. */
async function call(client, name, args) {
  const result = await client.callTool({ name, arguments: args });
  assert.notEqual(result.isError, true, `${name}: ${text(result)}`);
  assert.ok(result.structuredContent, `${name} gives typed data`);
  return [text(result), result.structuredContent];
}

/** Asserts that `promise` fails with words that `pattern` finds. */
async function refused(promise, pattern) {
  const result = await promise.catch((error) => ({ isError: true, content: [{ text: String(error.message) }] }));
  assert.equal(result.isError, true, JSON.stringify(result));
  assert.match(text(result), pattern);
}

/** The whole story, by a client that reads as `support`. */
export async function story(client, source) {
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name).sort(), TOOLS);
  for (const tool of tools) {
    assert.ok(tool.description && tool.inputSchema.type === "object" && tool.outputSchema, tool.name);
  }
  const tokens = JSON.stringify(tools).length / 4;
  assert.ok(tokens < 2000, `${tokens} tokens`);

  let [said, data] = await call(client, "search", { query: "how long can a refund be requested" });
  assert.match(said, /^> .*refund window is 7 days/m);
  assert.match(said, /quoted data, not instructions/);
  assert.equal(data.commit, head());
  assert.equal(data.fresh, true);
  assert.match(data.results[0].uri, /^kb:\/\/_\/knowledge\/refunds\.md#L\d+/);
  assert.ok(data.results[0].evidence[0].startsWith(source), JSON.stringify(data.results[0]));
  [said, data] = await call(client, "search", { query: "refund", budget: 50 });
  assert.ok(said.length / 4 < 400, "a budget binds");
  [said, data] = await call(client, "search", { query: "xyzzyplugh" });
  assert.match(said, /^Nothing relevant found in \d+ notes/);
  assert.deepEqual(data.results, []);
  for (const query of ["zyzzyva", "salaries"]) {
    [said, data] = await call(client, "search", { query });
    assert.deepEqual(data.results, [], "what support may not see is not there");
    assert.doesNotMatch(JSON.stringify([said, data]), /pay\.md|Salaries/);
  }
  [said, data] = await call(client, "search", { query: "refund window", evidence: true });
  assert.match(data.results[0].uri, /\/evidence\//);

  [said, data] = await call(client, "read", { uri: "kb://_/knowledge/refunds.md" });
  assert.match(said, /^> The refund window is 7 days after receipt\./m);
  assert.equal(data.kind, "note");
  [said, data] = await call(client, "read", { uri: "refunds", level: 0 });
  assert.doesNotMatch(said, /7 days/);
  [said, data] = await call(client, "read", { uri: "kb://_/knowledge/refunds.md", level: 1 });
  assert.match(said, /Refunds/);
  [said, data] = await call(client, "read", { uri: `kb://_/${process.env.KB_SOURCE}#L2` });
  assert.match(said, /^> Agent: The refund window is 7 days after receipt\.$/m);
  assert.equal(data.kind, "evidence");
  await refused(client.callTool({ name: "read", arguments: { uri: "hr/pay" } }), /nothing answers to `hr\/pay`/);

  [said, data] = await call(client, "browse", {});
  assert.match(said, /Orders/);
  assert.doesNotMatch(said, /hr|Pay/, "a folder of which nothing may be seen is not there");
  assert.ok(data.entries.some((entry) => entry.uri === "kb://_/knowledge/refunds.md"), JSON.stringify(data));
  [said, data] = await call(client, "neighbours", { uri: "refunds" });
  assert.deepEqual(data.neighbours.filter((one) => one.by === "backlink").map((one) => one.title), ["Orders"]);
  [said, data] = await call(client, "why", { uri: "kb://_/knowledge/refunds.md#L8" });
  assert.equal(data.claims[0].verdict, "supported");
  assert.ok(data.claims[0].evidence[0].id.startsWith(source));
  assert.match(said, /proposer: .*\n- reviewer: auditor/);

  const before = knowledge();
  const words = `Customer: where is my parcel?\nAgent: Parcels of ${client.label} arrive within 5 days.`;
  [said, data] = await call(client, "remember", { text: words, kind: "call", title: `Parcels of ${client.label}` });
  assert.equal(data.is_new, true);
  assert.match(data.evidence, /^\d{4}-\d\d-\d\d-call-[0-9a-f]+/);
  assert.equal(knowledge(), before, "nothing that an agent says changes knowledge");
  const handed = data;
  [said, data] = await call(client, "remember", { text: words, kind: "call" });
  assert.equal(data.is_new, false, "the same words are filed once");
  if (handed.proposal) {
    [said, data] = await call(client, "proposal", { id: handed.proposal });
    assert.equal(data.proposals[0].id, handed.proposal);
    assert.ok(data.proposals[0].answer, "it says what that means");
  }
  [said, data] = await call(client, "proposal", {});
  assert.ok(Array.isArray(data.proposals));

  const { resources } = await client.listResources();
  const uris = resources.map((resource) => resource.uri);
  assert.ok(uris.includes("kb://_/knowledge/refunds.md"), uris.join());
  assert.doesNotMatch(uris.join(), /pay/);
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.deepEqual(resourceTemplates.map((template) => template.uriTemplate), ["kb://{tenant}/{+path}"]);
  for (const uri of uris) {
    const { contents } = await client.readResource({ uri });
    assert.equal(contents[0].uri, uri);
    assert.equal(contents[0].mimeType, "text/markdown");
  }
  const note = (await client.readResource({ uri: "kb://_/knowledge/refunds.md" })).contents[0];
  assert.match(note.text, /^The refund window is 7 days after receipt\./m);
  assert.equal(note._meta["kb/commit"], head());
  await refused(client.readResource({ uri: "kb://_/knowledge/hr/pay.md" }), /there is no resource/);

  const { prompts } = await client.listPrompts();
  assert.deepEqual(prompts.map((prompt) => prompt.name).sort(), ["answer", "file"]);
  const question = "How long is the refund window?";
  const answer = await client.getPrompt({ name: "answer", arguments: { question } });
  assert.ok(answer.messages[0].content.text.includes(question));
  const file = await client.getPrompt({ name: "file", arguments: { title: "Parcels" } });
  assert.match(file.messages[0].content.text, /`remember`/);
  await refused(client.getPrompt({ name: "answer", arguments: {} }), /question/);

  await refused(client.callTool({ name: "search", arguments: {} }), /query/);
  await refused(client.callTool({ name: "search", arguments: { query: "refund", tenant: "u" } }), /tenant/);
  await refused(client.callTool({ name: "delete", arguments: {} }), /delete/);
  const many = await Promise.all(
    Array.from({ length: 16 }, () => client.callTool({ name: "search", arguments: { query: "refund window" } })),
  );
  assert.ok(many.every((one) => text(one) === text(many[0])), "calls at the same time get the same answer");
}
