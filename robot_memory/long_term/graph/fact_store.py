"""The fact files as one state, kept in step with the writes of other processes.

See docs/reference/facts.md, "Files".
"""

from __future__ import annotations

import re
import threading
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import chain
from pathlib import Path

from robot_memory.foundation.disk.file_lock import locked
from robot_memory.foundation.disk.files import make_private_folder
from robot_memory.foundation.errors import Defect
from robot_memory.long_term.graph import fact_equality
from robot_memory.long_term.graph.activation import Activation, ActivationFile
from robot_memory.long_term.graph.fact import Fact, is_single
from robot_memory.long_term.graph.fact_archive import FactArchive, FactRemoval
from robot_memory.long_term.graph.facts_file import EntitiesAndRelations, FactsFile

_WORDS = re.compile(r"\S+")
_EDGES = " .,;:!?\"'()[]{}<>…“”„«»"
_LONGEST_NAME = 8  # words
_LONGEST_QUERY = 200  # words


class FactStore:
    """Facts, their activations, and what is derived from them.

    A crash between any two writes loses nothing: facts are appended before anything refers to them,
    and archived before they are removed.

    Attributes:
        unwritten: accesses that are not in the activation file yet, by fact id.
    """

    def __init__(self, folder: Path, activations: Path, half_life_days: float) -> None:
        self.archive = FactArchive(folder / "archived-facts.jsonl")
        self.index = _FactIndex()
        self.unwritten: dict[str, Activation] = {}
        self._folder = folder
        self._half_life = half_life_days
        self._file = FactsFile(folder / "facts.jsonl")
        self._activations = ActivationFile(activations)
        self._views = EntitiesAndRelations(folder)
        self._lock = threading.RLock()

    # -- reading ---------------------------------------------------------------------------

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Hold the present state, so that it does not change; nothing is written."""
        with self._lock:
            self._refresh()
            yield

    def _refresh(self) -> None:
        if self._file.poll():
            self._begin_anew()
        self._activations.poll()

    def _begin_anew(self) -> None:
        self.index = _FactIndex(self.facts.values())
        self._views.forget()

    @property
    def facts(self) -> Mapping[str, Fact]:
        """All active facts by id, oldest first."""
        return self._file.facts

    @property
    def repeated(self) -> Sequence[Fact]:
        """Facts that another tool stored a second time."""
        return self._file.repeated

    @property
    def defects(self) -> list[Defect]:
        """The defects of the files."""
        return [*self._file.defects, *self._activations.defects]

    def activation(self, fact_id: str) -> Activation:
        """Return the activation of a fact at its last access."""
        known = self.unwritten.get(fact_id) or self._activations.values.get(fact_id)
        if known is not None:
            return known
        fact = self.facts[fact_id]
        return Activation(fact.activation, fact.created)

    def present(self, fact_id: str, now: datetime) -> Activation:
        """Return the activation that counts now.

        A last access in the future, or before the fact was learned, was dated by a wrong clock:
        then the fact has at least the activation it would have without any access.
        """
        known, fact = self.activation(fact_id), self.facts[fact_id]
        if fact.created > now or fact.created <= known.accessed <= now:
            return known
        learned = Activation(fact.activation, fact.created, known.stated)
        return max(known, learned, key=lambda one: one.at(now, self._half_life))

    def value(self, fact_id: str, now: datetime) -> float:
        """Return the present activation of a fact."""
        return self.present(fact_id, now).at(now, self._half_life)

    # -- writing ---------------------------------------------------------------------------

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Keep out other threads and processes; damaged lines are set aside first."""
        with self._lock:
            make_private_folder(self._folder)
            with locked(self._folder / ".lock"):
                self._refresh()
                self._file.set_damaged_aside()
                yield

    def append(self, facts: Sequence[Fact]) -> None:
        """Add new facts; durable when this returns."""
        self._file.append(facts)
        for fact in facts:
            self.index.add(fact)
        self._views.write(self.facts.values())

    def replace(self, facts: Mapping[str, Fact]) -> None:
        """Replace the source or the denials of facts, by id; durable when this returns."""
        self._file.replace(facts)
        self._begin_anew()
        self._views.write(self.facts.values())

    def remove(self, leaving: Collection[FactRemoval], now: datetime) -> None:
        """Move facts to the archive."""
        if not leaving:
            return
        self.archive.add(leaving, now)
        self._file.remove([item.fact for item in leaving])
        self._begin_anew()
        self.write_activations(now)
        self._views.write(self.facts.values())

    def write_activations(self, now: datetime) -> bool:
        """Write the present activation of each fact; tell whether that changed the file."""
        values = {key: (self.activation(key), self.value(key, now)) for key in self.facts}
        changed = self._activations.write(values)
        self.unwritten.clear()
        return changed

    def write_views(self) -> None:
        """Rebuild the derived files if they are lost."""
        self._views.write(self.facts.values())


class _FactIndex:
    """Finds facts by exact subject, predicate and object (document 003, "Recall and Search", 1)."""

    def __init__(self, facts: Iterable[Fact] = ()) -> None:
        self._by_triple: dict[fact_equality.Triple, str] = {}
        self._by_subject: dict[str, list[str]] = defaultdict(list)
        self._by_predicate: dict[str, list[str]] = defaultdict(list)
        self._by_object: dict[str, list[str]] = defaultdict(list)
        self._by_topic: dict[tuple[str, str], list[str]] = defaultdict(list)
        for fact in facts:
            self.add(fact)

    def add(self, fact: Fact) -> None:
        """Add a fact."""
        subject, predicate, object_ = fact.triple
        self._by_triple[fact.triple] = fact.id
        self._by_subject[subject].append(fact.id)
        self._by_predicate[predicate].append(fact.id)
        self._by_object[fact_equality.without_case(object_)].append(fact.id)
        self._by_topic[fact.topic].append(fact.id)

    def same(self, triple: fact_equality.Triple) -> str | None:
        """Return the id of the fact with this triple."""
        return self._by_triple.get(triple)

    def find(self, subject: str, predicate: str, object_: str) -> list[str]:
        """Return the facts that match all given parts; an empty text matches anything."""
        given = []
        if subject:
            given.append(self._by_subject.get(fact_equality.subject_form(subject), []))
        if predicate:
            given.append(self._by_predicate.get(fact_equality.predicate_form(predicate), []))
        if object_:
            given.append(self._by_object.get(fact_equality.subject_form(object_), []))
        if not given:
            return []
        fewest, *others = sorted(given, key=len)
        wanted = [set(ids) for ids in others]
        return [fact_id for fact_id in fewest if all(fact_id in ids for ids in wanted)]

    def named_in(self, text: str) -> list[str]:
        """Return the facts whose subject or object occurs in a text, longest names first."""
        indexes = (self._by_subject, self._by_object)
        found = (index.get(name, ()) for name in _names(text) for index in indexes)
        return list(dict.fromkeys(chain.from_iterable(found)))

    def rivals(self, fact: Fact) -> list[str]:
        """Return the facts that cannot hold together with a fact, oldest first.

        The fact itself is included if it is stored.
        """
        return self._by_topic.get(fact.topic, []) if is_single(fact.topic[1]) else []


def _names(text: str) -> Iterator[str]:
    """Yield all word sequences of a text that may be a name, longest first."""
    form = fact_equality.subject_form(text)
    words = [match.span() for match in _WORDS.finditer(form)][:_LONGEST_QUERY]
    for length in range(min(_LONGEST_NAME, len(words)), 0, -1):
        for first in range(len(words) - length + 1):
            name = form[words[first][0] : words[first + length - 1][1]]
            yield name
            if (bare := name.strip(_EDGES)) != name:
                yield bare
