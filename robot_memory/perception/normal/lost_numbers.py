"""Numbers that became NaN: a signal that was always a number is NaN for longer than ever before.

Many messages use NaN rightly: nothing is measured, or not now. So a signal is judged only if it was
a number in 99 of 100 windows, for at least the robot's first learning time. Distances, position
fixes and commands are not judged: there NaN says that there is none.

Specification: rules.md §10.11.

See docs/explanation/perception.md, "Numbers: what is normal".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from robot_memory.foundation.settings import Settings
from robot_memory.foundation.wording.varying_text import SLOT
from robot_memory.ledger import Key
from robot_memory.perception.normal.columns import TEXT, Flags, Numbers, Signal, grown
from robot_memory.perception.normal.normal_model import LEARNED_FIRST
from robot_memory.perception.normal.record import from_text, to_text
from robot_memory.perception.normal.signal_grid import WINDOW, Window
from robot_memory.perception.normal.signal_traits import is_command
from robot_memory.perception.occurrences.detection import Debounce, Detection

_LEAST = 3  # windows in a row that must be NaN
_SELDOM = 0.01  # of the windows in which it was a number: at most so many were NaN before
_DEBOUNCE = Debounce(onset=0.0, end=2 * WINDOW, quiet=600.0)  # s
_MAY_BE_NONE = re.compile(
    r"(?<![a-z])(?:ranges?|sector \d|distances?|dist|latitude|longitude|altitude|lat|lon|alt)"
    r"(?![a-z])"
)
_KEPT = ("numbers", "without", "longest")


class LostNumbers:
    """Counts in how many windows each signal was a number, and reports signals that are NaN now."""

    def __init__(self, settings: Settings) -> None:
        self._confidence = settings.first_confidence(score=1.0)
        self._signals: list[Signal] = []
        self._is_watched: Flags = np.zeros(0, bool)
        self._numbers: Numbers = np.zeros(0, np.int64)  # windows in which it was a number
        self._without: Numbers = np.zeros(0, np.int64)  # … in which it was NaN, …
        self._longest: Numbers = np.zeros(0, np.int64)  # … the longest run of these, …
        self._now: Numbers = np.zeros(0, np.int64)  # … and the present run
        self._told: dict[str, tuple[str, Detection]] = {}  # by topic: received on, fault

    def observe(self, window: Window, signals: Sequence[Signal]) -> Iterator[tuple[str, Detection]]:
        """Take in a window; yield detections, each with the topic of reception."""
        self._follow(signals)
        is_number = np.isfinite(window.samples).any(axis=0)
        is_over = is_number & (self._now > 0)
        self._longest = np.where(is_over, np.maximum(self._longest, self._now), self._longest)
        self._without += np.where(is_over, self._now, 0)
        self._now = np.where(is_number, 0, self._now + window.is_nan)
        self._numbers += is_number
        yield from self._tell(window.end, window.is_nan)

    def begin_session(self) -> None:
        """Begin a session: a present run of NaN is not counted, as its length is not known."""
        self._now[:] = 0

    def _follow(self, signals: Sequence[Signal]) -> None:
        new = [_is_watched(one) for one in signals[len(self._signals) :]]
        self._signals = list(signals)
        self._is_watched = np.append(self._is_watched, np.array(new, bool))
        for name in (*_KEPT, "now"):
            setattr(self, f"_{name}", grown(getattr(self, f"_{name}"), len(signals), 0))

    def _tell(self, stamp: float, is_nan: Flags) -> Iterator[tuple[str, Detection]]:
        is_lost = self._is_watched & (self._numbers >= LEARNED_FIRST)
        is_lost &= self._without <= _SELDOM * self._numbers
        is_lost &= self._now > np.maximum(self._longest, _LEAST - 1)
        lost: dict[str, list[int]] = {}
        for at in np.flatnonzero(is_lost).tolist():
            lost.setdefault(self._signals[at].topic, []).append(at)
        for topic in self._told.keys() - lost.keys():
            received_on, detection = self._told.pop(topic)
            yield received_on, replace(detection, present=False, at=stamp - WINDOW)
        for topic, places in lost.items():
            if not is_nan[places].any():  # the topic is silent: its values are unknown
                continue
            lead = self._signals[places[0]]
            began = stamp - WINDOW * int(self._now[places[0]])
            is_new = topic not in self._told
            detection = self._detection(lead, has_others=len(places) > 1)
            self._told[topic] = lead.received_on, detection
            yield lead.received_on, replace(detection, at=began if is_new else stamp)

    def _detection(self, lead: Signal, *, has_others: bool) -> Detection:
        name = lead.text.replace(SLOT, "*")
        return Detection(
            Key("signal", lead.topic, "is NaN"),
            present=True,
            text=f"{name} and others are NaN" if has_others else f"{name} is NaN",
            confidence=self._confidence,
            magnitude=1.0,
            kind="no number",
            debounce=_DEBOUNCE,
        )

    # -- restarts and repairs --------------------------------------------------------------

    def state(self, signals: Sequence[int]) -> dict[str, str]:
        """Return the state of signals, in the given order."""
        told = (grown(getattr(self, f"_{name}"), max(signals, default=-1) + 1, 0) for name in _KEPT)
        return {
            name: to_text(counts[list(signals)])
            for name, counts in zip(_KEPT, told, strict=True)
        }  # fmt: skip

    def restore(self, state: Mapping[str, Any], signals: Sequence[Signal]) -> None:
        """Continue with a result of :meth:`state`.

        Raises:
            ValueError: the state is damaged.
        """
        self._follow(signals)
        for name in _KEPT:
            setattr(self, f"_{name}", from_text(state[name], np.int64, (len(signals),)))

    def forget(self, places: Sequence[int]) -> None:
        """Forget signals whose parts were replaced."""
        known = [place for place in places if place < len(self._signals)]
        for name in (*_KEPT, "now"):
            getattr(self, f"_{name}")[known] = 0


def _is_watched(signal: Signal) -> bool:
    says_none = _MAY_BE_NONE.search(f"{signal.component}|{signal.quantity}".lower())
    return says_none is None and signal.unit != TEXT and not is_command(signal)
