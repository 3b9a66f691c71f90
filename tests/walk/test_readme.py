"""The ten lines of the README, really run."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_ten_lines_of_the_readme_print_a_cited_answer_and_a_refusal(tmp_path, minilm_folder):
    code = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL).group(1)
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert re.match(r"\d+ chunks\n", run.stdout)
    assert re.search(r"\[1\] \S+\.md#char=\d+,\d+\n", run.stdout)
    assert re.search(r'nothing under cosine distance [\d.]+ for "How do I renew my passport\?"\n', run.stdout)
