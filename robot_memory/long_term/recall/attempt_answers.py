"""Answers to questions about attempts: the last time, what helped, whether the robot was there.

An answer is placed before the search hits. Without attempts, and for other questions, no answer is
given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from robot_memory.entries.peer_lineage import PeerLineage
from robot_memory.foundation.words.index_terms import terms_of
from robot_memory.ledger import Ledger, Source
from robot_memory.ledger.position import Position
from robot_memory.long_term.levels.level_tree import MemoryLevel
from robot_memory.long_term.outcomes.outcome_report import (
    WHOSE,
    difference_words,
    last_words,
    note_words,
    record_of,
    without_note,
)
from robot_memory.long_term.outcomes.past_attempt import (
    PLACE,
    PastAttempt,
    Tally,
    all_attempts,
    position_words,
)
from robot_memory.long_term.outcomes.reported_outcome import times
from robot_memory.long_term.recall.query import Hit, HitSource, LevelContext, Query
from robot_memory.long_term.recall.question_words import (
    AttemptQuestion,
    is_frame,
    without_function_words,
)

_NEAR = 2.0  # m; an attempt within this distance counts as here
_MOST_CELLS = 100_000
_WHY = {
    AttemptQuestion.HELPED: "answers what helped",
    AttemptQuestion.BEEN: "answers whether the robot was there",
    AttemptQuestion.LAST: "answers how the last attempt went",
}


@dataclass(frozen=True)
class _Answer:
    """An answer in words, and the attempts it is based on."""

    text: str
    attempts: Sequence[PastAttempt] = ()


class AttemptAnswers:
    """Answers from the attempts of a ledger; ``lineage`` returns whose words a text may repeat."""

    def __init__(self, ledger: Ledger, lineage: Callable[[], PeerLineage]) -> None:
        self._ledger = ledger
        self._lineage = lineage

    def put_first(
        self, kind: AttemptQuestion, rest: str, query: Query, found: LevelContext
    ) -> LevelContext:
        """Return the search result, with the answer before its hits if there is an answer.

        Args:
            rest: the question without the words that ask for this kind of answer.
        """
        subject = {term for term in terms_of(without_function_words(rest)) if not is_frame(term)}
        answer = self._answer(kind, subject)
        if answer is None:
            return found
        hit = _hit_of(answer, kind, found)
        others = (other for other in found.hits if (other.source, other.id) != (hit.source, hit.id))
        return replace(found, hits=(hit, *others)[: query.limit])

    def _answer(self, kind: AttemptQuestion, subject: set[str]) -> _Answer | None:
        attempts = list(self._trusted(all_attempts(self._ledger)))
        if kind is AttemptQuestion.BEEN:
            return _been_at(attempts, subject) if subject else self._been_here(attempts)
        matching = _matching(attempts, subject)
        if not matching:
            return None
        return _what_helped(matching) if kind is AttemptQuestion.HELPED else _last_time(matching)

    def _trusted(self, attempts: Iterable[PastAttempt]) -> Iterator[PastAttempt]:
        """Yield attempts, without agents' notes that repeat words no longer in use."""
        lineage = self._lineage()
        for one in attempts:
            bare = replace(one, attempt=replace(one.attempt, note=""))
            if one.source.is_proven or not lineage.is_distrusted(one.attempt.sentence, one.time):
                yield one
            elif not lineage.is_distrusted(bare.attempt.sentence, one.time):
                yield bare

    def _been_here(self, attempts: Sequence[PastAttempt]) -> _Answer | None:
        """Return how often the robot passed its current place, as far as known."""
        track = self._ledger.track(1)
        if not track:
            return None
        here = track[-1].position
        cells = self._ledger.passes(here.frame, _MOST_CELLS)
        passes = round(max((cells.get(cell, 0.0) for cell in here.cells_around), default=0.0))
        near = [one for one in attempts if _is_near(one, here)]
        if not passes and not near:
            return None
        came = f"came by {passes} times" if passes != 1 else "came by once"
        where = f"{position_words(here)}, as of {track[-1].time:%Y-%m-%d %H:%M} UTC"
        return _Answer(f"Yes: the robot is at {where}, and {came}. {_summary(near)}".strip(), near)


def _is_near(one: PastAttempt, here: Position) -> bool:
    at = one.attempt.position
    return at is not None and at.frame == here.frame and at.distance(here) <= _NEAR


def _matching(attempts: Sequence[PastAttempt], subject: set[str]) -> list[PastAttempt]:
    """Return the attempts that share most words with a question, or all if it names nothing."""
    if not subject:
        return list(attempts)
    shared = [len(subject.intersection(terms_of(_words(one)))) for one in attempts]
    # Agents choose their words freely: these must not raise the bar for other sources.
    most: Counter[bool] = Counter()
    for one, count in zip(attempts, shared, strict=True):
        most[one.source.is_proven] = max(count, most[one.source.is_proven])
    return [one for one, count in zip(attempts, shared, strict=True)
            if count == most[one.source.is_proven] > 0]  # fmt: skip


def _words(one: PastAttempt) -> str:
    return " ".join((one.attempt.task.replace("_", " "), *one.features.values()))


def _last_time(attempts: Sequence[PastAttempt]) -> _Answer:
    same = _of_last(attempts)
    last = same[-1]
    count = f". In all it failed {_counts(same)}" if len(same) > 1 else ""
    return _Answer(f"The last time was {without_note(last)}{count}{note_words(last)}", same)


def _what_helped(attempts: Sequence[PastAttempt]) -> _Answer:
    """Answer from attempts seen by detectors or reported by persons, where there are any."""
    of_last = _of_last(attempts)
    parts = [f"{of_last[-1].attempt.task} failed {_counts(of_last)}"]
    proven = [one for one in of_last if one.source.is_proven]
    same = [one for one in proven if one.told_by is proven[-1].told_by] or of_last
    found = record_of(same).differences
    differing = (one for one in found if one.inside.share != one.outside.share)
    parts += [difference_words(one) for one in islice(differing, 1)]
    good = [one for one in same if not one.failed]
    parts.append(f"it last succeeded {last_words(good[-1])}" if good else "it never succeeded")
    return _Answer("; ".join(parts), good or same)


def _of_last(attempts: Sequence[PastAttempt]) -> list[PastAttempt]:
    """Return all attempts at the newest task; that of a detector or a person takes precedence."""
    proven = [one for one in attempts if one.source.is_proven]
    task = (proven or attempts)[-1].attempt.task
    return [one for one in attempts if one.attempt.task == task]


def _counts(attempts: Sequence[PastAttempt]) -> str:
    """Return the number of failures, separately for agents, persons and detectors.

    The kind of source is not named if it is the only one and not an agent.
    """
    by_teller = {teller: [one for one in attempts if one.told_by is teller] for teller in WHOSE}
    counts = {teller: times(Tally.of(ones)) for teller, ones in by_teller.items() if ones}
    if len(counts) == 1 and Source.AGENT not in counts:
        return next(iter(counts.values()))
    return ", ".join(f"{count} {WHOSE[teller]}" for teller, count in counts.items())


def _been_at(attempts: Sequence[PastAttempt], subject: set[str]) -> _Answer | None:
    """Answer whether something was tried at a named place; None if that is not known."""
    at_places = [one for one in attempts if PLACE in one.features]
    there = [one for one in at_places if subject <= set(terms_of(one.features[PLACE]))]
    if not there:
        return None
    return _Answer(f"Yes: at {there[-1].features[PLACE]}. {_summary(there)}", there)


def _summary(attempts: Sequence[PastAttempt]) -> str:
    if not attempts:
        return ""
    return (
        f"What was tried there failed {_counts(attempts)}; the last was {last_words(attempts[-1])}"
    )


def _hit_of(answer: _Answer, kind: AttemptQuestion, found: LevelContext) -> Hit:
    last = answer.attempts[-1] if answer.attempts else None
    best = max((hit.score for hit in found.hits), default=0.0)
    return Hit(
        source=HitSource.OBSERVATION.value,
        level=MemoryLevel.EPISODIC.value,
        id=str(last.row) if last else "",
        where=f"observations.db, {len(answer.attempts)} attempts",
        time=last.time if last else None,
        text=answer.text,
        context="",
        score=max(1.0, best),
        why=(_WHY[kind],),
        is_own=all(one.source.is_proven for one in answer.attempts),
    )
