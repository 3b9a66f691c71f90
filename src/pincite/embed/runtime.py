"""The engine that runs a graph: OpenVINO on the processor, imported here and nowhere else."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pincite.errors import EmbedderError

CONVERTER = "openvino.tools.ovc"
MOST_THREADS = 8


def _import_quietly() -> Any:
    """Import OpenVINO without its converter, whose import writes a client id to disk and reports itself to a server.

    Pincite needs no converter, and promises to report nothing. OpenVINO itself goes on without it (it catches the
    ImportError that None in `sys.modules` causes); afterwards the way is free again for others in this process.
    """
    absent = CONVERTER not in sys.modules
    if absent:
        sys.modules[CONVERTER] = None  # type: ignore[assignment]  # the documented way to make an import fail
    try:
        import openvino  # noqa: PLC0415 - only while the converter is blocked
    finally:
        if absent:
            del sys.modules[CONVERTER]
    return openvino


openvino: Any = _import_quietly()
ops: Any = openvino.opset15
Model: Any = openvino.Model
Node = Any
Inputs = Sequence[NDArray[np.int64]]


def has_bf16() -> bool:
    """Whether this processor multiplies bfloat16 numbers itself."""
    return "BF16" in openvino.Core().get_property("CPU", "OPTIMIZATION_CAPABILITIES")


def thread_count(threads: int) -> int:
    """`threads`, or for 0 as many as this process has processors, at most 8."""
    if threads < 0:
        raise EmbedderError(f"found {threads} threads, expected 0 (as many as there are processors) or more.")
    return threads or min(
        MOST_THREADS, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )


class Runner:
    """A compiled graph; safe to use from several threads.

    Every run takes one processor, and many runs go side by side: no sum is split between processors, so a result is
    the same to the bit whatever `threads` is. `precision` is `bf16` or `f32`; None takes bf16 where the processor has
    it. Compiled graphs are kept in `cache` (None: not kept), which shortens the next start.
    """

    def __init__(
        self, graph: Any, *, threads: int = 0, cache: Path | None = None, precision: str | None = None
    ) -> None:
        self.threads = thread_count(threads)
        self.precision = precision or ("bf16" if has_bf16() else "f32")
        settings: dict[str, Any] = {
            "INFERENCE_PRECISION_HINT": self.precision,
            "INFERENCE_NUM_THREADS": self.threads,
            "NUM_STREAMS": self.threads,
            "ENABLE_CPU_PINNING": False,
        }
        if cache is not None:
            settings["CACHE_DIR"] = str(cache)
        try:
            compiled = openvino.Core().compile_model(graph, "CPU", settings)
        except RuntimeError as error:
            raise EmbedderError(f"the model cannot be compiled: {error}") from error
        self._free: SimpleQueue[Any] = SimpleQueue()
        for _ in range(self.threads):
            self._free.put(compiled.create_infer_request())

    def run(self, inputs: Inputs) -> NDArray[np.float32]:
        """The graph's output for one set of inputs, given in the order of the graph."""
        request = self._free.get()
        try:
            request.infer(list(inputs), share_inputs=True)
            return np.array(request.get_output_tensor(0).data, np.float32)
        except RuntimeError as error:
            raise EmbedderError(f"the model cannot run on inputs of shape {inputs[0].shape}: {error}") from error
        finally:
            self._free.put(request)

    def run_all(self, many: Sequence[Inputs]) -> list[NDArray[np.float32]]:
        """`run` for each, side by side, in the order given."""
        if self.threads == 1 or len(many) < 2:
            return [self.run(inputs) for inputs in many]
        with ThreadPoolExecutor(self.threads) as pool:
            return list(pool.map(self.run, many))
