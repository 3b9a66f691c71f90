"""Answers questions from your own documents with citations to the exact place, or says that it can't."""

__version__ = "0.1.0"
