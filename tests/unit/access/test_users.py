import pytest

from pincite.access.home import Home
from pincite.access.roles import Roles
from pincite.access.users import Users
from pincite.errors import UsageError

WORDS = "seven lamps in the hall"


@pytest.fixture
def home(tmp_path):
    found = Home(tmp_path)
    yield found
    found.close()


@pytest.fixture
def users(home):
    return Users(home)


def test_the_first_user_is_an_administrator_and_the_second_is_not(users):
    assert not users.any()
    assert users.add("ana").admin
    assert not users.add("bob").admin
    assert users.any()


@pytest.mark.parametrize("name", ["", "Ana", "a.b", "../x", "-a", "a b", "é", "a" * 33, "a\n"])
def test_what_is_no_name_makes_no_user(users, name):
    with pytest.raises(UsageError, match="no name"):
        users.add(name)
    assert not users.any()


def test_a_name_is_given_once(users):
    users.add("ana")
    with pytest.raises(UsageError, match="already"):
        users.add("ana")


def test_a_password_is_checked_and_kept_as_an_argon2_hash_only(users, tmp_path):
    users.add("ana", WORDS)
    assert users.check("ana", WORDS).name == "ana"
    assert users.check("ana", WORDS + "s") is None
    assert users.check("nobody", WORDS) is None
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert WORDS.encode() not in kept
    assert b"$argon2id$" in kept


def test_a_user_without_a_password_has_none_that_fits(users):
    users.add("robot")
    assert users.check("robot", "") is None
    assert users.check("robot", "nobody") is None


def test_one_password_typed_on_two_keyboards_is_one(users):
    users.add("ana", "contraseña larga y buena")
    assert users.check("ana", "contrasen\u0303a larga y buena")


@pytest.mark.parametrize("password", ["", "short", "x" * 1025])
def test_a_password_that_is_too_short_or_too_long_is_refused(users, password):
    with pytest.raises(UsageError, match="expected 12 to 1024"):
        users.add("ana", password)


def test_a_removed_user_leaves_no_role_to_one_of_the_same_name(users, home):
    roles = Roles(home)
    users.add("ana")
    roles.give("papers", users.add("bob"), "owner")
    users.remove("bob")
    assert roles.of("papers", users.add("bob")) is None
    assert roles.members("papers") == {}


def test_the_file_is_for_its_owner_alone(users, tmp_path):
    users.add("ana")
    assert {oct(path.stat().st_mode & 0o777) for path in tmp_path.glob("pincite.db*")} == {"0o600"}
