"""The node's log: every line has a level, whoever writes it, and no problem floods it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from telling import ListLogger

from robot_memory.faces.ros.health_issues import HealthIssues
from robot_memory.faces.ros.node_log import NodeLog

pytestmark = pytest.mark.ros

WARNING_ERROR_WARNING = """
import logging
import rclpy
from robot_memory.faces.ros.node_log import LibraryLog, NodeLog
from robot_memory.faces.ros.health_issues import INGEST, HealthIssues

rclpy.init()
node = rclpy.create_node("speaker")
log = NodeLog(node.get_logger())
issues = HealthIssues(log)
issues.note("topic", OSError("a"), status=INGEST)
issues.note("save", OSError("b"))
issues.note("rules", OSError("c"), status=INGEST)
issues.clear("save")
library = LibraryLog(log)
library.attach()
ledger = logging.getLogger("robot_memory.ledger.ledger_writer")
for level in (logging.WARNING, logging.ERROR, logging.WARNING):
    ledger.log(level, "d at level %d", level)
ledger.error("e")
library.detach()
node.destroy_node()
rclpy.shutdown()
"""


def test_warning_error_and_warning_are_logged_as_three_lines(domain):
    run = subprocess.run(
        [sys.executable, "-c", WARNING_ERROR_WARNING],
        capture_output=True, text=True, timeout=60,
        env={**os.environ, "RCUTILS_CONSOLE_OUTPUT_FORMAT": "{severity} {name} {message}"},
    )  # fmt: skip

    assert run.stderr.splitlines() == [
        "WARN speaker topic: a",
        "ERROR speaker save: b",
        "WARN speaker rules: c",
        "INFO speaker save: it works again",
        "WARN speaker d at level 30",
        "ERROR speaker d at level 40",
        "ERROR speaker e",
    ]


class Log:
    """A log, and its clock."""

    def __init__(self) -> None:
        self.now = 0.0
        logger = ListLogger()
        self.lines = logger.lines
        self.issues = HealthIssues(NodeLog(logger), clock=lambda: self.now)

    def fails(self, what: str = "save", words: str = "disk full", **how: bool) -> None:
        self.issues.note(what, OSError(words), **how)


def test_a_problem_that_lasts_is_logged_at_its_start_each_hour_and_at_its_end():
    log = Log()
    for second in range(0, 9000, 2):
        log.now = float(second)
        log.fails(stays=True)
    assert log.issues.current() == ["save: disk full"]
    log.issues.clear("save")

    assert log.issues.current() == []
    assert log.lines == ["save: disk full"] * 3 + ["save: it works again"]
    log.fails(stays=True)
    assert log.lines[-1] == "save: disk full"


def test_a_momentary_problem_ends_after_a_minute_without_it():
    log = Log()
    log.fails()
    log.now = 59.0
    assert log.issues.current() == ["save: disk full"]
    log.now = 61.0
    assert log.issues.current() == []
    assert log.lines == ["save: disk full", "save: not for 60 s"]


def test_a_recurring_problem_does_not_fill_the_log():
    log = Log()
    for second in range(3600):
        log.now = float(second)
        log.fails(stays=True)
        log.issues.clear("save")

    assert len(log.lines) == 10


def test_clearing_disk_faults_ends_all_problems_that_a_full_disk_caused():
    log = Log()
    log.issues.note("session", OSError(28, "No space left on device"), stays=True)
    quoted = RuntimeError("index: [Errno 28] No space left on device; the rest is done next time")
    log.issues.note("night, consolidate", quoted, stays=True)
    log.issues.note("rules", OSError("rules.yaml cannot be used"), stays=True)
    assert log.issues.has_disk_faults

    log.issues.clear_disk_faults()

    assert log.issues.current() == ["rules: rules.yaml cannot be used"]
    assert not log.issues.has_disk_faults
    assert "session: the disk takes data again" in log.lines
