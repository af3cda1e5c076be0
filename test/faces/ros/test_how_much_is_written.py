"""What may be written over ROS is bounded, as no caller can be told from another (§5.6)."""

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

FEW = 20  # requests that are taken at once, where a test need not wait for more
REFUSAL = "requests to write over ROS are taken at once"
#: The services that leave nothing on the disk for good, however often they are asked.
READING = {
    "get_context", "get_reliability", "list_entries", "list_sources", "recall", "sync_peers", "why",
}  # fmt: skip


class Faces(LocalServices):
    """Lets the clock of the bounds of services be set."""

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


def test_500_requests_are_taken_at_once():
    allowance = write_allowance.WriteAllowance("requests to write over ROS")
    for _ in range(500):
        allowance.take()

    with pytest.raises(AllowanceUsedUp, match=f"500 {REFUSAL}"):
        allowance.take(2.0)  # one comes back each second


def test_more_writes_than_may_come_are_refused_and_leave_nothing(memory, monkeypatch):
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


def test_a_request_that_waits_already_is_not_stored_again(memory, monkeypatch):
    faces = Faces(memory, monkeypatch)
    entry_id = memory.remember("environment_note", "Pump hums").id
    for note in ("quiet", "quiet", "oiled", "oiled", "quiet"):
        faces.resolve(entry_id, note)

    newest_first = [row.summary for row in requests(memory, entry_id)]
    assert newest_first == ["quiet", "oiled", "quiet"]


@pytest.mark.ros
def test_each_service_of_the_node_that_may_write_is_counted(start_node, robot):
    """A new service is either counted, or named above as one that leaves nothing on the disk."""
    start_node("-p", "assist.enabled:=true", "-p", "black_box.enabled:=true")
    robot.spin_until(lambda: set(offered(robot)) >= READING)
    services = offered(robot)

    client = robot.node.create_client(Resolve, "/robot_memory/resolve")
    robot.spin_until(client.service_is_ready)
    for name, kind in services.items():
        use_up(robot, client)  # one more may be written each second: asked again, it is used up
        answers = [robot.call(kind, f"/robot_memory/{name}").message for _ in range(3)]
        assert any(REFUSAL in answer for answer in answers) == (name not in READING), name
    assert len(services) - len(READING) == 13


def use_up(robot: Any, client: Any) -> None:
    """Ask until no more may be written."""
    message = ""
    while REFUSAL not in message:
        future = client.call_async(Resolve.Request(id="mem-none"))
        robot.spin_until(future.done)
        message = future.result().message


def offered(robot: Any) -> dict[str, Any]:
    """Return the services of the node that are its own, with their types."""
    found = {}
    for name, (kind, *_) in robot.node.get_service_names_and_types():
        folder, own = name.rsplit("/", 1)
        if folder == "/robot_memory" and kind.startswith("robot_memory/srv/"):
            found[own] = getattr(importlib.import_module("robot_memory.srv"), kind.split("/")[-1])
    return found
