"""Markdown as the source of Typst, in two layouts of a printed course.

What a typesetter makes of it is an ordinary PDF: lines broken and justified, words divided, pages numbered.
"""

from __future__ import annotations

import re
from itertools import pairwise

from markdown_it import MarkdownIt

_ONE = """#set page(paper: "a4", margin: 2.5cm, numbering: "1")
#set text(font: "Libertinus Serif", size: 11pt, lang: "en")
#set par(justify: false)
"""
_TWO = """#set page(paper: "a4", margin: 2cm, columns: 2, header: [#smallcaps[A course in print] #h(1fr) #TITLE],
  footer: context [#h(1fr) Page #counter(page).display("1 of 1", both: true)])
#set text(font: "New Computer Modern", size: 9.5pt, lang: "en", hyphenate: true)
#set par(justify: true, first-line-indent: 1em, spacing: 0.65em)
#set heading(numbering: "1.1")
"""
LAYOUTS = {"one column": _ONE, "two columns": _TWO}

_SPECIAL = re.compile(r"[\\#*_`$<>@\[\]~=+/-]")


def typeset(markdown: str, layout: str) -> str:
    """The Typst source of a Markdown text in one of the layouts."""
    tokens = MarkdownIt("commonmark").enable("table").parse(markdown)
    title = next((text.content for head, text in pairwise(tokens) if head.type == "heading_open"), "")
    return LAYOUTS[layout].replace("#TITLE", _escaped(title)) + "".join(_block(token, tokens) for token in tokens)


_BLOCKS = {
    **dict.fromkeys(("heading_close", "paragraph_close"), "\n\n"),
    "bullet_list_open": "\n#list(",
    **dict.fromkeys(("list_item_open", "td_open", "th_open"), "["),
    **dict.fromkeys(("list_item_close", "td_close", "th_close"), "],"),
    **dict.fromkeys(("bullet_list_close", "ordered_list_close", "table_close"), ")\n\n"),
    "blockquote_open": "\n#quote(block: true)[",
    "blockquote_close": "]\n\n",
    "hr": "\n#line(length: 100%)\n\n",
}
_INLINES = {
    "softbreak": "\n",
    "hardbreak": " \\\n",
    "strong_open": "#strong[",
    "em_open": "#emph[",
    **dict.fromkeys(("strong_close", "em_close"), "];"),
}


def _block(token, tokens):
    match token.type:
        case "heading_open":
            return "\n" + "=" * int(token.tag[1]) + " "
        case "inline":
            return "".join(map(_inline, token.children))
        case "fence" | "code_block":
            return f"\n#raw({_quoted(token.content.rstrip())}, block: true)\n\n"
        case "ordered_list_open":
            return f"\n#enum(start: {token.attrs.get('start', 1)}, "
        case "table_open":
            return f"\n#table(columns: {_columns(tokens[tokens.index(token) :])}, "
    return _BLOCKS.get(token.type, "")


def _columns(tokens):
    row = tokens[: next(number for number, token in enumerate(tokens) if token.type == "tr_close")]
    return sum(token.type in {"th_open", "td_open"} for token in row)


def _inline(token):
    if token.type in {"text", "html_inline"}:
        return _escaped(token.content)
    if token.type == "code_inline":
        return f"#raw({_quoted(token.content)});"
    return _INLINES.get(token.type, "")


def _escaped(text):
    return _SPECIAL.sub(r"\\\g<0>", text)


def _quoted(text):
    inside = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{inside}"'
