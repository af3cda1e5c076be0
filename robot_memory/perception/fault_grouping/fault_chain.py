"""Reports a chain of effects once, by its first cause (rules.md §10.6).

An emergency stop disables drives, so that a controller aborts, so that a plan fails: the stop is
one entry, and the others are evidence of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from robot_memory.foundation.wording.plain_words import plain_words
from robot_memory.foundation.wording.varying_text import READINGS
from robot_memory.ledger import Key, Kind, Observation, Severity
from robot_memory.perception.fault_grouping.effect_stage import (
    EffectStage,
    fails_without_power,
    is_lost_link,
    moves_the_robot,
    stage_of,
)
from robot_memory.perception.masking.lost_telemetry import NO_TELEMETRY
from robot_memory.perception.masking.masking import status_name
from robot_memory.perception.occurrences.detection import REMAINS, UNDER

_WAITS = 3.0  # s for a cause that is reported later than its effect
_AFTER_STOP = 15.0  # s from the end of a stop or act, or its last effect, to the next effect
_AFTER_FAULT = 3.0  # s from any other fault, or its last effect, to the next; between two acts
_AFTER_LOSS = 15.0  # s between a lost link and the loss of its measurements
_LONGEST = 60.0  # s from a fault's start in which its chain grows; a stop has no limit
_REMAINS = 60.0  # s after the end of its cause from which an effect is a fault of its own
_MOST_CAUSES, _MOST_EFFECTS = 32, 16  # causes at once, and effects of one cause
_LOG, _GOALS, _STATUS, _CODE, _TEXT = "log", "action", "diagnostics", "status", "text"  # detectors
#: Detectors of silent sources.
_SILENCES = frozenset({"rate", "silence", "together"})
_MERE_NUMBER = re.compile(r"[^:]+: (?:0x[\dA-F]+|\d+)")
_AT_ONCE = 1.0  # s
_WORD, _DIGIT = re.compile(r"\w+"), re.compile(r"\d")


@dataclass
class _Cause:
    """A fault, and its effects.

    Attributes:
        row: its onset.
        stage: its stage in the chain.
        last: when it, or its last effect, began.
        heard: returns when an open fault was last detected, seconds since boot; None if it is not
            open.
        effects: the keys of its effects.
        ended: when it ended; None while it is present.
    """

    row: Observation
    stage: EffectStage
    last: float
    heard: Callable[[Key], float | None]
    effects: set[Key]
    ended: float | None = None

    @property
    def began(self) -> float:
        return self.row.instant.uptime

    @property
    def gone_since(self) -> float | None:
        """Since when it is over; None while it is present. A log line lasts only a moment."""
        return self._said if self.ended is None and self._is_line else self.ended

    @property
    def _said(self) -> float:
        """When it began, or when its log line was last repeated."""
        return max(self.began, self.heard(_key(self.row)) or 0.0) if self._is_line else self.began

    @property
    def _is_line(self) -> bool:
        return _key(self.row).detector == _LOG

    def has_effect(self, row: Observation, stage: EffectStage) -> bool:
        """Tell whether a row may be its effect, or reports the same act in other words."""
        at = row.instant.uptime
        is_new = _key(row) not in self.effects
        if at < self.began - _WAITS or (is_new and len(self.effects) >= _MOST_EFFECTS):
            return False
        if _says_the_same(row, self.row):
            return self.gone_since is None or at - self.gone_since <= _AFTER_FAULT
        if self.stage > stage:
            return False
        if self.is_same_loss(row):
            return at - self.last <= _AFTER_LOSS
        if self.stage > EffectStage.ACT:
            return self._explains(row, stage)
        if stage <= EffectStage.ACT:
            is_same = stage is self.stage and _is_twin(self.row.summary, row.summary)
            return not is_same and at - self.last <= _AFTER_FAULT
        gone = self.gone_since
        is_near = gone is None or at - max(gone, self.last) <= _AFTER_STOP
        return is_near and (stage > EffectStage.PART or _is_cut_off(row))

    def is_same_loss(self, row: Observation) -> bool:
        """Tell whether the same lost link stops the measurements of both parts."""
        if NO_TELEMETRY not in (_key(row).symptom, _key(self.row).symptom):
            return False
        is_lost = is_lost_link(row.summary) and is_lost_link(self.row.summary)
        return is_lost and _first_word(row) == _first_word(self.row)

    def _explains(self, row: Observation, stage: EffectStage) -> bool:
        """Tell whether this failure (no stop) caused another one at the same or a later stage."""
        at = row.instant.uptime
        if stage is EffectStage.GOAL:
            return self._ends_goal(row)
        if stage is self.stage:
            is_at_once = abs(at - self.began) <= _AT_ONCE
            return stage > EffectStage.POWER and is_at_once and _is_about(row, self.row)
        is_near = at - self.last <= _AFTER_FAULT and at - self.began <= _LONGEST
        return is_near and self._ends_motions()

    def _ends_goal(self, row: Observation) -> bool:
        """Tell whether it caused the end of a goal, or is a goal that ended at the same time.

        Repeated log lines are stored only once their interval is known. So if a goal was its effect
        before, the time when that goal was last detected counts too.
        """
        at = row.instant.uptime
        if at - self._said > _LONGEST:
            return False
        goals = (self.heard(key) or 0.0 for key in self.effects if key.detector == _GOALS)
        apart = at - max([self.last, *goals])
        if self.stage is EffectStage.GOAL:
            return apart <= _AT_ONCE and not _is_twin(self.row.summary, row.summary)
        is_why = self._ends_motions() or row.component == self.row.component
        return is_why and apart <= _AFTER_FAULT

    def _ends_motions(self) -> bool:
        """Tell whether it makes controllers fail: as a moving part, or at a later stage."""
        if self.stage > EffectStage.PART:
            return True
        return self.row.severity is Severity.ERROR and moves_the_robot(self.row.summary)


@dataclass
class _Waiting:
    """A row that may be an effect, held until a cause is found or the time is over."""

    row: Observation
    stage: EffectStage
    until: float
    later: list[Observation] = field(default_factory=list)


@dataclass(frozen=True)
class _Effect:
    """A row that is evidence of its cause."""

    row: Observation
    cause: _Cause

    def is_fault_at(self, now: float) -> bool:
        """Tell whether it has outlasted its cause for too long to be its effect.

        A link that a log line reports as lost counts as lost as long as nothing is measured.
        """
        gone = self.cause.gone_since
        if gone is None or self.cause.is_same_loss(self.row):
            return False
        remains = float(self.row.detail.get(REMAINS, _REMAINS))
        return now - max(gone, self.row.instant.uptime) > remains


class FaultChain:
    """Passes rows on, and turns effects into evidence of their cause.

    Args:
        heard: returns when an open fault was last detected, seconds since boot; None if it is not
            open.
        is_absent: tells whether an open fault is absent now, so that it may end.
        status_names: returns the names of the reported statuses.
    """

    def __init__(
        self,
        heard: Callable[[Key], float | None] = lambda key: None,
        is_absent: Callable[[Key], bool] = lambda key: False,
        status_names: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        self._heard, self._is_absent, self._status_names = heard, is_absent, status_names
        self._causes: dict[Key, _Cause] = {}
        self._waiting: dict[Key, _Waiting] = {}
        self._effects: dict[Key, _Effect] = {}

    def resume(self, row: Observation) -> None:
        """Restore a cause from before a restart, from the row of its onset."""
        self._note_cause(row, _key(row), stage_of(row.summary))

    def take(self, row: Observation, now: float) -> Iterator[Observation]:
        """Take in a row about an occurrence; yield rows to store; ``now``: seconds since boot."""
        key = _key(row)
        if key in self._waiting:
            self._waiting[key].later.append(row)
        elif key in self._effects:
            yield from self._go_on(key, row)
        elif row.kind is Kind.ONSET:
            yield from self._begin(row, key, now)
        else:
            if row.kind is Kind.END and key in self._causes:
                self._causes[key].ended = row.instant.uptime
            yield row

    def advance(self, now: float) -> Iterator[Observation]:
        """Yield rows that waited in vain for a cause, and effects that outlast their cause."""
        while any(one.until <= now for one in self._waiting.values()):
            yield from self._release()
        yield from self._outlasting(now)
        for key, cause in list(self._causes.items()):
            gone = cause.gone_since
            if gone is not None and now - max(gone, cause.last) > _REMAINS:
                del self._causes[key]

    def finish(self) -> Iterator[Observation]:
        """Yield all rows that wait."""
        while self._waiting:
            yield from self._release()

    def _begin(self, row: Observation, key: Key, now: float) -> Iterator[Observation]:
        stage = EffectStage.PART if _is_silence(row) else stage_of(row.summary)
        cause = self._cause_of(row, stage)
        if cause is not None:
            yield self._follow(row, key, cause)
        elif stage not in (EffectStage.STOP, EffectStage.PART) or self._may_be_said_twice(key):
            self._waiting[key] = _Waiting(row, stage, now + _WAITS)
        else:
            yield from self._tell(row, key, stage)

    def _may_be_said_twice(self, key: Key) -> bool:
        """Tell whether a text or a status with the same content may follow in a moment."""
        return _is_mere_code(key) or (
            key.detector == _LOG and _has_status(key.component, self._status_names())
        )

    def _tell(
        self, row: Observation, key: Key, stage: EffectStage, later: Iterable[Observation] = ()
    ) -> Iterator[Observation]:
        """Yield a row that is a cause or stands alone, and the rows that waited for it."""
        self._note_cause(row, key, stage)
        yield row
        for one in later:
            yield from self.take(one, one.instant.uptime)
        for other, waiting in list(self._waiting.items()):
            cause = self._cause_of(waiting.row, waiting.stage)
            if cause is not None:
                del self._waiting[other]
                yield self._follow(waiting.row, other, cause)
                for one in waiting.later:
                    yield from self.take(one, one.instant.uptime)

    def _release(self) -> Iterator[Observation]:
        """Yield the waiting row at the first stage of the chain, and its effects."""
        first = min(self._waiting.values(), key=lambda it: (it.stage, it.row.instant.uptime))
        key = _key(first.row)
        del self._waiting[key]
        yield from self._tell(first.row, key, first.stage, first.later)

    def _note_cause(self, row: Observation, key: Key, stage: EffectStage) -> None:
        before = self._causes.pop(key, None)
        effects = set() if before is None else before.effects
        self._causes[key] = _Cause(row, stage, row.instant.uptime, self._heard, effects)
        if len(self._causes) > _MOST_CAUSES:
            oldest = self._causes.pop(next(iter(self._causes)))
            oldest.ended = oldest.last if oldest.ended is None else oldest.ended

    def _cause_of(self, row: Observation, stage: EffectStage) -> _Cause | None:
        under = Key.from_list(row.detail.get(UNDER))
        if under in self._effects:
            return self._effects[under].cause
        if under in self._causes:
            return self._causes[under]
        found = (one for one in self._causes.values() if one.has_effect(row, stage))
        return min(found, key=lambda one: (one.stage, one.began), default=None)

    def _follow(self, row: Observation, key: Key, cause: _Cause) -> Observation:
        cause.last = max(cause.last, row.instant.uptime)
        cause.effects.add(key)
        self._effects[key] = _Effect(row, cause)
        return _following(row, cause.row)

    def _go_on(self, key: Key, row: Observation) -> Iterator[Observation]:
        """Take in a further row of an effect; an effect that outlasts its cause becomes a fault."""
        effect = self._effects[key]
        if row.kind is Kind.END:
            del self._effects[key]
            if effect.is_fault_at(row.instant.uptime):
                yield from (effect.row, row)

    def _outlasting(self, now: float) -> Iterator[Observation]:
        for key, effect in list(self._effects.items()):
            # A log line is no lasting state.
            may_last = key.detector != _LOG and not self._is_absent(key)
            if may_last and effect.is_fault_at(now):
                del self._effects[key]
                self._note_cause(effect.row, key, EffectStage.PART)
                yield effect.row


def _following(row: Observation, cause: Observation) -> Observation:
    """Return an onset as an evidence row of its cause; it makes no entry.

    Its values are left out, as they have no place in the cause's text.
    """
    detail = {name: value for name, value in row.detail.items() if name != READINGS}
    return replace(
        row,
        kind=Kind.FOLLOWS,
        key=cause.key,
        entry_type=cause.entry_type or row.entry_type,
        confidence=0.0,
        detail={**detail, "message": row.summary, "own_key": _key(row).as_list()},
    )


def _key(row: Observation) -> Key:
    assert row.key is not None  # each row of an occurrence has one
    return row.key


def _first_word(row: Observation) -> str:
    """Return the first word of a component's name, which names its driver."""
    return next(iter(re.findall(r"[a-z\d]+", row.component.lower())), "")


def _is_silence(row: Observation) -> bool:
    return _key(row).detector in _SILENCES


def _is_cut_off(row: Observation) -> bool:
    """Tell whether a fault is a consequence of stopped drives: silence, or no power."""
    return _is_silence(row) or fails_without_power(row.summary)


def _is_about(row: Observation, cause: Observation) -> bool:
    """Tell whether a failure belongs to the node of another failure, or names that node."""
    if row.component == cause.component:
        return not _is_twin(cause.summary, row.summary)
    node, said = (
        " ".join(_WORD.findall(plain_words(text)))
        for text in ("".join(_path(cause.component)[-1:]), row.summary)
    )
    return f" {node} " in f" {said} "


def _is_twin(one: str, other: str) -> bool:
    """Tell whether two texts differ in a name only: the stop in front, the stop in the rear."""
    words, others = set(plain_words(one).split()), set(plain_words(other).split())
    return len(words - others) <= 1 and len(others - words) <= 1


def _says_the_same(row: Observation, told: Observation) -> bool:
    """Tell whether a row only repeats another one: a code a text, or a log line a status.

    A code without a name repeats a text of its message if the name of the text's part begins with
    that of the code's part. A log line repeats a status of its node if the words of one are among
    those of the other; values do not count. A line says more than the status if it is more severe,
    names another part or code, or adds to a single word.
    """
    if row.key is None or told.key is None:
        return False
    if _is_mere_code(row.key) and told.key.detector == _TEXT:
        apart = abs(row.instant.uptime - told.instant.uptime)
        return row.key.component == told.key.component.rpartition(" ")[0] and apart <= _AT_ONCE
    if (row.key.detector, told.key.detector) != (_LOG, _STATUS):
        return False
    if row.severity.rank > told.severity.rank:
        return False
    if not _has_status(row.key.component, [told.key.component]):
        return False
    said, known = _words(row.key), _words(told.key)
    if said <= known:
        return bool(said)
    return len(known) > 1 and known <= said and not any(map(_DIGIT.search, said - known))


def _is_mere_code(key: Key) -> bool:
    """Tell whether a fault is a code of which only the number is known."""
    return key.detector == _CODE and _MERE_NUMBER.fullmatch(key.symptom) is not None


def _has_status(node: str, names: Iterable[str]) -> bool:
    """Tell whether one of these statuses belongs to a node.

    diagnostic_updater names a status ``node: component``, without the node's namespace, which
    /rosout separates by dots.
    """
    own = _path(node)
    paths = (_path(status_name(name).partition(":")[0]) for name in names)
    return any(one and own[-len(one) :] == one[-len(own) :] for one in paths)


def _path(node: str) -> list[str]:
    """Return the parts of a node's name with its namespaces, without the hardware id."""
    return re.findall(r"[^./]+", node.partition(" (")[0].strip())


def _words(key: Key) -> set[str]:
    return {*_WORD.findall(plain_words(key.symptom))}
