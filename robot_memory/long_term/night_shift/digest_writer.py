"""Writes digests for the days that have something new, with their facts and chunks (003 §3).

Specification: rules.md §6.15.

See docs/reference/night-shift.md, "Digests"; docs/explanation/night-shift.md, "From what was said
to digests".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta, tzinfo
from itertools import chain

from robot_memory.entries.peer_lineage import NO_LINEAGE, PeerLineage
from robot_memory.foundation.errors import InvalidFact
from robot_memory.foundation.text.conversation import split_claim
from robot_memory.foundation.text.escaping import listed_name, markdown_line
from robot_memory.long_term.chunks import ChunkStore
from robot_memory.long_term.graph import FactGraph, Statement
from robot_memory.long_term.levels import Levels
from robot_memory.long_term.levels.markdown_page import sha256_of
from robot_memory.long_term.night_shift.digest_files import (
    SESSIONS,
    DigestedSource,
    DigestFiles,
    DigestLine,
    DigestRecord,
    FactTriple,
    store_digest,
)
from robot_memory.long_term.night_shift.digest_survey import (
    DaySource,
    DigestSurvey,
    one_line,
    turns_by_day,
)
from robot_memory.long_term.night_shift.line_extraction import denials_of, items_of
from robot_memory.long_term.night_shift.session_turns import (
    SessionTurn,
    UnreadableFile,
    session_sources,
)
from robot_memory.long_term.night_shift.shift_report import StepProgress

#: The most turns of one session and day to read; more is a log, not a conversation.
MOST_TURNS = 20_000
#: The most lines of one session and day to keep.
_MOST_ITEMS = 200
_WITHIN = timedelta(days=1)


@dataclass
class _Heard:
    """The lines of a session on one day, and the facts that it denies."""

    lines: list[DigestLine] = field(default_factory=list)
    denied: dict[FactTriple, None] = field(default_factory=dict)

    def add(self, turn: SessionTurn) -> None:
        items = items_of(turn)
        self.lines += items
        # A fact that is stated again after its denial is no longer denied.
        self.denied |= dict.fromkeys(denials_of(turn))
        for item in items:
            if item.triple is not None:
                self.denied.pop(item.triple, None)


@dataclass(frozen=True)
class DigestWriter:
    """Writes the digests that are due; the lineage tells whose words a text may repeat."""

    levels: Levels
    facts: FactGraph
    open_chunks: Callable[[], ChunkStore]
    digests: DigestFiles
    zone: tzinfo | None
    lineage: Callable[[], PeerLineage] = lambda: NO_LINEAGE

    def due(self, survey: DigestSurvey) -> dict[date, set[str]]:
        """Return the days with an incomplete digest, and the sessions and events it lacks."""
        due: dict[date, set[str]] = {}
        for day in sorted({*survey.days, *self.digests.recorded()}):
            record, shares = self.digests.record(day), survey.days.get(day, {})
            new = {name for name, share in shares.items() if not share.is_in(record, name)}
            if new := new | survey.emptied(day, record.sources):
                due[day] = new
        return due

    def write(self, survey: DigestSurvey, step: StepProgress) -> None:
        """Write the due digests, day by day; after a crash or a stop, the next call continues."""
        due = self.due(survey)
        items = self._items(due, survey, step) if due else {}
        for day, names in due.items():
            if step.stop():
                return
            there = survey.days.get(day, {})
            self._write_day(day, {name: there.get(name) for name in names}, items, step)
        lineage = self.lineage()
        for path in self.digests.paths():
            if step.stop():
                return
            day = date.fromisoformat(path.stem)
            self._keep_chunks(day, self._mended(day, lineage, step), step)

    def _items(
        self, due: Mapping[date, set[str]], survey: DigestSurvey, progress: StepProgress
    ) -> dict[tuple[date, str], _Heard]:
        """Read the turns of the sessions that have something new."""
        wanted = {name for names in due.values() for name in names}
        found: dict[tuple[date, str], _Heard] = defaultdict(_Heard)
        turns: dict[tuple[date, str], int] = defaultdict(int)
        for origin in session_sources(self.levels, self.zone):
            if isinstance(origin, UnreadableFile) or origin.id not in wanted:
                continue
            for day, turn in turns_by_day(origin, self.zone):
                place = (day, origin.id)
                if origin.id in due.get(day, ()):
                    turns[place] += 1
                    if turns[place] <= MOST_TURNS and len(found[place].lines) < _MOST_ITEMS:
                        found[place].add(turn)
        for (day, name), number in turns.items():
            if number > MOST_TURNS or len(found[day, name].lines) >= _MOST_ITEMS:
                progress.problems.append(
                    f"{name}, {day}: {number} turns; of at most {MOST_TURNS} turns and "
                    f"{_MOST_ITEMS} lines the first are in the digest, the rest is in the session"
                )
        return found

    def _write_day(
        self,
        day: date,
        shares: Mapping[str, DaySource | None],
        items: Mapping[tuple[date, str], _Heard],
        progress: StepProgress,
    ) -> None:
        """Write the digest of a day; a session without a share says nothing on it any more."""
        old = self.digests.record(day)
        sources = {name: one for name, one in old.sources.items() if name not in shares}
        statements: list[Statement] = []
        denials: list[Statement] = []
        present = {name: share for name, share in shares.items() if share is not None}
        for name, share in present.items():
            heard = _Heard([share.item]) if share.item else items.get((day, name), _Heard())
            found = _escaped(heard.lines)
            known = set(old.sources[name].lines) if name in old.sources else set()
            new = {item.triple for item in found if item.line not in known}
            # If two lines state the same fact, the last one counts: it is the new one.
            ordered = sorted(found, key=lambda item: item.triple in new)
            stated = _statements(name, share.last, [one.triple for one in ordered], progress)
            statements.extend(one for triple, one in stated.values() if triple in new)
            denied = _statements(name, share.last, heard.denied, progress)
            was_denied = old.facts_of(name)[1]
            denials.extend(one for key, (_, one) in denied.items() if key not in was_denied)
            said: list[tuple[str, str]] = []
            if share.item is None:
                said = [(SESSIONS, markdown_line(_session_line(name, share, self.zone)))]
            lines = tuple(dict.fromkeys([*(item.line for item in found), *said]))
            is_said = share.item is None or share.item.is_said
            sources[name] = DigestedSource(
                share.sha256, share.first, lines, is_said, tuple(stated), tuple(denied)
            )
        record = replace(old, sources=sources)
        if record.left_out():
            progress.notes.append(f"{day}: {record.left_out()} lines have no room in the digest")
        # Before the digest, so that a crash in between leaves no fact that is no longer stated.
        self._withdraw(day, shares, old, record, progress)
        if present:
            stated_at = max(one.last for one in present.values())
            self._learn(statements, stated_at, progress)
            self.facts.deny(denials, now=progress.now.time, said=stated_at)
        self.digests.write(day, record)
        progress.count("digests_written")

    def _withdraw(
        self,
        day: date,
        names: Iterable[str],
        old: DigestRecord,
        new: DigestRecord,
        progress: StepProgress,
    ) -> None:
        """Withdraw from the graph what sessions no longer state or deny on any day."""
        for name in names:
            gone, not_denied = old.facts_of(name)
            others = (other for other in self.digests.recorded() if other != day)
            records = chain([new], map(self.digests.record, others))
            for record in records if gone or not_denied else ():
                said, denied = record.facts_of(name)
                gone, not_denied = gone - said, not_denied - denied
            now = progress.now.time
            if number := self.facts.withdraw(_source_of(name), gone, not_denied, now=now):
                progress.count("facts_withdrawn", number)

    def _learn(
        self, statements: Iterable[Statement], stated_at: datetime, progress: StepProgress
    ) -> None:
        """Add a day's statements to the graph, as of their time."""
        learned = self.facts.learn(statements, now=progress.now.time, said=stated_at)
        progress.count("facts_learned", sum(one.created for one in learned))

    def _mended(self, day: date, lineage: PeerLineage, progress: StepProgress) -> DigestRecord:
        """Remove agents' notes in words no longer in use from a digest; return its record."""
        record = self.digests.record(day)
        if not lineage:
            return record
        sources = {name: _without_distrusted(one, lineage) for name, one in record.sources.items()}
        if sources == record.sources:
            return record
        mended = replace(record, sources=sources, page_sha256="")
        self.digests.write(day, mended)
        progress.count("digests_mended")
        return mended

    def _keep_chunks(self, day: date, record: DigestRecord, progress: StepProgress) -> None:
        text = self.digests.text(day)
        if text and text.strip() and record.page_sha256 != sha256_of(text):
            written = store_digest(self.open_chunks(), day, text, self.zone)
            progress.count("digest_chunks_written", written)
            self.digests.note(day, replace(record, page_sha256=sha256_of(text)))


def _without_distrusted(source: DigestedSource, lineage: PeerLineage) -> DigestedSource:
    """Return the source without distrusted lines; what people said or decided stays."""
    if source.is_said:
        return source
    end = source.first + _WITHIN
    lines = (line for line in source.lines if not lineage.is_distrusted(line[1], end))
    return replace(source, lines=tuple(lines))


def _statements(
    name: str, stated_at: datetime, triples: Iterable[FactTriple | None], progress: StepProgress
) -> dict[str, tuple[FactTriple, Statement]]:
    """Return the facts of a session that the graph can hold, by their future ids."""
    found: dict[str, tuple[FactTriple, Statement]] = {}
    for one in triples:
        if one is None:
            continue
        statement = Statement(one.subject, one.predicate, one.object, _source_of(name))
        try:
            found[statement.as_fact(stated_at).id] = one, statement
        except InvalidFact as error:
            progress.problems.append(f"{name}: {error}".replace("\n", ";"))
    return found


def _source_of(name: str) -> str:
    return f"session:{name}"


def _escaped(items: Iterable[DigestLine]) -> list[DigestLine]:
    return [replace(item, text=markdown_line(item.text)) for item in items]


def _in_list(speaker: str) -> str:
    name, claim = split_claim(" ".join(speaker.split()))
    return listed_name(name) + claim or "somebody"


def _session_line(name: str, share: DaySource, zone: tzinfo | None) -> str:
    """Return a line like ``2026-05-15_session1, 10:30–11:45: user and assistant, 14 turns``."""
    first, last = (time.astimezone(zone).strftime("%H:%M") for time in (share.first, share.last))
    *others, final = [*map(_in_list, share.speakers), *(["others"] * share.has_unnamed)]
    who = f"{', '.join(others)} and {final}" if others else final
    when = first if first == last else f"{first}–{last}"
    return f"{one_line(name)}, {when}: {who}, {share.turns} turn{'s' * (share.turns != 1)}"
