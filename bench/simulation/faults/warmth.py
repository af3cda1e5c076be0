"""Parts that get too hot, and wrong thermometers."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from simulation.body import Body
from simulation.fault import Fault, merged
from simulation.robot import Robot
from simulation.timeline import Array
from simulation.truth import Truth


class MotorOverheats(Fault):
    """A motor gets far hotter than ever before: a blocked fan, a dragging brake."""

    family: ClassVar[str] = "motor overheats"

    def _before(self, body: Body) -> None:
        self.name = str(self.chance.choice(body.motors))
        self.intervals = self.lasting(body.timeline, 0.6)
        factor = body.mods.factor(f"cooling {self.name}")
        factor[body.timeline.within(self.intervals)] *= self.chance.uniform(2.2, 4.5)
        self.warns = self.chance.random() < 0.4

    def _after(self, robot: Robot) -> list[Truth]:
        part = f"motor {self.name}"
        told = robot.telling("temperature", part)
        if not told or not robot.claim(part):
            return []
        probe = told[0]
        hot = probe.stream.during(self.intervals)
        usual, now = np.nanmax(probe.values[~hot]), np.nanmax(probe.values[hot], initial=-np.inf)
        beyond = float((now - usual) / probe.scale)
        if self.warns and beyond > 8.0:
            self._warn(robot, probe.target.words, part, usual + 0.7 * (now - usual))
        return self.truth(
            merged([one.target for one in robot.probes if one.part == part]),
            self.intervals,
            must=beyond > 12.0, late=1e9,
        )  # fmt: skip

    def _warn(self, robot: Robot, words: tuple[str, ...], part: str, limit: float) -> None:
        """Let the driver warn of the heat, if it reports the temperature in a status."""
        for board in robot.boards:
            for one in board.statuses:
                for value in one.values:
                    if value.part == part and value.quantity == "temperature":
                        hot = board.stream.fields[f"{one.name}.{value.key}"] > limit
                        board.say(one.name, hot, 1, "Over temperature: {}")


class ThermometersDisagree(Fault):
    """One of several equally warm parts reads some degrees too high or too low."""

    family: ClassVar[str] = "thermometer is off"

    def _after(self, robot: Robot) -> list[Truth]:
        probe = self.pick([one for one in robot.telling("temperature") if "motor" in one.part])
        if probe is None or not robot.claim(probe.part):
            return []
        intervals = self.some(robot.timeline, 120.0, 300.0, 2)
        size = float(self.chance.uniform(6.0, 30.0) * self.chance.choice([-1.0, 1.0]))
        probe.values[probe.stream.during(intervals)] += size * probe.scale
        return self.truth([probe.target], intervals, must=abs(size) > 12.0)


#: Values of errors in two-byte and four-byte numbers.
_ABSURD = (-327.68, 6553.5, -32768.0, 85000.0)


def _cannot_be(value: float, values: Array) -> bool:
    """Return whether a value is far from all others: 6553.5 is a normal current in milliamperes."""
    least, most = float(np.nanmin(values)), float(np.nanmax(values))
    return not least - 2.0 * (most - least) <= value <= most + 2.0 * (most - least)


class ValueOutOfRange(Fault):
    """Firmware reports impossible values, such as −327 °C or 6553 A, for seconds, repeatedly."""

    family: ClassVar[str] = "value out of range"

    def _after(self, robot: Robot) -> list[Truth]:
        quantities = ("temperature", "current", "rail")
        probe = self.pick([one for name in quantities for one in robot.telling(name)])
        if probe is None or not robot.claim(probe.part, probe.stream.topic + probe.field):
            return []
        count = int(self.chance.integers(2, 8))
        intervals = self.episodes(robot.timeline, 4.0, 30.0, count)
        absurd = [one for one in _ABSURD if _cannot_be(one, probe.values)]
        probe.values[probe.stream.during(intervals)] = float(self.chance.choice(absurd))
        return self.truth([probe.target], intervals)
