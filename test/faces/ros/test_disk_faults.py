"""A full disk and a lock that is never released are reported clearly, and recovered from."""

from __future__ import annotations

import re
import time

import pytest
from diagnostic_msgs.msg import DiagnosticArray
from frozen import frozen_holder
from robot_memory.srv import GetContext, Remember
from small_disks import small_disk
from telling import ERROR, OK, Listening, diagnostics

from robot_memory.foundation.disk.file_lock import LOCK_PATIENCE

pytestmark = pytest.mark.ros

STAMPED = re.compile(r"\[(INFO|WARN|ERROR)\] \[\d+\.\d+\] \[robot_memory\]: ")


def test_a_full_disk_is_logged_once_per_problem_until_the_first_write_succeeds(
    start_node, robot, tmp_path
):
    with small_disk(tmp_path / "disk") as disk:
        node = start_node(home="disk")
        listening = Listening(robot)
        publisher = robot.publisher(DiagnosticArray, "/diagnostics")
        disk.fill()
        robot.node.create_timer(0.1, lambda: publisher.publish(diagnostics()))
        robot.spin_until(lambda: listening.says(ERROR, "full", "memory"))
        robot.spin(4.0)  # the disk is retried every second
        disk.make_room()
        robot.spin_until(lambda: node.tells("Left encoder"))
        robot.spin_until(
            lambda: listening.says(OK, "remembering", "memory") and listening.ingest().level == OK,
            timeout=15,
        )
        node.stop()
    # The transport logs its own line if another process releases a port at that moment.
    lines = [one for one in node.log.read_text().splitlines() if "RTPS_TRANSPORT_SHM" not in one]

    assert all(STAMPED.match(line) for line in lines), lines
    about_ledger = [line for line in lines if "observations.db" in line]
    assert ["full" in line or "stored again" in line for line in about_ledger] == [True, True]
    assert len(set(lines)) == len(lines)
    texts = [STAMPED.sub("", line) for line in lines]
    assert len(set(texts)) == len(texts)
    assert len(lines) < 12


def test_context_and_remember_answer_while_a_frozen_process_holds_the_file_lock(start_node, robot):
    node = start_node()
    listening = Listening(robot)
    note = {"type": "environment_note", "source": "person"}
    assert robot.call(Remember, "/robot_memory/remember", text="Ramp is steep", **note).success
    robot.spin_until(lambda: node.tells("Ramp is steep"))

    with frozen_holder(node.home / ".robot-memory.md.lock") as holder:
        began = time.monotonic()
        assert robot.call(Remember, "/robot_memory/remember", text="Door sticks", **note).success
        assert "Door sticks" in robot.call(GetContext, "/robot_memory/get_context").context
        assert time.monotonic() - began < LOCK_PATIENCE
        words = f".robot-memory.md.lock is held by process {holder.pid}"
        robot.spin_until(lambda: listening.says(ERROR, words, "memory"))
        assert listening.says(ERROR, "what is new is stored in the ledger", "memory")

    robot.spin_until(lambda: node.tells("Door sticks"))
    robot.spin_until(lambda: listening.says(OK, "remembering", "memory"))
