import pytest

from pincite.config import Config
from pincite.errors import ConfigError
from pincite.knowledge_base.models import open_extractor


def test_each_line_of_the_file_is_a_password(tmp_path):
    file = tmp_path / "passwords.txt"
    file.write_bytes("\ufeffone\r\n\r\n with blanks \n".encode())
    with open_extractor(Config(password_file=str(file))) as extractor:
        assert extractor._passwords == ["one", " with blanks "]


def test_a_file_that_cannot_be_read_is_an_error_that_does_not_show_what_is_in_it(tmp_path):
    (tmp_path / "binary").write_bytes(b"secret\xff")
    for name in ("binary", "nowhere"):
        with pytest.raises(ConfigError, match=r"expected a text file in UTF-8") as caught:
            open_extractor(Config(password_file=str(tmp_path / name)))
        assert "secret" not in str(caught.value)
