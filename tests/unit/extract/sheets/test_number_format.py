import pytest

from pincite.extract.sheets.number_format import as_shown


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (3.0, "General", "3"),
        (0.1 + 0.2, "General", "0.3"),
        (2.5, "0", "3"),
        (7, "00000", "00007"),
        (0.125, "0.0%", "12.5%"),
        (1234.5, "#,##0.00", "1,234.50"),
        (-1234.5, "#,##0.00", "-1,234.50"),
        (-5, "#,##0;(#,##0)", "(5)"),
        (-5, "#,##0;[Red]-#,##0", "-5"),
        (0, '0;-0;"none"', "none"),
        (1234.5, "[$€-407] #,##0.00", "€ 1,234.50"),
        (1234.5, '#,##0.00\\ "€"', "1,234.50 €"),
        (5, '"$"#,##0.00_);\\("$"#,##0.00\\)', "$5.00"),
        (1234567, '0.0,,"M"', "1.2M"),
        (12345.678, "0.00E+00", "1.23E+04"),
        (123456789, "000-00-0000", "123-45-6789"),
        (150, '[>100]"big" 0;0', "big 150"),
        (50, '[>100]"big" 0;0', "50"),
        (-0.0001, "0.00", "0.00"),
        (0.5, "# ?/?", "1/2"),
        (-2.75, "# ?/?", "-2 3/4"),
        (3.14159, "# ??/??", "3 14/99"),
        (2.5, '0 0/8" in"', "2 4/8 in"),
        (0, "# ?/?", "0"),
        (7, "# ?/100", "7"),
        (0.999, "# ?/?", "1"),
        (45322, "dd/mm/yyyy", "31/01/2024"),
        (45322.75, "yyyy-mm-dd hh:mm", "2024-01-31 18:00"),
        (0.5, "h:mm AM/PM", "12:00 PM"),
        (0.520833333, "mm:ss", "30:00"),
        (1.5, "[h]:mm", "36:00"),
        (45322.5, "mmm d, yyyy", "Jan 31, 2024"),
        (45322, '[$-C0A]d "de" mmmm "de" yyyy', "31 de enero de 2024"),
        (1, "yyyy-mm-dd", "1900-01-01"),
        (61, "yyyy-mm-dd", "1900-03-01"),
        (-3, "yyyy-mm-dd", "-3"),
        (5, "@", "5"),
        (5, "[Blue]General", "5"),
    ],
)
def test_a_number_is_shown_as_its_format_says(value, code, shown):
    assert as_shown(value, code) == shown


def test_a_workbook_may_count_its_days_from_1904():
    assert as_shown(43860, "yyyy-mm-dd", from_1904=True) == "2024-01-31"


@pytest.mark.parametrize(
    "code", ["", ";;;", "[", '"', "\\", "[$", "0" * 400, "[>x]0", "#,#,.#.#", "E+00", "yyyyyyyyyy", "[s]"]
)
@pytest.mark.parametrize("value", [0.0, -1.5, 1e300, 1e-300, 2958466.0])
def test_any_code_gives_some_text(code, value):
    assert isinstance(as_shown(value, code), str)
