"""What is normal for this robot: the state of its detectors, kept across restarts.

Specification: rules.md §10.3.

See docs/explanation/perception.md, "Numbers: what is normal".
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from robot_memory.foundation.secrets.secrets_filter import without_secrets

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
        """Continue with what was learned before; ValueError where it is of another kind."""


class Baselines:
    """What detectors have learned, by signal; ``known``: what :meth:`states` returned before.

    Of a signal that is not heard any more that is kept for 200 runs of the robot, so that a tool
    that is put on once a month is known again; and of at most 4096 such signals.
    """

    def __init__(self, known: Mapping[str, State] | None = None) -> None:
        self._known = dict(known or {})
        self._learners: dict[str, tuple[str, Callable[[], State]]] = {}

    def keep(self, signal: str, topic: str, learner: Learner, *, goes_on: bool = True) -> None:
        """Let a learner go on with what was learned of a signal, and keep what it learns.

        What is damaged is learned anew.

        Args:
            signal: its name.
            topic: where it is read.
            learner: learns what is normal for it.
            goes_on: whether what was learned before still holds.
        """
        signal = without_secrets(signal)  # it names topics, joints and keys from outside
        state = self._known.get(signal) if goes_on else None
        if state is not None:
            try:
                learner.restore(state)
            except ValueError as error:
                _LOG.warning("baseline of %s is learned anew: %s", signal, error)
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
