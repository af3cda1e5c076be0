"""The node's threads wait for a core, interrupt no other node, and let one another answer."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from robot_memory.faces.ros import main

_PROGRAM = """
import os, threading
from robot_memory.faces.ros.main import interrupt_nobody

done, found = interrupt_nobody(), []
thread = threading.Thread(target=lambda: found.append(os.sched_getscheduler(0)))
thread.start()
thread.join()
print(done, found[0])
"""


@pytest.fixture(autouse=True)
def usual_interval() -> Iterator[None]:
    """Let other tests find the interpreter as it was."""
    usual = sys.getswitchinterval()
    yield
    sys.setswitchinterval(usual)


def policy(chosen: int) -> list[str]:
    """Return what a process that was started with a policy says, and the one of its threads."""
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM], check=True, capture_output=True, text=True, timeout=60,
        preexec_fn=lambda: os.sched_setscheduler(0, chosen, os.sched_param(0)),
    )  # fmt: skip
    return done.stdout.split()


def test_threads_are_scheduled_as_batch_jobs() -> None:
    assert policy(os.SCHED_OTHER) == ["True", str(os.SCHED_BATCH)]


def test_a_policy_that_somebody_chose_stays() -> None:
    assert policy(os.SCHED_IDLE) == ["False", str(os.SCHED_IDLE)]


def test_where_a_sandbox_forbids_it_all_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*given: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "sched_setscheduler", refuse)
    assert not main.interrupt_nobody()


def test_another_system_than_linux_schedules_as_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.delattr(os, "sched_getscheduler")

    assert not main.interrupt_nobody()


def test_the_node_is_scheduled_so_before_it_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    node = SimpleNamespace(run=lambda arguments: order.append("node") or 0)
    monkeypatch.setitem(sys.modules, "robot_memory.faces.ros.node_process", node)
    monkeypatch.setattr(main, "interrupt_nobody", lambda: order.append("policy"))

    assert main.main(["robot_memory"]) == 0
    assert order == ["policy", "node"]


def test_the_node_passes_on_the_interpreter_after_a_millisecond(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found: list[float] = []
    node = SimpleNamespace(run=lambda arguments: found.append(sys.getswitchinterval()) or 0)
    monkeypatch.setitem(sys.modules, "robot_memory.faces.ros.node_process", node)
    monkeypatch.setattr(main, "interrupt_nobody", lambda: True)

    assert main.main(["robot_memory"]) == 0
    assert found == [pytest.approx(0.001)]
