"""The files of the black box: what each is about, and which stay within the disk budget."""

from __future__ import annotations

import logging
import stat
import struct
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from robot_memory.applications.black_box.trigger import Trigger
from robot_memory.foundation.disk.files import Signature, open_regular, signature_in
from robot_memory.perception.replay.bags import mcap_records as mcap

_LOG = logging.getLogger(__name__)
METADATA_NAME = "robot_memory.trigger"
_PATTERN = "*.mcap"
_LARGEST_METADATA = 100_000  # bytes


@dataclass(frozen=True)
class FaultRecording:
    """One file.

    Attributes:
        path: where it is.
        size: its bytes.
        triggers: why it was made, oldest first.
    """

    path: Path
    size: int
    triggers: tuple[Trigger, ...]

    def is_about(self, entry_ids: Collection[str]) -> bool:
        """Tell whether it holds a fault of one of these entries."""
        return any(trigger.entry_id in entry_ids for trigger in self.triggers)


class FaultRecordings:
    """The recordings in a folder. Each is read once, and again when it has changed.

    Args:
        folder: ``black_box`` in a memory home; it need not exist.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known: dict[Path, tuple[Signature, FaultRecording]] = {}

    def all(self) -> list[FaultRecording]:
        """Return all recordings, oldest first.

        A file that is not one of ours, or cannot be read, is listed without triggers.
        """
        self._known = dict(self._look())
        return [recording for _, recording in self._known.values()]

    def _look(self) -> Iterator[tuple[Path, tuple[Signature, FaultRecording]]]:
        for path in sorted(self.folder.glob(_PATTERN)):
            try:
                status = path.stat()
            except OSError:  # it was deleted, or is a link to nothing
                continue
            if not stat.S_ISREG(status.st_mode):
                continue
            signature = signature_in(status)
            known = self._known.get(path)
            if known is None or known[0] != signature:
                triggers = tuple(_triggers_in(path, status.st_size))
                known = signature, FaultRecording(path, status.st_size, triggers)
            yield path, known

    def about(self, *entry_ids: str) -> list[FaultRecording]:
        """Return the recordings with a fault of one of these entries, oldest first."""
        return [recording for recording in self.all() if recording.is_about(entry_ids)]

    def make_room(self, limit: int) -> list[Path]:
        """Delete recordings until all take at most ``limit`` bytes; return what was deleted.

        Those that somebody asked for go first: anybody in the network can ask. The first, the worst
        and the newest of each entry are deleted only after all others. The newest of all is never
        deleted.

        Raises:
            OSError: a file could not be deleted, and the others that could were not enough.
        """
        found = self.all()
        size = sum(recording.size for recording in found)
        deleted: list[Path] = []
        refused: OSError | None = None
        for recording in _expendable(found):
            if size <= limit:
                return deleted
            try:
                recording.path.unlink(missing_ok=True)
            except OSError as error:
                refused = error
                continue
            _LOG.info("%s was deleted: recordings take more than %d bytes", recording.path, limit)
            size -= recording.size
            deleted.append(recording.path)
        if refused is not None and size > limit:
            raise refused
        return deleted


def _expendable(recordings: Sequence[FaultRecording]) -> list[FaultRecording]:
    """Return all recordings but the newest, those that matter least first."""
    first: dict[str, Path] = {}
    newest: dict[str, Path] = {}
    worst: dict[str, tuple[tuple[int, float], Path]] = {}
    asked: set[Path] = set()
    for recording in recordings:
        faults = [trigger for trigger in recording.triggers if trigger.entry_id]
        if recording.triggers and not faults:
            asked.add(recording.path)
        for trigger in faults:
            about, path = trigger.entry_id, recording.path
            first.setdefault(about, path)
            newest[about] = path
            if about not in worst or trigger.badness > worst[about][0]:
                worst[about] = trigger.badness, path
    kept = {*first.values(), *newest.values(), *(path for _, path in worst.values())}
    return sorted(
        recordings[:-1], key=lambda one: (one.path in kept, one.path not in asked)
    )  # asked for, others of faults, those that are kept; each the oldest first


def _triggers_in(path: Path, size: int) -> list[Trigger]:
    triggers: list[Trigger] = []
    try:
        with open_regular(path) as file:
            at = len(mcap.MAGIC)
            while at + mcap.HEAD.size <= size:
                file.seek(at)
                opcode, length = mcap.HEAD.unpack(file.read(mcap.HEAD.size))
                if opcode in (mcap.DATA_END, mcap.FOOTER):
                    break
                if opcode == mcap.METADATA and length <= _LARGEST_METADATA:
                    triggers += _triggers(memoryview(file.read(length)))
                at += mcap.HEAD.size + length
    except (OSError, struct.error):  # it was deleted or cut meanwhile, or may not be read
        return []
    return triggers


def _triggers(content: memoryview) -> list[Trigger]:
    """Return the trigger that a metadata record holds; none where it holds something else."""
    fields = mcap.RecordFields(content)
    try:
        if fields.text() != METADATA_NAME:
            return []
        inner = mcap.RecordFields(fields.take(fields.number("I")))
        values = {}
        while len(inner.rest()):
            name = inner.text()
            values[name] = inner.text()
        return [Trigger.from_fields(values)]
    except ValueError:  # cut off by a crash
        return []
