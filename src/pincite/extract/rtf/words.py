"""What the control words of rich text mean: characters, encodings, and destinations outside the text."""

from __future__ import annotations

CHARACTERS = {
    "tab": "\t", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
    "bullet": "•", "emspace": "\u2003", "enspace": "\u2002", "qmspace": "\u2005", "zwj": "\u200d", "zwnj": "\u200c",
    "~": "\u00a0", "_": "\u2011", "-": "\u00ad", "{": "{", "}": "}", "\\": "\\", "\t": "\t",
}  # fmt: skip
"""Control words and symbols that stand for one character."""

CODEPAGES = {"ansi": "cp1252", "mac": "mac_roman", "pc": "cp437", "pca": "cp850"}
"""The encoding that the head of a file names by a word."""

CHARSETS = {
    77: "mac_roman", 128: "cp932", 129: "cp949", 130: "johab", 134: "gb18030", 136: "cp950", 161: "cp1253", 162: "cp1254",
    163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250", 255: "cp437",
}  # fmt: skip
"""The encoding of text in a font, by the number of its character set; others have that of the file."""

SINKS = {
    "footnote": "footnote", "annotation": "comment", "atnauthor": "", "atnid": "", "fldinst": "field-code", "title": "title",
    "author": "author", "keywords": "tags", "listtext": "label", "pntext": "label", "fonttbl": "fonts", "stylesheet": "styles",
    "revtim": "date", "creatim": "date", "moMath": "formula", "upr": "",
} | {
    f"{where}{pages}": "furniture" for where in ("header", "footer") for pages in ("", "l", "r", "f")
} | dict.fromkeys((
        "info", "colortbl", "pict", "object", "objdata", "listtable", "listoverridetable", "listpicture", "themedata", "datastore",
        "xmlnstbl", "generator", "rsidtbl", "latentstyles", "nonshppict", "nonesttables", "nesttableprops", "revtbl", "filetbl",
        "bkmkstart", "bkmkend", "sp", "sn", "sv", "mmathPr", "pgptbl", "userprops", "xmlopen", "docvar", "template", "ftnsep",
        "ftnsepc", "ftncn", "aftnsep", "aftnsepc", "aftncn", "falt", "panose", "atndate", "atnref", "atrfstart", "atrfend",
        "company", "operator", "comment", "doccomm", "subject", "category", "manager", "hlinkbase", "printim", "buptim", "tc",
        "xe", "pn", "pnseclvl", "txe", "rxe", "shpinst", "shprslt",
    ), "")  # fmt: skip
"""Where the text of a destination goes; nowhere for an empty name."""

SHOWN = {"shptxt", "fldrslt", "result", "shppict", "ud"}
"""Destinations whose text is part of the document, even inside one that is not."""
