"""events.jsonl: the append-only log of what the memory did (002 §Write Operation).

Agents and tools append to ``events.jsonl`` as they like, and may be told by others what to append.
Their events are marked (:mod:`.hash_chain`), so that nothing here takes them for the memory's word;
they may not have a type of ours, so that no reader elsewhere does.

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
#: Parts of lines that tell what agents said or did, as they are stored: no text holds them.
_OF_AGENTS = tuple(
    f'"{name}": "{word}'.encode()
    for name, word in (("word_of", ""), ("source", 'agent"'), ("source", 'claimed"'),
                       ("by", "agent:"), ("by", "claimed:"))
)  # fmt: skip
_OF_PERSON = b'"source": "person"'  # what a person does to an agent's entry is that person's
_PIECE = 1 << 12  # bytes
_LONGEST = 20_000  # bytes of an event that an agent or a tool asks for


class EventLog:
    """The record of changes.

    Threads, processes and other tools may append to it at the same time.
    """

    def __init__(self, tree: LevelTree) -> None:
        self.path = tree.events
        self._archive = event_archive.EventArchive(tree.archive(tree.events.parent))

    @property
    def head(self) -> hash_chain.ChainHead:
        """The newest line of ours, for a witness to keep."""
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
            events: JSON objects; one without a ``timestamp`` gets the time.
            patience: seconds to wait for others that append.
            outside: who asks for it, where that is an agent or a tool: "agent:planner over HTTP".
                Their events are marked with it, have no type of ours, no time to come, and at most
                20,000 bytes each.
            signed: the field that is stored as it is, as a signature covers it; texts of all others
                are stored without secrets.

        Raises:
            InvalidInput, LockHeld: nothing was written; says why.
            OSError: the disk refused; nothing was written.
        """
        try:
            if outside:
                _check_not_ours(events)
                events = [_not_too_long(_not_ahead(event, now)) for event in events]
            stored = [_stored(event, signed) for event in events]  # may take long: others append
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
        """Yield the events that are not archived, oldest first; of all, or the newest ones."""
        return read_lines(self.path, newest=newest)

    def newest_of_ours(self, count: int) -> list[dict[str, Any]]:
        """Return the newest events that are the memory's own word, oldest first.

        However much agents and other tools write, it takes no place among them; that their lines
        are not parsed keeps the look at a large file short. Of what the memory noted about agents'
        words so many are read beside the others (rules.md §2.14).
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
        """Return our own events whose line holds one of some texts, archived ones too, in order.

        What agents and other tools wrote is not among them.

        Args:
            texts: each a part of the line as it is stored, JSON; case counts.
            after: the number of a line of ours; archives that end there or before are not read.
                :func:`.record_verification.verify` tells of one that cannot be read.
        """
        wanted = [text.encode() for text in texts]
        with self.snapshot() as record:
            lines = record.lines([], after=after)
            found = [parse_line(line) for _, line in lines if any(one in line for one in wanted)]
        return [event for event in found if event is not None and hash_chain.is_ours(event)]

    def snapshot(self, patience: float = file_lock.LOCK_PATIENCE) -> event_archive.EventSnapshot:
        """Return the record as it is now, archives included; appending goes on meanwhile."""
        with self._held(patience):
            return event_archive.EventSnapshot(self.path, self._archive)

    def due(self, oldest: datetime, max_bytes: int) -> event_archive.LineSpan | None:
        """Return the lines at the beginning that retention takes out; None where it takes none.

        The newest line of ours always stays: the chain goes on from it.
        """
        with self._held():
            return event_archive.cut_beginning(
                self.path, oldest, max_bytes, after=self._archive.last()
            )

    def archive(self, span: event_archive.LineSpan) -> Path | None:
        """Move lines at the beginning into the archive; return where they are now.

        None where they are no longer what they were, and nothing was done.
        """
        with self._locked():
            return self._archive.take(self.path, span)

    def merge_archives(self) -> None:
        """Merge the files of the archive where there are many."""
        if self._archive.parts():  # else the lock would make a file
            with self._locked():
                self._archive.merge()

    def _newest(self) -> hash_chain.HashChain:
        """Return the chain as of the newest line, from as little of the file as tells it."""
        size, wanted = self.path.stat().st_size if self.path.exists() else 0, _PIECE
        while size:
            with files.open_regular(self.path) as file:
                file.seek(max(0, size - wanted))
                # The first one may be the end of a line, which is never taken for a line of ours:
                # its braces do not match.
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
    """Check that events have no type that only the memory itself notes, however it is spelled.

    Neither case, width, blanks, what joins words nor a letter of another script makes another type.
    """
    for event in events:
        kind = event.get("type", "")
        if not isinstance(kind, str):
            raise _refusal("type", f"{kind!r:.60} is not a text")
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
    """Return an event without a time that lies ahead."""
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
