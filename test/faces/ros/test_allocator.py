"""What many threads free is used again by others: malloc has two arenas, not one a thread."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from robot_memory.faces.ros import main

_PROGRAM = """
import ctypes, threading
from robot_memory.faces.ros.main import limit_arenas

print(limit_arenas(), flush=True)
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.fdopen.restype = ctypes.c_void_p
all_there = threading.Barrier(16)


def work():
    all_there.wait()
    libc.malloc(50_000)
    all_there.wait()


threads = [threading.Thread(target=work) for _ in range(16)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
out = ctypes.c_void_p(libc.fdopen(1, b"w"))
libc.malloc_info(0, out)
libc.fflush(out)
"""

pytestmark = pytest.mark.skipif(
    not hasattr(ctypes.CDLL(None), "malloc_info"), reason="this C library is not glibc"
)


def heaps(**environment: str) -> tuple[str, int]:
    """Return whether a process limited its arenas, and how many it then has."""
    others = {name: value for name, value in os.environ.items() if name != "MALLOC_ARENA_MAX"}
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM], env={**others, **environment}, check=True,
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    return done.stdout.splitlines()[0], done.stdout.count("<heap nr=")


def test_sixteen_threads_share_two_arenas() -> None:
    assert heaps() == ("True", 2)


def test_the_node_limits_them_before_it_starts(monkeypatch) -> None:
    order: list[str] = []
    node = SimpleNamespace(run=lambda arguments: order.append("node") or 0)
    monkeypatch.setitem(sys.modules, "robot_memory.faces.ros.node_process", node)
    monkeypatch.setattr(main, "limit_arenas", lambda: order.append("arenas"))
    monkeypatch.setattr(main, "interrupt_nobody", lambda: True)

    assert main.main(["robot_memory"]) == 0
    assert order == ["arenas", "node"]


def test_who_runs_the_node_may_say_how_many() -> None:
    limited, count = heaps(MALLOC_ARENA_MAX="5")

    assert limited == "False"
    assert count > 2
