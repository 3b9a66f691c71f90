"""Answers questions from your own documents with citations to the exact place, or says that it can't.

    from pincite import KnowledgeBase

    kb = KnowledgeBase("papers.kb")
    kb.add("papers")
    print(kb.ask("What does overlap cost?"))

The verbs of the command line are the methods of `KnowledgeBase`; everything that is raised on purpose is a
`PinciteError`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pincite.config import Config
    from pincite.errors import PinciteError
    from pincite.knowledge_base.door import KnowledgeBase

__version__ = "0.1.0"
__all__ = ["Config", "KnowledgeBase", "PinciteError"]

_ROOMS = {"Config": "config", "KnowledgeBase": "knowledge_base.door", "PinciteError": "errors"}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for, so that a command that needs no model starts at once."""
    if name not in _ROOMS:
        raise AttributeError(f"module 'pincite' has no attribute {name!r}")
    return getattr(import_module(f"pincite.{_ROOMS[name]}"), name)
