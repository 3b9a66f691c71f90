"""The MCP server: the tools over whatever transport it is given."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache, partial
from importlib.resources import files
from typing import Any

import anyio
import mcp_types as protocol
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from pydantic import ValidationError

from pincite import __version__
from pincite.errors import PinciteError
from pincite.knowledge_base.door import KnowledgeBase
from pincite.mcp.desk import Desk, desk_of
from pincite.mcp.tools import QUOTED, TOOLS, Tool

ABOUT = (
    "Answers from a person's own documents with citations to the exact characters, or says that it can't. Use `ask` for a "
    f"question, `search` to look around, `read` for the text around a citation. {QUOTED}"
)
_HINTS = protocol.ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)

Reach = Callable[[Any], Desk]
"""The desk for a request; for HTTP it is given the request, else None."""


def build_server(reach: Reach) -> Server[Any]:
    """A server whose tools work at the desk that `reach` gives for each request."""

    async def list_tools(_: ServerRequestContext[Any, Any], __: object) -> protocol.ListToolsResult:
        return protocol.ListToolsResult(tools=[_described(tool) for tool in TOOLS])

    async def call_tool(
        context: ServerRequestContext[Any, Any], call: protocol.CallToolRequestParams
    ) -> protocol.CallToolResult:
        tool = next((tool for tool in TOOLS if tool.name == call.name), None)
        if tool is None:
            return _failed(f"there is no tool {call.name!r}: expected one of {', '.join(tool.name for tool in TOOLS)}")
        told: Callable[[Exception], str] = str
        try:
            desk, arguments = reach(context.request), tool.takes.model_validate(call.arguments or {})
            told = desk.told
            said = await desk.working(partial(tool.run, desk, arguments))
        except ValidationError as error:
            return _failed("; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()))
        except PinciteError as error:
            return _failed(told(error))
        return protocol.CallToolResult(
            content=[protocol.TextContent(type="text", text=said.text)], structured_content=said.data
        )

    server: Server[Any] = Server(
        "pincite",
        version=__version__,
        title="Pincite",
        instructions=ABOUT,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )
    server.middleware.clear()  # it holds the tracing of OpenTelemetry, and we send nothing to anybody
    return server


def serve_stdio(kb: KnowledgeBase) -> None:
    """Serve one knowledge base over standard input and output, until the client hangs up."""
    server, desk = build_server(lambda _: desk), desk_of(kb)

    async def serving() -> None:
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())

    anyio.run(serving)


def _described(tool: Tool) -> protocol.Tool:
    return protocol.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.takes.model_json_schema(by_alias=True),
        output_schema=_schema(tool.name),
        annotations=_HINTS,
    )


@cache
def _schema(name: str) -> dict[str, Any]:
    """The JSON Schema of what a tool gives: that of the command of the same name."""
    found: dict[str, Any] = json.loads(
        (files("pincite") / "cli" / "schemas" / f"{name}.json").read_text(encoding="utf-8")
    )
    return found


def _failed(message: str) -> protocol.CallToolResult:
    return protocol.CallToolResult(content=[protocol.TextContent(type="text", text=message)], is_error=True)
