"""cocite mcp and /mcp of cocite serve, asked by the official client library."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from typing import Any

import pytest

mcp = pytest.importorskip("mcp", reason="the client library of the Model Context Protocol is not installed")

MODES = [("legacy", "2025-11-25"), ("auto", "2026-07-28"), ("2026-07-28", "2026-07-28")]


async def ask(server: Any, mode: str, revision: str) -> None:
    async with mcp.Client(server, mode=mode) as client:
        assert client.protocol_version == revision
        tools = (await client.list_tools()).tools
        assert {tool.name for tool in tools} == {"search", "related", "page", "linkers", "audit"}
        result = await client.call_tool("related", {"page": ["www.apples.example"], "top": 3, "budget": 500})
        assert not result.is_error and "www.pears.example/" in result.content[0].text
        result = await client.call_tool("related", {"page": ["www.nowhere.example"]})
        assert result.is_error
        resources = (await client.list_resources()).resources
        assert [str(resource.uri) for resource in resources] == ["cocite://web/"]
        templates = (await client.list_resource_templates()).resource_templates
        assert templates[0].uri_template == "cocite://{store}/{+page}"
        contents = (await client.read_resource("cocite://web/www.apples.example/")).contents
        assert "All about apples" in contents[0].text


@pytest.mark.parametrize(("mode", "revision"), MODES)
def test_over_standard_input(store_path: str, mode: str, revision: str) -> None:
    server = mcp.StdioServerParameters(command=sys.executable, args=["-m", "cocite", "mcp", store_path])
    asyncio.run(ask(server, mode, revision))


@pytest.mark.parametrize(("mode", "revision"), MODES)
def test_over_http(store_path: str, mode: str, revision: str) -> None:
    words = [sys.executable, "-m", "cocite", "serve", store_path, "--listen", "127.0.0.1:0"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as running:
        try:
            assert running.stderr is not None
            address = next(found[0] for line in running.stderr if (found := re.search(r"http://[0-9.:]+/", line)))
            asyncio.run(ask(address + "mcp", mode, revision))
        finally:
            running.terminate()
