"""A full disk: one line a problem in the log, the disk's own words, and all of it ends."""

from __future__ import annotations

import re

import pytest
from diagnostic_msgs.msg import DiagnosticArray
from small_disks import small_disk
from telling import ERROR, OK, Listening, diagnostics

pytestmark = pytest.mark.ros

STAMPED = re.compile(r"\[(INFO|WARN|ERROR)\] \[\d+\.\d+\] \[robot_memory\]: ")


def test_a_full_disk_is_one_line_a_problem_and_all_ends_with_the_first_write(
    start_node, robot, tmp_path
):
    with small_disk(tmp_path / "disk") as disk:
        node = start_node(home="disk")
        listening = Listening(robot)
        publisher = robot.publisher(DiagnosticArray, "/diagnostics")
        disk.fill()
        robot.node.create_timer(0.1, lambda: publisher.publish(diagnostics()))
        robot.spin_until(lambda: listening.says(ERROR, "full", "memory"))
        robot.spin(4.0)  # the disk is tried again each second
        disk.make_room()
        robot.spin_until(lambda: node.tells("Left encoder"))
        robot.spin_until(
            lambda: listening.says(OK, "remembering", "memory") and listening.ingest().level == OK,
            timeout=15,
        )
        node.stop()
    lines = node.log.read_text().splitlines()

    assert all(STAMPED.match(line) for line in lines), lines
    about_ledger = [line for line in lines if "observations.db" in line]
    assert ["full" in line or "stored again" in line for line in about_ledger] == [True, True]
    assert len(set(lines)) == len(lines)
    texts = [STAMPED.sub("", line) for line in lines]
    assert len(set(texts)) == len(texts)
    assert len(lines) < 12
