"""Facts from entries: component, relation, observation, and the entry as the source.

See docs/reference/facts.md, "Facts from entries".
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.foundation.errors import InvalidFact
from robot_memory.long_term.graph.fact import OF_ENTRY, Fact
from robot_memory.long_term.graph.fact_archive import LeaveReason
from robot_memory.long_term.graph.fact_equality import Triple
from robot_memory.long_term.graph.statement import Statement

_LOG = logging.getLogger(__name__)
_WHOLE_ROBOT = "robot"
_LONGEST_COMPONENT = 200  # characters


@dataclass(frozen=True)
class FactSync:
    """The changes that bring the facts in line with the entries.

    Attributes:
        learn: what is new, and what there is new evidence for.
        retire: facts whose entry is resolved, gone or says something else, and why.
    """

    learn: tuple[Statement, ...]
    retire: Mapping[str, LeaveReason]


def statement_of(entry: MemoryEntry, confidence: float) -> Statement:
    """Return what a live entry says.

    Args:
        entry: of any type but resolved.
        confidence: what it is worth now; so present is the fact at first.
    """
    key = entry.key
    component = key.component if key else next(iter(entry.tags), "")
    return Statement(
        component.strip()[:_LONGEST_COMPONENT] or _WHOLE_ROBOT,
        entry.type.value,
        entry.text,
        f"{OF_ENTRY}{entry.id}",
        round(min(1.0, max(0.0, confidence)), 9),
        str(entry.extra["source"]) if entry.is_agents_word else "",
    )


def follow(
    facts: Iterable[Fact],
    valued: Collection[tuple[float, MemoryEntry]],
    accessed: Mapping[str, datetime],
    now: datetime,
) -> FactSync:
    """Compare the facts of entries with the entries.

    Args:
        facts: all facts.
        valued: all entries with their effective confidence, resolved ones as well.
        accessed: when facts were last accessed, by id; ahead of now is no time.
        now: the time.
    """
    entries = {entry.id: entry for _, entry in valued}
    statements = _statements_of(valued, now)
    retire: dict[str, LeaveReason] = {}
    done = set()
    for fact in facts:
        sayings = statements.get(fact.triple, [])
        if fact.is_of_entry and all(item.statement.source != fact.source for item in sayings):
            retire[fact.id] = _why(fact, entries)
        elif fact.is_of_entry and sayings[0].statement.word_of != fact.word_of:
            continue
        elif all(item.reinforced <= accessed[fact.id] <= now for item in sayings):
            done.add(fact.triple)
    learn = (items[0].statement for triple, items in statements.items() if triple not in done)
    return FactSync(tuple(learn), retire)


@dataclass(frozen=True)
class _Saying:
    statement: Statement
    reinforced: datetime


def _statements_of(
    valued: Collection[tuple[float, MemoryEntry]], now: datetime
) -> dict[Triple, list[_Saying]]:
    """Return what the entries say that are not resolved; several may say the same.

    What not only an agent says comes first.
    """
    statements: dict[Triple, list[_Saying]] = defaultdict(list)
    for value, entry in sorted(valued, key=lambda pair: pair[1].id):
        if entry.type is EntryType.RESOLVED:
            continue
        statement = statement_of(entry, value)
        try:
            fact = statement.as_fact(now)
        except InvalidFact as error:
            _LOG.warning("entry %s makes no fact: %s", entry.id, error)
            continue
        statements[fact.triple].append(_Saying(statement, entry.last_reinforced))
    for sayings in statements.values():
        sayings.sort(key=lambda item: item.statement.word_of != "")
    return statements


def _why(fact: Fact, entries: Mapping[str, MemoryEntry]) -> LeaveReason:
    entry = entries.get(fact.source.removeprefix(OF_ENTRY))
    is_resolved = entry is not None and entry.type is EntryType.RESOLVED
    return LeaveReason.RESOLVED if is_resolved else LeaveReason.PRUNED
