"""Answers to questions about faults that are present now: "is anything broken?" (rules.md §1.15).

Faults that are present, or were when the robot was last heard, are placed before the search hits.
Earlier observations and events are left out then.

See docs/reference/recall.md, "How it reads a question".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import replace
from datetime import datetime, timezone

from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.entries.mute_rules import is_silenced
from robot_memory.entries.presence import Presence, PresenceState
from robot_memory.entries.priority import is_fault, lasting_factor
from robot_memory.entries.running_hours import RunningHours
from robot_memory.entries.text_as_read import text_now
from robot_memory.foundation.words.index_terms import terms_of
from robot_memory.long_term.levels.level_tree import MemoryLevel
from robot_memory.long_term.recall.entry_feed import MEMORY_FILE, Valued
from robot_memory.long_term.recall.query import Hit, HitSource, LevelContext, Query

_WHY = "answers what is at fault now"
_OF_BEFORE = (HitSource.OBSERVATION.value, HitSource.EVENT.value)


class PresentAnswers:
    """Answers from the faults that are present now."""

    def __init__(self, entries: Callable[[], Valued], hours: Callable[[], RunningHours]) -> None:
        self._entries = entries
        self._hours = hours

    def put_first(
        self, subject: Set[str], query: Query, found: LevelContext, now: datetime
    ) -> LevelContext:
        """Return the search result, with the answer before its hits if there is an answer.

        Args:
            subject: terms that the question is about; without a present fault about them there is
                no answer.
        """
        hours, entries = self._hours(), [entry for _, entry in self._entries()]
        present = list(_faults(entries, hours))
        there = _most_severe_first(one for one in present if not is_silenced(one[0], now))
        if subject:
            there = [one for one in there if _is_about(one[0], subject)]
            if not there:
                return found
        best = max((1.0, *(hit.score for hit in found.hits)))
        hits = [
            _hit(best, text_now(entry, now, hours), presence.since, entry.id)
            for entry, presence in there
        ] or [_hit(best, _nothing(hours.heard_until(), now, len(present)), now)]
        seen = {entry.id for entry in entries if is_fault(entry.key)}
        others = (hit for hit in found.hits if hit.source not in _OF_BEFORE and hit.id not in seen)
        return replace(found, hits=(*hits, *others)[: query.limit])


def _faults(
    entries: list[MemoryEntry], hours: RunningHours
) -> Iterator[tuple[MemoryEntry, Presence]]:
    """Yield faults that are present, or were when the robot was last heard; also muted ones."""
    for entry in entries:
        presence = hours.presence_of(entry) if is_fault(entry.key) else None
        if presence is None or presence.state is PresenceState.OVER:
            continue
        if entry.type is not EntryType.RESOLVED:
            yield entry, presence


def _most_severe_first(
    faults: Iterable[tuple[MemoryEntry, Presence]],
) -> list[tuple[MemoryEntry, Presence]]:
    """Return faults certain to be present first; then the most severe, then the newest first."""
    newest = sorted(faults, key=lambda one: one[1].since, reverse=True)
    return sorted(
        newest,
        key=lambda one: (one[1].state is not PresenceState.PRESENT, -lasting_factor(one[0])),
    )


def _is_about(entry: MemoryEntry, subject: Set[str]) -> bool:
    component = entry.component
    return not subject.isdisjoint(terms_of(" ".join((entry.text, component, *entry.tags))))


def _nothing(heard_until: datetime | None, now: datetime, muted: int) -> str:
    """Return a sentence that no fault is present, with the number of muted ones, if any."""
    fault, but = ("No other fault", f"; {muted} is muted") if muted else ("No fault", "")
    if heard_until is None:
        return f"{fault} is present now{but}."
    if heard_until.year == datetime.min.year:
        return f"{fault} is present, as far as is known: the robot was never heard{but}."
    until = heard_until.astimezone(timezone.utc)
    form = "%H:%M UTC" if until.date() == now.date() else "%Y-%m-%d %H:%M UTC"
    heard = f"{fault} was present at {until.strftime(form)}"
    return f"{heard}; since then the robot is not heard{but}."


def _hit(score: float, text: str, time: datetime, entry_id: str = "") -> Hit:
    return Hit(
        source=HitSource.ENTRY.value,
        level=MemoryLevel.SEMANTIC.value,
        id=entry_id,
        where=MEMORY_FILE,
        time=time,
        text=text,
        context="",
        score=score,
        why=(_WHY,),
    )
