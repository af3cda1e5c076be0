"""An applied packet changes the order of recall (004; rules.md §8)."""

from __future__ import annotations

import hashlib
import sqlite3

import pytest
from robots import keys_of

from robot_memory.foundation.home import Home
from robot_memory.governance import AssistPath, PacketCandidate
from robot_memory.governance.approval import approve
from robot_memory.governance.approval_gate import record_rehearsal, sign_off
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.rehearsal import Rehearsal

ADA = keys_of(77, "ada")
MACHINE = hashlib.sha256(b"this machine").hexdigest()
IMPORTANT = {"/importance/score": 0.65, "/importance/label": "nice_to_have"}
UNIMPORTANT = {"/importance/score": 0.35, "/importance/label": "ignore"}
STALE = {"/lifecycle/stale_candidate": True, "/lifecycle/stale_reason_code": "age_threshold"}


class Office:
    """Applies packets to a robot's evidence through the complete assist path."""

    def __init__(self, robot) -> None:
        self.robot = robot
        home = Home(robot.home, robot.home / "robot-memory.md")
        self.desk = GovernanceStore(home, lambda: "", MACHINE)
        self.assist = AssistPath(home, enabled=True, machine=MACHINE)
        self.desk.operators.enrol("ada", ADA.card)
        for gate in ("contract", "schemas"):
            sign_off(self.desk, gate, ADA, robot.now)
        record_rehearsal(self.desk, Rehearsal(True, True, ()), robot.now)

    def apply(self, row: int, changes) -> str:
        now = self.robot.clock.now()
        with sqlite3.connect(self.robot.home / "observations.db") as connection:
            (text,) = connection.execute(
                "SELECT detail_json FROM observations WHERE id = ?", (row,)
            ).fetchone()
        connection.close()
        was = hashlib.sha256(text.encode()).hexdigest()
        one = PacketCandidate(row, was, changes, ("observation:1",))
        packet = self.assist.propose([one], by="a test", now=now)
        approve(self.desk.approvals, packet, ADA, self.desk.operators, now.time)
        outcome = self.assist.apply(packet.id, now)
        assert outcome.is_done
        return outcome.receipt.run_id


@pytest.fixture
def office(robot) -> Office:
    robot.seen("nothing of the kind")
    return Office(robot)


def refs(robot, question="gripper", **narrowed):
    return [hit.id for hit in robot.find(question, **narrowed)]


@pytest.mark.parametrize("changes, is_first", [(IMPORTANT, True), (UNIMPORTANT, False),
                                               (STALE, False)])  # fmt: skip
def test_a_row_scored_by_an_operator_ranks_before_or_after_an_equal_match(
    robot, office, changes, is_first
):
    first, second = (robot.seen(f"Gripper {name} dropped it") for name in ("west", "east"))
    before = refs(robot)
    judged = str(first if before[0] == str(second) else second)
    if not is_first:
        judged = before[0]

    office.apply(int(judged), changes)

    after = refs(robot)
    assert set(after) == set(before) == {str(first), str(second)}
    assert (before[0] == judged) is not is_first
    assert (after[0] == judged) is is_first


def test_a_hit_shows_the_judgement_of_an_operator(robot, office):
    row = robot.seen("Gripper dropped it")
    office.apply(row, IMPORTANT)
    other = robot.seen("Gripper is worn")
    office.apply(other, STALE)

    why = {hit.id: hit.why for hit in robot.find("gripper")}

    assert "importance 0.65" in why[str(row)]
    assert "an operator called it out of date" in why[str(other)]


def test_rolling_back_a_run_restores_the_previous_ranking(robot, office):
    robot.seen("Gripper west dropped it")
    row = robot.seen("Gripper east dropped it")
    before = [(hit.id, hit.why) for hit in robot.find("gripper")]
    run = office.apply(row, STALE)
    assert [(hit.id, hit.why) for hit in robot.find("gripper")] != before

    office.assist.roll_back(run, robot.clock.now(), ADA)

    assert [(hit.id, hit.why) for hit in robot.find("gripper")] == before


def test_a_row_marked_stale_and_then_seen_again_is_not_shown_as_stale(robot, office):
    row = robot.seen("Gripper dropped it")
    office.apply(row, STALE)
    robot.seen("Gripper dropped it")

    (hit,) = robot.find("gripper")

    assert not any("out of date" in reason for reason in hit.why)


def test_an_important_row_is_found_among_many_better_matches(robot, office):
    """The search stops early, but still finds a row that an operator raised."""
    for number in range(400):
        robot.seen(f"Gripper gripper {number} dropped")
    row = robot.seen("Gripper dropped beside the long table in the hall of the old mill")
    assert str(row) not in refs(robot, "gripper dropped", limit=1)
    office.apply(row, IMPORTANT)

    found = {hit.id: hit for hit in robot.find("gripper dropped", limit=500)}
    (best,) = robot.find("gripper dropped", limit=1)

    assert best.score == max(hit.score for hit in found.values())
    assert "importance 0.65" in found[str(row)].why
