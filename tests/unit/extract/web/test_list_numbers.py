from pincite.extract.extract import extract_bytes


def read(page):
    return extract_bytes(page.encode(), "a.html")


def test_items_of_a_list_have_the_numbers_that_a_browser_shows():
    assert read("<ol><li>fill<li>stir<li>pour</ol>").text == "1. fill\n2. stir\n3. pour"
    assert read("<ol start=-1><li>a<li>b<li value=7>c<li>d</ol>").text == "-1. a\n0. b\n7. c\n8. d"
    assert read("<ol reversed><li>third<li>second<li>first</ol>").text == "3. third\n2. second\n1. first"
    assert read("<ol type=i><li>a<li>b</ol><ol type=A start=26><li>z<li>aa</ol>").text == "i. a\nii. b\n\nZ. z\nAA. aa"


def test_bullets_and_lists_without_marks_have_no_numbers():
    assert (
        read("<ul><li>a</ul><ol style='list-style: none'><li>b</ol><menu><li>c</menu><li>d").text == "a\n\nb\n\nc\n\nd"
    )
    assert read("<ol style='LIST-STYLE-TYPE: square'><li>a</ol>").text == "a"
    assert read("<ol><li>a<li style='list-style: none inside'>b<li>c</ol>").text == "1. a\nb\n3. c"
    assert read("<ol style='color:red;list-style-type:upper-roman'><li>a<li>b</ol>").text == "I. a\nII. b"


def test_lists_in_lists_count_for_themselves():
    page = "<ol><li>a<ol type=a><li>x<li>y</ol><li>b<ul><li>dot</ul><li>c</ol>"
    assert read(page).text == "1. a\na. x\nb. y\n2. b\ndot\n3. c"


def test_an_item_without_words_counts_and_is_not_shown():
    assert read("<ol><li>a<li><li>c</ol>").text == "1. a\n3. c"


def test_a_number_stands_in_its_item_and_in_what_begins_there():
    document = read("<ol><li><h2>Mix</h2><p>well</p><li><p>Bake</p></ol>")
    assert document.text == "1. Mix\nwell\n2. Bake"
    assert [(block.kind, block.title, document.text[block.start : block.end]) for block in document.blocks] == [
        ("list", "", "1. Mix\nwell\n2. Bake"),
        ("item", "", "1. Mix\nwell"),
        ("heading", "1. Mix", "1. Mix"),
        ("paragraph", "", "well"),
        ("item", "", "2. Bake"),
        ("paragraph", "", "2. Bake"),
    ]


def test_a_number_that_is_none_is_passed_over():
    assert read("<ol start=x><li>a<li value='99999999999999'>b<li value=' 5'>c</ol>").text == "1. a\n2. b\n5. c"
