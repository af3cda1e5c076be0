"""From messages to a limit: a rover whose encoder fails when it drives fast."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace as Message

import numpy as np
from simulated_robots import MONDAY, driving

from robot_memory import RobotMemory
from robot_memory.clock import ManualClock
from robot_memory.perception import Perception, load_rules
from robot_memory.settings import default_rules_file

HOURS, ONSETS = 3.0, 30
NOWHERE = Message(position=Message(x=0.0, y=0.0, z=0.0))
EMPTY = Message(stamp=Message(sec=0, nanosec=0), frame_id="")


def odometry(speed: float) -> Message:
    linear, angular = Message(x=speed, y=0.0, z=0.0), Message(x=0.0, y=0.0, z=0.0)
    return Message(header=EMPTY, child_frame_id="", pose=Message(pose=NOWHERE),
                   twist=Message(twist=Message(linear=linear, angular=angular)))  # fmt: skip


def diagnostics(*, fails: bool) -> Message:
    status = Message(name="base: Left wheel encoder", level=2 if fails else 0, hardware_id="",
                     message="no pulses" if fails else "ok", values=[])  # fmt: skip
    return Message(header=EMPTY, status=[status])


def test_a_rover_learns_how_fast_it_may_drive(home):
    random = np.random.default_rng(1)
    speeds = driving(random, int(HOURS * 3600), stretch=30.0)
    chance = ONSETS / float((speeds > 0.3).sum())
    clock = ManualClock(MONDAY, kind="recording", boot="b1")
    failing_until = -100.0
    with RobotMemory.open(home, clock=clock) as memory:
        perception = Perception(
            load_rules(default_rules_file()), memory.settings, clock, memory.observe
        )
        for second, speed in enumerate(speeds.tolist()):
            clock.set(MONDAY + timedelta(seconds=second))
            is_well = second > failing_until + 60.0
            if second > 60 and is_well and speed > 0.3 and random.random() < chance:
                failing_until = second + 20.0
            fails = second < failing_until
            perception.receive("/odom", "nav_msgs/msg/Odometry", odometry(0.0 if fails else speed))
            perception.receive("/diagnostics", "diagnostic_msgs/msg/DiagnosticArray",
                               diagnostics(fails=fails))  # fmt: skip
        perception.finish()
        memory.add_exposure({}, perception.take_samples())
        memory.flush()
        memory.analyse()
        reported = [entry.text for _, entry in memory.entries(types=["behavior_pattern"])]

    assert reported == [
        "Above 0.3 m/s: base: Left wheel encoder reports an error: no pulses — prefer ≤ 0.3 m/s"
    ]
