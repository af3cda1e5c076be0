"""events.jsonl: the append-only log of what the memory did (002 §Write Operation).

Agents and tools may append any event to ``events.jsonl``, and others may tell them what to append.
Their events are marked (:mod:`.hash_chain`), so that nothing here mistakes them for the memory's
word; they may not have a type of ours, so that no other reader does.

Specification: rules.md §3.11.

See docs/reference/levels.md, "The record of changes".
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from heapq import merge
from pathlib import Path
from typing import Any

from robot_memory.foundation.disk import file_lock, files
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.secrets.secrets_filter import screened
from robot_memory.foundation.text.unicode_text import reads_as
from robot_memory.foundation.time import stamps
from robot_memory.long_term.levels import event_archive, hash_chain
from robot_memory.long_term.levels.json_files import (
    LOCK,
    JsonLine,
    locked,
    parse_line,
    read_lines,
    repair_end,
    to_json,
)
from robot_memory.long_term.levels.level_tree import LevelTree

#: Types of events that only the memory itself may log: runs, decisions, signatures.
_OWN = frozenset({
    "archive_removed", "archived", "episode_interrupted", "events_lost", "file_written",
    "gate_signed", "knowledge_updated", "knowledge_written", "operator_enrolled",
    "packet_approved", "packet_withdrawn", "places_applied", "quality_probe", "receipt_written",
    "rehearsed", "session_interrupted", "task_outcome",
})  # fmt: skip
_OWN_BEGINNINGS = ("entry_", "limit_", "proposal_")
#: Stored in lines about agents' words or actions; never in a text, where quotes are escaped.
_OF_AGENTS = tuple(
    f'"{name}": "{word}'.encode()
    for name, word in (("word_of", ""), ("source", 'agent"'), ("source", 'claimed"'),
                       ("by", "agent:"), ("by", "claimed:"))
)  # fmt: skip
_OF_PERSON = b'"source": "person"'  # a person's change of an agent's entry is the person's
_PIECE = 1 << 12  # bytes
_LONGEST = 20_000  # bytes of an event from an agent or a tool


class EventLog:
    """The record of changes.

    Threads, processes and other tools may append to it at the same time.
    """

    def __init__(self, tree: LevelTree) -> None:
        self.path = tree.events
        self._archive = event_archive.EventArchive(tree.archive(tree.events.parent))

    @property
    def head(self) -> hash_chain.ChainHead:
        """The newest line of ours, as a witness keeps it."""
        with self._held():
            return self._newest().head

    def append(
        self,
        events: Sequence[Mapping[str, Any]],
        now: datetime,
        *,
        patience: float = file_lock.LOCK_PATIENCE,
        outside: str = "",
        signed: str = "",
    ) -> hash_chain.ChainHead:
        """Append events in order; durable when this returns.

        Args:
            events: JSON objects; an event without a ``timestamp`` gets the present time.
            patience: seconds to wait for other writers.
            outside: the agent or tool that asks, if any: "agent:planner over HTTP". Its events are
                marked with it, have no type of ours, no future time, and at most 20,000 bytes each.
            signed: the field that is stored unchanged, because a signature covers it; texts of all
                other fields are stored without secrets.

        Raises:
            InvalidInput, LockHeld: nothing was written; the error says why.
            OSError: the disk refused; nothing was written.
        """
        try:
            if outside:
                _check_not_ours(events)
                events = [_not_too_long(_not_ahead(event, now)) for event in events]
            stored = [_stored(event, signed) for event in events]  # may take long: outside the lock
            with self._locked(patience):
                repair_end(self.path)
                chain = self._newest()
                at = stamps.to_text(now)
                lines = [
                    chain.seal({"timestamp": at, **event}, outside=outside, at=at)
                    for event in stored
                ]
                files.append_durably(self.path, b"".join(lines))
                return chain.head
        except RecursionError:
            raise _refusal("event", "lists and objects are nested too deeply") from None

    def read(self, *, newest: int | None = None) -> Iterator[JsonLine]:
        """Yield the events that are not archived, oldest first; all of them, or the newest."""
        return read_lines(self.path, newest=newest)

    def newest_of_ours(self, count: int) -> list[dict[str, Any]]:
        """Return the newest events that are the memory's own word, oldest first.

        Events of agents and other tools take none of their places; their lines are not parsed,
        which keeps reading a large file fast. Up to ``count`` events about agents' words are
        returned beside the ``count`` others (rules.md §2.14).
        """
        room = {whose: deque[tuple[int, bytes]](maxlen=count) for whose in (True, False)}
        try:
            with files.open_regular(self.path) as file:
                for number, line in enumerate(file):
                    if hash_chain.may_be_ours(line):
                        is_agents = _OF_PERSON not in line and any(p in line for p in _OF_AGENTS)
                        room[is_agents].append((number, line))
        except FileNotFoundError:
            return []
        found = (parse_line(line) for _, line in merge(*room.values()))
        return [event for event in found if event is not None and hash_chain.is_ours(event)]

    def find(self, *texts: str, after: int) -> list[dict[str, Any]]:
        """Return our own events whose line contains any of the texts, archived ones too, in order.

        Events of agents and other tools are not included.

        Args:
            texts: parts of a line as it is stored, JSON; case counts.
            after: a number of ours; archives that end with it or before it are not read.
                :func:`.record_verification.verify` reports unreadable archives.
        """
        wanted = [text.encode() for text in texts]
        with self.snapshot() as record:
            lines = record.lines([], after=after)
            found = [parse_line(line) for _, line in lines if any(one in line for one in wanted)]
        return [event for event in found if event is not None and hash_chain.is_ours(event)]

    def snapshot(self, patience: float = file_lock.LOCK_PATIENCE) -> event_archive.EventSnapshot:
        """Return the present record, archives included; appending continues meanwhile."""
        with self._held(patience):
            return event_archive.EventSnapshot(self.path, self._archive)

    def due(self, oldest: datetime, max_bytes: int) -> event_archive.LineSpan | None:
        """Return the lines at the beginning that retention archives; None if there are none.

        The newest line of ours always stays: the chain continues from it.
        """
        with self._held():
            return event_archive.cut_beginning(
                self.path, oldest, max_bytes, after=self._archive.last()
            )

    def archive(self, span: event_archive.LineSpan) -> Path | None:
        """Move lines at the beginning into the archive; return its path.

        None if the lines have changed since; then nothing was done.
        """
        with self._locked():
            return self._archive.take(self.path, span)

    def merge_archives(self) -> None:
        """Merge the files of the archive if there are many."""
        if self._archive.parts():  # otherwise the lock would create a file
            with self._locked():
                self._archive.merge()

    def _newest(self) -> hash_chain.HashChain:
        """Return the chain as of the newest line, reading as little of the file as possible."""
        size, wanted = self.path.stat().st_size if self.path.exists() else 0, _PIECE
        while size:
            with files.open_regular(self.path) as file:
                file.seek(max(0, size - wanted))
                # The first line may be a fragment, which is never taken for a line of ours: its
                # braces do not match.
                lines = file.readlines()
            for start in range(len(lines) - 1, -1, -1):
                if hash_chain.link_of(lines[start]) is not None:
                    return _chain_of(lines[start:])
            if wanted >= size:
                break
            wanted *= 16
        with event_archive.EventSnapshot(self.path, self._archive) as record:
            return _chain_of(line for _, line in record.lines([]))

    def _held(self, patience: float = file_lock.LOCK_PATIENCE) -> AbstractContextManager[None]:
        """Return the lock; none if no lock file exists, so that reading creates no file."""
        return self._locked(patience) if (self.path.parent / LOCK).exists() else nullcontext()

    def _locked(self, patience: float = file_lock.LOCK_PATIENCE) -> AbstractContextManager[None]:
        return locked(self.path.parent, patience)


def _check_not_ours(events: Iterable[Mapping[str, Any]]) -> None:
    """Check that no event has a type that only the memory itself records, in any spelling.

    Case, width, blanks, separators and similar letters of other scripts make no different type.
    """
    for event in events:
        kind = event.get("type", "")
        if not isinstance(kind, str):
            raise _refusal("type", f"{kind!r:.60} is not a string")
        name = _letters(kind)
        if name in _OWN_LETTERS or name.startswith(_BEGINNINGS_IN_LETTERS):
            what = "is for what the memory itself did: use a type of your own"
            raise _refusal("type", f"{kind!r:.60} {what}")


def _refusal(path: str, problem: str) -> InvalidInput:
    return InvalidInput("nothing was written", [Defect(path, problem)])


def _letters(kind: str) -> str:
    return "".join(filter(str.isalnum, reads_as(kind)))


_OWN_LETTERS = frozenset(map(_letters, _OWN))
_BEGINNINGS_IN_LETTERS = tuple(map(_letters, _OWN_BEGINNINGS))


def _not_ahead(event: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    """Return an event, without its timestamp if that lies in the future."""
    given = event.get("timestamp")
    time = stamps.time_of(given)
    if time is None and given is not None:
        what = "is neither an ISO-8601 date and time nor seconds since 1970"
        raise _refusal("timestamp", f"{given!r:.80} {what}")
    is_ahead = time is None or time > now
    return {k: v for k, v in event.items() if not (k == "timestamp" and is_ahead)}


def _not_too_long(event: Mapping[str, Any]) -> Mapping[str, Any]:
    size = len(to_json(event))
    if size > _LONGEST:
        advice = "put what is longer into a file, and the file's name into the event"
        raise _refusal("event", f"has {size} bytes as JSON, above {_LONGEST}: {advice}")
    return event


def _stored(event: Mapping[str, Any], signed: str) -> dict[str, Any]:
    as_is = {name: value for name, value in event.items() if name == signed}
    return {**screened({**event, **dict.fromkeys(as_is)}), **as_is}


def _chain_of(lines: Iterable[bytes]) -> hash_chain.HashChain:
    chain = hash_chain.HashChain()
    for line in lines:
        chain.follow(line, "")
    return chain
