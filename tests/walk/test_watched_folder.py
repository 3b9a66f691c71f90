import json
import time

from served import serving


def until(check, seconds=60):
    """Wait until `check` gives something true."""
    end = time.monotonic() + seconds
    while not (found := check()):
        assert time.monotonic() < end, "not in time"
        time.sleep(0.1)
    return found


def test_a_folder_on_disk_and_its_knowledge_base_stay_in_step_while_it_runs_and_after(tmp_path, minilm_folder):
    folder, root = tmp_path / "letters", tmp_path / "root"
    (folder / "old").mkdir(parents=True)
    (folder / "one.txt").write_text("The harbour master keeps the second key.")
    (folder / ".secret.txt").write_text("The code of the safe is 4711.")
    watched = ("--watch", f"post={folder}")
    with serving(root, minilm_folder, *watched) as service:

        def names():
            found = service.http.get("/api/v1/bases/post/documents", params={"state": "indexed"}).json()
            return sorted(record["name"] for record in found["documents"])

        until(lambda: names() == ["one.txt"])
        (folder / "old" / "two.txt").write_text("The ferry leaves at noon from the old customs house.")
        until(lambda: names() == ["one.txt", "two.txt"])
        (folder / "old" / "two.txt").write_text("The ferry leaves at dusk from the old customs house.")
        until(lambda: "dusk" in json.dumps(service.ask("post", "When does the ferry leave?")))
        (folder / "one.txt").unlink()
        until(lambda: names() == ["two.txt"])
    (folder / "three.txt").write_text("The lighthouse was painted white in spring.")
    with serving(root, minilm_folder, *watched) as service:
        until(lambda: names() == ["three.txt", "two.txt"])
        jobs = service.http.get("/api/v1/bases/post/jobs", params={"state": "failed"}).json()["jobs"]
        assert jobs == []
