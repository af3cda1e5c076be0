"""All numbers of a robot are learned; an abnormal one is reported with its value and its end."""

from __future__ import annotations

import random
import re
from types import SimpleNamespace as Message

import pytest
import robot_messages as ros
from definition_texts import DEFINITIONS
from watched_supply import LEARNED, RULES, SUPPLY, Supply, learned
from watching import Watching, when

from robot_memory.entries.fold import Fold
from robot_memory.foundation.settings import Settings
from robot_memory.ledger import Kind
from robot_memory.perception.normal.signal_monitor import SignalMonitor
from robot_memory.perception.occurrences.detection import FURTHER
from robot_memory.perception.scope import Scope

JOINTS = "sensor_msgs/msg/JointState"


def monitor(robot: Watching) -> SignalMonitor:
    return robot.perception._shared.monitor


def names(robot: Watching) -> list[str]:
    return [signal.text for signal in monitor(robot).grid.signals]


def test_a_lasting_pressure_drop_is_reported_with_its_values():
    supply = learned()
    supply.leak = 1.5
    supply.run(LEARNED + 180.0)

    (row,) = supply.robot.onsets
    assert row.summary == (
        "/air pressure_bar is too low: 4.2 instead of 5.8 bar (normal 5.8 to 6.2 bar)"
    )
    assert row.key is not None
    assert row.key.as_list() == ["signal", "/air", "pressure_bar low"]
    assert when(row) == pytest.approx(LEARNED, abs=2.0)
    assert row.context["/air pressure_bar"] == pytest.approx(4.2, abs=0.1)


def charging(mode: object) -> Watching:
    """A cart that drives and picks for half an hour, then charges for ten minutes."""
    robot, chance = Watching(RULES), random.Random(1)

    def send(now: float) -> None:
        at = "charge" if now >= LEARNED else "pick" if now % 60.0 < 20.0 else "drive"
        current = {"charge": -18.0, "pick": 9.0, "drive": 6.0}[at] + 0.2 * chance.gauss(0.0, 1.0)
        told = Message(header=ros.header(), current=current, mode=at if mode is None else mode)
        robot.send("/cart", SUPPLY, told)

    robot.every(0.5, LEARNED + 600.0, send)
    return robot


def test_a_value_that_changes_with_a_mode_text_is_normal():
    assert not charging(mode=None).onsets
    assert charging(mode="drive").onsets


def test_a_flag_raised_together_with_a_fault_does_not_hide_the_fault():
    robot, chance = Watching(RULES), random.Random(1)

    def send(now: float) -> None:
        is_clogged = now >= LEARNED
        flow = (0.9 if is_clogged else 2.4) + 0.05 * chance.gauss(0.0, 1.0)
        told = Message(header=ros.header(), flow=flow, soiled=is_clogged)
        robot.send("/spray", SUPPLY, told)

    robot.every(0.5, LEARNED + 180.0, send)

    assert any("flow is too low" in text for text in robot.lessons)


def test_a_deviation_ends_when_the_pressure_is_normal_again():
    supply = learned()
    supply.leak = 1.5
    supply.run(LEARNED + 300.0)
    supply.leak = 0.0
    supply.run(LEARNED + 500.0)

    (end,) = supply.robot.ends
    assert when(end) == pytest.approx(LEARNED + 300.0, abs=10.0)


@pytest.mark.parametrize(("lasts", "told"), [(60.0, 0), (240.0, 1)])
def test_a_deviation_of_a_nearly_constant_number_is_reported_once_it_lasts(lasts: float, told: int):
    supply = Supply()

    def work(now: float) -> None:
        supply.noise = 0.3 if now % 600.0 < 60.0 else 0.02

    supply.run(LEARNED + 120.0, work)
    supply.leak = 3.0
    supply.run(LEARNED + 120.0 + lasts, work)
    supply.leak = 0.0
    supply.run(LEARNED + 540.0, work)

    assert len(supply.robot.onsets) == told


@pytest.mark.parametrize("interval", [0.2, 1.0])
def test_a_stuck_number_is_reported_once_at_any_measurement_interval(interval: float):
    supply = Supply()
    supply.run(LEARNED, interval=interval)
    supply.stuck = True
    supply.run(LEARNED + 100.0, interval=interval)
    supply.stuck = False
    supply.run(LEARNED + 240.0, interval=interval)

    assert supply.robot.lessons == {"/air pressure_bar stands still at 5.9 bar": 1}


def test_a_number_that_often_stands_still_is_not_reported_as_stuck():
    supply = Supply()

    def rest(now: float) -> None:
        supply.stuck = now % 300.0 < 40.0

    supply.run(LEARNED, rest)
    supply.stuck = True
    supply.run(LEARNED + 180.0)

    assert not any("stands still" in text for text in supply.robot.lessons)


def test_a_topic_at_half_its_usual_rate_is_reported():
    supply = Supply()
    supply.run(LEARNED, interval=0.25)
    supply.run(LEARNED + 240.0, interval=0.5)

    assert "/air comes every 0.50 s instead of every 0.25 s" in supply.robot.lessons


def test_a_simultaneous_deviation_gets_its_own_onset_when_it_outlasts_the_lead():
    robot, chance = Watching(RULES), random.Random(1)

    def send(now: float) -> None:
        hot, slow = now >= LEARNED, LEARNED + 20.0 <= now < LEARNED + 600.0
        robot.send("/heater", "acme_msgs/msg/HeaterStatus",
                   Message(warmth_c=40.0 + chance.gauss(0, 0.2) + 30.0 * hot))  # fmt: skip
        robot.send("/fan", "acme_msgs/msg/FanStatus",
                   Message(turns_rpm=900.0 + chance.gauss(0, 5.0) - 300.0 * slow))  # fmt: skip

    robot.every(0.5, LEARNED + 400.0, send)
    first = [row.kind for row in robot.rows]
    robot.every(0.5, LEARNED + 1200.0, send)

    assert sorted(first) == sorted([Kind.ONSET, Kind.FOLLOWS])
    assert {row.component for row in robot.onsets} == {"/heater", "/fan"}


@pytest.mark.parametrize(
    ("type_name", "is_read"),
    [("sensor_msgs/msg/Image", False), ("sensor_msgs/msg/PointCloud2", False),
     ("nav_msgs/msg/OccupancyGrid", False), ("tf2_msgs/msg/TFMessage", False),
     ("std_msgs/msg/String", False), ("robot_memory/msg/Entries", False),
     ("sensor_msgs/msg/Imu", True), ("acme_msgs/msg/PumpStatus", True),
     ("acme_msgs/msg/Unknown", False), ("csv", True)],
)  # fmt: skip
def test_topic_types_without_measurements_are_not_read(type_name: str, is_read: bool):
    assert Watching(RULES).perception.topics.wants("/topic", type_name) is is_read


def test_a_type_that_carries_data_as_bytes_is_not_read():
    text = "std_msgs/Header header\nuint8[] data\nfloat32 exposure\n"
    robot = Watching(RULES, definition_of=lambda name: text)

    assert not robot.perception.topics.wants("/camera", "acme_msgs/msg/Picture")


def test_only_numbers_texts_and_names_are_decoded():
    text = "std_msgs/Header header\nstring[] name\nfloat64[] effort\nstring text\nuint8[] raw\n"
    robot = Watching(RULES, definition_of=lambda name: text)

    assert robot.perception.topics.fields_read("/joints", "acme_msgs/msg/Joints") == {
        "header.stamp", "header.frame_id", "name", "effort", "text"
    }  # fmt: skip


def test_signals_have_the_same_part_names_as_faults():
    robot = Watching(RULES, definition_of=lambda name: DEFINITIONS.get(name, ""))
    robot.send("/joint_states", JOINTS, Message(name=["elbow"], effort=[1.0]))
    robot.diagnose(ros.status("base: Motor", Temperature="41.5 C", State="fine"))
    robot.send("/level", "std_msgs/msg/Float64", Message(data=1.0))

    assert names(robot) == ["/joint_states elbow effort", "base: Motor Temperature", "/level"]


def test_secrets_are_not_read():
    robot = Watching(RULES)
    robot.diagnose(ros.status("modem", wifi_password="12345678", signal="-60 dBm"))
    robot.send("/modem", "acme_msgs/msg/ModemStatus", Message(password=1234.0, strength=1.0))

    assert names(robot) == ["modem signal", "/modem strength"]


def test_statuses_of_other_robots_are_not_read():
    robot = Watching(RULES, scope=Scope(others=("/robot2",)))
    robot.diagnose(
        ros.status("/robot2/base: Motor", Temperature="40"),
        ros.status("/robot1/base: Motor", Temperature="40"),
    )

    assert names(robot) == ["/robot1/base: Motor Temperature"]


def test_messages_of_two_drivers_on_one_topic_are_both_read():
    robot = Watching(RULES)
    for number in range(4):
        robot.jump(float(number))
        robot.send("/joint_states", JOINTS, Message(name=["elbow"], effort=[1.0]))
        robot.jump(number + 0.5)
        robot.send("/joint_states", JOINTS, Message(name=["left", "right"], effort=[2.0, 3.0]))

    assert list(monitor(robot).grid._latest) == [1.0, 2.0, 3.0]


def test_a_clearer_deviation_has_a_higher_first_confidence():
    def first_confidence(leak: float) -> float:
        supply = learned()
        supply.leak = leak
        supply.run(LEARNED + 300.0)
        return supply.robot.onsets[0].confidence

    small, large = first_confidence(0.6), first_confidence(3.0)
    assert 0.45 <= small < large < 0.55


def test_a_row_has_the_readings_and_position_of_its_own_time():
    supply, read = Supply(), dict[float, float]()

    def drive(now: float) -> None:
        supply.robot.send("/odom", ros.ODOMETRY, ros.odometry(0.1, x=0.1 * now))
        read[now] = 5.9 - supply.leak

    supply.run(LEARNED - 60.0, drive)
    supply.leak = 1.5
    supply.run(LEARNED + 240.0, drive)
    supply.leak = 0.0
    supply.run(LEARNED + 500.0, drive)

    for row in [*supply.robot.onsets, *supply.robot.ends]:
        assert row.context["x"] == pytest.approx(0.1 * when(row), abs=0.11)
        near = [value for at, value in read.items() if abs(at - when(row)) <= 10.0]
        assert min(near) - 0.3 <= row.context["/air pressure_bar"] <= max(near) + 0.3
    assert [row.kind for row in supply.robot.rows] == [Kind.ONSET, Kind.FOLLOWS, Kind.END]


def test_a_worsening_value_updates_the_entry_text_with_few_rows():
    robot, chance = Watching(RULES), random.Random(1)

    def send(now: float) -> None:
        warmth = 42.0 + chance.gauss(0, 0.3) + min(0.1 * max(0.0, now - LEARNED), 108.0)
        robot.send("/motor", "acme_msgs/msg/HeaterStatus", Message(warmth_c=warmth))

    robot.every(0.5, LEARNED + 1500.0, send)
    fold = Fold({}, Settings())
    fold.add(robot.rows)

    rows = [row for row in robot.rows if row.kind in (Kind.ONSET, Kind.PRESENT)]
    assert 4 <= len(rows) <= 12
    for row in rows[1:]:  # each has the value of its time
        assert row.context["/motor warmth_c"] == pytest.approx(
            42.0 + 0.1 * (when(row) - LEARNED), abs=1.5
        )
    (entry,) = fold.entries.values()
    told = re.match(r"Motor warmth is too high: ([\d.]+) instead of 42.0", entry.text)
    assert told and 42.0 + 108.0 / FURTHER <= float(told[1]) <= 151.0, entry.text


# -- reported errors --------------------------------------------------------------------------


def pumping(*, until: float, level: int, repaired: float = 1500.0, every: float = 1.0) -> Watching:
    """A pump with low flow from the start, reported by its driver or not; it is repaired later."""
    robot, chance = Watching(), random.Random(1)

    def send(now: float) -> None:
        is_faulty = now < repaired
        flow = (2.0 if is_faulty else 6.0) + 0.05 * chance.gauss(0.0, 1.0)
        told = (level, "low flow") if is_faulty and level else (0, "ok")
        pump = ros.status("pump: flow", *told, flow_lpm=f"{flow:.3f}")
        robot.send("/diagnostics", "diagnostic_msgs/msg/DiagnosticArray", ros.diagnostics(pump))

    robot.every(every, until, send)
    return robot


@pytest.mark.parametrize(("every", "repaired"), [(1.0, 1500.0), (25.0, 1500.0), (5.0, 3000.0)])
def test_values_measured_during_a_reported_error_do_not_become_normal(
    every: float, repaired: float
):
    """The repair of a pump is not reported as a fault."""
    robot = pumping(until=repaired + 900.0, level=2, repaired=repaired, every=every)

    assert [row.summary for row in robot.onsets] == ["pump: flow reports an error: low flow"]


@pytest.mark.parametrize("level", [0, 1])
def test_values_measured_without_a_reported_error_become_normal(level: int):
    told = [row.summary for row in pumping(until=2400.0, level=level).onsets]

    assert any("flow_lpm is too high" in text for text in told)


def test_values_during_an_error_of_more_than_an_hour_become_normal():
    """A driver that always reports an error hides no other fault."""
    robot = pumping(until=6600.0, level=2, repaired=6000.0)

    assert any("flow_lpm is too high" in row.summary for row in robot.onsets)
