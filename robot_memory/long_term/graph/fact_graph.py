"""FactGraph: the facts that a robot knows (document 003, layers 0 and 3), behind one object.

``facts.jsonl`` is the source of truth. The activation of each fact is in
``activation-metadata.json``; entities, relations and the machine's lines of ``MEMORY.md`` are
derived and rebuilt if lost.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.foundation.errors import Defect
from robot_memory.long_term.graph.activation import FactLimits
from robot_memory.long_term.graph.canary import Canary, read_canaries
from robot_memory.long_term.graph.fact import Fact, FactCounts, KnownFact, last_stated, said_at
from robot_memory.long_term.graph.fact_archive import FactRemoval, LeaveReason
from robot_memory.long_term.graph.fact_equality import mint_id
from robot_memory.long_term.graph.fact_store import FactStore
from robot_memory.long_term.graph.memory_page import MemoryPage, Reconciliation
from robot_memory.long_term.graph.statement import FactSync, Statement, follow

#: Accesses may wait this long before they are written: the file has a line for every fact.
_ACCESS_INTERVAL = timedelta(minutes=10)
#: A restatement that contradicts facts of later dates is dated this long after them.
_AFTER = timedelta(seconds=1)
#: Tells whether a text of a given time repeats words that are no longer in use.
IsDistrusted = Callable[[str, datetime], bool]


@dataclass(frozen=True)
class LearnResult:
    """The fact for a learned statement, and whether it is new."""

    fact: Fact
    created: bool


class FactGraph:
    """The facts of one memory home. Threads and processes may share it.

    Nothing is made before the first write. Learned facts are durable when the call returns; recalls
    are written in batches (:meth:`tick`, :meth:`flush`), so that a crash loses at most ten minutes
    of them.
    """

    def __init__(self, folder: Path, limits: FactLimits | None = None) -> None:
        self.limits = limits or FactLimits()
        graph = folder / "knowledge-graph"
        activations = folder / "activation-metadata.json"
        self._store = FactStore(graph, activations, self.limits.half_life_days)
        self._page = MemoryPage(folder / "MEMORY.md", graph / "memory-md.json")
        self._canaries = graph / "canary-facts.json"
        self._accessed_since: datetime | None = None

    # -- what is known ---------------------------------------------------------------------

    @property
    def facts(self) -> Mapping[str, Fact]:
        """All active facts by id, oldest first."""
        with self._store.reading():
            return dict(self._store.facts)

    @property
    def defects(self) -> list[Defect]:
        """Defects of the files, each with its place; the next write sets the damage aside."""
        with self._store.reading():
            return self._store.defects

    def get(self, fact_id: str, *, now: datetime) -> KnownFact | None:
        """Return a fact regardless of its activation; None if no active fact has that id."""
        with self._store.reading():
            fact = self._store.facts.get(fact_id)
            return None if fact is None else self._known(fact, now)

    def lookup(
        self, subject: str = "", predicate: str = "", object_: str = "", *, now: datetime
    ) -> list[KnownFact]:
        """Return the facts that match all given parts exactly, most active first.

        Facts below ``search_threshold`` are left out. Nothing is boosted: call :meth:`boost` with
        the facts used for an answer, and do not for a probe.
        """
        with self._store.reading():
            return self._above_threshold(self._store.index.find(subject, predicate, object_), now)

    def named_in(self, text: str, *, now: datetime) -> list[KnownFact]:
        """Return the facts whose subject or object a question names, most active first."""
        with self._store.reading():
            return self._above_threshold(self._store.index.named_in(text), now)

    def searchable(self, *, now: datetime) -> list[KnownFact]:
        """Return all facts from ``search_threshold`` up, most active first (Step 3)."""
        with self._store.reading():
            return self._above_threshold(self._store.facts, now)

    def counts(self, *, now: datetime) -> FactCounts:
        """Return the numbers of facts for ``health.json``."""
        with self._store.reading():
            values = [self._store.value(fact_id, now) for fact_id in self._store.facts]
            return FactCounts(
                active_facts=len(values),
                archived_facts=self._store.archive.count(),
                avg_activation=round(sum(values) / len(values), 4) if values else 0.0,
                memory_md_lines=self._page.count_lines(),
            )

    def canaries(self) -> tuple[Canary, ...]:
        """Return the questions of the quality probe; InvalidFact if their file is wrong."""
        return read_canaries(self._canaries)

    def _above_threshold(self, ids: Iterable[str], now: datetime) -> list[KnownFact]:
        valued = [(self._store.value(fact_id, now), fact_id) for fact_id in ids]
        found = [pair for pair in valued if pair[0] >= self.limits.search_threshold]
        found.sort(key=lambda pair: -pair[0])
        return [self._known(self._store.facts[fact_id], now) for _, fact_id in found]

    def _known(self, fact: Fact, now: datetime) -> KnownFact:
        store, value = self._store, self._store.value(fact.id, now)
        ids = store.index.rivals(fact)
        said = said_at(fact, store.activation(fact.id).stated)
        is_denied = any(time >= said for time in fact.denials.values())
        if len(ids) < 2:
            return KnownFact(fact, value, denied=is_denied)
        stated = {key: store.activation(key).stated for key in ids}
        last = last_stated((store.facts[key] for key in ids), stated)
        rivals = tuple(key for key in ids if key != fact.id)
        is_current = last.id == fact.id
        is_confirmed = is_current and not fact.word_of and all(
            (stated[fact.id] is not None or store.facts[key].word_of)
            and said_at(store.facts[key], stated[key]) <= said
            for key in rivals
        )  # fmt: skip
        return KnownFact(fact, value, is_current, rivals, is_confirmed, is_denied)

    # -- learning --------------------------------------------------------------------------

    def learn(
        self, statements: Iterable[Statement], *, now: datetime, said: datetime | None = None
    ) -> list[LearnResult]:
        """Store statements; durable when this returns.

        A known fact is not stored again, but its activation is restored; if a person says it too,
        it becomes that person's. A statement that contradicts a fact is stored beside it, and
        counts as said after it even if that fact is dated in the future.

        Args:
            said: when it was said; None or a future time: now.

        Raises:
            InvalidFact: the first statement that cannot be used; nothing was stored.
        """
        said = min(said or now, now)
        facts = [statement.as_fact(said) for statement in statements]
        if not facts:
            return []
        with self._store.writing():
            learned = self._learn(facts, now)
            self._store.remove(self._crowded(now), now)
        return learned

    def _learn(self, facts: Iterable[Fact], now: datetime) -> list[LearnResult]:
        new: dict[str, Fact] = {}
        claimed: dict[str, Fact] = {}
        learned = []
        for fact in facts:
            same = self._store.index.same(fact.triple)
            ahead = self._dated_ahead(fact, same, now)
            if same is None:
                fact = fact.said_after(ahead) if ahead else fact
                is_new = fact.id not in new
                new[fact.id] = stated = new.get(fact.id, fact).said_too_by(fact)
            else:
                is_new, known = False, claimed.get(same, self._store.facts[same])
                self._restate(same, fact, ahead, now)
                stated = known.said_too_by(fact)
                if stated is not known:
                    claimed[same] = stated
            learned.append(LearnResult(stated, is_new))
        if new:
            self._store.append(list(new.values()))
        if claimed:
            self._store.replace(claimed)
        if self._store.unwritten:
            self._store.write_activations(now)
        return learned

    def _dated_ahead(self, fact: Fact, same: str | None, now: datetime) -> datetime | None:
        """Return the latest date of the facts or denials that a fact contradicts, if in the future.

        Then either that date or now is from a wrong clock, and the order of arrival counts.
        """
        store = self._store
        rivals = [key for key in store.index.rivals(fact) if key != same]
        times = [said_at(store.facts[key], store.activation(key).stated) for key in rivals]
        times += store.facts[same].denials.values() if same else ()
        return max((time for time in times if time > now), default=None)

    def _restate(self, fact_id: str, fact: Fact, ahead: datetime | None, now: datetime) -> None:
        # A fact that was learned at that time or later is not changed by an older statement.
        if fact.created < now and fact.created <= self._store.facts[fact_id].created <= now:
            return
        known = self._store.present(fact_id, now)
        restated = known.restated(fact.created, fact.activation, self.limits.half_life_days)
        if fact.word_of and not self._store.facts[fact_id].word_of:
            restated = replace(restated, stated=known.stated)  # an agent's word confirms nothing
        elif ahead is not None:
            restated = replace(restated, stated=ahead + _AFTER)
        if restated != known:
            self._store.unwritten[fact_id] = restated

    def deny(self, statements: Iterable[Statement], *, now: datetime, said: datetime) -> int:
        """Record that persons denied statements; return the number of facts denied.

        An unknown statement makes no fact. Facts of entries are not affected.
        """
        denied = [statement.as_fact(min(said, now)) for statement in statements]

        def contested() -> dict[str, Fact | None]:
            found: dict[str, Fact | None] = {}
            for one in denied:
                key = self._store.index.same(one.triple)
                known = self._store.facts[key] if key else None
                if known is not None and not known.is_of_entry:
                    stated = said_at(known, self._store.activation(known.id).stated)
                    # A time ahead of now is from a wrong clock: the denial came later.
                    time = stated if stated > now else one.created
                    found[known.id] = known.denied_by({**known.denials, one.source: time})
            return found

        return self._retell(contested, now)

    def withdraw(
        self, source: str, ids: Collection[str], denied: Collection[str] = (), *, now: datetime
    ) -> int:
        """Withdraw statements and denials of a source; return the number of facts changed.

        A fact that nobody else said is archived; others get another source.

        Args:
            ids, denied: the ids that the facts get when they are learned (:func:`.mint_id`).
        """

        def told() -> dict[str, Fact | None]:
            found: dict[str, Fact | None] = {}
            for fact in self._store.facts.values():
                denials, tellers = fact.denials, fact.tellers
                if source in denials and mint_id(fact.triple) in denied:
                    others = {who: time for who, time in denials.items() if who != source}
                    found[fact.id] = fact = fact.denied_by(others)
                if source in tellers and mint_id(fact.triple) in ids:
                    rest = [who for who in tellers if who != source]
                    found[fact.id] = fact.told_by(rest) if rest else None
            return found

        return self._retell(told, now) if ids or denied else 0

    def _retell(self, changed: Callable[[], Mapping[str, Fact | None]], now: datetime) -> int:
        """Replace facts by id, and archive those for which there is no replacement."""
        with self._store.reading():
            if not changed():
                return 0
        with self._store.writing():
            found = changed()
            if staying := {key: fact for key, fact in found.items() if fact is not None}:
                self._store.replace(staying)
            gone = [key for key in found if key not in staying]
            self._store.remove(
                [self._leaving(key, LeaveReason.WITHDRAWN, now) for key in gone], now
            )
        return len(found)

    def follow_entries(
        self, valued: Collection[tuple[float, MemoryEntry]], *, now: datetime
    ) -> None:
        """Update the facts of entries from the entries; doing it twice changes nothing.

        The fact of an entry that is resolved, pruned, deleted or reworded is archived.

        Args:
            valued: *all* entries with their effective confidence, including resolved ones.
        """
        with self._store.reading():
            following = self._following(valued, now)
        if not following.learn and not following.retire:
            return
        with self._store.writing():
            following = self._following(valued, now)
            leaving = [self._leaving(key, why, now) for key, why in following.retire.items()]
            self._store.remove(leaving, now)
            self._learn((statement.as_fact(now) for statement in following.learn), now)
            self._store.remove(self._crowded(now), now)

    # -- recalls ---------------------------------------------------------------------------

    def boost(self, fact_ids: Iterable[str], *, now: datetime) -> None:
        """Note that facts were used for an answer; ids of no active fact are skipped."""
        with self._store.reading():
            for fact_id in fact_ids:
                if fact_id in self._store.facts:
                    known = self._store.present(fact_id, now)
                    self._store.unwritten[fact_id] = known.boosted(
                        now, self.limits.recall_boost, self.limits.half_life_days
                    )
            if self._store.unwritten and self._accessed_since is None:
                self._accessed_since = now

    def tick(self, *, now: datetime) -> None:
        """Write pending recalls that have waited long enough; to be called periodically."""
        since = self._accessed_since
        if since is not None and not timedelta(0) <= now - since < _ACCESS_INTERVAL:
            self.flush(now=now)

    def flush(self, *, now: datetime) -> None:
        """Write the pending recalls."""
        if self._store.unwritten:
            self.decay(now=now)
        self._accessed_since = None

    # -- the night shift -------------------------------------------------------------------

    def decay(self, *, now: datetime) -> bool:
        """Write the present activation of each fact (Step 2); tell whether that changed the file.

        Decay is computed from the last access: it may be repeated, or not run for a week.
        """
        if not self.facts:
            return False
        with self._store.writing():
            return self._store.write_activations(now)

    def prune(self, *, now: datetime, dry_run: bool = False) -> list[FactRemoval]:
        """Archive facts that have decayed, exceed the maximum, or are stored twice (Step 4).

        The fact of an entry lives as long as the entry. Call this under trusted time only.
        """
        return self._archive(lambda: self._prunable(now), now, dry_run=dry_run)

    def drop_distrusted(
        self, is_distrusted: IsDistrusted, *, now: datetime, dry_run: bool = False
    ) -> list[FactRemoval]:
        """Archive facts that repeat a peer's statement which is no longer trusted.

        The fact of an entry lives as long as the entry, and what a person stated is that person's.
        """

        def distrusted() -> list[FactRemoval]:
            return [
                self._leaving(fact.id, LeaveReason.DISTRUSTED, now)
                for fact in self._store.facts.values()
                if not (fact.is_persons or fact.is_of_entry)
                and is_distrusted(fact.text, fact.created)
            ]

        return self._archive(distrusted, now, dry_run=dry_run)

    def _archive(
        self, leaving: Callable[[], list[FactRemoval]], now: datetime, *, dry_run: bool
    ) -> list[FactRemoval]:
        """Archive the facts that ``leaving`` returns; if there are none, nothing is made."""
        with self._store.reading():
            found = leaving()
        if dry_run or not found:
            return found
        with self._store.writing():
            found = leaving()
            self._store.remove(found, now)
        return found

    def reconcile(self, *, now: datetime, dry_run: bool = False) -> Reconciliation:
        """Update ``MEMORY.md`` and the derived files from the facts (Step 5).

        A person's lines are unchanged; a line that a person deleted is not written again.
        """
        if dry_run:
            return self._page.reconcile(self.searchable(now=now), self.limits, dry_run=True)
        with self._store.writing():
            self._store.write_views()
            facts = self._above_threshold(self._store.facts, now)
            return self._page.reconcile(facts, self.limits)

    def _following(self, valued: Collection[tuple[float, MemoryEntry]], now: datetime) -> FactSync:
        store = self._store
        accessed = {fact_id: store.activation(fact_id).accessed for fact_id in store.facts}
        return follow(store.facts.values(), valued, accessed, now)

    def _prunable(self, now: datetime) -> list[FactRemoval]:
        least = self.limits.prune_threshold
        decayed = [
            self._leaving(fact.id, LeaveReason.DECAYED, now)
            for fact in self._store.facts.values()
            if not fact.is_of_entry and self._store.value(fact.id, now) < least
        ]
        gone = {item.fact.id for item in decayed}
        repeated = [FactRemoval(fact, fact.activation, LeaveReason.REPEATED)
                    for fact in self._store.repeated]  # fmt: skip
        return [*repeated, *decayed, *self._crowded(now, gone)]

    def _crowded(self, now: datetime, gone: Collection[str] = ()) -> list[FactRemoval]:
        """Return the facts beyond the maximum: agents' first, then the least active."""
        ids = [fact_id for fact_id in self._store.facts if fact_id not in gone]
        excess = len(ids) - self.limits.max_facts
        if excess <= 0:
            return []
        ids.sort(
            key=lambda key: (
                self._store.facts[key].word_of == "",
                self._store.value(key, now),
                self._store.activation(key).accessed,
            )
        )
        return [self._leaving(fact_id, LeaveReason.CROWDED, now) for fact_id in ids[:excess]]

    def _leaving(self, fact_id: str, because: LeaveReason, now: datetime) -> FactRemoval:
        return FactRemoval(self._store.facts[fact_id], self._store.value(fact_id, now), because)
