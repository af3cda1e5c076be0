"""Writing over ROS is bounded for all callers together: they cannot be distinguished (§5.6)."""

from __future__ import annotations

import importlib
from types import SimpleNamespace
from typing import Any

import pytest
from local_services import LocalServices
from robot_memory.srv import Resolve

from robot_memory import RobotMemory
from robot_memory.faces import write_allowance
from robot_memory.faces.ros.operation_services import OperationServices
from robot_memory.foundation.errors import AllowanceUsedUp
from robot_memory.foundation.token_bucket import Allowance
from robot_memory.ledger import Kind

FEW = 20  # requests that are accepted at once, in tests that need no more
REFUSAL = "requests to write over ROS are taken at once"
#: The services that leave nothing on the disk, however often they are called.
READING = {
    "get_context", "get_reliability", "list_entries", "list_sources", "recall", "sync_peers", "why",
}  # fmt: skip


class Faces(LocalServices):
    """Services with a settable clock for their bounds."""

    def __init__(self, memory: RobotMemory, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        clock = SimpleNamespace(monotonic=lambda: self.now)
        monkeypatch.setattr(write_allowance, "time", clock)
        super().__init__()
        self.refused: list[str] = []
        OperationServices(self.server, memory, on_refusal=self.refused.append)

    def resolve(self, entry_id: str, note: str) -> str:
        return str(self.call("resolve", id=entry_id, note=note).message)


@pytest.fixture(name="memory")
def memory_of_a_robot(home, clock):
    with RobotMemory.open(home, clock=clock) as memory:
        yield memory


def requests(memory, entry_id):
    return [row for row in memory.why(entry_id, limit=1_000)[1] if row.kind is Kind.RECOVERED]


def test_the_allowance_permits_500_write_requests_at_once():
    allowance = write_allowance.WriteAllowance("requests to write over ROS")
    for _ in range(500):
        allowance.take()

    with pytest.raises(AllowanceUsedUp, match=f"500 {REFUSAL}"):
        allowance.take(2.0)  # one request becomes available each second


def test_writes_beyond_the_allowance_are_refused_and_store_nothing(memory, monkeypatch):
    monkeypatch.setattr(write_allowance, "_WRITES", Allowance(burst=FEW, per_second=1.0))
    faces = Faces(memory, monkeypatch)
    entry_id = memory.remember("environment_note", "Pump hums").id
    for number in range(FEW):
        faces.resolve(entry_id, f"note {number}")
    assert f"{FEW} {REFUSAL}" in faces.resolve(entry_id, "one more")

    assert len(requests(memory, entry_id)) == FEW
    assert faces.refused == []
    faces.now += 1.0
    faces.resolve(entry_id, "later")
    assert len(requests(memory, entry_id)) == FEW + 1


def test_a_repeated_waiting_request_is_not_stored_again(memory, monkeypatch):
    faces = Faces(memory, monkeypatch)
    entry_id = memory.remember("environment_note", "Pump hums").id
    for note in ("quiet", "quiet", "oiled", "oiled", "quiet"):
        faces.resolve(entry_id, note)

    newest_first = [row.summary for row in requests(memory, entry_id)]
    assert newest_first == ["quiet", "oiled", "quiet"]


@pytest.mark.ros
def test_each_service_of_the_node_that_may_write_is_counted(start_node, robot):
    """A new service is either counted or listed in READING."""
    start_node("-p", "assist.enabled:=true", "-p", "black_box.enabled:=true")
    robot.spin_until(lambda: set(offered(robot)) >= READING)
    services = offered(robot)

    client = robot.node.create_client(Resolve, "/robot_memory/resolve")
    robot.spin_until(client.service_is_ready)
    for name, kind in services.items():
        use_up(robot, client)  # one write is available again each second
        answers = [robot.call(kind, f"/robot_memory/{name}").message for _ in range(3)]
        assert any(REFUSAL in answer for answer in answers) == (name not in READING), name
    assert len(services) - len(READING) == 13


def use_up(robot: Any, client: Any) -> None:
    """Send requests until one is refused."""
    message = ""
    while REFUSAL not in message:
        future = client.call_async(Resolve.Request(id="mem-none"))
        robot.spin_until(future.done)
        message = future.result().message


def offered(robot: Any) -> dict[str, Any]:
    """Return the node's own services, with their types."""
    found = {}
    for name, (kind, *_) in robot.node.get_service_names_and_types():
        folder, own = name.rsplit("/", 1)
        if folder == "/robot_memory" and kind.startswith("robot_memory/srv/"):
            found[own] = getattr(importlib.import_module("robot_memory.srv"), kind.split("/")[-1])
    return found
