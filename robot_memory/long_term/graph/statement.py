"""A statement before it becomes a fact: checked, and free of secrets; what entries state.

Of an entry: component, relation, observation, and the entry as the source.

See docs/reference/facts.md, "Facts from entries".
"""

from __future__ import annotations

import logging
import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.foundation.errors import Defect, InvalidFact
from robot_memory.foundation.secrets import secrets_filter
from robot_memory.foundation.text.unicode_text import is_storable
from robot_memory.long_term.graph.fact import OF_ENTRY, OF_PERSON, WORD_OF, Fact
from robot_memory.long_term.graph.fact_archive import LeaveReason
from robot_memory.long_term.graph.fact_equality import Triple, mint_id, triple_of

_LONGEST = {"subject": 200, "predicate": 100, "object": 1000, "source": 200}  # characters
_LOG = logging.getLogger(__name__)
_WHOLE_ROBOT = "robot"


@dataclass(frozen=True)
class Statement:
    """Something to be learned: who says that a subject is in a relation to an object.

    Attributes:
        predicate: the relation: ``started_on``.
        source: who says so: ``user-stated``.
        activation: what it is worth at first, in [0, 1].
        word_of: of an entry that only an agent supports, who says so: ``agent``, ``claimed``.
        is_of_person: of an entry, whether a person noted it, or confirmed an agent's note.
    """

    subject: str
    predicate: str
    object: str
    source: str
    activation: float = 1.0
    word_of: str = ""
    is_of_person: bool = False

    @property
    def teller(self) -> tuple[str, bool]:
        """Of an entry, whose word it is, as of :attr:`.Fact.teller`."""
        return self.word_of, self.is_of_person

    def check(self) -> None:
        """Check what was said; InvalidFact lists all that is wrong with it."""
        defects = []
        for name, longest in _LONGEST.items():
            text = getattr(self, name)
            if not isinstance(text, str):
                defects.append(Defect(name, f"{text!r} is not a string"))
            elif not text.strip():
                defects.append(Defect(name, "is empty"))
            elif len(text) > longest:
                defects.append(Defect(name, f"{len(text)} characters is above {longest}"))
            elif not is_storable(text):
                defects.append(Defect(name, "is not valid Unicode"))
        if not math.isfinite(self.activation) or not 0.0 <= self.activation <= 1.0:
            defects.append(Defect("activation", f"{self.activation} is not between 0.0 and 1.0"))
        if defects:
            raise InvalidFact("the fact was not stored", defects)

    def as_fact(self, now: datetime) -> Fact:
        """Return it as a fact that was learned now, without secrets; raises as :meth:`check`."""
        self.check()
        subject, predicate, object_, source = (
            secrets_filter.without_secrets(getattr(self, name).strip()) for name in _LONGEST
        )
        if predicate.startswith("is_") and secrets_filter.looks_secret(subject):
            about = f"{predicate.replace('_', ' ')} {object_}"  # "hunter2 is_password_of wifi"
            subject = str(
                secrets_filter.screened(
                    subject, name=about if secrets_filter.names_a_secret(about) else ""
                )
            )
        object_ = _without_secret(subject, predicate, object_)
        fact_id = mint_id(triple_of(subject, predicate, object_))
        extra = {
            **({WORD_OF: self.word_of} if self.word_of else {}),
            **({OF_PERSON: True} if self.is_of_person else {}),
        }
        return Fact(fact_id, subject, predicate, object_, source, now, self.activation, extra)


def _without_secret(subject: str, predicate: str, object_: str) -> str:
    """Return what is said of something, where only the three together tell that it is a secret."""
    about = f"{subject} {predicate.replace('_', ' ')}"
    if secrets_filter.names_a_secret(predicate) or secrets_filter.names_a_secret(about):
        return str(secrets_filter.screened(object_, name=about))
    if secrets_filter.names_a_secret(subject) and secrets_filter.looks_secret(object_):
        return str(secrets_filter.screened(object_, name=subject))
    removed = secrets_filter.filtered(f"{about} {object_}").removed
    return secrets_filter.mark(removed[0]) if removed else object_


@dataclass(frozen=True)
class FactSync:
    """What is to be learned, and which facts leave and why, that the facts follow the entries."""

    learn: tuple[Statement, ...]
    retire: Mapping[str, LeaveReason]


def statement_of(entry: MemoryEntry, confidence: float) -> Statement:
    """Return what an entry says that is not resolved; the fact is at first worth as much."""
    key = entry.key
    component = key.component if key else entry.subject_tag
    return Statement(
        component.strip()[: _LONGEST["subject"]] or _WHOLE_ROBOT,
        entry.type.value,
        entry.text,
        f"{OF_ENTRY}{entry.id}",
        round(min(1.0, max(0.0, confidence)), 9),
        entry.word_of,
        is_of_person=key is None and not entry.is_agents_word,
    )


def follow(
    facts: Iterable[Fact],
    valued: Collection[tuple[float, MemoryEntry]],
    accessed: Mapping[str, datetime],
    now: datetime,
) -> FactSync:
    """Compare the facts of entries with the entries.

    Args:
        valued: all entries with their effective confidence, resolved ones as well.
        accessed: when facts were last accessed, by id; ahead of now is no time.
    """
    entries = {entry.id: entry for _, entry in valued}
    statements = _statements_of(valued, now)
    retire: dict[str, LeaveReason] = {}
    done = set()
    for fact in facts:
        sayings = statements.get(fact.triple, [])
        if fact.is_of_entry and all(item.statement.source != fact.source for item in sayings):
            retire[fact.id] = _why(fact, entries)
        elif fact.is_of_entry and sayings[0].statement.teller != fact.teller:
            continue
        elif all(item.reinforced <= accessed[fact.id] <= now for item in sayings):
            done.add(fact.triple)
    learn = (items[0].statement for triple, items in statements.items() if triple not in done)
    return FactSync(tuple(learn), retire)


class _Saying(NamedTuple):
    statement: Statement
    reinforced: datetime


def _statements_of(
    valued: Collection[tuple[float, MemoryEntry]], now: datetime
) -> dict[Triple, list[_Saying]]:
    """Return what the entries say that are not resolved, what not only an agent says first."""
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
