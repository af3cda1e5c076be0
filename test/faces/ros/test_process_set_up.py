"""What the process of the node sets before threads start: malloc, scheduling, the interpreter."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from robot_memory.faces.ros import main

_PROGRAM = """
import os, sys, threading
from robot_memory.faces.ros.main import interrupt_nobody

os.sched_setscheduler(0, int(sys.argv[1]), os.sched_param(0))
done, found = interrupt_nobody(), []
thread = threading.Thread(target=lambda: found.append(os.sched_getscheduler(0)))
thread.start()
thread.join()
print(done, found[0])
"""


_STARTING = """
import signal, time
from robot_memory.faces.ros.main import end_quietly

signal.signal(signal.SIGHUP, signal.SIG_DFL)  # the tests may run under nohup
end_quietly()
print("imports", flush=True)
time.sleep(60)
"""
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@pytest.fixture(autouse=True)
def usual_process() -> Iterator[None]:
    """Restore the interpreter's interval and the signal handlers for other tests."""
    usual, handlers = sys.getswitchinterval(), [signal.getsignal(one) for one in _SIGNALS]
    yield
    sys.setswitchinterval(usual)
    for number, handler in zip(_SIGNALS, handlers, strict=True):
        signal.signal(number, handler)


def policy(chosen: int) -> list[str]:
    """Return what a process says that has a policy, and the one of its threads.

    It takes the policy once all is imported: an idle one hardly runs on a busy computer.
    """
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, str(chosen)],
        check=True, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    return done.stdout.split()


@pytest.mark.parametrize("number", _SIGNALS)
def test_a_signal_during_the_imports_ends_the_process_without_a_traceback(number: int) -> None:
    command = [sys.executable, "-c", _STARTING]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"imports\n"
        process.send_signal(number)
        _, error = process.communicate(timeout=30)

    assert (process.returncode, error) == (0, b"")


def test_threads_use_the_batch_scheduling_policy() -> None:
    assert policy(os.SCHED_OTHER) == ["True", str(os.SCHED_BATCH)]


def test_a_scheduling_policy_chosen_by_the_user_is_kept() -> None:
    assert policy(os.SCHED_IDLE) == ["False", str(os.SCHED_IDLE)]


def test_malloc_scheduling_and_switch_interval_are_set_before_the_node_starts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    order: list[object] = []
    node = SimpleNamespace(run=lambda arguments: order.append(sys.getswitchinterval()) or 0)
    monkeypatch.setitem(sys.modules, "robot_memory.faces.ros.node_process", node)
    monkeypatch.setattr(main, "limit_arenas", lambda: order.append("arenas"))
    monkeypatch.setattr(main, "interrupt_nobody", lambda: order.append("policy"))

    assert main.main(["robot_memory"]) == 0
    assert order == ["arenas", "policy", pytest.approx(0.001)]


_THREADS = """
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


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_info"), reason="it is not glibc")
@pytest.mark.parametrize(("chosen", "is_limited"), [({}, True), ({"MALLOC_ARENA_MAX": "5"}, False)])
def test_threads_share_two_malloc_arenas_unless_the_user_sets_a_number(
    chosen: dict[str, str], is_limited: bool
) -> None:
    others = {name: value for name, value in os.environ.items() if name != "MALLOC_ARENA_MAX"}
    done = subprocess.run(
        [sys.executable, "-c", _THREADS], env={**others, **chosen}, check=True,
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip

    assert done.stdout.splitlines()[0] == str(is_limited)
    assert (done.stdout.count("<heap nr=") == 2) is is_limited
