"""/diagnostics: level changes, flapping, components that fall silent, return to OK."""

from __future__ import annotations

import numpy
import pytest
import robot_messages as ros
from robot_messages import ERROR, OK, STALE, WARN, status
from watching import Watching, when

from robot_memory.ledger import Kind, Severity
from robot_memory.perception.rule import Rule

GPS = "mavros: GPS"


def report(robot: Watching, until: float, *statuses: object, every: float = 1.0) -> None:
    """Report the same statuses once every ``every`` seconds, until a time."""
    robot.every(every, until, lambda now: robot.diagnose(*statuses))


def test_the_end_of_a_fault_whose_driver_fell_silent_is_marked_as_unseen(robot: Watching):
    report(robot, 30.0, status(GPS, ERROR, "x"), status("base: Motor 3", OK))
    report(robot, 200.0, status("base: Motor 3", OK))
    report(robot, 230.0, status(GPS, ERROR, "y"))
    report(robot, 260.0, status(GPS, OK))

    ends = [row for row in robot.rows if row.kind is Kind.END and row.key.symptom in ("x", "y")]
    assert [row.detail.get("seen") for row in ends] == [False, None]


def test_a_rising_value_is_reported_again_with_its_current_range(robot: Watching):
    robot.every(1.0, 61.0, lambda now: robot.diagnose(status(GPS, ERROR, f"at {now + 80:.0f} °C")))

    assert robot.rows[-1].summary == "mavros: GPS reports an error: at 80–120 °C"
    report(robot, 120.0, status(GPS, OK))
    said = [(row.kind, row.detail["message"]) for row in robot.rows]
    assert said[0] == (Kind.ONSET, "at 80 °C")
    assert said[-2:] == [(Kind.PRESENT, "at 120 °C"), (Kind.END, "at 140 °C")]


# -- levels --------------------------------------------------------------------------------


ANY = "mavros: GPS reports an error: x"


@pytest.mark.parametrize(
    ("statuses", "told", "severity"),
    [
        ([status(GPS, OK, "3D fix"), status("mavros: System", OK, "Normal")], [], None),
        ([status(GPS, WARN, "x")], ["mavros: GPS warns: x"], Severity.WARN),
        ([status(GPS, WARN, "")], ["mavros: GPS warns"], Severity.WARN),
        ([status(GPS, STALE, "x")], ["mavros: GPS reports stale data: x"], Severity.STALE),
        ([status(GPS, 7, "x")], [ANY], Severity.ERROR),  # an undefined level
        ([status(GPS, b"\x02", "x")], [ANY], Severity.ERROR),  # as rclpy gives it
        ([status(GPS, bytearray(b"\x02"), "x")], [ANY], Severity.ERROR),
        ([status(GPS, numpy.uint8(1), "x")], ["mavros: GPS warns: x"], Severity.WARN),
        ([status(GPS, b"", "x")], [], None),
        *(([status(name, ERROR, "x")], [f"{subject} reports an error: x"], Severity.ERROR)
          for name, subject in {
              "12": "12", "0x1f": "0x1f", "12345678": "12345678", "/12/34": "/12/34",
              "12: 13": "12: 13", "12: Status": "12: Status", "…": "*", " : ": "unnamed"}.items()),
        ([status("", WARN, "x", "imu-7")], ["imu-7 warns: x"], Severity.WARN),
        ([status("", WARN, "x", "")], ["unnamed warns: x"], Severity.WARN),
        ([status("12", ERROR, "x"), status("13", ERROR, "x")],
         ["12 reports an error: x", "13 reports an error: x"], Severity.ERROR),
        ([status("base: Motor 3", WARN, "x"), status("base: Motor 4", WARN, "x")],
         ["base: Motor 3 warns: x", "base: Motor 4 warns: x"], Severity.WARN),
    ],
)  # fmt: skip
def test_a_lasting_status_is_reported_once_with_its_level(
    robot: Watching, statuses: list, told: list[str], severity: Severity | None
):
    report(robot, 99.0, *statuses)

    assert robot.lessons == dict.fromkeys(told, 1)
    assert {row.severity for row in robot.onsets} == ({severity} if severity else set())
    assert {row.confidence for row in robot.onsets} <= {
        0.60 if severity is Severity.ERROR else 0.45
    }


def test_an_onset_has_component_text_severity_confidence_and_tags(robot: Watching):
    report(robot, 5.0, status(GPS, ERROR, "No satellites"))

    (row,) = robot.onsets
    assert row.summary == "mavros: GPS reports an error: No satellites"
    assert (row.component, row.severity, row.topic) == (GPS, Severity.ERROR, "/diagnostics")
    assert row.confidence == 0.60
    assert row.tags == ("mavros", "gps", "surroundings", "error")


def test_a_very_short_error_is_not_reported(robot: Watching):
    report(robot, 10.0, status(GPS, OK, "ok"))
    robot.diagnose(status(GPS, ERROR, "No satellites"))
    robot.wait(10.2, 0.1)
    robot.diagnose(status(GPS, OK, "ok"))
    report(robot, 30.0, status(GPS, OK, "ok"))

    assert robot.rows == []


def test_a_warning_that_becomes_an_error_stays_one_occurrence(robot: Watching):
    report(robot, 10.0, status("base: Motor", WARN, "Over temperature"))
    report(robot, 20.0, status("base: Motor", ERROR, "Over temperature"))
    report(robot, 60.0, status("base: Motor", OK, "Fine"))

    assert [row.kind for row in robot.rows] == [Kind.ONSET, Kind.PRESENT, Kind.END]
    assert [row.severity.value for row in robot.rows] == ["warn", "error", "error"]
    assert robot.rows[1].confidence == 0.60
    assert len({row.summary for row in robot.rows}) == 1


# -- messages ------------------------------------------------------------------------------


def test_changing_values_in_a_message_do_not_create_another_entry(robot: Watching):
    robot.every(1.0, 60.0, lambda now: robot.diagnose(
        status("base: Motor 3", WARN, f"Motor 3 over {70 + now / 7:.1f} °C")))  # fmt: skip

    assert robot.lessons == {"base: Motor 3 warns: Motor 3 over 70.0 °C": 1}


def test_a_different_message_starts_another_entry_and_ends_the_first(robot: Watching):
    report(robot, 10.0, status(GPS, WARN, "2D fix"))
    report(robot, 60.0, status(GPS, WARN, "Jamming"))

    assert robot.lessons == {"mavros: GPS warns: 2D fix": 1, "mavros: GPS warns: Jamming": 1}
    assert [when(row) for row in robot.ends] == [10.0]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["2D fix", "Jamming"], ["2D fix", "Jamming"]),
        (
            ["Frequency too low; No data", "No data; Frequency too low"],
            ["Frequency too low; No data"],
        ),
        (["No data; Frequency too low"] * 2, ["Frequency too low; No data"]),
    ],
)
def test_alternating_messages_are_two_entries_but_reordered_parts_are_one(
    robot: Watching, words: list[str], told: list[str]
):
    robot.every(1.0, 120.0, lambda now: robot.diagnose(status(GPS, WARN, words[int(now) % 2])))

    assert robot.lessons == {f"mavros: GPS warns: {text}": 1 for text in told}


def test_a_node_with_a_new_number_in_its_name_at_each_start_is_one_component(robot: Watching):
    report(robot, 5.0, status("recorder_48213: Disk", WARN, "full"))
    report(robot, 200.0, status(GPS, OK, ""))
    report(robot, 205.0, status("recorder_51007: Disk", WARN, "full"))

    assert list(robot.lessons.values()) == [2]


# -- silence -------------------------------------------------------------------------------


def drivers(*names: str) -> list[object]:
    return [status(name, OK, "ok") for name in names]


LIDAR = "lidar: Scan", "lidar: Laser", "lidar: Spin"


@pytest.mark.parametrize(
    ("stretches", "silent", "ends"),
    [
        ([(60.0, LIDAR[:1]), (120.0, ())], {"lidar: Scan": 1}, []),
        ([(60.0, LIDAR[:1]), (120.0, ()), (160.0, LIDAR[:1])], {"lidar: Scan": 1}, [120.0]),
        ([(60.0, LIDAR[:1]), (120.0, ()), (300.0, LIDAR[:1]), (360.0, LIDAR[:1]), (420.0, ())],
         {"lidar: Scan": 2}, [120.0]),
        ([(60.0, LIDAR), (120.0, ())], {"lidar": 1}, []),
        ([(60.0, LIDAR), (120.0, ()), (200.0, LIDAR[:2])], {"lidar": 1, "lidar: Spin": 1}, [120.0]),
        ([(60.0, LIDAR), (120.0, LIDAR[:2])], {"lidar: Spin": 1}, []),
        ([(3.0, ["boot: Check"]), (300.0, ())], {}, []),  # never a regular reporter
    ],
)  # fmt: skip
def test_a_component_that_stops_reporting_is_reported_until_it_returns(
    robot: Watching, stretches: list, silent: dict[str, int], ends: list[float]
):
    for until, names in stretches:
        report(robot, until, *drivers(*names, "base: Motor"))

    assert robot.lessons == {
        f"{who} stopped reporting while the robot ran": times for who, times in silent.items()
    }
    assert [when(row) for row in robot.ends] == pytest.approx(ends, abs=1.0)
    assert all(row.tags[0] == "lidar" and row.tags[-1] == "silent" for row in robot.onsets)


def test_a_silent_driver_with_separate_status_messages_is_reported_once(robot: Watching):
    robot.every(
        0.25, 100.0,
        lambda now: robot.diagnose(status("base: Motor", OK, "ok")),
        lambda now: robot.diagnose(status("lidar: Scan", OK, "ok")),
        lambda now: now % 1.0 or robot.diagnose(status("lidar: Laser", OK, "ok")),
        lambda now: now % 4.0 or robot.diagnose(status("lidar: Spin", OK, "ok")),
    )  # fmt: skip
    report(robot, 200.0, *drivers("base: Motor"))

    assert robot.lessons == {"lidar stopped reporting while the robot ran": 1}


def test_no_silence_is_reported_if_all_diagnostics_are_silent(robot: Watching):
    report(robot, 60.0, *drivers(*LIDAR, "base: Motor"))
    robot.wait(600.0)
    robot.every(0.1, 700.0, lambda now: robot.send("/imu", ros.IMU, ros.nothing()))

    assert robot.rows == []


def test_no_silence_is_reported_when_all_diagnostics_return(robot: Watching):
    def imu(now: float) -> None:
        robot.send("/imu", ros.IMU, ros.nothing())

    both = drivers("base: Motor", "lidar: Scan")
    robot.every(0.1, 60.0, imu, lambda now: robot.diagnose(*both))
    robot.every(0.1, 160.0, imu)
    robot.every(0.1, 164.0, imu, lambda now: robot.diagnose(both[0]))
    robot.every(0.1, 200.0, imu, lambda now: robot.diagnose(*both))

    assert robot.rows == []


def test_a_component_that_reports_irregularly_is_not_reported_as_silent(robot: Watching):
    pauses = [5, 40, 12, 70, 30, 9, 66, 21, 55, 68, 14, 73]
    due = 0.0
    for pause in pauses * 3:
        due += pause
        report(robot, due, *drivers("base: Motor"))
        robot.diagnose(*drivers("arm: Calibration"))

    assert robot.rows == []


def test_a_message_with_the_text_silent_is_not_confused_with_silence(robot: Watching):
    report(robot, 60.0, status("lidar: Scan", WARN, "silent"), *drivers("base: Motor"))
    report(robot, 120.0, *drivers("base: Motor"))

    assert len(robot.lessons) == 2


# -- rules ---------------------------------------------------------------------------------


def test_aggregated_diagnostics_are_ignored(robot: Watching):
    robot.diagnose(status("/Sensors/GPS", ERROR, "No fix"), topic="/diagnostics_agg")
    robot.wait(10.0)

    assert robot.rows == []


def test_a_rule_can_set_a_longer_onset_delay():
    robot = Watching([Rule("diagnostics", options={"onset": 20.0})])
    report(robot, 19.0, status(GPS, ERROR, "No fix"))
    assert robot.rows == []
    report(robot, 25.0, status(GPS, ERROR, "No fix"))

    assert [when(row) for row in robot.onsets] == [0.0]


# -- types ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "entry_type", "tag"),
    [
        ("only 3 satellites", "environment_note", "surroundings"),
        ("parameter x is not declared", "behavior_pattern", "configuration"),
        ("encoder stuck", "hardware_observation", "warn"),
    ],
)
def test_the_entry_type_depends_on_what_the_message_is_about(
    robot: Watching, message, entry_type, tag
):
    robot.every(1.0, 5.0, lambda now: robot.diagnose(status("base: unit", WARN, message)))

    (row,) = robot.onsets
    assert row.entry_type == entry_type
    assert tag in row.tags
    assert row.tags[-1] == "warn"
