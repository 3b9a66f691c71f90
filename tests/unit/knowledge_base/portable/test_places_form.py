import json

import jsonschema
import pytest

from pincite.knowledge_base.portable.lines import schema
from pincite.knowledge_base.portable.places_form import place_to_json, places_from_json
from pincite.types.places import Box, Cells, Chapter, Line, NotebookCell, Page, Place, Places, Slide, Times

PLACES = [
    Place(0, 2, Page(1, Box(0.1, 0.2, 0.3, 0.4), "i"), 0.5),
    Place(2, 4, Times(1.5, 2.0)),
    Place(4, 6, Cells("S", 1, 1, 2, 2)),
    Place(6, 8, Cells("S", 1, 1, 2, 2, hidden=True)),
    Place(8, 10, Slide(3)),
    Place(10, 12, Slide(3, hidden=True)),
    Place(12, 14, NotebookCell(1)),
    Place(14, 16, Chapter(2, "OPS/a.xhtml")),
    Place(16, 18, Chapter(2, "OPS/a.xhtml", "/4/2[p1]")),
    Place(18, 20, Line(7)),
]


@pytest.mark.parametrize("place", PLACES, ids=lambda place: str(place.where))
def test_every_kind_of_place_comes_back_as_it_was_and_fits_the_schema(place):
    written = json.loads(json.dumps(place_to_json(place)))
    assert list(places_from_json([written])) == list(Places([place]))
    jsonschema.validate(written, _schema_of_places())


def _schema_of_places():
    """What the published schema says of one place."""
    found = []

    def look(value):
        if isinstance(value, dict):
            if "places" in value.get("properties", {}):
                found.append(value["properties"]["places"]["items"])
            for inner in value.values():
                look(inner)
        elif isinstance(value, list):
            for inner in value:
                look(inner)

    look(json.loads(schema()))
    return found[0]
