import time

import pytest

from pincite.errors import ExtractError
from pincite.extract.extract import extract_bytes


def read(page):
    return extract_bytes(page.encode(), "a.html")


def blocks(page):
    document = read(page)
    return [(block.kind, block.level, document.text[block.start : block.end]) for block in document.blocks]


def notes(page):
    return [(note.code, note.text) for note in read(page).notes]


def test_white_space_collapses_as_in_a_browser():
    assert read("<p>  one\n  two <b> three</b> <i>four</i>\n</p>").text == "one two three four"


def test_words_in_neighbouring_elements_are_not_glued_nor_torn():
    assert read("<p>un<b>break</b>able <span>x</span><span>y</span></p><p>next").text == "unbreakable xy\n\nnext"


def test_entities_are_characters_and_hard_spaces_stay():
    assert read("<p>a&nbsp;b &lt;c&gt; &eacute; &#128512;").text == "a\xa0b <c> é 😀"


def test_a_page_that_says_it_is_xml_is_read_as_xml():
    page = '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script/></head><body><p/><p>a</p>{}</body></html>'
    assert read(page.format("<p><![CDATA[b < c]]></p>")).text == "a\n\nb < c"


def test_headings_have_levels_and_words():
    assert blocks("<h1>One <em>big</em>\nthing</h1><p>x</p><h3>Three</h3>") == [
        ("heading", 1, "One big thing"),
        ("paragraph", 0, "x"),
        ("heading", 3, "Three"),
    ]
    assert read("<h1>One <em>big</em>\nthing</h1>").blocks[0].title == "One big thing"


def test_text_outside_of_every_block_becomes_paragraphs():
    assert blocks("loose <b>words</b><div>in a box<p>and a paragraph</p>tail</div>") == [
        ("paragraph", 0, "loose words"),
        ("paragraph", 0, "in a box"),
        ("paragraph", 0, "and a paragraph"),
        ("paragraph", 0, "tail"),
    ]


def test_lists_hold_items_and_items_hold_lists():
    assert blocks("<ul><li>one<li>two<ul><li>deep</ul></ul>") == [
        ("list", 0, "one\ntwo\ndeep"),
        ("item", 0, "one"),
        ("item", 0, "two\ndeep"),
        ("list", 0, "deep"),
        ("item", 0, "deep"),
    ]


def test_preformatted_text_keeps_its_lines_and_spaces():
    assert blocks("<p>x<pre>\nfor x in y:\n    <b>print</b>(x)\n</pre>")[1] == (
        "code",
        0,
        "for x in y:\n    print(x)\n",
    )


def test_a_table_keeps_rows_cells_and_header():
    page = "<table><caption>Catch</caption><tr><th>Region<th>2023<th>2024<tr><td>North<td>1<td>2<tr><td>East<td><td>n/a"
    assert blocks(page) == [
        ("table", 0, "Catch\nRegion\t2023\t2024\nNorth\t1\t2\nEast\t\tn/a"),
        ("caption", 0, "Catch"),
        ("row", 1, "Region\t2023\t2024"),
        ("row", 0, "North\t1\t2"),
        ("row", 0, "East\t\tn/a"),
    ]


def test_cells_that_span_rows_and_columns_keep_the_others_in_their_columns():
    page = "<table><tr><td rowspan=2>a<td colspan=2>b<td>c<tr><td>d<td>e<td>f</table>"
    assert read(page).text == "a\tb\t\tc\n\td\te\tf"


def test_paragraphs_in_a_cell_stay_in_its_row():
    assert read("<table><tr><td><p>a</p><p>b</p><td>c<br>d</table>").text == "a b\tc d"


def test_a_table_that_only_arranges_the_page_is_no_table():
    kinds = [
        kind for kind, _, _ in blocks("<table><tr><td><h1>Title</h1><p>text<td><table><tr><td>a<td>b</table></table>")
    ]
    assert kinds == ["heading", "paragraph", "table", "row"]


def test_quotations_and_captions_are_marked():
    assert blocks(
        "<blockquote><h2>Theirs</h2>words</blockquote><figure><img><figcaption>Fig. 1</figcaption></figure>"
    ) == [
        ("quote", 0, "Theirs\n\nwords"),
        ("paragraph", 0, "Theirs"),
        ("paragraph", 0, "words"),
        ("caption", 0, "Fig. 1"),
    ]


def test_the_furniture_of_the_page_is_left_out_and_kept_in_notes():
    page = (
        "<header>Site</header><nav>Home About</nav><main><h1>T</h1><header>by me</header><p>text</main>"
        "<aside>ads</aside><footer>(c)</footer>"
    )
    assert read(page).text == "T\n\nby me\n\ntext"
    assert notes(page) == [
        ("furniture", "Site"),
        ("furniture", "Home About"),
        ("furniture", "ads"),
        ("furniture", "(c)"),
    ]


def test_a_page_header_that_holds_the_title_is_no_furniture():
    assert read("<header><h1>The title</h1></header><p>text").text == "The title\n\ntext"


def test_a_page_of_nothing_but_furniture_says_just_that():
    assert read("<nav>only this</nav>").text == "only this"


@pytest.mark.parametrize(
    "attribute", ["hidden", 'aria-hidden="true"', 'style="display: none"', "style='visibility:hidden'"]
)
def test_what_readers_do_not_see_is_left_out_and_noted(attribute):
    page = f"<p>seen</p><p {attribute}>secret <b>words</b></p>"
    assert read(page).text == "seen"
    assert notes(page) == [("hidden", "secret words")]


def test_scripts_and_styles_are_no_text_but_are_counted():
    page = "<p>text</p><script>alert(1)</script><style>p{}</style><template>t</template><script>2</script>"
    assert read(page).text == "text"
    assert read(page).notes[0].message.endswith("2 script, 1 style, 1 template")


def test_what_is_said_of_a_picture_is_noted_at_its_place():
    document = read('<p>Fees <img alt="A chart  of fees" src="x.png"> rise.</p><img alt=""><img src="y.png">')
    (note,) = document.notes
    assert document.text == "Fees rise."
    assert (note.code, note.text, note.start) == ("picture", "A chart of fees", 4)


def test_comments_leave_no_trace_in_the_words():
    assert read("<p>a<!-- b -->c</p>").text == "ac"


def test_the_page_says_title_author_date_tags_and_language():
    page = (
        "<html lang=en><head><title> A &amp; B </title><meta name=author content='Jo'>"
        "<meta property='article:published_time' content='2024-01-31T10:00:00Z'>"
        "<meta name=keywords content='x, y'></head><p>text"
    )
    document = read(page)
    assert document.title == "A & B"
    assert dict(document.metadata) == {
        "author": "Jo",
        "date": "2024-01-31",
        "tags": "x,y",
        "language": "en",
        "encoding": "utf-8",
    }


@pytest.mark.parametrize(
    ("page", "message"),
    [
        ("<div>" * 200_000 + "x", "nest deeper than 512"),
        ("<b a=1>" * 2000 + "x", "nest deeper than 512"),
        ("<p " + "a=b " * 300_000 + ">x", "more than 1000 attributes"),
    ],
)
def test_a_page_built_to_hang_a_parser_is_refused_at_once(page, message):
    with pytest.raises(ExtractError, match=message) as caught:
        read(page)
    assert caught.value.code == "too_deep"


def test_many_unclosed_paragraphs_are_no_bomb():
    assert read("<p>x" * 5000).text.count("x") == 5000


def test_tags_in_scripts_comments_and_attributes_do_not_count_as_depth():
    inside = "<div>" * 1000
    assert read(f"<script>'{inside}'</script><!-- {inside} --><p title='{inside}'>text</p>").text == "text"


def test_a_formula_is_read_in_one_line_without_its_annotations():
    formula = "<semantics><mrow><msup><mi>x</mi><mn>2</mn></msup><mo>=</mo><mfrac><mi>a</mi><mrow><mi>b</mi><mo>-</mo><mi>c</mi></mrow></mfrac></mrow><annotation encoding='application/x-tex'>x^2=\\frac{a}{b-c}</annotation></semantics>"
    assert read(f"<p>so <math>{formula}</math> holds").text == "so x^2=a/(b-c) holds"
    assert read("<p>a<math display=block><msqrt><mi>x</mi><mi>y</mi></msqrt></math>b").text == "a\n√(xy)\nb"
    assert (
        read(
            "<p><math><msubsup><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></msubsup><mi>sin</mi><mi>x</mi></math>"
        ).text
        == "∑_(i=1)^n sin x"
    )


def test_a_formula_that_nests_too_deep_for_one_line_keeps_its_words():
    page = "<p>" + "<math>" + "<mrow>" * 400 + "<mi>x</mi><mn>7</mn>" + "</mrow>" * 400 + "</math>"
    assert "x" in read(page).text
    assert "7" in read(page).text


def test_cells_that_span_a_million_columns_cost_nothing():
    page = "<table><tr>" + "<td colspan=1000 rowspan=1000>x" * 300 + "<tr><td>y" * 200 + "</table>"
    started = time.monotonic()
    text = read(page).text
    assert time.monotonic() - started < 5
    assert (text.count("x"), text.count("y")) == (300, 200)


def test_marked_sections_that_never_end_cost_nothing():
    page = (
        '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>a <![CDATA[b]]></p>'
        + "<![CDATA[" * 50_000
    )
    started = time.monotonic()
    assert read(page).text == "a b"
    assert time.monotonic() - started < 5
