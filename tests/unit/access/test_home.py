import apsw
import pytest

from pincite.access.home import APPLICATION_ID, FILE, Home
from pincite.access.schema import MIGRATIONS, V1
from pincite.access.users import Users
from pincite.errors import NotAKnowledgeBase, StoreDamaged, StoreError


def test_a_file_of_the_first_version_keeps_its_jobs_and_gets_users(tmp_path):
    old = apsw.Connection(str(tmp_path / FILE))
    old.execute(V1)
    old.execute(
        "INSERT INTO jobs VALUES (7, 'id', 'papers', 'add', 'a.txt', x'61', '[]', 'waiting', '', 0, 0, 1, 0, '', '', '', '', "
        "0, 1, 1, '', 0, 41)"
    )
    old.pragma("user_version", 1)
    old.pragma("application_id", APPLICATION_ID)
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
    newer.pragma("application_id", APPLICATION_ID)
    newer.close()
    with pytest.raises(StoreError, match="newer Pincite"):
        Home(tmp_path)


def test_a_file_of_users_that_is_empty_is_damaged_and_not_a_service_without_users(tmp_path):
    (tmp_path / FILE).touch()
    with pytest.raises(StoreDamaged, match=r"pincite\.db is damaged: found a file of 0 bytes.*restore a backup"):
        Home(tmp_path)
    assert [(file.name, file.stat().st_size) for file in tmp_path.iterdir()] == [(FILE, 0)]


def test_a_database_of_another_program_is_refused_and_gets_no_tables(tmp_path):
    theirs = apsw.Connection(str(tmp_path / FILE))
    theirs.execute("CREATE TABLE theirs (x)")
    theirs.close()
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(NotAKnowledgeBase, match="another program"):
        Home(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before
