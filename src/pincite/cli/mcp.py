"""`mcp`: a knowledge base as tools for a model, over standard input and output."""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from typing import Any

from pincite.cli.options import add_knowledge_base, config_of
from pincite.cli.show import tell
from pincite.errors import UsageError
from pincite.knowledge_base.door import KnowledgeBase


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "mcp", help="serve a knowledge base to an MCP client, which starts this and talks over its streams"
    )
    add_knowledge_base(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until the client hangs up. Raises UsageError where the extra is not installed."""
    if find_spec("mcp") is None:
        raise UsageError("this needs the extra `mcp`: pip install 'pincite[mcp]'")
    from pincite.mcp.server import serve_stdio  # noqa: PLC0415 - other commands do without the extra, and start faster

    with KnowledgeBase(args.kb, config=config_of(args), say=tell) as kb:
        serve_stdio(kb)
    return 0
