import pytest

from pincite.access.home import Home
from pincite.access.sessions import IDLE_SECONDS, LONGEST_SECONDS, Sessions, form_token, is_form_token
from pincite.access.users import Users


class Clock:
    now = 1e9

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def home(tmp_path):
    found = Home(tmp_path)
    Users(found).add("ana", "seven lamps in the hall")
    yield found
    found.close()


@pytest.fixture
def sessions(home, clock):
    return Sessions(home, clock)


@pytest.fixture
def token(sessions, home):
    return sessions.begin(Users(home).get("ana"))


def test_a_session_is_found_by_its_token_which_is_not_in_the_file(sessions, token, tmp_path):
    assert sessions.find(token).name == "ana"
    assert sessions.find(token + "x") is None
    assert token.encode() not in b"".join(path.read_bytes() for path in tmp_path.iterdir())


def test_a_session_that_nobody_uses_is_over_and_one_in_use_goes_on(sessions, token, clock):
    for _ in range(3):
        clock.now += IDLE_SECONDS - 1
        assert sessions.find(token)
    clock.now += IDLE_SECONDS + 1
    assert sessions.find(token) is None


def test_no_session_lasts_longer_than_a_week_however_much_it_is_used(sessions, token, clock):
    began = clock.now
    while clock.now + IDLE_SECONDS / 2 < began + LONGEST_SECONDS:
        clock.now += IDLE_SECONDS / 2
        assert sessions.find(token)
    clock.now = began + LONGEST_SECONDS + 1
    assert sessions.find(token) is None


def test_a_session_ends_with_logging_out_a_new_password_and_its_user(sessions, token, home):
    users = Users(home)
    sessions.end(token)
    assert sessions.find(token) is None
    another = sessions.begin(users.get("ana"))
    users.set_password("ana", "eight lamps in the hall")
    assert sessions.find(another) is None
    third = sessions.begin(users.get("ana"))
    users.remove("ana")
    assert sessions.find(third) is None


def test_the_token_of_a_form_belongs_to_one_session_and_does_not_tell_it():
    assert is_form_token("one", form_token("one"))
    assert not is_form_token("two", form_token("one"))
    assert not is_form_token("one", "")
    assert not is_form_token("one", "é")
    assert "one" not in form_token("one")
