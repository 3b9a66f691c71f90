"""Makes the archives of the document formats for tests, from XML written in the test."""

from __future__ import annotations

import io
import zipfile


def zipped(parts, *, stored=()):
    """An archive with these parts (name -> text or bytes) in their order; `stored` ones are not deflated."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            method = zipfile.ZIP_STORED if name in stored else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name), content, method)
    return out.getvalue()


W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
STRICT_W = "http://purl.oclc.org/ooxml/wordprocessingml/main"
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_WORD_SPACES = (
    f'xmlns:w="{{w}}" xmlns:r="{_R}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:v="urn:schemas-microsoft-com:vml" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"'
)
CORE = (
    f'<cp:coreProperties xmlns:cp="{_PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" '
    'xmlns:dcterms="http://purl.org/dc/terms/">{}</cp:coreProperties>'
)


def relations(*rows):
    """A part of relations from (id, type, target)."""
    items = "".join(f'<Relationship Id="{id_}" Type="{_R}/{type_}" Target="{target}"/>' for id_, type_, target in rows)
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{items}</Relationships>'


def package(main, core=""):
    """The parts that every Office document has, `main` being the name of its main part."""
    core_type = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties"
    listed = relations(("r1", "officeDocument", main), ("r2", "core-properties", "docProps/core.xml"))
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"/>',
        "_rels/.rels": listed.replace(f"{_R}/core-properties", core_type),
    }
    return parts | ({"docProps/core.xml": CORE.format(core)} if core else {})


def make_docx(body, *, core="", namespace=W, foreign=None, **parts):
    """A .docx from the XML inside its body; further parts by the name of their relation, as the XML inside their root.

    `foreign` is a part in another format, with the relation `chunk`.

    >>> from pincite.extract.extract import extract_bytes
    >>> extract_bytes(make_docx("<w:p><w:r><w:t>Hello</w:t></w:r></w:p>"), "a.docx").text
    'Hello'
    """
    spaces = _WORD_SPACES.format(w=namespace)
    related = [(f"p{number}", name.rstrip("123456789"), f"{name}.xml") for number, name in enumerate(parts)]
    made = package("word/document.xml", core)
    made["word/document.xml"] = f"<w:document {spaces}><w:body>{body}</w:body></w:document>"
    if foreign is not None:
        related.append(("chunk", "aFChunk", "chunk.bin"))
        made["word/chunk.bin"] = foreign
    made["word/_rels/document.xml.rels"] = relations(*related)
    for name, content in parts.items():
        made[f"word/{name}.xml"] = f"<w:{name} {spaces}>{content}</w:{name}>"
    return zipped(made)


_P = "http://schemas.openxmlformats.org/presentationml/2006/main"
_A = "http://schemas.openxmlformats.org/drawingml/2006/main"
_SLIDE_SPACES = (
    f'xmlns:p="{_P}" xmlns:a="{_A}" xmlns:r="{_R}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
    'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"'
)


def slide_xml(shapes, root="p:sld", attributes=""):
    """A slide (or a layout, a page of notes) from the XML of its shapes."""
    return f"<{root} {_SLIDE_SPACES} {attributes}><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></{root}>"


def make_pptx(slides, *, core="", order=None, parts=None, points=None):
    """A .pptx from the XML of its slides; `order` is that of the presentation, by index from 0.

    `parts` are further parts; `points` gives more relations of a slide by its index.

    >>> from pincite.extract.extract import extract_bytes
    >>> shape = "<p:sp><p:txBody><a:p><a:r><a:t>Hello</a:t></a:r></a:p></p:txBody></p:sp>"
    >>> extract_bytes(make_pptx([slide_xml(shape)]), "a.pptx").locate(0, 5).fragment
    '#slide=1'
    """
    made = package("ppt/presentation.xml", core)
    listed = "".join(f'<p:sldId id="{256 + index}" r:id="s{index}"/>' for index in order or range(len(slides)))
    made["ppt/presentation.xml"] = f"<p:presentation {_SLIDE_SPACES}><p:sldIdLst>{listed}</p:sldIdLst></p:presentation>"
    made["ppt/_rels/presentation.xml.rels"] = relations(
        *((f"s{index}", "slide", f"slides/slide{index + 1}.xml") for index in range(len(slides)))
    )
    for index, slide in enumerate(slides):
        made[f"ppt/slides/slide{index + 1}.xml"] = slide
        made[f"ppt/slides/_rels/slide{index + 1}.xml.rels"] = relations(*(points or {}).get(index, []))
    return zipped(made | (parts or {}))


def make_epub(chapters, *, metadata="<dc:title>A book</dc:title>", spine=None, guide="", extra=None, nav="nav"):
    """An .epub from its chapters (name -> page) in a folder OPS; `spine` is their order, `nav` the name of the contents.

    >>> from pincite.extract.extract import extract_bytes
    >>> extract_bytes(make_epub({"a.xhtml": "<html><body><p>Hello</p></body></html>"}), "a.epub").text
    'Hello'
    """
    items = "".join(
        f'<item id="{name}" href="{name}" media-type="application/xhtml+xml" properties="{"nav" if name == nav else ""}"/>'
        for name in chapters
    )
    order = "".join(f'<itemref idref="{name}"/>' for name in spine or chapters)
    made = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
        "OPS/book.opf": '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/" '
        f'xmlns:opf="http://www.idpf.org/2007/opf"><metadata>{metadata}</metadata><manifest>{items}</manifest>'
        f"<spine>{order}</spine>{guide}</package>",
    }
    pages = {f"OPS/{name}": page for name, page in chapters.items()}
    return zipped(made | pages | (extra or {}), stored={"mimetype"})


_ODF = "urn:oasis:names:tc:opendocument:xmlns:"
_ODF_SPACES = (
    " ".join(
        f'xmlns:{name}="{_ODF}{uri or name}:1.0"'
        for name, uri in {
            "office": "", "text": "", "table": "", "style": "", "presentation": "", "meta": "", "manifest": "",
            "draw": "drawing", "svg": "svg-compatible",
        }.items()
    )
    + ' xmlns:dc="http://purl.org/dc/elements/1.1/"'
)  # fmt: skip


def make_odf(body, *, kind="text", automatic="", styles="", masters="", meta="", extra=None, flat=False):
    """An .odt, or an .odp for the kind `presentation`, from the XML inside its body; one file of XML where `flat`.

    >>> from pincite.extract.extract import extract_bytes
    >>> extract_bytes(make_odf("<text:p>Hello</text:p>"), "a.odt").text
    'Hello'
    """
    mimetype = f"application/vnd.oasis.opendocument.{kind}"
    inside = f"<office:automatic-styles>{automatic}</office:automatic-styles>"
    inside += f"<office:body><office:{kind}>{body}</office:{kind}></office:body>"
    said = f"<office:meta>{meta}</office:meta>"
    styled = f"<office:styles>{styles}</office:styles><office:master-styles>{masters}</office:master-styles>"
    if flat:
        return (
            f'<?xml version="1.0"?><office:document {_ODF_SPACES} office:mimetype="{mimetype}">'
            f"{said}{styled}{inside}</office:document>"
        ).encode()
    made = {
        "mimetype": mimetype,
        "content.xml": f"<office:document-content {_ODF_SPACES}>{inside}</office:document-content>",
        "styles.xml": f"<office:document-styles {_ODF_SPACES}>{styled}</office:document-styles>",
        "meta.xml": f"<office:document-meta {_ODF_SPACES}>{said}</office:document-meta>",
    }
    return zipped(made | (extra or {}), stored={"mimetype"})
