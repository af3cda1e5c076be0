"""How much heat each joint's effort makes: a joint that is warm from its work has no fault.

See docs/explanation/perception.md, "Numbers: what is normal".
"""

from __future__ import annotations

import math
import re

from robot_memory.perception.baselines import Baselines
from robot_memory.perception.persistent_state import PersistentState
from robot_memory.perception.signals.learned_maximum import LearnedMaximum
from robot_memory.perception.signals.signal import measures

_LAG = 600.0  # s, time constant with which a motor gets warm
_LEARN = 1200.0  # s in which any work is normal, as any warmth is
_RELEARN = 14_400.0  # s in which more heat than ever becomes normal to 63 %
_EVERY = 30.0  # s between two looks at the heat
_LONGEST = 1.0  # s between two values; in a longer pause nothing works
_MUCH = 1.1  # times the most so far
_AFTER = 900.0  # s for which it still is warm
_MOST_JOINTS = 64  # joints of all topics
_WORD = re.compile(r"[a-z0-9]+")


class JointWork(PersistentState):
    """The heat that a joint's effort makes, as a mean of its square over ten minutes.

    Attributes:
        is_understood: whether pose and motion explain the effort, as far as they do for an arm.
    """

    KEPT = ("_most", "_known_for")

    def __init__(self) -> None:
        self._most = LearnedMaximum()
        self._heat = self._known_for = 0.0
        self._stamp = self._judged = math.nan
        self._over_at = -math.inf
        self.is_understood = False

    def observe(self, stamp: float, effort: float) -> None:
        """Take in an effort, in any unit."""
        if not measures(stamp, effort):
            return
        step, self._stamp = stamp - self._stamp, stamp
        if not 0.0 < step <= _LONGEST:
            self._heat *= math.exp(-step / _LAG) if step > 0.0 else 1.0
            self._judged = stamp
            return
        self._known_for += step
        self._heat += (effort * effort - self._heat) * step / min(self._known_for, _LAG)
        if stamp - self._judged < _EVERY:
            return
        if self._heat > _MUCH * self._most.most:
            self._over_at = stamp
        elapsed, self._judged = stamp - self._judged, stamp
        self._most.observe(elapsed, self._heat, self._most.most, _LEARN, _RELEARN)

    def is_more_than_ever(self, stamp: float) -> bool:
        """Tell whether it works as it never did, or did so a quarter of an hour ago."""
        return stamp - self._over_at <= _AFTER


class JointWorks:
    """How hard the joints work, by their names."""

    def __init__(self) -> None:
        self._joints: dict[str, tuple[list[str], JointWork]] = {}

    def join(self, topic: str, joint: str, baselines: Baselines) -> JointWork:
        """Return what is known of a joint's work, to be kept up to date.

        Args:
            topic: where it is told.
            joint: its name, by which others speak of it.
            baselines: what is normal for this robot.
        """
        work, name = JointWork(), f"{topic} {joint} work"
        if name in self._joints or len(self._joints) < _MOST_JOINTS:
            baselines.keep(name, topic, work)
            self._joints[name] = _words(joint), work
        return work

    def watches(self, component: str) -> bool:
        """Tell whether a component is or names a joint whose pose and motion are known."""
        return bool(self._named(component))

    def understands(self, component: str) -> bool:
        """Tell whether a component is or names a joint whose effort its task explains."""
        return any(work.is_understood for work in self._named(component))

    def explains(self, component: str, stamp: float) -> bool:
        """Tell whether a component is or names a joint that works as it never did."""
        return any(work.is_more_than_ever(stamp) for work in self._named(component))

    def _named(self, component: str) -> list[JointWork]:
        wanted = _words(component)
        return [work for words, work in self._joints.values() if _holds(wanted, words)]


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _holds(words: list[str], part: list[str]) -> bool:
    """Tell whether words hold others in a row; a bare number names nothing."""
    size = len(part)
    is_name = any(not word.isdigit() for word in part)
    return is_name and any(words[at : at + size] == part for at in range(len(words) - size + 1))
