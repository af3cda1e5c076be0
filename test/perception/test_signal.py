"""Signals bound by a rule: from a number in a message to a lesson."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from types import SimpleNamespace as Message
from typing import Any

import pytest
from robot_messages import DIAGNOSTICS
from watching import SHIPPED, Watching, when

from robot_memory.ledger import Kind
from robot_memory.perception import Rule, Scope
from robot_memory.perception.fields.field_path import FieldPath

FLOAT = "std_msgs/msg/Float64"
FIX, ODOMETRY = "sensor_msgs/msg/NavSatFix", "nav_msgs/msg/Odometry"
MOTOR = "/motor/temperature_c"


def rule(detector: str, field: str = "data", **options: float) -> Rule:
    return Rule(detector, type=FLOAT, field=FieldPath.parse(field), options=options)


@pytest.fixture
def noise() -> random.Random:
    return random.Random(5)


def feed(robot: Watching, until: float, value: Any, topic: str = MOTOR, rate: float = 5.0) -> None:
    robot.every(1.0 / rate, until, lambda now: robot.send(topic, FLOAT, Message(data=value(now))))


def test_a_sensor_that_freezes_is_reported_with_the_time_when_it_froze(noise: random.Random):
    robot = Watching([rule("signal")])
    feed(robot, 900.0, lambda now: noise.gauss(40.0, 1.0))
    feed(robot, 1000.0, lambda now: 40.3)
    feed(robot, 1100.0, lambda now: noise.gauss(40.0, 1.0))

    assert robot.lessons == {f"{MOTOR} stands still at one value": 1}
    assert when(robot.onsets[0]) == pytest.approx(900.0, abs=20.0)
    assert when(robot.ends[0]) == pytest.approx(1000.0, abs=3.0)


def test_a_level_that_this_robot_never_had_is_reported(noise: random.Random):
    robot = Watching([rule("signal")])
    feed(robot, 1800.0, lambda now: noise.gauss(40.0, 1.0))
    feed(robot, 2000.0, lambda now: noise.gauss(60.0, 1.0))

    assert robot.lessons == {f"{MOTOR} leaves the range that is normal for it": 1}


@pytest.mark.parametrize(
    ("topic", "until", "is_fault"),
    [("/fan/b", 2400.0, False), ("/fan/b", 2800.0, True),
     ("/fan/temperature", 2800.0, False), ("/fan/temperature", 3600.0, True)],
)  # fmt: skip
def test_what_outlasts_what_it_was_told_under_is_an_entry_of_its_own(
    noise: random.Random, topic: str, until: float, is_fault: bool
):
    robot = Watching([rule("signal")])

    def send(now: float) -> None:
        spans = {"/motor/a": (1800.0, 2400.0), topic: (1830.0, until), "/rail/c": (0.0, 0.0)}
        for name, (begin, end) in spans.items():
            level = 60.0 if begin <= now < end else 40.0
            robot.send(name, FLOAT, Message(data=noise.gauss(level, 1.0)))

    words = "leaves the range that is normal for it"
    robot.every(0.2, 2380.0, send)
    assert robot.lessons == {f"/motor/a {words}": 1}
    assert [row.detail["message"] for row in robot.of(Kind.FOLLOWS)] == [f"{topic} {words}"]

    robot.every(0.2, 3600.0, send)
    assert (robot.lessons.get(f"{topic} {words}") == 1) is is_fault


@pytest.mark.parametrize("name", ["humidity_percent", "humidity"])
def test_a_unit_in_its_name_does_not_end_the_watch_on_a_range(noise: random.Random, name: str):
    robot = Watching([rule for rule in SHIPPED if rule.detector != "normal"])

    def send(now: float) -> None:
        rises = 25.0 * max(0.0, min(1.0, (now - 1800.0) / 900.0))
        level = 40.0 + 5.0 * (now % 400.0) / 400.0 + rises
        row = {"speed": now % 7.0, name: noise.gauss(level, 0.3)}
        robot.send("/log", "csv", Message(**row))

    robot.every(0.5, 3000.0, send)

    assert robot.lessons == {f"/log {name} leaves the range that is normal for it": 1}


def test_one_freak_reading_is_no_entry_and_five_soon_after_another_are(noise: random.Random):
    robot = Watching([rule("spike")])

    def leaping(*at: float) -> Any:
        return lambda now: 95.0 if any(abs(now - t) < 0.05 for t in at) else noise.gauss(40.0, 1.0)

    feed(robot, 600.0, leaping(300.0))
    assert robot.rows == []
    feed(robot, 1800.0, leaping(1200.0, 1300.0, 1400.0, 1500.0, 1600.0))

    assert robot.lessons == {f"{MOTOR} leaps again and again": 1}


def test_nan_measures_nothing(noise: random.Random):
    robot = Watching([rule("signal")])
    feed(robot, 1800.0, lambda now: noise.gauss(40.0, 1.0) if now % 200 < 100 else float("nan"))

    assert robot.rows == []


def test_what_is_physically_impossible_is_reported_at_once():
    robot = Watching([rule("out_of_range", low=-60.0, high=150.0)])
    feed(robot, 10.0, lambda now: 40.0)
    feed(robot, 20.0, lambda now: 327.67)

    assert robot.lessons == {f"{MOTOR} is beyond what is possible": 1}


def test_values_of_diagnostics_are_signals_of_their_component(noise: random.Random):
    path = FieldPath.parse("status[*].values[*]")
    robot = Watching([Rule("signal", type=DIAGNOSTICS, field=path, options={"every": 1.0})])

    def report(now: float) -> None:
        hot = 30.0 if now > 1800.0 else 0.0
        values = [
            Message(key="Temperature", value=f"{noise.gauss(40.0, 0.5) + hot:.1f} C"),
            Message(key="Firmware", value="v1.2"),
        ]
        status = Message(level=b"\0", name="base: Motor", message="", hardware_id="", values=values)
        robot.send("/diagnostics", DIAGNOSTICS, Message(status=[status]))

    robot.every(1.0, 2000.0, report)

    assert robot.lessons == {"base: Motor Temperature leaves the range that is normal for it": 1}
    assert robot.onsets[0].component == "base: Motor"


def test_values_of_another_robots_diagnostics_are_not_ours(noise: random.Random):
    path = FieldPath.parse("status[*].values[*]")
    scope = Scope(namespace="/robot1")
    robot = Watching([Rule("signal", "/diagnostics", DIAGNOSTICS, path)], scope=scope)

    def report(now: float) -> None:
        values = [Message(key="T", value=str(noise.gauss(0.0, 1.0) + (now > 1500.0) * 50.0))]
        name = "/robot2/base: Motor"
        status = Message(level=b"\0", name=name, message="", hardware_id="", values=values)
        robot.send("/diagnostics", DIAGNOSTICS, Message(status=[status]))

    robot.every(1.0, 1700.0, report)

    assert robot.rows == []


def test_a_baseline_outlives_a_restart(noise: random.Random):
    before = Watching([rule("level_shift")])
    feed(before, 1800.0, lambda now: noise.gauss(40.0, 1.0))
    states = before.perception.baselines.states()

    after = Watching([rule("level_shift")], baselines=states)
    feed(after, 60.0, lambda now: noise.gauss(70.0, 1.0))

    assert after.lessons == {f"{MOTOR} leaves the range that is normal for it": 1}


def test_a_damaged_baseline_is_learned_anew(noise: random.Random, caplog: pytest.LogCaptureFixture):
    states = {f"{MOTOR} level_shift": {"nonsense": 1}}
    robot = Watching([rule("level_shift")], baselines=states)
    feed(robot, 60.0, lambda now: noise.gauss(70.0, 1.0))

    assert robot.rows == []
    assert f"{MOTOR} level_shift is learned anew" in caplog.text


def test_a_component_that_was_not_heard_since_keeps_its_baseline():
    robot = Watching([rule("level_shift")], baselines={"/old x level_shift": {"known": 1}})

    assert robot.perception.baselines.states()["/old x level_shift"]["known"] == 1


def test_readings_are_thinned_where_a_rule_says_so():
    robot = Watching([rule("frozen", every=1.0)])
    feed(robot, 10.0, lambda now: now, rate=100.0)

    (state,) = [v for k, v in robot.perception.baselines.states().items() if k.endswith("frozen")]
    assert state["_flicker"]["_count"] <= 11


def test_other_rules_go_on_with_what_was_learned(noise: random.Random):
    robot = Watching([rule("level_shift")])
    feed(robot, 1800.0, lambda now: noise.gauss(40.0, 1.0))

    changed = robot.perception.use_rules([rule("level_shift", score=0.95)])
    feed(robot, 1900.0, lambda now: noise.gauss(70.0, 1.0))

    assert changed == [MOTOR]
    assert robot.lessons == {f"{MOTOR} leaves the range that is normal for it": 1}


def test_rules_that_bind_as_before_change_nothing():
    robot = Watching([rule("level_shift")])
    feed(robot, 5.0, lambda now: 1.0)

    assert robot.perception.use_rules([rule("level_shift"), Rule("log")]) == []


def test_it_is_known_which_fields_of_a_message_are_read():
    perception = Watching([Rule("frozen", field=FieldPath.parse("twist.linear.x"))]).perception

    fields = perception.topics.fields_read("/measured", "geometry_msgs/msg/TwistStamped")

    assert fields == {"header.stamp", "header.frame_id", "twist.linear.x"}


@pytest.fixture
def board() -> Watching:
    return Watching([rule("signal")])


def test_a_count_that_rises_now_and_then_as_ever_is_well(board: Watching, noise: random.Random):
    errors = 0

    def count(now: float) -> float:
        nonlocal errors
        errors += noise.random() < 0.01
        return float(errors)

    feed(board, 7200.0, count, rate=1.0)

    assert board.rows == []


ERRORS, CYCLES = "/bus/errors", "/press/cycles"


@pytest.mark.parametrize(
    ("topic", "lessons"),
    [(ERRORS, {f"{ERRORS} leaves the range that is normal for it": 1}), (CYCLES, {})],
)
def test_errors_that_run_up_are_reported_and_work_that_is_done_is_not(
    board: Watching, topic: str, lessons: dict[str, int]
):
    feed(board, 1800.0, lambda now: now // 600.0, topic, rate=1.0)
    feed(board, 2000.0, lambda now: 3.0 + 20.0 * (now - 1800.0) // 1.0, topic, rate=1.0)

    assert board.lessons == lessons


def test_a_counter_that_restarts_is_reported(board: Watching):
    feed(board, 1800.0, lambda now: now // 1.0, rate=1.0)
    feed(board, 2400.0, lambda now: (now - 1800.0) // 1.0, rate=1.0)

    assert board.lessons == {f"{MOTOR} begins to count anew": 1}


def test_zeros_before_a_sensor_measures_are_no_values(board: Watching, noise: random.Random):
    for session in range(4):
        begin = session * 3600.0
        board.jump(begin)
        feed(board, begin + 5.0, lambda now: 0.0)
        feed(board, begin + 900.0, lambda now: noise.gauss(40.0, 1.0))

    assert board.rows == []


def test_what_is_normal_for_a_part_is_learned_anew_when_it_was_replaced(
    board: Watching, noise: random.Random
):
    feed(board, 1800.0, lambda now: noise.gauss(40.0, 1.0))

    board.perception.renew(MOTOR)
    feed(board, 2000.0, lambda now: noise.gauss(60.0, 1.0))

    assert board.rows == []


def test_what_is_normal_for_other_parts_stays(board: Watching, noise: random.Random):
    feed(board, 1800.0, lambda now: noise.gauss(40.0, 1.0))

    board.perception.renew("/motor/temp")
    feed(board, 2000.0, lambda now: noise.gauss(60.0, 1.0))

    assert board.lessons == {f"{MOTOR} leaves the range that is normal for it": 1}


def test_names_that_are_made_anew_each_time_are_not_kept_for_ever():
    robot = Watching(
        [Rule("frozen", "/diagnostics", DIAGNOSTICS, FieldPath.parse("status[*].level"))]
    )
    for count in range(1000):
        status = Message(level=b"\1", name=f"job {count}", message="", hardware_id="", values=[])
        robot.send("/diagnostics", DIAGNOSTICS, Message(status=[status]))
    (detector,) = robot.perception.topics._bindings["/diagnostics"].readers

    assert len(detector._names) <= 256  # type: ignore[attr-defined]


def monitor(robot: Watching, until: float, key: str, value: Callable[[float], float]) -> None:
    def report(now: float) -> None:
        values = [Message(key=key, value=f"{value(now):.1f}")]
        status = Message(level=b"\0", name="host: CPU", message="", hardware_id="", values=values)
        robot.send("/diagnostics", DIAGNOSTICS, Message(status=[status]))

    robot.every(1.0, until, report)


DIAGNOSED = Rule("signal", type=DIAGNOSTICS, field=FieldPath.parse("status[*].values[*]"))


def test_a_computer_that_is_busy_for_minutes_as_it_never_was_is_reported(noise: random.Random):
    robot = Watching([DIAGNOSED])
    monitor(robot, 1500.0, "Load", lambda now: noise.gauss(30.0, 4.0))
    monitor(robot, 1700.0, "Load", lambda now: noise.gauss(85.0, 4.0))

    assert robot.lessons == {"host: CPU Load leaves the range that is normal for it": 1}


@pytest.mark.parametrize("other", [95.0, 3.0], ids=["busy for seconds", "idle for minutes"])
def test_how_much_a_computer_has_to_do_is_no_matter(noise: random.Random, other: float):
    robot = Watching([DIAGNOSED])
    lasting = 10.0 if other > 50.0 else 100.0
    monitor(robot, 1500.0, "Load", lambda now: noise.gauss(30.0, 4.0))
    monitor(
        robot,
        1900.0,
        "Load",
        lambda now: noise.gauss(other, 1.0) if now % 200.0 < lasting else noise.gauss(30.0, 4.0),
    )

    assert robot.rows == []


@pytest.mark.parametrize(("faster", "is_told"), [(4.0, False), (15.0, True)])
def test_another_task_may_ask_for_another_speed_but_not_for_an_absurd_one(
    noise: random.Random, faster: float, is_told: bool
):
    robot = Watching([rule("signal")])

    def speed(now: float) -> float:
        """A wrist that speeds up for 7 s, and brakes in a fifth; rad/s."""
        fast = faster if now > 2400.0 else 1.0
        return fast * 0.5 * max(0.0, now % 9.0 - 2.0) / 7.0 + noise.gauss(0.0, 0.01)

    feed(robot, 3000.0, speed, topic="/wrist/speed")

    assert bool(robot.lessons) is is_told


@pytest.mark.parametrize(("topic", "is_told"), [("/fan/speed", True), ("/wheel/speed", False)])
def test_what_stops_for_some_seconds_brakes_unless_it_is_a_fan(
    noise: random.Random, topic: str, is_told: bool
):
    robot = Watching([rule("signal")])

    def speed(now: float) -> float:
        """Slower and faster by turns, but for some seconds; rpm."""
        runs = not 2400.0 < now < 2408.0
        return runs * (3000.0 + 1000.0 * math.sin(now / 20.0)) + noise.gauss(0.0, 10.0)

    feed(robot, 2600.0, speed, topic)

    assert bool(robot.lessons) is is_told


def test_what_a_speed_controller_measures_is_no_speed(noise: random.Random):
    robot = Watching([DIAGNOSED])

    def report(now: float) -> None:
        runs = not 2400.0 < now < 2412.0
        amperes = runs * (3.0 + math.sin(now / 20.0)) + noise.gauss(0.0, 0.01)
        values = [Message(key="Current", value=f"{amperes:.3f}")]
        name = "esc: Speed controller"
        status = Message(level=b"\0", name=name, message="", hardware_id="", values=values)
        robot.send("/diagnostics", DIAGNOSTICS, Message(status=[status]))

    robot.every(1.0, 2600.0, report)

    told = "esc: Speed controller Current leaves the range that is normal for it"
    assert robot.lessons == {told: 1}


@pytest.mark.parametrize("weather", [-15.0, 15.0], ids=["cold", "hot"])
def test_what_is_warm_or_cold_with_the_weather_is_well(noise: random.Random, weather: float):
    def warm_up(robot: Watching, ambient: float) -> None:
        begin = robot.now
        feed(
            robot, begin + 2400.0,
            lambda now: ambient + 20.0 * -math.expm1((begin - now) / 200.0) + noise.gauss(0.0, 0.1),
            topic="/motor/temperature", rate=1.0,
        )  # fmt: skip

    before = Watching([rule("signal")])
    warm_up(before, 20.0)
    after = Watching([rule("signal")], baselines=before.perception.baselines.states())
    warm_up(after, 20.0 + weather)

    assert after.rows == []


def test_a_thermometer_that_only_rose_so_far_is_no_counter(noise: random.Random):
    robot = Watching([rule("signal")])
    topic = "/cpu/temperature"
    feed(robot, 1500.0, lambda now: round(20.0 + 25.0 * -math.expm1(-now / 400.0), 1), topic, 1.0)
    feed(robot, 1530.0, lambda now: -327.7, topic, 1.0)

    assert robot.lessons == {f"{topic} leaves the range that is normal for it": 1}


class TestSatellites:
    """The rules shipped, on a robot with a receiver and odometry."""

    @staticmethod
    def live(noise: random.Random, *, speed: float) -> Watching:
        """Let a robot drive, its receiver stand still for a minute, and drive on."""
        robot = Watching([rule for rule in SHIPPED if rule.type in (FIX, ODOMETRY)])
        origin = Message(x=0.0, y=0.0, z=0.0)

        def odometry(now: float) -> None:
            pose = Message(position=Message(x=now, y=0.0, z=0.0), orientation=origin)
            twist = Message(linear=Message(x=speed, y=0.0, z=0.0), angular=origin)
            robot.send("/odom", ODOMETRY, Message(
                header=Message(stamp=Message(sec=0, nanosec=0), frame_id="odom"),
                pose=Message(pose=pose, covariance=[0.0] * 36),
                twist=Message(twist=twist, covariance=[0.0] * 36),
            ))  # fmt: skip

        def fix(now: float) -> None:
            stands = 900.0 <= now < 960.0
            latitude = 48.0 if stands else 48.0 + noise.gauss(0.0, 1e-6) + speed * now * 1e-5
            robot.send("/fix", FIX, Message(
                header=Message(stamp=Message(sec=0, nanosec=0), frame_id="gps"),
                status=Message(status=0, service=1), latitude=latitude, longitude=11.0,
                altitude=500.0, position_covariance=[1.0] * 9, position_covariance_type=2,
            ))  # fmt: skip

        robot.every(0.2, 1100.0, odometry, fix)
        return robot

    def test_a_receiver_that_stands_still_while_the_robot_drives_is_reported(self, noise):
        assert self.live(noise, speed=0.5).lessons == {"/fix latitude stands still at one value": 1}

    def test_one_that_holds_its_position_while_the_robot_stands_is_not(self, noise):
        assert self.live(noise, speed=0.0).lessons == {}
