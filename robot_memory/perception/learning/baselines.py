"""What is normal for this robot: the state of its detectors, kept across restarts."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any, Protocol

_LOG = logging.getLogger(__name__)
#: JSON data: what a detector has learned.
State = Mapping[str, Any]


class Baselines:
    """What detectors have learned, by signal.

    Args:
        known: as :meth:`states` returned it before a restart.
    """

    def __init__(self, known: Mapping[str, State] | None = None) -> None:
        self._known = dict(known or {})
        self._learners: dict[str, tuple[str, Callable[[], State]]] = {}

    def known(self, signal: str) -> State | None:
        """Return what was learned of a signal so far, None where nothing was."""
        return self._known.get(signal)

    def register(self, signal: str, topic: str, learn: Callable[[], State]) -> None:
        """Name whoever learns what is normal for a signal.

        Args:
            signal: its name.
            topic: where it is read.
            learn: returns what was learned so far.
        """
        self._learners[signal] = topic, learn

    def settle(self, topic: str) -> None:
        """Keep what was learned on a topic that is not listened to any more."""
        for signal, (where, learn) in list(self._learners.items()):
            if where == topic:
                self._known[signal] = learn()
                del self._learners[signal]

    def forget(self, component: str) -> None:
        """Let go of what was normal for a component: it was replaced."""
        for signal in [
            name for name in {**self._known, **self._learners} if is_of(component, name)
        ]:
            self._known.pop(signal, None)
            self._learners.pop(signal, None)

    def states(self) -> dict[str, State]:
        """Return all that was learned; also what was before, of signals not heard since."""
        learned = {signal: learn() for signal, (_, learn) in self._learners.items()}
        return {**self._known, **learned}


def is_of(component: str, name: str) -> bool:
    """Tell whether a signal or a part of it is a component's: 'base: Motor', 'base: Motor current'.

    Case and a leading / do not matter.
    """
    whole, part = name.lower().lstrip("/"), component.lower().strip().lstrip("/")
    return bool(part) and (whole == part or whole.startswith((f"{part} ", f"{part}:")))


class Learner(Protocol):
    """Whoever learns what is normal."""

    def restore(self, state: State) -> None:
        """Continue with what was learned before; ValueError where it is of another kind."""


def restore(learner: Learner, baselines: Baselines, signal: str) -> None:
    """Let a learner continue with what was learned of a signal; what is damaged is learned anew."""
    state = baselines.known(signal)
    if state is None:
        return
    try:
        learner.restore(state)
    except ValueError as error:
        _LOG.warning("baseline of %s is learned anew: %s", signal, error)
