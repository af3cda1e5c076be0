"""Perception's input and output: times, texts, tags, and malformed messages."""

from __future__ import annotations

import math

import pytest
import robot_messages as ros
from robot_messages import ERROR, WARN, status
from watching import START, Watching, when

from robot_memory.ledger.observation import to_row
from robot_memory.perception.rule import Rule

GPS = status("mavros: GPS", ERROR, "No satellites")
NOW = START.timestamp()


# -- headers (rules.md §4.1) ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("skew", "onsets", "misdated"),
    [
        *((skew, [], {"/diagnostics": 30}) for skew in (-3600.0, -10.5, 10.5, 86400.0)),
        *((skew, [0.0], {}) for skew in (-9.5, 0.0, 9.5)),
    ],
)
def test_a_message_is_accepted_if_its_header_is_at_most_ten_seconds_off(
    skew: float, onsets: list[float], misdated: dict[str, int]
):
    robot = Watching(kind="wall")
    for second in range(30):
        robot.wait(float(second))
        content = ros.diagnostics(GPS, stamp=NOW + second + skew)
        robot.send("/diagnostics", ros.DIAGNOSTICS, content)

    assert [when(row) for row in robot.rows] == onsets
    assert robot.perception.losses.misdated == misdated


def test_a_message_with_an_empty_header_is_accepted():
    robot = Watching(kind="wall")
    robot.every(1.0, 10.0, lambda now: robot.diagnose(GPS))

    assert len(robot.onsets) == 1


def test_headers_are_not_checked_without_trusted_wall_time():
    robot = Watching(kind="simulated")
    for second in range(10):
        robot.wait(float(second))
        content = ros.diagnostics(GPS, stamp=NOW - 86400.0)
        robot.send("/diagnostics", ros.DIAGNOSTICS, content)

    assert len(robot.onsets) == 1


def test_an_old_log_line_is_left_out_by_its_own_stamp():
    robot = Watching(kind="wall")
    robot.log("sensors", "old", 40, stamp=NOW - 60.0)

    assert robot.rows == []
    assert robot.perception.losses.misdated == {"/rosout": 1}


def test_a_topic_with_wrong_headers_is_not_reported_as_silent():
    robot = Watching(kind="wall")
    robot.every(0.1, 60.0, lambda now: robot.battery(24.0, stamp=NOW + now),
                lambda now: robot.send("/imu", ros.IMU, ros.nothing()))  # fmt: skip
    robot.every(0.1, 120.0, lambda now: robot.battery(24.0, stamp=NOW - 3600.0),
                lambda now: robot.send("/imu", ros.IMU, ros.nothing()))  # fmt: skip

    assert robot.rows == []


# -- texts ---------------------------------------------------------------------------------


def test_a_text_is_one_line_of_at_most_500_characters(robot: Watching):
    robot.every(1.0, 5.0, lambda now: robot.diagnose(
        status("a\nb: c\td", ERROR, "no\n link\r\n" + "very " * 400)))  # fmt: skip
    robot.log("planner", "stack trace:\n" + "  at frame\n" * 300, 40)

    for row in robot.onsets:
        assert len(row.summary) <= 500
        assert row.summary.isprintable()
        assert "…" not in row.summary
    assert robot.onsets[0].summary.startswith("a b: c d reports an error: no link very")


def test_a_very_long_name_is_shortened(robot: Watching):
    robot.every(1.0, 5.0, lambda now: robot.diagnose(status("x" * 5000, ERROR, "bad")))

    (row,) = robot.onsets
    assert len(row.component) <= 200
    assert "bad" in row.summary


def test_texts_in_other_languages_are_kept(robot: Watching):
    motor = status("Antrieb: Motor links", ERROR, "Übertemperatur 81,5 °C – bitte kühlen")
    robot.every(1.0, 5.0, lambda now: robot.diagnose(motor))
    robot.log("驱动", "电机 3 过热", 40)

    assert set(robot.lessons) == {
        "Antrieb: Motor links reports an error: Übertemperatur 81,5 °C – bitte kühlen",
        "驱动 logs an error: 电机 3 过热",
    }


def test_the_literal_message_is_stored_with_the_evidence(robot: Watching):
    robot.every(1.0, 5.0, lambda now: robot.diagnose(status("base: Motor", WARN, "at 81.5 °C")))

    assert robot.onsets[0].detail["message"] == "at 81.5 °C"


@pytest.mark.parametrize(
    ("name", "tags"),
    [
        ("mavros: GPS", ("mavros", "gps", "error")),
        ("left_wheelEncoder", ("left", "wheel", "encoder", "error")),
        ("/robot1/base: IMU 3", ("robot", "base", "imu", "error")),
        ("a: b", ("error",)),
        ("gps: GPS", ("gps", "error")),
    ],
)
def test_tags_are_the_words_of_the_component_and_the_kind(
    robot: Watching, name: str, tags: tuple[str, ...]
):
    robot.every(1.0, 5.0, lambda now: robot.diagnose(status(name, ERROR, "bad")))

    assert robot.onsets[0].tags == tags


def test_the_number_of_tags_of_a_long_name_is_limited(robot: Watching):
    words = " ".join(f"{letter}{letter}{letter}" for letter in "abcdefghijklmnopqrstuvwxyz")
    robot.every(1.0, 5.0, lambda now: robot.diagnose(status(words, ERROR, "bad")))

    assert len(robot.onsets[0].tags) <= 9


# -- malformed messages --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("topic", "type_name", "content"),
    [
        ("/diagnostics", ros.DIAGNOSTICS, ros.Message()),
        ("/diagnostics", ros.DIAGNOSTICS, ros.Message(status=[ros.Message(name=3)])),
        ("/rosout", ros.LOG, ros.Message(name="a")),
        ("/battery", ros.BATTERY, ros.Message(voltage="much")),
    ],
)
def test_a_malformed_message_raises_and_does_not_affect_other_messages(
    robot: Watching, topic: str, type_name: str, content: object
):
    robot.every(1.0, 10.0, lambda now: robot.diagnose(GPS))
    for _ in range(3):
        with pytest.raises((AttributeError, TypeError, ValueError)):
            robot.send(topic, type_name, content)
    robot.every(1.0, 20.0, lambda now: robot.diagnose(GPS))
    robot.log("sensors", "no barometer", 40)

    assert sorted(robot.lessons.values()) == [1, 1]


def test_a_non_finite_number_is_never_stored_in_a_row(robot: Watching):
    robot.every(1.0, 10.0, lambda now: robot.battery(24.0, 0.1, math.nan),
                lambda now: robot.send("/odom", ros.ODOMETRY, ros.odometry(math.inf)))  # fmt: skip

    for row in robot.rows:
        to_row(row)  # raises on values that JSON cannot hold
        assert all(map(math.isfinite, row.context.values()))


def test_a_forgotten_topic_is_watched_again_when_it_returns(robot: Watching):
    robot.every(1.0, 10.0, lambda now: robot.battery(24.0, 0.1))
    robot.perception.forget("/battery")
    robot.wait(1000.0)
    robot.every(1.0, 1010.0, lambda now: robot.battery(24.0, 0.1))

    assert list(robot.lessons.values()) == [2]


def test_a_topic_without_a_rule_is_ignored():
    robot = Watching([Rule("battery")])

    assert not robot.perception.topics.wants("/imu", ros.IMU)
    robot.perception.receive("/imu", ros.IMU, object())
    assert robot.rows == []


FAULT = ros.diagnostics(ros.status("base: Motor", ros.ERROR, "no pulses"))


@pytest.mark.parametrize("waited", [0.0, 0.4, 4.0])
def test_a_delayed_message_is_observed_at_its_time_of_receipt(waited: float):
    robot = Watching([Rule("diagnostics")], kind="wall")
    robot.jump(100.0 + waited)
    robot.perception.receive("/diagnostics", ros.DIAGNOSTICS, FAULT, received_at=100.0)
    robot.wait(106.0)

    onset = robot.rows[0]
    assert onset.instant.uptime == pytest.approx(100.0)


def test_a_message_is_never_observed_before_time_that_has_passed():
    stamps: list[float] = []
    robot = Watching([Rule("rate", "/imu")], kind="wall")
    robot.jump(100.0)
    robot.perception.advance()
    robot.jump(100.2)
    for received_at in (99.8, 100.1, 100.05):
        robot.perception.receive("/imu", ros.IMU, None, received_at=received_at)
        stamps.append(robot.perception._latest)

    assert stamps == pytest.approx([100.0, 100.1, 100.1])


def test_a_message_in_simulated_time_is_observed_at_the_clock_time():
    robot = Watching([Rule("diagnostics")], kind="simulated")
    robot.jump(100.0)
    robot.perception.receive("/diagnostics", ros.DIAGNOSTICS, FAULT, received_at=5.0)
    robot.wait(101.0)

    assert robot.rows[0].instant.uptime == pytest.approx(100.0)


def test_a_message_that_waited_for_long_is_not_misdated():
    robot = Watching([Rule("diagnostics")], kind="wall")
    robot.jump(100.0)
    message = ros.diagnostics(
        ros.status("base: Motor", ros.ERROR, "no pulses"), stamp=START.timestamp() + 85.0
    )
    robot.perception.receive("/diagnostics", ros.DIAGNOSTICS, message, received_at=85.1)
    assert not robot.perception.losses.misdated
    robot.perception.receive("/diagnostics", ros.DIAGNOSTICS, message, received_at=99.9)
    assert robot.perception.losses.misdated == {"/diagnostics": 1}
