"""Finds the days that need a digest, and the events to mention in it (003 §3; rules.md §8.3).

Days are found from metadata alone; events are those of ``events.jsonl`` (002 §Write Operation).

See docs/reference/night-shift.md, "Digests".
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, tzinfo
from functools import cached_property
from typing import Any

from robot_memory.entries.memory_entry import EntryType
from robot_memory.entries.text_as_read import with_teller
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.text.conversation import is_person
from robot_memory.foundation.time.stamps import time_of
from robot_memory.ledger import Source
from robot_memory.long_term.levels import Levels, ProposalStatus
from robot_memory.long_term.levels.hash_chain import is_ours
from robot_memory.long_term.levels.proposal import is_agents
from robot_memory.long_term.levels.proposal_store import MADE, REJECTED
from robot_memory.long_term.night_shift import session_turns
from robot_memory.long_term.night_shift.digest_files import (
    DigestLine,
    DigestRecord,
    DigestSection,
    is_told,
)

_LONGEST = 300  # characters of a quoted text
_MOST_SPEAKERS = 6  # to name in one line
_RESOLVED, _UNDONE = "entry_resolved", "entry_undone"
_GONE = ("entry_archived", "entry_deleted")  # deleted in an editor: the second, without source


def _digest_events(
    levels: Levels, worded: Mapping[str, str]
) -> Iterator[tuple[str, datetime, DigestLine]]:
    """Yield the events worth a line, oldest first; the record is read line by line, twice.

    An event always has the same id, even if a crash caused it to be recorded twice.
    """
    proposals = levels.proposals.all()
    decided = {one.id for one in proposals if one.status is not ProposalStatus.PENDING}
    entries = _EntriesNow.of(levels)
    entries.corrected.update(worded)
    for line in levels.events.read():
        if not is_ours(line.data):
            continue
        kind = str(line.data.get("type", ""))
        make_line = _LINE_MAKERS.get(kind)
        time = time_of(line.data.get("timestamp"))
        subject = line.data.get("id")
        if make_line is None or time is None or not isinstance(subject, str):
            continue
        if (kind == MADE and subject in decided) or entries.say_no_longer(subject, line.data):
            continue
        item = make_line({**line.data, **entries.word_of(subject)})
        if item is not None:
            yield f"{kind.replace('_', '-')}:{subject}", time, item


@dataclass(frozen=True)
class _EntriesNow:
    """The present state of entries, as far as persons decided it, by id."""

    ended: set[str]  # entries that a person deleted, and that did not come back
    corrected: dict[str, str]
    told_by: dict[str, str]  # the source of each entry, empty for a person or a detector
    taken_back: set[object]  # the rows of resolutions that were taken back

    @classmethod
    def of(cls, levels: Levels) -> _EntriesNow:
        now, newest = cls(set(), {}, {}, set()), dict[str, int]()
        resolved: dict[str, object] = {}  # the rows of the last resolutions
        for line in levels.events.read():
            kind, subject = str(line.data.get("type", "")), str(line.data.get("id"))
            if not kind.startswith("entry_") or not is_ours(line.data):
                continue
            row = line.data.get("row")
            if isinstance(row, int):  # a removal is recorded before the changes of the same save
                if row < newest.get(subject, row):
                    continue
                newest[subject] = row
            source = line.data.get("source", Source.PERSON.value)
            is_gone = kind in _GONE and source == Source.PERSON.value
            (now.ended.add if is_gone else now.ended.discard)(subject)
            now.told_by[subject] = str(line.data.get("word_of", ""))
            if kind == "entry_corrected" or (kind == _UNDONE and subject in now.corrected):
                now.corrected[subject] = str(line.data.get("text", ""))
            if kind == _RESOLVED:
                resolved[subject] = row
            elif kind == _UNDONE and line.data.get("entry_type") != EntryType.RESOLVED.value:
                now.taken_back.add(resolved.pop(subject, None))
        return now

    def say_no_longer(self, subject: str, data: Mapping[str, Any]) -> bool:
        """Tell whether an entry was deleted or reworded, or its resolution taken back."""
        text, row = data.get("text", ""), data.get("row")
        if data.get("type") == _RESOLVED and row is not None and row in self.taken_back:
            return True
        return subject in self.ended or self.corrected.get(subject, text) != text

    def word_of(self, subject: str) -> Mapping[str, str]:
        teller = self.told_by.get(subject, "")
        return {"word_of": teller} if teller else {}


def one_line(text: object) -> str:
    """Return a text on one line, cut if it is too long; empty for anything but a text."""
    words = without_secrets(" ".join(text.split())) if isinstance(text, str) else ""
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1].rstrip()}…"


def _entry(lead: str) -> Callable[[Mapping[str, Any]], DigestLine | None]:
    def make_line(data: Mapping[str, Any]) -> DigestLine | None:
        text, word_of = one_line(data.get("text")), one_line(data.get("word_of"))
        is_said = data.get("source") == Source.PERSON.value and not word_of
        words = with_teller(f"{lead}{text}", word_of)
        line = DigestLine(DigestSection.FACTS, words, is_said=is_said)
        return line if text else None

    return make_line


def _stays_away(data: Mapping[str, Any]) -> DigestLine | None:
    """Return a line for a fault that stays away; a person's request to resolve it is no finding."""
    is_found = data.get("source") == Source.DETECTOR.value
    return _entry("Stays away: ")(data) if is_found else None


def _proposal(verb: str) -> Callable[[Mapping[str, Any]], DigestLine | None]:
    def make_line(data: Mapping[str, Any]) -> DigestLine | None:
        who, target = one_line(data.get("by")), one_line(data.get("target"))
        is_decision = who and target and not is_agents(who)  # an agent's word decides nothing
        line = DigestLine(DigestSection.DECISIONS, f"{who} {verb} {target}")
        return line if is_decision else None

    return make_line


def _proposed(data: Mapping[str, Any]) -> DigestLine | None:
    by, target = one_line(data.get("by")), one_line(data.get("target"))
    text = f"Approve or reject {data['id']}: {by} proposes {target}"
    line = with_teller(text, Source.AGENT.value if is_agents(by) else "")
    return DigestLine(DigestSection.ACTIONS, line, is_said=False) if target else None


_LINE_MAKERS: Mapping[str, Callable[[Mapping[str, Any]], DigestLine | None]] = {
    "entry_created": _entry(""),
    _RESOLVED: _entry("Resolved: "),
    "entry_reopened": _entry("Back again: "),
    "entry_recovered": _stays_away,
    "proposal_approved": _proposal("approved"),
    "proposal_taken_back": _proposal("took back the approved change of"),
    REJECTED: _proposal("rejected"),
    MADE: _proposed,
}


@dataclass
class DaySource:
    """A session or an event that belongs to one day."""

    # first, last: start and end, UTC
    first: datetime
    last: datetime
    turns: int = 0  # number of turns; 0 for an event
    # persons, others: the first speakers; at most one more than a line names
    persons: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    # the line of an event; None for a session, whose turns must be read
    item: DigestLine | None = None
    _digest: hashlib._Hash = field(default_factory=hashlib.sha256, repr=False)

    @property
    def speakers(self) -> list[str]:
        """The speakers to name in a line: persons first."""
        return [*self.persons, *self.others][:_MOST_SPEAKERS]

    @property
    def has_unnamed(self) -> bool:
        """Whether there are speakers that a line does not name."""
        return len(self.persons) + len(self.others) > _MOST_SPEAKERS

    @property
    def sha256(self) -> str:
        """A digest that changes with the content of that day."""
        return self._digest.hexdigest()

    def is_in(self, record: DigestRecord, name: str) -> bool:
        """Tell whether a digest's record covers all of the content."""
        return name in record.sources and record.sources[name].sha256 == self.sha256

    def add(self, turn: session_turns.SessionTurn) -> None:
        """Add a turn."""
        self.first, self.last = min(self.first, turn.time), max(self.last, turn.time)
        self.turns += 1
        known = self.persons if is_person(turn.speaker) else self.others
        if turn.speaker not in known and len(known) <= _MOST_SPEAKERS:
            known.append(turn.speaker)
        self.feed(turn.time.isoformat(), turn.speaker, turn.text)

    def feed(self, *texts: str) -> None:
        """Add texts to the digest."""
        for text in texts:
            self._digest.update(text.encode("utf-8", "surrogatepass") + b"\0")


@dataclass(frozen=True)
class DigestSurvey:
    """The content to digest."""

    days: dict[date, dict[str, DaySource]]  # the content of each session and event, by local day
    unreadable: list[session_turns.UnreadableFile]
    # id and days of each session, by its file relative to the home
    sessions: dict[str, tuple[str, frozenset[date]]]

    def emptied(self, day: date, names: Iterable[str]) -> set[str]:
        """Return the given sessions that exist, but say nothing on a day."""
        days = self._days_of
        return {name for name in names if name in days and day not in days[name]}

    @cached_property  # used for each day that has a digest
    def _days_of(self) -> Mapping[str, set[date]]:
        days: dict[str, set[date]] = {}
        for name, there in self.sessions.values():
            days.setdefault(name, set()).update(there)
        return days


def local_day(time: datetime, zone: tzinfo | None) -> date:
    """Return the local day of a time where the robot is; None: this machine's time zone."""
    return time.astimezone(zone).date()


def days_until(now: datetime, zone: tzinfo | None, count: int) -> tuple[date, date]:
    """Return the day ``count`` days before today, and today."""
    today = local_day(now, zone)
    return today - timedelta(days=count), today


def take_survey(
    levels: Levels, zone: tzinfo | None, first: date, last: date, worded: Mapping[str, str]
) -> DigestSurvey:
    """Survey all sessions and events of some days; only their digests stay in memory.

    ``worded`` has the texts, by entry id, of entries that a person reworded in the file.
    """
    survey = survey_sessions(levels, zone, first, last)
    for name, time, item in _digest_events(levels, worded):
        day = local_day(time, zone)
        if first <= day <= last:
            share = DaySource(time, time, item=item)
            share.feed(item.part.value, item.text)
            shares = survey.days.setdefault(day, {})
            known = shares.setdefault(name, share)
            if known.item and is_told(known.item.text) and not is_told(item.text):
                shares[name] = share  # agents said it first; the source is whoever else says it
    return survey


def survey_sessions(levels: Levels, zone: tzinfo | None, first: date, last: date) -> DigestSurvey:
    """Survey only the sessions; see :func:`take_survey`."""
    survey = DigestSurvey({}, [], {})
    for origin in session_turns.session_sources(levels, zone):
        if isinstance(origin, session_turns.UnreadableFile):
            survey.unreadable.append(origin)
            continue
        there = set()
        for day, turn in turns_by_day(origin, zone):
            there.add(day)
            if first <= day <= last:
                shares = survey.days.setdefault(day, {})
                shares.setdefault(origin.id, DaySource(turn.time, turn.time)).add(turn)
        where = origin.path.relative_to(levels.tree.root).as_posix()
        survey.sessions[where] = (origin.id, frozenset(there))
    return survey


def turns_by_day(
    origin: session_turns.SessionSource, zone: tzinfo | None
) -> Iterator[tuple[date, session_turns.SessionTurn]]:
    """Yield the turns with their local days."""
    for turn in origin.iter_turns():
        yield local_day(turn.time, zone), turn
