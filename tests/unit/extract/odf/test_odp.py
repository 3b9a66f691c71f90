from office_maker import make_odf
from pincite.extract.extract import extract_bytes


def frame(*paragraphs, kind="", at=(0, 0), more=""):
    inside = "".join(text if text.startswith("<") else f"<text:p>{text}</text:p>" for text in paragraphs)
    named = f'presentation:class="{kind}"' if kind else ""
    return f'<draw:frame svg:x="{at[0]}cm" svg:y="{at[1]}cm" {named} {more}><draw:text-box>{inside}</draw:text-box></draw:frame>'


def slide(*shapes, style="", notes=""):
    spoken = f"<presentation:notes>{frame(notes, kind='notes')}</presentation:notes>" if notes else ""
    return f'<draw:page draw:style-name="{style}">{"".join(shapes)}{spoken}</draw:page>'


def read(*slides, **made):
    return extract_bytes(make_odf("".join(slides), kind="presentation", **made), "a.odp")


def test_slides_are_places_titles_are_headings_and_shapes_stand_top_down_and_from_the_left():
    one = slide(
        frame("low", at=(1, 9)),
        frame("right", at=(9, 3)),
        frame("left", at=(1, 3.2)),
        frame("One", kind="title", at=(0, 12)),
    )
    document = read(one, slide(frame("Two", kind="title"), frame("x")))
    assert document.text == "One\n\nleft\n\nright\n\nlow\n\nTwo\n\nx"
    assert document.locate(document.text.index("Two"), len(document.text)).fragment == "#slide=2"
    assert document.heading_path(len(document.text) - 1) == ("Two",)
    assert document.type == "odp"


def test_notes_stand_below_their_slide_and_hidden_slides_are_noted():
    hidden = (
        '<style:style style:name="dp1" style:family="drawing-page">'
        '<style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
    )
    document = read(
        slide(frame("One", kind="title"), notes="Say this"),
        slide(frame("Two", kind="title"), style="dp1"),
        automatic=hidden,
    )
    assert document.text == "One\n\nSay this\n\nTwo"
    assert [block.kind for block in document.blocks] == ["heading", "note", "paragraph", "heading"]
    assert [(note.code, note.page) for note in document.notes] == [("hidden-slide", 2)]


def test_furniture_and_prompts_are_out():
    document = read(
        slide(
            frame("T", kind="title"),
            frame("7", kind="page-number"),
            frame("Click to add text", kind="outline", more='presentation:placeholder="true"'),
        )
    )
    assert document.text == "T"
    assert [(note.code, note.text) for note in document.notes] == [("furniture", "7")]


def test_groups_lists_and_tables_are_read():
    table = (
        "<draw:frame svg:y='9cm'><table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell>"
        "<table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table></draw:frame>"
    )
    group = f"<draw:g>{frame('second', at=(1, 2))}{frame('first', at=(1, 1))}</draw:g>"
    document = read(
        slide(
            frame("T", kind="title"),
            table,
            group,
            frame("<text:list><text:list-item><text:p>i</text:p></text:list-item></text:list>", at=(0, 5)),
        )
    )
    assert document.text == "T\n\nfirst\n\nsecond\n\ni\n\na\tb"


def test_a_slide_without_a_title_has_its_first_words_or_its_number_as_heading():
    document = read(slide(frame("Words"), frame("more", at=(0, 5))), slide(frame("a", "b")))
    assert [block.title for block in document.blocks if block.kind == "heading"] == ["Words", "Slide 2"]
