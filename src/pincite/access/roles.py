"""Who has which role in which knowledge base."""

from __future__ import annotations

from typing import Any

from pincite.access.home import Home
from pincite.access.levels import ROLES, Role
from pincite.access.users import User
from pincite.errors import UsageError


class Roles:
    """The roles in `home`; administrators have them all and stand in no list."""

    def __init__(self, home: Home) -> None:
        self._home = home

    def of(self, base: str, user: User) -> Role | None:
        """The role of a user; None: they may not even see that the knowledge base exists."""
        if user.admin:
            return "owner"
        with self._home.reading() as connection:
            found: Role | None = connection.execute(
                "SELECT role FROM roles WHERE base = ? AND user = ?", (base, user.number)
            ).get
        return found

    def bases(self, user: User) -> dict[str, Role]:
        """The roles that were given to a user, by knowledge base."""
        with self._home.reading() as connection:
            rows: list[tuple[Any, ...]] = connection.execute(
                "SELECT base, role FROM roles WHERE user = ? ORDER BY base", (user.number,)
            ).fetchall()
        return dict(rows)

    def members(self, base: str) -> dict[str, Role]:
        """The roles in a knowledge base, by the name of the user."""
        with self._home.reading() as connection:
            rows: list[tuple[Any, ...]] = connection.execute(
                "SELECT name, role FROM roles JOIN users ON user = number WHERE base = ? ORDER BY name", (base,)
            ).fetchall()
        return dict(rows)

    def give(self, base: str, user: User, role: Role | None) -> None:
        """Give a role in place of the one before; None takes it away. Raises UsageError for one that is none."""
        if role is not None and role not in ROLES:
            raise UsageError(f"found the role {role!r}, expected one of {', '.join(ROLES)}")
        with self._home.writing() as connection:
            connection.execute("DELETE FROM roles WHERE base = ? AND user = ?", (base, user.number))
            if role is not None:
                connection.execute("INSERT INTO roles VALUES (?, ?, ?)", (base, user.number, role))

    def forget(self, base: str) -> None:
        """Drop every role in a knowledge base, as it is deleted or made: a new one of an old name belongs to nobody else."""
        with self._home.writing() as connection:
            connection.execute("DELETE FROM roles WHERE base = ?", (base,))
