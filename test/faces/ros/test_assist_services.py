"""``~/apply_packet`` and ``~/replay_rollback``: refused unless enabled, with a terminal's rules."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from local_services import LocalServices
from robot_memory.srv import ApplyPacket, Remember, ReplayRollback
from robots import keys_of, rrn_of
from telling import ListLogger

from robot_memory import RobotMemory
from robot_memory.faces.ros.health_issues import HealthIssues
from robot_memory.faces.ros.node_log import NodeLog
from robot_memory.faces.ros.slow_services import AssistServices
from robot_memory.foundation.home import Home
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import SystemClock
from robot_memory.governance import AssistPath, PacketCandidate
from robot_memory.governance.mutation_contract import digest
from robot_memory.long_term.levels import Levels

pytestmark = pytest.mark.ros
ADA = keys_of(77, "ada")
APPLY, ROLL_BACK = "/robot_memory/apply_packet", "/robot_memory/replay_rollback"
CHANGES = {"/importance/score": 0.6, "/importance/label": "nice_to_have"}


def detail(home: Path) -> str:
    with sqlite3.connect(home / "observations.db") as connection:
        found = connection.execute("SELECT detail_json FROM observations WHERE id = 1").fetchone()
    connection.close()
    return str(found[0])


class Office:
    """An operator at the computer with the home."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.assist = AssistPath(Home(home, home / "robot-memory.md"), enabled=False)
        self.assist.enrol("ada", ADA.card)

    def pass_gates(self) -> None:
        now = SystemClock().now()
        for gate in ("contract", "schemas"):
            self.assist.sign_off(gate, ADA, now)
        self.assist.rehearse(now)

    def approved(self) -> str:
        """Return the id of an approved packet for row 1."""
        now = SystemClock().now()
        one = PacketCandidate(1, digest(detail(self.home)), CHANGES, ("observation:1",))
        packet = self.assist.propose([one], by="a test", now=now)
        self.assist.approve(packet.id, ADA, now)
        return packet.id


LIP = {"type": "environment_note", "text": "Kitchen doorway has a 3 cm lip"}


@pytest.fixture(params=[True], ids=["enabled"])
def memory(request, home) -> Iterator[RobotMemory]:
    """A memory with one note."""
    settings = Settings(assist_enabled=request.param)
    with RobotMemory.open(home, settings=settings) as memory:
        memory.remember(LIP["type"], LIP["text"])
        yield memory


@pytest.fixture
def office(memory) -> Office:
    return Office(memory.home.folder)


@pytest.fixture
def services(memory) -> LocalServices:
    """The services of a node, without the node."""
    services = LocalServices()
    AssistServices(services.server, memory, HealthIssues(NodeLog(ListLogger())))
    return services


def test_an_approved_packet_is_applied_and_rolled_back_over_services(start_node, robot):
    node = start_node("-p", "assist.enabled:=true")
    robot.call(Remember, "/robot_memory/remember", source="person:ada", **LIP)
    office = Office(node.home)
    office.pass_gates()
    packet, before = office.approved(), detail(office.home)

    done = robot.call(ApplyPacket, APPLY, packet_id=packet)
    receipt = json.loads(done.receipt)
    assert (done.success, receipt["result"], receipt["operator"]) == (True, "applied", "ada")
    assert done.message == f"run {receipt['run_id']}: applied"
    assert json.loads(detail(office.home))["importance"]["score"] == 0.6

    unsigned = robot.call(ReplayRollback, ROLL_BACK, run_id=receipt["run_id"])
    assert (unsigned.success, "nobody has approved" in unsigned.message) == (False, True)
    assert json.loads(detail(office.home))["importance"]["score"] == 0.6

    office.assist.approve_rollback(receipt["run_id"], ADA, SystemClock().now())
    back = robot.call(ReplayRollback, ROLL_BACK, run_id=receipt["run_id"])
    assert (back.success, json.loads(back.receipt)["result"]) == (True, "rolled_back")
    assert detail(office.home) == before
    assert office.assist.verify() == []


def test_applying_a_packet_twice_is_refused_with_a_receipt(office, services):
    office.pass_gates()
    packet = office.approved()
    assert services.call("apply_packet", packet_id=packet).success

    again = services.call("apply_packet", packet_id=packet)

    assert not again.success
    assert "the contract stands against it" in again.message
    assert json.loads(again.receipt)["result"] == "aborted"


def test_a_change_of_a_procedural_file_cannot_be_rolled_back_over_a_service(office, services):
    skill = office.home / "procedural" / "skills" / "dock" / "SKILL.md"
    levels = Levels(office.home, SystemClock())
    proposal = levels.propose("skills/dock/SKILL.md", "# Dock\n\nSlowly.\n", by="a test")
    office.assist.approve_proposal(rrn_of(1), proposal.id, ADA, SystemClock().now())
    (run,) = office.assist.runs()
    office.assist.approve_rollback(run.id, ADA, SystemClock().now())

    back = services.call("replay_rollback", run_id=run.id)

    assert (back.success, back.receipt) == (False, "")
    assert "procedural/skills/dock/SKILL.md" in back.message
    assert skill.read_text() == "# Dock\n\nSlowly.\n"
    assert len(office.assist.runs()) == 1


@pytest.mark.parametrize("memory", [False], ids=["parked"], indirect=True)
def test_assist_services_are_refused_unless_enabled(office, services):
    office.pass_gates()
    packet, before = office.approved(), detail(office.home)

    tried = services.call("apply_packet", packet_id=packet, dry_run=True)
    refused = services.call("apply_packet", packet_id=packet)
    back = services.call("replay_rollback", run_id="x")

    for answer in (tried, refused, back):
        assert (answer.success, answer.receipt) == (False, "")
        assert "assist.enabled" in answer.message
    assert office.assist.runs() == ()
    assert detail(office.home) == before


def test_a_packet_is_refused_with_the_next_command_until_the_gates_are_passed(office, services):
    refused = services.call("apply_packet", packet_id=office.approved())

    assert not refused.success
    assert "assist gate --rehearse" in refused.message


def test_a_node_completes_at_its_start_a_receipt_lost_in_a_crash(start_node, robot, home):
    with RobotMemory.open(home, settings=Settings(assist_enabled=True)) as memory:
        memory.remember(LIP["type"], LIP["text"])
        services, office = LocalServices(), Office(home)
        AssistServices(services.server, memory, HealthIssues(NodeLog(ListLogger())))
        office.pass_gates()
        done = services.call("apply_packet", packet_id=office.approved())
    (after,) = (office.home / "governance" / "receipts").glob("*-after-*.json")
    after.unlink()  # as if the power had failed before it was written

    start_node()
    robot.spin_until(lambda: office.assist.runs()[0].after)

    (run,) = office.assist.runs()
    assert run.id == json.loads(done.receipt)["run_id"]
    assert (run.result, run.after.record["recovered"]) == ("applied", True)
