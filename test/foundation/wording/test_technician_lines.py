"""The bench that shows the lines of driver messages shows what the context block says of them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3] / "bench"))

from technician_lines import NO_LINE, DriverMessage, line_of, read

from robot_memory.foundation.settings import default_rules_file
from robot_memory.perception.rules_file import load_rules

_RULES = load_rules(default_rules_file())
_LOG = {"kind": "log", "name": "rear_lidar", "level": "error", "message": "poll() timeout"}


def test_a_log_message_has_the_line_of_the_context_block() -> None:
    (said,) = read(json.dumps([{**_LOG, "repo": "not a field"}]))

    assert line_of(said, _RULES) == (
        "🟡 [60%] rear_lidar logs an error: poll() timeout — check the lidar's cable and power"
        " (4 times, 2 min ago) #fa5b"
    )


def test_a_status_says_what_its_values_say() -> None:
    said = DriverMessage("status", "base: Contact", "error", "Contact", "", {"bumper": "left"})

    assert "(bumper: left)" in line_of(said, _RULES)


def test_a_log_message_about_a_normal_state_has_no_line() -> None:
    said = DriverMessage("log", "mission", "error", "Goal is executing")

    assert line_of(said, _RULES) == NO_LINE


def test_a_message_of_the_memory_itself_has_no_line() -> None:
    said = DriverMessage("log", "robot_memory", "error", "lost")

    assert line_of(said, _RULES) == NO_LINE
