"""What is known from before: the memory, and what is normal for this robot, kept across restarts.

Specification: rules.md §10.3.

See docs/explanation/perception.md, "Numbers: what is normal".
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.ranking import LOG
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.text.part_names import PartNames
from robot_memory.ledger import Key, Observation

_LOG = logging.getLogger(__name__)
#: JSON data: what a detector has learned.
State = Mapping[str, Any]
#: In the state of a signal that is not heard: in how many runs of the robot it was not.
_UNHEARD = "unheard_runs"
_LONGEST_UNHEARD = 200  # runs
_MOST_UNHEARD = 4096  # signals


class Learner(Protocol):
    """Whoever learns what is normal."""

    def state(self) -> State:
        """Return what was learned so far."""

    def restore(self, state: State) -> None:
        """Continue with what was learned before; it raises where that is of another kind."""


class Baselines:
    """What detectors have learned, by signal; ``known``: what :meth:`states` returned before.

    Of a signal that is not heard any more that is kept for 200 runs of the robot, so that a tool
    that is put on once a month is known again; and of at most 4096 such signals.
    """

    def __init__(self, known: Mapping[str, State] | None = None) -> None:
        self._known = dict(known or {})
        self._learners: dict[str, tuple[str, Callable[[], State]]] = {}

    def keep(self, signal: str, topic: str, learner: Learner) -> None:
        """Let a learner go on with what was learned of a signal, and keep what it learns.

        What is damaged is learned anew.
        """
        signal = without_secrets(signal)  # it names topics, joints and keys from outside
        state = self._known.get(signal)
        if state is not None:
            try:
                learner.restore(state)
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                _LOG.warning("baseline of %s is learned anew: %r", signal, error)
        self._learners[signal] = topic, learner.state

    def settle(self, topic: str) -> None:
        """Keep what was learned on a topic that is not listened to any more."""
        for signal, (where, learn) in list(self._learners.items()):
            if where == topic:
                self._known.pop(signal, None)
                self._known[signal] = learn()
                del self._learners[signal]
        for signal in list(self._known)[: -2 * _MOST_UNHEARD]:  # the first ones are the oldest
            del self._known[signal]

    def forget(self, component: str) -> None:
        """Let go of what was normal for a component: it was replaced."""
        for signal in [
            name for name in {**self._known, **self._learners} if is_of(component, name)
        ]:
            self._known.pop(signal, None)
            self._learners.pop(signal, None)

    def states(self) -> dict[str, State]:
        """Return all that was learned; also what was before, of signals not heard for a while."""
        learned = {signal: learn() for signal, (_, learn) in self._learners.items()}
        unheard = {
            signal: {**state, _UNHEARD: state.get(_UNHEARD, 0) + 1}
            for signal, state in self._known.items()
            if signal not in learned
        }
        kept = sorted(unheard, key=lambda signal: unheard[signal][_UNHEARD])[:_MOST_UNHEARD]
        still = {name: unheard[name] for name in kept if unheard[name][_UNHEARD] < _LONGEST_UNHEARD}
        return {**still, **learned}


def is_of(component: str, name: str) -> bool:
    """Tell whether a signal or a part of it is a component's: 'base: Motor', 'base: Motor current'.

    Case and a leading / do not matter.
    """
    whole, part = name.lower().lstrip("/"), component.lower().strip().lstrip("/")
    return bool(part) and (whole == part or whole.startswith((f"{part} ", f"{part}:")))


class PersistentState:
    """State that survives a restart: the attributes that ``KEPT`` names.

    They are numbers, lists of numbers, and other PersistentStates. What lasts only a moment (the
    last stamp, a window that is being filled) is left out, so that one who restores continues with
    what was learned and begins a new stretch.
    """

    KEPT: ClassVar[tuple[str, ...]] = ()

    def state(self) -> dict[str, Any]:
        """Return what was learned: numbers, lists and dicts only; small."""
        return {name: _plain(getattr(self, name)) for name in self.KEPT}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue with what ``state`` returned, here or in an earlier run.

        Raises:
            ValueError: something is missing or is of another kind than was kept.
        """
        if not isinstance(state, Mapping):
            raise ValueError(f"{type(self).__name__}: the state is {state!r}, expected a mapping")
        missing = [name for name in self.KEPT if name not in state]
        if missing:
            raise ValueError(f"{type(self).__name__}: the state lacks {', '.join(missing)}")
        for name in self.KEPT:
            setattr(self, name, self._restored(name, getattr(self, name), state[name]))
        self._begin()

    def _begin(self) -> None:
        """Forget what lasts only a moment."""

    def _restored(self, name: str, known: Any, value: Any) -> Any:
        if isinstance(known, PersistentState):
            known.restore(value)
            return known
        if isinstance(known, list):
            if isinstance(value, list) and all(map(_is_number, value)):
                return list(value)
            raise self._error(name, value, "numbers")
        if _is_number(value):
            return value
        raise self._error(name, value, "a number")

    def _error(self, name: str, value: Any, expected: str) -> ValueError:
        return ValueError(f"{type(self).__name__}: {name} is {value!r}, expected {expected}")


def _plain(value: Any) -> Any:
    if isinstance(value, PersistentState):
        return value.state()
    return list(value) if isinstance(value, list) else value


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and math.isfinite(value)


_TO_SIGMA = 1.4826  # ratio of a bell curve's standard deviation to its median absolute deviation


class RobustBaseline:
    """Remembers some values; its memory is bounded, and what is rare does not shift it.

    Args:
        least: how many values must be known before any is judged.
    """

    def __init__(self, least: int, kept: int = 256) -> None:
        self._least = least
        self._values = np.empty(kept)  # a ring, as an array: it is looked at far more often
        self._count = 0
        self._known: tuple[float, float] | None = None

    def observe(self, value: float) -> None:
        """Take in a value."""
        self._values[self._count % len(self._values)] = value
        self._count += 1
        self._known = None

    @property
    def is_known(self) -> bool:
        """Whether there are values enough."""
        return min(self._count, len(self._values)) >= self._least

    @property
    def middle(self) -> float:
        """The median."""
        return self._look()[0]

    @property
    def spread(self) -> float:
        """The standard deviation, without what is rare."""
        return self._look()[1]

    def _look(self) -> tuple[float, float]:
        if self._known is None:
            values = self._values[: self._count]
            middle = _median(values)
            self._known = middle, _TO_SIGMA * _median(np.abs(values - middle))
        return self._known


def _median(values: npt.NDArray[np.float64]) -> float:
    """Return the median; NaN of nothing. Of a few values it is much faster than ``np.median``."""
    ordered = np.sort(values)
    if not len(ordered) or np.isnan(ordered[-1]):
        return math.nan
    half = len(ordered) // 2
    return float(0.5 * (ordered[half] + ordered[(len(ordered) - 1) // 2]))


@dataclass(frozen=True)
class PriorMemory:
    """A memory, as far as perception asks it.

    Attributes:
        knows: tells whether there is an entry for a key, be it an archived one.
        entries: returns all entries with their effective confidence.
        last_row: finds the newest row about a key from before this start.
        last_version: finds the same about the key of a version.
        baselines: what was normal for this robot before this start, by signal.
        seen_until: log messages up to this time were processed before it; seconds since the epoch,
            0 where there was none.
        names: what people call the parts of the robot.
    """

    knows: Callable[[Key], bool] = lambda key: False
    entries: Callable[[], Iterable[tuple[float, MemoryEntry]]] = tuple
    last_row: Callable[[Key], Observation | None] = lambda key: None
    last_version: Callable[[Key], Observation | None] = lambda key: None
    baselines: Mapping[str, State] = field(default_factory=dict)
    seen_until: float = 0.0
    names: PartNames = field(default_factory=lambda: PartNames({}))

    def made_of_logs(self) -> list[datetime]:
        """Return when log messages made entries."""
        return [
            entry.first_seen
            for _, entry in self.entries()
            if entry.key is not None and entry.key.detector == LOG
        ]
