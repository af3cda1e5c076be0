"""The robot's baselines, kept across restarts, and its memory from before this start.

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
#: Key in a signal's state: the number of robot runs in which the signal was not received.
_UNHEARD = "unheard_runs"
_LONGEST_UNHEARD = 200  # runs
_MOST_UNHEARD = 4096  # signals


class Learner(Protocol):
    """A detector's model of what is normal."""

    def state(self) -> State:
        """Return what was learned so far."""

    def restore(self, state: State) -> None:
        """Continue with an earlier state; raise an exception if it has another structure."""


class Baselines:
    """What detectors have learned, by signal; ``known``: an earlier result of :meth:`states`.

    The state of a signal that is no longer received is kept for 200 robot runs, so that a tool
    mounted once a month is still known. At most 4096 such signals are kept.
    """

    def __init__(self, known: Mapping[str, State] | None = None) -> None:
        self._known = dict(known or {})
        self._learners: dict[str, tuple[str, Callable[[], State]]] = {}

    def keep(self, signal: str, topic: str, learner: Learner) -> None:
        """Restore a learner from the stored state of its signal, and keep what it learns.

        A damaged state is discarded and learned anew.
        """
        signal = without_secrets(signal)  # contains topic, joint and key names from outside
        state = self._known.get(signal)
        if state is not None:
            try:
                learner.restore(state)
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                _LOG.warning("baseline of %s is learned anew: %r", signal, error)
        self._learners[signal] = topic, learner.state

    def settle(self, topic: str) -> None:
        """Keep what was learned on a topic that is no longer listened to."""
        for signal, (where, learn) in list(self._learners.items()):
            if where == topic:
                self._known.pop(signal, None)
                self._known[signal] = learn()
                del self._learners[signal]
        for signal in list(self._known)[: -2 * _MOST_UNHEARD]:  # the first ones are the oldest
            del self._known[signal]

    def forget(self, component: str) -> None:
        """Forget the baselines of a component that was replaced."""
        for signal in [
            name for name in {**self._known, **self._learners} if is_of(component, name)
        ]:
            self._known.pop(signal, None)
            self._learners.pop(signal, None)

    def states(self) -> dict[str, State]:
        """Return all states, including those of signals that were not received in this run."""
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
    """Tell whether a signal or part belongs to a component: 'base: Motor', 'base: Motor current'.

    Case and a leading / are ignored.
    """
    whole, part = name.lower().lstrip("/"), component.lower().strip().lstrip("/")
    return bool(part) and (whole == part or whole.startswith((f"{part} ", f"{part}:")))


class PersistentState:
    """State that survives a restart: the attributes that ``KEPT`` names.

    They are numbers, lists of numbers, and other PersistentStates. Short-lived values (the last
    stamp, a partly filled window) are left out, so that a restored object keeps what was learned
    and begins a new stretch.
    """

    KEPT: ClassVar[tuple[str, ...]] = ()

    def state(self) -> dict[str, Any]:
        """Return the learned values: numbers, lists and dicts only; small."""
        return {name: _plain(getattr(self, name)) for name in self.KEPT}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue with a result of ``state``, from this run or an earlier one.

        Raises:
            ValueError: a value is missing or has another type than the current one.
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
        """Reset the short-lived values."""

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
    """Keeps the last values; its memory is bounded, and rare values do not shift it.

    Args:
        least: how many values must be known before values are judged.
    """

    def __init__(self, least: int, kept: int = 256) -> None:
        self._least = least
        self._values = np.empty(kept)  # a ring buffer, as an array: read far more often
        self._count = 0
        self._known: tuple[float, float] | None = None

    def observe(self, value: float) -> None:
        """Take in a value."""
        self._values[self._count % len(self._values)] = value
        self._count += 1
        self._known = None

    @property
    def is_known(self) -> bool:
        """Whether there are enough values."""
        return min(self._count, len(self._values)) >= self._least

    @property
    def middle(self) -> float:
        """The median."""
        return self._look()[0]

    @property
    def spread(self) -> float:
        """The standard deviation, ignoring rare values."""
        return self._look()[1]

    def _look(self) -> tuple[float, float]:
        if self._known is None:
            values = self._values[: self._count]
            middle = _median(values)
            self._known = middle, _TO_SIGMA * _median(np.abs(values - middle))
        return self._known


def _median(values: npt.NDArray[np.float64]) -> float:
    """Return the median, NaN if empty; much faster than ``np.median`` for a few values."""
    ordered = np.sort(values)
    if not len(ordered) or np.isnan(ordered[-1]):
        return math.nan
    half = len(ordered) // 2
    return float(0.5 * (ordered[half] + ordered[(len(ordered) - 1) // 2]))


@dataclass(frozen=True)
class PriorMemory:
    """The part of the memory that perception uses.

    Attributes:
        knows: tells whether there is an entry for a key, even an archived one.
        entries: returns all entries with their effective confidence.
        last_row: finds the newest row about a key from before this start.
        last_version: finds the newest row about the key of a version.
        baselines: what was normal for this robot before this start, by signal.
        seen_until: log messages up to this time were processed before this start; seconds since
            the epoch, 0 if there was no earlier run.
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
        """Return the times at which log messages first made an entry."""
        return [
            entry.first_seen
            for _, entry in self.entries()
            if entry.key is not None and entry.key.detector == LOG
        ]
