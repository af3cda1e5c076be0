"""A storage file that rosbag2 compressed as a whole: 'x.db3.zstd', 'x.mcap.zstd'."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from robot_memory.replay.bags.container import Channel, Container, RawMessage
from robot_memory.replay.bags.db3 import Db3File
from robot_memory.replay.bags.mcap import McapFile
from robot_memory.replay.bags.mcap_records import MAGIC as MCAP_MAGIC
from robot_memory.replay.defects import Defects
from robot_memory.replay.inflate import CUT, zstd
from robot_memory.replay.recording_errors import RecordingError

STEP = 1 << 20


class ZstdFile:
    """Decompressed into a temporary file, which is there only while it is read."""

    def __init__(self, path: Path, defects: Defects) -> None:
        self._path = path
        self._defects = defects
        with self._decompressed(defects) as container:
            self.channels: Sequence[Channel] = container.channels
            self.start = container.start
            self.end = container.end

    def read(self, channels: Collection[Channel]) -> Iterator[RawMessage]:
        """The messages on `channels`, in time order."""
        with self._decompressed(self._defects) as container:
            yield from container.read(channels)

    @contextmanager
    def _decompressed(self, defects: Defects) -> Iterator[Container]:
        with TemporaryDirectory(prefix="robot_memory-replay-") as folder:
            plain = Path(folder, self._path.stem)
            if problem := decompress(self._path, plain):
                defects.add(str(self._path), problem)
            with plain.open("rb") as file:
                is_mcap = file.read(len(MCAP_MAGIC)) == MCAP_MAGIC
            try:
                yield McapFile(plain, defects) if is_mcap else Db3File(plain, defects)
            except RecordingError as error:
                raise RecordingError(self._path, f"decompressed, {error.reason}") from error


def decompress(source: Path, target: Path) -> str:
    """Write what `source` holds to `target`; returns what is wrong with it, '' if it is whole."""
    stream = zstd()
    begin = 0
    with source.open("rb") as compressed, target.open("wb") as plain:
        while data := compressed.read(STEP):
            try:
                while data:
                    if stream.eof:
                        stream = zstd()
                    plain.write(stream.decompress(data))
                    data = stream.unused_data if stream.eof else b""
            except Exception as error:  # each zstd library raises its own
                end = begin + STEP
                return f"its compressed data is damaged between bytes {begin} and {end} ({error})"
            begin = compressed.tell()
    return "" if stream.eof else CUT
