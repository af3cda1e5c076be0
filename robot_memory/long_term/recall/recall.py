"""Recall: one search over all that is remembered (document 003, "Recall and Search").

See docs/reference/recall.md, "Recall and find".
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone, tzinfo
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

from robot_memory.entries.others_words import NOTHING_ENDED, EndedWords
from robot_memory.entries.peer_lineage import NO_LINEAGE, PeerLineage
from robot_memory.entries.running_hours import RunningHours
from robot_memory.foundation.errors import LockHeld
from robot_memory.foundation.time.clock import Clock
from robot_memory.ledger import Ledger
from robot_memory.ledger.row_worth import NO_WORTHS
from robot_memory.long_term.chunks import ChunkStore
from robot_memory.long_term.graph import FactGraph
from robot_memory.long_term.levels import Levels
from robot_memory.long_term.recall.attempt_answers import AttemptAnswers
from robot_memory.long_term.recall.candidate_search import find_candidates, with_named_day
from robot_memory.long_term.recall.chunk_feed import ChunkFeed, TalkFeed
from robot_memory.long_term.recall.entry_feed import ArchiveFeed, EntryFeed, Valued, is_archived
from robot_memory.long_term.recall.event_feed import EventFeed
from robot_memory.long_term.recall.fact_vectors import FactFeed, FactVectors, with_like_facts
from robot_memory.long_term.recall.file_feed import FileFeed
from robot_memory.long_term.recall.hit_formatter import HitFormatter
from robot_memory.long_term.recall.hit_merger import (
    HitMerger,
    best_first,
    may_tell_who,
    merge_derived,
    split_overridden,
)
from robot_memory.long_term.recall.ledger_feed import LedgerFeed
from robot_memory.long_term.recall.occurrence_times import OccurrenceTimes
from robot_memory.long_term.recall.parsed_question import ParsedQuestion, understand
from robot_memory.long_term.recall.present_answers import PresentAnswers
from robot_memory.long_term.recall.prior_weight import PriorWeight
from robot_memory.long_term.recall.query import Hit, HitSource, LevelContext, Query
from robot_memory.long_term.recall.question_words import (
    asks_about_attempts,
    asks_for_present,
    with_english_times,
)
from robot_memory.long_term.recall.recall_index import RecallIndex, time_of
from robot_memory.long_term.recall.scoring import (
    is_answered,
    is_of_another,
    score,
    unusual_first,
    unusual_of_best_first,
)
from robot_memory.long_term.recall.time_span import TimeSpan, anchor_in, spans_in

_LOG = logging.getLogger(__name__)
_FILE = "index.db"
_Answer = TypeVar("_Answer")
#: In the order of the document (002 §Read Operation).
LEVELS = ("episodic", "semantic", "procedural")
_EARLIEST = datetime(1970, 1, 1, tzinfo=timezone.utc)
_A_MOMENT = timedelta(seconds=1)
_NAMES_NOBODY = 0.4  # factor for a detector's statement, if a question asks for a person
_LONGEST_QUEUE = 10_000  # accesses of chunks that wait to be counted


@dataclass(frozen=True)
class RecallSources:
    """The parts of a memory that are searched.

    Attributes:
        entries: returns all entries with their effective confidence, including resolved ones.
        lineage: returns whose words a text may repeat.
        ended: returns the statements that persons ended.
        hours: returns the hours in which the robot ran, and the faults present now.
    """

    levels: Levels
    facts: FactGraph
    entries: Callable[[], Valued] = list
    ledger: Ledger | None = None
    chunks: ChunkStore | None = None
    lineage: Callable[[], PeerLineage] = lambda: NO_LINEAGE
    ended: Callable[[], EndedWords] = lambda: NOTHING_ENDED
    hours: Callable[[], RunningHours] = RunningHours


class MemorySearch:
    """Searches the memory. Safe to share between threads; processes share ``index.db``.

    The constructor touches no files. The index is made at the first search, is updated at each
    search, and can be deleted at any time.

    Args:
        folder: the memory home.
        zone: the time zone of "today" and "last Tuesday"; None for this machine's.
    """

    def __init__(
        self,
        folder: Path,
        clock: Clock,
        sources: RecallSources,
        *,
        zone: tzinfo | None = None,
    ) -> None:
        self._folder = folder
        self._clock = clock
        self._chunks, self._facts = sources.chunks, sources.facts
        self._lineage, self._ended = sources.lineage, sources.ended
        self._vectors = FactVectors(folder)
        self._zone = zone
        self._lock = threading.RLock()
        self._rebuilding = threading.Lock()
        self._index: RecallIndex | None = None
        self._has_home = False
        self._ledger_feed: LedgerFeed | None = None
        self._attempts: AttemptAnswers | None = None
        self._present: PresentAnswers | None = None
        self._occurrences: OccurrenceTimes | None = None
        if sources.ledger is not None:
            self._ledger_feed = LedgerFeed(sources.ledger)
            self._attempts = AttemptAnswers(sources.ledger, sources.lineage)
            self._present = PresentAnswers(sources.entries, sources.hours)
            self._occurrences = OccurrenceTimes(sources.ledger, sources.hours, zone)
        self._entries = EntryFeed(sources.entries)
        # Transcripts come after chunks: turns that chunks hold are left out.
        chunk_feed = ChunkFeed(self._chunks) if self._chunks is not None else None
        feeds: tuple[_Feed | None, ...] = (
            self._entries,
            ArchiveFeed(folder),
            FactFeed(folder, self._facts),
            chunk_feed,
            TalkFeed(sources.levels, chunk_feed),
            FileFeed(folder, self._facts),
            EventFeed(folder),
            self._ledger_feed,
        )
        self._feeds = [feed for feed in feeds if feed is not None]
        self._known: dict[int, object] = {}
        self._accessed: deque[str] = deque(maxlen=_LONGEST_QUEUE)

    # -- asking ----------------------------------------------------------------------------

    def find(self, query: Query) -> list[Hit]:
        """Return the hits of a query, best first; this does not count as a recall.

        Raises:
            InvalidInput: lists everything wrong with the query; nothing was searched.
        """
        return list(self._ask(query).hits)

    def recall(self, query: Query | str) -> list[Hit]:
        """Return the hits of :meth:`find` and count them as recalled; a text alone is a query.

        The activation of returned facts rises (document 003, §5.4); the accesses of returned chunks
        are counted at the next :meth:`tick`.

        Raises:
            InvalidInput: lists everything wrong with the query; nothing was searched.
        """
        hits = self.find(Query(query) if isinstance(query, str) else query)
        shown = [hit.id for hit in hits if hit.source == HitSource.FACT.value]
        if shown:
            self._facts.boost(shown, now=self._clock.now().time)
        chunks = (hit.id for hit in hits if hit.source == HitSource.CHUNK.value)
        self._accessed.extend(dict.fromkeys(id_ for id_ in chunks if id_.startswith("chunk-")))
        return hits

    def read_memory(
        self, query: str, levels: Sequence[str] = LEVELS, *, limit: int = 10
    ) -> LevelContext:
        """Search the levels of memory and merge their hits (002 §Read Operation).

        This does not count as a recall.

        Args:
            query: a question, or words.
            levels: any of procedural, semantic, episodic.
            limit: the most hits to return.

        Raises:
            InvalidInput: a level does not exist, or the query is invalid; nothing was searched.
        """
        return self._ask(Query(query, limit=limit, levels=levels))

    def tick(self) -> None:
        """Count the accesses of chunks since the last call; to be called periodically."""
        waiting = []
        with suppress(IndexError):
            while True:
                waiting.append(self._accessed.popleft())
        if not waiting or self._chunks is None:
            return
        try:
            self._chunks.count_accesses(waiting)
        except LockHeld as error:
            self._accessed.extendleft(reversed(waiting))
            _LOG.warning("use of recalled chunks is not counted yet: %s", error)

    # -- the index -------------------------------------------------------------------------

    def refresh(self) -> None:
        """Bring the index up to date."""
        self._guarded(self._follow)

    def rebuild_embeddings(self) -> int:
        """Rebuild ``embeddings/`` from all facts above the search threshold (003, Step 3).

        Unchanged facts give the same files, byte by byte.

        Returns:
            The number of facts in it.
        """
        facts = self._facts.searchable(now=self._clock.now().time)
        texts = {known.fact.id: known.fact.text for known in facts}
        with self._rebuilding:
            return FactVectors(self._folder).rebuild(texts)

    def close(self) -> None:
        """Count pending accesses and close the files; the search can still be used."""
        self.tick()
        with self._lock:
            if self._index is not None:
                self._index.close()
                self._index = None
            self._known.clear()
            if self._ledger_feed is not None:
                self._ledger_feed.close()

    def _guarded(self, action: Callable[[RecallIndex], _Answer]) -> _Answer:
        """Do something with the index; a damaged index is rebuilt."""
        with self._lock:
            try:
                return action(self._opened())
            except sqlite3.DatabaseError as error:
                if type(error) is not sqlite3.DatabaseError:
                    raise  # its subclasses mean other errors than damage
                self._opened().begin_anew(error)
                self._known.clear()
                return action(self._opened())

    def _opened(self) -> RecallIndex:
        is_there = self._folder.is_dir()
        if self._index is not None and is_there and not self._has_home:
            self._index.close()
            self._index = None
            self._known.clear()
        if self._index is None:
            self._index = RecallIndex(self._folder / _FILE if is_there else None)
            self._has_home = is_there
        return self._index

    def _follow(self, index: RecallIndex) -> None:
        """Let each feed that has changed update the index."""
        for number, feed in enumerate(self._feeds):
            try:
                token = feed.token()
                if token is not None and self._known.get(number) == token:
                    continue
                feed.update(index)
                self._known[number] = token
            except (sqlite3.OperationalError, LockHeld, OSError) as error:
                # A full disk, another process, a file that may not be read.
                _LOG.warning("%s is not up to date: %s", self._folder / _FILE, error)

    def _ask(self, query: Query) -> LevelContext:
        checked = query.checked()
        return self._guarded(lambda index: self._search(index, checked))

    def _search(self, index: RecallIndex, query: Query) -> LevelContext:
        self._follow(index)
        found = self._answer(index, query)
        if self._present and query.takes_all_of(HitSource.ENTRY):
            now, subject = self._clock.now().time, asks_for_present(query.text)
            text = with_english_times(query.text)
            if subject is not None and not spans_in(text, now, self._zone):
                found = self._present.put_first(subject, query, found, now)
        if self._attempts and query.takes_all_of(HitSource.OBSERVATION):
            attempts = asks_about_attempts(query.text)
            if attempts is not None:
                found = self._attempts.put_first(*attempts, query, found)
        return found

    def _counted(self, index: RecallIndex, query: Query, now: datetime) -> list[TimeSpan]:
        """Return the time that a question counts from an event, if the event is found."""
        anchor = anchor_in(query.text)
        if anchor is None or spans_in(anchor.event, now, self._zone):
            return []
        event = understand(index, anchor.event, now, self._zone)
        found = score(event, find_candidates(index, replace(query, text=anchor.event), event))
        known = [(fit * one.weight, one) for fit, one in found if fit > 0.0 and one.time]
        if not known:
            return []
        moment = time_of(max(known, key=lambda pair: (pair[0], -pair[1].id))[1].time)
        return [anchor.span(moment, now)] if moment else []

    def _understood(self, index: RecallIndex, query: Query, now: datetime) -> ParsedQuestion:
        """Return the parsed question; "what happened?" within a period asks for all of it."""
        counted = self._counted(index, query, now)
        question = understand(index, query.text, now, self._zone, counted)
        if question.spans or not (query.since or query.until):
            return question
        end = (query.until or now) + _A_MOMENT
        period = TimeSpan(query.since or _EARLIEST, end, "the time asked for", (0, 0))
        of_period = understand(index, query.text, now, self._zone, [period])
        return of_period if of_period.is_of_time else question

    def _answer(self, index: RecallIndex, query: Query) -> LevelContext:
        """Find candidates, score and weigh them, and merge them into hits."""
        now = self._clock.now().time
        question = self._understood(index, query, now)
        if not question.terms and not question.spans:
            return LevelContext(query.text)
        if question.spans and self._ledger_feed:
            question = replace(question, seen=self._ledger_feed.seen_within(question.spans))
        scored = score(question, find_candidates(index, query, question))
        scored = [(fit, one) for fit, one in scored if fit > 0.0]
        if not scored:
            scored = [(1.0, one) for one in with_named_day(index, query, question)]
        fits = {one.id: fit for fit, one in scored}  # similar facts alone do not make an answer
        if question.is_of_time:
            scored = unusual_first(index, scored)
        else:  # a fact similar to the words for a time is not of that time
            scored = with_like_facts(index, self._vectors, query, question, scored)
        worths = self._ledger_feed.worths() if self._ledger_feed else NO_WORTHS
        entries = self._entries.entries
        prior = PriorWeight(self._facts, entries, query.sources, worths, now,
                            is_archived=partial(is_archived, index),
                            lineage=self._lineage(), ended=self._ended(),
                            asks_for_resolved=question.asks_for_resolved)  # fmt: skip
        merger = HitMerger(prior, entries)
        # Some become part of another hit, which makes room for more.
        mixed = merger.mix(scored, 2 * query.limit)
        telling = mixed
        if question.opens_with_who:
            mixed = [
                one if may_tell_who(one, entries) else replace(one, score=_NAMES_NOBODY * one.score)
                for one in mixed
            ]
            # What was derived from a detector's statement names nobody either.
            telling = [one for one in merge_derived(mixed) if may_tell_who(one, entries)]
        told = (found for one in telling for found in (one.found, *one.others))
        own = (found.id for found in told if not is_of_another(question, found))
        is_answer = is_answered(question, (fits.get(number, 0.0) for number in own))
        if not question.is_of_time:
            mixed = unusual_of_best_first(index, mixed)
        shown, overridden = split_overridden(mixed)

        def occurrences(entry_id: str) -> Iterable[str]:
            if self._occurrences is None or entry_id not in entries:
                return ()
            return self._occurrences.words(entries[entry_id][1], question, now)

        formatter = HitFormatter(index, query, question, self._zone, prior.words, occurrences)
        hits, others = (
            tuple(formatter.to_hit(one, is_answer) for one in best_first(some, query.limit))
            for some in (merge_derived(shown), overridden)
        )
        return LevelContext(query.text, hits, others)


class _Feed(Protocol):
    """One kind of memory that the index follows."""

    def token(self) -> Hashable | None:
        """Return a cheap value that changes with the memory; None if :meth:`update` must check."""
        ...

    def update(self, index: RecallIndex) -> None:
        """Bring the index up to date."""
        ...
