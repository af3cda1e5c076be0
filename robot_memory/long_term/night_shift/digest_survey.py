"""Finds the days that need a digest, from metadata alone (003 §3; rules.md §8.3).

See docs/reference/night-shift.md, "Digests".
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, tzinfo

from robot_memory.foundation.text.conversation import is_person
from robot_memory.long_term.levels import Levels
from robot_memory.long_term.night_shift.digest_events import digest_events
from robot_memory.long_term.night_shift.digest_page import DigestLine, is_told
from robot_memory.long_term.night_shift.session_turns import (
    SessionSource,
    SessionTurn,
    UnreadableFile,
    session_sources,
)

_MOST_SPEAKERS = 6  # that a line of a digest names


@dataclass
class DaySource:
    """A session or an event that belongs to one day.

    Attributes:
        first, last: when that begins and ends, UTC.
        turns: how many turns it has; 0 for an event.
        persons, others: the first who spoke, of persons and of all others; one more than a line
            names.
        item: the line of an event; None for a session, whose turns are to be read.
    """

    first: datetime
    last: datetime
    turns: int = 0
    persons: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    item: DigestLine | None = None
    _digest: hashlib._Hash = field(default_factory=hashlib.sha256, repr=False)

    @property
    def speakers(self) -> list[str]:
        """Those whom a line names: persons first."""
        return [*self.persons, *self.others][:_MOST_SPEAKERS]

    @property
    def has_unnamed(self) -> bool:
        """Whether somebody spoke whom a line does not name."""
        return len(self.persons) + len(self.others) > _MOST_SPEAKERS

    @property
    def sha256(self) -> str:
        """Changes when what was said that day does."""
        return self._digest.hexdigest()

    def add(self, turn: SessionTurn) -> None:
        """Count a turn."""
        self.first, self.last = min(self.first, turn.time), max(self.last, turn.time)
        self.turns += 1
        known = self.persons if is_person(turn.speaker) else self.others
        if turn.speaker not in known and len(known) <= _MOST_SPEAKERS:
            known.append(turn.speaker)
        self.feed(turn.time.isoformat(), turn.speaker, turn.text)

    def feed(self, *texts: str) -> None:
        """Let texts count for the digest."""
        for text in texts:
            self._digest.update(text.encode("utf-8", "surrogatepass") + b"\0")


@dataclass(frozen=True)
class DigestSurvey:
    """What there is to digest.

    Attributes:
        days: by local day, what each session and event has to say.
        unreadable: files that cannot be read.
        sessions: the sessions by their files, relative to the home, with their days.
    """

    days: dict[date, dict[str, DaySource]]
    unreadable: list[UnreadableFile]
    sessions: dict[str, tuple[str, frozenset[date]]]


def local_day(time: datetime, zone: tzinfo | None) -> date:
    """Return the day of a time where the robot is; None as the zone is this machine's."""
    return time.astimezone(zone).date()


def days_until(now: datetime, zone: tzinfo | None, count: int) -> tuple[date, date]:
    """Return the first and the last of so many days and today, which is the last."""
    today = local_day(now, zone)
    return today - timedelta(days=count), today


def take_survey(levels: Levels, zone: tzinfo | None, first: date, last: date) -> DigestSurvey:
    """Look through all sessions and events once; only digests of them stay in memory.

    Args:
        zone: of the days.
        first, last: other days are skipped.
    """
    survey = survey_sessions(levels, zone, first, last)
    for event in digest_events(levels):
        day = local_day(event.time, zone)
        if first <= day <= last:
            share = DaySource(event.time, event.time, item=event.item)
            share.feed(event.item.part.value, event.item.text)
            shares = survey.days.setdefault(day, {})
            known = shares.setdefault(event.id, share)
            if known.item and is_told(known.item.text) and not is_told(event.item.text):
                shares[event.id] = share  # agents said it first: it is theirs who said it as well
    return survey


def survey_sessions(levels: Levels, zone: tzinfo | None, first: date, last: date) -> DigestSurvey:
    """Look through the sessions alone; see :func:`take_survey`."""
    survey = DigestSurvey({}, [], {})
    for origin in session_sources(levels, zone):
        if isinstance(origin, UnreadableFile):
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


def turns_by_day(origin: SessionSource, zone: tzinfo | None) -> Iterator[tuple[date, SessionTurn]]:
    """Yield what was said with its local day."""
    for turn in origin.iter_turns():
        yield local_day(turn.time, zone), turn
