"""Whatever is added, changed, broken, removed, retried and rebuilt: what is counted is what is there, mail by mail."""

from __future__ import annotations

import itertools
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from fakes import FakeEmbedder
from mail_maker import make_mail, make_mbox
from pincite.config import Config
from pincite.knowledge_base.door import KnowledgeBase

MAILS = ("a.eml", "box.mbox")
WORDS = {
    "good": b"Words of a file.",
    "other": b"Quite other words.",
    "broken": b"\x7fELF\x02\x01\x01" + bytes(300),
    "empty": b"",
}
NAMES = ("x.txt", "../x.txt", "in.eml")
FILES = st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(sorted(WORDS))), max_size=3)
COUNTER = itertools.count()
FOLDERS: list[Path] = []


class Mails(RuleBasedStateMachine):
    """A folder of mails and a knowledge base of it; `expected` is what a reader of the mails would list."""

    @initialize()
    def begin(self) -> None:
        top = FOLDERS[0] / str(next(COUNTER))
        self.inbox = top / "inbox"
        self.inbox.mkdir(parents=True)
        self.kb = KnowledgeBase(top / "kb", config=Config(), embedder=FakeEmbedder(projection=None))
        self.there: dict[str, list[tuple[str, str]]] = {}
        self.indexed: dict[str, list[tuple[str, str]]] = {}

    def teardown(self) -> None:
        self.kb.close()

    @rule(name=st.sampled_from(MAILS), files=FILES)
    def write(self, name: str, files: list[tuple[str, str]]) -> None:
        attached = [(file, _content(file, WORDS[kind])) for file, kind in files]
        mail = make_mail("A subject", "Words of a mail.", attached)
        (self.inbox / name).write_bytes(make_mbox([mail]) if name.endswith("mbox") else mail)
        self.there[name] = files

    @rule(name=st.sampled_from(MAILS), files=FILES)
    def write_and_add(self, name: str, files: list[tuple[str, str]]) -> None:
        self.write(name, files)
        self.add()

    @rule(name=st.sampled_from(MAILS))
    def delete(self, name: str) -> None:
        (self.inbox / name).unlink(missing_ok=True)
        self.there.pop(name, None)

    @rule()
    def add(self) -> None:
        self.kb.add(self.inbox)
        self.indexed |= self.there

    @rule()
    def add_in_step(self) -> None:
        self.kb.add(self.inbox, sync=True)
        self.indexed = dict(self.there)

    @rule(name=st.sampled_from(MAILS))
    def remove(self, name: str) -> None:
        if name in self.indexed:
            self.kb.remove(self.inbox / name)
            del self.indexed[name]

    @rule()
    def retry(self) -> None:
        if self.indexed:
            self.kb.retry()

    @rule()
    def reindex(self) -> None:
        if self.indexed:
            self.kb.reindex()

    @invariant()
    def what_is_there_is_what_was_added_and_is_counted_truly(self) -> None:
        if not self.indexed:
            return
        records = [(record.path.removeprefix(f"{self.inbox}/"), record.state) for record in self.kb.documents()]
        assert dict(records) == _expected(self.indexed)  # of one path what failed comes after what is still indexed
        status = self.kb.status()
        assert status.documents == [state for _, state in records].count("indexed")
        assert sum(status.states.values()) == len(records)
        assert self.kb.doctor() == []


def _content(name: str, words: bytes) -> bytes:
    return make_mail("Inner", "Inner words.", [("deep.txt", words)], day=2) if name.endswith(".eml") else words


def _expected(mails: dict[str, list[tuple[str, str]]]) -> dict[str, str]:
    """The documents of these mails and their states, by path."""
    found = {}
    for mail, files in mails.items():
        found[mail] = "indexed"
        taken: set[str] = set()
        for given, kind in files:
            clean = given.rpartition("/")[2]
            stem, _, extension = clean.partition(".")
            numbered = (f"{stem} ({number}).{extension}" for number in itertools.count(2))
            name = next(one for one in itertools.chain([clean], numbered) if one not in taken)
            taken.add(name)
            path = f"{mail}/1/{name}" if mail.endswith("mbox") else f"{mail}/{name}"
            state = "indexed" if kind in {"good", "other"} else "failed"
            if name.endswith(".eml"):
                found |= {path: "indexed", f"{path}/deep.txt": state}
            else:
                found[path] = state
    return found


def test_mails_and_what_is_attached_to_them_are_counted_as_they_are(tmp_path_factory):
    FOLDERS[:] = [tmp_path_factory.mktemp("mails")]
    Mails.TestCase.settings = settings(
        max_examples=25, stateful_step_count=15, deadline=None, suppress_health_check=list(HealthCheck)
    )
    Mails.TestCase("runTest").runTest()
