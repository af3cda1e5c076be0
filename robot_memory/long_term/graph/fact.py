"""A fact: one line of ``facts.jsonl``, reader and writer (document 003, "Fact Ingestion").

A fact's state at one time is its activation and the facts that contradict it. Nothing is merged
away: a robot that was told "docked at bay 2" and later "docked at bay 3" knows both, who said each,
and which is newer.

See docs/reference/facts.md, "Contradictions".
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any, NoReturn

from robot_memory.entries.memory_entry import EntryType
from robot_memory.entries.peer_text import inner, without_our_brackets
from robot_memory.entries.text_as_read import with_teller
from robot_memory.foundation.errors import Defect, InvalidFact
from robot_memory.foundation.text.conversation import is_person
from robot_memory.foundation.text.escaping import visible_json
from robot_memory.foundation.text.field_reader import FieldReader
from robot_memory.foundation.text.unicode_text import is_storable
from robot_memory.foundation.time import stamps
from robot_memory.ledger import Source
from robot_memory.long_term.graph.fact_equality import Triple, mint_id, triple_of

#: Begins the source of an entry's fact; the entry's id follows.
OF_ENTRY = "entry:"
#: The field for the unproven source of an entry's fact: only an agent said it.
WORD_OF = "word_of"
#: The field that marks an entry's fact as noted by a person.
OF_PERSON = "said_or_confirmed_by_person"
#: The field for those who said the same after the source: the first few.
ALSO_SAID_BY = "also_said_by"
_MOST_TELLERS = 8
#: The field for the persons and sessions that denied the fact, each with its last time.
DENIED_BY = "denied_by"
#: The field for a statement made after facts of a later date that it contradicts: the latest date.
SAID_AFTER = "said_after"
FIELDS = ("id", "subject", "predicate", "object", "source", "created", "activation")
_TELLERS = (WORD_OF, OF_PERSON)
#: Relations of entries: the object is a whole sentence.
OBSERVATIONS = frozenset(kind.value for kind in EntryType if kind is not EntryType.RESOLVED)
# Relations that a subject can have to many objects at once, by their first word: two such facts
# do not contradict each other. Any other relation is assumed to have one object at a time. A wrong
# assumption costs a mark, never a fact.
_MANY = frozenset(
    "has have had contains includes consists uses used knows likes dislikes loves hates prefers "
    "avoids needs requires supports contradicts depends owns visited visits met meets speaks "
    "said says mentions mentioned reports reported observed saw sees noticed asked wants can "
    "could may might must should cannot does did do related connected linked near next part "
    "member instance type kind is_a example follows causes caused triggers affects blocks "
    "works worked learned taught tested tried bought sold made built received sent gave".split()
)
_ID = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_.:]|-(?!-)){0,127}", re.ASCII)


@dataclass(frozen=True)
class Fact:
    """A known fact. Its present activation is kept apart, as it changes.

    Attributes:
        id: ``fact-`` and a UUID; opaque.
        source: who said so; ``entry:`` and an id for an entry.
        created: when it was learned, UTC.
        activation: in [0, 1], when it was learned.
        extra: all other fields of the line, other tools' and ours.
    """

    id: str
    subject: str
    predicate: str
    object: str
    source: str
    created: datetime
    activation: float = 1.0
    extra: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def triple(self) -> Triple:
        """The normalized triple that identifies the fact."""
        return triple_of(self.subject, self.predicate, self.object)

    @cached_property
    def said(self) -> datetime:
        """When it was said, for the order of facts; never before the fact that it contradicts."""
        return max(self.created, stamps.time_of(self.extra.get(SAID_AFTER)) or self.created)

    def said_after(self, time: datetime) -> Fact:
        """Return this fact, marked as said after a time, whatever its own date is."""
        return replace(self, extra={**self.extra, SAID_AFTER: stamps.to_text(time)})

    @property
    def is_persons(self) -> bool:
        """Whether a person stated it, also in a session: facts are learned from what people say.

        A source that names a machine, ``agent:planner``, is no person; nor is one only said to be a
        person, ``claimed:ada``. An entry's fact belongs to the entry.
        """
        who = self.source.partition(":")[0]
        return who not in ("entry", Source.CLAIMED.value) and is_person(who)

    @property
    def is_of_entry(self) -> bool:
        """Whether the fact lives as long as an entry."""
        return self.source.startswith(OF_ENTRY)

    @property
    def word_of(self) -> str:
        """The unproven source: an agent, or somebody only said to be a person.

        Empty for a fact from a person, a detector or a session.
        """
        who = self.source.partition(":")[0]
        if self.is_of_entry:
            return str(self.extra.get(WORD_OF, ""))
        return "" if self.is_persons else who.strip()

    @property
    def is_told_by_people(self) -> bool:
        """Whether a person stated it, or noted or confirmed its entry."""
        return bool(self.extra.get(OF_PERSON)) if self.is_of_entry else self.is_persons

    @property
    def teller(self) -> tuple[str, bool]:
        """For an entry's fact, whether an agent, a person, or else a detector says so."""
        return self.word_of, self.is_told_by_people

    @property
    def tellers(self) -> tuple[str, ...]:
        """Who said so: the source, then the persons and sessions that said the same later."""
        also = self.extra.get(ALSO_SAID_BY)
        return (self.source, *(map(str, also) if isinstance(also, list) else ()))

    def told_by(self, tellers: Sequence[str]) -> Fact:
        """Return this fact with these tellers, the first of which is the source."""
        extra = {name: value for name, value in self.extra.items() if name != ALSO_SAID_BY}
        also = {ALSO_SAID_BY: list(tellers[1:])} if tellers[1:] else {}
        return replace(self, source=tellers[0], extra={**extra, **also})

    @property
    def denials(self) -> dict[str, datetime]:
        """Who denied it, each with the time of the last denial."""
        denied = self.extra.get(DENIED_BY)
        times = denied.items() if isinstance(denied, dict) else ()
        read = ((who, stamps.time_of(time)) for who, time in times)
        return {who: time for who, time in read if time is not None}

    def denied_by(self, denials: Mapping[str, datetime]) -> Fact:
        """Return this fact with these denials, each with its time."""
        extra = {name: value for name, value in self.extra.items() if name != DENIED_BY}
        written = {who: stamps.to_text(time) for who, time in denials.items()}
        return replace(self, extra={**extra, **({DENIED_BY: written} if written else {})})

    def said_too_by(self, other: Fact) -> Fact:
        """Return this fact after the same was said again; a person who says it becomes its source.

        For entries the last source counts: a detector may have confirmed the entry since.
        """
        if self.is_persons:
            has_room = len(self.tellers) <= _MOST_TELLERS
            is_new = other.is_persons and other.source not in self.tellers and has_room
            return self.told_by([*self.tellers, other.source]) if is_new else self
        is_retold = self.is_of_entry and other.is_of_entry and self.teller != other.teller
        if not (other.is_persons or is_retold):
            return self
        extra = {name: value for name, value in self.extra.items() if name not in _TELLERS}
        told = {name: other.extra[name] for name in _TELLERS if name in other.extra}
        return replace(self, source=other.source, extra={**extra, **told})

    @property
    def topic(self) -> tuple[str, str]:
        """The topic: subject and predicate."""
        return self.triple[:2]

    @property
    def text(self) -> str:
        """The fact as a sentence; an entry's text already is one.

        The subject is put before an entry's text, but not before an agent's words: there, a tag
        that the agent chose would read as the name of the speaker.
        """
        if self.triple[1] not in OBSERVATIONS:
            return f"{self.subject} {self.predicate.replace('_', ' ')} {self.object}"
        stands_alone = self.word_of or self.triple[0] in self.object.casefold()
        return self.object if stands_alone else f"{self.subject}: {self.object}"


def write_fact(fact: Fact, **more: Any) -> bytes:
    """Write the line of a fact, with the document's fields in the document's order."""
    known = {name: getattr(fact, name) for name in FIELDS}
    known["created"] = stamps.to_text(fact.created)
    return (to_json({**known, **fact.extra, **more}) + "\n").encode()


def to_json(value: object) -> str:
    """Return a value as one line of JSON: UTF-8, with invisible characters escaped."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    text.encode()  # raises for a lone surrogate
    return visible_json(text)


def read_fact(line: bytes) -> Fact:
    """Read a line; InvalidFact lists everything wrong with it.

    A line without an id gets the id that it would be given; without a source, an empty source;
    without an activation, 1.0.
    """
    record = _record(line)
    reader = _Reader(record)
    subject, predicate, object_ = map(reader.words, ("subject", "predicate", "object"))
    source, fact_id = reader.text("source"), reader.text("id")
    created, activation = reader.created(), reader.activation()
    if fact_id and not _ID.fullmatch(fact_id):
        reader.refuse("id", f"{fact_id!r} is no id: letters, digits and . : _ - are")
    if reader.defects or created is None:
        raise InvalidFact("a fact cannot be used", reader.defects)
    return Fact(
        fact_id or mint_id(triple_of(subject, predicate, object_)), subject, predicate, object_,
        source, created, activation, {k: v for k, v in record.items() if k not in FIELDS},
    )  # fmt: skip


def _record(line: bytes) -> dict[str, Any]:
    record: Any = None
    try:
        record = _DECODER.decode(line.decode("utf-8"))
        problem = "" if isinstance(record, dict) else "is not a JSON object"
    except RecursionError:
        problem = "is nested too deeply"
    except ValueError as error:
        problem = f"is not JSON: {error}"
    if problem:
        raise InvalidFact("a fact cannot be used", [Defect("", problem)])
    return dict(record)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a JSON number")


_DECODER = json.JSONDecoder(parse_constant=_refuse)


class _Reader(FieldReader):
    """Reads the fields of one line; a missing field is empty, and a number becomes text."""

    def text(self, name: str) -> str:
        value = self.record.get(name)
        if value is None:
            return ""
        if isinstance(value, (bool, int, float)):
            return json.dumps(value)  # "object": 42
        if not isinstance(value, str):
            self.refuse(name, f"{json.dumps(value)[:80]} is not a string")
        elif not is_storable(value):
            self.refuse(name, "is not valid Unicode")
        else:
            return value
        return ""

    def words(self, name: str) -> str:
        before = len(self.defects)
        text = self.text(name)
        if not text.strip() and len(self.defects) == before:
            self.refuse(name, "is missing")
        return text

    def created(self) -> datetime | None:
        text = self.words("created")
        try:
            return stamps.from_text(text) if text else None
        except ValueError as error:
            self.refuse("created", str(error))
            return None

    def activation(self) -> float:
        value = self.record.get("activation", 1.0)
        if type(value) not in (int, float) or not 0.0 <= value <= 1.0:
            self.refuse("activation", f"{json.dumps(value)[:80]} is not between 0.0 and 1.0")
            return 0.0
        return float(value)


def is_single(predicate_form: str) -> bool:
    """Tell whether a relation has one object at a time, such as "started_on"."""
    if predicate_form in OBSERVATIONS or predicate_form in _MANY:
        return False
    return predicate_form.partition("_")[0] not in _MANY


def said_at(fact: Fact, stated: datetime | None) -> datetime:
    """Return when a fact was last said; ``stated`` is when it was said again, if it was."""
    return max(fact.said, stated or fact.said)


def last_stated(facts: Iterable[Fact], stated: Mapping[str, datetime | None]) -> Fact:
    """Return the fact of a topic that was said last; for equal times, the one stored last.

    An agent's statement supersedes nothing that others say.
    """
    ordered = sorted(facts, key=lambda fact: said_at(fact, stated.get(fact.id)))
    return ([fact for fact in ordered if not fact.word_of] or ordered)[-1]


@dataclass(frozen=True)
class KnownFact:
    """A fact with its present state.

    Attributes:
        current: whether no later fact contradicts it; an agent's fact contradicts no others'.
        rivals: the ids of the facts that contradict it, oldest first.
        confirmed: whether somebody other than an agent stated it after all its rivals; again, if
            others than agents state these.
        denied: whether a person denied it after it was last stated.
    """

    fact: Fact
    activation: float
    current: bool = True
    rivals: tuple[str, ...] = ()
    confirmed: bool = False
    denied: bool = False

    @property
    def text(self) -> str:
        """The fact as a sentence; if facts or persons contradict it, with its state and source.

        An unproven source, an agent or somebody only said to be a person, is named.
        """
        words = without_our_brackets(self.fact.text)
        if not self.rivals and not self.denied:
            return with_teller(words, self.fact.word_of)
        superseded = "unconfirmed" if self.fact.word_of else "superseded"
        word = superseded if not self.current else "denied" if self.denied else "current"
        return f"{words} ({word}; {inner(self.fact.source) or 'source unknown'})"


@dataclass(frozen=True)
class FactCounts:
    """The numbers of facts, and the mean activation of the active ones; 0 without any."""

    active_facts: int
    archived_facts: int
    avg_activation: float
    memory_md_lines: int

    @property
    def total_facts(self) -> int:
        """All facts, as in the document's example: 2847 = 2103 + 744."""
        return self.active_facts + self.archived_facts
