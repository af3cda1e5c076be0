"""A bag file that is compressed as a whole; compression within a bag is in `inflate.py`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from robot_memory.perception.replay.bags.block import Channel, Container, RawMessage
from robot_memory.perception.replay.bags.db3 import Db3File
from robot_memory.perception.replay.bags.mcap import McapFile
from robot_memory.perception.replay.bags.mcap_records import MAGIC as MCAP_MAGIC
from robot_memory.perception.replay.inflate import CUT, unpacked
from robot_memory.perception.replay.recording import Defects, RecordingError

STEP = 512
"""Bytes that are fed at once. They can expand to 17 MB of zeros, all in memory."""

_PREFIX = "robot_memory-replay-"


class ZstdFile:
    """A file decompressed into a temporary file, which exists only while it is read."""

    def __init__(self, path: Path, defects: Defects) -> None:
        self._path = path
        self._defects = defects
        with TemporaryDirectory(prefix=_PREFIX) as folder:
            container = self._open(Path(folder))
            self.channels: Sequence[Channel] = container.channels
            self.start = container.start
            self.end = container.end

    def read(self, channels: Collection[Channel]) -> Iterator[RawMessage]:
        """Yield the messages on `channels`, in time order."""
        with TemporaryDirectory(prefix=_PREFIX) as folder:
            with self._defects.forgetting():  # already reported at the first opening
                container = self._open(Path(folder))
            yield from container.read(channels)

    def _open(self, folder: Path) -> Container:
        plain = folder / self._path.stem
        if problem := decompress(self._path, plain):
            self._defects.add(str(self._path), problem)
        with plain.open("rb") as file:
            is_mcap = file.read(len(MCAP_MAGIC)) == MCAP_MAGIC
        try:
            return (McapFile if is_mcap else Db3File)(plain, self._defects)
        except RecordingError as error:
            raise RecordingError(self._path, f"decompressed, {error.reason}") from error


def decompress(source: Path, target: Path) -> str:
    """Decompress `source` to `target`; return the problem, '' if the data is whole.

    Raises:
        OSError: the disk refused.
    """
    with source.open("rb") as compressed, target.open("wb") as plain:
        try:
            for piece in unpacked("zstd", iter(partial(compressed.read, STEP), b"")):
                plain.write(piece)
        except EOFError:
            return CUT
        except OSError:
            raise
        except Exception as error:  # each zstd library raises its own errors
            end = compressed.tell()
            where = f"between bytes {(end - 1) // STEP * STEP} and {end}"
            return f"its compressed data is damaged {where} ({error})"
    return ""
