"""Finds what is not normal in the numbers of a robot, with one model for all topics.

See docs/explanation/perception.md, "Numbers: what is normal".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.settings import Settings
from robot_memory.ledger import Key
from robot_memory.ledger.observation import SHOWS
from robot_memory.perception.baselines import State, is_of
from robot_memory.perception.normal.columns import OF_SIGNAL, OF_TOPIC, ColumnKind, Signal, grown
from robot_memory.perception.normal.deviation import (
    Deviation,
    SignalFacts,
    name_of,
    symptom_of,
    text_of,
)
from robot_memory.perception.normal.deviation_condition import ConditionSearch, Seconds
from robot_memory.perception.normal.deviation_groups import DeviationGroups
from robot_memory.perception.normal.lost_numbers import LostNumbers
from robot_memory.perception.normal.normal_model import LEARNED_FIRST, NormalModel
from robot_memory.perception.normal.record import from_text, to_text
from robot_memory.perception.normal.signal_grid import WINDOW, SignalGrid, Window
from robot_memory.perception.occurrences.detection import REMAINS, UNDER, Debounce, Detection

#: The key, among the baselines, of the state of all numbers.
NUMBERS = "numbers"
_DETECTOR = "signal"  # in keys
_OUTLASTS = 120.0  # s for which a member may outlast the lead of its group
_DEBOUNCE = Debounce(onset=0.0, end=60.0, quiet=600.0)  # s
_LEAST_SCORE = 0.5  # if a second look found just enough; the limit for a very clear finding is 1
_FORMAT = 1  # of the stored state
_LEAST = 36  # windows from which circumstances are chosen at once after a restore

_Told = tuple[str, Detection]


class SignalMonitor:
    """Learns what is normal for all numbers and topics of a robot, and reports deviations.

    Attributes:
        grid: samples the numbers of all messages; replaced by :meth:`restore`.
        epoch: Unix time, in seconds, of time 0 of the time axis; used for the ages of stamps.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.epoch = 0.0
        self.grid = SignalGrid()
        self._model = KeptModel(self.grid)
        self._lost = LostNumbers(settings)
        self._groups = DeviationGroups()
        self._conditions = ConditionSearch()
        self._reports: dict[Deviation, _Report] = {}
        self._was_used = False

    # -- time ------------------------------------------------------------------------------

    def advance(self, stamp: float) -> Iterator[_Told]:
        """Advance the time; yield findings, each with its topic; seconds."""
        self.grid.advance(stamp)
        for window in self.grid.take_windows():
            if window.begins_session and self._was_used:
                self._model.begin_session()
                self._lost.begin_session()
                self._conditions = ConditionSearch()  # earlier deviations cannot return in it
            self._was_used = True
            self._judge(window)
            yield from self._tell(stamp)
            yield from self._lost.observe(window, self.grid.signals[: window.samples.shape[1]])

    def _judge(self, window: Window) -> None:
        with np.errstate(invalid="ignore", over="ignore", divide="ignore"):  # from unknown values
            for one in self._model.observe(window):
                self._groups.add(one)
                self._conditions.watch(one)
            self._conditions.advance(self._model.seconds)

    def _tell(self, stamp: float) -> Iterator[_Told]:
        for one, report in list(self._reports.items()):
            shown = report.detection.detail.get(SHOWS)
            is_changed = one.condition is not None and one.condition != shown
            if is_changed:
                detail = {**report.detection.detail, SHOWS: one.condition}
                report.detection = replace(report.detection, detail=detail)
            if one.end is not None:
                if not self._conditions.is_watched(one):
                    del self._reports[one]
                if is_changed or not report.is_over:
                    report.is_over = True
                    yield report.topic, report.at(one.end, one, present=False)
            elif one.last > report.last:
                report.last = one.last
                if one.extent > report.detection.extent:
                    told = text_of(one, self._model.facts(one))
                    report.detection = replace(
                        report.detection, spreads=told.spreads, extent=one.extent
                    )
                yield report.topic, report.at(one.last, one)
        for one, lead in self._groups.advance(stamp):
            yield from self._begin(one, lead)

    def finish(self) -> Iterator[_Told]:
        """Yield the findings still held back for grouping, at the end of the messages."""
        for one, lead in self._groups.finish():
            yield from self._begin(one, lead)

    def _begin(self, one: Deviation, lead: Deviation) -> Iterator[_Told]:
        topic = one.topic if one.signal is None else one.signal.received_on
        is_under = one is not lead and lead in self._reports
        under = self._reports[lead].detection.key if is_under else None
        detection = self._detection(one, under)
        for other, report in list(self._reports.items()):
            if report.detection.key == detection.key:  # it is over, and returns
                del self._reports[other]
        self._reports[one] = _Report(topic, detection, one.onset)
        yield topic, replace(detection, at=one.onset)

    def _detection(self, one: Deviation, under: Key | None) -> Detection:
        facts = self._model.facts(one)
        text, symptom = text_of(one, facts), symptom_of(one, facts)
        component, quantity = one.topic, ""
        if one.signal is not None:
            component, quantity = one.signal.component, one.signal.quantity
        # Enough evidence says little about whether it is a fault; its clarity does.
        score = 1.0 - (1.0 - _LEAST_SCORE) / one.clarity
        return Detection(
            key=Key(_DETECTOR, component, f"{quantity} {symptom}".strip()),
            present=True,
            text=text.pattern,
            spreads=text.spreads,
            extent=one.extent,
            confidence=self._settings.first_confidence(score=score),
            magnitude=score,
            kind=symptom,
            readings=_readings(one, one.at_begin),
            detail={} if under is None else {UNDER: under.as_list(), REMAINS: _OUTLASTS},
            debounce=_DEBOUNCE,
        )

    # -- restarts and repairs --------------------------------------------------------------

    def state(self) -> State:
        """Return what was learned of the signals and topics in the record; at most 3 MB."""
        signals, topics = self._model.heard()
        told = [self.grid.signals[at] for at in signals]
        return {
            "format": _FORMAT,
            "signals": [list(map(without_secrets, (it.component, it.quantity, it.topic,
                                                   it.received_on, it.unit))) for it in told],
            "topics": [without_secrets(self.grid.topics[at]) for at in topics],
            "model": self._model.state(signals, topics), "lost": self._lost.state(signals),
        }  # fmt: skip

    def restore(self, state: State) -> None:
        """Continue with what was learned before a restart, in a new session.

        Raises:
            ValueError: the state is damaged.
        """
        try:
            if state["format"] != _FORMAT:
                raise ValueError(f"its format is {state['format']!r}, expected {_FORMAT}")
            grid = SignalGrid()
            _fill(grid, state)
            model, lost = KeptModel(grid), LostNumbers(self._settings)
            if "lost" in state:  # an earlier version did not store it
                lost.restore(state["lost"], grid.signals)
            with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
                model.restore(state["model"])
        except (KeyError, TypeError, IndexError, OverflowError, AttributeError) as error:
            raise ValueError(f"what is normal is not stored as it should be: {error!r}") from None
        self.grid, self._model, self._lost = grid, model, lost

    def renew(self, component: str) -> None:
        """Learn anew what is normal for a component that was replaced."""
        signals = [at for at, one in enumerate(self.grid.signals) if is_of(component, one.text)]
        topics = [at for at, name in enumerate(self.grid.topics) if is_of(component, name)]
        self.grid.forget(signals)
        self._model.forget(signals, topics)
        self._lost.forget(signals)


def learned_numbers(baselines: Mapping[str, State]) -> list[str]:
    """Return the names of the numbers for which the baselines know what is normal."""
    signals = baselines.get(NUMBERS, {}).get("signals", ())
    named = (one for one in signals if isinstance(one, list)) if isinstance(signals, list) else ()
    return [" ".join(map(str, one[:2])).strip() for one in named]


def unjudged_for(baselines: Mapping[str, State]) -> float:
    """Return for how many more seconds numbers are only learned, before the first is judged."""
    model = baselines.get(NUMBERS, {}).get("model", {})
    record = model.get("record", {}) if isinstance(model, dict) else {}
    count = record.get("count", 0) if isinstance(record, dict) else 0
    return max(0.0, WINDOW * (LEARNED_FIRST - count)) if isinstance(count, int) else 0.0


class KeptModel(NormalModel):
    """Judges windows; its state is stored by signals and topics.

    The state survives restarts, and replaced parts can be forgotten.
    """

    def facts(self, one: Deviation) -> SignalFacts:
        """Return the facts that the sentence about a deviation depends on."""
        if one.signal is None:
            return SignalFacts()
        signals, source = self._columns.signals, int(self._columns.source[one.column])
        causes = tuple(signals[cause] for cause in self._relations.causes(source))
        return SignalFacts(counts=bool(self._traits.is_count[source]), follows=causes)

    def seconds(self) -> Seconds:
        """Return the values of all signals in the latest windows, and in the stored sample."""
        latest, kept = self._relations.latest(), self._relations.windows
        signals = self._columns.signals[: latest.shape[2]]
        kept = grown(kept, len(signals), np.nan)
        traits = self._traits
        no_condition = (traits.is_count | traits.is_code | traits.is_text)[: len(signals)]
        circumstances = frozenset(self._circumstances.signals)
        return Seconds(latest, kept, signals, no_condition, self._relations.fit_of, circumstances)

    def heard(self) -> tuple[list[int], list[int]]:
        """Return the signals and topics with any value in the record."""
        if not self._record.count:
            return [], []
        known = np.asarray(np.isfinite(self._record.values).any(axis=0))
        columns = self._columns
        return (np.flatnonzero(known[columns.of(ColumnKind.LEVEL)]).tolist(),
                np.flatnonzero(known[columns.of(ColumnKind.INTERVAL)]).tolist())  # fmt: skip

    def state(self, signals: Sequence[int], topics: Sequence[int]) -> dict[str, Any]:
        """Return the state of these signals and topics, numbered in the given order."""
        column, place = self._columns.column, {old: new for new, old in enumerate(signals)}
        listed = [column(kind, one) for one in signals for kind in OF_SIGNAL]
        listed += [column(kind, one) for one in topics for kind in OF_TOPIC]
        order = np.array(listed, np.int64)
        return {
            "signals": len(signals), "topics": len(topics),
            "record": self._record.state(order), "jobs": self._jobs.state(order),
            "traits": self._traits.state(signals), "angles": self._angles.state(signals),
            "relations": self._relations.state(signals),
            "related": to_text(self._related[list(signals)].astype(np.float32)),
            "session": self._session,
            "states": self._states.state(place),
        }  # fmt: skip

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue with a result of :meth:`state`, in a new session.

        The grid must have exactly the stored signals and topics, in the same order.

        Raises:
            ValueError: the state is damaged.
        """
        self._grow()
        size = len(self._columns.signals)
        if (int(state["signals"]), int(state["topics"])) != (size, len(self._columns.topics)):
            raise ValueError("it is of other signals")
        self._record.restore(state["record"])
        self._traits.restore(state["traits"])
        if "angles" in state:  # an earlier version did not store them
            self._angles.restore(state["angles"], size)
        if "jobs" in state:  # likewise
            self._jobs.restore(state["jobs"])
        counted_anew = int(state["record"]["count"]) - self._record.count
        self._relations.restore(state["relations"], size, counted_anew)
        self._related = from_text(state["related"], np.float32, (size,))
        self._states.restore(state["states"])
        self._session = int(state["session"])
        self.begin_session()
        if self._record.count >= _LEAST:
            self._choose()

    def forget(self, signals: Sequence[int], topics: Sequence[int]) -> None:
        """Forget signals and topics whose parts were replaced."""
        self._grow()
        columns = [self._columns.column(kind, one) for one in signals for kind in OF_SIGNAL]
        columns += [self._columns.column(kind, one) for one in topics for kind in OF_TOPIC]
        self._record.forget(columns)
        self._traits.forget(signals)
        self._angles.forget(signals)
        self._relations.forget(signals)
        self._sums[:, columns] = 0.0
        self._recent[:, columns] = np.nan
        self._pending[columns] = 0
        for column in self._open.keys() & set(columns):
            one = self._open.pop(column)
            one.end = one.last
        self._states.forget(signals)
        self._jobs.forget(columns)


@dataclass
class _Report:
    """The report of a deviation, and when the deviation was last seen."""

    topic: str
    detection: Detection
    last: float
    is_over: bool = False

    def at(self, stamp: float, one: Deviation, *, present: bool = True) -> Detection:
        readings = _readings(one, one.last_value)
        return replace(self.detection, present=present, at=stamp, readings=readings)


def _readings(one: Deviation, value: float) -> dict[str, float]:
    """Return the value as the signal's reading; a step, residual or interval is no reading."""
    return {name_of(one): value} if one.kind is ColumnKind.LEVEL else {}


def _fill(grid: SignalGrid, state: Mapping[str, Any]) -> None:
    """Add the stored signals and topics to a new grid."""
    for at, texts in enumerate(state["signals"]):
        if not all(isinstance(text, str) for text in texts) or grid.place(Signal(*texts)) != at:
            raise ValueError(f"signal {at} is {texts!r:.200}")
    for at, name in enumerate(state["topics"]):
        if not isinstance(name, str) or grid.topic(name) is None or len(grid.topics) != at + 1:
            raise ValueError(f"topic {at} is {name!r:.200}")
