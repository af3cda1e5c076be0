"""/diagnostics: level changes, flapping, components that fall silent, return to OK."""

from __future__ import annotations

import pytest
import robot_messages as ros
from robot_messages import ERROR, OK, STALE, WARN, status
from watching import Watching, when

from robot_memory.ledger import Kind, Severity
from robot_memory.perception import Rule

GPS = "mavros: GPS"


def report(robot: Watching, until: float, *statuses: object, every: float = 1.0) -> None:
    """Drivers report the same, once a second, until then."""
    robot.every(every, until, lambda now: robot.diagnose(*statuses))


# -- levels --------------------------------------------------------------------------------


def test_a_healthy_robot_teaches_nothing(robot: Watching):
    report(robot, 600.0, status(GPS, OK, "3D fix"), status("mavros: System", OK, "Normal"))

    assert robot.rows == []


def test_a_warning_that_is_repeated_99_times_is_one_entry_seen_once(robot: Watching):
    report(robot, 99.0, status("mavros: Battery", WARN, "Low voltage"))

    assert robot.lessons == {"mavros: Battery warns: Low voltage": 1}


def test_an_entry_says_who_what_and_how_bad_with_a_fitting_confidence(robot: Watching):
    report(robot, 5.0, status(GPS, ERROR, "No satellites"))

    (row,) = robot.onsets
    assert row.summary == "mavros: GPS reports an error: No satellites"
    assert (row.component, row.severity, row.topic) == (GPS, Severity.ERROR, "/diagnostics")
    assert row.confidence == 0.60
    assert row.tags == ("mavros", "gps", "surroundings", "error")


@pytest.mark.parametrize(
    ("name", "subject"),
    [
        ("12", "12"), ("0x1f", "0x1f"), ("12345678", "12345678"), ("/12/34", "/12/34"),
        ("12: 13", "12: 13"), ("12: Status", "12: Status"), ("…", "*"), (" : ", "unnamed"),
    ],
)  # fmt: skip
def test_an_entry_names_its_component_whatever_that_is_called(robot: Watching, name, subject):
    report(robot, 5.0, status(name, ERROR, "Overheating"))

    assert robot.lessons == {f"{subject} reports an error: Overheating": 1}


def test_components_that_are_called_by_numbers_are_told_apart(robot: Watching):
    report(robot, 5.0, status("12", ERROR, "Overheating"), status("13", ERROR, "Overheating"))

    assert {row.component for row in robot.onsets} == {"12", "13"}


def test_a_warning_is_believed_less_than_an_error(robot: Watching):
    report(robot, 5.0, status(GPS, WARN, "2D fix"))

    assert robot.onsets[0].confidence == 0.45


def test_stale_is_reported_as_stale(robot: Watching):
    report(robot, 5.0, status(GPS, STALE, "no update"))

    assert robot.lessons == {"mavros: GPS reports stale data: no update": 1}
    assert robot.onsets[0].severity is Severity.STALE


def test_a_level_that_nobody_defined_is_reported_as_an_error(robot: Watching):
    report(robot, 5.0, status(GPS, 7, "odd"))

    assert robot.onsets[0].severity is Severity.ERROR


@pytest.mark.parametrize("level", [ERROR, b"\x02", bytearray(b"\x02")], ids=repr)
def test_a_level_is_a_number_or_the_one_byte_that_rclpy_gives(robot: Watching, level: object):
    report(robot, 5.0, status(GPS, level, "No satellites"))  # type: ignore[arg-type]

    assert robot.onsets[0].severity is Severity.ERROR


def test_a_level_of_no_bytes_is_ok(robot: Watching):
    report(robot, 5.0, status(GPS, b"", "No satellites"))

    assert robot.rows == []


def test_numpy_levels_of_recordings_are_levels(robot: Watching):
    numpy = pytest.importorskip("numpy")
    report(robot, 5.0, status(GPS, numpy.uint8(1), "2D fix"))

    assert robot.onsets[0].severity is Severity.WARN


def test_an_error_of_a_blink_is_nothing(robot: Watching):
    report(robot, 10.0, status(GPS, OK, "ok"))
    robot.diagnose(status(GPS, ERROR, "No satellites"))
    robot.wait(10.2, 0.1)
    robot.diagnose(status(GPS, OK, "ok"))
    report(robot, 30.0, status(GPS, OK, "ok"))

    assert robot.rows == []


def test_a_return_to_ok_ends_it_at_that_moment(robot: Watching):
    report(robot, 10.0, status(GPS, ERROR, "No satellites"))
    report(robot, 30.0, status(GPS, OK, "3D fix"))

    assert [when(row) for row in robot.ends] == [10.0]
    assert robot.ends[0].detail["lasted"] == 10.0


def test_an_error_that_comes_back_after_a_while_is_a_second_occurrence(robot: Watching):
    for begin in (0.0, 200.0):
        report(robot, begin + 10.0, status(GPS, ERROR, "No satellites"))
        report(robot, begin + 200.0, status(GPS, OK, "3D fix"))

    assert robot.lessons == {"mavros: GPS reports an error: No satellites": 2}


def test_a_flapping_component_is_one_occurrence_with_repeats(robot: Watching):
    levels = [WARN, OK]
    robot.every(1.0, 300.0, lambda now: robot.diagnose(status(GPS, levels[int(now) % 2], "jam")))
    report(robot, 600.0, status(GPS, OK, "ok"))

    assert robot.lessons == {"mavros: GPS warns: jam": 1}
    assert robot.ends[0].detail["repeats"] == 149


def test_every_flap_of_a_fast_one_is_counted(robot: Watching):
    report(robot, 1.0, status(GPS, WARN, "jam"))
    for count in range(600):
        robot.jump(1.0 + 0.05 * count)
        robot.diagnose(status(GPS, [OK, WARN][count % 2], "jam"))
    report(robot, 100.0, status(GPS, OK, "ok"))

    assert robot.lessons == {"mavros: GPS warns: jam": 1}
    assert robot.ends[0].detail["repeats"] == 300


def test_a_warning_that_becomes_an_error_is_one_occurrence_that_got_worse(robot: Watching):
    report(robot, 10.0, status("base: Motor", WARN, "Over temperature"))
    report(robot, 20.0, status("base: Motor", ERROR, "Over temperature"))
    report(robot, 60.0, status("base: Motor", OK, "Fine"))

    assert [row.kind for row in robot.rows] == [Kind.ONSET, Kind.PRESENT, Kind.END]
    assert [row.severity.value for row in robot.rows] == ["warn", "error", "error"]
    assert robot.rows[1].confidence == 0.60
    assert len({row.summary for row in robot.rows}) == 1


# -- messages ------------------------------------------------------------------------------


def test_a_reading_in_a_message_does_not_make_another_entry(robot: Watching):
    robot.every(1.0, 60.0, lambda now: robot.diagnose(
        status("base: Motor 3", WARN, f"Motor 3 over {70 + now / 7:.1f} °C")))  # fmt: skip

    assert robot.lessons == {"base: Motor 3 warns: Motor 3 over 70.0 °C": 1}


def test_a_reading_in_a_message_does_not_make_it_come_back_each_time(robot: Watching):
    robot.every(1.0, 30.0, lambda now: robot.diagnose(
        status("base: Motor", ERROR, f"over {70 + now / 7:.2f} °C")))  # fmt: skip
    robot.every(1.0, 60.0, lambda now: robot.diagnose(status("base: Motor", OK, "ok")))

    assert robot.ends[0].detail["repeats"] == 0


def test_another_message_is_another_entry_and_ends_the_first(robot: Watching):
    report(robot, 10.0, status(GPS, WARN, "2D fix"))
    report(robot, 60.0, status(GPS, WARN, "Jamming"))

    assert robot.lessons == {"mavros: GPS warns: 2D fix": 1, "mavros: GPS warns: Jamming": 1}
    assert [when(row) for row in robot.ends] == [10.0]


def test_two_messages_that_take_turns_are_two_entries_seen_once_each(robot: Watching):
    words = ["2D fix", "Jamming"]
    robot.every(1.0, 120.0, lambda now: robot.diagnose(status(GPS, WARN, words[int(now) % 2])))

    assert sorted(robot.lessons.values()) == [1, 1]


def test_parts_that_are_joined_in_changing_order_are_one_entry(robot: Watching):
    parts = ["Frequency too low; No data", "No data; Frequency too low"]
    robot.every(1.0, 60.0, lambda now: robot.diagnose(status(GPS, WARN, parts[int(now) % 2])))

    assert sum(robot.lessons.values()) == 1


def test_the_order_of_joined_parts_does_not_change_the_sentence():
    texts = set()
    for parts in ("Frequency too low; No data", "No data; Frequency too low"):
        robot = Watching()
        report(robot, 5.0, status(GPS, WARN, parts))
        texts.update(robot.lessons)

    assert len(texts) == 1


def test_an_empty_message_still_makes_a_sentence(robot: Watching):
    report(robot, 5.0, status(GPS, WARN, ""))

    assert robot.lessons == {"mavros: GPS warns": 1}


@pytest.mark.parametrize(("hardware", "who"), [("imu-7", "imu-7"), ("", "unnamed")])
def test_a_component_without_a_name_is_called_by_its_hardware(
    robot: Watching, hardware: str, who: str
):
    report(robot, 5.0, status("", WARN, "bad", hardware))

    assert robot.lessons == {f"{who} warns: bad": 1}


def test_two_components_alike_but_for_a_number_are_two_entries(robot: Watching):
    report(robot, 5.0, status("base: Motor 3", WARN, "hot"), status("base: Motor 4", WARN, "hot"))

    assert set(robot.lessons) == {"base: Motor 3 warns: hot", "base: Motor 4 warns: hot"}


def test_a_node_that_is_named_anew_at_each_start_is_one_component(robot: Watching):
    report(robot, 5.0, status("recorder_48213: Disk", WARN, "full"))
    report(robot, 200.0, status(GPS, OK, ""))
    report(robot, 205.0, status("recorder_51007: Disk", WARN, "full"))

    assert list(robot.lessons.values()) == [2]


# -- silence -------------------------------------------------------------------------------


def drivers(*names: str) -> list[object]:
    return [status(name, OK, "ok") for name in names]


def test_a_component_that_stops_reporting_while_others_go_on_is_reported(robot: Watching):
    report(robot, 60.0, *drivers("lidar: Scan", "base: Motor"))
    report(robot, 120.0, *drivers("base: Motor"))

    assert robot.lessons == {"lidar: Scan stopped reporting while the robot ran": 1}
    assert robot.onsets[0].tags == ("lidar", "scan", "silent")


def test_it_is_over_when_the_component_reports_again(robot: Watching):
    report(robot, 60.0, *drivers("lidar: Scan", "base: Motor"))
    report(robot, 120.0, *drivers("base: Motor"))
    report(robot, 160.0, *drivers("lidar: Scan", "base: Motor"))

    assert [when(row) for row in robot.ends] == [pytest.approx(120.0, abs=1.0)]


def test_a_component_that_stops_twice_stopped_twice(robot: Watching):
    for begin in (0.0, 300.0):
        report(robot, begin + 60.0, *drivers("lidar: Scan", "base: Motor"))
        report(robot, begin + 120.0, *drivers("base: Motor"))
        report(robot, begin + 300.0, *drivers("lidar: Scan", "base: Motor"))

    assert list(robot.lessons.values()) == [2]


LIDAR = ("lidar: Scan", "lidar: Laser", "lidar: Spin")


def test_a_driver_whose_statuses_all_stop_together_is_reported_once(robot: Watching):
    report(robot, 60.0, *drivers(*LIDAR, "base: Motor"))
    report(robot, 120.0, *drivers("base: Motor"))

    assert robot.lessons == {"lidar stopped reporting while the robot ran": 1}


def test_it_is_reported_once_too_where_each_status_has_its_own_message_and_rate(robot: Watching):
    robot.every(
        0.25, 100.0,
        lambda now: robot.diagnose(status("base: Motor", OK, "ok")),
        lambda now: robot.diagnose(status("lidar: Scan", OK, "ok")),
        lambda now: now % 1.0 or robot.diagnose(status("lidar: Laser", OK, "ok")),
        lambda now: now % 4.0 or robot.diagnose(status("lidar: Spin", OK, "ok")),
    )  # fmt: skip
    report(robot, 200.0, *drivers("base: Motor"))

    assert robot.lessons == {"lidar stopped reporting while the robot ran": 1}


def test_a_driver_that_comes_back_in_part_leaves_the_rest_silent(robot: Watching):
    report(robot, 60.0, *drivers(*LIDAR, "base: Motor"))
    report(robot, 120.0, *drivers("base: Motor"))
    report(robot, 200.0, *drivers("lidar: Scan", "lidar: Laser", "base: Motor"))

    assert robot.lessons == {
        "lidar stopped reporting while the robot ran": 1,
        "lidar: Spin stopped reporting while the robot ran": 1,
    }
    assert [row.component for row in robot.ends] == ["lidar"]


def test_one_status_of_a_driver_that_stops_is_reported_by_its_own_name(robot: Watching):
    report(robot, 60.0, *drivers(*LIDAR, "base: Motor"))
    report(robot, 120.0, *drivers("lidar: Scan", "lidar: Laser", "base: Motor"))

    assert robot.lessons == {"lidar: Spin stopped reporting while the robot ran": 1}


def test_when_all_of_diagnostics_is_silent_nothing_is_reported(robot: Watching):
    report(robot, 60.0, *drivers(*LIDAR, "base: Motor"))
    robot.wait(600.0)
    robot.every(0.1, 700.0, lambda now: robot.send("/imu", ros.IMU, ros.nothing()))

    assert robot.rows == []


def test_when_all_of_diagnostics_comes_back_nothing_was_silent(robot: Watching):
    def imu(now: float) -> None:
        robot.send("/imu", ros.IMU, ros.nothing())

    both = drivers("base: Motor", "lidar: Scan")
    robot.every(0.1, 60.0, imu, lambda now: robot.diagnose(*both))
    robot.every(0.1, 160.0, imu)
    robot.every(0.1, 164.0, imu, lambda now: robot.diagnose(both[0]))
    robot.every(0.1, 200.0, imu, lambda now: robot.diagnose(*both))

    assert robot.rows == []


def test_who_reports_now_and_then_is_not_silent_in_between(robot: Watching):
    pauses = [5, 40, 12, 70, 30, 9, 66, 21, 55, 68, 14, 73]
    due = 0.0
    for pause in pauses * 3:
        due += pause
        report(robot, due, *drivers("base: Motor"))
        robot.diagnose(*drivers("arm: Calibration"))

    assert robot.rows == []


def test_who_reported_a_few_times_only_never_was_a_reporter(robot: Watching):
    report(robot, 3.0, *drivers("boot: Check", "base: Motor"))
    report(robot, 300.0, *drivers("base: Motor"))

    assert robot.rows == []


def test_a_message_that_says_silent_is_not_taken_for_silence(robot: Watching):
    report(robot, 60.0, status("lidar: Scan", WARN, "silent"), *drivers("base: Motor"))
    report(robot, 120.0, *drivers("base: Motor"))

    assert len(robot.lessons) == 2


def test_an_error_of_a_component_that_then_stops_reporting_ends_at_its_last_word(robot: Watching):
    report(robot, 60.0, status("lidar: Scan", ERROR, "jam"), *drivers("base: Motor"))
    report(robot, 180.0, *drivers("base: Motor"))

    assert [when(row) for row in robot.ends] == [59.0]


# -- rules ---------------------------------------------------------------------------------


def test_the_aggregated_copy_is_not_listened_to(robot: Watching):
    robot.diagnose(status("/Sensors/GPS", ERROR, "No fix"), topic="/diagnostics_agg")
    robot.wait(10.0)

    assert robot.rows == []


def test_a_rule_may_ask_for_more_patience():
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
def test_an_entry_is_filed_under_what_it_is_about(robot: Watching, message, entry_type, tag):
    robot.every(1.0, 5.0, lambda now: robot.diagnose(status("base: unit", WARN, message)))

    (row,) = robot.onsets
    assert row.entry_type == entry_type
    assert tag in row.tags
    assert row.tags[-1] == "warn"
