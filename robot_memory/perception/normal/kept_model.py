"""A model of normal that survives restarts, and forgets parts that were replaced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from robot_memory.perception.normal.array_text import from_text, to_text
from robot_memory.perception.normal.columns import OF_SIGNAL, OF_TOPIC, ColumnKind, grown
from robot_memory.perception.normal.deviation import Deviation
from robot_memory.perception.normal.deviation_condition import Seconds
from robot_memory.perception.normal.deviation_text import SignalFacts
from robot_memory.perception.normal.normal_model import NormalModel

_LEAST = 36  # windows from which circumstances are chosen at once


class KeptModel(NormalModel):
    """Judges windows; what it learned is kept, by signals and topics."""

    def facts(self, one: Deviation) -> SignalFacts:
        """Return what a sentence about a deviation depends on."""
        if one.signal is None:
            return SignalFacts()
        signals, source = self._columns.signals, int(self._columns.source[one.column])
        causes = tuple(signals[cause] for cause in self._relations.causes(source))
        return SignalFacts(counts=bool(self._traits.is_count[source]), follows=causes)

    def seconds(self) -> Seconds:
        """Return what all signals were in the latest windows, and in those that are kept."""
        latest, kept = self._relations.latest(), self._relations.windows
        signals = self._columns.signals[: latest.shape[2]]
        kept = grown(kept, len(signals), np.nan)
        counts = self._traits.is_count[: len(signals)]
        return Seconds(latest, kept, signals, counts, self._relations.fit_of)

    def heard(self) -> tuple[list[int], list[int]]:
        """Return the signals and the topics of which anything is in the record."""
        if not self._record.count:
            return [], []
        known = np.asarray(np.isfinite(self._record.values).any(axis=0))
        columns = self._columns
        return (np.flatnonzero(known[columns.of(ColumnKind.LEVEL)]).tolist(),
                np.flatnonzero(known[columns.of(ColumnKind.INTERVAL)]).tolist())  # fmt: skip

    def state(self, signals: Sequence[int], topics: Sequence[int]) -> dict[str, Any]:
        """Return what was learned of these signals and topics; they are numbered anew."""
        column, place = self._columns.column, {old: new for new, old in enumerate(signals)}
        order = [column(kind, one) for one in signals for kind in OF_SIGNAL]
        order += [column(kind, one) for one in topics for kind in OF_TOPIC]
        return {
            "signals": len(signals), "topics": len(topics),
            "record": self._record.state(np.array(order, np.int64)),
            "traits": self._traits.state(signals), "relations": self._relations.state(signals),
            "related": to_text(self._related[list(signals)].astype(np.float32)),
            "session": self._session,
            "states": [[place[signal], value, count]
                       for (signal, value), count in self._states.items() if signal in place],
        }  # fmt: skip

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue with what :meth:`state` returned, in a new session.

        The grid has the signals and topics of then, in their order, and no others.

        Raises:
            ValueError: the state is damaged.
        """
        self._grow()
        size = len(self._columns.signals)
        if (int(state["signals"]), int(state["topics"])) != (size, len(self._columns.topics)):
            raise ValueError("it is of other signals")
        self._record.restore(state["record"])
        self._traits.restore(state["traits"])
        counted_anew = int(state["record"]["count"]) - self._record.count
        self._relations.restore(state["relations"], size, counted_anew)
        self._related = from_text(state["related"], np.float32, (size,))
        self._states = {(int(one), float(value)): int(count)
                        for one, value, count in state["states"]}  # fmt: skip
        self._session = int(state["session"])
        self.begin_session()
        if self._record.count >= _LEAST:
            self._choose()

    def forget(self, signals: Sequence[int], topics: Sequence[int]) -> None:
        """Forget what was learned of signals and topics: their parts were replaced."""
        self._grow()
        columns = [self._columns.column(kind, one) for one in signals for kind in OF_SIGNAL]
        columns += [self._columns.column(kind, one) for one in topics for kind in OF_TOPIC]
        self._record.forget(columns)
        self._traits.forget(signals)
        self._relations.forget(signals)
        self._sums[:, columns] = 0.0
        self._recent[:, columns] = np.nan
        self._pending[columns] = 0
        for column in self._open.keys() & set(columns):
            one = self._open.pop(column)
            one.end = one.last
        self._states = {key: count for key, count in self._states.items() if key[0] not in signals}
