"""The Python SDK (PyPI mcp): every tool, resource and prompt over both transports, as it negotiates by itself and by handshake."""

import asyncio
import os
import re
import subprocess

import httpx2
from mcp import Client, Implementation, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

KB, BASE, SOURCE, EVIDENCE = (os.environ[name] for name in ("KB", "KB_BASE", "KB_SOURCE", "KB_EVIDENCE"))


def git(*words):
    return subprocess.run(["git", "-C", BASE, *words], check=True, capture_output=True, text=True).stdout.strip()


def text(result):
    return "\n".join(part.text for part in result.content)


async def call(client, name, **arguments):
    result = await client.call_tool(name, arguments)
    assert not result.is_error, f"{name}: {text(result)}"
    assert result.structured_content, f"{name} gives typed data"
    return text(result), result.structured_content


async def refused(coming, pattern):
    try:
        result = await coming
        assert getattr(result, "is_error", False), result
        said = text(result)
    except MCPError as error:
        said = str(error)
    assert re.search(pattern, said), said


async def story(client, label):
    tools = (await client.list_tools()).tools
    assert sorted(tool.name for tool in tools) == ["browse", "neighbours", "proposal", "read", "remember", "search", "why"]
    assert all(tool.description and tool.output_schema for tool in tools)

    said, data = await call(client, "search", query="how long can a refund be requested")
    assert re.search(r"(?m)^> .*refund window is 7 days", said), said
    assert data["commit"] == git("rev-parse", "main") and data["fresh"]
    assert data["results"][0]["uri"].startswith("kb://_/knowledge/refunds.md#L"), data
    assert data["results"][0]["evidence"][0].startswith(EVIDENCE), data
    said, data = await call(client, "search", query="xyzzyplugh")
    assert said.startswith("Nothing relevant found in ") and data["results"] == [], said
    said, data = await call(client, "search", query="salaries zyzzyva")
    assert data["results"] == [] and "pay.md" not in said, said

    said, data = await call(client, "read", uri="refunds")
    assert data["kind"] == "note" and "> The refund window is 7 days after receipt." in said, said
    said, data = await call(client, "read", uri=f"kb://_/{SOURCE}#L2", level=2)
    assert "> Agent: The refund window is 7 days after receipt." in said, said
    await refused(client.call_tool("read", {"uri": "hr/pay"}), "nothing answers to `hr/pay`")
    said, data = await call(client, "browse", folder="knowledge", depth=3)
    assert "Orders" in said and "Pay" not in said, said
    said, data = await call(client, "neighbours", uri="orders")
    assert [one["title"] for one in data["neighbours"] if one["by"] == "link"] == ["Refunds"], data
    said, data = await call(client, "why", uri="refunds#L8")
    assert data["claims"][0]["verdict"] == "supported" and data["claims"][0]["commit"], data

    before = git("rev-parse", "main:knowledge")
    words = f"Customer: and my parcel?\nAgent: Parcels of {label} arrive within 6 days."
    said, data = await call(client, "remember", text=words, kind="call", title=f"Parcels of {label}")
    assert data["is_new"] and git("rev-parse", "main:knowledge") == before, data
    if "proposal" in data:
        said, told = await call(client, "proposal", id=data["proposal"])
        assert told["proposals"][0]["id"] == data["proposal"], told
    said, data = await call(client, "proposal")
    assert isinstance(data["proposals"], list), data

    uris = [str(resource.uri) for resource in (await client.list_resources()).resources]
    assert "kb://_/knowledge/refunds.md" in uris and not any("pay" in uri for uri in uris), uris
    templates = (await client.list_resource_templates()).resource_templates
    assert [template.uri_template for template in templates] == ["kb://{tenant}/{+path}"], templates
    for uri in uris:
        contents = (await client.read_resource(uri)).contents[0]
        assert contents.mime_type == "text/markdown" and contents.text, uri
    await refused(client.read_resource("kb://_/knowledge/hr/pay.md"), "there is no resource")
    prompts = (await client.list_prompts()).prompts
    assert sorted(prompt.name for prompt in prompts) == ["answer", "file"], prompts
    answer = await client.get_prompt("answer", {"question": "How long is the refund window?"})
    assert "How long is the refund window?" in answer.messages[0].content.text
    assert "`remember`" in (await client.get_prompt("file", {})).messages[0].content.text
    await refused(client.call_tool("search", {}), "query")
    await refused(client.call_tool("search", {"query": "refund", "labels": ["staff"]}), "labels")
    many = await asyncio.gather(*(client.call_tool("search", {"query": "refund window"}) for _ in range(16)))
    assert len({text(one) for one in many}) == 1


async def main():
    stdio = StdioServerParameters(command=KB, args=["-C", BASE, "mcp", "--as", "support"])
    who = Implementation(name="kb-ci-python", version="1.0")
    for mode in ["auto", "legacy"]:
        async with Client(stdio, mode=mode, client_info=who) as client:
            await story(client, f"python over stdio, {mode}")
        print(f"    mcp over stdio, {mode}: every tool, resource and prompt")
        headers = {"Authorization": f"Bearer {os.environ['KB_TOKEN']}"}
        async with httpx2.AsyncClient(headers=headers) as http:
            async with Client(streamable_http_client(os.environ["KB_URL"], http_client=http), mode=mode, client_info=who) as client:
                await story(client, f"python over http, {mode}")
        print(f"    mcp over http, {mode}: every tool, resource and prompt")


asyncio.run(main())
