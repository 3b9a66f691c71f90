"""What points and is not a marker: addresses, identifiers of papers, pages, author and year."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.types.answer import Violation

_DOI = re.compile(
    r"""(?xi)
    (?: (?:https?://)? (?:dx\.)? \b doi\.org/ | \b doi \s? [:\s] \s? )? (?<![\d.])
    10\.\d{4,9}/ [^\s\[\]<>"{}|\\^`]+
    """
)
_ARXIV = re.compile(
    r"""(?xi)
    (?: (?:https?://)? (?:www\.|export\.)? \b arxiv\.org/[^\s\[\]<>"]+
      | \b arxiv (?:\s{1,3}preprint)? [\s:.]{1,3}
        (?: \d{4}\.\d{4,5} | [a-z-]{2,20}(?:\.[a-z]{2})?/\d{7} ) (?:v\d{1,2})? )
    """
)
_LINK = re.compile(
    r"""(?xi)
    (?: !?\[[^\[\]\n]{0,200}\] \( \s{0,3} <? (?: [^\s()<>] | \([^\s()<>]{0,200}\) ){1,2000}+ >?
        (?: \s{1,3} (?: "[^"\n]{0,200}" | '[^'\n]{0,200}' ) )? \s{0,3} \)
      | (?m:^) [ ]{0,3} \[[^\[\]\n]{1,200}\] : [ \t]{0,9} <? (?: [a-z][a-z0-9+.-]{1,20}: | www\. | [/\#] ) [^\s<>]+ >?
      | <a\s[^<>]{0,500}> )
    """
)
_URL = re.compile(
    r"""(?xi)
    (?: \b [a-z][a-z0-9+.-]{1,20} :// [^\s\[\]<>"`]+
      | \b (?:mailto|javascript) : [^\s\[\]<>"`]+
      | \b data:[a-z]{1,20}/ [^\s\[\]<>"`]+
      | (?<![@\w.-]) www\. [^\s\[\]<>"`]+
      | (?<![@\w./-]) (?:[a-z0-9-]{1,63}\.)+ (?:com|org|edu|gov) \b (?![@.-]?\w) (?: /[^\s\[\]<>"`]* )?
      | (?<![@\w./-]) (?:[a-z0-9-]{1,63}\.)+ (?:net|int|io|ai|info|eu|es|de|fr|uk) / [^\s\[\]<>"`]+
      | (?<![\w&#]) \#(?:char|t|xywh)=[\d.,:]+ )
    """
)
_PAGE = re.compile(
    r"""(?x)
    (?: (?<!\w) (?<!\b[a-z]\.) (?i: pp?\. | pp | pgs?\.? | p[áa]gs?\. | p[áa]ginas? | pages? | seiten? )
        \s{0,3} (?: \d{1,5} (?! \d | \.\d ) (?: \s?[-–—]\s?\d{1,5} )? | [ivxlc]{2,8}\b )
      | \#page=\d+ )
    """
)
_CAPITAL = "A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĘĚĞĪĶŁŃŇŌŐŘŚŞŠŢŤŪŮŰŹŻŽ"
_NAME = rf"(?:(?:van|von|de|der|del|la|le|di|da)\s){{0,3}}[{_CAPITAL}][\w'’-]{{1,40}}"
_YEAR = r"(?:1[5-9]|20)\d\d[a-z]?(?=\s{0,3}(?:[,;:)\]]|\Z))"
_NOT_AN_AUTHOR = (
    r"(?!(?:January|February|March|April|May|June|July|August|September|October|November|December|Enero|Febrero|Marzo"
    r"|Abril|Mayo|Junio|Julio|Agosto|Septiembre|Octubre|Noviembre|Diciembre|Spring|Summer|Autumn|Fall|Winter|In|Since"
    r"|From|Until|By|Before|After|Around|En|Desde|Hasta|Version|Chapter|Section|Table|Figure"
    r"|Population|Inhabitants|Residents|Census|Revenues?|Sales|Turnover|Profit|Budget|Costs?|Prices?|Total|Output|Yield"
    r"|Emissions|Consumption|Inflation|Employees|Members|Visitors|Passengers|Students|Area|Share|Results?"
    r"|Población|Habitantes|Censo|Ingresos|Ventas|Facturación|Beneficios?|Presupuesto|Costes?|Precios?|Producción|Emisiones"
    r"|Consumo|Inflación|Plantilla|Empleados|Socios|Visitantes|Viajeros|Alumnos|Superficie|Resultados?)\b)"
)
_OTHERS = rf"(?:,?\s(?:et\sal\.?|y\sotros|y\scols?\.)|(?:,?\s(?:and|y|e|und|et|&)\s|,\s){_NAME}){{0,4}}"
_AUTHOR_YEAR = re.compile(
    rf"[(\[](?:(?:see|cf\.|e\.g\.,?|véase|vid\.)\s)?{_NOT_AN_AUTHOR}{_NAME}{_OTHERS},?\s{_YEAR}[^()\[\]\n]{{0,80}}[)\]]?"
    rf"|(?<!\w){_NOT_AN_AUTHOR}{_NAME}{_OTHERS}\s\({_YEAR}[^()\[\]\n]{{0,80}}\)?"
)
_TRAILING = ".,;:!?'\"*_)>"

_PATTERNS = (
    ("url", _LINK),
    ("doi", _DOI),
    ("arxiv", _ARXIV),
    ("url", _URL),
    ("author_year", _AUTHOR_YEAR),
    ("page", _PAGE),
)

ADDRESSES = frozenset({"url", "doi", "arxiv"})
"""The kinds that point even from within code; a page or an author there is a word of a program."""


def pointing(text: str) -> Iterator[Violation]:
    """Everything in `text` that points and is no bracketed number, kind by kind; the spans may overlap.

    Where two overlap the earlier is the better name: `https://doi.org/10.1000/x` is a DOI, but a link to it is a link.

    `url`: any scheme with `://`, `mailto:`, `www.`, a bare domain (`example.com`, but not the one of an e-mail
    address), a Markdown or HTML link, a fragment such as `#char=1,2`. `doi`: `10.` prefix, with or without its
    resolver. `arxiv`: an identifier after the word arXiv, or an address there. `page`: `p. 3`, `pp. 3-4`,
    `page 12`, `pág. 3`, `#page=3`. `author_year`: `(Smith 2004, p. 3)`, `Smith et al. (2004)`, `[Smith, 2004]`;
    a month, a season or what is counted (`Population (2021)`) is no author, `m.p. 62` no page. Every pattern is bounded, so that time stays linear in the text.

    >>> [(found.kind, found.text) for found in pointing("See https://a.org/x, page 12 (Smith 2004).")]
    [('url', 'https://a.org/x'), ('author_year', '(Smith 2004)'), ('page', 'page 12')]
    """
    for kind, pattern in _PATTERNS:
        whole = pattern in (_LINK, _AUTHOR_YEAR)
        for match in pattern.finditer(text):
            found = match.group() if whole else match.group().rstrip(_TRAILING)
            yield Violation(kind, found, match.start(), match.start() + len(found))
