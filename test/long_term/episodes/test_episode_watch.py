"""When an episode begins and ends, and its content."""

from __future__ import annotations

from types import SimpleNamespace as Message

import pytest
from acting import ARRAY, ODOMETRY, START, TRAJECTORY, TWIST, Acting, shipped
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.ledger import Kind, Observation
from robot_memory.long_term.episodes.rule_book import FieldSource, Reward, Terminal
from robot_memory.perception.field_path import FieldPath

DRIVE = shipped("drive")


@pytest.fixture
def robot() -> Acting:
    return Acting(DRIVE)


def with_task(rule=DRIVE, **more):
    """Return the rule with a terminal: 4 on /task means success, 6 means failure."""
    source = FieldSource("/task", "", (FieldPath.parse("data"),))
    return type(rule)(**{**vars(rule), "terminal": Terminal(source, (4.0,), (6.0,)), **more})


def test_driving_is_recorded_as_an_episode_by_the_default_rules(robot):
    robot.drive(4.0)
    robot.wait(10.0)

    (tape,) = robot.tapes
    assert tape.names == (["velocity", "pose"], ["velocity_command"])
    assert tape.of("velocity")[0] == [0.5, 0.0, 0.0, 0.0]
    assert set(map(tuple, tape.of("velocity_command"))) == {(0.5, 0.0, 0.0, 0.0)}


def stand(robot):
    robot.drive(60.0, speed=0.0)


def drive_without_odometry(robot):
    robot.every(0.1, 20.0, robot.command)


def drive_for_less_than_ten_steps(robot):
    robot.drive(0.5)
    robot.odometry(0.0)
    robot.wait(20.0)


@pytest.mark.parametrize("deed", [stand, drive_without_odometry, drive_for_less_than_ten_steps])
def test_standing_and_driving_unobserved_or_briefly_record_no_episode(robot, deed):
    deed(robot)

    assert robot.tapes == []


def test_a_battery_is_recorded_only_if_it_was_received_before_the_episode(robot):
    battery = Message(percentage=0.625)
    for _ in range(2):
        robot.drive(5.0)
        robot.send("/battery", "sensor_msgs/msg/BatteryState", battery)
        robot.drive(5.0)
        robot.wait(10.0)

    late, early = robot.tapes
    assert late.of("battery") == []
    assert early.names[0] == ["velocity", "pose", "battery"]
    assert early.of("battery")[0] == 0.625


def test_an_episode_ends_five_seconds_after_the_last_action(robot):
    robot.drive(4.0)
    robot.wait(20.0)

    (tape,) = robot.tapes
    assert tape.seconds == pytest.approx(3.9 + 5.0, abs=0.01)
    assert (tape.success, tape.is_terminal) == (False, False)


def test_a_final_zero_command_right_after_another_is_recorded(robot):
    robot.drive(4.0)
    robot.command(0.5)
    robot.jump(robot.now + 0.01)
    robot.command(0.0)
    robot.wait(2.0)

    assert robot.tapes[0].of("velocity_command")[-1] == [0.0, 0.0, 0.0, 0.0]


def test_a_gap_in_the_messages_separates_two_episodes(robot):
    robot.drive(4.0)
    robot.jump(18_000.0)
    robot.drive(4.0)

    first, second = robot.tapes
    assert first.seconds == pytest.approx(8.9, abs=0.01)
    assert (second.begin - START).total_seconds() >= 18_000.0


def test_an_episode_ends_when_the_robot_is_no_longer_observed(robot):
    robot.drive(4.0)
    robot.every(0.1, 20.0, robot.command)

    (tape,) = robot.tapes
    assert tape.seconds == pytest.approx(3.9 + 5.0, abs=0.6)


def test_a_long_drive_is_several_episodes_without_a_gap():
    robot = Acting(shipped("drive", longest=10.0))
    robot.drive(25.0)
    robot.episodes.finish()

    first, second, third = robot.tapes
    assert first.seconds == pytest.approx(10.0, abs=0.2)
    assert (second.begin, third.begin) == (first.end_time, second.end_time)


@pytest.mark.parametrize(
    ("status", "success", "is_terminal"), [(4.0, True, True), (6.0, False, True), (2.0, None, None)]
)
def test_a_done_or_failed_task_ends_the_episode(status, success, is_terminal):
    robot = Acting(with_task())
    robot.drive(4.0)
    robot.send("/task", "std_msgs/msg/Float64", Message(data=status))

    (tape,) = robot.tapes
    if success is None:
        assert tape.end_time is None
    else:
        assert (tape.success, tape.is_terminal) == (success, is_terminal)
        assert tape.seconds == pytest.approx(4.0, abs=0.01)


def test_a_repeated_task_status_ends_only_the_task_it_belongs_to():
    robot = Acting(with_task())
    tell = lambda status: lambda: robot.send("/task", "any", Message(data=status))  # noqa: E731
    robot.every(0.1, 4.0, robot.odometry, robot.command, tell(1.0))
    robot.every(0.1, 12.0, robot.odometry, robot.command, tell(4.0))
    robot.wait(20.0)
    robot.every(0.1, 4.0, robot.odometry, robot.command)
    tell(4.0)()

    assert [tape.is_terminal for tape in robot.tapes] == [True, False, True]


def test_only_a_new_action_begins_the_next_episode_after_a_finished_task():
    robot = Acting(with_task())
    robot.drive(4.0)
    robot.send("/task", "std_msgs/msg/Float64", Message(data=4.0))
    robot.drive(10.0, speed=0.0)
    assert len(robot.tapes) == 1
    robot.drive(4.0)

    assert len(robot.tapes) == 2


def onset(robot: Acting, kind: Kind = Kind.ONSET) -> None:
    robot.episodes.occurred(Observation(kind, robot.clock.now(), "Left encoder drops out"))


def test_only_an_onset_during_an_episode_gives_a_negative_reward(robot):
    onset(robot)
    robot.drive(4.0)
    onset(robot)
    onset(robot, Kind.END)
    robot.wait(10.0)

    assert robot.tapes[0].of("") == [-1.0]


def test_each_finite_reward_is_recorded_even_at_the_same_time():
    source = FieldSource("/score", "", (FieldPath.parse("data"),))
    robot = Acting(type(DRIVE)(**{**vars(DRIVE), "reward": Reward(source)}))
    robot.drive(4.0)
    for amount in (1.0, 2.0, float("nan"), 4.0):
        robot.send("/score", "std_msgs/msg/Float64", Message(data=amount))
    robot.wait(1.0)

    assert robot.tapes[0].of("") == [1.0, 2.0, 4.0]


def test_the_first_topic_of_the_rule_is_recorded_if_several_match(robot):
    both = (lambda: robot.command(0.9, topic="/a/cmd_raw"), robot.command, robot.odometry)
    robot.every(0.1, 5.0, *both)

    assert {tuple(value) for value in robot.tapes[0].of("velocity_command")} == {(0.5, 0, 0, 0)}


def test_an_episode_keeps_to_the_topic_that_it_began_with(robot):
    robot.every(0.1, 5.0, lambda: robot.odometry(0.1, topic="/wheels"), robot.command)
    robot.every(
        0.1, 5.0, lambda: robot.odometry(0.9), robot.command,
        lambda: robot.odometry(0.1, topic="/wheels"),
    )  # fmt: skip

    assert {value[0] for value in robot.tapes[0].of("velocity")} == {0.1}


def test_gripper_joints_on_the_same_topic_are_not_mixed_with_the_arms():
    robot = Acting(shipped("servo"))
    step = iter(range(1000))
    robot.every(
        0.1, 6.0,
        lambda: robot.joints(0.5, names="g"),
        lambda: robot.joints(0.1, 0.2),
        lambda: robot.send("/commands", ARRAY, Message(data=[next(step) * 0.1])),
    )  # fmt: skip

    positions = robot.tapes[0].of("position")
    assert set(map(len, positions)) == {2}
    assert len(positions) >= 25


def test_an_episode_records_the_arm_even_if_the_gripper_publishes_first():
    robot = Acting(shipped("servo"))
    send = lambda: robot.send("/commands", ARRAY, Message(data=[robot.now]))  # noqa: E731
    robot.every(0.1, 1.0, lambda: robot.joints(0.5, names="g"), send)
    robot.every(0.1, 6.0, send, lambda: robot.joints(0.5, names="g"), lambda: robot.joints(0, 1))

    assert set(map(len, robot.tapes[0].of("position"))) == {2}


def test_a_repeated_position_command_is_not_an_action():
    robot = Acting(shipped("servo"))
    hold = lambda: robot.send("/commands", ARRAY, Message(data=[1.0, 2.0]))  # noqa: E731
    robot.every(0.1, 20.0, lambda: robot.joints(1.0, 2.0), hold)

    assert robot.tapes == []


def test_a_slowly_changing_position_command_is_an_action():
    robot = Acting(shipped("servo"))
    move = lambda: robot.send("/commands", ARRAY, Message(data=[robot.now * 0.01]))  # noqa: E731
    robot.every(0.1, 20.0, lambda: robot.joints(1.0, 2.0), move)

    assert len(robot.tapes) == 1


def test_one_trajectory_is_one_episode_until_the_joints_stand_still():
    robot = Acting(shipped("reach"))
    robot.joints(0.0, 0.0)
    points = [Message(positions=[0.0, 0.0]), Message(positions=[1.0, 2.0])]
    robot.send("/arm/joint_trajectory", TRAJECTORY, Message(points=points))
    robot.every(0.05, 12.0, lambda: robot.joints(0.5, 0.5, speed=0.2))
    robot.every(0.05, 12.0, lambda: robot.joints(1.0, 2.0))

    (tape,) = robot.tapes
    assert tape.of("goal") == [[1.0, 2.0]]
    assert tape.seconds == pytest.approx(12.0 + 5.0, abs=0.6)


def test_while_idle_only_commands_are_read_and_at_5_hz(robot):
    robot.every(0.01, 10.0, lambda: robot.odometry(0.0), lambda: robot.command(0.0))

    assert robot.reads == pytest.approx(50, rel=0.1)


def test_in_an_episode_each_topic_is_read_five_times_a_second(robot):
    robot.every(0.01, 10.0, robot.odometry, robot.command)

    assert robot.reads == pytest.approx(2 * 50, rel=0.1)


def test_observations_of_a_refused_episode_are_not_read():
    robot = Acting(DRIVE)
    robot.sink.refuses = True
    robot.every(0.01, 20.0, robot.odometry, robot.command)

    assert len(robot.tapes) == 1
    assert robot.reads == pytest.approx(2 * 10 + 90, rel=0.1)


@given(
    st.lists(
        st.tuples(
            st.floats(0.0, 2.0),
            st.sampled_from(["odometry", "drive", "drive", "stop", "wait", "onset", "done"]),
        ),
        max_size=60,
    )
)
def test_times_never_go_back_and_every_episode_has_one_end(deeds):
    robot = Acting(with_task(shipped("drive", shortest=1.0, end=1.0, longest=5.0)))
    for pause, deed in deeds:
        robot.jump(robot.now + pause)
        if deed == "wait":
            robot.episodes.advance()
        elif deed == "odometry":
            robot.odometry()
        elif deed == "onset":
            onset(robot)
        elif deed == "done":
            robot.send("/task", "std_msgs/msg/Float64", Message(data=4.0))
        else:
            robot.command(0.5 if deed == "drive" else 0.0)
    robot.episodes.finish()

    for tape in robot.tapes:
        times = [time for *_, time in tape.values]
        assert times == sorted(times)
        assert tape.begin == times[0]
        assert tape.end_time is not None and tape.end_time >= times[-1]
    assert all(a.end_time <= b.begin for a, b in zip(robot.tapes, robot.tapes[1:], strict=False))


def test_new_rules_end_the_current_episode_and_apply_from_then_on(robot):
    robot.drive(4.0)
    assert robot.episodes.use_rules([shipped("drive", period=0.5)])
    robot.drive(8.0)

    assert robot.tapes[0].end_time is not None
    assert len(robot.tapes) == 2


def test_reloading_the_same_rules_does_not_end_the_episode(robot):
    robot.drive(4.0)

    assert not robot.episodes.use_rules([DRIVE])
    assert robot.tapes[0].end_time is None


def test_a_topic_that_was_forgotten_can_return(robot):
    robot.drive(4.0)
    robot.episodes.forget("/cmd_vel")
    robot.wait(10.0)
    robot.drive(4.0)

    assert len(robot.tapes) == 2


def test_on_the_wall_clock_episode_times_are_the_times_of_reception():
    robot = Acting(DRIVE)
    robot.clock.kind = "wall"
    robot.jump(100.0)
    move, place = Message(x=0.5, y=0.0, z=0.0), Message(x=0.0, y=0.0, z=0.0, w=1.0)
    for number in range(40):
        command = Message(linear=move, angular=place)
        odometry = Message(
            pose=Message(pose=Message(position=place, orientation=place)),
            twist=Message(twist=command),
        )
        received_at = 90.0 + 0.1 * number
        robot.episodes.receive("/odom", ODOMETRY, lambda it=odometry: it, received_at=received_at)
        robot.episodes.receive("/cmd_vel", TWIST, lambda it=command: it, received_at=received_at)

    (tape,) = robot.tapes
    assert (tape.begin - START).total_seconds() == pytest.approx(90.0)
