import re

import pytest

from pincite.access.home import Home
from pincite.access.keys import Keys
from pincite.access.users import Users
from pincite.errors import UsageError


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def home(tmp_path):
    found = Home(tmp_path)
    Users(found).add("ana")
    yield found
    found.close()


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def keys(home, clock):
    return Keys(home, clock)


def test_a_key_is_shown_once_and_kept_as_a_hash(keys, tmp_path):
    key, text = keys.add("ana", "read", "laptop")
    assert re.fullmatch(r"pk_[0-9a-f]{12}_[A-Za-z0-9_-]{43}", text)
    assert text.startswith(f"pk_{key.id}_")
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert key.id.encode() in kept
    assert text.rpartition(f"{key.id}_")[2].encode() not in kept
    assert text not in str(keys.all())


def test_a_key_is_proven_once_and_known_from_then_on(keys):
    key, text = keys.add("ana", "write")
    assert keys.known(text) is None
    found, user = keys.prove(text)
    assert (found.id, found.scope, user.name) == (key.id, "write", "ana")
    assert keys.known(text)[0].id == key.id


def test_what_is_no_key_is_none(keys):
    _, text = keys.add("ana", "read")
    wrong = text[:-1] + ("a" if text[-1] != "a" else "b")
    for given in ("", "pk_", wrong, text + "a", text.upper(), f"pk_{'0' * 12}_{'a' * 43}", "pk_%_" + "a" * 43):
        assert keys.prove(given) is None
        assert keys.known(given) is None


def test_a_revoked_key_is_refused_at_once_also_where_it_was_known(keys):
    key, text = keys.add("ana", "read")
    keys.prove(text)
    keys.revoke(key.id)
    assert keys.known(text) is None
    assert keys.prove(text) is None
    with pytest.raises(UsageError, match="no key"):
        keys.revoke(key.id)


def test_a_key_that_leaked_can_be_revoked_by_its_text(keys):
    _, text = keys.add("ana", "read")
    keys.revoke(text)
    assert keys.all() == []


def test_a_key_of_a_removed_user_is_refused(keys, home):
    _, text = keys.add("ana", "read")
    keys.prove(text)
    Users(home).remove("ana")
    assert keys.known(text) is None


def test_the_last_use_is_known_to_the_minute(keys, clock):
    _, text = keys.add("ana", "read")
    assert keys.all()[0].used is None
    keys.prove(text)
    assert keys.all()[0].used == 1000
    clock.now = 1030
    keys.known(text)
    assert keys.all()[0].used == 1000
    clock.now = 1100
    keys.known(text)
    assert keys.all()[0].used == 1100


def test_keys_are_of_users_that_exist_and_of_scopes_that_exist(keys):
    with pytest.raises(UsageError, match="no user 'bob'"):
        keys.add("bob", "read")
    with pytest.raises(UsageError, match="read, write, admin"):
        keys.add("ana", "everything")
