"""Looks at the cards that an operator trusts when they may have changed, and not before."""

from __future__ import annotations

from robot_memory.foundation.identity.trust_store import TrustStore

#: Seconds after which all cards are looked at, whatever their folder says.
_LOOK_THROUGH = 30.0
#: Seconds after a change in which there may be another one with the same time.
_UNSETTLED = 1.0


class CardWatch:
    """Keeps the state of the cards.

    Threads may share it: one may be told the state of a moment ago.

    To look at each of 1,024 cards takes about 4 ms, to look at their folder some microseconds. A
    card that is added, removed or replaced changes the folder. One that is edited in place does
    not: it counts after 30 s at the latest.
    """

    def __init__(self, store: TrustStore) -> None:
        self._store = store
        self._state: tuple[object, ...] = ()
        self._folder_time = -1
        self._changed_at = self._looked_at = 0.0

    def state(self, uptime: float) -> tuple[object, ...]:
        """Return what changes whenever a card does, as of :meth:`TrustStore.state`.

        Args:
            uptime: seconds of a clock that is never set.
        """
        folder = self._store.folder
        time = folder.stat().st_mtime_ns if folder.exists() else 0
        if time != self._folder_time:
            self._folder_time, self._changed_at, self._looked_at = time, uptime, uptime
        is_settled = self._looked_at - self._changed_at >= _UNSETTLED
        if is_settled and uptime - self._looked_at < _LOOK_THROUGH:
            return self._state
        self._state, self._looked_at = self._store.state(), uptime
        return self._state
