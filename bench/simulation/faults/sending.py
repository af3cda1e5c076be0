"""Messages that are missing, late, or have wrong stamps."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from simulation import messages as ros
from simulation.fault import Fault, merged
from simulation.robot import Robot
from simulation.stream import Stream
from simulation.timeline import inside
from simulation.truth import Target, Truth

_BEATING = (
    ros.BATTERY, ros.IMU, ros.JOINTS, ros.MAGNETIC, ros.NAVSAT, ros.ODOMETRY, ros.PRESSURE,
    ros.RANGE, ros.SCAN, ros.TEMPERATURE, ros.WRENCH, ros.ILLUMINANCE,
)  # fmt: skip
_HEADED = (ros.IMU, ros.SCAN, ros.JOINTS, ros.ODOMETRY, ros.NAVSAT, ros.WRENCH, ros.RANGE)


class _OfTopic(Fault):
    """A fault of one regular topic."""

    def _draw(self, robot: Robot, types: tuple[str, ...]) -> Stream | None:
        free = [one for one in robot.of_type(*types) if one.kept.all()]
        if not free:
            return None
        stream = free[int(self.chance.integers(len(free)))]
        return stream if robot.claim(stream.topic, f"node {stream.node}") else None


class TopicFallsSilent(_OfTopic):
    """A sensor sends nothing for a while: a loose plug, a hung driver."""

    family: ClassVar[str] = "topic falls silent"

    def _after(self, robot: Robot) -> list[Truth]:
        stream = self._draw(robot, _BEATING)
        if stream is None:
            return []
        least = max(20.0, 30.0 / stream.rate)
        count = int(self.chance.integers(1, 5))
        intervals = self.episodes(robot.timeline, least, 4.0 * least, count)
        stream.drop(stream.during(intervals))
        return self.truth([stream.target()], intervals)


class RateHalves(_OfTopic):
    """A sensor sends at half its rate or less: a saturated bus, a hot processor."""

    family: ClassVar[str] = "rate drops"

    def _after(self, robot: Robot) -> list[Truth]:
        stream = self._draw(robot, _BEATING)
        if stream is None:
            return []
        least = max(45.0, 60.0 / stream.rate)
        intervals = self.some(robot.timeline, least, 4.0 * least, int(self.chance.integers(1, 4)))
        every = int(self.chance.integers(2, 6))
        left_out = np.arange(len(stream.stamps)) % every != 0
        stream.drop(stream.during(intervals) & left_out)
        return self.truth([stream.target()], intervals, must=every >= 3)


class BeatGetsUneven(_OfTopic):
    """Messages come in bunches: the rate stays, the intervals do not."""

    family: ClassVar[str] = "beat gets uneven"

    def _after(self, robot: Robot) -> list[Truth]:
        stream = self._draw(robot, (ros.IMU, ros.SCAN, ros.JOINTS, ros.ODOMETRY))
        if stream is None:
            return []
        intervals = self.some(robot.timeline, 60.0, 200.0, 2)
        late = stream.during(intervals)
        bunch = float(self.chance.uniform(6.0, 15.0)) / stream.rate
        stream.sent[late] = np.ceil(stream.stamps[late] / bunch) * bunch
        stream.sent[late] += np.arange(int(late.sum())) * 1e-6
        return self.truth([stream.target()], intervals, must=bunch > 8.0 / stream.rate)


class TimeGoesBack(_OfTopic):
    """Header stamps step back by some seconds, again and again: two clocks fight."""

    family: ClassVar[str] = "time goes back"

    def _after(self, robot: Robot) -> list[Truth]:
        stream = self._draw(robot, _HEADED)
        if stream is None:
            return []
        count = int(self.chance.integers(3, 8))
        intervals = self.episodes(robot.timeline, 2.0, 10.0, count)
        step = -float(self.chance.uniform(1.0, 6.0))
        for one in intervals:
            stream.shift[inside(stream.stamps, [one])] = step
        return self.truth([stream.target()], intervals)


class NodeDies(Fault):
    """A node dies, and all its topics are silent: one cause, and one truth to remember."""

    family: ClassVar[str] = "node dies"

    def _after(self, robot: Robot) -> list[Truth]:
        nodes: dict[str, list[Stream]] = {}
        for one in robot.streams:
            if robot.is_free(one.topic, f"node {one.node}"):
                nodes.setdefault(one.node, []).append(one)
        several = [
            name
            for name, streams in sorted(nodes.items())
            if 2 <= len(streams) <= 0.5 * len(robot.streams)
            and sum(one.type in _BEATING for one in streams) >= 1
        ]
        if not several:
            return []
        name = str(self.chance.choice(several))
        streams = nodes[name]
        robot.claim(f"node {name}", *(one.topic for one in streams if not one.is_shared))
        count = int(self.chance.integers(1, 4))
        intervals = self.episodes(robot.timeline, 25.0, 90.0, count)
        for one in streams:
            one.drop(one.during(intervals))
        if self.chance.random() < 0.3:
            for begin, end in intervals:
                robot.log(begin, 40, "launch", f"{name}: process has died, exit code -11")
                robot.log(end - 1.0, 20, "launch", f"{name}: process started")
        targets = [one.target() for one in streams if not one.is_shared]
        targets += [Target(one.topic, (name,)) for one in streams if one.is_shared]
        shared = {one.topic for one in robot.streams if one not in streams}
        targets += [one.target() for one in streams if one.topic not in shared]
        targets += [Target("/rosout", (name,)), Target("", (name,))]
        boards = [board for board in robot.boards if board.stream in streams]
        targets += [board.target(one.name) for board in boards for one in board.statuses]
        targets += [
            probe.target for probe in robot.probes if probe.stream in streams and probe.target.words
        ]
        return self.truth(merged(targets), intervals)
