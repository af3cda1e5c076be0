"""A fact: one line of ``facts.jsonl``, reader and writer (document 003, "Fact Ingestion").

What is known of one at a time is its activation and the facts that contradict it. Nothing is merged
away: a robot that was told "docked at bay 2" and later "docked at bay 3" knows both, who said so,
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

#: Begins the source of what an entry says; its id comes after it.
OF_ENTRY = "entry:"
#: The field that tells whose word an entry's fact is, where it is only an agent's.
WORD_OF = "word_of"
#: The field that tells that an entry's fact is what a person noted.
OF_PERSON = "said_or_confirmed_by_person"
#: The field that tells who said the same after the source did: the first few.
ALSO_SAID_BY = "also_said_by"
_MOST_TELLERS = 8
#: The field that tells which persons and sessions denied it, and when each did last.
DENIED_BY = "denied_by"
#: The field of what was said last and contradicts facts that are dated later: the latest such date.
SAID_AFTER = "said_after"
FIELDS = ("id", "subject", "predicate", "object", "source", "created", "activation")
_TELLERS = (WORD_OF, OF_PERSON)
#: Relations of what entries say: the object is a whole sentence.
OBSERVATIONS = frozenset(kind.value for kind in EntryType if kind is not EntryType.RESOLVED)
# Relations that a subject can have to many objects at once, by their first word: two of them do
# not contradict each other. Any other relation is taken to have one object at a time. A mistake
# costs a mark, never a fact.
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
    """Something that is known. What it is worth now is kept apart, as it changes.

    Attributes:
        id: ``fact-`` and a UUID; opaque.
        source: who said so; ``entry:`` and an id for what an entry says.
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
        """What it is known by."""
        return triple_of(self.subject, self.predicate, self.object)

    @cached_property
    def said(self) -> datetime:
        """When it was said, for the order of facts: not before what it was said after."""
        return max(self.created, stamps.time_of(self.extra.get(SAID_AFTER)) or self.created)

    def said_after(self, time: datetime) -> Fact:
        """Return this fact as one that was said after a time, whatever its own date is."""
        return replace(self, extra={**self.extra, SAID_AFTER: stamps.to_text(time)})

    @property
    def is_persons(self) -> bool:
        """Whether a person stated it, also in a session: facts are learned of what people say.

        Only a source that names a machine is none: ``agent:planner``; nor is one that is only said
        to be a person's: ``claimed:ada``. What an entry says is the entry's.
        """
        who = self.source.partition(":")[0]
        return who not in ("entry", Source.CLAIMED.value) and is_person(who)

    @property
    def is_of_entry(self) -> bool:
        """Whether it lives as long as an entry does."""
        return self.source.startswith(OF_ENTRY)

    @property
    def word_of(self) -> str:
        """Whose word it is, where nobody else says so: an agent, or who is said to be a person.

        Empty for what a person, a detector or a session says.
        """
        who = self.source.partition(":")[0]
        if self.is_of_entry:
            return str(self.extra.get(WORD_OF, ""))
        return "" if self.is_persons else who.strip()

    @property
    def is_told_by_people(self) -> bool:
        """Whether a person stated it, or noted or confirmed the entry that says it."""
        return bool(self.extra.get(OF_PERSON)) if self.is_of_entry else self.is_persons

    @property
    def teller(self) -> tuple[str, bool]:
        """Of an entry whose word it is: an agent's, a person's, or else a detector's."""
        return self.word_of, self.is_told_by_people

    @property
    def tellers(self) -> tuple[str, ...]:
        """Who said so: the source, then the persons and sessions that said the same later."""
        also = self.extra.get(ALSO_SAID_BY)
        return (self.source, *(map(str, also) if isinstance(also, list) else ()))

    def told_by(self, tellers: Sequence[str]) -> Fact:
        """Return this fact as one that some say, of whom the first is its source."""
        extra = {name: value for name, value in self.extra.items() if name != ALSO_SAID_BY}
        also = {ALSO_SAID_BY: list(tellers[1:])} if tellers[1:] else {}
        return replace(self, source=tellers[0], extra={**extra, **also})

    @property
    def denials(self) -> dict[str, datetime]:
        """Who denied it, and when they did last."""
        denied = self.extra.get(DENIED_BY)
        times = denied.items() if isinstance(denied, dict) else ()
        read = ((who, stamps.time_of(time)) for who, time in times)
        return {who: time for who, time in read if time is not None}

    def denied_by(self, denials: Mapping[str, datetime]) -> Fact:
        """Return this fact as one that some denied, each at a time."""
        extra = {name: value for name, value in self.extra.items() if name != DENIED_BY}
        written = {who: stamps.to_text(time) for who, time in denials.items()}
        return replace(self, extra={**extra, **({DENIED_BY: written} if written else {})})

    def said_too_by(self, other: Fact) -> Fact:
        """Return this fact once the same was said again: what a person says too is a person's.

        Of entries the last word tells whose it is: a detector may have confirmed it since.
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
        """What it speaks of: subject and predicate."""
        return self.triple[:2]

    @property
    def text(self) -> str:
        """The fact as a sentence; what an entry says is one by itself.

        The subject stands before that, but not before an agent's words: there a tag of the agent's
        choice would read as the name of who said them.
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
    """Return one line of JSON of the files of facts: UTF-8 but for what cannot be seen."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    text.encode()  # raises where half a character stands in it
    return visible_json(text)


def read_fact(line: bytes) -> Fact:
    """Read a line; InvalidFact lists all that is wrong with it.

    A line without an id gets the one that it would be given, one without a source has none, one
    without activation is fresh.
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
    """Reads the fields of one line; what is not there is empty, and a number is a text."""

    def text(self, name: str) -> str:
        value = self.record.get(name)
        if value is None:
            return ""
        if isinstance(value, (bool, int, float)):
            return json.dumps(value)  # "object": 42
        if not isinstance(value, str):
            self.refuse(name, f"{json.dumps(value)[:80]} is not a text")
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
    """Tell whether a relation has one object at a time, as "started_on" has."""
    if predicate_form in OBSERVATIONS or predicate_form in _MANY:
        return False
    return predicate_form.partition("_")[0] not in _MANY


def said_at(fact: Fact, stated: datetime | None) -> datetime:
    """Return when a fact was said last; ``stated`` is when it was said anew, if it was."""
    return max(fact.said, stated or fact.said)


def last_stated(facts: Iterable[Fact], stated: Mapping[str, datetime | None]) -> Fact:
    """Return the fact of a topic that was said last; of two at one time the one stored last.

    What only an agent says supersedes nothing that others say.
    """
    ordered = sorted(facts, key=lambda fact: said_at(fact, stated.get(fact.id)))
    return ([fact for fact in ordered if not fact.word_of] or ordered)[-1]


@dataclass(frozen=True)
class KnownFact:
    """A fact with its present state.

    Attributes:
        current: whether no later fact contradicts it; an agent's contradicts no fact of others.
        rivals: the ids of the facts that contradict it, oldest first.
        confirmed: whether somebody who is no agent stated it after all facts that contradict it;
            where others than agents state these, again.
        denied: whether a person denied it after it was stated last.
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

        What only an agent says, or who is only said to be a person, says that.
        """
        words = without_our_brackets(self.fact.text)
        if not self.rivals and not self.denied:
            return with_teller(words, self.fact.word_of)
        superseded = "unconfirmed" if self.fact.word_of else "superseded"
        word = superseded if not self.current else "denied" if self.denied else "current"
        return f"{words} ({word}; {inner(self.fact.source) or 'source unknown'})"


@dataclass(frozen=True)
class FactCounts:
    """How many facts there are, and the mean activation of the active ones; 0 without any."""

    active_facts: int
    archived_facts: int
    avg_activation: float
    memory_md_lines: int

    @property
    def total_facts(self) -> int:
        """All facts, as in the document's example: 2847 = 2103 + 744."""
        return self.active_facts + self.archived_facts
