"""events.jsonl: the append-only record of what the memory did (002 §Write Operation)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from robot_memory import files, stamps
from robot_memory.errors import Defect
from robot_memory.levels.chain import NO_HEAD, Chain, Head, link_of
from robot_memory.levels.disk import LOCK, Line, mend_end, read_lines
from robot_memory.levels.event_archive import EventArchive, Span, cut_beginning
from robot_memory.levels.tree import Tree
from robot_memory.secrets_filter import without_secrets

_PIECE = 1 << 12  # bytes


@dataclass(frozen=True)
class Verification:
    """What checking the record has shown.

    Attributes:
        head: its newest line of ours.
        first: the number of the oldest line of ours that is kept.
        plain: lines of other tools; each is sealed by the next line of ours.
        defects: what is wrong, with file and line; empty where the record is whole.
    """

    head: Head
    first: int
    plain: int
    defects: tuple[Defect, ...]


class EventLog:
    """The record. Threads, processes and other tools may append to it at the same time."""

    def __init__(self, tree: Tree) -> None:
        self.path = tree.events
        self._archive = EventArchive(tree.archive(tree.events.parent))

    @property
    def head(self) -> Head:
        """The newest line of ours, for a witness to keep."""
        with self._held():
            return self._newest().head

    def append(self, events: Sequence[Mapping[str, Any]], now: datetime) -> Head:
        """Append events in order; durable when this returns.

        Args:
            events: JSON objects; one without a ``timestamp`` gets the time.
            now: the time.

        Raises:
            InvalidInput: nothing was written; says why.
            OSError: the disk refused; nothing was written.
        """
        with self._locked():
            mend_end(self.path)
            chain = self._newest()
            stamp = {"timestamp": stamps.to_text(now)}
            lines = [chain.seal({**stamp, **_screened(event)}) for event in events]
            files.append_durably(self.path, b"".join(lines))
            return chain.head

    def read(self, *, newest: int | None = None) -> Iterator[Line]:
        """Yield the events that are not archived, oldest first; of all, or the newest ones."""
        return read_lines(self.path, newest=newest)

    def verify(self, witness: Head = NO_HEAD) -> Verification:
        """Check the whole record, its archives included.

        Args:
            witness: a head that somebody has seen; by default nobody has.
        """
        chain, known = Chain(), NO_HEAD
        with self._held():
            for place, line in self._all_lines(chain.defects):
                chain.follow(line, place)
                if chain.head.seq == witness.seq and known is NO_HEAD:
                    known = chain.head
        defects = [*chain.defects, *_compare(witness, known, chain)]
        if chain.unreadable:
            problem = f"{chain.unreadable} lines are no JSON objects"
            defects.append(Defect(str(self.path), problem))
        return Verification(chain.head, chain.first, chain.plain, tuple(defects))

    def due(self, oldest: datetime, max_bytes: int) -> Span | None:
        """Return the lines at the beginning that retention takes out; None where it takes none.

        The newest line of ours always stays: the chain goes on from it.

        Args:
            oldest: lines from before go.
            max_bytes: how much may stay.
        """
        with self._held():
            return cut_beginning(self.path, oldest, max_bytes, after=self._archive.last())

    def archive(self, span: Span) -> Path | None:
        """Move lines at the beginning into the archive; return where they are now.

        Returns:
            None where they are no longer what they were, and nothing was done.
        """
        with self._locked():
            return self._archive.take(self.path, span)

    def _all_lines(self, defects: list[Defect]) -> Iterator[tuple[str, bytes]]:
        yield from self._archive.lines(defects)
        archived = self._archive.last()
        # A crash between archiving lines and taking them out leaves them in both places.
        is_new = not archived or first_seq(self.path) > archived
        for place, line in numbered(self.path):
            link = link_of(line)
            is_new = is_new or (link is not None and link.seq > archived)
            if is_new:
                yield place, line

    def _newest(self) -> Chain:
        """Return the chain as of the newest line, from as little of the file as tells it."""
        size, wanted = _size(self.path), _PIECE
        while size:
            lines = _last_lines(self.path, wanted)
            for start in range(len(lines) - 1, -1, -1):
                if link_of(lines[start]) is not None:
                    return _chain_of(lines[start:])
            if wanted >= size:
                break
            wanted *= 16
        chain = Chain()
        for place, line in self._all_lines(chain.defects):
            chain.follow(line, place)
        return chain

    def _held(self) -> AbstractContextManager[None]:
        """Return the lock for reading, which makes nothing: nobody of ours has written before."""
        return self._locked() if (self.path.parent / LOCK).exists() else nullcontext()

    def _locked(self) -> AbstractContextManager[None]:
        files.make_private_folder(self.path.parent)
        return files.locked(self.path.parent / LOCK)


def _chain_of(lines: Iterable[bytes]) -> Chain:
    chain = Chain()
    for line in lines:
        chain.follow(line, "")
    return chain


def _screened(value: Any) -> Any:
    """Take secrets out of the texts of an event."""
    if isinstance(value, str):
        return without_secrets(value)
    if isinstance(value, Mapping):
        return {name: _screened(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_screened(part) for part in value]
    return value


def first_seq(path: Path) -> int:
    """Return the number of the first line of ours in a file; 0 where there is none."""
    links = (link_of(line) for _, line in numbered(path))
    return next((link.seq for link in links if link), 0)


def numbered(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the lines of a file with their places, ``…/events.jsonl:7``."""
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                yield f"{path}:{number}", line
    except FileNotFoundError:
        return


def _last_lines(path: Path, wanted: int) -> list[bytes]:
    """Return the lines within the last bytes of a file; of the first one perhaps only the end.

    The end of a line of ours is never taken for a line of ours: its braces do not match.
    """
    with path.open("rb") as file:
        file.seek(max(0, _size(path) - wanted))
        return file.readlines()


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _compare(witness: Head, known: Head, chain: Chain) -> list[Defect]:
    """Say in what the record contradicts a witness."""
    if witness.seq > chain.head.seq:
        problem = f"was cut off after number {chain.head.seq}: number {witness.seq} has been seen"
        return [Defect("events.jsonl", problem)]
    if witness.seq < chain.first or known.digest == witness.digest:
        return []
    return [Defect("events.jsonl", f"number {witness.seq} is not what has been seen")]
