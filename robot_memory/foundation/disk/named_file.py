"""Files whose errors hold their path: errors of read, write and fsync have none."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

#: The outcome of a failed replacement of a file, for errors.
UNCHANGED = "what was there before is unchanged"


@contextmanager
def naming(path: Path, outcome: str = "") -> Iterator[None]:
    """Add a path to the block's errors that have none: those of read, write and fsync.

    Args:
        outcome: what happened to the data, in words.
    """
    try:
        yield
    except OSError as error:
        if error.errno is None or error.filename is not None:
            raise
        problem = "; ".join(filter(None, (error.strerror, outcome)))
        raise OSError(error.errno, problem, str(path)) from error


class NamedFile(io.FileIO):
    """A file open for reading; closing it closes the descriptor."""

    def __init__(self, descriptor: int, path: Path) -> None:
        super().__init__(descriptor, "rb")
        self._path = path

    def readinto(self, buffer: WriteableBuffer, /) -> int | None:
        """Read into a buffer; see :meth:`io.FileIO.readinto`."""
        with naming(self._path):
            return super().readinto(buffer)

    def readall(self) -> bytes:
        """Read the rest; see :meth:`io.FileIO.readall`."""
        with naming(self._path):
            return super().readall()
