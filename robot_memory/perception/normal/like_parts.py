"""Like parts, such as the lamps of a rack: a value that some of them had is not new for others."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from robot_memory.perception.normal.columns import Flags, Floats, Numbers, Signal

_NUMBER = re.compile(r"\d+")
_FEWEST = 3  # like parts in a family
_WITNESSES = 2  # other parts that must have had a value
_AS_ONE, _ALL = 4, 0.75  # like parts, and share of all, that must deviate for a common cause


class LikeParts:
    """Signals of like parts: their names differ only in a number.

    A value that some of them had may occur in another part for the first time. A part is a witness
    only if it also had that part's usual level: a warmer motor shows nothing about a colder one.

    Attributes:
        family: the number of each signal's family, if there are two like parts or more; else 0.
    """

    def __init__(self) -> None:
        self.family: Numbers = np.zeros(0, np.int64)
        self._families: list[Numbers] = []

    def follow(self, signals: Sequence[Signal]) -> None:
        """Take in new signals."""
        if len(self.family) == len(signals):
            return
        families: dict[str, list[int]] = defaultdict(list)
        for number, signal in enumerate(signals):
            families[_NUMBER.sub("#", signal.text)].append(number)
        self._families = [np.array(one) for one in families.values() if len(one) >= _FEWEST]
        self.family = np.zeros(len(signals), np.int64)
        for number, members in enumerate(families.values(), 1):
            self.family[members] = number if len(members) > 1 else 0

    def witnessed(self, levels: Floats, low: Floats, high: Floats) -> Flags:
        """Tell which signals have a level that they hardly ever had, but like parts had.

        Args:
            levels: of each signal now.
            low, high: the usual range of each signal.
        """
        found = np.zeros(len(levels), bool)
        for family in self._families:
            at, least, most = levels[family], low[family], high[family]
            middle = 0.5 * (least + most)
            is_witness = (least <= middle[:, None]) & (middle[:, None] <= most)
            is_witness &= (least <= at[:, None]) & (at[:, None] <= most)
            is_outside = (at < least) | (at > most)
            found[family] = is_outside & (is_witness.sum(axis=1) >= _WITNESSES)
        return found

    def deviating_as_one(self, excess: Floats, size: Floats) -> Flags:
        """Tell which signals deviate together with nearly all like parts: the robot causes it.

        Three of three are no proof: the phases of a weak supply sag together.
        """
        found = np.zeros(len(excess), bool)
        for family in self._families:
            beyond, known = excess[family] / size[family], np.isfinite(excess[family]).sum()
            for is_beyond in (beyond >= 1.0, beyond <= -1.0):
                if is_beyond.sum() >= max(_AS_ONE, _ALL * known):
                    found[family] |= is_beyond
        return found
