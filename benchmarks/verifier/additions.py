"""What a careless model adds to an answer: addresses, identifiers and pages, in other words for each half."""

from __future__ import annotations

URLS = {
    ("open", "en"): (
        "; see https://www.help-centre.com/articles/2841 for details",
        " (more at https://docs.company.net/policies)",
        ", as published on https://portal.records.org/view?id=77",
        ", see http://intranet.example.com/files/latest.pdf",
    ),
    ("open", "es"): (
        " (véase https://www.ayuda-clientes.es/articulos/512)",
        ", como figura en https://portal.documentos.es/ver?id=31",
        "; más información en http://www.normativa.org/textos/actual.pdf",
    ),
    ("sealed", "en"): (
        ", according to the [full document](https://files.holder-site.io/d/9931)",
        "; www.official-notices.co.uk/current has the same figures",
        " – the form is at support.vendorpages.com/forms/12",
        " <https://registry.public-data.eu/item/5>",
    ),
    ("sealed", "es"): (
        ", según el [documento completo](https://archivos-tramites.es/d/881)",
        "; también en www.consultas-oficiales.es/vigente",
        " <https://sede.registros.eu/ficha/9>",
    ),
}

PAPERS = {
    ("open", "en"): (
        " (doi:10.1016/j.enpol.2019.04.011)",
        ", as shown in 10.1038/s41586-021-03819-2",
        " (arXiv:2104.08663)",
        ", see DOI 10.1145/3366423.3380072",
    ),
    ("open", "es"): (
        " (doi:10.1016/j.jclepro.2020.122345)",
        ", según 10.1109/ACCESS.2020.2991234",
        " (arXiv:1908.10084)",
    ),
    ("sealed", "en"): (
        "; the method is that of arXiv 2212.03533v2",
        " [doi: 10.1093/nar/gkab1112]",
        ", cf. https://doi.org/10.5281/zenodo.4419871",
        ", following cs.CL/0301012",
    ),
    ("sealed", "es"): (
        "; el método es el de arXiv: 2007.00808",
        ", cf. https://doi.org/10.3989/scimar.05022.14A",
        " [DOI 10.5281/zenodo.3906012]",
    ),
}

PAGES = {
    ("open", "en"): (" (page 12)", ", p. 7", " (see page 143)", " on page 4 of the document"),
    ("open", "es"): (" (página 12)", ", p. 7", " (véase la página 143)", " en la página 4 del documento"),
    ("sealed", "en"): (
        " (pp. 18–19)",
        ", at p. iv",
        " – pg. 33",
        " as the third page, page 3, states",
        ", page ninety-one",
    ),
    ("sealed", "es"): (" (págs. 18-19)", ", pág. 33", " (pág. 6)", " según la página cincuenta y dos"),
}
"""None of the sources has pages, so every page is an invention."""
