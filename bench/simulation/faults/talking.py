"""Complaints of drivers and nodes: statuses above OK, warnings and errors in the log."""

from __future__ import annotations

from typing import ClassVar

from simulation.fault import Fault
from simulation.robot import Robot
from simulation.truth import Target, Truth

_COMPLAINTS = (
    "Over temperature: {}", "No response from device", "Under voltage", "Calibration lost",
    "Checksum errors: {}", "Device not found", "Overload, output limited", "Timeout after {} ms",
)  # fmt: skip
_LINES = (
    ("controller_server", "Control loop missed its desired rate of {:.1f} Hz"),
    ("planner_server", "No valid path found after {:.0f} iterations"),
    ("camera_driver", "Frame {:.0f} incomplete, {:.0f} bytes missing"),
    ("move_group", "Controller failed during execution: tolerance violated by {:.3f} rad"),
    ("estimator", "Measurement rejected, innovation {:.2f}"),
    ("can_bridge", "Bus off, {:.0f} frames lost"),
    ("telemetry", "Request {:.0f} timed out after {:.1f} s"),
)


class DriverComplains(Fault):
    """A driver reports a fault."""

    family: ClassVar[str] = "driver complains"

    def _after(self, robot: Robot) -> list[Truth]:
        free = [
            (board, one)
            for board in robot.boards
            for one in board.statuses
            if robot.is_free(*{value.part for value in one.values}, f"node {board.stream.node}")
        ]
        if not free:
            return []
        board, status = free[int(self.chance.integers(len(free)))]
        parts = {value.part for value in status.values if value.part}
        robot.claim(*parts, f"node {board.stream.node}", f"status {status.name}")
        count = int(self.chance.integers(1, 6))
        intervals = self.episodes(robot.timeline, 5.0, 60.0, count)
        says = board.stream.during(intervals)
        level, text = int(self.chance.choice([1, 2])), str(self.chance.choice(_COMPLAINTS))
        board.say(status.name, says, level, text)
        return self.truth([board.target(status.name)], intervals)


class NodeComplains(Fault):
    """A node logs warnings or errors: once, in bursts, or again and again."""

    family: ClassVar[str] = "node complains"

    def _after(self, robot: Robot) -> list[Truth]:
        free = [one for one in _LINES if robot.is_free(f"node {one[0]}")]
        if not free:
            return []
        name, text = free[int(self.chance.integers(len(free)))]
        robot.claim(f"node {name}")
        intervals = self.episodes(robot.timeline, 1.0, 40.0, int(self.chance.integers(1, 8)))
        level = int(self.chance.choice([30, 40]))
        step = float(self.chance.choice([0.05, 1.0, 5.0]))
        for begin, end in intervals:
            stamp, said = begin, 0
            while stamp < end and said < 200:
                one, two = self.chance.uniform(3.0, 90.0, 2)
                robot.log(stamp, level, name, text.format(one, two))
                stamp, said = stamp + step, said + 1
        target = Target("/rosout", (robot.node(name), name))
        return self.truth([target], intervals)
