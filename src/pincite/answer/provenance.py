"""Sentences that only say where the rest comes from: `All from the data sheet`, `Fuente: el prospecto`, `The contract says so`.

Such a sentence is what is written of the kind of document, of the kind of data, and of little words, in the few orders that
point; an adjective before or behind a noun may be any word in small letters, for it says nothing more. A digit, a name or a
verb of another kind makes a claim of it: `The manual forbids vinegar`, `These figures are wrong`.
"""

from __future__ import annotations

import re

_NOT_WORDS = re.compile(r"[\W_]+")
_NEVER = (
    r"(?!(?:is|are|was|were|has|have|had|will|can|may|must|not?|none|never|only|wrong|false|incorrect|invalid|outdated|obsolete"
    r"|missing|expired|void|secret|confidential|binding|that|which|who|except|without|but|or|from|in|by|to|at|with|and"
    r"|es|son|era|fue|está|están|ha|han|tiene|debe|puede|ningun[oa]?|ningún|nunca|sólo|solo|fals[oa]s?|errón\w+|incorrect[oa]s?"
    r"|equivocad[oa]s?|inválid[oa]s?|caducad[oa]s?|obsolet[oa]s?|nul[oa]s?|vencid[oa]s?|confidencial(?:es)?|secret[oa]s?|vinculantes?"
    r"|que|quien|salvo|sin|pero|ni|según|prohíbe|exige|permite|obliga|vence|termina|caduca|vale)\b)"
)
_ANY = rf"{_NEVER}[^\W\d_A-ZÁÉÍÓÚÑ][^\W\d_A-ZÁÉÍÓÚÑ]+"

_DATA_EN = (
    r"(?i:sources?|references?|data|details?|figures?|values?|information|info|facts?|numbers?|specifications?|specs"
    r"|quotes?|quotations?)"
)
_PAPER_EN = (
    r"(?i:sources?|tables?|manuals?|guides?|handbooks?|sheets?|datasheets?|leaflets?|brochures?|documents?|documentation|contracts?|agreements?"
    r"|lease|policy|policies|reports?|notes?|minutes|pages?|articles?|sections?|chapters?|notices?|bulletins?|memos?"
    r"|records?|registers?|logs?|schedules?|timetables?|programmes?|programs?|catalogues?|catalogs?|labels?|statements?|texts?"
    r"|passages?|excerpts?|extracts?|quotes?|regulations?|rules|readme|changelog|file|website|transcript|press release)"
)
_THE = r"(?i:the|this|that|these|those|its|their|your|our|a|an|same)"
_NOUNS_EN = rf"(?:{_THE} ){{0,2}}(?:{_ANY} (?:s )?){{0,2}}?"
_OF_EN = rf"(?: (?:of|for|on|about) (?:{_THE} )?{_ANY}(?: {_ANY})?)?"
_ONE_EN = rf"{_NOUNS_EN}{_PAPER_EN}(?: {_PAPER_EN})?{_OF_EN}"
_DOC_EN = rf"{_ONE_EN}(?: and {_ONE_EN})?"
_SUCH_EN = rf"(?:{_THE} ){{0,2}}(?:{_ANY} )?{_DATA_EN}"  # of two free words one could be a verb
_ALL_EN = (
    rf"(?:(?i:all|everything|this|that|these|those|the above)(?: of)?(?: (?i:it|this|that|these|those|them|the above|above))?"
    rf"|(?:(?i:all|both)(?: of)? )?{_SUCH_EN})(?: (?:above|below|here|listed|given|shown|cited|quoted|stated))*"
)
_TAKEN_EN = (
    r"(?:taken|quoted|drawn|copied|stated|given|listed|shown|found|set out|laid out|described|noted|reported"
    r"|specified|documented|based)"
)
_ARE_EN = rf"(?: (?:is|are|was|were|can be|as)(?: all)?(?: {_TAKEN_EN})?| (?:all )?(?:comes?|came|stands?|appears?)| {_TAKEN_EN})"
_FROM_EN = rf"(?i:from|per|as per|see|according to|based on|as {_TAKEN_EN} (?:in|on|by)|{_TAKEN_EN} (?:from|in|on|by))"
_SAYS_EN = r"(?:says?|states?|shows?|gives?|lists?|records?|specif(?:y|ies)|sets? out|puts? it)"
_ENGLISH = (
    rf"(?:(?:{_ALL_EN}(?:{_ARE_EN}(?: {_SUCH_EN})?|{_OF_EN}) )(?:in|on|of|by|{_FROM_EN})|{_FROM_EN})(?: (?:it|this|here|above|below)| {_DOC_EN})",
    rf"{_ALL_EN}(?: {_DOC_EN})?",
    rf"(?:{_THE} )?(?i:sources?|data source|references?|refs?|see|from|source document)(?: (?:{_ALL_EN}|(?:of|for) {_ALL_EN}))?(?:(?: (?:is|are))? {_DOC_EN})?",
    rf"(?:(?i:as|so|this is what|that is what|that is how) )?{_DOC_EN} {_SAYS_EN}(?: (?:so|this|that|it|them|all(?: of)?(?: this| these| it| them)?))*(?: {_DATA_EN})?",
    rf"(?i:so|thus) {_SAYS_EN} {_DOC_EN}",
)

_DATA_ES = (
    r"(?i:fuentes?|referencias?|datos?|detalles?|cifras?|valor(?:es)?|información|informaciones|hechos|números"
    r"|especificaciones|citas?)"
)
_PAPER_ES = (
    r"(?i:fuentes?|tablas?|cuadros?|manual(?:es)?|guías?|fichas?|hojas?|prospectos?|folletos?|documentos?|documentación|contratos?|acuerdos?|convenios?"
    r"|pólizas?|informes?|actas?|notas?|páginas?|artículos?|sección|secciones|apartados?|capítulos?|avisos?|boletín|boletines"
    r"|registros?|partes?|programas?|catálogos?|etiquetas?|comunicados?|textos?|pasajes?|extractos?|citas?|reglamentos?|ordenanzas?"
    r"|normativas?|normas|bases|pliegos?|expedientes?|circular(?:es)?|archivos?|ficheros?|resolución|certificados?|presupuestos?|memorias?)"
)
_EL = r"(?i:el|la|los|las|lo|un|una|este|esta|estos|estas|ese|esa|esos|esas|dich[oa]s?|su|sus|mism[oa]s?|propi[oa]s?|citad[oa]s?)"
_NOUN_ES = rf"(?:{_EL} ){{0,2}}"
_OF_ES = rf"(?: (?:anterior(?:es)?|siguientes?))?(?: {_ANY})?(?: (?:de|del|para|sobre) (?:{_EL} )?{_ANY}(?: {_ANY})?)?(?: (?:anterior(?:es)?|siguientes?))?"
_ONE_ES = rf"{_NOUN_ES}{_PAPER_ES}{_OF_ES}"
_DOC_ES = rf"{_ONE_ES}(?: [ye] {_ONE_ES})?"
_ALL_ES = (
    rf"(?:(?i:tod[oa]s?|est[oa]s?|es[oa]s?|ello|lo anterior|lo dicho|lo de arriba)(?: (?:ell[oa]s?|esto|eso|estos|lo anterior|lo dicho|lo de arriba))?"
    rf"|(?:(?i:tod[oa]s?|ambos|ambas) )?{_NOUN_ES}{_DATA_ES}(?: anterior(?:es)?| de arriba| citad[oa]s| técnic[oa]s)?)"
)
_TAKEN_ES = r"(?:tomad|extraíd|sacad|recogid|indicad|recopilad|obtenid|descrit|citad|basad)[oa]s?"
_ARE_ES = (
    rf"(?: (?:es|son|está|están|han sido|ha sido)(?: {_TAKEN_ES})?| (?:proceden?|provienen?|figuran?|constan?|aparecen?|salen?|vienen?)(?: {_TAKEN_ES})?"
    rf"| se (?:recogen?|toman?|indican?|encuentran?|detallan?|citan?)| {_TAKEN_ES})"
)
_FROM_ES = rf"(?i:según|de|del|véanse?|ver|conforme al?|de acuerdo con|a partir del?|con arreglo al?|(?:(?:tal )?(?:y )?como|según) (?:figuran?|constan?|aparecen?|se (?:recoge|indica|detalla)n?) en|{_TAKEN_ES} (?:en|de|del|por))"
_SAYS_ES = r"(?:(?:lo )?(?:indica|dice|señala|recoge|establece|detalla|muestra|refleja|especifica)n?|(?:consta|figura|aparece)n?(?: recogid[oa]s?)? en|se (?:recoge|indica|detalla)n? en)"
_SPANISH = (
    rf"(?:{_ALL_ES}(?:{_ARE_ES}(?: {_NOUN_ES}{_DATA_ES}{_OF_ES})?|(?: (?:de|del|sobre) (?:{_EL} )?{_ANY})?) (?:en|por|{_FROM_ES})|{_FROM_ES})(?: (?:aquí|ello|lo anterior)| {_DOC_ES})",
    rf"{_ALL_ES}(?: {_DOC_ES})?",
    rf"(?:{_EL} )?(?i:fuentes?|referencias?|véase|ver|de|según)(?: (?:{_ALL_ES}|de {_ALL_ES}))?(?:(?: (?:es|son))? {_DOC_ES})?",
    rf"(?:(?i:así|así lo|tal y como|tal como|como|es lo que) ){_SAYS_ES} {_DOC_ES}",
    rf"{_DOC_ES} (?:lo|así lo|los|las) {_SAYS_ES}",
)
_POINTS = re.compile("(?:(?i:notes?|notas?) )?(?:" + "|".join((*_ENGLISH, *_SPANISH)) + ")")
_LONGEST = 120


def only_points(said: str) -> bool:
    """Whether a sentence, its markers taken out, has nothing but where it comes from; signs between its words count for nothing.

    >>> [only_points(one) for one in ("All from the data sheet .", "Todo ello según la ficha técnica", "Source: the leaflet")]
    [True, True, True]
    >>> [only_points(one) for one in ("The manual forbids vinegar.", "These figures are wrong.", "Source: the 2019 leaflet")]
    [False, False, False]
    """
    words = _NOT_WORDS.sub(" ", said).strip()
    return len(words) <= _LONGEST and bool(_POINTS.fullmatch(words))
