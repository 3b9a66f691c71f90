import apsw
import pytest

from pincite.access.home import FILE, Home
from pincite.access.schema import MIGRATIONS, V1
from pincite.access.users import Users
from pincite.errors import StoreError


def test_a_file_of_the_first_version_keeps_its_jobs_and_gets_users(tmp_path):
    old = apsw.Connection(str(tmp_path / FILE))
    old.execute(V1)
    old.execute(
        "INSERT INTO jobs VALUES (7, 'id', 'papers', 'add', 'a.txt', x'61', '[]', 'waiting', '', 0, 0, 1, 0, '', '', '', '', "
        "0, 1, 1, '', 0, 41)"
    )
    old.pragma("user_version", 1)
    old.close()
    home = Home(tmp_path)
    Users(home).add("ana")
    with home.reading() as connection:
        assert connection.execute("SELECT path FROM jobs").get == "a.txt"
        assert connection.execute("SELECT number FROM changes_of_base WHERE base = 'papers'").get == 41
        assert connection.pragma("user_version") == len(MIGRATIONS)
    home.close()


def test_a_file_of_a_newer_version_is_left_alone(tmp_path):
    newer = apsw.Connection(str(tmp_path / FILE))
    newer.pragma("user_version", 99)
    newer.close()
    with pytest.raises(StoreError, match="newer Pincite"):
        Home(tmp_path)
