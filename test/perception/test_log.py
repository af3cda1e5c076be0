"""/rosout: WARN and above; a log line is a momentary event."""

from __future__ import annotations

import random
from itertools import accumulate

import pytest
from watching import START, Watching, when

from robot_memory.foundation.wording.varying_text import READINGS, VaryingText
from robot_memory.ledger import Severity
from robot_memory.perception.detectors import log_detector
from robot_memory.perception.detectors.log_detector import LogDetector
from robot_memory.perception.scope import Scope

INFO, WARN, ERROR, FATAL = 20, 30, 40, 50
BARO = "no barometer found on /dev/baro0"


def say(robot: Watching, *stamps: float, message: str = BARO, level: int = ERROR) -> None:
    for stamp in stamps:
        robot.wait(stamp)
        robot.log("sensors", message, level)


def test_info_lines_are_not_reported(robot: Watching):
    say(robot, 1.0, level=INFO)
    robot.wait(100.0)

    assert robot.rows == []


@pytest.mark.parametrize(
    ("level", "severity", "confidence", "words"),
    [(WARN, Severity.WARN, 0.45, "a warning"), (ERROR, Severity.ERROR, 0.60, "an error"),
     (FATAL, Severity.ERROR, 0.60, "a fatal error")],
)  # fmt: skip
def test_a_log_line_is_stored_with_node_text_severity_and_confidence(
    robot: Watching, level: int, severity: Severity, confidence: float, words: str
):
    say(robot, 1.0, level=level)

    (row,) = robot.onsets
    assert row.summary == f"sensors logs {words}: {BARO}"
    assert (row.severity, row.confidence) == (severity, confidence)
    assert (row.component, row.topic, when(row)) == ("sensors", "/rosout", 1.0)


@pytest.mark.parametrize("period", [1.0, 5.0, 10.0, 37.0, 60.0])
def test_a_log_line_at_a_steady_interval_is_one_lasting_occurrence(robot: Watching, period: float):
    say(robot, *(period * (count + 0.04 * (count % 2)) for count in range(40)))
    robot.wait(robot.now + 400.0)

    assert list(robot.lessons.values()) == [1]
    assert robot.ends[0].detail["lasted"] == pytest.approx(39 * period, rel=0.02)


def test_five_lines_at_equal_intervals_are_separate_occurrences(robot: Watching):
    say(robot, 0.0, 5.0, 10.0, 15.0, 20.0)
    robot.wait(300.0)

    assert list(robot.lessons.values()) == [5]


def test_a_different_interval_ends_a_steady_sequence_of_lines(robot: Watching):
    say(robot, *(10.0 * count for count in range(10)), 105.0)
    robot.wait(700.0)

    assert [(when(row), row.detail["lasted"]) for row in robot.ends] == [(90.0, 90.0), (105.0, 0.0)]


@pytest.mark.parametrize("lines", [6, 20])
def test_a_steady_sequence_of_lines_ends_half_a_minute_after_its_last_line(
    robot: Watching, lines: int
):
    say(robot, *(10.0 * count for count in range(lines)))
    robot.wait(robot.now + 31.0)

    assert robot.ends[0].detail["lasted"] == 10.0 * (lines - 1)


@pytest.mark.parametrize(("shortest", "longest"), [(60.0, 200.0), (18.0, 72.0)])
def test_lines_at_random_intervals_are_momentary_occurrences(
    robot: Watching, shortest: float, longest: float
):
    chance = random.Random(7)
    stamps = list(accumulate(chance.uniform(shortest, longest) for _ in range(40)))
    say(robot, *stamps)
    robot.wait(robot.now + 700.0)

    assert [when(row) for row in robot.onsets] == pytest.approx(stamps)
    assert {row.detail["lasted"] for row in robot.ends} == {0.0}


def test_a_second_line_is_reported_if_no_third_line_follows(robot: Watching):
    say(robot, 0.0, 10.0)
    robot.wait(60.0)

    assert [when(row) for row in robot.onsets] == [0.0, 10.0]


def test_changing_values_in_a_log_line_do_not_create_another_entry(robot: Watching):
    for count in range(30):
        robot.wait(0.5 * count)
        robot.log("motor_driver", f"Motor 3 over {68.9 + count / 3:.1f} °C", WARN)

    robot.wait(robot.now + 300.0)

    (onset,), (end,) = robot.onsets, robot.ends
    assert end.summary == "motor_driver logs a warning: Motor 3 over 68.5–79 °C"
    assert VaryingText.from_list(end.detail[READINGS]).last == ("78.6 °C",)
    assert onset.key == end.key


def test_the_same_line_of_two_nodes_makes_two_entries(robot: Watching):
    robot.log("left.driver", "no answer", WARN)
    robot.log("right.driver", "no answer", WARN)

    assert len(robot.lessons) == 2


def test_a_node_with_a_new_number_in_its_name_at_each_start_is_one_node(robot: Watching):
    robot.log("rviz_48213", "no transform", WARN)
    robot.wait(700.0)
    robot.log("rviz_51007", "no transform", WARN)

    assert list(robot.lessons.values()) == [2]


def test_an_empty_line_of_a_nameless_node_gets_a_readable_text(robot: Watching):
    robot.log("", "", WARN)

    assert robot.lessons == {"unnamed logs a warning": 1}


# -- redelivery (rules.md §5.2) ------------------------------------------------------------


def test_a_redelivered_log_line_is_counted_once(robot: Watching):
    for at in (1.0, 50.0, 500.0):
        robot.wait(at)
        robot.log("sensors", BARO, ERROR, stamp=1000.25, line=17)

    assert list(robot.lessons.values()) == [1]
    assert [row.detail.get("repeats") for row in robot.ends] == [0]


def test_two_different_lines_with_the_same_stamp_are_two_entries(robot: Watching):
    robot.log("sensors", "no barometer", ERROR, stamp=1000.25)
    robot.log("sensors", "no compass", ERROR, stamp=1000.25)

    assert len(robot.lessons) == 2


def test_lines_without_a_stamp_are_never_treated_as_redelivered(robot: Watching):
    say(robot, 0.0, 100.0, 300.0)

    assert list(robot.lessons.values()) == [3]


def test_a_line_logged_before_the_restart_is_not_reported_again():
    start = START.timestamp()
    robot = Watching(seen_until=start)
    robot.log("sensors", "old", ERROR, stamp=start - 3.0)
    robot.log("sensors", "new", ERROR, stamp=start + 1.0)

    assert robot.lessons == {"sensors logs an error: new": 1}


def test_the_number_of_remembered_log_lines_is_limited(robot: Watching):
    for count in range(4_000):
        robot.log("chatter", "again", WARN, stamp=1000.0 + count)
    detectors = robot.perception.topics._bindings["/rosout"].detectors
    (detector,) = [one for one in detectors if isinstance(one, LogDetector)]

    assert len(detector._seen) <= 2048


def test_a_short_number_in_a_node_name_distinguishes_nodes(robot: Watching):
    say_as = ("planner_0", "planner_1")
    for name in say_as:
        robot.log(name, "no plan", ERROR)
    robot.wait(300.0)

    assert {row.component for row in robot.onsets} == set(say_as)


QOS_LINE = (
    "New subscription discovered on topic '/image', requesting incompatible QoS. No messages will "
    "be sent to it. Last incompatible policy: RELIABILITY"
)


@pytest.mark.parametrize(("sees_graph", "onsets"), [(True, 0), (False, 1)])
def test_a_logged_qos_mismatch_is_left_out_if_the_graph_is_watched(sees_graph: bool, onsets: int):
    robot = Watching(scope=Scope(sees_graph=sees_graph))
    say(robot, 1.0, message=QOS_LINE, level=WARN)

    assert len(robot.onsets) == onsets


def test_checks_for_normal_states_are_rate_limited(
    robot: Watching, monkeypatch: pytest.MonkeyPatch
):
    judged: list[str] = []
    monkeypatch.setattr(log_detector, "is_normal", lambda message: bool(judged.append(message)))

    for number in range(100):
        robot.log("mission", f"Goal {number} is executing", ERROR, line=7)

    assert len(judged) == 10


def test_a_repeated_normal_state_is_checked_once(robot: Watching, monkeypatch: pytest.MonkeyPatch):
    judged: list[str] = []
    monkeypatch.setattr(log_detector, "is_normal", lambda message: not judged.append(message))

    for stamp in (1.0, 5.0, 13.0):
        say(robot, stamp, message="Goal is executing")

    assert len(judged) == 1
    assert robot.rows == []
