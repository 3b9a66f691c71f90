import json
import os
import subprocess
import sys
from pathlib import Path

LOAD = Path(__file__).parents[2] / "benchmarks" / "load.py"


def test_a_service_that_is_filled_and_asked_at_once_loses_nothing_and_stays_small(minilm_folder):
    command = [sys.executable, str(LOAD), "--seconds", "10", "--uploaders", "4", "--askers", "20", "--json"]
    environment = {**os.environ, "PINCITE_WEIGHTS": str(minilm_folder)}
    run = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300, check=False)
    found = json.loads(run.stdout)
    assert found["faults"] == []
    assert (found["lost"], found["failed"]) == ([], [])
    assert found["answers"]["answered"] > 0
    assert found["documents"] > 20
