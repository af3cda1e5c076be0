"""Whether a face kept what the memory holds: a refusal changes nothing, a note is there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fuzzing.fuzz_target import BrokenPromise
from robot_memory import RobotMemory
from robot_memory.memory_source import MemorySource


@contextmanager
def source_of(home: Path) -> Iterator[MemorySource]:
    """Open a home as a server does."""
    source = MemorySource(lambda write: RobotMemory.open(home, read_only=not write))
    try:
        yield source
    finally:
        source.close()


class KeptMemory:
    """Compares the file of a memory with what it was before a request."""

    def __init__(self, source: MemorySource) -> None:
        self._source = source
        self._before = b""

    def begin(self) -> None:
        """Take down what there is before a request."""
        self._before = self._text()

    def check_unchanged(self) -> None:
        """Raise BrokenPromise where the request changed the file."""
        if self._text() != self._before:
            raise BrokenPromise("what may change nothing changed the memory's file")

    def check_present(self, entry_id: str) -> None:
        """Raise BrokenPromise where an entry that was acknowledged is not in the memory's file."""
        if entry_id.encode() not in self._text():
            raise BrokenPromise(f"{entry_id} was acknowledged, and is not there")

    def _text(self) -> bytes:
        return self._source.reader().home.memory_file.read_bytes()
