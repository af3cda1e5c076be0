"""The night shift inside the node: on request, and on schedule."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from datetime import timedelta

import pytest
from local_services import LocalServices
from robot_memory.srv import Consolidate, Recall
from telling import ListLogger

from robot_memory.faces.ros.background_task import NightWatch
from robot_memory.faces.ros.health_issues import HealthIssues
from robot_memory.faces.ros.node_log import NodeLog
from robot_memory.faces.ros.slow_services import LongTermServices
from robot_memory.foundation.settings import read_settings
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.foundation.time.stamps import from_text
from robot_memory.memory import RobotMemory

pytestmark = pytest.mark.ros
EVENING = from_text("2026-11-20T20:00:00Z")


# -- on request ----------------------------------------------------------------------------------


def test_the_consolidate_service_updates_digest_facts_chunks_and_index(start_node, robot):
    node = start_node()
    robot.spin_until(lambda: node.logged("remembers in"))
    with RobotMemory.open(node.home) as memory:  # a person at the machine: a claim makes no fact
        memory.remember("environment_note", "Kitchen doorway has a 3 cm lip",
                        tags=["kitchen"], source="person:ada")  # fmt: skip
    answer = robot.call(Consolidate, "/robot_memory/consolidate")
    found = robot.call(Recall, "/robot_memory/recall", query="kitchen doorway", sources=["fact"])

    assert answer.success, answer.message
    steps = {step["name"]: step for step in json.loads(answer.report)["steps"]}
    assert list(steps) == ["summarize", "decay", "index", "prune", "reconcile", "clean", "health"]
    assert "Kitchen doorway" in (node.home / "MEMORY.md").read_text()
    assert json.loads((node.home / "health.json").read_text())["active_facts"] == 1
    assert "Kitchen doorway" in next((node.home / "daily").glob("*.md")).read_text()
    assert list((node.home / "chunks").rglob("chunk-*.json"))
    assert [hit.text for hit in found.hits] == ["Kitchen doorway has a 3 cm lip"]


@pytest.fixture
def consolidate(home):
    """A function that requests a night shift, without a node."""
    services = LocalServices()
    with RobotMemory.open(home) as memory:
        LongTermServices(services.server, memory)
        yield lambda **fields: services.call("consolidate", **fields)


def test_a_step_that_does_not_exist_is_refused_by_name(consolidate):
    answer = consolidate(steps=["dream"])

    assert not answer.success
    assert "steps[0]: 'dream' is not one of summarize" in answer.message


# -- on schedule ---------------------------------------------------------------------------------


class Night:
    """A memory, its clock, and a night watch that a test triggers."""

    def __init__(self, home, **settings) -> None:
        self.clock = ManualClock(EVENING, kind="wall", boot="a test")
        self.memory = RobotMemory.open(home, settings=read_settings(settings), clock=self.clock)
        self.seconds = 0.0
        self._issues = HealthIssues(NodeLog(ListLogger()))
        self.watch = NightWatch(self.memory, self._issues, clock=lambda: self.seconds)

    @property
    def issues(self) -> dict[str, str]:
        """The current problems, by the failed action."""
        parts = (text.split(": ", 1) for text in self._issues.current())
        return {what.removeprefix("night, "): said for what, said in parts}

    def pass_(self, hours: float) -> None:
        """Let hours pass, then trigger the watch."""
        self.clock.set(self.clock.now().time + timedelta(hours=hours))
        self.look()

    def look(self) -> None:
        self.memory.tick()
        self.seconds += 60.0
        self.watch.tick()
        for thread in threading.enumerate():
            if thread.name == "night":
                thread.join(30.0)

    @property
    def health(self):
        path = self.memory.home.folder / "health.json"
        return json.loads(path.read_text()) if path.exists() else None


@pytest.fixture
def utc() -> Iterator[None]:
    """Make UTC the local time zone."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


@pytest.fixture
def night(home, utc):
    night = Night(home)
    night.look()
    yield night
    night.watch.close()
    night.memory.close()


def test_observations_of_the_day_are_consolidated_at_night(night):
    night.memory.remember("environment_note", "Kitchen doorway has a 3 cm lip")
    for _ in range(8):
        night.pass_(1.0)

    assert night.issues == {}
    assert night.health["active_facts"] == 1
    assert (night.memory.home.folder / "daily/2026-11-20.md").exists()


def test_a_failed_consolidation_is_reported_and_repeated(night, monkeypatch):
    facts = night.memory.long_term.facts
    monkeypatch.setattr(type(facts), "counts", lambda *a, **k: 1 / 0)
    night.pass_(8.0)
    assert set(night.issues) == {"consolidate", "health-check"}
    assert "division by zero" in night.issues["consolidate"]
    night.look()
    assert "consolidate" in night.issues, "it is told until it goes well"

    monkeypatch.undo()
    for _ in range(8):
        night.pass_(1.0)
    assert night.issues == {}
    assert night.health is not None


def test_nothing_is_consolidated_while_the_clock_is_not_running(night):
    night.clock.is_running = False
    before = night.health
    night.pass_(24.0)

    assert night.health == before


def test_nothing_is_consolidated_while_the_schedule_is_disabled(home):
    night = Night(home, **{"schedule.enabled": False})
    night.memory.remember("environment_note", "Kitchen doorway has a 3 cm lip")
    for _ in range(8):
        night.pass_(1.0)
    night.watch.close()
    night.memory.close()

    assert (night.issues, night.health) == ({}, None)


# -- all of it -----------------------------------------------------------------------------------
