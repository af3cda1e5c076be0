"""A topic that falls silent while the robot runs."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest
import robot_messages as ros
from beats import Stamps, beat, events, play
from watching import Watching, when

from robot_memory.perception.detectors.rate_detector import MessageInterval
from robot_memory.perception.rule import Rule

SILENT = "/imu falls silent while the robot runs"


@pytest.fixture
def robot() -> Watching:
    return Watching([Rule("rate", type=ros.IMU)])


# -- silent --------------------------------------------------------------------------------


def bursts(rate: float, size: int, begin: float, end: float) -> Stamps:
    """The usual number of messages, but ``size`` of them at once."""
    for stamp in beat(rate / size, begin, end):
        yield from [stamp] * size


def lossy(rate: float, end: float) -> Stamps:
    """Messages of which one in three is lost."""
    loss = random.Random(4)
    return (stamp for stamp in beat(rate, 0, end) if loss.random() > 0.33)


PAUSES = [(0, 60), (67, 120), (131, 200), (1_800, 1_860)]


def topics() -> dict[str, tuple]:
    """Return by case how often the topic falls silent, its stamps, and the other topics' stamps."""
    return {
        **{f"falls silent at {rate} Hz":
            (1, [beat(rate, 0.0, max(60.0, 30.0 / rate))],
             [beat(5.0, 0.0, max(60.0, 30.0 / rate) + 20.0 / rate + 30.0)])
           for rate in (0.1, 10.0)},
        "dies soon after it came up": (1, [beat(20.0, 0, 6)], [beat(10.0, 0, 60)]),
        "falls silent twice":
            (2, [beat(50.0, 0, 60), beat(50.0, 120, 300), beat(50.0, 400, 500)],
             [beat(10.0, 0, 500)]),
        "is slow and falls silent":
            (1, [beat(20.0, 0, 60), beat(5.0, 60, 120)], [beat(10.0, 0, 400)]),
        "is learned over a pause":
            (1, [beat(10.0, 0, 12), beat(10.0, 412, 500)],
             [beat(10.0, 0, 12), beat(10.0, 412, 500), beat(10.0, 500, 560)]),
        "pauses with all topics":
            (0, [beat(100.0, *it) for it in PAUSES], [beat(10.0, *it) for it in PAUSES],
             [beat(7.0, *it) for it in PAUSES]),
        "comes back after a pause, as others do later":
            (0, [beat(100.0, 0, 60), beat(100.0, 400, 460)],
             [beat(10.0, 0, 60), beat(10.0, 404, 460)],
             [beat(10.0, 0, 60), beat(10.0, 402, 460)]),
        **{f"slows down from {rate} Hz":
            (0, [beat(rate, 0, (known := max(60.0, 30.0 / rate))),
                 beat(rate / 3, known, (end := known + max(60.0, 60.0 / rate)))],
             [beat(5.0, 0, end)])
           for rate in (0.1, 20.0)},
        **{f"has events, {rate} a second":
            (0, [events(rate, 0, 400), events(rate / 5, 400, 800)], [beat(10.0, 0, 1000)])
           for rate in (0.2, 20.0)},
        "comes all at once":
            (0, [iter([float(second)] * 50) for second in range(0, 300, 10)], [beat(10.0, 0, 600)]),
        "comes in bursts later":
            (0, [beat(20.0, 0, 60), bursts(20.0, 4, 60, 160), beat(20.0, 160, 260)],
             [beat(10.0, 0, 260)]),
        **{f"is lost in part at {rate} Hz":
            (0, [lossy(rate, 600.0 / rate)], [beat(rate * 0.9, 0, 600.0 / rate)])
           for rate in (0.1, 20.0)},
        **{f"begins with {what}": (0, [begin, beat(20.0, 12.0, 200.0)], [beat(10.0, 0, 200)])
           for what, begin in {"a backlog": iter([0.5] * 300), "slow ones": beat(2.0, 0.0, 12.0),
                               "a hole": iter([0.0, 9.0]),
                               "fast ones": beat(200.0, 0, 3.0)}.items()},
        **{f"has a hole of some intervals from {begin} s on":
            (0, [beat(1.0, 0, begin), beat(1.0, begin + 9, 150)], [beat(5.0, 0, 150)])
           for begin in (60, 64)},
    }  # fmt: skip


@pytest.mark.parametrize("does", topics())
def test_only_real_silence_of_a_topic_is_reported(robot: Watching, does: str):
    times, imu, *others = topics()[does]
    play(robot, imu=imu, **dict(zip(("lidar", "sonar"), others, strict=False)))

    assert robot.lessons == ({SILENT: times} if times else {})


def test_a_topic_with_short_active_phases_is_reported_at_most_once(robot: Watching):
    intervals = [beat(20.0, begin, begin + 4) for begin in range(0, 1200, 40)]
    play(robot, imu=intervals, lidar=[beat(10.0, 0, 1200)])

    assert sum(robot.lessons.values()) <= 1


@pytest.mark.parametrize("rate", [0.5, 50.0])
def test_a_silence_begins_when_the_next_message_is_due(robot: Watching, rate: float):
    play(robot, imu=[beat(rate, 0, 100), beat(rate, 200, 300)], lidar=[beat(10.0, 0, 400)])

    begins = [when(row) for row in robot.onsets]
    assert begins == pytest.approx([100.0, 300.0], abs=0.5)
    assert when(robot.ends[0]) - begins[0] == pytest.approx(100.0, abs=1.0)


def test_a_silence_has_a_lower_confidence_than_a_driver_error(robot: Watching):
    play(robot, imu=[beat(50.0, 0, 60)], lidar=[beat(10.0, 0, 90)])

    assert robot.onsets[0].confidence == pytest.approx(0.55)
    assert robot.onsets[0].tags == ("imu", "silent")


def test_the_silence_of_the_only_topic_is_not_reported(
    robot: Watching,
):
    play(robot, imu=[beat(50.0, 0, 60), beat(50.0, 90, 120)])
    robot.wait(600.0)

    assert robot.rows == []


def test_the_silence_of_a_switched_off_robot_is_not_reported(robot: Watching):
    play(robot, imu=[beat(50.0, 0, 60)], lidar=[beat(10.0, 0, 60)])
    robot.wait(3600.0)

    assert robot.rows == []


def test_diagnostics_of_the_memory_node_do_not_show_that_the_robot_runs():
    robot = Watching()
    own = ros.status("robot_memory: memory", ros.OK, "remembering")
    robot.every(0.1, 60.0, lambda now: robot.send("/imu", ros.IMU, ros.nothing()),
                lambda now: robot.send("/scan", ros.SCAN, ros.nothing()),
                lambda now: robot.diagnose(own))  # fmt: skip
    robot.every(1.0, 300.0, lambda now: robot.diagnose(own))

    assert robot.rows == []


def test_driver_diagnostics_show_that_the_robot_runs():
    robot = Watching()
    driver = ros.status("base: Motor", ros.OK, "ok")
    robot.every(0.1, 60.0, lambda now: robot.send("/imu", ros.IMU, ros.nothing()),
                lambda now: robot.diagnose(driver))  # fmt: skip
    robot.every(1.0, 300.0, lambda now: robot.diagnose(driver))

    assert robot.lessons == {SILENT: 1}


# -- not judged ----------------------------------------------------------------------------


@pytest.mark.parametrize("rate", [0.3, 2.0, 20.0])
def test_random_events_are_never_classified_as_periodic(rate: float):
    for seed in range(200):
        usual, chance = MessageInterval(20.0), random.Random(seed)
        for _ in range(200):
            usual.learn(chance.expovariate(rate))
            assert not usual.is_periodic


# -- any type ------------------------------------------------------------------------------

FLOAT, TOOL = "std_msgs/msg/Float32", "acme_msgs/msg/ToolState"
DEFINITIONS = {TOOL: "float32 force\nfloat32 torque\n"}
SAYS = {
    FLOAT: ros.Message(data=1.0),
    TOOL: ros.Message(force=1.0, torque=2.0),
}  # fmt: skip


def silences(type_name: str, stamps: Iterable[float], moves: Stamps | None = None) -> int:
    """How often /tool/force is reported silent while a scan goes on for 25 minutes."""
    robot = Watching(definition_of=lambda name: DEFINITIONS.get(name, ""))
    driving = set() if moves is None else {round(stamp) for stamp in moves}
    sent = [(stamp, "/tool/force") for stamp in stamps]
    sent += [(stamp, topic) for stamp in beat(2.0, 0, 1500) for topic in ("/scan", "/odom")]
    for stamp, topic in sorted(sent):
        robot.jump(stamp)
        if topic == "/tool/force":
            robot.send(topic, type_name, SAYS[type_name])
        elif topic == "/scan":
            robot.send(topic, ros.SCAN, ros.nothing())
        elif moves is not None:
            speed = 0.5 if round(stamp) in driving else 0.0
            robot.send(topic, ros.ODOMETRY, ros.odometry(speed))
    return sum(count for text, count in robot.lessons.items() if text.startswith("/tool/force "))


@pytest.mark.parametrize("type_name", [FLOAT, TOOL])
def test_a_periodic_topic_of_any_type_is_reported_when_it_falls_silent(type_name: str):
    assert silences(type_name, [*beat(10.0, 0, 110), *beat(10.0, 150, 300)]) == 2


def test_a_topic_that_is_sent_only_during_tasks_is_not_reported_between_tasks():
    tasks = [stamp for begin in range(60, 1400, 200) for stamp in beat(10.0, begin, begin + 90)]

    assert silences(FLOAT, tasks) == 0


def test_a_pose_sent_per_driven_distance_is_not_reported_while_the_robot_is_slow():
    driven = [stamp for begin in range(0, 1400, 100) for stamp in beat(1.2, begin, begin + 40)]
    turned = [stamp for begin in range(40, 1400, 100) for stamp in beat(0.4, begin, begin + 20)]
    slow = list(range(62, 1400, 100))

    assert silences(FLOAT, sorted(driven + turned + slow)) == 0


def test_each_short_silence_of_a_permanent_topic_is_reported():
    probe = [stamp for begin in range(0, 900, 90) for stamp in beat(10.0, begin, begin + 70)]

    assert silences(FLOAT, probe) == 10  # that at the end as well


def test_a_topic_sent_only_while_moving_is_not_reported_while_the_robot_stands():
    def drives() -> list[float]:
        return [at for begin in range(0, 1400, 200) for at in beat(10.0, begin, begin + 90)]

    assert silences(FLOAT, drives(), moves=iter(drives())) == 0


def test_a_topic_also_sent_while_standing_is_reported_while_the_robot_stands():
    drives = [at for begin in (0, 1000) for at in beat(10.0, begin, begin + 90)]

    assert silences(FLOAT, beat(10.0, 0, 500), moves=iter(drives)) == 1


def test_a_rule_for_all_topics_wants_only_topics_that_other_rules_read():
    robot = Watching([Rule("rate"), Rule("normal", topic="/force")])

    assert robot.perception.topics.wants("/force", FLOAT)
    assert not robot.perception.topics.wants("/picture", "sensor_msgs/msg/Image")


def test_a_single_rule_for_all_topics_wants_every_topic():
    assert Watching([Rule("rate")]).perception.topics.wants("/force", FLOAT)


def test_a_shared_topic_like_diagnostics_is_not_watched_for_silence():
    robot = Watching()
    robot.diagnose(ros.status("base: Motor", ros.OK, "ok"))

    assert not robot.perception.topics.is_counted("/diagnostics")


# -- rules ---------------------------------------------------------------------------------


def test_the_rate_rule_counts_messages_without_reading_their_content(robot: Watching):
    assert robot.perception.topics.wants("/imu", ros.IMU)
    assert not robot.perception.topics.reads_content("/imu", ros.IMU)


@pytest.mark.parametrize("rate", [10.0, 50.0])
def test_a_rule_can_set_a_shorter_silence_limit(rate: float):
    rules = [Rule("rate", topic="/imu", options={"silent": 2.0}), Rule("rate", type=ros.IMU)]
    robot = Watching(rules)
    play(robot, imu=[beat(rate, 0, 60), beat(rate, 63, 120)], lidar=[beat(10.0, 0, 120)])

    assert robot.lessons == {SILENT: 1}
