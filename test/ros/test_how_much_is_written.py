"""What may be written over ROS is bounded, as no caller can be told from another (§5.6)."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from robot_memory.srv import Resolve

from robot_memory import RobotMemory
from robot_memory.errors import InvalidInput
from robot_memory.ledger import Kind
from robot_memory.ros import services as services_module
from robot_memory.ros.services import Services

BURST = 500


class Faces:
    """Offers services to this process alone, and lets the clock of their bounds be set."""

    def __init__(self, memory: RobotMemory, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        clock = SimpleNamespace(monotonic=lambda: self.now)
        monkeypatch.setattr(services_module, "time", clock)
        self._offered: dict[str, Any] = {}
        self.refused: list[str] = []
        server: Any = SimpleNamespace(offer=self._offer)
        Services(server, memory, on_refusal=self.refused.append)

    def _offer(self, kind: Any, name: str, answer: Any) -> None:
        self._offered[name] = answer

    def resolve(self, entry_id: str, note: str) -> None:
        self._offered["resolve"](Resolve.Request(id=entry_id, note=note), Resolve.Response())


@pytest.fixture(name="memory")
def memory_of_a_robot(home, clock):
    with RobotMemory.open(home, clock=clock) as memory:
        yield memory


def requests(memory, entry_id):
    return [row for row in memory.why(entry_id, limit=10_000)[1] if row.kind is Kind.RECOVERED]


def test_more_writes_than_may_come_are_refused_and_leave_nothing(memory, monkeypatch):
    faces = Faces(memory, monkeypatch)
    entry_id = memory.remember("environment_note", "Pump hums").id
    for number in range(BURST):
        faces.resolve(entry_id, f"note {number}")
    with pytest.raises(InvalidInput, match="500 requests to write are taken at once"):
        faces.resolve(entry_id, "one more")

    assert len(requests(memory, entry_id)) == BURST
    assert faces.refused == []
    faces.now += 1.0
    faces.resolve(entry_id, "later")
    assert len(requests(memory, entry_id)) == BURST + 1


def test_a_request_that_waits_already_is_not_stored_again(memory, monkeypatch):
    faces = Faces(memory, monkeypatch)
    entry_id = memory.remember("environment_note", "Pump hums").id
    for note in ("quiet", "quiet", "oiled", "oiled", "quiet"):
        faces.resolve(entry_id, note)

    newest_first = [row.summary for row in requests(memory, entry_id)]
    assert newest_first == ["quiet", "oiled", "quiet"]
