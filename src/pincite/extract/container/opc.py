"""The package of an Office document: its parts, how they point at each other, and what it says of itself (ECMA-376, part 2)."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from functools import cached_property

from pincite.extract.container.xml_tree import Element, attribute, name, parse_xml
from pincite.extract.container.zip_container import Container
from pincite.extract.plain.front_matter import iso_date

_NO_TITLE = re.compile(
    r"(?:microsoft word - .*|untitled|powerpoint[ -]presentation|presentation\d*|document\d*)\Z", re.IGNORECASE
)
_SAID = {"dc:creator": "author", "cp:keywords": "tags", "dc:language": "language", "dcterms:modified": "date"}


@dataclass(frozen=True, slots=True)
class Relation:
    """Where one part points: the last word of the type (`slide`, `footnotes`), and the name of the other part."""

    type: str
    target: str
    external: bool


class Package:
    """The parts of one file; targets are resolved as names and never leave the archive."""

    def __init__(self, data: bytes) -> None:
        self._container = Container(data)
        self._relations: dict[str, dict[str, Relation]] = {}

    def __contains__(self, part: str) -> bool:
        return part in self._container

    def read(self, part: str) -> bytes:
        """The bytes of a part; raises ExtractError where it is missing or damaged."""
        return self._container.read(part)

    def xml(self, part: str) -> Element:
        """The root of a part; raises ExtractError where it is missing or no XML."""
        return parse_xml(self._container.read(part), part)

    def main(self, default: str) -> str:
        """The part that the package says it is all about."""
        return next(iter(self.related("", "officeDocument")), default)

    def relations(self, part: str) -> dict[str, Relation]:
        """What a part (the package itself for an empty name) points at, by id; read once."""
        if part not in self._relations:
            self._relations[part] = self._read_relations(part)
        return self._relations[part]

    def _read_relations(self, part: str) -> dict[str, Relation]:
        folder, base = posixpath.split(part)
        listed = posixpath.join(folder, "_rels", f"{base}.rels")
        if listed not in self:
            return {}
        found = {}
        for element in self.xml(listed):
            type_ = (attribute(element, "Type") or "").rpartition("/")[2]
            external = attribute(element, "TargetMode") == "External"
            target = posixpath.normpath(posixpath.join("/", folder, attribute(element, "Target") or ""))
            found[attribute(element, "Id") or ""] = Relation(type_, target.lstrip("/"), external)
        return found

    def related(self, part: str, type_: str) -> list[str]:
        """The parts of one type that a part points at and that are there, in the order of the file."""
        targets = (found for found in self.relations(part).values() if found.type == type_ and not found.external)
        return [found.target for found in targets if found.target in self]

    @cached_property
    def metadata(self) -> dict[str, str]:
        """What the document says of itself: title, author, date (of its last change), tags, language."""
        found: dict[str, str] = {}
        for part in self.related("", "core-properties"):
            for element in self.xml(part):
                value = " ".join((element.text or "").split())
                match name(element):
                    case "dc:title" if not _NO_TITLE.match(value):
                        found["title"] = value
                    case "dcterms:created":
                        found.setdefault("date", iso_date(value))
                    case known if known in _SAID:
                        found[_SAID[known]] = iso_date(value) if _SAID[known] == "date" else value
        if "tags" in found:
            found["tags"] = ",".join(filter(None, (tag.strip() for tag in re.split("[,;]", found["tags"]))))
        return found
